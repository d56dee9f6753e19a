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

/// Whether the declarer's hand lies open after this move, which the table has just taken.
inline bool lays_open(const Table& table, Move move) {
    const MoveKind kind = kind_of(move);
    if (kind == MoveKind::kShow) return true;
    return (kind == MoveKind::kDeclare || kind == MoveKind::kDiscard) &&
           table.phase == Phase::kPlay && table.tricks.contract.ouvert;
}

struct View {
    int seat = 0;
    Table table;
    History history;    // with the declarer's discard hidden from the others
    Cards dealt = 0;    // the seat's ten cards
    Cards skat = 0;     // the two cards the seat picked up, if it did
    Cards discard = 0;  // and put away

    bool operator==(const View&) const = default;

    /// The cards the seat holds now: twelve between picking up and discarding.
    Cards hand() const { return ((dealt | skat) & ~discard) & ~table.played[seat]; }

    bool may_move() const { return !table.is_over() && table.to_move() == seat; }

    void legal_moves(Moves& moves) const {
        moves.clear();
        if (may_move()) list_moves(table, hand(), moves);
    }

    /// Whether this seat can see this move next. `revealed` are the cards that come with it: the
    /// skat for the declarer who picks it up, the declarer's hand when it is laid open.
    bool may_see(Move move, Cards revealed) const;

    /// Goes on by one move, as this seat sees it.
    void see(Move move, Cards revealed);

  private:
    // The cards that this seat knows to be elsewhere than in another player's hand.
    Cards accounted_for() const {
        return dealt | skat | table.played[0] | table.played[1] | table.played[2];
    }
};

inline bool View::may_see(Move move, Cards revealed) const {
    const MoveKind kind = kind_of(move);
    const int mover = table.to_move();
    const bool own = mover == seat;

    // 1. Is the move itself possible?
    if (kind >= MoveKind::kShow) {
        if (!table.may_happen(move)) return false;
    } else if (own) {
        Moves moves;
        legal_moves(moves);
        if (!moves.contains(move)) return false;
    } else if (kind == MoveKind::kDiscard) {
        if (table.phase != Phase::kDiscard || move != kHiddenDiscard) return false;
    } else if (kind == MoveKind::kPlay) {
        if (table.phase != Phase::kPlay || content_of(move) >= kDeckSize) return false;
        const Cards card = bit(static_cast<Card>(content_of(move)));
        if ((card & (accounted_for() | table.impossible[mover])) != 0) return false;
        const bool open = table.shown != 0;
        if (open && mover == table.declarer && (card & table.tricks.legal(table.shown)) == 0) {
            return false;
        }
        if (open && mover != table.declarer && (card & table.shown) != 0) return false;
    } else {
        Moves moves;
        list_moves(table, 0, moves);
        if (!moves.contains(move)) return false;
    }

    // 2. Do the right cards come with it?
    if (kind == MoveKind::kPickUp && own) {
        return count(revealed) == kSkatSize && (revealed & dealt) == 0;
    }
    if (table.is_over() || table.declarer < 0 || table.declarer == seat) return revealed == 0;
    Table after = table;
    after.step(move);
    if (!lays_open(after, move)) return revealed == 0;
    return count(revealed) == kHandSize - count(table.played[table.declarer]) &&
           (revealed & (accounted_for() | table.impossible[table.declarer])) == 0;
}

inline void View::see(Move move, Cards revealed) {
    if (kind_of(move) == MoveKind::kPickUp && table.to_move() == seat) skat = revealed;
    if (kind_of(move) == MoveKind::kDiscard && table.declarer == seat) discard = discarded(move);
    history.push(move);
    table.step(move);
    if (lays_open(table, move)) table.shown = table.declarer == seat ? hand() : revealed;
}

}  // namespace kiebitz::skat
