// One question on several threads, which share what they learn.
#include <doctest/doctest.h>

#include <thread>
#include <vector>

#include "bridge_hands.hpp"
#include "solvers/bridge/settle.hpp"
#include "solvers/bridge/solver.hpp"

using namespace kiebitz;
using namespace kiebitz::solvers;
using namespace kiebitz::solvers::bridge;
using kiebitz::bridge::testing::random_hands;

namespace {

void check_cards(const Position& position, std::size_t threads, std::size_t memory) {
    const Solution alone = Solver().solve(position, {Moves::all});
    Batch batch;
    batch.threads = threads;
    const Solution together = solve_one(position, batch, {}, memory);
    CHECK(together.complete);
    CHECK(together.value == alone.value);
    REQUIRE(together.moves.size() == alone.moves.size());
    for (std::size_t i = 0; i < alone.moves.size(); ++i) {
        CHECK(together.moves[i].card == alone.moves[i].card);
        CHECK(together.moves[i].value == alone.moves[i].value);
    }
}

/// Four engines, a thread each, ask for the tricks of all four leaders, each beginning with
/// another.
void check_engines(SharedEngines& shared, const Position& position, std::vector<int>& found) {
    std::vector<std::thread> threads;
    found.assign(16, -1);
    for (std::size_t thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&, thread] {
            const auto engine = shared.engine();
            for (std::size_t i = 0; i < 4; ++i) {
                Position asked = position;
                asked.leader = static_cast<int>((thread + i) & 3);
                bool spent = false;
                const Bounds value =
                    settle(*engine, asked, guess_tricks(asked), {0, tricks_left(asked)}, spent);
                found[thread * 4 + static_cast<std::size_t>(asked.leader)] = value.lower;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
}

}  // namespace

TEST_CASE("the cards of whole deals are worth the same on any number of threads") {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        Random random(derive_seed(81, seed));
        Position position;
        position.hands = random_hands(random, seed < 3 ? 10 : 13);
        position.trump = static_cast<int>(1 + seed);
        position.leader = static_cast<int>(seed);
        for (const std::size_t threads : {2, 3, 5})
            check_cards(position, threads, Solver::kDefaultMemory);
        check_cards(position, 2, 0);  // a table that is soon full
    }
}

TEST_CASE("tables are the same on any number of threads") {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        Random random(derive_seed(82, seed));
        const Hands hands = random_hands(random, seed == 0 ? 13 : 1 + static_cast<int>(seed % 9));
        const Table alone = Solver().table(hands);
        for (const std::size_t threads : {1, 2, 3, 4, 7, 20}) {
            Batch batch;
            batch.threads = threads;
            const Table together = table_of_one(hands, batch);
            CHECK(together.complete);
            CHECK(together.tricks == alone.tricks);
            CHECK((together.nodes > 0 || alone.nodes == 0));
        }
    }
}

TEST_CASE("engines that share a table learn from each other and find what one alone finds") {
    std::uint64_t late_positions = 0, first_positions = 0;
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
        Random random(derive_seed(83, seed));
        Position position;
        const int size = seed == 0 ? 13 : 11;
        position.hands = random_hands(random, size);
        position.trump = static_cast<int>(seed + 2);
        std::vector<int> expected(4);
        Solver solver;
        for (int leader = 0; leader < 4; ++leader) {
            position.leader = leader;
            const int tricks = solver.solve(position).value.lower;
            expected[static_cast<std::size_t>(leader)] =
                is_north_south(leader) ? tricks : size - tricks;
        }
        // Small ones of either kind are full at once, large ones move to more homes.
        for (const std::size_t memory :
             {std::size_t{0}, std::size_t{1} << 20, std::size_t{64} << 20}) {
            const auto fast = make_shared_engines({}, memory);
            const auto portable = make_portable_shared_engines({}, memory);
            std::vector<int> found;
            for (SharedEngines* shared : {fast.get(), portable.get()}) {
                check_engines(*shared, position, found);
                for (std::size_t i = 0; i < 16; ++i) CHECK(found[i] == expected[i & 3]);
                // Who comes later finds much of it in the table; how much depends on what the
                // threads happened to prove.
                const auto late = shared->engine();
                const auto first = make_engine({}, memory);
                bool spent = false;
                settle(*late, position, expected[3], {0, size}, spent);
                settle(*first, position, expected[3], {0, size}, spent);
                if (memory > std::size_t{1} << 20) {
                    late_positions += late->positions();
                    first_positions += first->positions();
                }
            }
            if (memory == 0) CHECK(fast->bytes() <= std::size_t{1} << 20);
            // Whole deals have more shapes than there are homes at first.
            if (memory == std::size_t{64} << 20 && seed == 0)
                CHECK(fast->bytes() > std::size_t{3} << 19);
        }
    }
    CHECK(2 * late_positions < first_positions);
}

TEST_CASE("seconds end a question on several threads, and its bounds hold") {
    Random random(84);
    Position position;
    position.hands = random_hands(random, 13);
    Batch batch;
    batch.threads = 2;
    batch.each.seconds = 0.002;
    const Solution stopped = solve_one(position, batch);
    const Solution whole = Solver().solve(position);
    CHECK(stopped.value.lower <= whole.value.lower);
    CHECK(stopped.value.upper >= whole.value.upper);
    const Table table = Solver().table(position.hands), cut = table_of_one(position.hands, batch);
    for (std::size_t strain = 0; strain < 5; ++strain) {
        for (std::size_t seat = 0; seat < 4; ++seat) {
            CHECK(cut.tricks[strain][seat].lower <= table.tricks[strain][seat].lower);
            CHECK(cut.tricks[strain][seat].upper >= table.tricks[strain][seat].upper);
        }
    }
}
