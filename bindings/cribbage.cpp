#include "games/cribbage/evaluation.hpp"
#include "games/cribbage/text.hpp"
#include "multiplayer_binding.hpp"
#include "registry.hpp"

namespace kiebitz::bindings {

void register_cribbage(nb::module_& core) {
    nb::module_ module = core.def_submodule("cribbage", "The rules of Cribbage.");
    bind_multiplayer_game<cribbage::State, cribbage::Order>(
        module, cribbage::parse, cribbage::parse_rules, named_evaluation<cribbage::Evaluation>())
        .def_prop_ro("hands",
                     [](const cribbage::State& s) {
                         return std::vector<std::uint64_t>(s.table().hands.begin(),
                                                           s.table().hands.begin() + s.players());
                     })
        .def_prop_ro("is_playing", &cribbage::State::is_playing)
        .def_prop_ro("count", [](const cribbage::State& s) { return int{s.table().total}; })
        .def_prop_ro("starter", [](const cribbage::State& s) { return int{s.starter()}; })
        .def_prop_ro("crib", &cribbage::State::crib);
    module.def(
        "show_points",
        [](std::uint64_t hand, std::uint32_t starter, bool is_crib) {
            const bool fits = count(hand) == cribbage::kKept && (hand & ~deck52::kAll) == 0 &&
                              starter < deck52::kCards &&
                              (hand & deck52::one(static_cast<Card>(starter))) == 0;
            if (!fits) throw nb::value_error("a show is four cards and another one as the starter");
            return cribbage::show_points(hand, static_cast<Card>(starter), is_crib);
        },
        nb::arg("hand"), nb::arg("starter"), nb::arg("is_crib"),
        "What four cards are worth with the starter.");
}

}  // namespace kiebitz::bindings
