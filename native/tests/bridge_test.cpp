#include "games/bridge/bridge.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <vector>

#include "bridge_hands.hpp"
#include "conformance.hpp"
#include "solvers/bridge/engine.hpp"
#include "solvers/bridge/solver.hpp"

using namespace kiebitz;
using namespace kiebitz::solvers;
using namespace kiebitz::solvers::bridge;
using kiebitz::bridge::testing::random_hands;

namespace {

/// Plain minimax over the rules: North-South's tricks at the end.
int minimax(State& state, int alpha, int beta) {
    if (state.is_over()) return state.score(0);
    State::Moves moves;
    state.legal_moves(moves);
    const bool maximises = is_north_south(state.to_move());
    for (const Move move : moves) {
        const auto token = state.apply(move);
        const int value = minimax(state, alpha, beta);
        state.undo(move, token);
        (maximises ? alpha : beta) = maximises ? std::max(alpha, value) : std::min(beta, value);
        if (alpha >= beta) break;
    }
    return maximises ? alpha : beta;
}

Position position_of(const State& state) {
    Position position;
    position.hands = state.hands();
    position.trump = state.trump();
    position.leader = state.leader();
    position.played = state.played();
    for (int i = 0; i < state.played(); ++i)
        position.trick[static_cast<std::size_t>(i)] = state.trick_card(i);
    return position;
}

std::vector<Options> one_off_each() {
    std::vector<Options> list(18);
    list[1].table = false;
    list[2].lowest_winning_rank = false;
    list[3].equivalent_cards = false;
    list[4].alike_cards = false;
    list[5].quick_tricks = false;
    list[6].transfer = false;
    list[7].later_tricks = false;
    list[8].ordering = false;
    list[9].look_ahead = false;
    list[10].there_and_back = false;
    list[11].transfer = list[11].there_and_back = false;
    list[12].plain_replies = false;
    list[13].fail_soft = false;
    list[14].fewest_ranks = false;
    list[15].known_lengths = false;
    list[16].low_discards = false;
    list[17].decisive_cards = false;
    return list;
}

int north_south_tricks(Solver& solver, const Position& position) {
    const Solution solution = solver.solve(position);
    REQUIRE(solution.value.exact());
    return is_north_south(position.to_move()) ? solution.value.lower
                                              : tricks_left(position) - solution.value.lower;
}

}  // namespace

TEST_CASE("Bridge cardplay conforms, and all tricks are won by somebody") {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Random random(seed);
        const int size = 1 + static_cast<int>(seed % 13);
        const State start(random_hands(random, size), static_cast<int>(seed % 5),
                          static_cast<int>(seed % 4));
        const State end = random_walk(start, random, ChooseUniformly{});
        CHECK(end.score(0) + end.score(1) == size);
        CHECK(end.score(0) == end.score(2));
        State state = start;
        State::Moves moves;
        for (auto steps = random.below(static_cast<std::uint32_t>(4 * size)); steps > 0; --steps) {
            state.legal_moves(moves);
            state.apply(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
        check_views(state, random);
    }
}

TEST_CASE("hidden cards are sampled uniformly") {
    // Three hands of two cards hidden from West, who holds four: nobody has shown out.
    Hands hands{};
    hands[0] = bit<Cards>(make_card(0, 1)) | bit<Cards>(make_card(1, 1));
    hands[1] = bit<Cards>(make_card(0, 2)) | bit<Cards>(make_card(0, 3));
    hands[2] = bit<Cards>(make_card(1, 2)) | bit<Cards>(make_card(2, 2));
    hands[3] = bit<Cards>(make_card(3, 2)) | bit<Cards>(make_card(3, 3));
    const State state(hands, no_trump, 2);
    Random random(5);
    std::map<Hands, int> seen;
    for (int i = 0; i < 9000; ++i) ++seen[State::sample(state.view(3), random).hands()];
    CHECK(seen.size() == 90);  // 6! / (2! 2! 2!)
    for (const auto& [deal, times] : seen) {
        CHECK(times > 55);
        CHECK(times < 155);
    }
}

TEST_CASE("the cards of one position are worth the same on any number of threads") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Random random(derive_seed(12, seed));
        State state(random_hands(random, 1 + static_cast<int>(seed % 8)),
                    static_cast<int>(random.below(5)), static_cast<int>(random.below(4)));
        State::Moves moves;
        for (auto steps = random.below(4); steps > 0; --steps) {
            state.legal_moves(moves);
            state.apply(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
        const Position position = position_of(state);
        const Solution alone = Solver().solve(position, {Moves::all});
        for (const std::size_t threads : {1, 2, 3}) {
            Batch batch;
            batch.threads = threads;
            const Solution together = solve_one(position, batch);
            CHECK(together.complete);
            CHECK(together.value == alone.value);
            REQUIRE(together.moves.size() == alone.moves.size());
            for (std::size_t i = 0; i < alone.moves.size(); ++i) {
                CHECK(together.moves[i].card == alone.moves[i].card);
                CHECK(together.moves[i].value == alone.moves[i].value);
            }
        }
    }
}

TEST_CASE("every technique keeps the value of small endings, in the middle of tricks too") {
    const std::vector<Options> variants = one_off_each();
    std::vector<Solver> solvers;
    for (const Options& options : variants) solvers.emplace_back(options);
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        Random random(derive_seed(11, seed));
        const int size = 2 + static_cast<int>(seed % 4);
        State state(random_hands(random, size), static_cast<int>(random.below(5)),
                    static_cast<int>(random.below(4)));
        State::Moves moves;
        for (auto steps = random.below(5); steps > 0; --steps) {
            state.legal_moves(moves);
            state.apply(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
        State copy = state;
        const int truth = minimax(copy, 0, size) - state.score(0);
        for (Solver& solver : solvers)
            CHECK(north_south_tricks(solver, position_of(state)) == truth);
    }
}

TEST_CASE("suits that break badly and few suits in play: endings where ranks matter") {
    Solver solver;
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        // Cards of two suits only, so that finesses and blocked suits are frequent.
        Random random(derive_seed(12, seed));
        std::array<Card, 26> cards{};
        for (unsigned i = 0; i < 26; ++i)
            cards[i] = make_card(static_cast<int>(i / 13), static_cast<int>(i % 13));
        random.shuffle(std::span<Card>(cards));
        const int size = 3 + static_cast<int>(seed % 3);
        Hands hands{};
        for (int i = 0; i < 4 * size; ++i) {
            hands[static_cast<std::size_t>(i & 3)] |=
                bit<Cards>(cards[static_cast<std::size_t>(i)]);
        }
        State state(hands, seed % 2 == 0 ? no_trump : static_cast<int>(random.below(2)),
                    static_cast<int>(random.below(4)));
        const int truth = minimax(state, 0, size);
        CHECK(north_south_tricks(solver, position_of(state)) == truth);
    }
}

TEST_CASE("both engines and all techniques agree on whole deals, card by card") {
    Options plain;
    plain.quick_tricks = plain.later_tricks = plain.alike_cards = false;
    const auto portable = make_portable_engine({}, Solver::kDefaultMemory);
    Solver solver, other(plain);
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        Random random(derive_seed(13, seed));
        State state(random_hands(random, 9), static_cast<int>(seed % 5),
                    static_cast<int>(seed % 4));
        const Position position = position_of(state);
        const Solution first = solver.solve(position, {Moves::all});
        const Solution second = other.solve(position, {Moves::all});
        CHECK(first.value == second.value);
        REQUIRE(first.moves.size() == second.moves.size());
        for (std::size_t i = 0; i < first.moves.size(); ++i) {
            CHECK(first.moves[i].card == second.moves[i].card);
            CHECK(first.moves[i].value == second.moves[i].value);
        }
        CHECK(first.moves.front().value == first.value);
        const int value =
            is_north_south(position.to_move()) ? first.value.lower : 9 - first.value.lower;
        portable->load(position);
        Card card = 0;
        CHECK(portable->makes(value, card));
        CHECK(!portable->makes(value + 1, card));
    }
}

TEST_CASE("a limit leaves sound bounds and a solver that works") {
    Random random(21);
    const Hands hands = random_hands(random, 13);
    Position position;
    position.hands = hands;
    Solver solver;
    const Solution full = solver.solve(position);
    CHECK(full.complete);
    solver.forget();
    const Solution stopped = solver.solve(position, {Moves::all}, {.nodes = 100});
    CHECK(!stopped.complete);
    CHECK(!stopped.value.exact());
    CHECK(stopped.value.lower <= full.value.lower);
    CHECK(stopped.value.upper >= full.value.upper);
    CHECK(solver.solve(position).value == full.value);
}

TEST_CASE("the table keeps to its memory, and forgetting changes no value") {
    constexpr std::size_t kSmall = std::size_t{1} << 18;
    Solver small({}, kSmall), large;
    const std::size_t fixed = Solver({}, 0).bytes();  // what is there without any pattern
    Random random(34);
    std::size_t most = 0;
    for (int i = 0; i < 4; ++i) {
        Position position;
        position.hands = random_hands(random, 11);
        CHECK(small.solve(position).value == large.solve(position).value);
        CHECK(small.bytes() <= kSmall + fixed);
        most = std::max(most, large.bytes());
    }
    CHECK(most > 2 * kSmall);  // or the small one was never full
}

TEST_CASE("a line of play gives nothing away") {
    Solver solver;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        Random random(derive_seed(14, seed));
        State state(random_hands(random, 8), static_cast<int>(seed % 5),
                    static_cast<int>(seed % 4));
        const int value = north_south_tricks(solver, position_of(state));
        const std::vector<Card> line = solver.line(position_of(state)).cards;
        REQUIRE(line.size() == 32);
        const Trace trace = solver.analyse(position_of(state), line);
        for (const Bounds& bounds : trace.tricks) CHECK(bounds == Bounds{value, value});
        for (const Card card : line) state.apply(card);
        CHECK(state.score(0) == value);
    }
}
