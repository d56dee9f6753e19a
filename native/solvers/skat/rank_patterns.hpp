// Lowest winning rank together with payoff-similarity (thesis §7.5), for suit games and grand.
//
// A proof of a bound rests on the cards that won a trick by their rank. It holds as well in every
// position with the same number of cards in each hand and suit in which the cards from the lowest
// of these winners up have the same owners: the cards below may be dealt anew. There the i-th
// lowest card of a hand and suit takes the part of the i-th lowest, and what the two are worth
// differs; the bound moves with those that the declarer wins in the proof (evidence.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "solvers/skat/evidence.hpp"
#include "solvers/skat/payoff_shift.hpp"
#include "solvers/skat/suit_codes.hpp"

namespace kiebitz::solvers::skat {

/// What a position at a trick boundary is in the pattern table.
struct PatternForm {
    static constexpr int kLeaderShift = 50;  // above the splits of all suits
    static constexpr int kUniverseShift = 52;
    static constexpr int kTrumpOwnersShift = 32;  // the highest trump in the top bits

    std::uint64_t shape = 0;   // cards by hand and suit, leader, universe
    std::uint64_t owners = 0;  // those of the plain suits, and above them those of the trumps
    Payoffs points;            // of each card, by hand, suit and rank; see price()
    bool priced = false;
    std::array<std::uint8_t, 4> suit_at{0, 1, 2, 3};
};

/// What the form needs of each suit; only the suits of a trick change with it.
template <Kind K>
struct SuitShapes {
    // A word has the suit's number, its owners and on top its split (detail::SuitShape), so that
    // words sort by split and owners.
    static constexpr int kNumberBits = 2;
    static constexpr int kOwnersShift = kNumberBits;
    static constexpr int kSplitShift = kOwnersShift + detail::kOwnersBits;
    static constexpr int kTrumpCountBits = 4;
    std::array<std::uint32_t, Deck<K>::plain_suits> plain{};
    std::uint32_t trump_owners = 0;  // from the highest down, in the top bits
    std::uint32_t trump_split = 0;   // four bits a player

    /// Who owns the three highest cards of a plain suit, two bits each; 0 if there is none.
    int tops(int suit) const {
        return plain[suit] >> (kSplitShift - detail::kTopsBits) & detail::kTopsMask;
    }
    int trump_tops() const { return static_cast<int>(trump_owners >> (32 - detail::kTopsBits)); }

    void update(const std::array<Cards, 3>& hands, Cards changed) {
        using D = Deck<K>;
        const auto shape_at = [&](int shift) -> const detail::SuitShape& {
            const unsigned first = ranks_from(shift, hands[1]);
            const unsigned second = ranks_from(shift, hands[2]);
            return detail::kSuitShapes[suit_code(ranks_from(shift, hands[0]) | first | second,
                                                 first, second)];
        };
        for (int suit = 0; suit < D::plain_suits; ++suit) {
            if ((changed & D::plain_suit(suit)) == 0) continue;
            const detail::SuitShape& shape = shape_at(kSuitSize * suit);
            plain[suit] = static_cast<std::uint32_t>(shape.split) << kSplitShift |
                          static_cast<std::uint32_t>(shape.owners) << kOwnersShift |
                          static_cast<std::uint32_t>(suit);
        }
        if ((changed & D::trumps) == 0) return;
        // The jacks, and below them in suit games the cards of the suit.
        constexpr int kToTheTop = 32 - detail::kOwnersBits;
        trump_owners = static_cast<std::uint32_t>(shape_at(kJacks).owners) << kToTheTop;
        if constexpr (K == Kind::suit) {
            const int jacks = count((hands[0] | hands[1] | hands[2]) >> kJacks);
            trump_owners |= static_cast<std::uint32_t>(shape_at(kLowTrumps).owners) << kToTheTop >>
                            (detail::kOwnerBits * jacks);
        }
        trump_split = 0;
        for (int player = 0; player < 3; ++player) {
            trump_split |= static_cast<std::uint32_t>(count(hands[player] & D::trumps))
                           << (kTrumpCountBits * player);
        }
    }
};

template <Kind K>
PatternForm pattern_form(const SuitShapes<K>& shapes, int leader, const FormOptions& options) {
    using D = Deck<K>;
    using Shapes = SuitShapes<K>;
    PatternForm form;
    // 1. Plain suits, sorted by split and owners.
    auto items = shapes.plain;
    if (options.suit_symmetry) detail::sort_few(items);
    for (int place = 0; place < D::plain_suits; ++place) {
        form.shape |= static_cast<std::uint64_t>(items[place] >> Shapes::kSplitShift)
                      << (detail::kSplitBits * place);
        form.owners |=
            static_cast<std::uint64_t>(items[place] >> Shapes::kOwnersShift & detail::kOwnersMask)
            << (detail::kOwnersBits * place);
        form.suit_at[place] = items[place] & ((1U << Shapes::kNumberBits) - 1);
    }
    // 2. Trumps.
    form.owners |= static_cast<std::uint64_t>(shapes.trump_owners)
                   << PatternForm::kTrumpOwnersShift;
    form.shape |= static_cast<std::uint64_t>(shapes.trump_split)
                  << (detail::kSplitBits * D::plain_suits);
    form.shape |= static_cast<std::uint64_t>(leader) << PatternForm::kLeaderShift |
                  options.universe << PatternForm::kUniverseShift;
    return form;
}

/// The bits of `owners` that a pattern fixes when these cards won by rank.
template <Kind K>
std::uint64_t pattern_mask(Cards winners, Cards rest, const PatternForm& form) {
    using namespace detail;
    using D = Deck<K>;
    std::uint64_t mask = 0;
    for (int place = 0; place < D::plain_suits; ++place) {
        const Cards suit = D::plain_suit(form.suit_at[place]);
        const Cards fixed = winners & suit;
        if (fixed == 0) continue;
        const int depth = count(rest & suit & ~D::below(lowest(fixed)));
        mask |= (std::uint64_t{kOwnersMask} << (kOwnersBits - kOwnerBits * depth) & kOwnersMask)
                << (kOwnersBits * place);
    }
    if ((winners & D::trumps) != 0) {
        const int depth = count(rest & D::trumps & ~D::below(lowest(winners & D::trumps)));
        mask |= ~std::uint64_t{0} << (64 - kOwnerBits * depth);
    }
    return mask;
}

/// The lowest card of each suit that a mask fixes.
template <Kind K>
Cards pattern_winners(std::uint64_t mask, Cards rest, const PatternForm& form) {
    using namespace detail;
    using D = Deck<K>;
    const auto at_depth = [](Cards suit, int depth) {
        for (int below = count(suit) - depth; below > 0; --below) suit &= suit - 1;
        return suit & (0 - suit);
    };
    Cards winners = 0;
    for (int place = 0; place < D::plain_suits; ++place) {
        const int depth = std::popcount(mask >> (kOwnersBits * place) & kOwnersMask) / kOwnerBits;
        if (depth != 0) {
            winners |= at_depth(rest & D::plain_suit(form.suit_at[place]), depth);
        }
    }
    const int depth = std::popcount(mask >> (kOwnersBits * D::plain_suits)) / kOwnerBits;
    if (depth != 0) winners |= at_depth(rest & D::trumps, depth);
    return winners;
}

/// Cards have a place each: suit by suit, and in a suit hand by hand, from the lowest card up.
/// Seven places for a plain suit, then those of the trumps. In grand all trumps are worth the same
/// and have none.
namespace detail {

/// The ranks of a plain suit in each hand, and where those of the second and third hand begin.
struct Holdings {
    unsigned ranks[3];
    int second, third;

    Holdings(const std::array<Cards, 3>& hands, int shift)
        : ranks{ranks_from(shift, hands[0]), ranks_from(shift, hands[1]),
                ranks_from(shift, hands[2])},
          second(std::popcount(ranks[0])),
          third(second + std::popcount(ranks[1])) {}
};

/// The trumps of suit games: the ranks of the suit, and above them the jacks.
struct TrumpHolding {
    unsigned low, jacks;
    int low_count, count;

    explicit TrumpHolding(Cards hand)
        : low(ranks_from(kLowTrumps, hand)),
          jacks(hand >> kJacks),
          low_count(std::popcount(low)),
          count(low_count + std::popcount(jacks)) {}
};

inline constexpr int kFirstTrumpPlace = kLowTrumps;  // after three plain suits

}  // namespace detail

/// Fills in the points of a position's cards; many lookups end before they are needed.
template <Kind K>
void price(PatternForm& form, const std::array<Cards, 3>& hands, const Valuation& valuation) {
    using namespace detail;
    if (form.priced) return;
    form.priced = true;
    std::array<std::uint8_t, 48> points;  // whole words are written
    const auto put = [&](int place, std::uint64_t bytes) {
        std::memcpy(&points[place], &bytes, sizeof bytes);
    };
    for (int place = 0; place < Deck<K>::plain_suits; ++place) {
        const Holdings held(hands, kSuitSize * form.suit_at[place]);
        const auto& bytes = valuation.plain_bytes;
        put(kSuitSize * place, bytes[held.ranks[0]] | bytes[held.ranks[1]] << (8 * held.second) |
                                   bytes[held.ranks[2]] << (8 * held.third));
    }
    if constexpr (K == Kind::suit) {
        const std::uint64_t jacks = valuation.values[kJacks] * std::uint64_t{0x0101010101010101};
        int next = kFirstTrumpPlace;
        for (const Cards hand : hands) {
            const TrumpHolding held(hand);
            put(next, valuation.trump_bytes[held.low]);
            put(next + 8, jacks);
            next += held.count;
        }
    } else {
        put(kJacks, 0);
    }
    std::copy_n(points.begin(), 32, form.points.bytes.begin());
}

template <Kind K>
WonSlots won_slots(const WonCards& won, const std::array<Cards, 3>& hands,
                   const PatternForm& form) {
    using namespace detail;
    WonSlots slots{0, 0};
    const auto closed = [](unsigned ranks, Cards cards) -> std::uint32_t {
        return kClosed[kTernary[ranks] + kTernary[cards & ranks]];
    };
    for (int place = 0; place < Deck<K>::plain_suits; ++place) {
        const int shift = kSuitSize * form.suit_at[place];
        const Holdings held(hands, shift);
        const auto of = [&](Cards cards) {
            cards >>= shift;
            return (closed(held.ranks[0], cards) | closed(held.ranks[1], cards) << held.second |
                    closed(held.ranks[2], cards) << held.third)
                   << (kSuitSize * place);
        };
        slots.always |= of(won.always);
        slots.possibly |= of(won.possibly);
    }
    if constexpr (K == Kind::suit) {
        int next = kFirstTrumpPlace;
        for (const Cards hand : hands) {
            const TrumpHolding held(hand);
            const auto of = [&](Cards cards) {
                return (closed(held.low, cards >> kLowTrumps) | closed(held.jacks, cards >> kJacks)
                                                                    << held.low_count)
                       << next;
            };
            slots.always |= of(won.always);
            slots.possibly |= of(won.possibly);
            next += held.count;
            if (next == 32) break;
        }
    }
    return slots;
}

template <Kind K>
WonCards won_cards(const WonSlots& slots, const std::array<Cards, 3>& hands,
                   const PatternForm& form) {
    using namespace detail;
    WonCards won = WonCards::nothing();
    if constexpr (K == Kind::grand) won.possibly = Deck<K>::trumps;
    const auto opened = [](unsigned ranks, std::uint32_t places) -> Cards {
        return kOpened[ranks][places & kSuitRanks];
    };
    for (int place = 0; place < Deck<K>::plain_suits; ++place) {
        const int shift = kSuitSize * form.suit_at[place];
        const Holdings held(hands, shift);
        const auto of = [&](std::uint32_t places) {
            places = places >> (kSuitSize * place) & kSuitRanks;
            return (opened(held.ranks[0], places) | opened(held.ranks[1], places >> held.second) |
                    opened(held.ranks[2], places >> held.third))
                   << shift;
        };
        won.always |= of(slots.always);
        won.possibly |= of(slots.possibly);
    }
    if constexpr (K == Kind::suit) {
        int next = kFirstTrumpPlace;
        for (const Cards hand : hands) {
            const TrumpHolding held(hand);
            const auto of = [&](std::uint32_t places) {
                places >>= next;
                return opened(held.low, places) << kLowTrumps |
                       opened(held.jacks, places >> held.low_count) << kJacks;
            };
            won.always |= of(slots.always);
            won.possibly |= of(slots.possibly);
            next += held.count;
            if (next == 32) break;
        }
    }
    return won;
}

}  // namespace kiebitz::solvers::skat
