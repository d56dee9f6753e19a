#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "cards/random.hpp"
#include "solvers/skat/windows.hpp"
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
        weights.reserve(16);
        biases.reserve(16);
        const auto layer = [&](int width, int rows) -> NetworkArrays::Layer {
            std::vector<std::int8_t> some(static_cast<std::size_t>(width * rows));
            for (auto& one : some) one = static_cast<std::int8_t>(int(random.below(61)) - 30);
            std::vector<std::int32_t> bias(static_cast<std::size_t>(rows));
            for (auto& one : bias) one = int(random.below(8001)) - 2000;
            weights.push_back(some);
            biases.push_back(bias);
            return {rows, weights.back(), biases.back()};
        };
        arrays.suit1 = layer(3 * layout.width + 1, 16);
        arrays.suit2 = layer(16, 64);
        if (layout.trumps > 0) {
            arrays.trump1 = layer(3 * layout.trumps, 32);
            arrays.trump2 = layer(32, 64);
            arrays.known = layer(kBoundInputs, 64);
        }
        for (std::size_t player = 0; player < 3; ++player) {
            arrays.hidden[player] = layer(64, 32);
            arrays.deep[player] = layer(32, 16);
            arrays.output[player] = layer(16, 2);
        }
        contexts.resize(kContexts * 64);
        table_cards.resize(2 * kTableCards * 64);
        for (auto& one : contexts) one = int(random.below(201)) - 100;
        for (auto& one : table_cards) one = int(random.below(201)) - 100;
        arrays.contexts = contexts;
        arrays.table_cards = table_cards;
    }
};

std::array<std::int32_t, 2> outputs_of(const Network& network, const OpenHand& hand,
                                       const DenseKernels& kernels = dense_kernels(),
                                       TrumpCodes* cache = nullptr) {
    std::array<std::int32_t, 2> out{};
    network.evaluate(network.ways_of(hand.hands),
                     {hand.player, hand.played, hand.trick, {10, 90}, 100}, out.data(), cache,
                     kernels);
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

TEST_CASE("A network's codes change card by card as if they were looked up anew") {
    using solvers::skat::GameType;
    for (GameType game : {GameType::kSpades, GameType::kGrand, GameType::kNull}) {
        const OpenHand hand = open_hand(random_deal(17, game));
        const RandomNetwork parts(hand.game, 3);
        REQUIRE(problem_of(hand.game, parts.arrays).empty());
        const Network network(hand.game, parts.arrays);
        Network::Ways ways = network.ways_of({});
        for (int player = 0; player < 3; ++player) {
            for (Card card : each_card(hand.hands[static_cast<std::size_t>(player)])) {
                network.put(ways, card, player);
            }
        }
        OpenHand fewer = hand;
        const Card gone = lowest(hand.hands[1]), high = highest(hand.hands[2]);
        fewer.hands[1] &= ~bit(gone);
        fewer.hands[2] &= ~bit(high);
        network.take(ways, gone, 1);
        network.take(ways, high, 2);
        std::array<std::int32_t, 2> out{};
        network.evaluate(ways, {0, 0, {}, {10, 90}, 100}, out.data());
        fewer.player = 0;
        CHECK(out == outputs_of(network, fewer));
        CHECK(out == outputs_of(network, fewer, portable_dense_kernels()));
        network.put(ways, gone, 1);
        network.put(ways, high, 2);
        network.evaluate(ways, {hand.player, 0, {}, {10, 90}, 100}, out.data());
        CHECK(out == outputs_of(network, hand));
        CHECK(ways == network.ways_of(hand.hands));
        // A cache of trumps changes nothing, whatever was asked before.
        TrumpCodes cache;
        for (const OpenHand& one : {hand, fewer, hand, fewer}) {
            CHECK(outputs_of(network, one, dense_kernels(), &cache) == outputs_of(network, one));
        }
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
    NetworkArrays other = parts.arrays;
    other.contexts = other.contexts.subspan(1);
    CHECK_FALSE(problem_of(Game::suit, other).empty());
    other = parts.arrays;
    other.output[2].rows = 1;
    CHECK_FALSE(problem_of(Game::suit, other).empty());
    // A code so large that sums might overflow.
    parts.table_cards[3] = kLargestCode + 1;
    CHECK_FALSE(problem_of(Game::suit, parts.arrays).empty());
}

TEST_CASE("Positions that a search meets are labelled exactly, on any number of threads") {
    const auto samples = label_searches(3, 4, 1, 1);
    const auto again = label_searches(3, 4, 1, 2);
    REQUIRE(samples.size() == again.size());
    CHECK(std::memcmp(samples.data(), again.data(), samples.size() * sizeof(Sample)) == 0);
    CHECK(samples.size() > 40);
    solvers::skat::Solver solver;
    int open = 0;
    for (const Sample& sample : samples) {
        CHECK(sample.lower <= sample.value);
        CHECK(sample.value <= sample.upper);
        open += sample.played == 0 && sample.lower < sample.upper;
    }
    CHECK(open > 20);
    // The last position of the last deal, solved by itself.
    const Sample& last = *std::find_if(samples.rbegin(), samples.rend(),
                                       [](const Sample& sample) { return sample.played == 0; });
    Position position;
    position.game =
        last.game == 0 ? solvers::skat::GameType::kDiamonds : solvers::skat::GameType::kGrand;
    position.leader = last.player;
    const solvers::skat::Relabelling labels(position.game);
    for (std::size_t player = 0; player < 3; ++player) {
        for (Card card : each_card(last.hands[player])) {
            position.hands[player] |= bit(labels.outer[card]);
        }
    }
    CHECK(solver.solve(position).value.lower == last.value);
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

TEST_CASE("A coarser resolution takes fewer questions, and is off by half of it at the most") {
    solvers::skat::TrumpOptions options;
    options.driver = solvers::skat::Driver::mtd;
    const auto expected = solvers::skat::Expectation::exactly(61);
    std::array<int, 3> questions{};
    for (int value = 0; value <= 120; ++value) {
        for (std::size_t half = 0; half < questions.size(); ++half) {
            // Fails soft by up to three points, as a search does.
            const auto search = [&](int alpha, int beta) {
                ++questions[half];
                return value >= beta ? std::min(value, beta + 3) : std::max(value, alpha - 3);
            };
            Bounds bounds{0, 120};
            solvers::skat::narrow_to_value(options, bounds, expected, search,
                                           2 * static_cast<int>(half));
            CHECK(bounds.lower == bounds.upper);
            CHECK(std::abs(bounds.lower - value) <= static_cast<int>(half));
        }
    }
    CHECK(questions[1] < questions[0]);
    CHECK(questions[2] < questions[1]);
}
