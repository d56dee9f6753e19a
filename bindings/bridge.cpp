#include "games/bridge/bridge.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "game_binding.hpp"
#include "registry.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kiebitz::bindings {

namespace {

using namespace bridge;

void check_seat(int seat) {
    if (seat < 0 || seat > 3)
        throw nb::value_error(("seat " + std::to_string(seat) + " is not 0 to 3").c_str());
}

void check_trump(int trump) {
    if (trump < 0 || trump > no_trump) {
        throw nb::value_error(("strain " + std::to_string(trump) + " is not 0 to 4").c_str());
    }
}

void check_hands(const Hands& hands) {
    Cards seen = 0;
    for (const Cards hand : hands) {
        if ((hand & ~deck) != 0) throw nb::value_error("a hand holds cards that do not exist");
        if ((hand & seen) != 0) throw nb::value_error("a card is in two hands");
        seen |= hand;
    }
}

void register_state(nb::module_& m) {
    nb::class_<State::View>(m, "View", "What one seat knows of a hand under way.")
        .def_ro("seat", &State::View::seat)
        .def_ro("trump", &State::View::trump)
        .def_ro("declarer", &State::View::declarer)
        .def_ro("leader", &State::View::leader)
        .def_prop_ro("to_move", [](const State::View& v) { return (v.leader + v.played) & 3; })
        .def_prop_ro("trick",
                     [](const State::View& v) {
                         return std::vector<int>(v.trick.begin(), v.trick.begin() + v.played);
                     })
        .def_ro("tricks", &State::View::tricks)
        .def_ro("known", &State::View::known)
        .def_ro("hidden", &State::View::hidden)
        .def_ro("sizes", &State::View::sizes)
        .def_ro("voids", &State::View::voids, "Bit a suit: has shown out.")
        .def_ro("gone", &State::View::gone, "The cards that each seat has played.")
        .def("__eq__", [](const State::View& a, nb::handle b) {
            const State::View* other = nullptr;
            return nb::try_cast<const State::View*>(b, other) && other != nullptr && a == *other;
        });
    bind_game<State>(m)
        .def(
            "__init__",
            [](State* self, const Hands& hands, int trump, int declarer, int leader) {
                check_hands(hands);
                if (leader != -1) check_seat(leader);
                check_trump(trump);
                check_seat(declarer);
                for (const Cards hand : hands) {
                    if (count(hand) != count(hands[0]))
                        throw nb::value_error("hands must have equal sizes");
                }
                if (leader == -1) {
                    new (self) State(hands, trump, declarer);
                } else {
                    new (self) State(hands, trump, declarer, leader);
                }
            },
            "hands"_a, "trump"_a, "declarer"_a, "leader"_a = -1,
            "With a leader it is an ending: dummy lies open.")
        .def_prop_ro("hands", [](const State& s) { return s.hands(); })
        .def_prop_ro("trump", &State::trump)
        .def_prop_ro("declarer", &State::declarer)
        .def_prop_ro("leader", &State::leader)
        .def_prop_ro("legal_cards", &State::legal_cards)
        .def_prop_ro("trick", [](const State& s) {
            std::vector<int> cards;
            for (int i = 0; i < s.played(); ++i) cards.push_back(s.trick_card(i));
            return cards;
        });
}

}  // namespace

void register_bridge(nb::module_& core) {
    nb::module_ m = core.def_submodule("bridge", "Bridge: the rules.");
    register_state(m);

    m.def(
        "random_hands",
        [](std::uint64_t seed) {
            std::array<Card, 52> cards{};
            for (unsigned i = 0; i < 52; ++i)
                cards[i] = make_card(static_cast<int>(i / 13), static_cast<int>(i % 13));
            Random random(seed);
            random.shuffle(std::span<Card>(cards));
            Hands hands{};
            for (unsigned i = 0; i < 52; ++i) hands[i / 13] |= bit<Cards>(cards[i]);
            return hands;
        },
        "seed"_a, "Four hands of 13 cards.");
}

}  // namespace kiebitz::bindings
