#include "values/network.hpp"

#include <algorithm>

namespace kiebitz::values {

namespace {

constexpr int kLowTrumps = 6;  // of eleven; two tables are small enough

// Sum of 4^i over the bits of a mask: the place of a card in the number of a way to hold a suit.
constexpr std::array<std::uint32_t, 2048> kQuaternary = [] {
    std::array<std::uint32_t, 2048> sums{};
    for (unsigned mask = 0; mask < 2048; ++mask) {
        for (int i = 0; i < 11; ++i) {
            if (mask >> i & 1) sums[mask] += 1U << (2 * i);
        }
    }
    return sums;
}();

constexpr std::size_t ways_to_hold(int cards) {
    return std::size_t{1} << (2 * cards);
}

/// Scaled down; the bias has been rounded up.
std::int16_t as_code(std::int32_t sum) {
    return static_cast<std::int16_t>(std::clamp(sum >> kWeightShift, -kLargestCode, kLargestCode));
}

IntegerLayer layer_of(const NetworkArrays::Layer& layer, bool round) {
    const int width = layer.rows == 0 ? 0 : static_cast<int>(layer.weights.size()) / layer.rows;
    std::vector<std::int32_t> bias(layer.bias.begin(), layer.bias.end());
    // Half a step more, so that scaling down rounds.
    if (round) {
        for (std::int32_t& one : bias) one += 1 << (kWeightShift - 1);
    }
    return {width, layer.rows, layer.weights.data(), bias.data()};
}

std::array<IntegerLayer, 3> layers_of(const std::array<NetworkArrays::Layer, 3>& layers,
                                      bool round) {
    return {layer_of(layers[0], round), layer_of(layers[1], round), layer_of(layers[2], round)};
}

std::vector<std::int16_t> codes_of(std::span<const std::int32_t> numbers) {
    std::vector<std::int16_t> codes(numbers.size());
    std::transform(numbers.begin(), numbers.end(), codes.begin(),
                   [](std::int32_t one) { return static_cast<std::int16_t>(one); });
    return codes;
}

/// The sums of a first layer, without bias, for every way to hold some cards: `first` and following
/// of `cards`, with an input for each player and card.
std::vector<std::int32_t> first_sums(const NetworkArrays::Layer& layer, int cards, int first,
                                     int number) {
    const auto rows = static_cast<std::size_t>(layer.rows);
    const std::size_t width = layer.weights.size() / rows;
    std::vector<std::int32_t> sums(ways_to_hold(number) * rows);
    for (std::size_t way = 1; way < ways_to_hold(number); ++way) {
        // The way without its highest card, and that card.
        int high = number - 1;
        while ((way >> (2 * high) & 3) == 0) --high;
        const auto owner = static_cast<int>(way >> (2 * high) & 3) - 1;
        const std::size_t less = way & (ways_to_hold(high) - 1);
        const auto input = static_cast<std::size_t>(owner * cards + first + high);
        for (std::size_t row = 0; row < rows; ++row) {
            sums[way * rows + row] =
                sums[less * rows + row] + kMostInput * layer.weights[row * width + input];
        }
    }
    return sums;
}

/// From the sums of a first layer to a code.
void encode(const std::int32_t* sums, int rows, const IntegerLayer& second, std::int16_t* code,
            const DenseKernels& kernels) {
    alignas(32) std::array<std::uint8_t, kWidest> hidden{};
    alignas(32) std::array<std::int32_t, kWidestCode> totals;
    activate(sums, rows, kWeightShift, hidden.data());
    std::copy_n(second.bias(), second.rows(), totals.begin());
    second.add_to(hidden.data(), totals.data(), kernels);
    std::transform(totals.begin(), totals.begin() + second.rows(), code, as_code);
}

/// The codes of all ways to hold some cards, `times` over: with the last input 0, then 1.
std::vector<std::int16_t> all_codes(const NetworkArrays::Layer& one,
                                    const NetworkArrays::Layer& two, int cards, int times) {
    const IntegerLayer first = layer_of(one, true), second = layer_of(two, true);
    const auto sums = first_sums(one, cards, 0, cards);
    const std::size_t ways = ways_to_hold(cards);
    const auto rows = static_cast<std::size_t>(one.rows),
               width = static_cast<std::size_t>(two.rows);
    std::vector<std::int16_t> codes(static_cast<std::size_t>(times) * ways * width);
    std::array<std::int32_t, kWidest> totals{};
    std::vector<std::int32_t> bias(first.bias(), first.bias() + one.rows);
    for (std::size_t led = 0; led < static_cast<std::size_t>(times); ++led) {
        for (std::size_t row = 0; led == 1 && row < rows; ++row) {
            const auto inputs = static_cast<std::size_t>(first.width());
            bias[row] += kMostInput * one.weights[row * inputs + inputs - 1];
        }
        for (std::size_t way = 0; way < ways; ++way) {
            for (std::size_t row = 0; row < rows; ++row) {
                totals[row] = sums[way * rows + row] + bias[row];
            }
            encode(totals.data(), one.rows, second, codes.data() + (led * ways + way) * width,
                   dense_kernels());
        }
    }
    return codes;
}

/// In parts of kMostInput.
int known_number(int points) {
    return (2 * kMostInput * points + 120) / 240;
}

}  // namespace

Network::Network(Game game, const NetworkArrays& arrays)
    : game_(game),
      layout_(Layout::of(game)),
      width_(arrays.suit2.rows),
      suit_codes_(all_codes(arrays.suit1, arrays.suit2, layout_.width, 2)),
      trump1_(layer_of(arrays.trump1, true)),
      trump2_(layer_of(arrays.trump2, true)),
      contexts_(codes_of(arrays.contexts)),
      table_cards_(codes_of(arrays.table_cards)),
      hidden_(layers_of(arrays.hidden, true)),
      deep_(layers_of(arrays.deep, true)),
      output_(layers_of(arrays.output, false)) {
    if (layout_.trumps == 0) return;
    if (layout_.trumps < kLowTrumps) {
        trump_codes_ = all_codes(arrays.trump1, arrays.trump2, layout_.trumps, 1);
    } else {
        const int high = layout_.trumps - kLowTrumps;
        trump_sums_[0] = first_sums(arrays.trump1, layout_.trumps, 0, kLowTrumps);
        trump_sums_[1] = first_sums(arrays.trump1, layout_.trumps, kLowTrumps, high);
    }
    const auto width = static_cast<std::size_t>(width_);
    for (std::size_t input = 0; input < kBoundInputs; ++input) {
        known_[input].resize((kMostInput + 1) * width);
        for (std::size_t number = 0; number <= kMostInput; ++number) {
            for (std::size_t i = 0; i < width; ++i) {
                const int weight = arrays.known.weights[i * kBoundInputs + input];
                known_[input][number * width + i] =
                    as_code(static_cast<int>(number) * weight + (1 << (kWeightShift - 1)));
            }
        }
    }
    // One bias for all that is known: it goes with who moves, which is always added too.
    for (std::size_t i = 0; i < contexts_.size(); ++i) {
        const int bias = arrays.known.bias[i % width] + (1 << (kWeightShift - 1));
        contexts_[i] = static_cast<std::int16_t>(contexts_[i] + as_code(bias));
    }
}

Network::Ways Network::ways_of(const std::array<Cards, 3>& hands) const {
    Ways ways;
    const unsigned mask = (1U << layout_.width) - 1;
    const int shift = layout_.suits * layout_.width;
    for (std::uint32_t player = 0; player < 3; ++player) {
        const Cards hand = hands[player];
        for (int suit = 0; suit < layout_.suits; ++suit) {
            ways.suits[static_cast<std::size_t>(suit)] +=
                (player + 1) * kQuaternary[hand >> (suit * layout_.width) & mask];
        }
        if (layout_.trumps > 0) ways.trumps += (player + 1) * kQuaternary[hand >> shift];
    }
    return ways;
}

const std::int16_t* Network::trump_code(std::uint32_t way, TrumpCodes* cache, std::int16_t* room,
                                        const DenseKernels& kernels) const {
    if (layout_.trumps < kLowTrumps) return code(trump_codes_, way);
    if (cache != nullptr) {
        if (cache->ways_.empty()) {
            cache->ways_.assign(TrumpCodes::kSlots, ~0U);
            cache->codes_.resize(TrumpCodes::kSlots * static_cast<std::size_t>(width_));
        }
        const std::size_t slot = (way * 0x9e3779b1U >> 16) % TrumpCodes::kSlots;
        room = cache->codes_.data() + slot * static_cast<std::size_t>(width_);
        if (cache->ways_[slot] == way) return room;
        cache->ways_[slot] = way;
    }
    const auto rows = static_cast<std::size_t>(trump1_.rows());
    const std::size_t low = way & (ways_to_hold(kLowTrumps) - 1), high = way >> (2 * kLowTrumps);
    alignas(32) std::array<std::int32_t, kWidest> totals;
    for (std::size_t row = 0; row < rows; ++row) {
        totals[row] = trump_sums_[0][low * rows + row] + trump_sums_[1][high * rows + row] +
                      trump1_.bias()[row];
    }
    encode(totals.data(), trump1_.rows(), trump2_, room, kernels);
    return room;
}

void Network::evaluate(const Ways& ways, const Moment& moment, std::int32_t* out, TrumpCodes* cache,
                       const DenseKernels& kernels) const {
    // 1. The codes of what there is.
    std::array<const std::int16_t*, 12> codes;
    int number = 0;
    const int led =
        moment.played > 0 ? std::min(moment.trick[0] / layout_.width, layout_.suits) : -1;
    for (int suit = 0; suit < layout_.suits; ++suit) {
        const std::size_t way = ways.suits[static_cast<std::size_t>(suit)];
        codes[static_cast<std::size_t>(number++)] =
            code(suit_codes_, suit == led ? way + ways_to_hold(layout_.width) : way);
    }
    alignas(32) std::array<std::int16_t, kWidestCode> room;
    if (layout_.trumps > 0) {
        codes[static_cast<std::size_t>(number++)] =
            trump_code(ways.trumps, cache, room.data(), kernels);
        const std::array<int, kBoundInputs> points{moment.bounds.lower, moment.bounds.upper,
                                                   moment.rest};
        for (std::size_t i = 0; i < kBoundInputs; ++i) {
            codes[static_cast<std::size_t>(number++)] =
                code(known_[i], static_cast<std::size_t>(known_number(points[i])));
        }
    }
    codes[static_cast<std::size_t>(number++)] =
        code(contexts_, static_cast<std::size_t>(3 * moment.player + moment.played));
    for (int i = 0; i < moment.played; ++i) {
        const Card card = moment.trick[static_cast<std::size_t>(i)];
        const int suit = std::min(card / layout_.width, layout_.suits);
        const int first = suit == layout_.suits ? 16 : suit == led ? 0 : 8;
        const int place = first + card - suit * layout_.width;
        codes[static_cast<std::size_t>(number++)] =
            code(table_cards_, static_cast<std::size_t>(i * kTableCards + place));
    }

    // 2. Their sum, and the layers of the player to move.
    alignas(32) std::array<std::uint8_t, kWidestCode> mixed;
    alignas(32) std::array<std::uint8_t, kWidest> inputs{};
    alignas(32) std::array<std::int32_t, kWidest> sums;
    kernels.add_codes(codes.data(), number, width_, mixed.data());
    const auto player = static_cast<std::size_t>(moment.player);
    const std::uint8_t* from = mixed.data();
    for (const IntegerLayer* layer : {&hidden_[player], &deep_[player]}) {
        std::copy_n(layer->bias(), layer->rows(), sums.begin());
        layer->add_to(from, sums.data(), kernels);
        activate(sums.data(), layer->rows(), kWeightShift, inputs.data());
        from = inputs.data();
    }
    std::copy_n(output_[player].bias(), output_[player].rows(), out);
    output_[player].add_to(inputs.data(), out, kernels);
}

std::string problem_of(Game game, const NetworkArrays& arrays) {
    const Layout layout = Layout::of(game);
    const auto wrong = [](const NetworkArrays::Layer& layer, int width, int most, int step = 4) {
        return layer.rows < 1 || layer.rows > most || layer.rows % step != 0 ||
               layer.weights.size() != static_cast<std::size_t>(width * layer.rows) ||
               layer.bias.size() != static_cast<std::size_t>(layer.rows);
    };
    if (wrong(arrays.suit1, 3 * layout.width + 1, kWidest)) return "the first layer of a suit";
    if (wrong(arrays.suit2, arrays.suit1.rows, kWidestCode, kBlock)) {
        return "the second layer of a suit";
    }
    const int width = arrays.suit2.rows;
    if (layout.trumps > 0) {
        if (wrong(arrays.trump1, 3 * layout.trumps, kWidest)) return "the first layer of trumps";
        if (wrong(arrays.trump2, arrays.trump1.rows, kWidestCode) || arrays.trump2.rows != width) {
            return "the second layer of trumps";
        }
        if (wrong(arrays.known, kBoundInputs, kWidestCode) || arrays.known.rows != width) {
            return "the layer of what is known";
        }
    } else if (arrays.trump1.rows != 0 || arrays.trump2.rows != 0 || arrays.known.rows != 0) {
        return "layers of trumps in a game without them";
    }
    for (std::size_t player = 0; player < 3; ++player) {
        if (wrong(arrays.hidden[player], width, kWidest)) return "the hidden layer";
        if (wrong(arrays.deep[player], arrays.hidden[player].rows, kWidest))
            return "the deep layer";
        if (wrong(arrays.output[player], arrays.deep[player].rows, kMostOutputs, 1) ||
            arrays.output[player].rows != arrays.output[0].rows) {
            return "the output layer";
        }
    }
    const auto foreign = [&](std::span<const std::int32_t> codes, int number) {
        return codes.size() != static_cast<std::size_t>(number * width) ||
               std::any_of(codes.begin(), codes.end(), [](std::int32_t one) {
                   return one < -kLargestCode || one > kLargestCode;
               });
    };
    if (foreign(arrays.contexts, kContexts)) return "the codes by player";
    if (foreign(arrays.table_cards, 2 * kTableCards)) return "the cards on the table";
    return {};
}

}  // namespace kiebitz::values
