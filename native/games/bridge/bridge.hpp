// Rules of Bridge cardplay: contract fixed, declarer's left-hand opponent leads, dummy lies open.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "cards/card_set.hpp"
#include "cards/random.hpp"
#include "games/bridge/cards.hpp"
#include "games/game.hpp"

namespace kiebitz::bridge {

/// A hand of Bridge under way. Play may start with fewer than 13 cards each: an ending.
class State {
  public:
    using Moves = FixedMoveList<13>;  // a move is a card

    /// What `apply` cannot compute back.
    struct Undo {
        std::uint8_t leader;
        std::uint8_t played;
        bool open;
        std::array<Card, 4> trick;
    };

    /// What one seat may know: its own cards, dummy's once the opening lead is made (declarer's for
    /// dummy), all cards played, and who has shown out of which suit.
    struct View {
        int seat = 0;
        int trump = no_trump;
        int declarer = 0;
        int leader = 0;
        int played = 0;
        bool open = false;  // dummy's cards lie on the table
        std::array<Card, 4> trick{};
        std::array<int, 2> tricks{};
        std::array<int, 4> sizes{};
        Hands known{};                        // cards seen in each hand
        Cards hidden = 0;                     // cards whose holder is not known
        std::array<std::uint8_t, 4> voids{};  // bit a suit: has shown out
        Hands gone{};                         // cards that each seat has played

        bool operator==(const View&) const = default;
    };

    State() = default;
    State(const Hands& hands, int trump, int declarer)
        : hands_(hands),
          trump_(static_cast<std::uint8_t>(trump)),
          declarer_(static_cast<std::uint8_t>(declarer)),
          leader_(static_cast<std::uint8_t>(next_seat(declarer))) {
        assert(trump >= 0 && trump <= no_trump && declarer >= 0 && declarer < 4);
        assert(count(hands[0]) == count(hands[1]) && count(hands[0]) == count(hands[2]) &&
               count(hands[0]) == count(hands[3]));
    }

    /// An ending: dummy lies open, and anybody may be on lead.
    State(const Hands& hands, int trump, int declarer, int leader) : State(hands, trump, declarer) {
        assert(leader >= 0 && leader < 4);
        leader_ = static_cast<std::uint8_t>(leader);
        open_ = true;
    }

    /// What a View leaves open, filled in.
    State(const View& seen, const Hands& hands)
        : hands_(hands),
          gone_(seen.gone),
          trump_(static_cast<std::uint8_t>(seen.trump)),
          declarer_(static_cast<std::uint8_t>(seen.declarer)),
          leader_(static_cast<std::uint8_t>(seen.leader)),
          played_(static_cast<std::uint8_t>(seen.played)),
          open_(seen.open),
          trick_(seen.trick),
          tricks_{static_cast<std::uint8_t>(seen.tricks[0]),
                  static_cast<std::uint8_t>(seen.tricks[1])} {
        for (std::size_t seat = 0; seat < 4; ++seat) {
            for (std::size_t suit = 0; suit < 4; ++suit)
                shown_[seat][suit] = (seen.voids[seat] >> suit) & 1;
        }
    }

    int players() const { return 4; }
    int to_move() const { return (leader_ + played_) & 3; }
    bool is_over() const { return played_ == 0 && hands_[leader_] == 0; }
    int trump() const { return trump_; }
    int declarer() const { return declarer_; }
    int dummy() const { return partner_of(declarer_); }
    int leader() const { return leader_; }
    int played() const { return played_; }
    Card trick_card(int i) const {
        assert(i >= 0 && i < played_);
        return trick_[static_cast<std::size_t>(i)];
    }
    const Hands& hands() const { return hands_; }
    int tricks_of(int seat) const { return tricks_[static_cast<std::size_t>(seat & 1)]; }

    Cards legal_cards() const {
        return legal_in(hands_[static_cast<std::size_t>(to_move())], played_, trick_[0]);
    }

    void legal_moves(Moves& moves) const {
        moves.clear();
        for (Card card : each_card(legal_cards())) moves.push(card);
    }

    Undo apply(Move move) {
        const Card card = static_cast<Card>(move);
        assert(contains(legal_cards(), card));
        const Undo token{leader_, played_, open_, trick_};
        const int seat = to_move();
        if (played_ != 0 && suit_of(card) != suit_of(trick_[0])) {
            // Shown voids are never taken back card by card: undo recomputes nothing, see below.
            ++shown_[static_cast<std::size_t>(seat)][static_cast<std::size_t>(suit_of(trick_[0]))];
        }
        hands_[static_cast<std::size_t>(seat)] ^= bit<Cards>(card);
        gone_[static_cast<std::size_t>(seat)] |= bit<Cards>(card);
        trick_[played_++] = card;
        open_ = true;
        if (played_ == 4) {
            int best = 0;
            for (int i = 1; i < 4; ++i) {
                if (beats(trick_[static_cast<std::size_t>(i)],
                          trick_[static_cast<std::size_t>(best)], trump_))
                    best = i;
            }
            leader_ = static_cast<std::uint8_t>((leader_ + best) & 3);
            ++tricks_[leader_ & 1];
            played_ = 0;
        }
        return token;
    }

    void undo(Move move, const Undo& token) {
        if (played_ == 0) --tricks_[leader_ & 1];
        leader_ = token.leader;
        played_ = token.played;
        const Card card = static_cast<Card>(move);
        const int seat = to_move();
        hands_[static_cast<std::size_t>(seat)] |= bit<Cards>(card);
        gone_[static_cast<std::size_t>(seat)] ^= bit<Cards>(card);
        open_ = token.open;
        if (played_ != 0 && suit_of(card) != suit_of(token.trick[0])) {
            --shown_[static_cast<std::size_t>(seat)]
                    [static_cast<std::size_t>(suit_of(token.trick[0]))];
        }
        trick_ = token.trick;
    }

    /// Tricks of the seat's side.
    Score score(int seat) const { return tricks_of(seat); }

    std::uint64_t hash() const {
        std::uint64_t value = derive_seed(trump_, leader_, played_, tricks_[0], tricks_[1]);
        for (Cards hand : hands_) value = mix64(value ^ hand);
        for (int i = 0; i < played_; ++i)
            value = mix64(value ^ trick_[static_cast<std::size_t>(i)]);
        return value;
    }

    bool operator==(const State& other) const {
        for (int i = 0; i < played_ && i < other.played_; ++i) {
            if (trick_[static_cast<std::size_t>(i)] != other.trick_[static_cast<std::size_t>(i)])
                return false;
        }
        return hands_ == other.hands_ && trump_ == other.trump_ && declarer_ == other.declarer_ &&
               leader_ == other.leader_ && played_ == other.played_ && tricks_ == other.tricks_ &&
               open_ == other.open_ && shown_ == other.shown_ && gone_ == other.gone_;
    }

    View view(int seat) const {
        View seen;
        seen.seat = seat;
        seen.trump = trump_;
        seen.declarer = declarer_;
        seen.leader = leader_;
        seen.played = played_;
        seen.open = open_;
        for (int i = 0; i < played_; ++i)
            seen.trick[static_cast<std::size_t>(i)] = trick_[static_cast<std::size_t>(i)];
        seen.tricks = {tricks_[0], tricks_[1]};
        seen.gone = gone_;
        for (int other = 0; other < 4; ++other) {
            const auto o = static_cast<std::size_t>(other);
            seen.sizes[o] = count(hands_[o]);
            if (sees(seat, other)) {
                seen.known[o] = hands_[o];
            } else {
                seen.hidden |= hands_[o];
                for (int suit = 0; suit < 4; ++suit) {
                    if (shown_[o][static_cast<std::size_t>(suit)] != 0) {
                        seen.voids[o] = static_cast<std::uint8_t>(seen.voids[o] | 1U << suit);
                    }
                }
            }
        }
        return seen;
    }

    bool is_consistent_with(const View& seen) const { return view(seen.seat) == seen; }

    /// A deal of the hidden cards that fits the view, each equally likely; see layouts.hpp, which
    /// draws many of one view faster.
    static State sample(const View& seen, Random& random);

  private:
    /// Dummy's cards lie open from the opening lead on; declarer and dummy see each other's.
    bool sees(int seat, int other) const {
        if (seat == other) return true;
        if (!open_) return false;
        return other == dummy() || (seat == dummy() && other == declarer_);
    }

    Hands hands_{};
    Hands gone_{};  // played by each seat
    std::uint8_t trump_ = no_trump;
    std::uint8_t declarer_ = 0;
    std::uint8_t leader_ = 0;
    std::uint8_t played_ = 0;  // cards in the current trick
    bool open_ = false;        // dummy's cards lie on the table
    std::array<Card, 4> trick_{};
    std::array<std::uint8_t, 2> tricks_{};
    std::array<std::array<std::uint8_t, 4>, 4> shown_{};  // discards by seat and suit led
};

static_assert(HiddenGame<State>);

}  // namespace kiebitz::bridge
