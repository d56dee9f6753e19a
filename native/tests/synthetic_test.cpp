// Synthetic games and the algorithms that are at home on them.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "cards/card_set.hpp"
#include "games/synthetic/bcd_tree.hpp"
#include "games/synthetic/best_defence_tree.hpp"
#include "games/synthetic/maxn_tree.hpp"
#include "search/cfr.hpp"
#include "search/recursion_levels.hpp"

using namespace kiebitz;
using namespace kiebitz::synthetic;
using kiebitz::search::RecursionLevels;

namespace {

/// Random play forwards and back: what `apply` did, `undo` takes back.
template <Game G>
void check_undo(G game, std::uint64_t seed) {
    Random random(seed);
    std::vector<std::pair<Move, typename G::Undo>> played;
    std::vector<G> before;
    typename G::Moves moves;
    while (!game.is_over()) {
        game.legal_moves(moves);
        REQUIRE(!moves.empty());
        const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        before.push_back(game);
        played.emplace_back(move, game.apply(move));
        CHECK(!(game == before.back()));
    }
    while (!played.empty()) {
        game.undo(played.back().first, played.back().second);
        CHECK(game == before.back());
        CHECK(game.hash() == before.back().hash());
        played.pop_back();
        before.pop_back();
    }
}

/// A seat's view is consistent with the truth, with every sample of it, and with nothing else.
template <HiddenGame G>
void check_views(G game, std::uint64_t seed) {
    Random random(seed);
    typename G::Moves moves;
    while (true) {
        for (int seat = 0; seat < 2; ++seat) {
            const auto view = game.view(seat);
            CHECK(game.is_consistent_with(view));
            for (int i = 0; i < 8; ++i) {
                const G world = G::sample(view, random);
                CHECK(world.is_consistent_with(view));
                // Indistinguishable worlds look the same to the one who cannot tell them apart.
                CHECK(world.view(seat) == view);
            }
        }
        if (game.is_over()) return;
        game.apply(random.below(2));
    }
}

/// Minimax by its definition, for a check of the tables.
int open_value(BcdGame& game) {
    if (game.is_over()) return game.score(0);
    int best = game.to_move() == 0 ? -2 : 2;
    for (Move move : {0U, 1U}) {
        const auto token = game.apply(move);
        const int value = open_value(game);
        game.undo(move, token);
        best = game.to_move() == 0 ? std::max(best, value) : std::min(best, value);
    }
    return best;
}

/// All pure strategies of one player against a fixed policy, by enumeration over its information
/// sets.
double best_by_enumeration(const BcdTree& tree, const RecursionLevels& recursion, int player,
                           const RecursionLevels::Table& opponent) {
    std::vector<std::vector<std::pair<std::size_t, std::size_t>>> sets;  // of (depth, index)
    for (int depth = player; depth < tree.moves(); depth += 2) {
        recursion.for_each_set(
            depth, [&](std::size_t history, std::span<const std::size_t> worlds) {
                sets.emplace_back();
                for (std::size_t w : worlds) {
                    sets.back().emplace_back(depth,
                                             history * static_cast<std::size_t>(tree.worlds()) + w);
                }
            });
    }
    REQUIRE(sets.size() <= 16);
    double best = -2;
    auto mine = recursion.empty(tree.moves());
    for (std::uint32_t choice = 0; choice < std::uint32_t{1} << sets.size(); ++choice) {
        for (std::size_t s = 0; s < sets.size(); ++s) {
            for (auto [depth, i] : sets[s]) mine[depth][i] = (choice >> s) & 1;
        }
        const double wins = player == 0
                                ? RecursionLevels::expectation(recursion.values(mine, opponent))
                                : -RecursionLevels::expectation(recursion.values(opponent, mine));
        best = std::max(best, wins);
    }
    return best;
}

}  // namespace

TEST_CASE("synthetic games take moves back") {
    BcdParameters bcd;
    bcd.moves = 6;
    BestDefenceParameters best_defence;
    best_defence.depth = 7;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        check_undo(BcdGame(std::make_shared<BcdTree>(bcd, seed), 13), seed);
        check_undo(BestDefenceGame(std::make_shared<BestDefenceTree>(best_defence, seed), 3), seed);
        check_undo(MaxnTree(MaxnParameters{}, seed), seed);
    }
}

TEST_CASE("views of synthetic games hold what their seat may know") {
    BcdParameters bcd;
    BestDefenceParameters best_defence;
    best_defence.known_worlds = 6;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        bcd.disambiguation = 0.1 * static_cast<double>(seed);
        check_views(BcdGame(std::make_shared<BcdTree>(bcd, seed), static_cast<int>(seed * 6)),
                    seed);
        check_views(BestDefenceGame(std::make_shared<BestDefenceTree>(best_defence, seed), 4),
                    seed);
    }
}

TEST_CASE("BCD leaves have the bias and the correlation asked for") {
    BcdParameters parameters;
    parameters.bias = 0.7;
    parameters.correlation = 0.6;
    parameters.moves = 10;
    for (auto [bias_for, first_wins] : {std::pair{BiasFor::first_player, true},
                                        {BiasFor::second_player, false},
                                        {BiasFor::last_mover, false},
                                        {BiasFor::after_last_mover, true}}) {
        parameters.bias_for = bias_for;
        const BcdTree tree(parameters, 5);
        int pairs = 0, equal = 0, won = 0;
        for (std::uint32_t parent = 0; parent < 512; ++parent) {
            for (int world = 0; world < 64; ++world) {
                ++pairs;
                if (tree.leaf(2 * parent, world) != tree.leaf(2 * parent + 1, world)) continue;
                ++equal;
                won += tree.leaf(2 * parent, world) == 1;
            }
        }
        CHECK(std::abs(static_cast<double>(equal) / pairs - 0.6) < 0.02);
        CHECK(std::abs(static_cast<double>(won) / equal - (first_wins ? 0.7 : 0.3)) < 0.02);
    }
}

TEST_CASE("BCD information sets are partitions, and refine what their player knew before") {
    for (auto halving : {Halving::equal, Halving::coin}) {
        for (auto time : {SplitTime::own_moves, SplitTime::every_move}) {
            BcdParameters parameters;
            parameters.halving = halving;
            parameters.split_time = time;
            const BcdTree tree(parameters, 3);
            for (int depth = 0; depth < tree.moves(); ++depth) {
                for (std::uint32_t history = 0; history < std::uint32_t{1} << depth; ++history) {
                    for (int own = 0; own < 8; ++own) {
                        for (int other = 0; other < 8; ++other) {
                            const auto set = tree.information_set(depth, history, own, other);
                            REQUIRE(((set >> other) & 1) == 1);
                            for (int t = 0; t < 8; ++t) {
                                if (((set >> t) & 1) == 0) continue;
                                REQUIRE(tree.information_set(depth, history, own, t) == set);
                            }
                            if (depth < 2) continue;
                            const auto earlier =
                                tree.information_set(depth - 2, history >> 2, own, other);
                            REQUIRE((set & ~earlier) == 0);
                        }
                    }
                }
            }
        }
    }
}

TEST_CASE("disambiguation 0 reveals nothing and 1 everything") {
    BcdParameters parameters;
    parameters.disambiguation = 0;
    CHECK(BcdTree(parameters, 1).information_set(8, 77, 3, 4) == 0xff);
    parameters.disambiguation = 1;
    CHECK(BcdTree(parameters, 1).information_set(0, 0, 3, 4) == 1 << 4);
    parameters.split_before_first_move = false;
    CHECK(BcdTree(parameters, 1).information_set(0, 0, 3, 4) == 0xff);
    CHECK(BcdTree(parameters, 1).information_set(1, 1, 3, 4) == 0xff);
    CHECK(BcdTree(parameters, 1).information_set(2, 2, 3, 4) == 1 << 4);
}

TEST_CASE("open values are minimax values") {
    BcdParameters parameters;
    parameters.moves = 7;
    const auto tree = std::make_shared<const BcdTree>(parameters, 11);
    const auto values = RecursionLevels(*tree).open_values();
    for (int world = 0; world < 64; ++world) {
        BcdGame game(tree, world);
        CHECK(values[0][static_cast<std::size_t>(world)] == open_value(game));
    }
}

TEST_CASE("the best response is the best of all pure strategies") {
    BcdParameters parameters;
    parameters.types = 2;
    parameters.moves = 3;
    parameters.disambiguation = 0.3;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const BcdTree tree(parameters, seed);
        const RecursionLevels recursion(tree);
        const auto levels = recursion.levels(2);
        for (const auto& policy : levels) {
            CHECK(recursion.best_response(1, policy) ==
                  doctest::Approx(best_by_enumeration(tree, recursion, 1, policy)));
            CHECK(recursion.playout_response(1, policy) <=
                  recursion.best_response(1, policy) + 1e-12);
            CHECK(recursion.playout_response(0, policy) <=
                  recursion.best_response(0, policy) + 1e-12);
        }
    }
}

TEST_CASE("with perfect information every level plays perfectly") {
    BcdParameters parameters;
    parameters.disambiguation = 1;
    parameters.moves = 6;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const BcdTree tree(parameters, seed);
        const std::array<int, 3> levels{0, 1, 4};
        const auto table = search::recursion_table(tree, levels);
        for (double gain : table.gain) CHECK(gain == doctest::Approx(0));
        for (double gain : table.best) CHECK(gain == doctest::Approx(0));
        for (double gain : table.playout) CHECK(gain == doctest::Approx(0));
    }
}

TEST_CASE("a level's last moves do not change in higher levels") {
    const BcdTree tree(BcdParameters{}, 21);
    const auto levels = RecursionLevels(tree).levels(9);
    // R(n) is settled on the last n + 1 plies, so with nine moves R8 is the last level that is new.
    for (std::size_t n = 0; n < 9; ++n) {
        for (std::size_t depth = 8 - n; depth < 9; ++depth)
            CHECK(levels[n][depth] == levels[n + 1][depth]);
    }
}

TEST_CASE("best-defence leaves follow the Last Player Theorem") {
    for (int depth : {2, 3, 7, 8}) {
        BestDefenceParameters parameters;
        parameters.depth = depth;
        int wins = 0, trials = 0;
        for (std::uint64_t seed = 0; seed < 400; ++seed) {
            const BestDefenceTree tree(parameters, seed);
            CHECK(count(tree.known_to_min()) == 9);
            for (int world = 0; world < 10; ++world) {
                std::vector<bool> value(std::size_t{1} << depth);
                for (std::uint32_t i = 0; i < value.size(); ++i)
                    value[i] = (tree.payoffs(i) >> world) & 1;
                for (int level = depth - 1; level >= 0; --level) {
                    std::vector<bool> up(value.size() / 2);
                    for (std::size_t i = 0; i < up.size(); ++i) {
                        up[i] = level % 2 == 0 ? value[2 * i] || value[2 * i + 1]
                                               : value[2 * i] && value[2 * i + 1];
                    }
                    value = up;
                }
                wins += value[0];
                ++trials;
            }
        }
        // A forced win for MAX is as likely as a 1 at a leaf below a MIN layer: 1 - p = 0.618.
        CHECK(std::abs(static_cast<double>(wins) / trials - 0.618) < 0.03);
    }
}

TEST_CASE("similarity 1 makes all worlds alike, and 0 leaves them independent") {
    BestDefenceParameters parameters;
    parameters.depth = 8;
    parameters.similarity = 1;
    const BestDefenceTree same(parameters, 2);
    for (std::uint32_t leaf = 0; leaf < 256; ++leaf) {
        CHECK((same.payoffs(leaf) == 0 || same.payoffs(leaf) == same.all_worlds()));
    }
    parameters.similarity = 0;
    const BestDefenceTree apart(parameters, 2);
    std::set<std::uint32_t> seen;
    for (std::uint32_t leaf = 0; leaf < 256; ++leaf) seen.insert(apart.payoffs(leaf));
    CHECK(seen.size() > 100);
}

TEST_CASE("random leaves of many players share the total") {
    for (bool constant_sum : {true, false}) {
        MaxnParameters parameters;
        parameters.players = 4;
        parameters.constant_sum = constant_sum;
        bool different = false;
        for (std::uint64_t seed = 0; seed < 50; ++seed) {
            MaxnTree tree(parameters, seed);
            Random random(seed);
            while (!tree.is_over()) tree.apply(random.below(4));
            Score sum = 0;
            for (int seat = 0; seat < 4; ++seat) {
                CHECK(tree.score(seat) >= 0);
                CHECK(tree.score(seat) <= 100);
                sum += tree.score(seat);
            }
            if (constant_sum) CHECK(sum == 100);
            different = different || sum != 100;
        }
        CHECK(different != constant_sum);
    }
}

TEST_CASE("counterfactual regret approaches an equilibrium") {
    BcdParameters parameters;
    parameters.types = 4;
    parameters.moves = 5;
    parameters.disambiguation = 0.2;
    const BcdTree tree(parameters, 8);
    const RecursionLevels recursion(tree);
    search::CounterfactualRegret regret(tree);
    double before = recursion.exploitability(regret.average(), search::Response::best);
    for (int checks = 0; checks < 3; ++checks) {
        for (int i = 0; i < 60; ++i) regret.iterate();
        const double now = recursion.exploitability(regret.average(), search::Response::best);
        CHECK(now >= -1e-9);
        CHECK(now < before);
        before = now;
    }
    CHECK(before < 0.01);
}
