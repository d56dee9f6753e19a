// How worlds are added up.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "players/game.hpp"

namespace kiebitz::players {

enum class Rule : std::uint8_t {
    kAverage,  // the expected value
    kVote,     // every world votes for its best move
    kWorst,    // the worst world decides
};

/// Adds up a table of worlds times moves, row by row. Moves that are clearly behind may be left
/// behind, so that the worlds to come are spent on those that may be best (thesis §9.3 calls it
/// wasteful to go on with the others).
template <class G>
class Tally {
  public:
    /// With a `margin`, `drop_behind` drops moves, else it does nothing. Only for averages.
    explicit Tally(Rule rule = Rule::kAverage, std::size_t moves = 0, double margin = 0)
        : rule_(rule), margin_(rule == Rule::kAverage ? margin : 0) {
        start(moves);
    }

    /// All over again, with so many moves.
    void start(std::size_t moves) {
        Sums none;
        if (rule_ == Rule::kWorst) none.sum = {kMost, kMost};
        sums_.assign(moves, none);
        running_.clear();
        for (std::size_t move = 0; move < moves; ++move) running_.push_back(move);
        merits_.clear();
        weights_.clear();
        worlds_ = 0;
    }

    /// Values of the moves still in the running, in their order.
    void add(std::span<const Value> row, double weight) {
        ++worlds_;
        double best = -kMost;
        for (const Value& value : row) best = std::max(best, G::merit(value));
        std::size_t ties = 0;
        for (const Value& value : row) ties += G::merit(value) == best;
        for (std::size_t i = 0; i < row.size(); ++i) {
            Sums& sums = sums_[running_[i]];
            sums.total += weight;
            Value counted = row[i];
            if (rule_ == Rule::kVote) {
                const bool wins = G::merit(row[i]) == best;
                counted = G::voted(wins ? 1 / static_cast<double>(ties) : 0, row[i]);
            }
            if (rule_ == Rule::kWorst) {
                sums.sum.win = std::min(sums.sum.win, counted.win);
                sums.sum.points = std::min(sums.sum.points, counted.points);
            } else {
                sums.sum.win += weight * counted.win;
                sums.sum.points += weight * counted.points;
            }
            sums.add_squares(counted, weight);
        }
        if (margin_ > 0) {
            for (const Value& value : row) merits_.push_back(weight * G::merit(value));
            weights_.push_back(weight);
        }
    }

    /// The places of the moves in the running, ascending.
    const std::vector<std::size_t>& running() const { return running_; }
    bool may_drop() const { return margin_ > 0; }

    /// From now on only these moves, named by their places in ascending order, are in the running.
    void keep(std::span<const std::size_t> places) {
        assert(margin_ <= 0 && std::is_sorted(places.begin(), places.end()));
        running_.assign(places.begin(), places.end());
    }

    /// Leaves out every move that is behind the best one by more than `margin` standard deviations
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

    /// Of a move that was left behind: what it was worth until then.
    Value value(std::size_t move) const {
        const Sums& sums = sums_[move];
        if (sums.total <= 0) return {};
        if (rule_ == Rule::kWorst) return sums.sum;
        return {sums.sum.win / sums.total, sums.sum.points / sums.total};
    }
    /// The standard error of that value, from how much the worlds differ; without a bound after a
    /// single world, zero for the worst case, which is not a mean.
    Value error(std::size_t move) const {
        if (rule_ == Rule::kWorst) return {};
        if (worlds_ < 2) return {kMost, kMost};
        const Sums& sums = sums_[move];
        const Value mean = value(move);
        return {sums.error(0, mean.win), sums.error(1, mean.points)};
    }
    double merit_error(std::size_t move) const {
        if (rule_ == Rule::kWorst) return 0;
        return worlds_ < 2 ? kMost : sums_[move].error(2, G::merit(value(move)));
    }

    /// The first of the best moves in the running.
    std::size_t best() const {
        std::size_t best = running_.front();
        for (std::size_t move : running_) {
            if (G::merit(value(move)) > G::merit(value(best)) + 1e-12) best = move;
        }
        return best;
    }
    std::size_t moves() const { return sums_.size(); }
    std::size_t worlds() const { return worlds_; }

  private:
    static constexpr double kMost = std::numeric_limits<double>::infinity();

    struct Sums {
        Value sum;
        double total = 0;  // weights of the worlds in which the move was valued
        // Sums of squared weights, times nothing, the value, and its square.
        double weights = 0;
        std::array<double, 3> values{}, squares{};  // of wins, points and merits

        void add_squares(const Value& value, double weight) {
            const std::array<double, 3> each = {value.win, value.points, G::merit(value)};
            weights += weight * weight;
            for (std::size_t i = 0; i < each.size(); ++i) {
                values[i] += weight * weight * each[i];
                squares[i] += weight * weight * each[i] * each[i];
            }
        }
        double error(std::size_t which, double mean) const {
            const double spread = squares[which] - 2 * mean * values[which] + mean * mean * weights;
            return std::sqrt(std::max(0.0, spread)) / total;
        }
    };

    Rule rule_;
    double margin_;
    std::vector<Sums> sums_;
    std::vector<std::size_t> running_;
    std::vector<double> merits_, weights_;  // by world, times the weight; kept to drop moves
    std::size_t worlds_ = 0;
};

}  // namespace kiebitz::players
