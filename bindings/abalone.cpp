#include "games/abalone/evaluation.hpp"
#include "games/abalone/ordering.hpp"
#include "games/abalone/text.hpp"
#include "multiplayer_binding.hpp"
#include "registry.hpp"

namespace kiebitz::bindings {

void register_abalone(nb::module_& core) {
    nb::module_ module = core.def_submodule("abalone", "The rules of Abalone.");
    const auto named = [](const std::string& name, auto&& use) {
        if (name != "position") {
            throw nb::value_error(("there is no evaluation '" + name + "'; position").c_str());
        }
        use(abalone::Evaluation());
    };
    bind_multiplayer_game<abalone::State, abalone::Order>(module, abalone::parse,
                                                          abalone::parse_rules, named)
        .def_prop_ro("moves_made", &abalone::State::moves_made)
        .def(
            "cells",
            [](const abalone::State& s, int seat) {
                check_seat(s, seat);
                return s.marbles(seat);
            },
            nb::arg("seat"), "The marbles of a seat as a mask of cells.");
}

}  // namespace kiebitz::bindings
