// Sets of cards as bit masks: bit i stands for card i of the game's deck.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <concepts>
#include <cstdint>

namespace kiebitz {

/// A card is its index in the game's deck. What the index means is the game's business.
using Card = std::uint8_t;

/// Iterates over the cards of a mask, lowest index first: `for (Card card : each_card(mask))`.
template <std::unsigned_integral Word>
class EachCard {
  public:
    class Iterator {
      public:
        explicit constexpr Iterator(Word rest) : rest_(rest) {}
        constexpr Card operator*() const { return static_cast<Card>(std::countr_zero(rest_)); }
        constexpr Iterator& operator++() {
            rest_ &= static_cast<Word>(rest_ - 1);
            return *this;
        }
        constexpr bool operator!=(const Iterator& other) const { return rest_ != other.rest_; }

      private:
        Word rest_;
    };

    explicit constexpr EachCard(Word mask) : mask_(mask) {}
    constexpr Iterator begin() const { return Iterator(mask_); }
    constexpr Iterator end() const { return Iterator(Word{0}); }

  private:
    Word mask_;
};

template <std::unsigned_integral Word>
constexpr EachCard<Word> each_card(Word mask) {
    return EachCard<Word>(mask);
}

/// The mask that holds one card only.
template <std::unsigned_integral Word = std::uint32_t>
constexpr Word bit(Card card) {
    assert(card < 8 * sizeof(Word));
    return Word{1} << card;
}

template <std::unsigned_integral Word>
constexpr bool contains(Word mask, Card card) {
    return card < 8 * sizeof(Word) && ((mask >> card) & 1) != 0;
}

template <std::unsigned_integral Word>
constexpr Card lowest(Word mask) {
    assert(mask != 0);
    return static_cast<Card>(std::countr_zero(mask));
}

template <std::unsigned_integral Word>
constexpr Card highest(Word mask) {
    assert(mask != 0);
    return static_cast<Card>(8 * sizeof(Word) - 1 - static_cast<unsigned>(std::countl_zero(mask)));
}

template <std::unsigned_integral Word>
constexpr int count(Word mask) {
    return std::popcount(mask);
}

namespace card_set_detail {

inline constexpr auto kNthBitOfByte = [] {
    std::array<std::array<std::uint8_t, 8>, 256> table{};
    for (unsigned byte = 0; byte < 256; ++byte) {
        int found = 0;
        for (std::uint8_t i = 0; i < 8; ++i) {
            if ((byte >> i & 1) != 0) table[byte][found++] = i;
        }
    }
    return table;
}();

}  // namespace card_set_detail

/// The card at place n of a mask of at least n + 1 cards, counted from the lowest. Without
/// branches: a random choice cannot be predicted.
constexpr Card nth_card(std::uint32_t mask, std::uint32_t n) {
    assert(static_cast<int>(n) < count(mask));
    // Counts of each byte and of all bytes below it, four sums in one word.
    std::uint32_t sums = mask - ((mask >> 1) & 0x55555555U);
    sums = (sums & 0x33333333U) + ((sums >> 2) & 0x33333333U);
    sums = ((sums + (sums >> 4)) & 0x0f0f0f0fU) * 0x01010101U;
    // The card is in the first byte whose sum exceeds n.
    const std::uint32_t not_above = ((n * 0x01010101U | 0x80808080U) - sums) & 0x80808080U;
    const int shift = 8 * count(not_above);
    const auto before = static_cast<std::uint32_t>((std::uint64_t{sums} << 8 >> shift) & 0xff);
    const auto byte = static_cast<std::uint8_t>(mask >> shift);
    return static_cast<Card>(shift + card_set_detail::kNthBitOfByte[byte][n - before]);
}
constexpr Card nth_card(std::uint64_t mask, std::uint32_t n) {
    const auto in_low = static_cast<std::uint32_t>(count(static_cast<std::uint32_t>(mask)));
    const std::uint32_t above = n >= in_low ? 1 : 0;
    const Card card =
        nth_card(static_cast<std::uint32_t>(mask >> (32 * above)), n - above * in_low);
    return static_cast<Card>(card + 32 * above);
}

}  // namespace kiebitz
