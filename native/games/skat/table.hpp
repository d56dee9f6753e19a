// What everybody at the table knows: the auction, the contract, the tricks, and who showed what.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>

#include "games/skat/moves.hpp"
#include "games/skat/tricks.hpp"

namespace kiebitz::skat {

enum class Phase : std::uint8_t {
    kBid,      // say a number or pass
    kAnswer,   // hold the number or pass
    kPickUp,   // take up the skat or declare a hand game
    kDeclare,  // declare, the skat in hand
    kDiscard,  // put two cards away
    kPlay,
    kOver,
};

/// All moves so far, in order. Long enough for both players of an auction to name every bid.
class History {
  public:
    static constexpr std::size_t kCapacity = 2 * kBids.size() + 64;

    void push(Move move) {
        assert(size_ < kCapacity);
        moves_[size_++] = static_cast<std::uint16_t>(move);
    }
    void pop() {
        assert(size_ > 0);
        moves_[--size_] = 0;
    }
    std::size_t size() const { return size_; }
    Move operator[](std::size_t i) const { return moves_[i]; }
    void replace(std::size_t i, Move move) { moves_[i] = static_cast<std::uint16_t>(move); }
    bool contains(Move move) const {
        return std::find(moves_.begin(), moves_.begin() + size_, move) != moves_.begin() + size_;
    }
    bool operator==(const History&) const = default;

  private:
    std::array<std::uint16_t, kCapacity> moves_{};
    std::uint16_t size_ = 0;
};

struct Table {
    Phase phase = Phase::kBid;
    std::int8_t seat_to_move = 1;  // in the auction, and for the declarer's choices
    std::int8_t bidder = 1;        // who names numbers
    std::int8_t answerer = 0;      // who holds them
    std::int16_t bid = 0;          // the last number named, 0 for none
    std::array<std::int16_t, kSeats> highest_bid{};  // named or held by each seat
    std::int8_t declarer = -1;
    bool picked_up = false;
    bool declared = false;
    Tricks tricks;
    std::array<Cards, kSeats> played{};
    std::array<Cards, kSeats> impossible{};  // by shown voids: cards a seat cannot hold any more
    std::array<Cards, kSeats> led{};         // the cards with which a seat opened a trick
    std::array<Cards, kSeats> sloughed{};    // thrown: could not follow, and was no trump
    Cards shown = 0;                         // the declarer's hand when laid open
    std::uint8_t resigned = 0;               // bit i: seat i
    std::int8_t timed_out = -1;
    std::int8_t left = -1;

    bool operator==(const Table&) const = default;

    int to_move() const { return phase == Phase::kPlay ? tricks.to_move() : seat_to_move; }
    bool is_over() const { return phase == Phase::kOver; }
    bool all_passed() const { return is_over() && declarer < 0 && timed_out < 0 && left < 0; }

    /// Whether a seat takes no more part in the auction and does not play alone.
    bool has_passed(int seat) const {
        if (declarer >= 0 || phase == Phase::kOver) return seat != declarer;
        if (bidder == 1) return false;
        return seat != bidder && (bidder == 0 || seat != answerer);
    }

    /// Whether the game ended before a contract was declared because somebody went away.
    bool is_penalty() const { return is_over() && !declared && (timed_out >= 0 || left >= 0); }

    bool declarer_forfeits() const {
        return declarer >= 0 &&
               ((resigned >> declarer & 1) != 0 || timed_out == declarer || left == declarer);
    }
    /// Both defenders resigned, or one went away: all that is still open is the declarer's.
    bool defenders_forfeit() const {
        if (declarer < 0 || declarer_forfeits()) return false;
        return count(static_cast<unsigned>(resigned)) >= 2 || timed_out >= 0 || left >= 0;
    }
    bool was_resigned() const {
        return declarer >= 0 &&
               ((resigned >> declarer & 1) != 0 || count(static_cast<unsigned>(resigned)) >= 2);
    }

    /// What a legal move changes on the table. Hands are the caller's business.
    void step(Move move) {
        const std::uint32_t content = content_of(move);
        switch (kind_of(move)) {
            case MoveKind::kPass:
                return pass();
            case MoveKind::kHold:
                return hold();
            case MoveKind::kBid:
                return bid_number(static_cast<int>(content));
            case MoveKind::kPickUp:
                picked_up = true;
                phase = Phase::kDeclare;
                return;
            case MoveKind::kDeclare:
                return declare(Contract::from_code(content));
            case MoveKind::kDiscard:
                phase = Phase::kPlay;
                return;
            case MoveKind::kPlay:
                return play(static_cast<Card>(content));
            case MoveKind::kShow:
                return;
            case MoveKind::kResign:
                return resign(static_cast<int>(content));
            case MoveKind::kTimeOut:
                return go_away(timed_out, static_cast<int>(content));
            case MoveKind::kLeave:
                return go_away(left, static_cast<int>(content));
        }
    }

    /// Whether something outside the order of play may happen now: the declarer shows the hand, a
    /// seat resigns, runs out of time or leaves.
    bool may_happen(Move event) const {
        const auto seat = content_of(event);
        if (is_over() || seat >= kSeats) return false;
        switch (kind_of(event)) {
            case MoveKind::kShow:
                return phase == Phase::kPlay && seat == 0;
            case MoveKind::kResign:
                return phase == Phase::kPlay && (resigned >> seat & 1) == 0;
            case MoveKind::kTimeOut:
            case MoveKind::kLeave:
                return true;
            default:
                return false;
        }
    }

  private:
    void bid_number(int number) {
        bid = static_cast<std::int16_t>(number);
        highest_bid[bidder] = bid;
        if (bidder == 0) {  // forehand plays after two passes, nobody is left to answer
            become_declarer(0);
        } else {
            phase = Phase::kAnswer;
            seat_to_move = answerer;
        }
    }

    void hold() {
        highest_bid[answerer] = bid;
        phase = Phase::kBid;
        seat_to_move = bidder;
    }

    void pass() {
        const bool bidder_passed = phase == Phase::kBid;
        if (bidder == 0) {
            phase = Phase::kOver;
        } else if (bidder == 1) {  // rearhand goes on against the survivor
            answerer = bidder_passed ? answerer : bidder;
            bidder = 2;
            phase = Phase::kBid;
            seat_to_move = bidder;
        } else if (!bidder_passed) {
            become_declarer(bidder);
        } else if (bid > 0) {
            become_declarer(answerer);
        } else {  // middlehand and rearhand passed without a bid: forehand may play
            bidder = 0;
            phase = Phase::kBid;
            seat_to_move = 0;
        }
    }

    void declare(const Contract& contract) {
        declared = true;
        tricks.contract = contract;
        tricks.declarer = declarer;
        phase = picked_up ? Phase::kDiscard : Phase::kPlay;
    }

    void play(Card card) {
        const int seat = tricks.to_move();
        if (tricks.size == 0) {
            led[seat] |= bit(card);
        } else {
            const Cards following = tricks.order().followers[tricks.cards[0]];
            if (!contains(following, card)) {
                impossible[seat] |= following;
                if (!contains(tricks.order().trumps, card)) sloughed[seat] |= bit(card);
            }
        }
        played[seat] |= bit(card);
        shown &= ~bit(card);
        tricks.play(card);
        if (tricks.is_over()) phase = Phase::kOver;
    }

    void resign(int seat) {
        resigned = static_cast<std::uint8_t>(resigned | 1U << seat);
        if (was_resigned()) phase = Phase::kOver;
    }

    void go_away(std::int8_t& how, int seat) {
        how = static_cast<std::int8_t>(seat);
        phase = Phase::kOver;
    }

    void become_declarer(int seat) {
        declarer = static_cast<std::int8_t>(seat);
        phase = Phase::kPickUp;
        seat_to_move = declarer;
    }
};

}  // namespace kiebitz::skat
