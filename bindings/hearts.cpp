#include "games/hearts/evaluation.hpp"
#include "games/hearts/ordering.hpp"
#include "games/hearts/text.hpp"
#include "multiplayer_binding.hpp"
#include "registry.hpp"

namespace kiebitz::bindings {

void register_hearts(nb::module_& core) {
    nb::module_ module = core.def_submodule("hearts", "The rules of Hearts.");
    const auto named = [](const std::string& name, auto&& use) {
        if (name != "estimate" && name != "score" && name != "match") {
            throw nb::value_error(
                ("there is no evaluation '" + name + "'; estimate, score, match").c_str());
        }
        use(hearts::Evaluation(name != "score", name == "match"));
    };
    bind_multiplayer_game<hearts::State, hearts::Order>(module, hearts::parse, hearts::parse_rules,
                                                        named)
        .def_prop_ro("hands",
                     [](const hearts::State& s) {
                         return std::vector<std::uint64_t>(s.play().hands.begin(),
                                                           s.play().hands.begin() + s.players());
                     })
        .def_prop_ro("tricks",
                     [](const hearts::State& s) {
                         return std::vector<int>(s.play().tricks.begin(),
                                                 s.play().tricks.begin() + s.players());
                     })
        .def_prop_ro("leader", [](const hearts::State& s) { return int{s.play().leader}; })
        .def_prop_ro("table",
                     [](const hearts::State& s) {
                         return std::vector<int>(s.play().table.begin(),
                                                 s.play().table.begin() + s.play().on_table);
                     })
        .def_prop_ro("is_passing", &hearts::State::is_passing)
        .def_prop_ro("points",
                     [](const hearts::State& s) {
                         std::vector<int> points;
                         for (int seat = 0; seat < s.players(); ++seat)
                             points.push_back(s.points(seat));
                         return points;
                     })
        .def(
            "passed",
            [](const hearts::State& s, int seat) {
                check_seat(s, seat);
                return s.passed(seat);
            },
            nb::arg("seat"));
}

}  // namespace kiebitz::bindings
