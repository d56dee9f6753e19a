// The card that decided last in a like situation is tried first.
//
// A situation says little: to lead, the cards of the leader's side and the tricks wanted; to
// follow suit, the cards in play of that suit and those on the table. So the memory is small, and a
// card that no longer decides costs time, never a wrong answer: entries may overwrite each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/bridge/cards.hpp"
#include "solvers/bridge/moves.hpp"

namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH {

class DecisiveCards {
  public:
    static constexpr Card no_card = 63;  // no hand holds it
    struct Entry {
        std::uint32_t situation = 0;  // half of the hash
        std::uint16_t question = 0;   // which one it was learnt in
        Card card = no_card;
    };

    /// Where the card of one situation stands, or will stand.
    class Place {
      public:
        Place(Entry& entry, std::uint64_t hash, std::uint16_t question)
            : entry_(&entry), situation_(static_cast<std::uint32_t>(hash)), question_(question) {}
        Card card() const {
            const bool same = entry_->situation == situation_ && entry_->question == question_;
            return same ? entry_->card : no_card;
        }
        void note(Card card) { *entry_ = {situation_, question_, card}; }

      private:
        Entry* entry_;
        std::uint32_t situation_;
        std::uint16_t question_;
    };

    Place of_lead(const Hands& hands, int leader, int target) {
        return at(hash(hands[static_cast<std::size_t>(leader)], number(0, leader)) ^
                  hash(hands[static_cast<std::size_t>(partner_of(leader))],
                       16 + static_cast<std::uint64_t>(target)));
    }
    /// `place`: 1 for second hand, 2 for third. `in_play`: cards when the trick began.
    Place of_reply(Cards in_play, const Trick& trick, int seat, int place) {
        const Cards suit = suit_mask(trick.suit);
        return at(hash(in_play & suit, number(place, seat)) ^
                  hash(trick.cards & suit, 16 + static_cast<std::uint64_t>(trick.best)));
    }

    /// Forgets all, mostly without touching it: small endings are asked about by the thousand.
    void clear() {
        if (++question_ == 0) entries_.assign(std::size_t{1} << bits, Entry{});
    }
    std::size_t bytes() const { return entries_.size() * sizeof(Entry); }

  private:
    static constexpr unsigned bits = 16;

    static std::uint64_t number(int place, int seat) {
        return static_cast<std::uint64_t>(4 * place + seat);
    }
    static std::uint64_t hash(Cards cards, std::uint64_t besides) {
        const std::uint64_t mixed = (cards + (besides << 58 | besides)) * 0x9e3779b97f4a7c15ULL;
        return (mixed ^ mixed >> 29) * (0xbf58476d1ce4e5b9ULL + 2 * besides);
    }
    Place at(std::uint64_t hash) { return {entries_[hash >> (64 - bits)], hash, question_}; }

    std::uint16_t question_ = 0;
    std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{1} << bits);
};

}  // namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH
