#include "games/sergeant_major/evaluation.hpp"
#include "games/sergeant_major/ordering.hpp"
#include "games/sergeant_major/text.hpp"
#include "multiplayer_binding.hpp"
#include "registry.hpp"

namespace kiebitz::bindings {

void register_sergeant_major(nb::module_& core) {
    nb::module_ module = core.def_submodule("sergeant_major", "The rules of Sergeant Major.");
    bind_multiplayer_game<sergeant_major::State, sergeant_major::Order>(
        module, sergeant_major::parse, sergeant_major::parse_rules,
        named_evaluation<sergeant_major::Evaluation>())
        .def_prop_ro("hands",
                     [](const sergeant_major::State& s) {
                         return std::vector<std::uint64_t>(s.play().hands.begin(),
                                                           s.play().hands.begin() + s.players());
                     })
        .def_prop_ro("tricks",
                     [](const sergeant_major::State& s) {
                         return std::vector<int>(s.play().tricks.begin(),
                                                 s.play().tricks.begin() + s.players());
                     })
        .def_prop_ro("leader", [](const sergeant_major::State& s) { return int{s.play().leader}; })
        .def_prop_ro("table",
                     [](const sergeant_major::State& s) {
                         return std::vector<int>(s.play().table.begin(),
                                                 s.play().table.begin() + s.play().on_table);
                     })
        .def_prop_ro("trump", &sergeant_major::State::trump)
        .def_prop_ro("kitty", &sergeant_major::State::kitty);
}

}  // namespace kiebitz::bindings
