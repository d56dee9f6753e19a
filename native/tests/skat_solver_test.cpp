#include <doctest/doctest.h>

#include <atomic>

#include "skat_minimax.hpp"
#include "solvers/skat/solver.hpp"

using namespace kiebitz;
using namespace kiebitz::solvers::skat;
using kiebitz::solvers::Bounds;
using kiebitz::solvers::Limits;
using skat_minimax::minimax;
using skat_minimax::random_position;

namespace {

constexpr GameType kGames[] = {GameType::kDiamonds, GameType::kHearts, GameType::kSpades,
                               GameType::kClubs,    GameType::kGrand,  GameType::kNull};

int truth(const Position& position, bool tricks = false) {
    skat_minimax::Table table(position);
    const int base = position.game == GameType::kNull || tricks
                         ? 0
                         : position.points + kiebitz::skat::points_in(position.skat);
    return base + minimax(table, tricks);
}

void check_solution(Solver& solver, const Position& position) {
    const Solution solution = solver.solve(position, {.moves = true, .line = true});
    const int value = truth(position);
    REQUIRE(solution.value.lower == value);
    REQUIRE(solution.value.upper == value);
    REQUIRE(solution.moves.size() == static_cast<std::size_t>(count(legal_cards(position))));
    for (const MoveValue& move : solution.moves) {
        const Position next = after(position, move.card);
        int expected = 0;
        if (position.game == GameType::kNull) {
            const bool finishes = position.played_count == 2;
            const bool taken = finishes && declarer_wins_trick(position, move.card);
            expected = taken ? 0 : (finishes ? 1 : 0) + truth(next);
        } else {
            expected = truth(next);
        }
        REQUIRE(move.value.lower == expected);
        REQUIRE(move.value.upper == expected);
    }
    // The line is legal, and leads to the value.
    Position now = position;
    for (Card card : solution.line) {
        REQUIRE(contains(legal_cards(now), card));
        now = after(now, card);
    }
    if (position.game != GameType::kNull) {
        REQUIRE(now.hands[0] == 0);
        REQUIRE(now.points + kiebitz::skat::points_in(now.skat) == value);
    }
}

Options plain_options() {
    Options options;
    TrumpOptions& trumps = options.trumps;
    trumps.driver = Driver::alpha_beta;
    trumps.table = trumps.equivalent_cards = trumps.quasi_symmetry = false;
    trumps.static_bounds = trumps.trick_ordering = trumps.lookahead_cuts = false;
    trumps.history = trumps.direct_endings = false;
    NullOptions& nulls = options.nulls;
    nulls.driver = Driver::alpha_beta;
    nulls.table = nulls.equivalent_cards = nulls.static_bounds = nulls.trick_ordering = false;
    return options;
}

}  // namespace

TEST_CASE("the solver agrees with plain minimax on random endings of every game") {
    // The sanitizers look for wrong memory, not for wrong values: fewer positions show it.
#if defined(__SANITIZE_ADDRESS__)
    constexpr int kPositions = 200;
#else
    constexpr int kPositions = 3400;
#endif
    Random random(3);
    // Never cleared, so that classes of all deals meet; the second is so small that it forgets.
    std::array<Solver, 2> solvers{Solver({}, 1 << 22), Solver({}, 1 << 14)};
    for (GameType game : kGames) {
        for (int i = 0; i < kPositions; ++i) {
            const int cards = i % 40 == 0 ? 5 : 1 + i % 4;
            check_solution(solvers[i % 4 == 3], random_position(game, cards, random));
        }
    }
}

TEST_CASE("the other tables agree with plain minimax") {
    // As they are (suit games and grand by structure), and by rank constraints.
#if defined(__SANITIZE_ADDRESS__)
    constexpr int kPositions = 200;
#else
    constexpr int kPositions = 3400;
#endif
    Random random(33);
    for (const bool constraints : {false, true}) {
        Options options;
        options.trumps.rank_patterns = false;
        options.trumps.rank_constraints = constraints;
        options.nulls.rank_constraints = constraints;
        options.nulls.lowest_winning_rank = false;
        // Never cleared, so that classes of all deals meet; the second is so small that it forgets.
        std::array<Solver, 2> solvers{Solver(options, 1 << 22), Solver(options, 1 << 14)};
        for (GameType game : kGames) {
            for (int i = 0; i < kPositions; ++i) {
                const int cards = i % 40 == 0 ? 5 : 1 + i % 4;
                check_solution(solvers[i % 4 == 3], random_position(game, cards, random));
            }
        }
    }
}

TEST_CASE("thresholds and all tricks agree with plain minimax") {
    Random random(4);
    Options by_structure;
    by_structure.trumps.rank_patterns = false;
    std::array<Solver, 2> solvers{Solver({}, 1 << 20), Solver(by_structure, 1 << 20)};
    for (GameType game : kGames) {
        for (int i = 0; i < 300; ++i) {
            const Position position = random_position(game, 1 + i % 4, random);
            const int value = truth(position);
            const int most = game == GameType::kNull ? tricks_left(position) : 120;
            const int threshold = static_cast<int>(random.below(static_cast<unsigned>(most) + 1));
            Solver& solver = solvers[i % 2];
            const Solution answer = solver.solve(position, {.moves = true, .threshold = threshold});
            CHECK((answer.value.lower >= threshold) == (value >= threshold));
            CHECK((answer.value.upper >= threshold) == (value >= threshold));
            if (game == GameType::kNull) continue;
            const Solution all = solver.solve(position, {.moves = true, .threshold = kAllTricks});
            const bool makes_all = truth(position, true) == tricks_left(position);
            CHECK(all.value.lower == (makes_all ? 1 : 0));
            CHECK(all.value.upper == (makes_all ? 1 : 0));
            for (const MoveValue& move : all.moves) {
                const Position next = after(position, move.card);
                const bool lost = position.played_count == 2 && next.leader != position.declarer;
                const bool yes = !lost && truth(next, true) == tricks_left(next);
                CHECK(move.value.lower == (yes ? 1 : 0));
                CHECK(move.value.upper == (yes ? 1 : 0));
            }
        }
    }
}

TEST_CASE("every technique, on or off, gives the same values") {
    std::vector<TrumpOptions> trumps(35);
    trumps[0].driver = Driver::alpha_beta;
    trumps[1].driver = Driver::mtd;
    trumps[2].driver = Driver::mtd;
    trumps[2].mtd_window = 12;
    trumps[3].table = false;
    trumps[4].equivalent_cards = false;
    trumps[5].quasi_symmetry = false;
    trumps[6].settled_trumps = false;
    trumps[7].suit_symmetry = false;
    trumps[8].static_bounds = false;
    trumps[9].trick_ordering = false;
    trumps[10].fastest_cut_first = false;
    trumps[11].lookahead_cuts = false;
    trumps[12].sure_tricks = false;
    trumps[13].lead_transfer = false;
    trumps[14].history = false;
    trumps[15].direct_endings = false;
    trumps[16].won_cards = false;
    trumps[17].equivalent_cards = trumps[17].direct_endings = false;
    trumps[18].won_cards = trumps[18].settled_trumps = false;
    // From here by structure.
    for (std::size_t v = 19; v < trumps.size(); ++v) trumps[v].rank_patterns = false;
    trumps[20].won_cards = false;
    trumps[21].won_cards = trumps[21].settled_trumps = false;
    trumps[22].table_move = true;
    trumps[23].driver = Driver::alpha_beta;
    trumps[23].direct_endings = trumps[23].equivalent_cards = false;
    trumps[24].suit_symmetry = trumps[24].lookahead_cuts = false;
    trumps[25].payoff_similarity = false;
    trumps[26].payoff_similarity = false;
    trumps[26].table_move = true;
    trumps[27].fastest_cut_first = false;
    trumps[28].rank_patterns = trumps[29].rank_patterns = true;
    trumps[28].declarer_bounds = trumps[29].defender_bounds = false;
    // And by single comparisons.
    for (std::size_t v = 30; v < trumps.size(); ++v) trumps[v].rank_constraints = true;
    trumps[31].won_cards = trumps[31].settled_trumps = false;
    trumps[32].equivalent_cards = trumps[32].direct_endings = false;
    trumps[33].static_bounds = false;
    trumps[34].quasi_symmetry = trumps[34].suit_symmetry = trumps[34].lookahead_cuts = false;
    std::vector<NullOptions> nulls(12);
    nulls[0].driver = Driver::alpha_beta;
    nulls[1].driver = Driver::mtd;
    nulls[2].driver = Driver::mtd;
    nulls[2].mtd_window = 12;
    nulls[3].table = false;
    nulls[4].equivalent_cards = false;
    nulls[5].suit_symmetry = false;
    nulls[6].static_bounds = false;
    nulls[7].trick_ordering = false;
    nulls[8].fastest_cut_first = false;
    nulls[9].lowest_winning_rank = false;
    nulls[10].lowest_winning_rank = false;
    nulls[10].rank_constraints = true;

    Solver plain(plain_options(), 1 << 20);
    std::vector<Solver> solvers;
    for (std::size_t v = 0; v < trumps.size(); ++v) {
        const Options options{trumps[v], nulls[v % nulls.size()]};
        REQUIRE(problem_of(options).empty());
        solvers.emplace_back(options, 1 << 20);
    }
    Random random(5);
    for (int i = 0; i < 72; ++i) {
        const Position position = random_position(kGames[i % 6], 6 + i % 2, random);
        const Solution expected = plain.solve(position, {.moves = true});
        for (std::size_t v = 0; v < solvers.size(); ++v) {
            CAPTURE(v);
            const Solution found = solvers[v].solve(position, {.moves = true});
            REQUIRE(found.value.lower == expected.value.lower);
            REQUIRE(found.value.upper == expected.value.upper);
            for (std::size_t m = 0; m < expected.moves.size(); ++m) {
                REQUIRE(found.moves[m].value.lower == expected.moves[m].value.lower);
                REQUIRE(found.moves[m].value.upper == expected.moves[m].value.upper);
            }
        }
    }
}

TEST_CASE("switches that contradict each other are named") {
    CHECK(problem_of(Options{}).empty());
    TrumpOptions trumps;
    trumps.payoff_similarity = false;
    CHECK(!problem_of(trumps).empty());
    trumps.rank_patterns = false;
    CHECK(problem_of(trumps).empty());
    trumps.rank_constraints = true;
    CHECK(!problem_of(trumps).empty());
    trumps.payoff_similarity = true;
    CHECK(problem_of(trumps).empty());
    trumps.rank_patterns = true;
    CHECK(!problem_of(trumps).empty());
    trumps.rank_patterns = trumps.rank_constraints = false;
    trumps.mtd_window = 3;
    CHECK(problem_of(trumps) == "mtd_window needs the driver mtd");
    NullOptions nulls;
    nulls.rank_constraints = true;
    CHECK(!problem_of(nulls).empty());
}

TEST_CASE("a guess from outside changes no value") {
    Random random(9);
    for (int i = 0; i < 24; ++i) {
        const Position position = random_position(kGames[i % 6], 7, random);
        const Solution expected = Solver().solve(position);
        for (int guess : {0, 40, 61, 200}) {
            CHECK(Solver().solve(position, {.guess = guess}).value == expected.value);
        }
    }
}

TEST_CASE("a stop and what a watch throws end the search, and the solver works on") {
    Random random(10);
    Position position;
    Solution expected;
    while (expected.nodes < 5000) {  // the search looks around once in a thousand nodes
        position = random_position(GameType::kClubs, 10, random);
        expected = Solver().solve(position);
    }
    Solver solver;
    const std::atomic<bool> stop = true;
    CHECK(!solver.solve(position, {.moves = true}, {.stop = &stop}).complete);
    struct Enough {};
    const Limits limits{.watch = [] { throw Enough{}; }};
    try {
        solver.solve(position, {.moves = true}, limits);  // may be done before the watch is called
    } catch (const Enough&) {
    }
    CHECK(solver.solve(position).value == expected.value);
}

TEST_CASE("a limit stops the search with bounds that are true") {
    Random random(6);
    Solver reference;
    for (GameType game : {GameType::kClubs, GameType::kGrand}) {
        Position position = random_position(game, 9, random);
        const Solution exact = reference.solve(position, {.moves = true});
        bool stopped = false;
        for (std::uint64_t nodes : {1ULL, 30ULL, 300ULL, 1000ULL, 3000ULL}) {
            Solver solver;
            const Solution part = solver.solve(position, {.moves = true}, {.nodes = nodes});
            stopped |= !part.complete;
            CHECK(part.nodes <= nodes);
            CHECK(part.value.lower <= exact.value.lower);
            CHECK(part.value.upper >= exact.value.upper);
            for (std::size_t m = 0; m < exact.moves.size(); ++m) {
                CHECK(part.moves[m].value.lower <= exact.moves[m].value.lower);
                CHECK(part.moves[m].value.upper >= exact.moves[m].value.upper);
            }
        }
        CHECK(stopped);
    }
}

TEST_CASE("many positions on several threads give the answers of one") {
    Random random(7);
    std::vector<Position> positions;
    for (int i = 0; i < 60; ++i) positions.push_back(random_position(kGames[i % 6], 6, random));
    const auto alone = solve_many(positions, {.moves = true}, {.threads = 1}, {}, 1 << 20);
    const auto together = solve_many(positions, {.moves = true}, {.threads = 3}, {}, 1 << 20);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        CHECK(alone[i].value.lower == together[i].value.lower);
        for (std::size_t m = 0; m < alone[i].moves.size(); ++m) {
            CHECK(alone[i].moves[m].value.lower == together[i].moves[m].value.lower);
        }
    }
}

TEST_CASE("impossible positions are named") {
    Position position;
    position.hands = {0xfU, 0xf0U, 0xf00U};
    CHECK(problem_of(position).empty());
    Position twice = position;
    twice.hands[1] |= 1;
    CHECK(problem_of(twice) == "card-in-two-places");
    Position uneven = position;
    uneven.hands[1] = 0x70;
    CHECK(!problem_of(uneven).empty());
    Position rich = position;
    rich.points = 119;
    CHECK(!problem_of(rich).empty());
}

TEST_CASE("whatever numbers come in, a position is refused or can be solved") {
    Random random(8);
    Solver solver({}, 1 << 16);
    int accepted = 0;
    for (int i = 0; i < 20000; ++i) {
        Position position = random_position(kGames[random.below(6)], 1 + i % 3, random);
        // Disturb it in none to three places.
        for (auto changes = random.below(4); changes > 0; --changes) {
            const auto noise = static_cast<std::uint32_t>(random());
            switch (random.below(7)) {
                case 0:
                    position.hands[random.below(3)] ^= 1U << noise % 32;
                    break;
                case 1:
                    position.skat ^= 1U << noise % 32;
                    break;
                case 2:
                    position.played[random.below(2)] = static_cast<Card>(noise);
                    break;
                case 3:
                    position.played_count = static_cast<int>(noise % 5) - 1;
                    break;
                case 4:
                    position.leader = static_cast<int>(noise % 6) - 1;
                    break;
                case 5:
                    position.declarer = static_cast<int>(noise % 6) - 1;
                    break;
                default:
                    position.points = static_cast<int>(noise % 300) - 50;
                    break;
            }
        }
        if (!problem_of(position).empty()) continue;
        ++accepted;
        const Solution solution = solver.solve(position, {.moves = true, .line = true});
        CHECK(solution.value.lower == solution.value.upper);
    }
    CHECK(accepted > 4000);
    CHECK(accepted < 19000);
}
