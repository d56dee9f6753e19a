// Binds any Game: immutable states with moves as checked numbers, and a mutable Walk that applies
// and takes back. The texts of moves and positions belong to the Python face.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/operators.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>
#include <vector>

#include "games/game.hpp"

namespace kiebitz::bindings {

namespace nb = nanobind;

template <Game S>
std::vector<Move> list_legal_moves(const S& state) {
    typename S::Moves moves;
    if (!state.is_over()) state.legal_moves(moves);
    return std::vector<Move>(moves.begin(), moves.end());
}

template <Game S>
void check_move(const S& state, Move move) {
    typename S::Moves moves;
    if (!state.is_over()) state.legal_moves(moves);
    for (Move legal : moves) {
        if (legal == move) return;
    }
    throw nb::value_error(("move number " + std::to_string(move) + " is not legal here").c_str());
}

template <Game S>
void check_seat(const S& state, int seat) {
    if (seat < 0 || seat >= state.players()) {
        throw nb::value_error(("seat " + std::to_string(seat) + " does not exist: seats are 0 to " +
                               std::to_string(state.players() - 1))
                                  .c_str());
    }
}

/// A position that is played forward and back, without copies.
template <Game S>
class Walk {
  public:
    explicit Walk(S state) : state_(std::move(state)) {}

    void apply(Move move) {
        check_move(state_, move);
        auto token = state_.apply(move);
        taken_.emplace_back(move, std::move(token));
    }

    void undo() {
        if (taken_.empty()) throw nb::value_error("there is no move to take back");
        auto [move, token] = std::move(taken_.back());
        taken_.pop_back();
        state_.undo(move, token);
    }

    const S& state() const { return state_; }

  private:
    S state_;
    std::vector<std::pair<Move, typename S::Undo>> taken_;
};

/// Adds what every game has to its bound state class. Returns the class for what is the game's own.
template <Game S>
nb::class_<S> bind_game(nb::module_& module, const char* name = "State") {
    nb::class_<S> state(module, name);
    state.def_prop_ro("players", &S::players)
        .def_prop_ro("to_move", &S::to_move)
        .def_prop_ro("is_over", &S::is_over)
        .def("legal_moves", &list_legal_moves<S>, "The numbers of the legal moves.")
        .def(
            "apply",
            [](const S& before, Move move) {
                check_move(before, move);
                S after = before;
                after.apply(move);
                return after;
            },
            nb::arg("move"), "The state after a legal move.")
        .def("scores",
             [](const S& s) {
                 std::vector<Score> scores;
                 for (int seat = 0; seat < s.players(); ++seat) scores.push_back(s.score(seat));
                 return scores;
             })
        .def(
            "walk", [](const S& s) { return Walk<S>(s); }, "A mutable copy to play on.")
        .def("__eq__",
             [](const S& a, nb::handle b) {
                 const S* other = nullptr;
                 return nb::try_cast<const S*>(b, other) && other != nullptr && a == *other;
             })
        .def("__hash__", [](const S& s) { return static_cast<std::int64_t>(s.hash() >> 1); });

    const std::string walk_name =
        std::string(name) == "State" ? "Walk" : std::string(name) + "Walk";
    nb::class_<Walk<S>>(module, walk_name.c_str())
        .def("apply", &Walk<S>::apply, nb::arg("move"))
        .def("undo", &Walk<S>::undo)
        .def_prop_ro("state", [](const Walk<S>& walk) { return S(walk.state()); });

    if constexpr (HiddenGame<S>) {
        state
            .def(
                "view",
                [](const S& s, int seat) {
                    check_seat(s, seat);
                    return s.view(seat);
                },
                nb::arg("seat"), "What this seat knows.")
            .def("is_consistent_with", &S::is_consistent_with, nb::arg("view"))
            .def_static(
                "sample",
                [](const typename S::View& view, std::uint64_t seed) {
                    Random random(seed);
                    return S::sample(view, random);
                },
                nb::arg("view"), nb::arg("seed"), "A state that this View leaves possible.");
    }
    return state;
}

}  // namespace kiebitz::bindings
