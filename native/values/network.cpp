#include "values/network.hpp"

#include <algorithm>
#include <bit>

namespace kiebitz::values {

namespace {

// Sum of 4^i over the bits of a mask: the place of a card in the number of a way to hold a suit.
constexpr std::array<std::uint32_t, 256> kQuaternary = [] {
    std::array<std::uint32_t, 256> sums{};
    for (unsigned mask = 0; mask < 256; ++mask) {
        for (int i = 0; i < 8; ++i) {
            if (mask >> i & 1) sums[mask] += 1U << (2 * i);
        }
    }
    return sums;
}();

void activate(const std::int32_t* sums, int rows, std::uint8_t* out) {
    values::activate(sums, rows, kWeightShift, out);
}

IntegerLayer layer_of(const NetworkArrays::Layer& layer, bool round) {
    const int width = layer.rows == 0 ? 0 : static_cast<int>(layer.weights.size()) / layer.rows;
    std::vector<std::int32_t> bias(layer.bias.begin(), layer.bias.end());
    // Half a step more, so that activate() rounds.
    if (round) {
        for (std::int32_t& one : bias) one += 1 << (kWeightShift - 1);
    }
    return {width, layer.rows, layer.weights.data(), bias.data()};
}

/// Without bounds.
int mixed_inputs(const Layout& layout, const NetworkArrays& arrays) {
    return layout.suits * arrays.suit2.rows + arrays.trump2.rows;
}

/// The encoding of every way to hold a suit: digit i of the number says who holds card i, from 1.
std::vector<std::uint8_t> suit_codes(const Layout& layout, const NetworkArrays& arrays) {
    const IntegerLayer second = layer_of(arrays.suit2, true);
    const int inputs = 3 * layout.width;
    const auto rows1 = static_cast<std::size_t>(arrays.suit1.rows);
    const auto rows2 = static_cast<std::size_t>(arrays.suit2.rows);
    const std::size_t ways = std::size_t{1} << (2 * layout.width);
    std::vector<std::uint8_t> codes(ways * rows2);
    alignas(32) std::array<std::uint8_t, kWidest> hidden{};
    std::array<std::int32_t, kWidest> sums{};
    for (std::size_t way = 0; way < ways; ++way) {
        for (std::size_t row = 0; row < rows1; ++row) {
            std::int32_t sum = 0;
            for (int card = 0; card < layout.width; ++card) {
                const int owner = static_cast<int>(way >> (2 * card) & 3);
                if (owner == 0) continue;
                sum += arrays.suit1
                           .weights[row * static_cast<std::size_t>(inputs) +
                                    static_cast<std::size_t>((owner - 1) * layout.width + card)];
            }
            sums[row] = kMostInput * sum + arrays.suit1.bias[row] + (1 << (kWeightShift - 1));
        }
        activate(sums.data(), arrays.suit1.rows, hidden.data());
        std::copy_n(second.bias(), rows2, sums.begin());
        second.add_to(hidden.data(), sums.data());
        activate(sums.data(), arrays.suit2.rows, codes.data() + way * rows2);
    }
    return codes;
}

}  // namespace

Network::Network(Game game, const NetworkArrays& arrays)
    : game_(game),
      layout_(Layout::of(game)),
      suit_rows_(arrays.suit2.rows),
      sees_bounds_(static_cast<int>(arrays.mix.weights.size()) >
                   arrays.mix.rows * mixed_inputs(layout_, arrays)),
      suit_codes_(suit_codes(layout_, arrays)),
      trump1_(layer_of(arrays.trump1, true)),
      trump2_(layer_of(arrays.trump2, true)),
      mix_(layer_of(arrays.mix, true)),
      hidden_(layer_of(arrays.hidden, true)),
      output_(layer_of(arrays.output, false)),
      contexts_(arrays.contexts.begin(), arrays.contexts.end()),
      table_cards_(arrays.table_cards.begin(), arrays.table_cards.end()) {
    const auto rows = static_cast<std::size_t>(trump1_.rows());
    const std::size_t inputs = rows == 0 ? 0 : arrays.trump1.weights.size() / rows;
    trump_weights_.resize(inputs * rows);
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t i = 0; i < inputs; ++i) {
            trump_weights_[i * rows + row] = arrays.trump1.weights[row * inputs + i];
        }
    }
}

template <int Sign>
void Network::change(Sums& sums, Card card, int player) const {
    const int suit = card / layout_.width;
    if (suit < layout_.suits) {
        const int rank = card - suit * layout_.width;
        const auto place = static_cast<std::size_t>(suit);
        const auto way = static_cast<std::uint32_t>(player + 1) << (2 * rank);
        const auto key = 1U << ((2 - player) * layout_.width + rank);
        sums.suits[place] += Sign > 0 ? way : 0U - way;
        sums.keys[place] ^= key;
        return;
    }
    const int rows = trump1_.rows();
    const int trump = card - layout_.suits * layout_.width;
    const std::int16_t* weights = trump_weights_.data() + (player * layout_.trumps + trump) * rows;
    for (int row = 0; row < rows; ++row) {
        sums.trumps[static_cast<std::size_t>(row)] = static_cast<std::int16_t>(
            sums.trumps[static_cast<std::size_t>(row)] + Sign * weights[row]);
    }
}

template void Network::change<1>(Sums&, Card, int) const;
template void Network::change<-1>(Sums&, Card, int) const;

Network::Sums Network::sums_of(const std::array<Cards, 3>& hands) const {
    Sums sums;
    const unsigned mask = (1U << layout_.width) - 1;
    const int shift = layout_.suits * layout_.width;
    for (int player = 0; player < 3; ++player) {
        const Cards hand = hands[static_cast<std::size_t>(player)];
        for (int suit = 0; suit < layout_.suits; ++suit) {
            const unsigned held = hand >> (suit * layout_.width) & mask;
            const auto place = static_cast<std::size_t>(suit);
            sums.suits[place] += static_cast<std::uint32_t>(player + 1) * kQuaternary[held];
            sums.keys[place] |= held << ((2 - player) * layout_.width);
        }
        if (layout_.trumps > 0) {
            for (Card card : each_card(hand >> shift << shift)) put(sums, card, player);
        }
    }
    return sums;
}

void Network::evaluate(const Sums& sums, const Moment& moment, std::int32_t* out,
                       const DenseKernels& kernels) const {
    // 1. Plain suits in canonical order: from the highest key down, equal ones as they lie.
    std::array<std::uint8_t, 4> order{0, 1, 2, 3};
    for (int i = 1; i < layout_.suits; ++i) {
        for (int j = i; j > 0 && sums.keys[order[static_cast<std::size_t>(j)]] >
                                     sums.keys[order[static_cast<std::size_t>(j - 1)]];
             --j) {
            std::swap(order[static_cast<std::size_t>(j)], order[static_cast<std::size_t>(j - 1)]);
        }
    }
    alignas(32) std::array<std::uint8_t, kWidestMix> inputs;
    std::uint8_t* end = inputs.data();
    for (int i = 0; i < layout_.suits; ++i) {
        const std::uint8_t* code =
            suit_codes_.data() +
            static_cast<std::size_t>(sums.suits[order[static_cast<std::size_t>(i)]]) *
                static_cast<std::size_t>(suit_rows_);
        end = std::copy_n(code, suit_rows_, end);
    }

    // 2. Trumps.
    alignas(32) std::array<std::uint8_t, kWidest> hidden{};
    alignas(32) std::array<std::int32_t, kWidest> totals;
    if (layout_.trumps > 0) {
        for (int row = 0; row < trump1_.rows(); ++row) {
            totals[static_cast<std::size_t>(row)] =
                kMostInput * sums.trumps[static_cast<std::size_t>(row)] + trump1_.bias()[row];
        }
        activate(totals.data(), trump1_.rows(), hidden.data());
        std::copy_n(trump2_.bias(), trump2_.rows(), totals.begin());
        trump2_.add_to(hidden.data(), totals.data(), kernels);
        activate(totals.data(), trump2_.rows(), end);
        end += trump2_.rows();
    }
    if (sees_bounds_) {
        for (int points : {moment.bounds.lower, moment.bounds.upper, moment.rest}) {
            *end++ = static_cast<std::uint8_t>((2 * kMostInput * points + 120) / 240);
        }
    }
    std::fill(end, inputs.data() + padded(mix_.width()), std::uint8_t{0});

    // 3. Who moves, and what lies on the table.
    const int rows = mix_.rows();
    const std::int32_t* context = contexts_.data() + (3 * moment.player + moment.played) * rows;
    for (int row = 0; row < rows; ++row) {
        totals[static_cast<std::size_t>(row)] = mix_.bias()[row] + context[row];
    }
    for (int i = 0; i < moment.played; ++i) {
        const Card card = moment.trick[static_cast<std::size_t>(i)];
        int suit = std::min(card / layout_.width, layout_.suits);
        const int rank = card - suit * layout_.width;
        if (suit < layout_.suits) {
            suit = static_cast<int>(std::find(order.begin(), order.end(), suit) - order.begin());
        }
        const std::int32_t* weights =
            table_cards_.data() + (i * kTableCards + suit * layout_.width + rank) * rows;
        for (int row = 0; row < rows; ++row) totals[static_cast<std::size_t>(row)] += weights[row];
    }

    // 4. The layers above.
    mix_.add_to(inputs.data(), totals.data(), kernels);
    std::fill(hidden.begin(), hidden.end(), std::uint8_t{0});
    activate(totals.data(), rows, hidden.data());
    std::copy_n(hidden_.bias(), hidden_.rows(), totals.begin());
    hidden_.add_to(hidden.data(), totals.data(), kernels);
    std::fill(hidden.begin(), hidden.end(), std::uint8_t{0});
    activate(totals.data(), hidden_.rows(), hidden.data());
    std::copy_n(output_.bias(), output_.rows(), out);
    output_.add_to(hidden.data(), out, kernels);
}

std::string problem_of(Game game, const NetworkArrays& arrays) {
    const Layout layout = Layout::of(game);
    const auto wrong = [](const NetworkArrays::Layer& layer, int width, int most) {
        return layer.rows < 1 || layer.rows > most || layer.rows % 4 != 0 ||
               layer.weights.size() != static_cast<std::size_t>(width * layer.rows) ||
               layer.bias.size() != static_cast<std::size_t>(layer.rows);
    };
    if (wrong(arrays.suit1, 3 * layout.width, kWidest)) return "the first layer of a suit";
    if (wrong(arrays.suit2, arrays.suit1.rows, kWidest)) return "the second layer of a suit";
    if (layout.trumps > 0) {
        if (wrong(arrays.trump1, 3 * layout.trumps, kWidest)) return "the first layer of trumps";
        if (wrong(arrays.trump2, arrays.trump1.rows, kWidest)) return "the second layer of trumps";
    } else if (arrays.trump1.rows != 0 || arrays.trump2.rows != 0) {
        return "layers of trumps in a game without them";
    }
    const int mixed = mixed_inputs(layout, arrays);
    if (mixed + kBoundInputs > kWidestMix ||
        (wrong(arrays.mix, mixed, kWidest) && wrong(arrays.mix, mixed + kBoundInputs, kWidest))) {
        return "the mixing layer";
    }
    if (wrong(arrays.hidden, arrays.mix.rows, kWidest)) return "the hidden layer";
    const auto& output = arrays.output;
    if (output.rows < 1 || output.rows > kMostOutputs ||
        output.weights.size() != static_cast<std::size_t>(arrays.hidden.rows * output.rows) ||
        output.bias.size() != static_cast<std::size_t>(output.rows)) {
        return "the output layer";
    }
    const auto rows = static_cast<std::size_t>(arrays.mix.rows);
    if (arrays.contexts.size() != kContexts * rows) return "the biases by player";
    if (arrays.table_cards.size() != 2 * kTableCards * rows) return "the cards on the table";
    return {};
}

}  // namespace kiebitz::values
