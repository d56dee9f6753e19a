#include <doctest/doctest.h>

#include "skat_minimax.hpp"
#include "solvers/skat/solver.hpp"

using namespace kiebitz;
using namespace kiebitz::solvers::skat;
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
    options.driver = Driver::alpha_beta;
    options.table = options.equivalent_cards = options.quasi_symmetry = false;
    options.static_bounds = options.trick_ordering = options.lookahead_cuts = false;
    options.history = options.direct_endings = false;
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
    // Suit games and grand by structure, null by rank constraints.
#if defined(__SANITIZE_ADDRESS__)
    constexpr int kPositions = 200;
#else
    constexpr int kPositions = 3400;
#endif
    Random random(33);
    Options options;
    options.rank_patterns = false;
    options.rank_constraints = true;
    std::array<Solver, 2> solvers{Solver(options, 1 << 20), Solver(options, 1 << 14)};
    for (GameType game : kGames) {
        for (int i = 0; i < kPositions; ++i) {
            const int cards = i % 40 == 0 ? 5 : 1 + i % 4;
            check_solution(solvers[i % 4 == 3], random_position(game, cards, random));
        }
    }
}

TEST_CASE("thresholds and all tricks agree with plain minimax") {
    Random random(4);
    Options by_structure;
    by_structure.rank_patterns = false;
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
    std::vector<Options> variants(30);
    variants[0] = plain_options();
    variants[1].driver = Driver::alpha_beta;
    variants[2].driver = Driver::mtd;
    variants[3].driver = Driver::mtd;
    variants[3].mtd_window = 12;
    variants[4].table = false;
    variants[5].equivalent_cards = false;
    variants[6].quasi_symmetry = false;
    variants[7].payoff_similarity = false;
    variants[8].settled_trumps = false;
    variants[9].suit_symmetry = false;
    variants[10].static_bounds = false;
    variants[11].trick_ordering = false;
    variants[12].fastest_cut_first = false;
    variants[13].table_move = true;
    variants[14].lookahead_cuts = false;
    variants[15].lowest_winning_rank = false;
    variants[16].sure_tricks = false;
    variants[17].lead_transfer = false;
    variants[18].history = false;
    variants[19].direct_endings = false;
    variants[20].rank_constraints = true;
    variants[21].won_cards = false;
    variants[22].equivalent_cards = variants[22].direct_endings = false;
    variants[23].won_cards = variants[23].settled_trumps = false;
    // From here by structure.
    for (std::size_t v = 24; v < variants.size(); ++v) variants[v].rank_patterns = false;
    variants[25].won_cards = false;
    variants[26].won_cards = variants[26].settled_trumps = false;
    variants[27].table_move = true;
    variants[28].driver = Driver::alpha_beta;
    variants[28].direct_endings = variants[28].equivalent_cards = false;
    variants[29].suit_symmetry = variants[29].lookahead_cuts = false;
    std::vector<Solver> solvers;
    for (const Options& options : variants) solvers.emplace_back(options, 1 << 20);
    Random random(5);
    for (int i = 0; i < 72; ++i) {
        const Position position = random_position(kGames[i % 6], 6 + i % 2, random);
        const Solution expected = solvers[0].solve(position, {.moves = true});
        for (std::size_t v = 1; v < solvers.size(); ++v) {
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
    const auto alone = solve_many(positions, {.moves = true}, {}, {}, 1, 1 << 20);
    const auto together = solve_many(positions, {.moves = true}, {}, {}, 3, 1 << 20);
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
