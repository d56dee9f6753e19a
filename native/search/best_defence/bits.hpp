// Payoff vectors over many worlds as bit sets.
//
// A vector with payoffs from v0 < v1 < ... < vm is written in unary: the bit (level l, world w)
// says that the payoff in w is at least vl. Then min is `and`, max in every world is `or`, "at
// least as good in every world" is "superset", and the expected value is a sum of bit weights. So
// every algorithm of 001 is a few word operations a node, whatever the payoffs are.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cards/random.hpp"

namespace kiebitz::best_defence {

template <std::size_t Words>
struct Bits {
    std::array<std::uint64_t, Words> words{};

    static constexpr std::size_t capacity = 64 * Words;

    void set(std::size_t index) {
        assert(index < capacity);
        words[index / 64] |= std::uint64_t{1} << (index % 64);
    }
    bool test(std::size_t index) const {
        assert(index < capacity);
        return ((words[index / 64] >> (index % 64)) & 1) != 0;
    }
    bool empty() const {
        std::uint64_t any = 0;
        for (std::uint64_t word : words) any |= word;
        return any == 0;
    }
    int count() const {
        int total = 0;
        for (std::uint64_t word : words) total += std::popcount(word);
        return total;
    }
    /// Every bit of this set is in the other one: the other payoff vector is at least as good.
    bool within(const Bits& other) const {
        std::uint64_t beyond = 0;
        for (std::size_t i = 0; i < Words; ++i) beyond |= words[i] & ~other.words[i];
        return beyond == 0;
    }
    std::uint64_t hash(std::uint64_t seed) const {
        for (std::uint64_t word : words) seed = mix64(seed ^ word);
        return seed;
    }

    friend Bits operator&(Bits a, const Bits& b) {
        for (std::size_t i = 0; i < Words; ++i) a.words[i] &= b.words[i];
        return a;
    }
    friend Bits operator|(Bits a, const Bits& b) {
        for (std::size_t i = 0; i < Words; ++i) a.words[i] |= b.words[i];
        return a;
    }
    /// a without b.
    friend Bits operator-(Bits a, const Bits& b) {
        for (std::size_t i = 0; i < Words; ++i) a.words[i] &= ~b.words[i];
        return a;
    }
    friend bool operator==(const Bits&, const Bits&) = default;
    // clang-tidy takes the zero within for a pointer. NOLINTNEXTLINE(modernize-use-nullptr)
    friend auto operator<=>(const Bits&, const Bits&) = default;
};

/// Sums of bit weights, one table lookup a byte.
template <std::size_t Words>
class Weights {
  public:
    explicit Weights(const std::vector<double>& weight_of_bit)
        : bytes_((weight_of_bit.size() + 7) / 8), sums_(256 * bytes_, 0.0) {
        assert(weight_of_bit.size() <= Bits<Words>::capacity);
        for (std::size_t byte = 0; byte < bytes_; ++byte) {
            for (std::size_t pattern = 1; pattern < 256; ++pattern) {
                const auto low = static_cast<std::size_t>(std::countr_zero(pattern));
                const std::size_t index = 8 * byte + low;
                const double weight = index < weight_of_bit.size() ? weight_of_bit[index] : 0.0;
                sums_[256 * byte + pattern] =
                    sums_[256 * byte + (pattern & (pattern - 1))] + weight;
            }
        }
    }

    double operator()(const Bits<Words>& bits) const {
        double total = 0.0;
        for (std::size_t byte = 0; byte < bytes_; ++byte) {
            const auto pattern = (bits.words[byte / 8] >> (8 * (byte % 8))) & 0xff;
            total += sums_[256 * byte + pattern];
        }
        return total;
    }

  private:
    std::size_t bytes_;
    std::vector<double> sums_;
};

}  // namespace kiebitz::best_defence
