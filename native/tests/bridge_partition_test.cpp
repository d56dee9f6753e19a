// The three memories of partition search find the same tricks as the solver.
#include <doctest/doctest.h>

#include "bridge_hands.hpp"
#include "solvers/bridge/solver.hpp"
#include "solvers/bridge/variants/partition_search.hpp"

using namespace kiebitz;
using namespace kiebitz::solvers::bridge;
using kiebitz::bridge::testing::random_hands;
using variants::Memory;

TEST_CASE("classes by comparisons, by lowest winning rank and all ranks give the solver's tricks") {
    Solver solver;
    std::uint64_t nodes[3] = {}, stored[3] = {};
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        Random random(derive_seed(91, seed));
        Position position;
        // Few suits without low cards: touching cards and rank fights.
        const int suits = 2 + static_cast<int>(seed % 3), size = 2 + static_cast<int>(seed % 4);
        position.hands = random_hands(random, size, suits, suits == 2 && size > 4 ? 0 : 2);
        position.trump = static_cast<int>(random.below(5));
        position.leader = static_cast<int>(random.below(4));
        const int tricks = solver.solve(position).value.lower;
        const int north_south = is_north_south(position.leader) ? tricks : size - tricks;
        for (const Memory memory :
             {Memory::all_ranks, Memory::lowest_winning_rank, Memory::comparisons}) {
            for (const bool alike : {false, true}) {
                for (const bool order : {false, true}) {
                    const auto found = variants::partition_search(position, {memory, alike, order});
                    CHECK(found.tricks == north_south);
                    if (alike && order) {
                        nodes[static_cast<int>(memory)] += found.nodes;
                        stored[static_cast<int>(memory)] += found.stored;
                    }
                }
            }
        }
    }
    CHECK(nodes[1] < nodes[0]);
    CHECK(nodes[2] < nodes[0]);
    CHECK(stored[2] < stored[0]);
}
