// By how much a stored bound moves when it is carried to a position with other points.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace kiebitz::solvers::skat {

/// The points of up to 32 cards, a byte each.
struct Payoffs {
    alignas(16) std::array<std::uint8_t, 32> bytes;

    static Payoffs of(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
        const std::array<std::uint64_t, 4> words{a, b, c, d};
        Payoffs payoffs;
        std::memcpy(payoffs.bytes.data(), words.data(), 32);
        return payoffs;
    }
};

/// Cards that the declarer wins in a proof (evidence.hpp), by places of a form, a bit each.
struct WonSlots {
    std::uint32_t always;
    std::uint32_t possibly;
};

/// `gain`: the cards, a bit each, that raise the bound by what they are worth more now; `loss`:
/// those that lower it by what they are worth less.
inline int payoff_shift(const Payoffs& now, const Payoffs& then, std::uint32_t gain,
                        std::uint32_t loss) {
#if defined(__SSE2__)
    // Sixteen bits as bytes of all ones or none.
    const auto mask_of = [](std::uint32_t bits) {
        const __m128i word = _mm_cvtsi32_si128(static_cast<int>(bits));
        const __m128i bytes =  // the first one four times, then the second
            _mm_shufflelo_epi16(_mm_unpacklo_epi8(word, word), 0x50);
        const __m128i select = _mm_set1_epi64x(static_cast<long long>(0x8040201008040201U));
        return _mm_cmpeq_epi8(_mm_and_si128(_mm_unpacklo_epi32(bytes, bytes), select), select);
    };
    const auto half = [](const Payoffs& payoffs, int at) {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(payoffs.bytes.data() + at));
    };
    const auto excess = [&](const Payoffs& a, const Payoffs& b, std::uint32_t cards) {
        const __m128i low = _mm_subs_epu8(half(a, 0), half(b, 0));
        const __m128i high = _mm_subs_epu8(half(a, 16), half(b, 16));
        return _mm_sad_epu8(_mm_add_epi8(_mm_and_si128(low, mask_of(cards)),
                                         _mm_and_si128(high, mask_of(cards >> 16))),
                            _mm_setzero_si128());
    };
    const __m128i sums = _mm_sub_epi64(excess(now, then, gain), excess(then, now, loss));
    return _mm_cvtsi128_si32(sums) + _mm_cvtsi128_si32(_mm_unpackhi_epi64(sums, sums));
#else
    int shift = 0;
    for (int i = 0; i < 32; ++i) {
        const int difference = int{now.bytes[i]} - int{then.bytes[i]};
        if (((difference > 0 ? gain : loss) >> i & 1) != 0) shift += difference;
    }
    return shift;
#endif
}

}  // namespace kiebitz::solvers::skat
