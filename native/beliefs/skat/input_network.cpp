#include "beliefs/skat/input_network.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "cards/compiler.hpp"

namespace kiebitz::beliefs::skat {

namespace {

void activate(std::span<float> values, Activation activation) {
    if (activation == Activation::kRelu) {
        for (float& value : values) value = value > 0 ? value : 0;
    } else {
        for (float& value : values) value = value > 0 ? value : std::expm1(value);
    }
}

KIEBITZ_ALWAYS_INLINE inline void apply_rows(const InputNetwork::Layer& layer, const float* inputs,
                                             float* out) {
    // Eight sums at a time keep the additions of a row apart, so that they can be vectorised.
    constexpr int kLanes = 8;
    for (int row = 0; row < layer.rows; ++row) {
        const float* weights = layer.weights.data() + std::size_t(row) * std::size_t(layer.width);
        std::array<float, kLanes> sums{};
        int i = 0;
        for (; i + kLanes <= layer.width; i += kLanes) {
            for (int lane = 0; lane < kLanes; ++lane) {
                sums[std::size_t(lane)] += weights[i + lane] * inputs[i + lane];
            }
        }
        float sum = layer.bias[std::size_t(row)];
        for (; i < layer.width; ++i) sum += weights[i] * inputs[i];
        for (const float part : sums) sum += part;
        out[row] = sum;
    }
}

KIEBITZ_ALWAYS_INLINE inline void add_column(const float* column, std::size_t rows, float* sums) {
    for (std::size_t row = 0; row < rows; ++row) sums[row] += column[row];
}

/// The same arithmetic in the same order for every processor: the answers are the same bit by bit.
struct Kernels {
    void (*apply)(const InputNetwork::Layer& layer, const float* inputs, float* out);
    void (*add)(const float* column, std::size_t rows, float* sums);
};

void apply_anywhere(const InputNetwork::Layer& layer, const float* inputs, float* out) {
    apply_rows(layer, inputs, out);
}
void add_anywhere(const float* column, std::size_t rows, float* sums) {
    add_column(column, rows, sums);
}

#ifdef KIEBITZ_HAS_TARGETS
KIEBITZ_TARGET("avx2")
void apply_avx2(const InputNetwork::Layer& layer, const float* inputs, float* out) {
    apply_rows(layer, inputs, out);
}
KIEBITZ_TARGET("avx2") void add_avx2(const float* column, std::size_t rows, float* sums) {
    add_column(column, rows, sums);
}
#endif

const Kernels& kernels() {
    static const Kernels chosen = [] {
#ifdef KIEBITZ_HAS_TARGETS
        if (KIEBITZ_CPU_SUPPORTS("avx2")) return Kernels{apply_avx2, add_avx2};
#endif
        return Kernels{apply_anywhere, add_anywhere};
    }();
    return chosen;
}

/// Room of a thread for the numbers between two layers.
struct Scratch {
    std::vector<float> inputs, outputs;

    static Scratch& of_thread(std::size_t widest) {
        thread_local Scratch scratch;
        if (scratch.inputs.size() < widest) {
            scratch.inputs.resize(widest);
            scratch.outputs.resize(widest);
        }
        return scratch;
    }
};

}  // namespace

int width_of(InputSet set) {
    int width = 0;
    for (int input = 0; input < LocationInputs::kCount; ++input) width += takes(set, input);
    return width;
}

std::string problem_of(std::span<const InputNetwork::Layer> layers, InputSet set, int outputs) {
    int width = width_of(set);
    for (const auto& layer : layers) {
        const auto rows = static_cast<std::size_t>(std::max(layer.rows, 0));
        if (layer.width != width || layer.rows < 1 || layer.rows > 8192 ||
            layer.weights.size() != rows * static_cast<std::size_t>(width) ||
            layer.bias.size() != rows) {
            return "its layers do not fit together";
        }
        for (const auto& numbers : {std::span(layer.weights), std::span(layer.bias)}) {
            for (const float number : numbers) {
                if (!std::isfinite(number)) return "it holds a number that is none";
            }
        }
        width = layer.rows;
    }
    return layers.empty() || width != outputs
               ? "it does not answer with " + std::to_string(outputs) + " numbers"
               : "";
}

InputNetwork::InputNetwork(std::vector<Layer> layers, InputSet set, Activation activation)
    : layers_(std::move(layers)),
      set_(set),
      activation_(activation),
      column_(std::size_t(LocationInputs::kCount)) {
    const Layer& first = layers_.front();
    columns_.resize(first.weights.size());
    for (int input = 0, column = 0; input < LocationInputs::kCount; ++input) {
        if (!takes(set_, input)) continue;
        mask_.set(input);
        column_[std::size_t(input)] = column;
        for (int row = 0; row < first.rows; ++row) {
            columns_[std::size_t(column) * std::size_t(first.rows) + std::size_t(row)] =
                first.weights[std::size_t(row) * std::size_t(first.width) + std::size_t(column)];
        }
        ++column;
    }
    layers_.front().weights = {};
    for (const Layer& layer : layers_) widest_ = std::max(widest_, std::size_t(layer.rows));
}

void InputNetwork::add_columns(const LocationFeatures& features, float* sums) const {
    const auto rows = std::size_t(layers_.front().rows);
    const auto add = kernels().add;
    (features & mask_).each([&](int input) {
        const float* column = columns_.data() + std::size_t(column_[std::size_t(input)]) * rows;
        add(column, rows, sums);
    });
}

std::span<const float> InputNetwork::pass_on() const {
    Scratch& scratch = Scratch::of_thread(widest_);
    for (std::size_t i = 1; i < layers_.size(); ++i) {
        activate(std::span(scratch.outputs).first(std::size_t(layers_[i - 1].rows)), activation_);
        std::swap(scratch.inputs, scratch.outputs);
        kernels().apply(layers_[i], scratch.inputs.data(), scratch.outputs.data());
    }
    return std::span<const float>(scratch.outputs).first(std::size_t(outputs()));
}

std::span<const float> InputNetwork::answer(const LocationFeatures& features) const {
    return finish(layers_.front().bias, features);
}

void InputNetwork::begin(const LocationFeatures& shared, std::vector<float>& sums) const {
    sums = layers_.front().bias;
    add_columns(shared, sums.data());
}

std::span<const float> InputNetwork::finish(std::span<const float> sums,
                                            const LocationFeatures& more) const {
    Scratch& scratch = Scratch::of_thread(widest_);
    std::copy(sums.begin(), sums.end(), scratch.outputs.begin());
    add_columns(more, scratch.outputs.data());
    return pass_on();
}

}  // namespace kiebitz::beliefs::skat
