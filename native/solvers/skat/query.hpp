// The drivers: from a question about a position to searches with a window (thesis §7.4).
#pragma once

#include <algorithm>
#include <limits>

#include "solvers/skat/null_search.hpp"
#include "solvers/skat/search.hpp"
#include "solvers/skat/solver.hpp"

namespace kiebitz::solvers::skat {

inline constexpr int kWindow = 20;  // points
inline constexpr int kNoGuess = std::numeric_limits<int>::min();

/// Narrows bounds with `search(alpha, beta)`, which fails soft, until they meet.
template <class SearchFunction>
void narrow_to_value(const Options& options, Bounds& bounds, int guess, SearchFunction search) {
    const auto ask = [&](int alpha, int beta) {
        const int value = search(alpha, beta);
        if (value > alpha) bounds.lower = std::max(bounds.lower, value);
        if (value < beta) bounds.upper = std::min(bounds.upper, value);
        return value;
    };
    if (options.driver == Driver::alpha_beta) {
        ask(bounds.lower - 1, bounds.upper + 1);
        return;
    }
    if (options.driver == Driver::negascout) {
        // Most cards are as good as the best one or worse: one question often is enough.
        const bool has_guess = guess != kNoGuess;
        if (has_guess && guess > bounds.lower && guess <= bounds.upper) ask(guess - 1, guess);
        // Then a window of some points, which is moved on until the value lies in it. The first
        // one lies around two thirds, where values are, or at the end next to the guess.
        const int middle = bounds.lower + (bounds.upper - bounds.lower) * 2 / 3;
        int alpha = has_guess ? bounds.upper - kWindow : middle - kWindow / 2;
        bool upwards = has_guess && bounds.lower >= guess;
        while (bounds.lower < bounds.upper) {
            alpha = upwards ? bounds.lower - 1 : std::max(alpha, bounds.lower - 1);
            upwards = ask(alpha, std::min(alpha + kWindow + 1, bounds.upper + 1)) > alpha;
            alpha = bounds.upper - kWindow;
        }
        return;
    }
    while (bounds.lower < bounds.upper) {
        // Ask on the side of the guess that is still open.
        guess = std::clamp(guess, bounds.lower, bounds.upper);
        const int middle = guess > bounds.lower ? guess - 1 : guess;
        const int alpha = std::max(bounds.lower - 1, middle - (options.mtd_window - 1) / 2);
        const int beta = std::min(bounds.upper + 1, middle + 1 + options.mtd_window / 2);
        guess = ask(alpha, beta);
    }
}

/// One question to `search`: is the value at least `threshold`?
template <class SearchFunction>
void narrow_to_threshold(Bounds& bounds, int threshold, SearchFunction search) {
    if (bounds.lower >= threshold || bounds.upper < threshold) return;
    const int value = search(threshold - 1, threshold);
    if (value >= threshold) {
        bounds.lower = std::max(bounds.lower, value);
    } else {
        bounds.upper = std::min(bounds.upper, value);
    }
}

/// Suit games and grand, before the question is known: points or tricks.
template <Kind K, bool Ranked, class Watcher = NoWatcher>
class TrumpQuery {
  public:
    const Budget& budget() const { return budget_; }
    bool uses_symmetry() const { return options_.equivalent_cards; }

    /// Cards of one suit with no card of another player, nor the one to beat, between them.
    bool are_neighbours(const Position& position, Card a, Card b) const {
        using D = Deck<K>;
        const Root root = root_of(position);
        Card low = labels_.inner[a], high = labels_.inner[b];
        if (low > high) std::swap(low, high);
        if (D::suit_of(low) != D::suit_of(high)) return false;
        Cards others = 0;
        for (int player = 0; player < 3; ++player) {
            if (player != root.node.player) others |= root.node.hands[player];
        }
        if (root.played > 0) others |= bit(root.node.best);
        return (others & D::above(low) & D::below(high)) == 0;
    }

  protected:
    struct Root {
        Node<K, Ranked> node;
        int played = 0;
    };

    TrumpQuery(const Options& options, typename Search<K, Ranked, Watcher>::Memory& table,
               Budget& budget, const Position& position, bool count_cards)
        : options_(options),
          budget_(budget),
          labels_(position.game),
          search_(options, table, budget, count_cards) {}

    Root root_of(const Position& position) const {
        using D = Deck<K>;
        Root root;
        root.played = position.played_count;
        const auto player_of = [&](int seat) { return (seat - position.declarer + 3) % 3; };
        const Valuation& valuation = search_.valuation();
        for (int seat = 0; seat < 3; ++seat) {
            root.node.hands[player_of(seat)] = labels_.to_inner(position.hands[seat]);
            root.node.rest += valuation.sum(root.node.hands[player_of(seat)]);
        }
        root.node.player = player_of(position.to_move());
        root.node.words.update(root.node.hands, ~Cards{0});
        for (int i = 0; i < position.played_count; ++i) {
            const Card card = labels_.inner[position.played[i]];
            if (i == 0) root.node.led = D::suit_of(card);
            if (i == 0 || D::beats(card, root.node.best)) {
                root.node.best = card;
                root.node.best_player = player_of((position.leader + i) % 3);
            }
            root.node.gone |= bit(card);
            root.node.points += valuation.values[card];
            root.node.rest += valuation.values[card];
        }
        return root;
    }

    Options options_;
    Budget& budget_;
    Relabelling labels_;
    Search<K, Ranked, Watcher> search_;
};

/// The declarer's final card points.
template <Kind K, bool Ranked, class Watcher = NoWatcher>
class PointsQuery : public TrumpQuery<K, Ranked, Watcher> {
  public:
    PointsQuery(const Options& options, typename Search<K, Ranked, Watcher>::Memory& table,
                Budget& budget, const Position& position, int threshold)
        : TrumpQuery<K, Ranked, Watcher>(options, table, budget, position, false),
          threshold_(threshold) {}

    bool counts_points() const { return true; }

    Bounds trivial_bounds(const Position& position) const {
        const int base = position.points + rules::points_in(position.skat);
        return {base, base + this->root_of(position).node.rest};
    }

    void settle(const Position& position, Bounds& bounds, int guess) {
        const auto root = this->root_of(position);
        const int base = position.points + rules::points_in(position.skat);
        const auto search = [&](int alpha, int beta) {
            return base + this->search_.value(root.node, root.played, alpha - base, beta - base);
        };
        if (threshold_ != kExact) {
            narrow_to_threshold(bounds, threshold_, search);
        } else {
            if (guess == kNoGuess && this->options_.driver == Driver::mtd) {
                guess = base + root.node.rest * 2 / 3;
            }
            narrow_to_value(this->options_, bounds, guess, search);
        }
    }

  private:
    int threshold_;
};

/// Does the declarer make every trick that is left? 1 or 0.
template <Kind K, bool Ranked>
class TricksQuery : public TrumpQuery<K, Ranked> {
  public:
    TricksQuery(const Options& options, typename Search<K, Ranked>::Memory& table, Budget& budget,
                const Position& position)
        : TrumpQuery<K, Ranked>(options, table, budget, position, true), start_(position) {}

    bool counts_points() const { return false; }

    Bounds trivial_bounds(const Position& position) const {
        // A trick was finished since the question was asked, and a defender has taken it.
        if (position != start_ && position.played_count == 0 &&
            position.leader != position.declarer) {
            return {0, 0};
        }
        return is_empty(position) ? Bounds{1, 1} : Bounds{0, 1};
    }

    void settle(const Position& position, Bounds& bounds, int) {
        const auto root = this->root_of(position);
        if (bounds.lower == bounds.upper) return;
        const int cards = root.node.rest;
        const bool all = this->search_.value(root.node, root.played, cards - 1, cards) >= cards;
        bounds = all ? Bounds{1, 1} : Bounds{0, 0};
    }

  private:
    static bool is_empty(const Position& position) {
        return position.played_count == 0 && position.hands[0] == 0;
    }

    Position start_;
};

/// Null: tricks that the declarer survives, counted from the position that was asked about.
template <class Reasons>
class NullQuery {
  public:
    NullQuery(const Options& options, NullTable<Reasons>& table, Budget& budget,
              const Position& position, int threshold)
        : options_(options),
          budget_(budget),
          start_(position),
          threshold_(threshold),
          search_(options, table, budget) {}

    const Budget& budget() const { return budget_; }
    bool uses_symmetry() const { return options_.equivalent_cards; }
    bool counts_points() const { return false; }
    bool are_neighbours(const Position& position, Card a, Card b) const;
    Bounds trivial_bounds(const Position& position) const;
    void settle(const Position& position, Bounds& bounds, int guess);

  private:
    Options options_;
    Budget& budget_;
    Position start_;
    int threshold_;
    NullSearch<Reasons> search_;
};

extern template class NullQuery<LowestWinners>;
extern template class NullQuery<RankConstraints>;

}  // namespace kiebitz::solvers::skat
