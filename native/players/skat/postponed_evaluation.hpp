// Postponed perfect information: EPIMC and αμ (Cazenave and Ventos 2019; Arjonilla, Saffidine and
// Cazenave 2024).
//
// PIMC lets its own seat know all cards from the second card on, and so believes that it will
// always guess right. Here the seat's next cards, too, must be the same in all worlds that it
// cannot tell apart; only then all cards lie open. The others see all cards all the time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "players/skat/cardplay.hpp"

namespace kiebitz::players::skat {

struct PostponeOptions {
    int moves = 2;   // of the seat's own that see only what it sees; with 1 this is PIMC
    int front = 1;   // plans kept at a node: 1 is EPIMC, more is αμ
    int group = 40;  // worlds that are told apart by one plan
};

/// Values the worlds of a group together: what a card is worth in each, with the plan behind it
/// that is best on average.
class PostponedEvaluation final : public Evaluation {
  public:
    PostponedEvaluation(std::unique_ptr<Evaluation> open, const PostponeOptions& options)
        : open_(std::move(open)), options_(options) {}

    bool evaluate(const CardView& view, const World& world, std::uint64_t seed,
                  std::span<const Move> moves, std::span<Value> values, Work& work,
                  Cost& cost) override {
        // With one world there is nothing to be told apart.
        return open_->evaluate(view, world, seed, moves, values, work, cost);
    }

    void evaluate_many(const CardView& view, std::span<const World> worlds,
                       std::span<const double> weights, std::span<const std::uint64_t> seeds,
                       std::span<const Move> moves, std::span<Value> values, Work& work,
                       std::span<Cost> costs) override {
        // 1. With open cards: no plan does better in any world.
        Evaluation::evaluate_many(view, worlds, weights, seeds, moves, values, work, costs);
        if (options_.moves < 2 || worlds.size() < 2 || work.is_over()) return;
        me_ = view.seat();
        weights_ = weights;
        const std::uint64_t before = work.nodes();
        for (std::size_t m = 0; m < moves.size() && !work.is_over(); ++m) {
            std::size_t same = 0;
            while (same < m && !Cardplay::are_alike(view, moves[same], moves[m])) ++same;
            if (same < m) {
                for (std::size_t i = 0; i < worlds.size(); ++i) {
                    values[i * moves.size() + m] = values[i * moves.size() + same];
                }
                continue;
            }
            // 2. Worlds that are lost with open cards stay lost.
            std::vector<Branch> branches;
            for (std::size_t i = 0; i < worlds.size(); ++i) {
                if (!costs[i].is_valued || values[i * moves.size() + m].win <= 0) continue;
                branches.push_back({Simulation(view, worlds[i]), i});
                branches.back().play.play(moves[m]);
            }
            if (branches.size() < 2) continue;
            // 3. The best plan for the others.
            const Front front = plans(branches, options_.moves - 1, work);
            if (work.is_over()) return;
            const Plan& best = front.front();
            for (const Branch& branch : branches) {
                values[branch.world * moves.size() + m] = best[branch.world];
            }
        }
        costs[0].nodes += work.nodes() - before;
    }
    std::size_t pass() const override { return static_cast<std::size_t>(options_.group); }

    std::unique_ptr<Evaluation> clone() const override {
        return std::make_unique<PostponedEvaluation>(open_->clone(), options_);
    }
    void forget() override { open_->forget(); }
    bool wants_one_thread() const override { return open_->wants_one_thread(); }

  private:
    /// The play in one world; all of a node look the same to the seat.
    struct Branch {
        Simulation play;
        std::size_t world;
    };
    /// What is reached in each world, to the seat's party; nothing in worlds of other nodes.
    using Plan = std::vector<Value>;
    /// Plans of which none is as good as another everywhere, the best on average first.
    using Front = std::vector<Plan>;

    Front plans(const std::vector<Branch>& branches, int left, Work& work) {
        Plan none(weights_.size());
        if (work.is_over()) return {none};
        const Simulation& any = branches.front().play;
        if (any.is_over()) {
            for (const Branch& branch : branches) {
                none[branch.world] = for_party(declarer_value(branch.play), declares(any));
            }
            return {none};
        }
        if (any.to_move() == me_) return own_plans(branches, left, work);

        // Everybody else plays the best card in each world, knowing the plan.
        const bool is_friend = (any.to_move() == any.position().tricks().declarer) == declares(any);
        Cards legal = 0;
        for (const Branch& branch : branches) legal |= branch.play.position().legal();
        Front front;
        std::vector<char> seen(weights_.size(), 0);
        for (Card card : each_card(legal)) {
            const std::vector<Branch> after = play(branches, card);
            Front answers = plans(after, left, work);
            if (front.empty()) {
                front = std::move(answers);
            } else {
                Front combined;
                for (const Plan& one : front) {
                    for (const Plan& other : answers) {
                        combined.push_back(one);
                        for (const Branch& branch : after) {
                            Value& value = combined.back()[branch.world];
                            const Value& now = other[branch.world];
                            const bool is_more = Cardplay::merit(now) > Cardplay::merit(value);
                            if (!seen[branch.world] || is_more == is_friend) value = now;
                        }
                    }
                }
                front = std::move(combined);
            }
            for (const Branch& branch : after) seen[branch.world] = 1;
            keep_best(front, branches);
        }
        return front;
    }

    Front own_plans(const std::vector<Branch>& branches, int left, Work& work) {
        const CardView view = branches.front().play.view(me_);
        std::vector<Move> moves;
        for (Card card : each_card(view.legal())) {
            const bool is_new = std::none_of(moves.begin(), moves.end(), [&](Move other) {
                return Cardplay::are_alike(view, other, card);
            });
            if (is_new) moves.push_back(card);
        }
        Front front;
        if (left <= 1) {
            front.assign(moves.size(), Plan(weights_.size()));
            std::vector<Value> row(moves.size());
            for (const Branch& branch : branches) {
                const CardPlay& position = branch.play.position();
                Cost cost;
                open_->evaluate(branch.play.view(me_), {position.hands(), position.skat()}, 0,
                                moves, row, work, cost);
                if (work.is_over()) break;
                for (std::size_t m = 0; m < moves.size(); ++m) front[m][branch.world] = row[m];
            }
        } else {
            // A card that must be played is no choice.
            const int rest = moves.size() == 1 ? left : left - 1;
            for (Move move : moves) {
                Front after = plans(play(branches, static_cast<Card>(move)), rest, work);
                std::move(after.begin(), after.end(), std::back_inserter(front));
            }
        }
        keep_best(front, branches);
        return front;
    }

    bool declares(const Simulation& play) const { return me_ == play.position().tricks().declarer; }

    static std::vector<Branch> play(const std::vector<Branch>& branches, Card card) {
        std::vector<Branch> after;
        for (const Branch& branch : branches) {
            if (!contains(branch.play.position().legal(), card)) continue;
            after.push_back(branch);
            after.back().play.play(card);
        }
        return after;
    }

    /// Leaves out plans that another one equals or beats in every world of the node, and all but
    /// the best.
    void keep_best(Front& front, const std::vector<Branch>& branches) const {
        std::vector<std::pair<double, std::size_t>> order;
        for (std::size_t i = 0; i < front.size(); ++i) {
            double sum = 0;
            for (const Branch& branch : branches) {
                sum += weights_[branch.world] * Cardplay::merit(front[i][branch.world]);
            }
            order.emplace_back(-sum, i);
        }
        std::sort(order.begin(), order.end());
        Front kept;
        for (const auto& place : order) {
            const auto i = place.second;
            if (kept.size() == static_cast<std::size_t>(options_.front)) break;
            const bool is_behind = std::any_of(kept.begin(), kept.end(), [&](const Plan& better) {
                return std::all_of(branches.begin(), branches.end(), [&](const Branch& branch) {
                    return Cardplay::merit(better[branch.world]) >=
                           Cardplay::merit(front[i][branch.world]);
                });
            });
            if (!is_behind) kept.push_back(std::move(front[i]));
        }
        front = std::move(kept);
    }

    std::unique_ptr<Evaluation> open_;
    PostponeOptions options_;
    int me_ = 0;
    std::span<const double> weights_;
};

}  // namespace kiebitz::players::skat
