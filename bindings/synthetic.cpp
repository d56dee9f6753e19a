#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>

#include "checks.hpp"
#include "games/synthetic/bcd_tree.hpp"
#include "registry.hpp"
#include "search/cfr.hpp"
#include "search/recursion_levels.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kiebitz::bindings {

namespace {

using search::CounterfactualRegret;
using search::RecursionLevels;
using synthetic::BcdTree;

BcdTree bcd_tree(double bias, double correlation, double disambiguation, int types, int moves,
                 int bias_for, int halving, int split_time, bool split_before_first_move,
                 std::uint64_t seed) {
    check_chance("bias", bias);
    check_chance("correlation", correlation);
    check_chance("disambiguation", disambiguation);
    check_range("types", types, 1, BcdTree::max_types);
    check_range("moves", moves, 1, BcdTree::max_moves);
    check_range("bias_for", bias_for, 0, 3);
    check_range("halving", halving, 0, 1);
    check_range("split_time", split_time, 0, 1);
    return BcdTree(
        {bias, correlation, disambiguation, types, moves, static_cast<synthetic::BiasFor>(bias_for),
         static_cast<synthetic::Halving>(halving), static_cast<synthetic::SplitTime>(split_time),
         split_before_first_move},
        seed);
}

void check_place(int depth, int depths, std::uint32_t history) {
    check_range("depth", depth, 0, depths - 1);
    check(history < std::uint32_t{1} << depth, "history must be below 2 to the depth");
}

void check_policy(const BcdTree& tree, const RecursionLevels::Table& policy) {
    const std::string shape = "a policy has one chance for each history and world of each depth";
    check(policy.size() == static_cast<std::size_t>(tree.moves()), shape);
    for (std::size_t depth = 0; depth < policy.size(); ++depth) {
        check(policy[depth].size() ==
                  (std::size_t{1} << depth) * static_cast<std::size_t>(tree.worlds()),
              shape);
        for (double chance : policy[depth]) check_chance("a chance", chance);
    }
}

void check_levels(const std::vector<int>& levels) {
    check(!levels.empty(), "there must be at least one level");
    for (int level : levels) check_range("a level", level, 0, 100);
}

}  // namespace

void register_synthetic(nb::module_& core) {
    nb::module_ module =
        core.def_submodule("synthetic", "Games drawn at random, and what is exact on them.");
    nb::class_<BcdTree>(module, "BcdTree")
        .def(
            "__init__",
            [](BcdTree* self, double bias, double correlation, double disambiguation, int types,
               int moves, int bias_for, int halving, int split_time, bool split_before_first_move,
               std::uint64_t seed) {
                new (self)
                    BcdTree(bcd_tree(bias, correlation, disambiguation, types, moves, bias_for,
                                     halving, split_time, split_before_first_move, seed));
            },
            "bias"_a, "correlation"_a, "disambiguation"_a, "types"_a, "moves"_a, "bias_for"_a,
            "halving"_a, "split_time"_a, "split_before_first_move"_a, "seed"_a)
        .def_prop_ro("moves", &BcdTree::moves)
        .def_prop_ro("types", &BcdTree::types)
        .def_prop_ro("worlds", &BcdTree::worlds)
        .def(
            "leaf",
            [](const BcdTree& tree, std::uint32_t history, int world) {
                check_place(tree.moves(), tree.moves() + 1, history);
                check_range("world", world, 0, tree.worlds() - 1);
                return tree.leaf(history, world);
            },
            "history"_a, "world"_a, "What the first player wins at a leaf.")
        .def(
            "information_set",
            [](const BcdTree& tree, int depth, std::uint32_t history, int own, int other) {
                check_place(depth, tree.moves(), history);
                check_range("own", own, 0, tree.types() - 1);
                check_range("other", other, 0, tree.types() - 1);
                return tree.information_set(depth, history, own, other);
            },
            "depth"_a, "history"_a, "own"_a, "other"_a,
            "The opponent's types, as bits, that the mover cannot tell from `other`.")
        .def(
            "level_policies",
            [](const BcdTree& tree, int highest) {
                check_range("a level", highest, 0, 100);
                nb::gil_scoped_release release;
                return RecursionLevels(tree).levels(highest);
            },
            "highest"_a, "The policies R0 to R`highest`.")
        .def(
            "equilibrium",
            [](const BcdTree& tree, int iterations) {
                check_range("iterations", iterations, 1, 1'000'000);
                nb::gil_scoped_release release;
                CounterfactualRegret regret(tree);
                for (int i = 0; i < iterations; ++i) regret.iterate();
                return regret.average();
            },
            "iterations"_a, "The average strategy of CFR+.")
        .def(
            "expected_win",
            [](const BcdTree& tree, const RecursionLevels::Table& first,
               const RecursionLevels::Table& second) {
                check_policy(tree, first);
                check_policy(tree, second);
                nb::gil_scoped_release release;
                return RecursionLevels::expectation(RecursionLevels(tree).values(first, second));
            },
            "first"_a, "second"_a, "What the first player wins on average.")
        .def(
            "response",
            [](const BcdTree& tree, int player, const RecursionLevels::Table& opponent, bool best) {
                check_range("player", player, 0, 1);
                check_policy(tree, opponent);
                nb::gil_scoped_release release;
                const RecursionLevels recursion(tree);
                return best ? recursion.best_response(player, opponent)
                            : recursion.playout_response(player, opponent);
            },
            "player"_a, "opponent"_a, "best"_a,
            "What the player wins by its best or playout response.")
        .def(
            "recursion_table",
            [](const BcdTree& tree, const std::vector<int>& levels, bool fixed) {
                check_levels(levels);
                nb::gil_scoped_release release;
                auto table = search::recursion_table(
                    tree, levels, fixed ? search::EqualMoves::fixed : search::EqualMoves::mixed);
                return std::tuple(std::move(table.gain), std::move(table.best),
                                  std::move(table.playout));
            },
            "levels"_a, "fixed"_a = false,
            "Gains of column over row, then what both responses win of each level.");
}

}  // namespace kiebitz::bindings
