// The card that decided last in a like situation is tried first.
//
// A situation says little: to lead, the cards of the leader's side and the tricks wanted; to
// follow suit, the cards in play of that suit and those on the table. So the memory is small, and a
// card that no longer decides costs time, never a wrong answer: entries may overwrite each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cards/compiler.hpp"
#include "games/bridge/cards.hpp"
#include "solvers/bridge/moves.hpp"

namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH {

class DecisiveCards {
  public:
    static constexpr Card no_card = 63;  // no hand holds it
    /// The question it was learnt in (8 bits), part of the hash (18 bits), the card (6 bits).
    using Entry = std::uint32_t;

    /// Where the card of one situation stands, or will stand.
    class Place {
      public:
        Place(Entry& entry, Entry situation) : entry_(&entry), situation_(situation) {}
        Card card() const {
            const Entry card = *entry_ ^ situation_;
            return card < no_card ? static_cast<Card>(card) : no_card;
        }
        void note(Card card) { *entry_ = situation_ | static_cast<Entry>(card); }

      private:
        Entry* entry_;
        Entry situation_;  // without a card
    };

    Place of_lead(const Hands& hands, int leader, int target) {
        return at(hash_of_lead(hands, leader, target));
    }
    /// Memory is slow: this lead will probably be asked about.
    void prefetch_lead(const Hands& hands, int leader, int target) const {
        kiebitz::prefetch(&entries_[hash_of_lead(hands, leader, target) >> (64 - bits)]);
    }
    /// `place`: 1 for second hand, 2 for third. `in_play`: cards when the trick began.
    Place of_reply(Cards in_play, const Trick& trick, int seat, int place) {
        const Cards suit = suit_mask(trick.suit);
        return at(hash(in_play & suit, number(place, seat)) ^
                  hash(trick.cards & suit, 16 + static_cast<std::uint64_t>(trick.best)));
    }

    /// Forgets all, mostly without touching it: small endings are asked about by the thousand.
    void clear() {
        if (++question_ == 256) {
            question_ = 1;
            entries_.assign(std::size_t{1} << bits, Entry{});
        }
    }
    std::size_t bytes() const { return entries_.size() * sizeof(Entry); }

  private:
    static constexpr unsigned bits = 16;

    static std::uint64_t hash_of_lead(const Hands& hands, int leader, int target) {
        return hash(hands[static_cast<std::size_t>(leader)], number(0, leader)) ^
               hash(hands[static_cast<std::size_t>(partner_of(leader))],
                    16 + static_cast<std::uint64_t>(target));
    }
    static std::uint64_t number(int place, int seat) {
        return static_cast<std::uint64_t>(4 * place + seat);
    }
    static std::uint64_t hash(Cards cards, std::uint64_t besides) {
        const std::uint64_t mixed = (cards + (besides << 58 | besides)) * 0x9e3779b97f4a7c15ULL;
        return (mixed ^ mixed >> 29) * (0xbf58476d1ce4e5b9ULL + 2 * besides);
    }
    Place at(std::uint64_t hash) {
        return {entries_[hash >> (64 - bits)],
                question_ << 24 | (static_cast<Entry>(hash) & 0xffffc0)};
    }

    Entry question_ = 1;  // 0: the entry is empty
    std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{1} << bits);
};

}  // namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH
