// What one seat knows, and nothing else.
#pragma once

#include <cstdint>

#include "games/skat/table.hpp"

namespace kiebitz::skat {

using Moves = FixedMoveList<66>;  // most choices: the discard of two out of twelve

/// The legal moves of the seat to move, who holds `hand`.
inline void list_moves(const Table& table, Cards hand, Moves& moves) {
    moves.clear();
    const auto declare = [&](GameType type, bool is_hand, bool schneider, bool schwarz, bool open) {
        const Contract contract{type, is_hand, schneider, schwarz, open};
        // The value of a null game is fixed: one below the bid cannot be won, so it is not allowed.
        if (type == GameType::kNull && null_value(contract) < table.bid) return;
        moves.push(declare_move(contract));
    };
    switch (table.phase) {
        case Phase::kBid:
            moves.push(make_move(MoveKind::kPass));
            for (int bid : kBids) {
                if (bid > table.bid) moves.push(bid_move(bid));
            }
            return;
        case Phase::kAnswer:
            moves.push(make_move(MoveKind::kPass));
            moves.push(make_move(MoveKind::kHold));
            return;
        case Phase::kPickUp:
            moves.push(make_move(MoveKind::kPickUp));
            for (int type = 0; type <= static_cast<int>(GameType::kGrand); ++type) {
                declare(static_cast<GameType>(type), true, false, false, false);
                declare(static_cast<GameType>(type), true, true, false, false);
                declare(static_cast<GameType>(type), true, true, true, false);
                declare(static_cast<GameType>(type), true, true, true, true);
            }
            declare(GameType::kNull, true, false, false, false);
            declare(GameType::kNull, true, false, false, true);
            return;
        case Phase::kDeclare:
            for (int type = 0; type <= static_cast<int>(GameType::kNull); ++type) {
                declare(static_cast<GameType>(type), false, false, false, false);
            }
            declare(GameType::kNull, false, false, false, true);
            return;
        case Phase::kDiscard:
            for (Card a : each_card(hand)) {
                for (Card b : each_card(hand)) {
                    if (a < b) moves.push(discard_move(a, b));
                }
            }
            return;
        case Phase::kPlay:
            for (Card card : each_card(table.tricks.legal(hand))) moves.push(play_move(card));
            return;
        case Phase::kOver:
            return;
    }
}

struct View {
    int seat = 0;
    Table table;
    History history;     // with the declarer's discard hidden from the others
    Cards dealt = 0;     // the seat's ten cards
    Cards skat = 0;      // the two cards the seat picked up, if it did
    Cards discard = 0;   // and put away

    bool operator==(const View&) const = default;

    /// The cards the seat holds now: twelve between picking up and discarding.
    Cards hand() const { return ((dealt | skat) & ~discard) & ~table.played[seat]; }

    bool may_move() const { return !table.is_over() && table.to_move() == seat; }

    void legal_moves(Moves& moves) const {
        moves.clear();
        if (may_move()) list_moves(table, hand(), moves);
    }
};

}  // namespace kiebitz::skat
