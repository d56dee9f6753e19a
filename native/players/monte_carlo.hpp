// The Monte Carlo search: belief + evaluation + decision, for any game with hidden cards.
//
// Worlds are drawn by a belief, every move is valued in each of them, and the values are added up.
// With an open-hand solver as evaluation this is PIMC, with playouts IIMC, and with playouts by
// PIMC RecPIMC (thesis §9.3, §9.4). It is the only place where that is done: players, hints,
// reviews and playouts within playouts all ask it.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "cards/parallel.hpp"
#include "players/belief.hpp"
#include "players/evaluation.hpp"
#include "players/tally.hpp"
#include "players/work.hpp"

namespace kiebitz::players {

struct MonteCarloOptions {
    Rule rule = Rule::kAverage;
    int worlds = 160;       // drawn at a time
    int candidates = 5000;  // that the belief chooses them from
    int threads = 1;
    double margin = 0;          // standard deviations behind at which a move is dropped; 0: never
    bool remember = false;      // keep every world with the values in it
    bool distinct = false;      // no world twice in a round
    bool value_forced = false;  // also where there is nothing to choose
};

/// How far a search goes on before it is asked again; nothing is no bound.
struct MoreWork {
    std::optional<std::uint64_t> worlds = {};  // as drawn: one drawn twice counts twice
    std::optional<std::uint64_t> nodes = {};
    std::optional<double> seconds = {};
    std::function<bool()> interrupted = {};
};

/// Can be asked to go on again and again. Worlds count strictly in the order in which they were
/// drawn, each valued by a seed of its own, so that a number of worlds or nodes gives the same
/// answer on any number of threads. With a bound on nodes every world is valued without what was
/// learnt in the others, and the world with which the sum reaches the bound is the last.
template <HiddenCards G>
class MonteCarloSearch {
  public:
    using View = typename G::View;
    using World = typename G::World;
    using Options = MonteCarloOptions;

    MonteCarloSearch(std::shared_ptr<const Belief<G>> belief,
                     std::unique_ptr<Evaluation<G>> evaluation, const Options& options)
        : belief_(std::move(belief)), options_(options), tally_(options.rule, 0, options.margin) {
        evaluations_.push_back(std::move(evaluation));
        if (evaluations_[0]->wants_one_thread()) options_.threads = 1;
    }

    MonteCarloSearch(const MonteCarloSearch&) = delete;
    MonteCarloSearch& operator=(const MonteCarloSearch&) = delete;

    /// A new question.
    void start(const View& view, std::uint64_t seed) {
        view_ = view;
        seed_ = seed;
        G::legal_moves(view_, moves_);
        tally_.start(moves_.size());
        drawn_.clear();
        next_ = 0;
        rounds_ = seen_ = draws_ = nodes_ = 0;
        depths_ = seconds_ = 0;
        is_finished_ = moves_.size() == 1 && !options_.value_forced;
        is_exhaustive_ = false;
        remembered_.clear();
        remembered_values_.clear();
    }

    /// Thinks on; false when there is nothing more to think about.
    bool run(const MoreWork& more) {
        const auto begin = Work::Clock::now();
        const auto deadline =
            more.seconds ? Work::after(*more.seconds) : Work::Clock::time_point::max();
        const int threads = options_.threads;
        while (static_cast<int>(evaluations_.size()) < threads) {
            evaluations_.push_back(evaluations_[0]->clone());
        }
        std::atomic<bool> stop{false};
        std::vector<Work> works(static_cast<std::size_t>(threads), Work(deadline, &stop));
        works[0] = Work(deadline, &stop, more.interrupted);
        advance(works, more, stop);
        seconds_ += std::chrono::duration<double>(Work::Clock::now() - begin).count();
        return !is_finished_;
    }

    /// From now on only these moves, named by their places in ascending order, are valued: those
    /// that the asker has not made up its mind about.
    void keep(std::span<const std::size_t> places) { tally_.keep(places); }
    bool drops() const { return tally_.may_drop(); }

    /// One round of worlds within the work of somebody else, on the thread that asks.
    void run_within(Work& work) {
        if (is_finished_ || !draw_round()) return;
        std::atomic<bool> stop{false};
        advance(std::span(&work, 1), MoreWork{}, stop, true);
    }

    /// The move that `run_within` would find with an evaluation that tells only who wins, with as
    /// few questions as that needs: always about the move that may still come out best. A move that
    /// wins everywhere is asked about once a world, and the others not at all.
    Move most_wins(Work& work);
    bool may_ask_for_wins() const {
        return options_.rule == Rule::kAverage && evaluations_[0]->tells_only_wins(view_);
    }

    /// The move of good manners, if not one world could be valued.
    Move best() const {
        if (moves_.size() == 1) return moves_[0];
        return tally_.worlds() == 0 ? G::manners(view_) : moves_[tally_.best()];
    }
    const typename G::Moves& moves() const { return moves_; }
    Value value(std::size_t move) const { return tally_.value(move); }
    /// None when every possible world was valued.
    Value error(std::size_t move) const { return is_exhaustive_ ? Value{} : tally_.error(move); }
    double merit(std::size_t move) const { return G::merit(tally_.value(move)); }
    double merit_error(std::size_t move) const {
        return is_exhaustive_ ? 0 : tally_.merit_error(move);
    }
    std::span<const std::size_t> running() const { return tally_.running(); }
    std::size_t worlds() const { return tally_.worlds(); }
    std::uint64_t draws() const { return draws_; }  // a world that was drawn twice counts twice
    std::uint64_t nodes() const { return nodes_; }
    double seconds() const { return seconds_; }
    double mean_depth() const {
        return tally_.worlds() > 0 ? depths_ / static_cast<double>(tally_.worlds()) : 0;
    }
    bool is_finished() const { return is_finished_; }
    const View& view() const { return view_; }

    struct Lead {
        double points, error;  // the mean, and its standard error
        double wins;           // how much more often it wins
        double spread;         // the standard deviation of the points from world to world
    };
    /// How far a move is ahead of each other one: the mean over the remembered worlds in which both
    /// were valued. Both are valued in the same worlds, so that luck which they share drops out. A
    /// few worlds that all say the same prove little: one more that says something else by `doubt`
    /// points is always reckoned with. No error if all are known.
    std::vector<Lead> leads_of(std::size_t best, double doubt) const {
        std::vector<Lead> list;
        const std::size_t moves = moves_.size();
        for (std::size_t move = 0; move < moves; ++move) {
            double sum = 0, wins = 0, weights = 0, squared_weights = 0, squares = 0;
            for (std::size_t i = 0; i < remembered_.size(); ++i) {
                const Value& mine = remembered_values_[i * moves + best];
                const Value& other = remembered_values_[i * moves + move];
                const double difference = mine.points - other.points;
                if (std::isnan(difference)) continue;
                const double weight = remembered_.weights[i];
                sum += weight * difference;
                squares += weight * difference * difference;
                wins += weight * (mine.win - other.win);
                weights += weight;
                squared_weights += weight * weight;
            }
            if (!(weights > 0)) {
                list.push_back({0, doubt, 0, doubt});
                continue;
            }
            const double mean = sum / weights;
            const double size = weights * weights / squared_weights;  // Kish
            const double variance = std::max(0.0, squares / weights - mean * mean);
            const bool is_exact = is_exhaustive_ || move == best;
            const double error = is_exact ? 0 : std::sqrt((variance + doubt * doubt / size) / size);
            list.push_back({mean, error, wins / weights, std::sqrt(variance)});
        }
        return list;
    }
    bool is_exhaustive() const { return is_exhaustive_; }

    /// The worlds that count, if they are remembered, and what each move is worth in them: not a
    /// number for a move that had been dropped.
    const DrawnWorlds<G>& remembered() const { return remembered_; }
    std::span<const Value> remembered_values() const { return remembered_values_; }

  private:
    // Moves are dropped after every so many worlds, on any number of threads.
    static constexpr std::size_t kRaceStep = 16;

    /// False when there is no world left.
    bool draw_round() {
        if (drawn_.are_all) return false;
        draw_worlds(*belief_, view_, options_.worlds, options_.candidates,
                    derive_seed(seed_, 0, rounds_++), drawn_, options_.distinct);
        next_ = 0;
        return drawn_.size() > 0;
    }

    void advance(std::span<Work> works, const MoreWork& more, std::atomic<bool>& stop,
                 bool one_round = false) {
        const std::uint64_t wanted = more.worlds.value_or(kCountless);
        std::uint64_t draws = 0, nodes = 0;
        while (!is_finished_ && !works[0].is_over()) {
            if (next_ == drawn_.size()) {
                is_exhaustive_ = drawn_.are_all;
                if (one_round || (draws >= wanted && !is_exhaustive_)) return;
                if (!draw_round()) {
                    is_finished_ = true;
                    return;
                }
            }
            // 1. As many worlds as may be valued without asking whether to go on.
            std::size_t end = next_;
            const std::size_t most =
                tally_.may_drop() ? next_ + kRaceStep - seen_ % kRaceStep : drawn_.size();
            while (end < std::min(most, drawn_.size()) && draws < wanted) {
                draws += static_cast<std::uint64_t>(drawn_.draws(end++));
            }
            if (end == next_) return;
            // 2. Value them; 3. add up those that count.
            const std::size_t first = next_;
            value_worlds(first, end, works, more.nodes ? *more.nodes - nodes : 0, stop);
            for (std::size_t i = first; i < next_; ++i) nodes += count_world(i, i - first);
            if (next_ < end || (more.nodes && nodes >= *more.nodes)) return;
            // 4. Leave behind what is behind.
            if (tally_.may_drop() && seen_ % kRaceStep == 0) {
                tally_.drop_behind();
                is_finished_ = tally_.running().size() == 1;
            }
        }
    }

    /// Values worlds until the end, the bound on nodes or that of the works, and moves `next_`
    /// behind the last one that counts.
    void value_worlds(std::size_t first, std::size_t end, std::span<Work> works,
                      std::uint64_t most_nodes, std::atomic<bool>& stop) {
        asked_.clear();
        for (std::size_t place : tally_.running()) asked_.push_back(moves_[place]);
        values_.resize((end - first) * asked_.size());
        costs_.assign(end - first, {});
        seeds_.resize(end - first);
        for (std::size_t i = first; i < end; ++i) {
            seeds_[i - first] = derive_seed(seed_, 1, seen_ + (i - first));
        }
        done_.assign(end - first, 0);
        std::uint64_t spent = 0;
        const auto finish = [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) done_[i - first] = 1;
            while (next_ < end && done_[next_ - first] && !(most_nodes && spent >= most_nodes)) {
                spent += costs_[next_++ - first].nodes;
            }
            return most_nodes != 0 && spent >= most_nodes;
        };
        const std::size_t pass = most_nodes != 0 ? 1 : evaluations_[0]->pass();
        const auto value = [&](std::size_t from, std::size_t to, Evaluation<G>& evaluation,
                               Work& work) {
            work.share(static_cast<double>(works.size()) / static_cast<double>(end - from));
            if (most_nodes != 0) evaluation.forget();
            const std::size_t at = from - first, n = to - from, moves = asked_.size();
            evaluation.evaluate_many(view_,
                                     std::span(std::as_const(drawn_.worlds)).subspan(from, n),
                                     std::span(std::as_const(drawn_.weights)).subspan(from, n),
                                     std::span(std::as_const(seeds_)).subspan(at, n), asked_,
                                     std::span(values_).subspan(at * moves, n * moves), work,
                                     std::span(costs_).subspan(at, n));
            return !work.is_over();
        };
        if (works.size() == 1 || end - first <= pass) {
            for (std::size_t i = first; i < end; i += pass) {
                const std::size_t to = std::min(i + pass, end);
                if (works[0].look() || !value(i, to, *evaluations_[0], works[0])) return;
                if (finish(i, to)) return;
            }
            return;
        }
        std::mutex lock;
        const std::size_t passes = (end - first + pass - 1) / pass;
        for_each_index(passes, works.size(), stop, [&](std::size_t index, std::size_t worker) {
            const std::size_t from = first + index * pass, to = std::min(from + pass, end);
            if (works[worker].look()) return;
            if (!value(from, to, *evaluations_[worker], works[worker])) return;
            const std::lock_guard guard(lock);
            if (finish(from, to)) stop = true;
        });
    }

    /// Adds up a world; returns what it cost.
    std::uint64_t count_world(std::size_t world, std::size_t row) {
        ++seen_;
        draws_ += static_cast<std::uint64_t>(drawn_.draws(world));
        const Cost& cost = costs_[row];
        nodes_ += cost.nodes;
        if (!cost.is_valued) return cost.nodes;
        const auto values = std::span(values_).subspan(row * asked_.size(), asked_.size());
        if (options_.remember) remember(world, values);
        tally_.add(values, drawn_.weights[world]);
        depths_ += cost.depth;
        return cost.nodes;
    }

    void remember(std::size_t world, std::span<const Value> values) {
        constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
        remembered_.worlds.push_back(drawn_.worlds[world]);
        remembered_.weights.push_back(drawn_.weights[world]);
        const std::size_t at = remembered_values_.size();
        remembered_values_.resize(at + moves_.size(), {kNone, kNone});
        for (std::size_t i = 0; i < values.size(); ++i) {
            remembered_values_[at + tally_.running()[i]] = values[i];
        }
    }

    std::shared_ptr<const Belief<G>> belief_;
    std::vector<std::unique_ptr<Evaluation<G>>> evaluations_;  // one a thread
    Options options_;
    Tally<G> tally_;
    View view_{};
    std::uint64_t seed_ = 0;
    typename G::Moves moves_;
    DrawnWorlds<G> drawn_;  // the present round
    std::size_t next_ = 0;  // the first of them that does not count yet
    std::uint64_t rounds_ = 0, seen_ = 0, draws_ = 0, nodes_ = 0;
    double depths_ = 0, seconds_ = 0;
    bool is_finished_ = false, is_exhaustive_ = false;
    // Of the worlds under way.
    std::vector<Move> asked_;
    std::vector<Value> values_;
    std::vector<Cost> costs_;
    std::vector<std::uint64_t> seeds_;
    std::vector<char> done_;
    DrawnWorlds<G> remembered_;
    std::vector<Value> remembered_values_;
};

template <HiddenCards G>
Move MonteCarloSearch<G>::most_wins(Work& work) {
    struct Candidate {
        Move move = 0;
        double won = 0, open = 0;  // weights of worlds
        std::size_t asked = 0;
        double ahead = 0;
        double bound(double total) const { return (won + open) / total + ahead; }
    };
    if (is_finished_ || !draw_round()) return moves_[0];
    double total = 0;
    for (double weight : drawn_.weights) total += weight;
    if (total <= 0) return moves_[0];
    evaluations_[0]->start_asking();
    const Move preferred = G::manners(view_);
    std::array<Candidate, 64> candidates;
    std::size_t n = 0;
    for (Move move : moves_) {
        // Of moves that are alike one is asked about: the preferred one, else the first.
        std::size_t same = 0;
        while (same < n && !G::are_alike(view_, candidates[same].move, move)) ++same;
        const bool is_preferred = move == preferred;
        if (same < n && !is_preferred) continue;
        candidates[same] = {move, 0, total, 0, is_preferred ? G::merit({0, 1}) : 0};
        if (same == n) ++n;
    }
    enum class Chance : std::uint8_t { unknown, lost_once, open, none };
    std::vector<Chance> chances(drawn_.size(), Chance::unknown);
    for (;;) {
        std::size_t best = 0;
        for (std::size_t i = 1; i < n; ++i) {
            if (candidates[i].bound(total) > candidates[best].bound(total) + 1e-12) best = i;
        }
        Candidate& candidate = candidates[best];
        if (n == 1 || candidate.asked == drawn_.size() || work.is_over()) return candidate.move;
        const std::size_t i = candidate.asked++;
        const double weight = drawn_.weights[i];
        // Where another move has lost, perhaps all of them do: one question instead of many.
        if (chances[i] == Chance::lost_once) {
            const bool may_win = evaluations_[0]->may_win(view_, drawn_.worlds[i], work);
            chances[i] = may_win ? Chance::open : Chance::none;
        }
        if (chances[i] != Chance::none) {
            if (evaluations_[0]->wins(view_, drawn_.worlds[i], candidate.move, work)) {
                candidate.won += weight;
            } else if (chances[i] == Chance::unknown) {
                chances[i] = Chance::lost_once;
            }
        }
        candidate.open -= weight;
        if (candidate.asked == drawn_.size()) candidate.open = 0;
    }
}

/// A player that thinks of one round of worlds, as those within playouts do.
template <HiddenCards G>
class MonteCarloPlayer final : public Player<G> {
  public:
    MonteCarloPlayer(std::shared_ptr<const Belief<G>> belief,
                     std::unique_ptr<Evaluation<G>> evaluation, MonteCarloOptions options)
        : belief_(std::move(belief)),
          evaluation_(evaluation.get()),
          options_(options),
          search_(belief_, std::move(evaluation), options_) {}

    Move choose(const typename G::View& view, std::uint64_t seed, Work& work) override {
        search_.start(view, seed);
        if (search_.is_finished() || work.look()) return search_.moves()[0];
        if (search_.may_ask_for_wins()) {
            return evaluation_->is_settled(view) ? G::manners(view) : search_.most_wins(work);
        }
        search_.run_within(work);
        return search_.best();
    }
    std::unique_ptr<Player<G>> clone() const override {
        return std::make_unique<MonteCarloPlayer>(belief_, evaluation_->clone(), options_);
    }
    void forget() override { evaluation_->forget(); }
    bool wants_one_thread() const override {
        return belief_->wants_one_thread() || evaluation_->wants_one_thread();
    }

  private:
    std::shared_ptr<const Belief<G>> belief_;
    Evaluation<G>* evaluation_;  // the search's
    MonteCarloOptions options_;
    MonteCarloSearch<G> search_;
};

}  // namespace kiebitz::players
