// What each move is worth in one world: the evaluation, one of the three choices a player is made
// of.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "players/player.hpp"

namespace kiebitz::players {

/// What one world has cost, and whether it could be valued.
struct Cost {
    std::uint64_t nodes = 0;
    double depth = 0;  // to which it was searched, if that is not to the end
    bool is_valued = false;
};

/// Values moves of a view in worlds.
template <class G>
class Evaluation {
  public:
    using View = typename G::View;
    using World = typename G::World;

    virtual ~Evaluation() = default;

    /// The values of `moves`, some or all of the legal ones. What a move is worth does not depend
    /// on which others are asked about. What it costs is spent on `work`; when that is over, the
    /// values mean nothing. False if the world cannot be valued and does not count.
    virtual bool evaluate(const View& view, const World& world, std::uint64_t seed,
                          std::span<const Move> moves, std::span<Value> values, Work& work,
                          Cost& cost) = 0;

    /// The same for many worlds in one pass, in their order; world i has the seed of its index. How
    /// much each counts matters only to those who look at them together.
    virtual void evaluate_many(const View& view, std::span<const World> worlds,
                               std::span<const double> /*weights*/,
                               std::span<const std::uint64_t> seeds, std::span<const Move> moves,
                               std::span<Value> values, Work& work, std::span<Cost> costs) {
        for (std::size_t i = 0; i < worlds.size(); ++i) {
            const std::uint64_t before = work.nodes();
            costs[i].is_valued =
                evaluate(view, worlds[i], seeds[i], moves,
                         values.subspan(i * moves.size(), moves.size()), work, costs[i]);
            costs[i].nodes = work.nodes() - before;
            if (work.is_over()) return;
        }
    }
    /// How many worlds it likes to have at once.
    virtual std::size_t pass() const { return 1; }

    virtual std::unique_ptr<Evaluation> clone() const = 0;
    /// Forgets what it learnt, so that the next world costs what it costs alone.
    virtual void forget() {}
    virtual bool wants_one_thread() const { return false; }

    /// Whether `evaluate` tells nothing but who wins, with the move of good manners ahead among
    /// equals by a point; then moves can be asked about one by one, and a player need not ask about
    /// all (see `MonteCarloPlayer`).
    virtual bool tells_only_wins(const View&) const { return false; }
    /// Whether every move brings the same in every world, as far as that can be seen at a glance.
    /// Only if it tells only wins.
    virtual bool is_settled(const View&) const { return false; }
    /// Before the first of the two following questions in a decision: what was learnt in others may
    /// not change their answers.
    virtual void start_asking() {}
    /// Whether the move wins the game for its player's party. Only if that is all it tells.
    virtual bool wins(const View&, const World&, Move, Work&) { return false; }
    /// Whether any move does, as far as that is cheaper to say than for each of them.
    virtual bool may_win(const View&, const World&, Work&) { return true; }
};

/// Plays every move and lets another player finish the game for all seats: IIMC (thesis §9.4).
template <class G>
class PlayoutEvaluation : public Evaluation<G> {
  public:
    explicit PlayoutEvaluation(std::unique_ptr<Player<G>> player) : player_(std::move(player)) {}

    bool evaluate(const typename G::View& view, const typename G::World& world, std::uint64_t seed,
                  std::span<const Move> moves, std::span<Value> values, Work& work,
                  Cost&) override {
        for (std::size_t i = 0; i < moves.size(); ++i) {
            std::size_t same = 0;
            while (same < i && !G::are_alike(view, moves[same], moves[i])) ++same;
            if (same < i) {
                values[i] = values[same];
                continue;
            }
            typename G::Simulation simulation(view, world);
            simulation.play(moves[i]);
            work.spend();
            // All moves meet the same luck.
            values[i] = play_on(view, simulation, seed, work);
            if (work.is_over()) return false;
        }
        return true;
    }
    std::unique_ptr<Evaluation<G>> clone() const override {
        return std::make_unique<PlayoutEvaluation>(player_->clone());
    }
    void forget() override { player_->forget(); }
    bool wants_one_thread() const override { return player_->wants_one_thread(); }

  protected:
    /// What the move just played is worth to the seat of the view.
    virtual Value play_on(const typename G::View& view, typename G::Simulation& simulation,
                          std::uint64_t seed, Work& work) {
        play_out<G>(simulation, *player_, seed, work);
        return work.is_over() ? Value{} : G::value(simulation, view);
    }
    Player<G>& player() const { return *player_; }

  private:
    std::unique_ptr<Player<G>> player_;
};

/// Between two evaluations: `share` of the second, the rest of the first. Playouts tell what
/// players who see only their own cards make of a position, but they are noisy, and their players
/// are weaker than those at the table; the open-hand solver errs the other way.
template <class G>
class BlendedEvaluation final : public Evaluation<G> {
  public:
    BlendedEvaluation(std::unique_ptr<Evaluation<G>> first, std::unique_ptr<Evaluation<G>> second,
                      double share)
        : first_(std::move(first)), second_(std::move(second)), share_(share) {}

    bool evaluate(const typename G::View& view, const typename G::World& world, std::uint64_t seed,
                  std::span<const Move> moves, std::span<Value> values, Work& work,
                  Cost& cost) override {
        others_.resize(values.size());
        if (!first_->evaluate(view, world, seed, moves, values, work, cost)) return false;
        if (!second_->evaluate(view, world, seed, moves, others_, work, cost)) return false;
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i].win += share_ * (others_[i].win - values[i].win);
            values[i].points += share_ * (others_[i].points - values[i].points);
        }
        return true;
    }
    std::unique_ptr<Evaluation<G>> clone() const override {
        return std::make_unique<BlendedEvaluation>(first_->clone(), second_->clone(), share_);
    }
    void forget() override {
        first_->forget();
        second_->forget();
    }
    bool wants_one_thread() const override {
        return first_->wants_one_thread() || second_->wants_one_thread();
    }

  private:
    std::unique_ptr<Evaluation<G>> first_, second_;
    double share_;
    std::vector<Value> others_;
};

}  // namespace kiebitz::players
