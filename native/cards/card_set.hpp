// Sets of cards as bit masks: bit i stands for card i of the game's deck.
#pragma once

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

}  // namespace kiebitz
