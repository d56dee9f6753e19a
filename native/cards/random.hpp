// Seeded random numbers, the same on every platform and compiler.
//
// Seeds of parts are derived, never shared: `derive_seed(master, deal_index, world_index)`. So the
// same master seed gives the same worlds on any number of threads.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <span>
#include <utility>

namespace kiebitz {

/// One step of SplitMix64 (Steele, Lea, Flood 2014): a bijection that scatters every input bit.
constexpr std::uint64_t mix64(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

/// The seed of a part, from the seed of the whole and the part's indices.
template <std::convertible_to<std::uint64_t>... Index>
constexpr std::uint64_t derive_seed(std::uint64_t master, Index... index) {
    std::uint64_t seed = mix64(master);
    ((seed = mix64(seed ^ mix64(static_cast<std::uint64_t>(index) + 1))), ...);
    return seed;
}

/// xoshiro256** (Blackman, Vigna 2018), seeded through SplitMix64.
class Random {
  public:
    using result_type = std::uint64_t;

    explicit constexpr Random(std::uint64_t seed) {
        for (auto& word : state_) {
            word = mix64(seed);
            seed += 0x9e3779b97f4a7c15ULL;
        }
    }

    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return ~result_type{0}; }

    constexpr result_type operator()() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    /// A number from 0 to bound - 1, each equally likely (Lemire 2019).
    constexpr std::uint32_t below(std::uint32_t bound) {
        assert(bound > 0);
        std::uint64_t product = (operator()() >> 32) * bound;
        if (static_cast<std::uint32_t>(product) < bound) {
            const std::uint32_t threshold = (0U - bound) % bound;
            while (static_cast<std::uint32_t>(product) < threshold) {
                product = (operator()() >> 32) * bound;
            }
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

    /// A number in [0, 1).
    constexpr double uniform() { return static_cast<double>(operator()() >> 11) * 0x1.0p-53; }

    template <class T>
    constexpr void shuffle(std::span<T> items) {
        for (std::size_t i = items.size(); i > 1; --i) {
            std::swap(items[i - 1], items[below(static_cast<std::uint32_t>(i))]);
        }
    }

  private:
    std::array<std::uint64_t, 4> state_{};
};

}  // namespace kiebitz
