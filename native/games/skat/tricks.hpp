// Cardplay: ten tricks, or fewer when the game is decided early.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "games/game.hpp"
#include "games/skat/contract.hpp"

namespace kiebitz::skat {

/// The public side of cardplay: the trick on the table and what has been taken.
struct Tricks {
    Contract contract;
    std::int8_t declarer = 0;
    std::int8_t leader = 0;  // of the trick on the table
    std::int8_t turn = 0;    // the seat to play
    std::int8_t size = 0;    // cards on the table, 0 to 2
    std::array<Card, 2> cards{};
    std::int8_t best = 0;  // seat whose card wins the trick so far
    Card best_card = 0;
    // Of the declarer and of the defenders; card points without the skat.
    std::array<std::int16_t, 2> points{};
    std::array<std::int8_t, 2> tricks{};

    bool operator==(const Tricks&) const = default;

    int to_move() const { return turn; }
    int played_tricks() const { return tricks[0] + tricks[1]; }
    const CardOrder& order() const { return order_of(contract.type); }

    /// What may be played from this hand.
    Cards legal(Cards hand) const { return size == 0 ? hand : order().legal(hand, cards[0]); }

    int points_on_table() const {
        int sum = 0;
        for (int i = 0; i < size; ++i) sum += points_of(cards[i]);
        return sum;
    }

    void play(Card card) {
        if (size == 0 || order().beats(card, best_card)) {
            best = turn;
            best_card = card;
        }
        if (size < 2) {
            cards[size++] = card;
            turn = static_cast<std::int8_t>(turn == kSeats - 1 ? 0 : turn + 1);
            return;
        }
        const int side = best == declarer ? 0 : 1;
        points[side] =
            static_cast<std::int16_t>(points[side] + points_on_table() + points_of(card));
        ++tricks[side];
        leader = turn = best;
        size = 0;
        cards = {};
        best_card = 0;
    }

    /// Whether cardplay ends here: all tricks are played, or what the declarer promised is out of
    /// reach (a trick in null, a trick lost after announcing schwarz, 31 points after schneider).
    bool is_over() const {
        if (size != 0) return false;
        if (played_tricks() == kHandSize) return true;
        if (contract.type == GameType::kNull) return tricks[0] > 0;
        return (contract.schwarz && tricks[1] > 0) || (contract.schneider && points[1] > 30);
    }
};

/// Cardplay with all cards known, as a game of its own: the position type of playouts.
class CardPlay {
  public:
    using Moves = FixedMoveList<kHandSize>;
    using Undo = Tricks;

    CardPlay(const Contract& contract, int declarer, const std::array<Cards, kSeats>& hands,
             Cards skat)
        : hands_(hands), skat_(skat) {
        tricks_.contract = contract;
        tricks_.declarer = static_cast<std::int8_t>(declarer);
    }
    CardPlay(const Tricks& tricks, const std::array<Cards, kSeats>& hands, Cards skat)
        : tricks_(tricks), hands_(hands), skat_(skat) {}

    bool operator==(const CardPlay&) const = default;

    int players() const { return kSeats; }
    int to_move() const { return tricks_.to_move(); }
    bool is_over() const { return tricks_.is_over(); }
    const Tricks& tricks() const { return tricks_; }
    const std::array<Cards, kSeats>& hands() const { return hands_; }
    Cards skat() const { return skat_; }

    Cards legal() const { return tricks_.legal(hands_[to_move()]); }

    void legal_moves(Moves& moves) const {
        moves.clear();
        if (is_over()) return;
        for (Card card : each_card(legal())) moves.push(card);
    }

    Undo apply(Move move) {
        const auto card = static_cast<Card>(move);
        assert(contains(legal(), card));
        const Undo before = tricks_;
        hands_[to_move()] &= ~bit(card);
        tricks_.play(card);
        return before;
    }

    void undo(Move move, const Undo& before) {
        tricks_ = before;
        hands_[to_move()] |= bit(static_cast<Card>(move));
    }

    /// Card points of the seat's party: the skat is the declarer's.
    Score score(int seat) const {
        return seat == tricks_.declarer ? tricks_.points[0] + points_in(skat_) : tricks_.points[1];
    }

    std::uint64_t hash() const {
        const auto& t = tricks_;
        std::uint64_t h = derive_seed(hands_[0], hands_[1], hands_[2], skat_, t.contract.code());
        h = derive_seed(h, t.declarer, t.leader, t.size, t.cards[0], t.cards[1]);
        return derive_seed(h, t.points[0], t.points[1], t.tricks[0], t.tricks[1]);
    }

  private:
    Tricks tricks_;
    std::array<Cards, kSeats> hands_;
    Cards skat_;
};

}  // namespace kiebitz::skat
