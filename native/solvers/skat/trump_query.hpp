// Questions about suit games and grand: from a position to the search and back.
#pragma once

#include <utility>

#include "solvers/skat/position.hpp"
#include "solvers/skat/search.hpp"
#include "solvers/skat/windows.hpp"

namespace kiebitz::solvers::skat {

/// What a trump query is made of.
template <class Table, class Hooks = NoHooks>
struct TrumpTools {
    const TrumpOptions& options;
    const OrderingWeights& weights;
    Table& table;
    Budget& budget;
    Hooks hooks{};
};

/// Before the question is known: points or tricks.
template <Kind K, class Table, class Hooks = NoHooks>
class TrumpQuery {
  public:
    /// A position as the search sees it.
    struct Root {
        Node<K, Table> node;
        int played = 0;
        int base = 0;       // the declarer's points so far, skat included
        Bounds possible{};  // before any search
    };

    const Budget& budget() const { return budget_; }
    bool uses_symmetry() const { return options_.equivalent_cards; }

    /// Cards of one suit with no card of another player, nor the one to beat, between them.
    bool are_neighbours(const Root& root, Card a, Card b) const {
        using D = Deck<K>;
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
    TrumpQuery(const TrumpTools<Table, Hooks>& tools, const Position& position, bool count_cards)
        : options_(tools.options),
          budget_(tools.budget),
          labels_(position.game),
          search_(tools.options, tools.table, tools.budget, count_cards, tools.weights,
                  tools.hooks) {}

    Root root_of(const Position& position) const {
        using D = Deck<K>;
        Root root;
        root.played = position.played_count;
        root.base = position.points + rules::points_in(position.skat);
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

    const TrumpOptions& options_;
    Budget& budget_;
    Relabelling labels_;
    Search<K, Table, Hooks> search_;
};

/// The declarer's final card points.
template <Kind K, class Table, class Hooks = NoHooks>
class PointsQuery : public TrumpQuery<K, Table, Hooks> {
  public:
    using Root = typename TrumpQuery<K, Table, Hooks>::Root;

    PointsQuery(const TrumpTools<Table, Hooks>& tools, const Position& position, int threshold)
        : TrumpQuery<K, Table, Hooks>(tools, position, false), threshold_(threshold) {}

    bool counts_points() const { return true; }

    Root encode(const Position& position) const {
        Root root = this->root_of(position);
        root.possible = {root.base, root.base + root.node.rest};
        return root;
    }

    void settle(const Root& root, Bounds& bounds, Expectation expected) {
        const auto search = [&](int alpha, int beta) {
            return root.base +
                   this->search_.value(root.node, root.played, alpha - root.base, beta - root.base);
        };
        if (threshold_ != kExact) {
            narrow_to_threshold(bounds, threshold_, search);
        } else {
            narrow_to_value(this->options_, bounds, expected, search, resolution(root));
        }
    }

  private:
    int resolution(const Root& root) const {
        const Hooks& hooks = this->search_.hooks();
        if constexpr (requires { hooks.resolution(root.node.hands); }) {
            return hooks.resolution(root.node.hands);
        } else {
            return 0;
        }
    }

    int threshold_;
};

/// Does the declarer make every trick that is left? 1 or 0.
template <Kind K, class Table, class Hooks = NoHooks>
class TricksQuery : public TrumpQuery<K, Table, Hooks> {
  public:
    using Root = typename TrumpQuery<K, Table, Hooks>::Root;

    TricksQuery(const TrumpTools<Table, Hooks>& tools, const Position& position)
        : TrumpQuery<K, Table, Hooks>(tools, position, true), start_(position) {}

    bool counts_points() const { return false; }

    Root encode(const Position& position) const {
        Root root = this->root_of(position);
        // A trick was finished since the question was asked, and a defender has taken it.
        const bool defenders_took_one = position != start_ && position.played_count == 0 &&
                                        position.leader != position.declarer;
        root.possible = defenders_took_one    ? Bounds{0, 0}
                        : root.node.rest == 0 ? Bounds{1, 1}
                                              : Bounds{0, 1};
        return root;
    }

    void settle(const Root& root, Bounds& bounds, Expectation) {
        if (bounds.exact()) return;
        const int cards = root.node.rest;
        const bool all = this->search_.value(root.node, root.played, cards - 1, cards) >= cards;
        bounds = all ? Bounds{1, 1} : Bounds{0, 0};
    }

  private:
    Position start_;
};

}  // namespace kiebitz::solvers::skat
