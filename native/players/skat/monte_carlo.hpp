// Belief + evaluation + decision: the Monte Carlo players of the papers. With the open-hand solver
// as evaluation this is PIMC, with playouts IIMC, and with playouts by PIMC RecPIMC (thesis §9.3,
// §9.4).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "players/skat/belief.hpp"
#include "players/skat/evaluation.hpp"

namespace kiebitz::players::skat {

/// How the worlds are added up.
enum class Rule : std::uint8_t {
    kAverage,  // expected wins, points as the tie-breaker
    kVote,     // every world votes for its best card
    kWorst,    // the worst world decides
};

/// How much a hundred card points weigh against a won game. Small enough that a few worlds won
/// always count more, large enough that cards of equal wins are told apart and that a noisy win
/// count of a few worlds is steadied.
inline constexpr double kPointsWeight = 0.1;

inline double merit(const Value& value) {
    return value.win + kPointsWeight * value.points / 100;
}

/// Adds up a table of worlds times cards, row by row. Cards that are clearly behind may be left
/// behind, so that the worlds to come are spent on those that may be best (thesis §9.3 calls it
/// wasteful to go on with the others).
class Tally {
  public:
    /// With a `margin`, `drop_behind` drops cards, else it does nothing. Only for averages.
    Tally(Rule rule, std::size_t cards, double margin = 0)
        : rule_(rule), margin_(rule == Rule::kAverage ? margin : 0), sums_(cards), totals_(cards) {
        if (rule == Rule::kWorst) {
            for (auto& sum : sums_) sum = {1, kTotalPoints};
        }
        for (std::size_t card = 0; card < cards; ++card) running_.push_back(card);
    }

    /// Values of the cards still in the running, in their order.
    void add(std::span<const Value> row, double weight) {
        for (std::size_t card : running_) totals_[card] += weight;
        switch (rule_) {
            case Rule::kAverage:
                for (std::size_t i = 0; i < row.size(); ++i) {
                    sums_[running_[i]].win += weight * row[i].win;
                    sums_[running_[i]].points += weight * row[i].points;
                }
                if (margin_ > 0) {
                    for (const Value& value : row) merits_.push_back(weight * merit(value));
                    weights_.push_back(weight);
                }
                return;
            case Rule::kVote: {
                double best = -1;
                for (const Value& value : row) best = std::max(best, merit(value));
                std::size_t ties = 0;
                for (const Value& value : row) ties += merit(value) == best;
                for (std::size_t i = 0; i < sums_.size(); ++i) {
                    if (merit(row[i]) == best) sums_[i].win += weight / static_cast<double>(ties);
                    sums_[i].points += weight * row[i].points;
                }
                return;
            }
            case Rule::kWorst:
                for (std::size_t i = 0; i < sums_.size(); ++i) {
                    sums_[i].win = std::min(sums_[i].win, row[i].win);
                    sums_[i].points = std::min(sums_[i].points, row[i].points);
                }
                return;
        }
    }

    /// The places of the cards in the running, ascending.
    const std::vector<std::size_t>& running() const { return running_; }

    /// Leaves out every card that is behind the best one by more than `margin` standard deviations
    /// of the sum of their differences, world by world. One more world that differs is always
    /// reckoned with: a few worlds without a difference in wins prove little.
    void drop_behind() {
        if (margin_ <= 0 || weights_.empty()) return;
        const std::size_t n = running_.size();
        const std::size_t leader = static_cast<std::size_t>(
            std::find(running_.begin(), running_.end(), best()) - running_.begin());
        double unit = 0;
        for (double weight : weights_) unit += weight * weight;
        unit /= static_cast<double>(weights_.size());
        std::vector<char> stays(n, 1);
        for (std::size_t i = 0; i < n; ++i) {
            double ahead = 0, squares = unit;
            for (std::size_t row = 0; row < merits_.size(); row += n) {
                const double difference = merits_[row + leader] - merits_[row + i];
                ahead += difference;
                squares += difference * difference;
            }
            stays[i] = ahead <= margin_ * std::sqrt(squares);
        }
        std::vector<double> merits;
        for (std::size_t k = 0; k < merits_.size(); ++k) {
            if (stays[k % n]) merits.push_back(merits_[k]);
        }
        merits_ = std::move(merits);
        std::vector<std::size_t> running;
        for (std::size_t i = 0; i < n; ++i) {
            if (stays[i]) running.push_back(running_[i]);
        }
        running_ = std::move(running);
    }

    /// Of a card that was left behind: what it was worth until then.
    Value value(std::size_t card) const {
        if (rule_ == Rule::kWorst || totals_[card] <= 0) return sums_[card];
        return {sums_[card].win / totals_[card], sums_[card].points / totals_[card]};
    }
    /// The first of the best cards in the running.
    std::size_t best() const {
        std::size_t best = running_.front();
        for (std::size_t card : running_) {
            if (merit(value(card)) > merit(value(best)) + 1e-12) best = card;
        }
        return best;
    }
    std::size_t cards() const { return sums_.size(); }

  private:
    Rule rule_;
    double margin_;
    std::vector<Value> sums_;
    std::vector<double> totals_;  // weights of the worlds in which each card was valued
    std::vector<std::size_t> running_;
    std::vector<double> merits_, weights_;  // by world, times the weight; kept to drop cards
};

/// The card that a Tally by average would choose for an evaluation that tells only who wins, with
/// as few questions as that needs: always about the card that may still come out best. A card that
/// wins everywhere is asked about once a world, and the others not at all.
inline Card most_wins(Evaluation& evaluation, const CardView& view,
                      std::span<const WeightedWorld> worlds) {
    struct Candidate {
        Card card;
        double won = 0, open = 0;  // weights of worlds
        std::size_t asked = 0;
        double ahead = 0;
        double bound(double total) const { return (won + open) / total + ahead; }
    };
    double total = 0;
    for (const auto& one : worlds) total += one.weight;
    if (total <= 0) return lowest(view.legal());
    const Card preferred = evaluation.preferred(view);
    std::array<Candidate, kHandSize> candidates;
    std::size_t n = 0;
    for (Card card : each_card(view.legal())) {
        // Of cards that are alike one is asked about: the preferred one, else the first.
        std::size_t same = 0;
        while (same < n && !are_alike(view, candidates[same].card, card)) ++same;
        const bool is_preferred = card == preferred;
        if (same < n && !is_preferred) continue;
        candidates[same] = {card, 0, total, 0, is_preferred ? kPointsWeight / 100 : 0};
        if (same == n) ++n;
    }
    for (;;) {
        std::size_t best = 0;
        for (std::size_t i = 1; i < n; ++i) {
            if (candidates[i].bound(total) > candidates[best].bound(total) + 1e-12) best = i;
        }
        Candidate& candidate = candidates[best];
        if (n == 1 || candidate.asked == worlds.size()) return candidate.card;
        const WeightedWorld& next = worlds[candidate.asked++];
        if (evaluation.wins(view, next.world, candidate.card)) candidate.won += next.weight;
        candidate.open -= next.weight;
        if (candidate.asked == worlds.size()) candidate.open = 0;
    }
}

/// Beliefs are read only and shared; everything else is each player's own.
class MonteCarloPlayer final : public CardPlayer {
  public:
    MonteCarloPlayer(std::shared_ptr<const Belief> belief, std::unique_ptr<Evaluation> evaluation,
                     int worlds, int candidates, Rule rule = Rule::kAverage)
        : belief_(std::move(belief)),
          evaluation_(std::move(evaluation)),
          worlds_(worlds),
          candidates_(candidates),
          rule_(rule) {}

    Card choose(const CardView& view, std::uint64_t seed) override {
        const Cards legal = view.legal();
        if ((legal & (legal - 1)) == 0) return lowest(legal);
        const auto worlds = draw_worlds(*belief_, view, worlds_, candidates_, derive_seed(seed, 0));
        if (rule_ == Rule::kAverage && evaluation_->tells_only_wins(view)) {
            return most_wins(*evaluation_, view, worlds);
        }
        const auto cards = static_cast<std::size_t>(count(legal));
        Tally tally(rule_, cards);
        std::array<Value, kHandSize> row;
        for (std::size_t i = 0; i < worlds.size(); ++i) {
            evaluation_->evaluate(view, worlds[i].world, derive_seed(seed, 1, i), legal,
                                  std::span(row.data(), cards));
            tally.add(std::span(row.data(), cards), worlds[i].weight);
        }
        return nth_card(legal, static_cast<std::uint32_t>(tally.best()));
    }

    std::unique_ptr<CardPlayer> clone() const override {
        return std::make_unique<MonteCarloPlayer>(belief_, evaluation_->clone(), worlds_,
                                                  candidates_, rule_);
    }

  private:
    std::shared_ptr<const Belief> belief_;
    std::unique_ptr<Evaluation> evaluation_;
    int worlds_;
    int candidates_;
    Rule rule_;
};

/// Searches only when few cards are left: the thesis (§9.7) suggests recursion in the later tricks.
class HybridPlayer final : public CardPlayer {
  public:
    HybridPlayer(std::unique_ptr<CardPlayer> early, std::unique_ptr<CardPlayer> late,
                 int from_trick)
        : early_(std::move(early)), late_(std::move(late)), from_trick_(from_trick) {}

    Card choose(const CardView& view, std::uint64_t seed) override {
        const bool is_late = view.tricks.played_tricks() + 1 >= from_trick_;
        return (is_late ? late_ : early_)->choose(view, seed);
    }
    std::unique_ptr<CardPlayer> clone() const override {
        return std::make_unique<HybridPlayer>(early_->clone(), late_->clone(), from_trick_);
    }

  private:
    std::unique_ptr<CardPlayer> early_, late_;
    int from_trick_;
};

/// Values many worlds on several threads. Row i of the answer belongs to world i and depends on
/// nothing but that world and the seed, whatever the number of threads. Worlds not reached before
/// `stop` is set are left out: `done` tells which were valued.
struct ValueTable {
    std::size_t cards = 0;
    std::vector<Value> values;  // worlds times cards
    std::vector<char> done;
};
ValueTable evaluate_worlds(std::vector<std::unique_ptr<Evaluation>>& workers, const CardView& view,
                           Cards cards, std::span<const WeightedWorld> worlds,
                           std::uint64_t first_index, std::uint64_t seed, double seconds);

}  // namespace kiebitz::players::skat
