#include "beliefs/skat/location_network.hpp"

#include <algorithm>
#include <cmath>

namespace kiebitz::beliefs::skat {

namespace {

constexpr int kOutputs = kDeckSize * kPlaces;
constexpr float kLeastChance = 1e-6F;

void activate(std::span<float> values) {
    for (float& value : values) value = value > 0 ? value : std::expm1(value);  // ELU
}

void apply(const LocationNetwork::Layer& layer, const float* inputs, float* out) {
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

}  // namespace

std::string problem_of(std::span<const LocationNetwork::Layer> layers) {
    int width = LocationInputs::kCount;
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
    return layers.empty() || width != kOutputs ? "it does not answer with four places for 32 cards"
                                               : "";
}

LocationNetwork::LocationNetwork(std::vector<Layer> layers) : layers_(std::move(layers)) {
    const Layer& first = layers_.front();
    columns_.resize(first.weights.size());
    for (int row = 0; row < first.rows; ++row) {
        for (int input = 0; input < first.width; ++input) {
            columns_[std::size_t(input) * std::size_t(first.rows) + std::size_t(row)] =
                first.weights[std::size_t(row) * std::size_t(first.width) + std::size_t(input)];
        }
    }
    for (const Layer& layer : layers_) widest_ = std::max(widest_, std::size_t(layer.rows));
}

PlaceChances LocationNetwork::chances(const LocationFeatures& features) const {
    thread_local std::vector<float> inputs, outputs;
    inputs.resize(std::max(inputs.size(), widest_));
    outputs.resize(std::max(outputs.size(), widest_));
    const Layer& first = layers_.front();
    std::copy(first.bias.begin(), first.bias.end(), outputs.begin());
    features.each([&](int input) {
        const float* column = columns_.data() + std::size_t(input) * std::size_t(first.rows);
        float* const out = outputs.data();
        for (int row = 0; row < first.rows; ++row) out[row] += column[row];
    });
    for (std::size_t i = 1; i < layers_.size(); ++i) {
        activate(std::span(outputs).first(std::size_t(layers_[i - 1].rows)));
        std::swap(inputs, outputs);
        apply(layers_[i], inputs.data(), outputs.data());
    }
    PlaceChances chances{};
    for (std::size_t card = 0; card < kDeckSize; ++card) {
        const auto logits = std::span(outputs).subspan(card * kPlaces, kPlaces);
        const float most = *std::max_element(logits.begin(), logits.end());
        float sum = 0;
        for (std::size_t place = 0; place < kPlaces; ++place) {
            chances[card][place] = std::exp(logits[place] - most);
            sum += chances[card][place];
        }
        for (float& chance : chances[card]) chance /= sum;
    }
    return chances;
}

PlaceWeights LocationModel::weights(const LocationView& view) const {
    const auto kind = static_cast<std::size_t>(location_game(view.tricks->contract.type));
    const PlaceChances chances = networks[kind]->chances(features_of(view));
    PlaceWeights weights{};
    for (std::size_t card = 0; card < kDeckSize; ++card) {
        for (std::size_t place = 0; place < kPlaces; ++place) {
            const std::size_t seat =
                place == 3 ? 3 : (static_cast<std::size_t>(view.seat) + place) % kSeats;
            const double chance = std::max(chances[card][place], kLeastChance);
            weights[card][seat] = temper == 1 ? chance : std::pow(chance, temper);
        }
    }
    return weights;
}

}  // namespace kiebitz::beliefs::skat
