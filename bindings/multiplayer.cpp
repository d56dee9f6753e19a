#include <nanobind/stl/function.h>

#include "games/synthetic/maxn_tree.hpp"
#include "multiplayer_binding.hpp"
#include "python_game.hpp"
#include "registry.hpp"
#include "search/multiplayer/score_evaluation.hpp"

namespace kiebitz::bindings {

namespace {

using namespace multiplayer;

/// An evaluation of leaves written in Python: a function from a state to one number a seat.
struct PythonLeaves {
    ScoreEvaluation bounds;
    nb::object function;  // none: the scores

    Values value(const PythonGame& game) const {
        if (function.is_none() || game.is_over())
            return checked(bounds.value(game), game.players());
        const nb::object given = function(game.object());
        Values values{};
        for (int s = 0; s < game.players(); ++s) {
            values[s] = nb::cast<Score>(given[static_cast<std::size_t>(s)]) - bounds.lowest;
        }
        return checked(values, game.players());
    }
    Score highest(const PythonGame& game) const { return bounds.highest(game); }
    Score total(const PythonGame& game) const { return bounds.total(game); }
    Score step() const { return bounds.step(); }
    Score least(const PythonGame&, int) const { return 0; }
    Score most(const PythonGame& game, int) const { return bounds.highest(game); }

  private:
    Values checked(const Values& values, int players) const {
        Score sum = 0;
        for (int s = 0; s < players; ++s) {
            if (values[s] < 0 || values[s] > bounds.best - bounds.lowest) {
                throw nb::value_error(("the score " + std::to_string(values[s] + bounds.lowest) +
                                       " is outside the bounds given for this game")
                                          .c_str());
            }
            sum += values[s];
        }
        if (sum > bounds.sum - players * bounds.lowest) {
            throw nb::value_error("the scores sum to more than the bound given for this game");
        }
        return values;
    }
};

struct TreeEvaluation {
    Values value(const synthetic::MaxnTree& tree) const {
        Values values{};
        for (int s = 0; s < tree.players(); ++s) values[s] = tree.score(s);
        return values;
    }
    Score highest(const synthetic::MaxnTree& tree) const { return tree.maxsum(); }
    Score total(const synthetic::MaxnTree& tree) const { return tree.maxsum(); }
    Score step() const { return 1; }
    Score least(const synthetic::MaxnTree&, int) const { return 0; }
    Score most(const synthetic::MaxnTree& tree, int) const { return tree.maxsum(); }
};

}  // namespace

void register_multiplayer(nb::module_& core) {
    nb::module_ module =
        core.def_submodule("multiplayer", "Searches for several players: options and results.");

    nb::enum_<Algorithm>(module, "Algorithm")
        .value("MAXN", Algorithm::maxn)
        .value("PARANOID", Algorithm::paranoid)
        .value("APPROXIMATE_DEEP", Algorithm::approximate_deep);
    nb::enum_<TieBreak>(module, "TieBreak")
        .value("FIRST", TieBreak::first)
        .value("LAST", TieBreak::last)
        .value("LEAST_FOR_ROOT", TieBreak::least_for_root)
        .value("MOST_FOR_ROOT", TieBreak::most_for_root);

    using Options = SearchOptions;
    nb::class_<Options>(module, "Options")
        .def(nb::init<>())
        .def_rw("algorithm", &Options::algorithm)
        .def_rw("deepen", &Options::deepen)
        .def_rw("table_entries", &Options::table_entries)
        .def_rw("order_by_value", &Options::order_by_value)
        .def_rw("shuffle", &Options::shuffle)
        .def_rw("random_root", &Options::random_root)
        .def_prop_rw(
            "immediate", [](const Options& o) { return o.maxn.immediate; },
            [](Options& o, bool on) { o.maxn.immediate = on; })
        .def_prop_rw(
            "shallow", [](const Options& o) { return o.maxn.shallow; },
            [](Options& o, bool on) { o.maxn.shallow = on; })
        .def_prop_rw(
            "branch_and_bound", [](const Options& o) { return o.maxn.branch_and_bound; },
            [](Options& o, bool on) { o.maxn.branch_and_bound = o.paranoid.branch_and_bound = on; })
        .def_prop_rw(
            "alike_once", [](const Options& o) { return o.maxn.alike_once; },
            [](Options& o, bool on) { o.maxn.alike_once = o.paranoid.alike_once = on; })
        .def_prop_rw(
            "alpha_beta_branch_and_bound",
            [](const Options& o) { return o.maxn.alpha_beta_branch_and_bound; },
            [](Options& o, bool on) { o.maxn.alpha_beta_branch_and_bound = on; })
        .def_prop_rw(
            "last_branch", [](const Options& o) { return o.maxn.last_branch; },
            [](Options& o, bool on) { o.maxn.last_branch = on; })
        .def_prop_rw(
            "speculative", [](const Options& o) { return o.maxn.speculative; },
            [](Options& o, bool on) { o.maxn.speculative = on; })
        .def_prop_rw(
            "discrete", [](const Options& o) { return o.maxn.discrete; },
            [](Options& o, bool on) { o.maxn.discrete = on; })
        .def_prop_rw(
            "ties", [](const Options& o) { return o.maxn.ties; },
            [](Options& o, TieBreak rule) { o.maxn.ties = rule; })
        .def_prop_rw(
            "alpha_beta", [](const Options& o) { return o.paranoid.alpha_beta; },
            [](Options& o, bool on) { o.paranoid.alpha_beta = on; })
        .def_prop_rw(
            "own_value_only",
            [](const Options& o) { return o.paranoid.objective == Objective::own; },
            [](Options& o, bool on) {
                o.paranoid.objective = on ? Objective::own : Objective::lead;
            })
        .def_prop_rw(
            "root_bounds", [](const Options& o) { return o.paranoid.root_bounds; },
            [](Options& o, bool on) { o.paranoid.root_bounds = on; })
        .def_prop_rw(
            "best_first", [](const Options& o) { return o.paranoid.best_first; },
            [](Options& o, bool on) { o.paranoid.best_first = on; })
        .def_prop_rw(
            "whole_stages", [](const Options& o) { return o.maxn.unit == Unit::stage; },
            [](Options& o, bool on) {
                o.maxn.unit = o.paranoid.unit = on ? Unit::stage : Unit::move;
            })
        .def_prop_rw(
            "width", [](const Options& o) { return o.maxn.width; },
            [](Options& o, int width) { o.maxn.width = o.paranoid.width = width; })
        .def_prop_rw(
            "exact_root", [](const Options& o) { return o.maxn.exact_root; },
            [](Options& o, bool on) { o.maxn.exact_root = o.paranoid.exact_root = on; });

    nb::class_<Statistics>(module, "Statistics")
        .def_ro("nodes", &Statistics::nodes)
        .def_ro("leaves", &Statistics::leaves)
        .def_ro("immediate", &Statistics::immediate)
        .def_ro("shallow", &Statistics::shallow)
        .def_ro("branch_and_bound", &Statistics::branch_and_bound)
        .def_ro("speculative", &Statistics::speculative)
        .def_ro("deep", &Statistics::deep)
        .def_ro("searched_again", &Statistics::searched_again)
        .def_ro("table_hits", &Statistics::table_hits)
        .def_ro("alpha_beta", &Statistics::alpha_beta);

    nb::class_<SearchResult>(module, "Result")
        .def_ro("move", &SearchResult::move)
        .def_prop_ro("values",
                     [](const SearchResult& r) {
                         return std::vector<Score>(r.values.begin(), r.values.end());
                     })
        .def_ro("depth", &SearchResult::depth)
        .def_ro("complete", &SearchResult::complete)
        .def_ro("moves", &SearchResult::moves)
        .def_prop_ro("each",
                     [](const SearchResult& r) {
                         std::vector<std::vector<Score>> each;
                         for (const Values& values : r.each) {
                             each.emplace_back(values.begin(), values.end());
                         }
                         return each;
                     })
        .def_ro("statistics", &SearchResult::statistics)
        .def_ro("seconds", &SearchResult::seconds);

    nb::class_<HistoryTable>(module, "History")
        .def(nb::init<>())
        .def_prop_rw(
            "weights", [](const HistoryTable& table) { return table.weights(); },
            [](HistoryTable& table, const std::vector<std::uint64_t>& weights) {
                if (weights.size() != HistoryTable::kSlots) {
                    throw nb::value_error("a history table has 65536 weights");
                }
                table.weights() = weights;
            });

    module.def(
        "search_python",
        [](nb::object state, nb::object evaluation, Score lowest, Score highest, Score total,
           SearchOptions options, std::optional<std::int64_t> depth,
           std::optional<std::int64_t> nodes, std::optional<double> seconds) {
            const PythonGame game(std::move(state));
            if (game.players() < 2 || game.players() > kMaxPlayers) {
                throw nb::value_error("the searches are for two to six players");
            }
            check_running(game);
            check_options(options);
            auto limits = checked_limits(depth, nodes, seconds);
            const PythonLeaves chosen{{lowest, highest, total, 1}, std::move(evaluation)};
            const auto result = multiplayer::search(game, chosen, AsListed{}, options, limits);
            raise_pending();
            return result;
        },
        nb::arg("state"), nb::arg("evaluation").none(), nb::arg("lowest"), nb::arg("highest"),
        nb::arg("total"), nb::arg("options"), nb::arg("depth").none() = nb::none(),
        nb::arg("nodes").none() = nb::none(), nb::arg("seconds").none() = nb::none(),
        "Searches a game written in Python; scores must keep the bounds.");

    module.def(
        "is_above_python",
        [](nb::object state, nb::object evaluation, Score lowest, Score highest, Score total,
           const SearchOptions& options, Score bound, std::int64_t depth,
           std::optional<std::int64_t> nodes) {
            PythonGame game(std::move(state));
            check_running(game);
            check_options(options);
            const auto limits = checked_limits(depth, nodes, {});
            const PythonLeaves chosen{{lowest, highest, total, 1}, std::move(evaluation)};
            const AsListed order;
            PythonGame::Moves moves;
            game.legal_moves(moves);
            Budget budget(limits);
            Statistics statistics;
            ParanoidSearch<PythonGame, PythonLeaves> search(chosen, order, options.paranoid, budget,
                                                            statistics);
            try {
                return multiplayer::is_above(search, game, limits.depth, moves, bound);
            } catch (const LimitReached&) {
                raise_pending();
            }
            throw nb::value_error("the nodes ran out before the question was answered");
        },
        nb::arg("state"), nb::arg("evaluation").none(), nb::arg("lowest"), nb::arg("highest"),
        nb::arg("total"), nb::arg("options"), nb::arg("bound"), nb::arg("depth"),
        nb::arg("nodes").none() = nb::none(),
        "Whether the paranoid value of a game written in Python is above a bound.");

    module.def(
        "search_tree",
        [](int players, int branching, int depth, Score total, bool constant_sum,
           std::uint64_t seed, const SearchOptions& options) {
            using Tree = synthetic::MaxnTree;
            if (players < 2 || players > kMaxPlayers || branching < 1 ||
                branching > Tree::max_branching || depth < 1 || depth > 64 || total < 0 ||
                total > 1000000) {
                throw nb::value_error("a tree like this cannot be searched");
            }
            check_options(options);
            const Tree tree({players, branching, depth, total, constant_sum}, seed);
            auto limits = checked_limits(depth, {}, {});
            SearchResult result;
            {
                nb::gil_scoped_release release;
                result = multiplayer::search(tree, TreeEvaluation{}, AsListed{}, options, limits);
            }
            raise_pending();
            return result;
        },
        nb::arg("players"), nb::arg("branching"), nb::arg("depth"), nb::arg("total"),
        nb::arg("constant_sum"), nb::arg("seed"), nb::arg("options"), "Searches a random tree.");
}

}  // namespace kiebitz::bindings
