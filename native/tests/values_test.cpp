#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "cards/random.hpp"
#include "values/dense.hpp"
#include "values/network.hpp"
#include "values/samples.hpp"

using namespace kiebitz;
using namespace kiebitz::values;

namespace {

Position random_deal(std::uint64_t seed, solvers::skat::GameType game) {
    Random random(seed);
    std::array<Card, 32> deck;
    for (int i = 0; i < 32; ++i) deck[static_cast<std::size_t>(i)] = static_cast<Card>(i);
    random.shuffle(std::span<Card>(deck));
    Position position;
    position.game = game;
    position.declarer = static_cast<int>(seed % 3);
    for (std::size_t i = 0; i < 30; ++i) position.hands[i / 10] |= bit(deck[i]);
    position.skat = bit(deck[30]) | bit(deck[31]);
    return position;
}

/// A network of random numbers, and the arrays that it is made of.
struct RandomNetwork {
    std::vector<std::vector<std::int8_t>> weights;
    std::vector<std::vector<std::int32_t>> biases;
    std::vector<std::int32_t> contexts, table_cards;
    NetworkArrays arrays;

    RandomNetwork(Game game, std::uint64_t seed) {
        Random random(seed);
        const Layout layout = Layout::of(game);
        weights.reserve(7);
        biases.reserve(7);
        const auto layer = [&](int width, int rows) -> NetworkArrays::Layer {
            std::vector<std::int8_t> some(static_cast<std::size_t>(width * rows));
            for (auto& one : some) one = static_cast<std::int8_t>(int(random.below(61)) - 30);
            std::vector<std::int32_t> bias(static_cast<std::size_t>(rows));
            for (auto& one : bias) one = int(random.below(8001)) - 2000;
            weights.push_back(some);
            biases.push_back(bias);
            return {rows, weights.back(), biases.back()};
        };
        arrays.suit1 = layer(3 * layout.width, 64);
        arrays.suit2 = layer(64, 32);
        if (layout.trumps > 0) {
            arrays.trump1 = layer(3 * layout.trumps, 64);
            arrays.trump2 = layer(64, 48);
        }
        arrays.mix = layer(layout.suits * 32 + (layout.trumps > 0 ? 48 + kBoundInputs : 0), 64);
        arrays.hidden = layer(64, 32);
        arrays.output = layer(32, 2);
        contexts.resize(kContexts * 64);
        table_cards.resize(2 * kTableCards * 64);
        for (auto& one : contexts) one = int(random.below(2001)) - 1000;
        for (auto& one : table_cards) one = int(random.below(2001)) - 1000;
        arrays.contexts = contexts;
        arrays.table_cards = table_cards;
    }
};

std::array<std::int32_t, 2> outputs_of(const Network& network, const OpenHand& hand,
                                       const DenseKernels& kernels = dense_kernels()) {
    std::array<std::int32_t, 2> out{};
    network.evaluate(network.sums_of(hand.hands),
                     {hand.player, hand.played, hand.trick, {10, 90}, 100}, out.data(), kernels);
    return out;
}

}  // namespace

TEST_CASE("Dense layers are the same on this processor as on any other") {
    Random random(5);
    for (int round = 0; round < 40; ++round) {
        const int width = 1 + static_cast<int>(random.below(200));
        const int rows = 1 + static_cast<int>(random.below(70));
        std::vector<std::uint8_t> inputs(static_cast<std::size_t>(padded(width)));
        std::vector<std::int8_t> weights(static_cast<std::size_t>(width * rows));
        std::vector<std::int32_t> bias(static_cast<std::size_t>(rows), 7);
        // The first rounds use the extremes only: no sum within an instruction may overflow.
        const bool extreme = round < 10;
        for (int i = 0; i < width; ++i) {
            inputs[static_cast<std::size_t>(i)] =
                static_cast<std::uint8_t>(extreme ? kMostInput : random.below(kMostInput + 1));
        }
        for (auto& one : weights) {
            one = static_cast<std::int8_t>(extreme ? (round % 2 == 0 ? 127 : -128)
                                                   : int(random.below(256)) - 128);
        }
        const IntegerLayer layer(width, rows, weights.data(), bias.data());
        std::vector<std::int32_t> fast(layer.bias(), layer.bias() + rows), plain = fast;
        layer.add_to(inputs.data(), fast.data());
        layer.add_to(inputs.data(), plain.data(), portable_dense_kernels());
        CHECK(fast == plain);
        std::int64_t sum = 7;
        for (int i = 0; i < width; ++i) {
            sum += std::int64_t{inputs[static_cast<std::size_t>(i)]} *
                   weights[static_cast<std::size_t>(i)];
        }
        CHECK(plain[0] == sum);
    }
}

TEST_CASE("Float layers agree with plain sums") {
    Random random(6);
    const int width = 77, rows = 9;
    std::vector<float> inputs(static_cast<std::size_t>(padded(width))), weights(width * rows),
        bias(rows, 0.5F), fast(rows), plain(rows);
    for (int i = 0; i < width; ++i) inputs[static_cast<std::size_t>(i)] = float(random.uniform());
    for (auto& one : weights) one = float(random.uniform() - 0.5);
    const FloatLayer layer(width, rows, weights.data(), bias.data());
    layer.apply(inputs.data(), fast.data());
    layer.apply(inputs.data(), plain.data(), portable_dense_kernels());
    for (int row = 0; row < rows; ++row) {
        double sum = 0.5;
        for (int i = 0; i < width; ++i) {
            sum += double(inputs[static_cast<std::size_t>(i)]) *
                   weights[static_cast<std::size_t>(row * width + i)];
        }
        CHECK(std::abs(fast[static_cast<std::size_t>(row)] - sum) < 1e-5);
        CHECK(std::abs(plain[static_cast<std::size_t>(row)] - sum) < 1e-5);
    }
}

TEST_CASE("A network's sums change card by card as if they were made anew") {
    using solvers::skat::GameType;
    for (GameType game : {GameType::kSpades, GameType::kGrand, GameType::kNull}) {
        const OpenHand hand = open_hand(random_deal(17, game));
        const RandomNetwork parts(hand.game, 3);
        REQUIRE(problem_of(hand.game, parts.arrays).empty());
        const Network network(hand.game, parts.arrays);
        Network::Sums sums = network.sums_of({});
        for (int player = 0; player < 3; ++player) {
            for (Card card : each_card(hand.hands[static_cast<std::size_t>(player)])) {
                network.put(sums, card, player);
            }
        }
        OpenHand fewer = hand;
        const Card gone = lowest(hand.hands[1]), high = highest(hand.hands[2]);
        fewer.hands[1] &= ~bit(gone);
        fewer.hands[2] &= ~bit(high);
        network.take(sums, gone, 1);
        network.take(sums, high, 2);
        std::array<std::int32_t, 2> out{};
        network.evaluate(sums, {0, 0, {}, {10, 90}, 100}, out.data());
        fewer.player = 0;
        CHECK(out == outputs_of(network, fewer));
        CHECK(out == outputs_of(network, fewer, portable_dense_kernels()));
        network.put(sums, gone, 1);
        network.put(sums, high, 2);
        network.evaluate(sums, {hand.player, 0, {}, {10, 90}, 100}, out.data());
        CHECK(out == outputs_of(network, hand));
    }
}

TEST_CASE("Plain suits are interchangeable for the network, with cards on the table too") {
    const RandomNetwork parts(Game::grand, 9);
    const Network network(Game::grand, parts.arrays);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Position position = random_deal(seed, solvers::skat::GameType::kGrand);
        for (std::uint64_t i = 0; i < seed % 3; ++i) {
            position = solvers::skat::after(position, lowest(solvers::skat::legal_cards(position)));
        }
        const OpenHand hand = open_hand(position);
        OpenHand turned = hand;
        // Each plain suit takes the place of the next; jacks stay.
        const auto turn = [](Cards cards) {
            const Cards plain = cards & 0x0fffffff;
            return (cards & 0xf0000000) | (plain << 7 & 0x0fffffff) | plain >> 21;
        };
        for (auto& cards : turned.hands) cards = turn(cards);
        for (Card& card : turned.trick) card = lowest(turn(bit(card)));
        CHECK(outputs_of(network, hand) == outputs_of(network, turned));
    }
}

TEST_CASE("Arrays of another shape make no network") {
    RandomNetwork parts(Game::suit, 1);
    CHECK(problem_of(Game::suit, parts.arrays).empty());
    CHECK_FALSE(problem_of(Game::grand, parts.arrays).empty());
    CHECK_FALSE(problem_of(Game::null, parts.arrays).empty());
    parts.arrays.contexts = parts.arrays.contexts.subspan(1);
    CHECK_FALSE(problem_of(Game::suit, parts.arrays).empty());
}

TEST_CASE("Labels lie within the static bounds and do not depend on the threads") {
    using solvers::skat::GameType;
    std::vector<Position> deals;
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
        // Short hands: the facts are the same, and the test is quick.
        Position deal = random_deal(40 + seed, seed == 0   ? GameType::kHearts
                                               : seed == 1 ? GameType::kGrand
                                                           : GameType::kNull);
        while (solvers::skat::tricks_left(deal) > 6) {
            deal = solvers::skat::after(deal, lowest(solvers::skat::legal_cards(deal)));
        }
        deals.push_back(deal);
    }
    const auto samples = label_games(deals, 7, 1, {}, 1);
    const auto again = label_games(deals, 7, 1, {}, 2);
    REQUIRE(samples.size() == again.size());
    CHECK(std::memcmp(samples.data(), again.data(), samples.size() * sizeof(Sample)) == 0);
    CHECK(samples.size() > 60);
    solvers::skat::Solver solver;
    for (const Sample& sample : samples) {
        CHECK(sample.lower <= sample.value);
        CHECK(sample.value <= sample.upper);
        CHECK(sample.game == (sample.deal == 0 ? 0 : sample.deal == 1 ? 1 : 2));
    }
    // A label is what the solver says about the position by itself.
    const Position root = deals[1];
    const auto first = std::find_if(samples.begin(), samples.end(),
                                    [](const Sample& sample) { return sample.deal == 1; });
    CHECK(first->value ==
          solver.solve(root).value.lower - root.points - kiebitz::skat::points_in(root.skat));
    CHECK(first->hands == open_hand(root).hands);
}
