// The play of a hand of tricks: follow suit if you can, the highest card of the suit led wins, or
// the highest trump. Hearts, Spades and Sergeant Major are this with their own rules around it.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "cards/deck52.hpp"
#include "cards/random.hpp"

namespace kiebitz::tricks {

using deck52::Cards;

inline constexpr int kMaxSeats = 4;
inline constexpr std::uint8_t kNoTrump = 4;

struct TrickPlay {
    std::array<Cards, kMaxSeats> hands{};
    std::array<Card, kMaxSeats> table{};  // in the order played, from the leader on
    std::array<std::uint8_t, kMaxSeats> tricks{};
    std::uint16_t voids = 0;  // bit 4 * seat + suit: the seat showed that it holds none of it
    std::uint8_t seats = 4;
    std::uint8_t on_table = 0;
    std::uint8_t leader = 0;
    std::uint8_t trump = kNoTrump;
    std::uint8_t completed = 0;

    bool operator==(const TrickPlay&) const = default;

    /// What a play changes beyond the card itself. Written field by field and never returned: to
    /// put single bytes together for registers takes longer than all else in a play.
    struct Undo {
        std::array<Card, kMaxSeats> table;  // of the trick the card completed
        std::int32_t voids;
        std::int32_t leader;
        std::int32_t winner;  // of that trick, or kMaxSeats
    };

    int seat() const { return after(leader, on_table); }
    /// The seat so many places after another, fewer than there are seats. No division: this is hot.
    int after(int first, int places) const {
        const int sum = first + places;
        return sum < seats ? sum : sum - seats;
    }
    bool is_done() const { return on_table == 0 && hands[leader] == 0; }
    Cards hand() const { return hands[seat()]; }
    bool is_void(int seat, int suit) const { return ((voids >> (4 * seat + suit)) & 1) != 0; }

    Cards unplayed() const {
        Cards all = 0;
        for (int s = 0; s < seats; ++s) all |= hands[s];
        return all;
    }
    Cards table_cards() const {
        Cards all = 0;
        for (int i = 0; i < on_table; ++i) all |= deck52::one(table[i]);
        return all;
    }

    /// The cards that follow suit; the whole hand when leading or void.
    Cards following() const {
        const Cards mine = hand();
        if (on_table == 0) return mine;
        const Cards suited = mine & deck52::suit_cards(deck52::suit_of(table[0]));
        return suited != 0 ? suited : mine;
    }

    bool beats(Card card, Card best) const {
        const int suit = deck52::suit_of(card);
        return suit == deck52::suit_of(best) ? card > best : suit == trump;
    }
    /// Position on the table of the card that wins so far.
    int winning_position() const {
        assert(on_table > 0);
        int best = 0;
        for (int i = 1; i < on_table; ++i) {
            if (beats(table[i], table[best])) best = i;
        }
        return best;
    }
    Card winning_card() const { return table[winning_position()]; }

    void play(Card card, Undo& undo) {
        const int mover = seat();
        assert((hands[mover] & deck52::one(card)) != 0);
        undo.voids = voids;
        undo.leader = leader;
        undo.winner = kMaxSeats;
        if (on_table > 0 && deck52::suit_of(card) != deck52::suit_of(table[0])) {
            voids |= static_cast<std::uint16_t>(1U << (4 * mover + deck52::suit_of(table[0])));
        }
        hands[mover] &= ~deck52::one(card);
        table[on_table++] = card;
        if (on_table == seats) {
            leader = static_cast<std::uint8_t>(after(leader, winning_position()));
            undo.winner = leader;
            undo.table = table;
            ++tricks[leader];
            ++completed;
            on_table = 0;
            table = {};
        }
    }

    void undo(Card card, const Undo& undo) {
        if (undo.winner != kMaxSeats) {
            --tricks[undo.winner];
            --completed;
            on_table = seats;
            table = undo.table;
        }
        table[--on_table] = 0;
        voids = static_cast<std::uint16_t>(undo.voids);
        leader = static_cast<std::uint8_t>(undo.leader);
        hands[seat()] |= deck52::one(card);
    }

    /// Of cards next to each other in a hand the lowest one: no card that somebody else may still
    /// play lies between them, so they win and lose alike. Those `apart` count for themselves.
    Cards one_of_each(Cards cards, Cards apart) const {
        const Cards others = (unplayed() & ~hand()) | table_cards();
        Cards kept = 0;
        int last = -1;
        for (Card card : each_card(cards)) {
            const bool goes_on =
                last >= 0 && deck52::suit_of(static_cast<Card>(last)) == deck52::suit_of(card) &&
                (others & (deck52::one(card) - deck52::one(static_cast<Card>(last)))) == 0 &&
                (apart & (deck52::one(card) | deck52::one(static_cast<Card>(last)))) == 0;
            if (!goes_on) kept |= deck52::one(card);
            last = card;
        }
        return kept;
    }

    /// One of 53 tables of cards: by the card that wins so far, or for the lead (thesis §6.3).
    std::size_t history_slot(std::uint32_t move) const {
        return 128 * (on_table == 0 ? deck52::kCards : winning_card()) + move;
    }

    /// Hands and table only. Shown voids are left out on purpose: with open cards they say nothing
    /// new, and positions that differ only in them have the same value. Tricks are the game's to
    /// add.
    std::uint64_t hash() const {
        std::uint64_t key = mix64(leader | (std::uint64_t{trump} << 8));
        for (int s = 0; s < seats; ++s) key = mix64(key ^ hands[s]);
        for (int i = 0; i < on_table; ++i) key = mix64(key ^ (table[i] + 1U));
        return key;
    }
};

/// Leaves only these cards in a list of moves.
template <class Moves>
void keep(Cards cards, Moves& moves) {
    moves.clear();
    for (Card card : each_card(cards)) moves.push(card);
}

}  // namespace kiebitz::tricks
