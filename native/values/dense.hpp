// The arithmetic of dense layers, for every network of the project: integer layers, exact to the
// last bit on every processor, and float ones.
//
// A layer is a matrix of weights, one row for each output, rows padded with zeros to a multiple of
// kBlock numbers. Inputs of integer layers are from 0 to 127, so that no intermediate sum of the
// widest instruction overflows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kiebitz::values {

inline constexpr int kBlock = 32;  // numbers that are multiplied at a time
inline constexpr int kMostInput = 127;

constexpr int padded(int size) {
    return (size + kBlock - 1) / kBlock * kBlock;
}

/// What a processor is asked to do; the fastest set that runs here is found once.
struct DenseKernels {
    /// out[row] += the row's weights times the inputs.
    void (*add_products)(const std::uint8_t* inputs, const std::int8_t* weights, int width,
                         int rows, std::int32_t* out);
    /// out[i] = the sum of the codes' numbers i, from 0 to 127. `width` is a multiple of kBlock.
    void (*add_codes)(const std::int16_t* const* codes, int number, int width, std::uint8_t* out);
    /// out[row] = bias[row] + the row's weights times the inputs.
    void (*dense_float)(const float* inputs, const float* weights, const float* bias, int width,
                        int rows, float* out);
};

const DenseKernels& dense_kernels();
/// For any processor; tests compare the two.
const DenseKernels& portable_dense_kernels();

/// From the sums of a layer to the inputs of the next: scaled down, 0 to 127.
inline void activate(const std::int32_t* sums, int rows, int shift, std::uint8_t* out) {
    for (int i = 0; i < rows; ++i) {
        const std::int32_t scaled = sums[i] >> shift;
        out[i] = static_cast<std::uint8_t>(scaled < 0            ? 0
                                           : scaled > kMostInput ? kMostInput
                                                                 : scaled);
    }
}

/// Integer weights and biases. `weights` are given without padding, row by row.
class IntegerLayer {
  public:
    IntegerLayer() = default;
    IntegerLayer(int width, int rows, const std::int8_t* weights, const std::int32_t* bias);

    int width() const { return width_; }
    int rows() const { return rows_; }
    const std::int32_t* bias() const { return bias_.data(); }

    /// `inputs` are padded(width()) numbers; `sums` hold what is there already, mostly the bias.
    void add_to(const std::uint8_t* inputs, std::int32_t* sums,
                const DenseKernels& kernels = dense_kernels()) const {
        kernels.add_products(inputs, weights_.data(), padded(width_), rows_, sums);
    }

  private:
    int width_ = 0, rows_ = 0;
    std::vector<std::int8_t> weights_;
    std::vector<std::int32_t> bias_;
};

class FloatLayer {
  public:
    FloatLayer() = default;
    FloatLayer(int width, int rows, const float* weights, const float* bias);

    int width() const { return width_; }
    int rows() const { return rows_; }

    /// `inputs` are padded(width()) numbers.
    void apply(const float* inputs, float* out,
               const DenseKernels& kernels = dense_kernels()) const {
        kernels.dense_float(inputs, weights_.data(), bias_.data(), padded(width_), rows_, out);
    }

  private:
    int width_ = 0, rows_ = 0;
    std::vector<float> weights_, bias_;
};

}  // namespace kiebitz::values
