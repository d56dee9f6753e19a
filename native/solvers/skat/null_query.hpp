// Questions about null: from a position to the search and back.
#pragma once

#include <algorithm>
#include <utility>

#include "solvers/skat/null_search.hpp"
#include "solvers/skat/position.hpp"
#include "solvers/skat/windows.hpp"

namespace kiebitz::solvers::skat {

/// The position in the null search's own card order.
NullNode null_node_of(const Position& position);

/// Cards of one suit with no card of another player, nor the one to beat, between them.
bool are_null_neighbours(const NullNode& node, Card a, Card b);

/// Tricks that the declarer survives, counted from the position that was asked about.
template <class Reasons>
class NullQuery {
  public:
    struct Root {
        NullNode node;
        int before = 0;     // tricks since the question was asked
        Bounds possible{};  // before any search
    };

    NullQuery(const NullOptions& options, NullTable<Reasons>& table, Budget& budget,
              const Position& position, int threshold, const NullForests* forests = nullptr)
        : options_(options),
          budget_(budget),
          start_(position),
          threshold_(threshold),
          search_(options, table, budget, forests) {}

    const Budget& budget() const { return budget_; }
    bool uses_symmetry() const { return options_.equivalent_cards; }
    bool counts_points() const { return false; }
    bool are_neighbours(const Root& root, Card a, Card b) const {
        return are_null_neighbours(root.node, a, b);
    }

    Root encode(const Position& position) const {
        const int all = tricks_left(start_);
        const int before = all - tricks_left(position);
        const bool declarer_took_one = position != start_ && position.played_count == 0 &&
                                       position.leader == position.declarer;
        const Bounds possible =
            declarer_took_one ? Bounds{before - 1, before - 1} : Bounds{before, all};
        return {null_node_of(position), before, possible};
    }

    void settle(const Root& root, Bounds& bounds, Expectation expected) {
        const auto search = [&](int alpha, int beta) {
            return root.before + search_.value(root.node, alpha - root.before, beta - root.before);
        };
        if (threshold_ != kExact) {
            // Won means to survive all tricks, whatever their number.
            narrow_to_threshold(bounds, std::min(threshold_, tricks_left(start_)), search);
        } else {
            // A declarer most often wins what he has declared.
            if (expected.is_none()) expected = Expectation::exactly(bounds.upper);
            narrow_to_value(options_, bounds, expected, search);
        }
    }

  private:
    const NullOptions& options_;
    Budget& budget_;
    Position start_;
    int threshold_;
    NullSearch<Reasons> search_;
};

}  // namespace kiebitz::solvers::skat
