// Null: how many further tricks can the declarer survive without taking one?
#pragma once

#include <array>
#include <cstdint>

#include "solvers/common.hpp"
#include "solvers/skat/null_table.hpp"
#include "solvers/skat/options.hpp"
#include "solvers/tables/null_forest.hpp"

namespace kiebitz::solvers::skat {

/// Cards are 8 * suit + strength in the null order 7 8 9 T J Q K A. Player 0 is the declarer.
struct NullNode {
    std::array<Cards, 3> hands{};
    int player = 0;
    int played = 0;
    Card led = 0;  // the first card of the trick
    Card best = 0;
    int best_player = 0;
    Cards followed = 0;  // the cards of the led suit in the trick, the first one included
};

/// `Reasons` is what a proof remembers of ranks: LowestWinners, or a variant.
template <class Reasons>
class NullSearch {
  public:
    /// `forests`: values computed beforehand, or nullptr.
    NullSearch(const NullOptions& options, NullTable<Reasons>& table, Budget& budget,
               const NullForests* forests = nullptr)
        : options_(options),
          by_class_(options.lowest_winning_rank || options.rank_constraints),
          table_(table),
          budget_(budget),
          forests_(forests) {}

    /// A value and the ranks that its proof rests on.
    struct Proof {
        int value;
        Reasons reasons{};
    };

    /// Tricks survived, the current one included; fail-soft within (alpha, beta).
    int value(const NullNode& node, int alpha, int beta) { return visit(node, alpha, beta).value; }
    Proof proof(const NullNode& node, int alpha, int beta) { return visit(node, alpha, beta); }

  private:
    struct Move {
        Card card;
        Cards group;  // cards that are as good as this one
        int score;
    };
    struct MoveList {
        std::array<Move, 10> moves;
        int size = 0;
        Reasons reasons{};  // ranks that ruled out other cards
    };

    Proof visit(const NullNode& node, int alpha, int beta);
    Proof play(const NullNode& node, Card card, int alpha, int beta);
    void declarer_moves(const NullNode& node, Cards legal, MoveList& list) const;
    void defender_moves(const NullNode& node, Cards legal, MoveList& list) const;
    void order(const NullNode& node, MoveList& list) const;

    const NullOptions options_;
    const bool by_class_;  // a proof serves its class of positions, not one alone
    NullTable<Reasons>& table_;
    Budget& budget_;
    const NullForests* forests_;
};

extern template class NullSearch<LowestWinners>;

}  // namespace kiebitz::solvers::skat
