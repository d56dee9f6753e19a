// Null: how many further tricks can the declarer survive without taking one?
#pragma once

#include <array>
#include <cstdint>

#include "solvers/skat/null_table.hpp"
#include "solvers/skat/options.hpp"
#include "solvers/skat/search.hpp"

namespace kiebitz::solvers::skat {

/// Cards are 8 * suit + strength in the null order 7 8 9 T J Q K A. Player 0 is the declarer.
struct NullNode {
    std::array<Cards, 3> hands{};
    int player = 0;
    int played = 0;
    Card led = 0;  // the first card of the trick
    Card best = 0;
    int best_player = 0;
    bool contested = false;  // a second card of the led suit lies in the trick
};

class NullSearch {
  public:
    NullSearch(const Options& options, NullTable& table, Budget& budget)
        : options_(options), table_(table), budget_(budget) {}

    /// Tricks survived, the current one included; fail-soft within (alpha, beta).
    int value(const NullNode& node, int alpha, int beta) { return visit(node, alpha, beta).value; }

  private:
    /// A value and the cards whose rank its proof rests on (lowest winning rank, thesis §4.3).
    struct Proof {
        int value;
        Cards significant;
    };
    struct Move {
        Card card;
        Cards group;  // cards that are as good as this one
        int score;
    };
    struct MoveList {
        std::array<Move, 10> moves;
        int size = 0;
        Cards significant = 0;  // ranks that ruled out other cards
    };

    Proof visit(const NullNode& node, int alpha, int beta);
    Proof play(const NullNode& node, Card card, int alpha, int beta);
    void declarer_moves(const NullNode& node, Cards legal, MoveList& list) const;
    void defender_moves(const NullNode& node, Cards legal, MoveList& list) const;
    void order(const NullNode& node, MoveList& list) const;

    const Options options_;
    NullTable& table_;
    Budget& budget_;
};

}  // namespace kiebitz::solvers::skat
