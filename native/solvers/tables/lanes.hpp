// Sixteen small numbers at once.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#if defined(__SSE4_1__)
#include <smmintrin.h>
#endif

namespace kiebitz::solvers {

inline constexpr int kLanes = 16;

#if defined(__SSE4_1__)

struct Lanes {
    __m128i all;

    static Lanes load(const std::int8_t* from) {
        return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(from))};
    }
    static Lanes each(std::int8_t value) { return {_mm_set1_epi8(value)}; }
    void store(std::int8_t* to) const { _mm_storeu_si128(reinterpret_cast<__m128i*>(to), all); }
    Lanes operator+(Lanes other) const { return {_mm_add_epi8(all, other.all)}; }
    Lanes operator-(Lanes other) const { return {_mm_sub_epi8(all, other.all)}; }
    /// Sums and differences that stay at the ends of the range.
    Lanes plus(Lanes other) const { return {_mm_adds_epi8(all, other.all)}; }
    Lanes minus(Lanes other) const { return {_mm_subs_epi8(all, other.all)}; }
    Lanes operator&(Lanes other) const { return {_mm_and_si128(all, other.all)}; }
    Lanes operator|(Lanes other) const { return {_mm_or_si128(all, other.all)}; }
    /// -1 where they are equal, else 0.
    Lanes equal(Lanes other) const { return {_mm_cmpeq_epi8(all, other.all)}; }
    Lanes max(Lanes other) const { return {_mm_max_epi8(all, other.all)}; }
    Lanes min(Lanes other) const { return {_mm_min_epi8(all, other.all)}; }
    /// The lanes that `places` names; 0 where it is negative.
    Lanes at(Lanes places) const { return {_mm_shuffle_epi8(all, places.all)}; }
};

#else

struct Lanes {
    std::array<std::int8_t, kLanes> all;

    template <class Make>
    static Lanes make(Make value) {
        Lanes lanes;
        for (int i = 0; i < kLanes; ++i) lanes.all[i] = static_cast<std::int8_t>(value(i));
        return lanes;
    }
    static Lanes load(const std::int8_t* from) {
        Lanes lanes;
        std::memcpy(lanes.all.data(), from, kLanes);
        return lanes;
    }
    static Lanes each(std::int8_t value) {
        return make([&](int) { return value; });
    }
    void store(std::int8_t* to) const { std::memcpy(to, all.data(), kLanes); }
    Lanes operator+(Lanes other) const {
        return make([&](int i) { return all[i] + other.all[i]; });
    }
    Lanes operator-(Lanes other) const {
        return make([&](int i) { return all[i] - other.all[i]; });
    }
    Lanes plus(Lanes other) const {
        return make([&](int i) { return std::clamp(all[i] + other.all[i], -128, 127); });
    }
    Lanes minus(Lanes other) const {
        return make([&](int i) { return std::clamp(all[i] - other.all[i], -128, 127); });
    }
    Lanes operator&(Lanes other) const {
        return make([&](int i) { return all[i] & other.all[i]; });
    }
    Lanes operator|(Lanes other) const {
        return make([&](int i) { return all[i] | other.all[i]; });
    }
    Lanes equal(Lanes other) const {
        return make([&](int i) { return all[i] == other.all[i] ? -1 : 0; });
    }
    Lanes max(Lanes other) const {
        return make([&](int i) { return std::max(all[i], other.all[i]); });
    }
    Lanes min(Lanes other) const {
        return make([&](int i) { return std::min(all[i], other.all[i]); });
    }
    Lanes at(Lanes places) const {
        return make([&](int i) { return places.all[i] < 0 ? 0 : all[places.all[i] & 15]; });
    }
};

#endif

}  // namespace kiebitz::solvers
