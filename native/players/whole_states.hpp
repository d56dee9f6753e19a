// The other hidden games, as the players see them: a world is a whole state.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "players/evaluation.hpp"
#include "players/game.hpp"
#include "search/multiplayer/search.hpp"

namespace kiebitz::players {

/// Hearts, Spades, Sergeant Major, Cribbage. The points of a value are what an evaluation gives
/// the seat, or its score at the end of a playout; nothing is won besides.
template <HiddenGame S>
struct WholeStates {
    using View = typename S::View;
    using World = S;
    using Moves = typename S::Moves;

    class Worlds {
      public:
        explicit Worlds(const View& view) : view_(view) {}
        std::uint64_t count() const { return kCountless; }
        World sample(Random& random) const { return S::sample(view_, random); }
        bool contains(const World& world) const { return world.is_consistent_with(view_); }
        World nth(std::uint64_t index) const {
            Random random(derive_seed(index));
            return sample(random);
        }

      private:
        const View& view_;
    };

    class Simulation {
      public:
        Simulation(const View&, const World& world) : state_(world) {}
        bool is_over() const { return state_.is_over(); }
        int to_move() const { return state_.to_move(); }
        View view(int seat) const { return state_.view(seat); }
        void play(Move move) { state_.apply(move); }
        const S& state() const { return state_; }

      private:
        S state_;
    };

    static int seat(const View& view) { return view.whose(); }
    /// A seat's own moves are the same in every world that it holds possible.
    static void legal_moves(const View& view, Moves& moves) {
        Worlds(view).nth(0).legal_moves(moves);
    }
    static Value value(const Simulation& end, const View& view) {
        return {0, static_cast<double>(end.state().score(seat(view)))};
    }
    static double merit(const Value& value) { return value.points; }
    static Value plain(double value) { return {0, value}; }
    static Value voted(double share, const Value&) { return plain(share); }
    static bool are_alike(const View&, Move, Move) { return false; }
    static Move manners(const View& view) {
        Moves moves;
        legal_moves(view, moves);
        return moves[0];
    }
};

/// Searches a world as if all cards lay open (Sturtevant's thesis, §7.1): what makes a Monte Carlo
/// player PIMC with maxⁿ or paranoid.
template <class S, class E, class O>
class OpenSearch final : public Evaluation<WholeStates<S>> {
  public:
    using View = typename S::View;

    /// `limits` hold for each world.
    OpenSearch(E evaluation, multiplayer::SearchOptions options, const multiplayer::Limits& limits)
        : evaluation_(std::move(evaluation)), options_(options), limits_(limits) {
        options_.maxn.exact_root = true;
        options_.paranoid.exact_root = !options_.paranoid.root_bounds;
    }

    bool evaluate(const View& view, const S& world, std::uint64_t, std::span<const Move> moves,
                  std::span<Value> values, Work& work, Cost& cost) override {
        multiplayer::Limits limits = limits_;
        if (const double seconds = work.fair_seconds(); seconds > 0) {
            limits.seconds = limits.seconds > 0 ? std::min(limits.seconds, seconds) : seconds;
        }
        const auto found = multiplayer::search(world, evaluation_, O{}, options_, limits);
        work.spend(found.statistics.nodes);
        cost.depth = found.depth;
        if (found.each.empty()) return false;
        const int seat = view.whose();
        std::optional<Score> best;
        for (std::size_t i = 0; i < found.each.size(); ++i) {
            Score value = found.each[i][seat];
            if (options_.paranoid.root_bounds) {
                // Alpha-beta has only shown that a move is not above the best one before it. To
                // count it as equal is a mistake, and the question is whether it was made (§7.5).
                best = value = std::max(value, best.value_or(value));
            }
            const auto at = std::find(moves.begin(), moves.end(), found.moves[i]);
            if (at != moves.end()) {
                values[static_cast<std::size_t>(at - moves.begin())] = {0,
                                                                        static_cast<double>(value)};
            }
        }
        return true;
    }
    std::unique_ptr<Evaluation<WholeStates<S>>> clone() const override {
        return std::make_unique<OpenSearch>(*this);
    }

  private:
    E evaluation_;
    multiplayer::SearchOptions options_;
    multiplayer::Limits limits_;
};

}  // namespace kiebitz::players
