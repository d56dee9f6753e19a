// A network over the inputs of a View. Without a hidden layer it is softmax regression.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "beliefs/skat/location_features.hpp"

namespace kiebitz::beliefs::skat {

enum class Activation : std::uint8_t { kElu, kRelu };

/// Read only, so that all threads share one.
class InputNetwork {
  public:
    struct Layer {
        int width = 0, rows = 0;
        std::vector<float> weights;  // rows times width
        std::vector<float> bias;
    };

    /// The layers must fit; `problem_of(layers, …)` is empty. The columns of the first layer are
    /// those inputs, in order, that the set takes.
    InputNetwork(std::vector<Layer> layers, InputSet set, Activation activation);

    InputSet set() const { return set_; }
    int outputs() const { return layers_.back().rows; }

    /// What the network answers, before any softmax; valid until the thread asks again.
    std::span<const float> answer(const LocationFeatures& features) const;

    /// The same in two steps, for many Views that share most of their inputs: the sums of the first
    /// layer after the shared ones, and the answer after `more` are added to them.
    void begin(const LocationFeatures& shared, std::vector<float>& sums) const;
    std::span<const float> finish(std::span<const float> sums, const LocationFeatures& more) const;

  private:
    void add_columns(const LocationFeatures& features, float* sums) const;
    std::span<const float> pass_on() const;

    std::vector<Layer> layers_;
    InputSet set_;
    Activation activation_;
    LocationFeatures mask_;
    std::vector<int> column_;     // of each input
    std::vector<float> columns_;  // of the first layer, whose inputs are zero or one
    std::size_t widest_ = 0;
};

/// How many inputs a set has.
int width_of(InputSet set);

/// Why layers do not make a network, or an empty text.
std::string problem_of(std::span<const InputNetwork::Layer> layers, InputSet set, int outputs);

}  // namespace kiebitz::beliefs::skat
