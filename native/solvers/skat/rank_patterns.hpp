// Lowest winning rank together with payoff-similarity (thesis §7.5), for suit games and grand.
//
// A proof of a bound rests on the cards that won a trick by their rank. It holds as well in every
// position with the same number of cards in each hand and suit in which the cards from the lowest
// of these winners up have the same owners: the cards below may be dealt anew. There the i-th
// lowest card of a hand and suit takes the part of the i-th lowest, and what the two are worth
// differs; the bound moves by no more than the sum of these differences of one sign.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "cards/random.hpp"
#include "solvers/skat/canonical.hpp"
#include "solvers/skat/table.hpp"

namespace kiebitz::solvers::skat {

/// What a position at a trick boundary is in the pattern table.
struct PatternForm {
    std::uint64_t shape = 0;              // cards by hand and suit, leader, universe
    std::uint64_t owners = 0;             // 14 bits a plain suit, the rest for trumps
    std::array<std::uint8_t, 40> points;  // of each card, by hand, suit and rank; see price()
    bool priced = false;
    std::array<std::uint8_t, 4> suit_at{0, 1, 2, 3};
};

/// Where nobody asks which cards won by rank.
struct NoCards {
    constexpr NoCards() = default;
    constexpr NoCards(Cards) {}
    constexpr operator Cards() const { return 0; }
};

/// Bounds, and for each, if Ranked, the cards that won by rank in its proof.
template <bool Ranked>
struct Reasoned {
    using Winners = std::conditional_t<Ranked, Cards, NoCards>;

    int lower;
    int upper;
    [[no_unique_address]] Winners lower_winners{};
    [[no_unique_address]] Winners upper_winners{};
};

template <Kind K>
PatternForm pattern_form(const SuitWords<K>& words, const std::array<Cards, 3>& hands, int leader,
                         const CanonicalOptions& options) {
    using D = Deck<K>;
    using namespace detail;
    PatternForm form;
    // 1. Plain suits, sorted by split and owners.
    std::array<std::uint32_t, D::plain_suits> items;
    for (int suit = 0; suit < D::plain_suits; ++suit) {
        const SuitShape& shape = kSuitShapes[words.plain[suit] >> 9];
        items[suit] = static_cast<std::uint32_t>(shape.split) << 16 |
                      static_cast<std::uint32_t>(shape.owners) << 2 |
                      static_cast<std::uint32_t>(suit);
    }
    if (options.suit_symmetry) sort_few(items);
    for (int place = 0; place < D::plain_suits; ++place) {
        form.shape |= static_cast<std::uint64_t>(items[place] >> 16) << (9 * place);
        form.owners |= static_cast<std::uint64_t>(items[place] >> 2 & 0x3fff) << (14 * place);
        form.suit_at[place] = items[place] & 3;
    }
    // 2. Trumps: the jacks, and below them in suit games the cards of the suit.
    const auto shape_at = [&](int shift) -> const SuitShape& {
        const unsigned first = hands[1] >> shift & 0x7f, second = hands[2] >> shift & 0x7f;
        return kSuitShapes[suit_code((hands[0] >> shift & 0x7f) | first | second, first, second)];
    };
    form.owners |= static_cast<std::uint64_t>(shape_at(28).owners) << 50;
    if constexpr (K == Kind::suit) {
        const int jacks = count((hands[0] | hands[1] | hands[2]) >> 28);
        form.owners |= static_cast<std::uint64_t>(shape_at(21).owners) << 50 >> (2 * jacks);
    }
    for (int player = 0; player < 3; ++player) {
        form.shape |= static_cast<std::uint64_t>(count(hands[player] & D::trumps))
                      << (9 * D::plain_suits + 4 * player);
    }
    form.shape |= static_cast<std::uint64_t>(leader) << 50 | options.universe << 52;
    return form;
}

/// Fills in the points of a position's cards; many lookups end before they are needed.
template <Kind K>
void price(PatternForm& form, const std::array<Cards, 3>& hands, const Valuation& valuation) {
    using D = Deck<K>;
    if (form.priced) return;
    form.priced = true;
    form.points = {};
    std::uint8_t* next = form.points.data();
    const auto put = [&](std::uint64_t bytes, int cards) {
        std::memcpy(next, &bytes, sizeof bytes);
        next += cards;
    };
    for (const Cards hand : hands) {
        for (int place = 0; place < D::plain_suits; ++place) {
            const unsigned ranks = hand >> (7 * form.suit_at[place]) & 0x7f;
            put(valuation.plain_bytes[ranks], std::popcount(ranks));
        }
        if constexpr (K == Kind::suit) {
            const unsigned ranks = hand >> 21 & 0x7f;
            put(valuation.plain_bytes[ranks], std::popcount(ranks));
        }
        const int jacks = count(hand >> 28);
        put(valuation.values[28] * std::uint64_t{0x01010101} &
                ((std::uint64_t{1} << (8 * jacks)) - 1),
            jacks);
    }
}

/// The bits of `owners` that a pattern fixes when these cards won by rank.
template <Kind K>
std::uint64_t pattern_mask(Cards winners, Cards rest, const PatternForm& form) {
    using D = Deck<K>;
    std::uint64_t mask = 0;
    for (int place = 0; place < D::plain_suits; ++place) {
        const Cards suit = D::plain_suit(form.suit_at[place]);
        const Cards fixed = winners & suit;
        if (fixed == 0) continue;
        const int depth = count(rest & suit & ~D::below(lowest(fixed)));
        mask |= (std::uint64_t{0x3fff} << (14 - 2 * depth) & 0x3fff) << (14 * place);
    }
    if ((winners & D::trumps) != 0) {
        const int depth = count(rest & D::trumps & ~D::below(lowest(winners & D::trumps)));
        mask |= ~std::uint64_t{0} << (64 - 2 * depth);
    }
    return mask;
}

/// The lowest card of each suit that a mask fixes.
template <Kind K>
Cards pattern_winners(std::uint64_t mask, Cards rest, const PatternForm& form) {
    using D = Deck<K>;
    const auto at_depth = [](Cards suit, int depth) {
        for (int below = count(suit) - depth; below > 0; --below) suit &= suit - 1;
        return suit & (0 - suit);
    };
    Cards winners = 0;
    for (int place = 0; place < D::plain_suits; ++place) {
        const int depth = std::popcount(mask >> (14 * place) & 0x3fff) / 2;
        if (depth != 0) {
            winners |= at_depth(rest & D::plain_suit(form.suit_at[place]), depth);
        }
    }
    const int depth = std::popcount(mask >> (14 * D::plain_suits)) / 2;
    if (depth != 0) winners |= at_depth(rest & D::trumps, depth);
    return winners;
}

/// Under each shape lies a chain of patterns, the newest first.
class PatternTable {
  public:
    explicit PatternTable(std::size_t bytes) {
        std::size_t slots = 2;
        while (slots * 2 * sizeof(Slot) <= bytes / 8) slots *= 2;
        slots_ = std::vector<Slot>(slots);
        chunks_.resize(std::max<std::size_t>(2, (bytes - bytes / 8) / sizeof(Chunk)));
    }
    void clear() {
        std::fill(slots_.begin(), slots_.end(), Slot{});
        taken_ = 1;
    }
    std::size_t bytes() const {
        return slots_.size() * sizeof(Slot) + chunks_.size() * sizeof(Chunk);
    }

    std::size_t place(const PatternForm& form) const {
        return mix64(form.shape) & (slots_.size() - 1);
    }
    // Memory is slow: a lookup is announced, then located, then made, with other work in between.
    void prefetch(std::size_t place) const { fetch(&slots_[place]); }
    void prefetch_patterns(std::size_t place) const {
        const Chunk& first = chunks_[slots_[place].first];
        fetch(&first);
        fetch(&first.mask);
    }

    /// Narrows the bounds by what the patterns prove, at least if it decides the window.
    template <Kind K>
    void narrow(std::size_t place, PatternForm& form, const std::array<Cards, 3>& hands,
                const Valuation& valuation, int alpha, int beta, Reasoned<true>& known) const;

    void store(std::size_t place, const PatternForm& form, std::uint64_t mask, int bound,
               bool is_lower);

  private:
    static constexpr int kLongest = 24;  // chunks in a chain
    struct Slot {
        std::uint64_t shape = ~std::uint64_t{0};
        std::uint32_t first = 0;  // chunk; 0 means none
        std::uint32_t length = 0;
    };
    struct alignas(64) Chunk {
        static constexpr int capacity = 5;
        std::array<std::uint8_t, capacity> bound;
        std::array<bool, capacity> is_lower;
        std::uint16_t used;
        std::uint32_t next;
        std::array<std::uint64_t, capacity> owners, mask;
        std::array<std::array<std::uint8_t, 32>, capacity> points;
    };
    static_assert(sizeof(Chunk) == 256);
    static void fetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
        __builtin_prefetch(address);
#endif
    }
    /// How much more the first cards are worth than the second, where they are.
    static int excess(const std::uint8_t* first, const std::uint8_t* second);

    std::vector<Slot> slots_;
    std::vector<Chunk> chunks_;  // number 0 is never used
    std::size_t taken_ = 1;
};

inline int PatternTable::excess(const std::uint8_t* first, const std::uint8_t* second) {
#if defined(__SSE2__)
    const auto load = [](const std::uint8_t* from) {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    };
    const __m128i sum =
        _mm_sad_epu8(_mm_add_epi8(_mm_subs_epu8(load(first), load(second)),
                                  _mm_subs_epu8(load(first + 16), load(second + 16))),
                     _mm_setzero_si128());
    return _mm_cvtsi128_si32(sum) + _mm_cvtsi128_si32(_mm_unpackhi_epi64(sum, sum));
#else
    int sum = 0;
    for (int i = 0; i < 32; ++i) sum += first[i] > second[i] ? first[i] - second[i] : 0;
    return sum;
#endif
}

template <Kind K>
void PatternTable::narrow(std::size_t place, PatternForm& form, const std::array<Cards, 3>& hands,
                          const Valuation& valuation, int alpha, int beta,
                          Reasoned<true>& known) const {
    const Slot& slot = slots_[place];
    if (slot.shape != form.shape) return;
    const Cards rest = hands[0] | hands[1] | hands[2];
    // With a window of one point a bound that does not decide is worth little.
    const bool decisive = beta - alpha == 1;
    for (std::uint32_t index = slot.first; index != 0; index = chunks_[index].next) {
        const Chunk& chunk = chunks_[index];
        for (int i = chunk.used - 1; i >= 0; --i) {
            const bool is_lower = chunk.is_lower[i];
            int bound = chunk.bound[i];
            if (is_lower ? bound <= known.lower || (decisive && bound < beta)
                         : bound >= known.upper || (decisive && bound > alpha)) {
                continue;
            }
            if (((chunk.owners[i] ^ form.owners) & chunk.mask[i]) != 0) continue;
            price<K>(form, hands, valuation);
            if (is_lower) {
                bound -= excess(chunk.points[i].data(), form.points.data());
                if (bound <= known.lower) continue;
                known.lower = bound;
                known.lower_winners = pattern_winners<K>(chunk.mask[i], rest, form);
                if (bound >= beta) return;
            } else {
                bound += excess(form.points.data(), chunk.points[i].data());
                if (bound >= known.upper) continue;
                known.upper = bound;
                known.upper_winners = pattern_winners<K>(chunk.mask[i], rest, form);
                if (bound <= alpha) return;
            }
        }
    }
}

inline void PatternTable::store(std::size_t place, const PatternForm& form, std::uint64_t mask,
                                int bound, bool is_lower) {
    Slot& slot = slots_[place];
    if (slot.shape != form.shape) slot = {form.shape, 0, 0};
    // 1. A chunk with room, a new one in front, or everything anew.
    if (slot.first == 0 || chunks_[slot.first].used == Chunk::capacity) {
        if (slot.length == kLongest) slot.first = slot.length = 0;
        if (taken_ == chunks_.size()) {
            clear();
            slot = {form.shape, 0, 0};
        }
        Chunk& fresh = chunks_[taken_];
        fresh.used = 0;
        fresh.next = slot.first;
        slot.first = static_cast<std::uint32_t>(taken_++);
        ++slot.length;
    }
    // 2. The pattern.
    Chunk& chunk = chunks_[slot.first];
    const int at = chunk.used++;
    chunk.bound[at] = static_cast<std::uint8_t>(bound);
    chunk.is_lower[at] = is_lower;
    chunk.owners[at] = form.owners;
    chunk.mask[at] = mask;
    std::copy_n(form.points.begin(), 32, chunk.points[at].begin());
}

}  // namespace kiebitz::solvers::skat
