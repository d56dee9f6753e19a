// Bridge during cardplay, as the players see it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "games/bridge/layouts.hpp"
#include "players/belief.hpp"
#include "players/evaluation.hpp"
#include "players/monte_carlo.hpp"
#include "solvers/bridge/solver.hpp"

namespace kiebitz::players::bridge {

using namespace kiebitz::bridge;

/// What a seat knows, and what it wants to find out. Declarer decides for dummy too.
struct CardView {
    State::View seen;
    int target = 0;  // tricks that declarer's side wants in the whole play
    /// The layouts that fit; nothing: whatever fits what is seen.
    std::shared_ptr<const Layouts> layouts{};

    int to_move() const { return (seen.leader + seen.played) & 3; }
    bool declares() const { return is_north_south(seen.seat) == is_north_south(seen.declarer); }
    Cards legal() const {
        return legal_in(seen.known[static_cast<std::size_t>(to_move())], seen.played,
                        seen.trick[0]);
    }
};

/// A move is a card, a world the four hands. Making the contract is what counts first, tricks are
/// the tie-breaker.
struct Cardplay {
    using View = CardView;
    using World = Hands;
    using Moves = State::Moves;

    class Worlds {
      public:
        explicit Worlds(const View& view)
            : seen_(view.seen),
              layouts_(view.layouts ? view.layouts : std::make_shared<const Layouts>(view.seen)) {
            // Without a count it may be that none is found.
            if (layouts_->count()) return;
            Random random(derive_seed(0));
            some_ = layouts_->draw(random);
        }
        std::uint64_t count() const {
            if (const auto number = layouts_->count()) return *number;
            return some_ ? kCountless : 0;
        }
        World sample(Random& random) const {
            const auto drawn = layouts_->draw(random);
            return drawn ? *drawn : *some_;
        }
        World nth(std::uint64_t index) const { return layouts_->nth(index); }
        bool contains(const World& world) const {
            return State(seen_, world).is_consistent_with(seen_) && layouts_->fits(world);
        }

      private:
        const State::View& seen_;
        std::shared_ptr<const Layouts> layouts_;
        std::optional<World> some_{};
    };

    class Simulation {
      public:
        Simulation(const View& view, const World& world)
            : state_(view.seen, world), target_(view.target) {}
        bool is_over() const { return state_.is_over(); }
        int to_move() const { return state_.to_move(); }
        View view(int seat) const { return {state_.view(seat), target_, {}}; }
        void play(Move move) { state_.apply(move); }
        const State& state() const { return state_; }

      private:
        State state_;
        int target_;
    };

    static int seat(const View& view) { return view.seen.seat; }
    static void legal_moves(const View& view, Moves& moves) {
        moves.clear();
        for (Card card : each_card(view.legal())) moves.push(card);
    }
    static Value value(const Simulation& end, const View& view) {
        return value_of(view, end.state().tricks_of(view.seen.declarer));
    }
    /// What it is worth to the View's side that declarer gets so many tricks in the whole play.
    static Value value_of(const View& view, int tricks) {
        const State::View& seen = view.seen;
        const bool made = tricks >= view.target;
        const int all =
            seen.tricks[0] + seen.tricks[1] + seen.sizes[static_cast<std::size_t>(view.to_move())];
        return {made == view.declares() ? 1.0 : 0.0,
                static_cast<double>(view.declares() ? tricks : all - tricks)};
    }
    /// One contract more in 4,096 worlds counts more than 13 tricks in all of them.
    static double merit(const Value& value) { return value.win + 1e-5 * value.points; }
    static Value plain(double value) { return {value, 0}; }
    static Value voted(double share, const Value& value) { return {share, value.points}; }
    static bool are_alike(const View&, Move, Move) { return false; }
    static Move manners(const View& view) { return lowest(view.legal()); }
};

using MonteCarloSearch = players::MonteCarloSearch<Cardplay>;

/// The position that a View and the hidden hands make.
inline solvers::bridge::Position position_of(const State::View& seen, const Hands& hands) {
    solvers::bridge::Position position;
    position.hands = hands;
    position.trump = seen.trump;
    position.leader = seen.leader;
    position.played = seen.played;
    for (std::size_t i = 0; i < position.trick.size(); ++i) position.trick[i] = seen.trick[i];
    return position;
}

/// Values the cards with all hands open: what makes a Monte Carlo search PIMC.
class DoubleDummyEvaluation final : public Evaluation<Cardplay> {
  public:
    explicit DoubleDummyEvaluation(std::size_t memory) : memory_(memory), solver_({}, memory) {}

    bool evaluate(const CardView& view, const Hands& world, std::uint64_t,
                  std::span<const Move> moves, std::span<Value> values, Work& work,
                  Cost&) override {
        // Other hands, other positions: what was learnt in the last world is of no use.
        solver_.forget();
        solvers::Limits limits;
        limits.seconds = work.seconds_left();
        limits.watch = [&work] {
            if (work.look()) throw solvers::LimitReached{};
        };
        const auto solution =
            solver_.solve(position_of(view.seen, world), {solvers::bridge::Moves::all}, limits);
        work.spend(solution.nodes);
        if (!solution.complete) {
            work.break_off();
            return false;
        }
        const auto side = static_cast<std::size_t>(view.seen.declarer & 1);
        const int left = view.seen.sizes[static_cast<std::size_t>(view.to_move())];
        for (const auto& move : solution.moves) {
            const int own = move.value.lower;
            const Value value = Cardplay::value_of(
                view, view.seen.tricks[side] + (view.declares() ? own : left - own));
            for (std::size_t i = 0; i < moves.size(); ++i) {
                if (moves[i] == move.card) values[i] = value;
            }
        }
        return true;
    }
    std::unique_ptr<Evaluation<Cardplay>> clone() const override {
        return std::make_unique<DoubleDummyEvaluation>(memory_);
    }
    void forget() override { solver_.forget(); }

  private:
    std::size_t memory_;
    solvers::bridge::Solver solver_;
};

}  // namespace kiebitz::players::bridge
