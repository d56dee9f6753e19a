// Everything from outside is included before the target changes: inline functions of the standard
// library must not be compiled for a processor that the rest of the program may not run on.
#include "values/dense.hpp"

#include <algorithm>

#include "cards/compiler.hpp"

#ifdef KIEBITZ_HAS_TARGETS
#include <immintrin.h>
#define KIEBITZ_DENSE_X86
#endif

namespace kiebitz::values {

namespace {

void add_products_portable(const std::uint8_t* inputs, const std::int8_t* weights, int width,
                           int rows, std::int32_t* out) {
    for (int row = 0; row < rows; ++row, weights += width) {
        std::int32_t sum = 0;
        for (int i = 0; i < width; ++i) sum += std::int32_t{inputs[i]} * weights[i];
        out[row] += sum;
    }
}

void add_codes_portable(const std::int16_t* const* codes, int number, int width,
                        std::uint8_t* out) {
    for (int i = 0; i < width; ++i) {
        int sum = 0;
        for (int k = 0; k < number; ++k) sum += codes[k][i];
        out[i] = static_cast<std::uint8_t>(std::clamp(sum, 0, kMostInput));
    }
}

// Eight running sums, as the wide one has: the order of the additions is the same.
void dense_float_portable(const float* inputs, const float* weights, const float* bias, int width,
                          int rows, float* out) {
    for (int row = 0; row < rows; ++row, weights += width) {
        float sums[8] = {};
        for (int i = 0; i < width; i += 8) {
            for (int k = 0; k < 8; ++k) sums[k] += inputs[i + k] * weights[i + k];
        }
        float sum = bias[row];
        for (float part : sums) sum += part;
        out[row] = sum;
    }
}

#ifdef KIEBITZ_DENSE_X86

// Of x86-64-v2, which is the least the core is compiled for.
KIEBITZ_TARGET("ssse3")
void add_products_ssse3(const std::uint8_t* inputs, const std::int8_t* weights, int width, int rows,
                        std::int32_t* out) {
    const __m128i ones = _mm_set1_epi16(1);
    for (int row = 0; row < rows; ++row, weights += width) {
        __m128i sum = _mm_setzero_si128();
        for (int i = 0; i < width; i += 16) {
            const __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(inputs + i));
            const __m128i w = _mm_loadu_si128(reinterpret_cast<const __m128i*>(weights + i));
            sum = _mm_add_epi32(sum, _mm_madd_epi16(_mm_maddubs_epi16(x, w), ones));
        }
        sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
        sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1));
        out[row] += _mm_cvtsi128_si32(sum);
    }
}

KIEBITZ_TARGET("ssse3")
void add_codes_ssse3(const std::int16_t* const* codes, int number, int width, std::uint8_t* out) {
    const __m128i most = _mm_set1_epi8(kMostInput);
    for (int i = 0; i < width; i += 16) {
        __m128i low = _mm_setzero_si128(), high = low;
        for (int k = 0; k < number; ++k) {
            const auto* from = reinterpret_cast<const __m128i*>(codes[k] + i);
            low = _mm_add_epi16(low, _mm_loadu_si128(from));
            high = _mm_add_epi16(high, _mm_loadu_si128(from + 1));
        }
        _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i),
                         _mm_min_epu8(_mm_packus_epi16(low, high), most));
    }
}

KIEBITZ_TARGET("avx2")
void add_codes_avx2(const std::int16_t* const* codes, int number, int width, std::uint8_t* out) {
    const __m256i most = _mm256_set1_epi8(kMostInput);
    for (int i = 0; i < width; i += 32) {
        __m256i low = _mm256_setzero_si256(), high = low;
        for (int k = 0; k < number; ++k) {
            const auto* from = reinterpret_cast<const __m256i*>(codes[k] + i);
            low = _mm256_add_epi16(low, _mm256_loadu_si256(from));
            high = _mm256_add_epi16(high, _mm256_loadu_si256(from + 1));
        }
        // Packing goes by halves; the quarters are put back in order.
        const __m256i bytes =
            _mm256_permute4x64_epi64(_mm256_packus_epi16(low, high), 0b11'01'10'00);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + i), _mm256_min_epu8(bytes, most));
    }
}

KIEBITZ_TARGET("avx2") inline __m256i products(__m256i x, const std::int8_t* weights) {
    const __m256i w = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(weights));
    return _mm256_madd_epi16(_mm256_maddubs_epi16(x, w), _mm256_set1_epi16(1));
}

KIEBITZ_TARGET("avx2")
void add_products_avx2(const std::uint8_t* inputs, const std::int8_t* weights, int width, int rows,
                       std::int32_t* out) {
    int row = 0;
    // Four rows at a time share the loads of the inputs and the final additions.
    for (; row + 4 <= rows; row += 4, weights += 4 * static_cast<std::ptrdiff_t>(width)) {
        __m256i a = _mm256_setzero_si256(), b = a, c = a, d = a;
        for (int i = 0; i < width; i += 32) {
            const __m256i x = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(inputs + i));
            a = _mm256_add_epi32(a, products(x, weights + i));
            b = _mm256_add_epi32(b, products(x, weights + width + i));
            c = _mm256_add_epi32(c, products(x, weights + 2 * width + i));
            d = _mm256_add_epi32(d, products(x, weights + 3 * width + i));
        }
        const __m256i sums = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
        const __m128i four =
            _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
        auto* place = reinterpret_cast<__m128i*>(out + row);
        _mm_storeu_si128(place, _mm_add_epi32(_mm_loadu_si128(place), four));
    }
    add_products_ssse3(inputs, weights, width, rows - row, out + row);
}

KIEBITZ_TARGET("avx2")
void dense_float_avx2(const float* inputs, const float* weights, const float* bias, int width,
                      int rows, float* out) {
    for (int row = 0; row < rows; ++row, weights += width) {
        __m256 sum = _mm256_setzero_ps();
        for (int i = 0; i < width; i += 8) {
            sum = _mm256_add_ps(
                sum, _mm256_mul_ps(_mm256_loadu_ps(inputs + i), _mm256_loadu_ps(weights + i)));
        }
        alignas(32) float parts[8];
        _mm256_store_ps(parts, sum);
        float total = bias[row];
        for (float part : parts) total += part;
        out[row] = total;
    }
}

#endif

template <class T>
std::vector<T> with_padding(int width, int rows, const T* weights) {
    const auto wide = static_cast<std::size_t>(padded(width));
    std::vector<T> result(wide * static_cast<std::size_t>(rows));
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row) {
        std::copy_n(weights + row * static_cast<std::size_t>(width), width,
                    result.begin() + static_cast<std::ptrdiff_t>(row * wide));
    }
    return result;
}

}  // namespace

const DenseKernels& portable_dense_kernels() {
    static constexpr DenseKernels kernels{add_products_portable, add_codes_portable,
                                          dense_float_portable};
    return kernels;
}

const DenseKernels& dense_kernels() {
#ifdef KIEBITZ_DENSE_X86
    static const DenseKernels kernels =
        KIEBITZ_CPU_SUPPORTS("avx2")
            ? DenseKernels{add_products_avx2, add_codes_avx2, dense_float_avx2}
        : KIEBITZ_CPU_SUPPORTS("ssse3")
            ? DenseKernels{add_products_ssse3, add_codes_ssse3, dense_float_portable}
            : portable_dense_kernels();
    return kernels;
#else
    return portable_dense_kernels();
#endif
}

IntegerLayer::IntegerLayer(int width, int rows, const std::int8_t* weights,
                           const std::int32_t* bias)
    : width_(width),
      rows_(rows),
      weights_(with_padding(width, rows, weights)),
      bias_(bias, bias + rows) {}

FloatLayer::FloatLayer(int width, int rows, const float* weights, const float* bias)
    : width_(width),
      rows_(rows),
      weights_(with_padding(width, rows, weights)),
      bias_(bias, bias + rows) {}

}  // namespace kiebitz::values
