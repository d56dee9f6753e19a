// Sergeant Major, or 8-5-3, for three (thesis of Sturtevant, §3.3.2).
//
// Sixteen cards each and a kitty of four. The seat that needs eight tricks declares trump, takes
// the kitty and discards four; the seat that needs five leads. Before that, whoever took too many
// tricks in the hand before gives a card for each of them to a player who took too few, and gets
// that player's highest card of the same suit back (possibly the card itself). `score` is tricks
// minus the tricks needed: a zero-sum game.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>

#include "cards/deck52.hpp"
#include "cards/random.hpp"
#include "games/game.hpp"
#include "games/tricks/hidden_hands.hpp"
#include "games/tricks/trick_play.hpp"

namespace kiebitz::sergeant_major {

using deck52::Cards;
using tricks::kMaxSeats;
using tricks::TrickPlay;

inline constexpr int kSeats = 3;
inline constexpr int kTricks = 16;
inline constexpr int kKitty = 4;
inline constexpr std::uint8_t kNoTrumpYet = 5;

struct Rules {
    std::array<std::uint8_t, kSeats> quota{8, 5, 3};  // a permutation of 8, 5, 3
    std::array<std::int8_t, kSeats> surplus{};        // tricks over quota in the hand before; sum 0

    bool operator==(const Rules&) const = default;

    int seat_with(int quota_wanted) const {
        int seat = 0;
        while (quota[seat] != quota_wanted) ++seat;
        return seat;
    }
};

/// A place where a card can be: a seat, or the kitty.
inline constexpr int kInKitty = kSeats;

/// Cards that one seat knows not to be in a place. What is in no other place is known to be held.
struct Knowledge {
    std::array<std::array<Cards, kSeats + 1>, kSeats> lacked{};  // [knower][place]

    bool operator==(const Knowledge&) const = default;

    /// The knower has seen the card in a place; of its own cards it needs no note.
    void locate(int knower, Card card, int place) {
        for (int p = 0; p <= kInKitty; ++p) {
            Cards& lacked_there = lacked[knower][p];
            lacked_there |= deck52::one(card);
            if (p == place || place == knower) lacked_there &= ~deck52::one(card);
        }
    }
    /// Cards that the knower does not see went from one place to the other, in both directions.
    void mingle(int knower, int place, int other) {
        lacked[knower][place] &= lacked[knower][other];
        lacked[knower][other] = lacked[knower][place];
    }
};

struct View {
    Rules rules;
    tricks::SeenPlay play;
    Cards gone = 0;
    Cards kitty = 0;                         // the discards, for the declarer once they are made
    std::array<Cards, kSeats + 1> lacked{};  // of the cards that the seat does not see
    std::array<std::int8_t, kSeats> owed{};
    std::uint8_t in_kitty = kKitty;

    bool operator==(const View&) const = default;
    int whose() const { return play.seat; }
};

class State {
  public:
    /// Moves are cards (given, discarded or played); declaring suit s is kDeclare + s.
    static constexpr Move kDeclare = 64;
    using Moves = FixedMoveList<20>;
    using View = sergeant_major::View;

    State(const Rules& rules, const std::array<Cards, kMaxSeats>& hands, Cards kitty)
        : rules_(rules), kitty_(kitty), owed_(rules.surplus) {
        play_.seats = kSeats;
        play_.trump = kNoTrumpYet;
        play_.hands = hands;
        play_.leader = static_cast<std::uint8_t>(rules.seat_with(5));
    }

    static State deal(const Rules& rules, Random& random) {
        std::array<Card, deck52::kCards> pack{};
        for (Card card = 0; card < deck52::kCards; ++card) pack[card] = card;
        random.shuffle(std::span<Card>(pack));
        std::array<Cards, kMaxSeats> hands{};
        Cards kitty = 0;
        for (int i = 0; i < deck52::kCards; ++i) {
            (i < kKitty ? kitty : hands[i % kSeats]) |= deck52::one(pack[i]);
        }
        return State(rules, hands, kitty);
    }

    struct Undo;

    const Rules& rules() const { return rules_; }
    const TrickPlay& play() const { return play_; }
    Cards kitty() const { return kitty_; }
    int trump() const { return play_.trump; }
    int declarer() const { return rules_.seat_with(8); }
    int owed(int seat) const { return owed_[seat]; }
    bool is_exchanging() const { return giver() >= 0; }
    bool is_declaring() const { return !is_exchanging() && play_.trump == kNoTrumpYet; }
    bool is_discarding() const { return play_.trump != kNoTrumpYet && count(kitty_) < kKitty; }

    int players() const { return kSeats; }
    int to_move() const {
        if (is_exchanging()) return giver();
        if (is_declaring() || is_discarding()) return declarer();
        return play_.seat();
    }
    bool is_over() const {
        return play_.trump != kNoTrumpYet && count(kitty_) == kKitty && play_.is_done();
    }
    /// Completed tricks: the unit of whole-trick deepening. Every move before is a stage of its
    /// own: cards given, the declaration, discards.
    int stage() const {
        if (play_.trump != kNoTrumpYet) return play_.completed - (kKitty - count(kitty_));
        int left = 1 + kKitty;
        for (const int owed : owed_) left += std::max(0, owed);
        return -left;
    }

    void legal_moves(Moves& moves) const {
        moves.clear();
        if (is_over()) return;
        if (is_declaring()) {
            for (Move suit = 0; suit < deck52::kSuits; ++suit) moves.push(kDeclare + suit);
            return;
        }
        const bool in_play = !is_exchanging() && !is_discarding();
        for (Card card : each_card(in_play ? play_.following() : play_.hands[to_move()])) {
            moves.push(card);
        }
    }

    /// Keeps one of cards that cannot make a difference to each other.
    void drop_alike(Moves& moves) const {
        if (is_declaring() || is_exchanging() || is_discarding()) return;
        tricks::keep(play_.one_of_each(play_.following(), 0), moves);
    }

    Undo apply(Move move);
    void undo(Move move, const Undo& undo);

    Score score(int seat) const { return play_.tricks[seat] - rules_.quota[seat]; }

    /// For the history heuristic (thesis §6.3): the card that wins so far, and the card played.
    std::size_t history_slot(Move move) const { return play_.history_slot(move); }

    std::uint64_t hash() const {
        std::uint64_t rest = 0;
        for (int s = 0; s < kSeats; ++s) {
            rest = (rest << 6 | static_cast<std::uint64_t>(owed_[s] + 16)) << 5 | play_.tricks[s];
        }
        return mix64(play_.hash() ^ mix64(kitty_ ^ rest << 8));
    }
    bool operator==(const State&) const = default;

    View view(int seat) const {
        View view;
        view.rules = rules_;
        view.play = tricks::seen_by(play_, seat);
        view.gone = deck52::kAll & ~play_.unplayed() & ~play_.table_cards() & ~kitty_;
        view.kitty = seat == declarer() && play_.trump != kNoTrumpYet ? kitty_ : 0;
        view.lacked = known_.lacked[seat];
        for (Cards& lacked : view.lacked) lacked &= unseen_by(view);
        view.owed = owed_;
        view.in_kitty = static_cast<std::uint8_t>(count(kitty_));
        return view;
    }
    bool is_consistent_with(const View& view) const { return this->view(view.play.seat) == view; }

    /// The cards of the other hands and of the kitty.
    static Cards unseen_by(const View& view) {
        const auto& table = view.play.table;
        return deck52::kAll & ~view.gone & ~table.hands[view.play.seat] & ~table.table_cards() &
               ~view.kitty;
    }

    /// Keeps shown voids, exchanged cards, and what an answer to an exchange ruled out.
    static State sample(const View& view, Random& random) {
        State world(view.rules, {}, view.kitty);
        const int me = view.play.seat;
        std::array<Cards, kMaxSeats> barred{};
        std::copy_n(view.lacked.begin(), kSeats, barred.begin());
        const int aside = view.in_kitty - count(view.kitty);
        world.kitty_ |= tricks::deal_unseen(view.play, unseen_by(view), {}, barred, aside, random,
                                            world.play_, view.lacked[kInKitty]);
        world.owed_ = view.owed;
        world.known_.lacked[me] = view.lacked;
        return world;
    }

    struct Parts {
        Rules rules;
        TrickPlay play;
        Cards kitty = 0;
        std::array<std::int8_t, kSeats> owed{};
        Knowledge known;
    };
    explicit State(const Parts& parts)
        : rules_(parts.rules),
          play_(parts.play),
          kitty_(parts.kitty),
          owed_(parts.owed),
          known_(parts.known) {}
    Parts parts() const { return {rules_, play_, kitty_, owed_, known_}; }

  private:
    /// The seat that is to give a card: the one with tricks to claim, most needed tricks first.
    int giver() const {
        for (const int quota : {8, 5, 3}) {
            const int seat = rules_.seat_with(quota);
            if (owed_[seat] > 0) return seat;
        }
        return -1;
    }
    int taker() const {
        for (const int quota : {8, 5, 3}) {
            const int seat = rules_.seat_with(quota);
            if (owed_[seat] < 0) return seat;
        }
        return -1;
    }

    void exchange(Card given);

    Rules rules_;
    TrickPlay play_;
    Cards kitty_ = 0;
    std::array<std::int8_t, kSeats> owed_{};
    Knowledge known_;
};

/// Moves before the play are few, so they remember everything; a card played only what it changes.
struct State::Undo {
    TrickPlay::Undo play{};
    bool before_play = false;
    TrickPlay table{};
    Cards kitty = 0;
    std::array<std::int8_t, kSeats> owed{};
    Knowledge known{};
};

inline void State::exchange(Card given) {
    const int from = giver();
    const int to = taker();
    play_.hands[from] &= ~deck52::one(given);
    play_.hands[to] |= deck52::one(given);
    const Cards suited = play_.hands[to] & deck52::suit_cards(deck52::suit_of(given));
    const Card back = highest(suited);
    play_.hands[to] &= ~deck52::one(back);
    play_.hands[from] |= deck52::one(back);
    // The answer is the highest card of its suit, so the giver learns what the taker lacks.
    const Cards higher =
        deck52::suit_cards(deck52::suit_of(given)) & ~((deck52::one(back) << 1) - 1);
    known_.locate(from, given, to);
    known_.lacked[from][to] |= higher;
    known_.locate(from, back, from);
    known_.locate(to, given, to);
    known_.locate(to, back, from);
    // The third seat sees that cards moved, but not which.
    known_.mingle(kSeats - from - to, from, to);
    --owed_[from];
    ++owed_[to];
}

inline State::Undo State::apply(Move move) {
    Undo undo;
    const auto card = static_cast<Card>(move);
    if (is_exchanging() || is_declaring() || is_discarding()) {
        undo.before_play = true;
        undo.table = play_;
        undo.kitty = kitty_;
        undo.owed = owed_;
        undo.known = known_;
        if (is_exchanging()) {
            exchange(card);
        } else if (is_declaring()) {
            const int seat = declarer();
            play_.trump = static_cast<std::uint8_t>(move - kDeclare);
            play_.hands[seat] |= kitty_;
            kitty_ = 0;
            for (int knower = 0; knower < kSeats; ++knower) {
                if (knower != seat) known_.mingle(knower, seat, kInKitty);
            }
        } else {
            play_.hands[declarer()] &= ~deck52::one(card);
            kitty_ |= deck52::one(card);
        }
        return undo;
    }
    play_.play(card, undo.play);
    return undo;
}

inline void State::undo(Move move, const Undo& undo) {
    if (undo.before_play) {
        play_ = undo.table;
        kitty_ = undo.kitty;
        owed_ = undo.owed;
        known_ = undo.known;
        return;
    }
    play_.undo(static_cast<Card>(move), undo.play);
}

static_assert(HiddenGame<State>);

}  // namespace kiebitz::sergeant_major
