// Paranoid search (thesis ch. 6): can the declarer still lose, however the unseen cards lie and
// however they are played? The possible worlds are not listed: each defender has a set of cards it
// may hold, and the two sets may share cards.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "players/skat/card_view.hpp"

namespace kiebitz::players::skat {

enum class Proof : std::uint8_t { kNo, kYes, kUnknown };  // unknown: the node limit was reached

class ParanoidSearch {
  public:
    explicit ParanoidSearch(int table_bits = 18);

    /// Whether the declarer, whose view this is, reaches the goal in every world. Any seat may be
    /// to move, and cards may lie on the table. Zero means no limit of nodes.
    Proof proves(const CardView& view, const Goal& goal, std::uint64_t node_limit = 0);

    /// The legal cards after which the goal is still certain. The declarer is to move. `complete`
    /// is false when the limit cut some question off; such cards are left out.
    Cards sure_cards(const CardView& view, const Goal& goal, std::uint64_t node_limit,
                     bool& complete);

    /// The card points that are certain.
    int sure_points(const CardView& view, std::uint64_t node_limit, bool& complete);

    std::uint64_t nodes() const { return nodes_; }

  private:
    // Seats are counted from the declarer on: 0 declarer, 1 and 2 the defenders.
    struct Node {
        Cards mine = 0;
        std::array<Cards, 3> may{};  // may[1], may[2]: what the defenders may hold
        Cards unseen = 0;            // all unplayed cards that are not the declarer's
        std::array<std::int8_t, 3> left{};
        int seat = 0;   // to move
        int size = 0;   // cards on the table
        Cards led = 0;  // cards that follow the lead
        Card best = 0;  // wins so far
        int best_by = 0;
        int table_points = 0;
    };
    struct Entry {
        Cards mine = 0, may1 = 0, may2 = 0, unseen = 0;
        std::int8_t leader = -1;
        std::int16_t sure = 0;      // proved: at least this
        std::int16_t possible = 0;  // proved: no more than this
    };
    struct LimitReached {};

    Node root_of(const CardView& view) const;
    bool wins(const Node& node, int need);
    bool wins_uncached(const Node& node, int need);
    bool declarer_moves(const Node& node, int need);
    bool defender_moves(const Node& node, int need);
    bool after(const Node& node, Card card, int need);
    bool reaches(const CardView& view, const Node& node);
    static bool consistent(const Node& node);
    bool similar(const Node& node, Card a, Card b) const;
    /// Similar to one of the cards that were tried.
    bool is_repeated(const Node& node, Card card, Cards tried) const;
    bool wins_from_the_top(const Node& node, int need) const;
    bool is_safe_null(const Node& node) const;

    GameType type_ = GameType::kDiamonds;
    Goal goal_;
    std::vector<Entry> table_;
    std::uint64_t nodes_ = 0, limit_ = 0;
};

}  // namespace kiebitz::players::skat
