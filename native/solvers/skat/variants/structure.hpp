// The canonical form of a position at a trick boundary (thesis §7.3).
//
// Structure: for each suit who owns the highest remaining card, the next, and so on, and who leads.
// It decides everything but the points, and fits into one word without loss, so that the table
// never mistakes one position for another. Valuation: which card ranks remain (7 bits a suit).
// Plain suits are interchangeable; they are sorted.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "solvers/skat/suit_codes.hpp"

namespace kiebitz::solvers::skat::variants {

// The key: a code for each suit, then who leads, then the universe.
inline constexpr int kCodeBits = 12;
inline constexpr int kLeaderShift = 55;
inline constexpr int kUniverseShift = 57;

struct Canonical {
    std::uint64_t key = 0;        // structure, leader, kind: 59 bits
    std::uint32_t valuation = 0;  // remaining ranks, 7 bits a suit, trumps on top
    std::array<std::uint8_t, 4> suit_at{0, 1, 2, 3};  // which plain suit stands at which place
};
/// What the canonical form needs of each suit; only the suits of a trick change with it.
template <Kind K>
struct SuitWords {
    // The suit's number, its remaining ranks and on top its code: they sort by code.
    static constexpr int kRanksShift = 2;
    static constexpr int kCodeShift = kRanksShift + kSuitSize;
    static constexpr int kTopsShift = detail::kOwnersBits - detail::kTopsBits;
    std::array<std::uint32_t, Deck<K>::plain_suits> plain{};
    std::uint32_t trump_code = 0;

    /// Who owns the three highest cards of a plain suit, two bits each; 0 if there is none.
    int tops(int suit) const {
        return detail::kSuitShapes[plain[suit] >> kCodeShift].owners >> kTopsShift;
    }
    /// The same of the jacks in grand.
    int trump_tops() const { return detail::kSuitShapes[trump_code].owners >> kTopsShift; }

    void update(const std::array<Cards, 3>& hands, Cards changed) {
        using namespace skat::detail;
        using D = Deck<K>;
        const Cards rest = hands[0] | hands[1] | hands[2];
        for (int suit = 0; suit < D::plain_suits; ++suit) {
            if ((changed & D::plain_suit(suit)) == 0) continue;
            const int shift = kSuitSize * suit;
            const unsigned ranks = ranks_from(shift, rest);
            plain[suit] = suit_code(ranks, ranks_from(shift, hands[1]), ranks_from(shift, hands[2]))
                              << kCodeShift |
                          ranks << kRanksShift | static_cast<std::uint32_t>(suit);
        }
        if ((changed & D::trumps) == 0) return;
        if constexpr (K == Kind::suit) {
            const unsigned low = ranks_from(kLowTrumps, rest);
            const unsigned jacks = rest >> kJacks;
            const int low_count = std::popcount(low);
            const auto code_of = [&](Cards hand) {
                return kClosedTernary[kTernary[low] + kTernary[ranks_from(kLowTrumps, hand)]] +
                       kPowersOf3[low_count] *
                           kClosedTernary[kTernary[jacks] + kTernary[hand >> kJacks]];
            };
            trump_code = first_code(low_count + std::popcount(jacks)) + code_of(hands[1]) +
                         2 * code_of(hands[2]);
        } else {
            trump_code = suit_code(rest >> kJacks, hands[1] >> kJacks, hands[2] >> kJacks);
        }
    }
};

template <Kind K>
Canonical canonical_form(const SuitWords<K>& words, const std::array<Cards, 3>& hands, int leader,
                         const FormOptions& options) {
    using D = Deck<K>;
    Canonical form;

    // 1. Plain suits, sorted.
    auto items = words.plain;
    if (options.suit_symmetry) detail::sort_few(items);
    for (int place = 0; place < D::plain_suits; ++place) {
        form.key |= static_cast<std::uint64_t>(items[place] >> SuitWords<K>::kCodeShift)
                    << (kCodeBits * place);
        form.valuation |= (items[place] >> SuitWords<K>::kRanksShift & kSuitRanks)
                          << (kSuitSize * place);
        form.suit_at[place] = items[place] & ((1U << SuitWords<K>::kRanksShift) - 1);
    }

    // 2. Trumps. Jacks are worth the same, so only the ranks below them enter the valuation.
    if constexpr (K == Kind::suit) {
        form.valuation |= (ranks_from(kLowTrumps, hands[0] | hands[1] | hands[2])) << kLowTrumps;
    }
    form.key |= static_cast<std::uint64_t>(words.trump_code) << (kCodeBits * D::plain_suits);
    form.key |= static_cast<std::uint64_t>(leader) << kLeaderShift | options.universe
                                                                         << kUniverseShift;

    return form;
}

/// Cards by their place in the canonical form, a byte a suit, the lowest remaining card first.
/// Trumps beyond the eighth are jacks in all similar positions and are left out, and in grand all
/// jacks.
template <Kind K>
std::uint32_t slots_of(Cards cards, Cards rest, const Canonical& form) {
    using namespace skat::detail;
    using D = Deck<K>;
    std::uint32_t slots = 0;
    for (int place = 0; place < D::plain_suits; ++place) {
        const int shift = kSuitSize * form.suit_at[place];
        slots |=
            static_cast<std::uint32_t>(
                kClosed[kTernary[ranks_from(shift, rest)] + kTernary[ranks_from(shift, cards)]])
            << (8 * place);
    }
    if constexpr (K == Kind::suit) {
        const unsigned low = ranks_from(kLowTrumps, rest), jacks = rest >> kJacks;
        const std::uint32_t low_slots =
            kClosed[kTernary[low] + kTernary[ranks_from(kLowTrumps, cards)]];
        const std::uint32_t jack_slots = kClosed[kTernary[jacks] + kTernary[cards >> kJacks]];
        slots |= (low_slots | jack_slots << std::popcount(low)) << 24;
    }
    return slots;
}

template <Kind K>
Cards cards_of(std::uint32_t slots, Cards rest, const Canonical& form) {
    using namespace skat::detail;
    using D = Deck<K>;
    Cards cards = 0;
    for (int place = 0; place < D::plain_suits; ++place) {
        const int shift = kSuitSize * form.suit_at[place];
        cards |=
            static_cast<Cards>(kOpened[ranks_from(shift, rest)][slots >> (8 * place) & kSuitRanks])
            << shift;
    }
    if constexpr (K == Kind::suit) {
        const unsigned low = ranks_from(kLowTrumps, rest), jacks = rest >> kJacks;
        const unsigned trumps = slots >> 24;
        cards |= static_cast<Cards>(kOpened[low][trumps & kSuitRanks]) << kLowTrumps;
        cards |= static_cast<Cards>(kOpened[jacks][trumps >> std::popcount(low) & kSuitRanks])
                 << kJacks;
    }
    return cards;
}

/// A card's place in the canonical form, which stays the same for all similar positions.
template <Kind K>
std::uint8_t slot_of(Card card, Cards rest, const Canonical& form) {
    using D = Deck<K>;
    if (card >= D::trump_shift) {
        return static_cast<std::uint8_t>(D::trump_shift +
                                         std::popcount((rest & D::trumps) & D::below(card)));
    }
    const int suit = card / kSuitSize;
    int place = 0;
    while (form.suit_at[place] != suit) ++place;
    return static_cast<std::uint8_t>(kSuitSize * place +
                                     std::popcount(rest & D::plain_suit(suit) & D::below(card)));
}

template <Kind K>
Card card_at(std::uint8_t slot, Cards rest, const Canonical& form) {
    using D = Deck<K>;
    const bool trump = slot >= D::trump_shift;
    Cards suit = rest & (trump ? D::trumps : D::plain_suit(form.suit_at[slot / kSuitSize]));
    for (int i = trump ? slot - D::trump_shift : slot % kSuitSize; i > 0; --i) suit &= suit - 1;
    return lowest(suit);
}

}  // namespace kiebitz::solvers::skat::variants
