#include "games/spades/evaluation.hpp"
#include "games/spades/ordering.hpp"
#include "games/spades/text.hpp"
#include "multiplayer_binding.hpp"
#include "registry.hpp"

namespace kiebitz::bindings {

void register_spades(nb::module_& core) {
    nb::module_ module = core.def_submodule("spades", "The rules of Spades.");
    bind_multiplayer_game<spades::State, spades::Order>(module, spades::parse, spades::parse_rules,
                                                        named_evaluation<spades::Evaluation>())
        .def_prop_ro("hands",
                     [](const spades::State& s) {
                         return std::vector<std::uint64_t>(s.play().hands.begin(),
                                                           s.play().hands.begin() + s.players());
                     })
        .def_prop_ro("tricks",
                     [](const spades::State& s) {
                         return std::vector<int>(s.play().tricks.begin(),
                                                 s.play().tricks.begin() + s.players());
                     })
        .def_prop_ro("leader", [](const spades::State& s) { return int{s.play().leader}; })
        .def_prop_ro("table",
                     [](const spades::State& s) {
                         return std::vector<int>(s.play().table.begin(),
                                                 s.play().table.begin() + s.play().on_table);
                     })
        .def_prop_ro(
            "bids",
            [](const spades::State& s) { return std::vector<int>{s.bid(0), s.bid(1), s.bid(2)}; })
        .def_prop_ro("over_tricks", [](const spades::State& s) {
            return std::vector<int>{s.over_tricks(0), s.over_tricks(1), s.over_tricks(2)};
        });
}

}  // namespace kiebitz::bindings
