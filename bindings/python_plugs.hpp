// Beliefs, evaluations and players written in Python, for the native Monte Carlo search.
//
// Each is a Python object with one method. Calls take the GIL, so a search that makes them in its
// worlds runs on one thread.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "players/belief.hpp"
#include "players/evaluation.hpp"
#include "players/player.hpp"

namespace kiebitz::bindings {

namespace nb = nanobind;

/// A Python object that may be copied and dropped without the GIL.
class Held {
  public:
    explicit Held(nb::object object) : object_(std::move(object)) {}
    Held(const Held& other) {
        const nb::gil_scoped_acquire acquire;
        object_ = other.object_;
    }
    Held& operator=(const Held&) = delete;
    ~Held() {
        const nb::gil_scoped_acquire acquire;
        object_.reset();
    }
    const nb::object& operator*() const { return object_; }

  private:
    nb::object object_;
};

template <class T>
nb::list listed(std::span<const T> items) {
    nb::list list;
    for (const T& item : items) list.append(nb::cast(item));
    return list;
}

/// `weigh(view, worlds)` gives one weight a world.
template <class G>
class PythonBelief final : public players::Belief<G> {
  public:
    explicit PythonBelief(nb::object object) : object_(std::move(object)) {}

    void weigh(const typename G::View& view, std::span<const typename G::World> worlds,
               std::span<double> weights) const override {
        const nb::gil_scoped_acquire acquire;
        const nb::object given = (*object_).attr("weigh")(nb::cast(view), listed(worlds));
        bool fits = nb::len(given) == worlds.size();
        for (std::size_t i = 0; fits && i < weights.size(); ++i) {
            weights[i] = nb::cast<double>(nb::float_(given[i]));
            fits = weights[i] >= 0 && weights[i] < 1e300;
        }
        if (!fits) {
            throw nb::value_error("a belief must give every world a weight that is not below zero");
        }
    }
    bool wants_one_thread() const override { return true; }

  private:
    Held object_;
};

/// `evaluate(view, world, moves, seed)` gives one value a move, in the order of the moves: a
/// number, or a win and points.
template <class G>
class PythonEvaluation final : public players::Evaluation<G> {
  public:
    explicit PythonEvaluation(const Held& object) : object_(object) {}

    bool evaluate(const typename G::View& view, const typename G::World& world, std::uint64_t seed,
                  std::span<const Move> moves, std::span<players::Value> values,
                  players::Work& work, players::Cost&) override {
        const nb::gil_scoped_acquire acquire;
        const nb::object given =
            (*object_).attr("evaluate")(nb::cast(view), nb::cast(world), listed(moves), seed);
        if (nb::len(given) != moves.size()) {
            throw nb::value_error("an evaluation must give every move a value");
        }
        for (std::size_t i = 0; i < values.size(); ++i) {
            const nb::object one = given[i];
            if (nb::isinstance<nb::tuple>(one)) {
                values[i] = {nb::cast<double>(nb::float_(one[0])),
                             nb::cast<double>(nb::float_(one[1]))};
            } else {
                values[i] = G::plain(nb::cast<double>(nb::float_(one)));
            }
        }
        work.spend(moves.size());
        return !work.look();
    }
    std::unique_ptr<players::Evaluation<G>> clone() const override {
        return std::make_unique<PythonEvaluation>(object_);
    }
    bool wants_one_thread() const override { return true; }

  private:
    Held object_;
};

/// `choose(view, seed)` gives the number of a legal move.
template <class G>
class PythonPlayer final : public players::Player<G> {
  public:
    explicit PythonPlayer(const Held& object) : object_(object) {}

    Move choose(const typename G::View& view, std::uint64_t seed, players::Work&) override {
        const nb::gil_scoped_acquire acquire;
        const auto move = nb::cast<Move>((*object_).attr("choose")(nb::cast(view), seed));
        typename G::Moves moves;
        G::legal_moves(view, moves);
        if (std::find(moves.begin(), moves.end(), move) == moves.end()) {
            throw nb::value_error("a player chose a move that is not legal");
        }
        return move;
    }
    std::unique_ptr<players::Player<G>> clone() const override {
        return std::make_unique<PythonPlayer>(object_);
    }
    bool wants_one_thread() const override { return true; }

  private:
    Held object_;
};

}  // namespace kiebitz::bindings
