#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <mutex>
#include <tuple>

#include "registry.hpp"
#include "solvers/skat/solver.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kiebitz::bindings {

namespace {

using namespace solvers::skat;

constexpr std::size_t kMaxTableBytes = std::size_t{64} << 30;

Position checked_position(int game, int declarer, int leader,
                          const std::array<std::uint32_t, 3>& hands, std::uint32_t skat,
                          const std::vector<int>& played, int points) {
    if (game < 0 || game >= kiebitz::skat::kGameTypes) throw nb::value_error("no-such-game");
    if (played.size() > 2) throw nb::value_error("trick-of-two");
    Position position;
    position.game = static_cast<GameType>(game);
    position.declarer = declarer;
    position.leader = leader;
    position.hands = hands;
    position.skat = skat;
    position.points = points;
    for (int card : played) {
        if (card < 0 || card > 31) throw nb::value_error("no-such-card");
        position.played[position.played_count++] = static_cast<Card>(card);
    }
    const std::string problem = problem_of(position);
    if (!problem.empty()) throw nb::value_error(problem.c_str());
    return position;
}

Question checked_question(bool moves, bool line, int threshold) {
    if (threshold < kExact || threshold > kAllTricks) {
        throw nb::value_error("a threshold is a number of points from 0 to 120");
    }
    return {moves, line, threshold};
}

Limits checked_limits(std::uint64_t nodes, double seconds) {
    if (!(seconds >= 0) || !std::isfinite(seconds)) {
        throw nb::value_error("seconds must not be negative");
    }
    return {nodes, seconds};
}

std::size_t checked_bytes(std::size_t bytes) {
    if (bytes < 4096 || bytes > kMaxTableBytes) {
        throw nb::value_error("a table has from 4096 bytes to 64 GiB");
    }
    return bytes;
}

Options checked_options(const Options& options) {
    if (options.mtd_window < 1 || options.mtd_window > 121) {
        throw nb::value_error("the window of MTD(f) is from 1 to 121 points");
    }
    return options;
}

/// One search at a time: a second Python thread waits its turn.
class SharedSolver {
  public:
    SharedSolver(const Options& options, std::size_t bytes)
        : solver_(checked_options(options), checked_bytes(bytes)) {}

    Solution solve(const Position& position, bool moves, bool line, int threshold,
                   std::uint64_t nodes, double seconds) {
        const Question question = checked_question(moves, line, threshold);
        const Limits limits = checked_limits(nodes, seconds);
        const nb::gil_scoped_release release;
        const std::lock_guard lock(mutex_);
        return solver_.solve(position, question, limits);
    }
    void clear() {
        const nb::gil_scoped_release release;
        const std::lock_guard lock(mutex_);
        solver_.clear();
    }

  private:
    std::mutex mutex_;
    Solver solver_;
};

}  // namespace

void register_skat_solver(nb::module_& core) {
    nb::module_ m = core.def_submodule("skat_solver", "The open-hand Skat solver.");
    m.attr("EXACT") = kExact;
    m.attr("ALL_TRICKS") = kAllTricks;
    m.attr("DEFAULT_TABLE_BYTES") = Solver::kDefaultTableBytes;

    nb::enum_<Driver>(m, "Driver")
        .value("ALPHA_BETA", Driver::alpha_beta)
        .value("NEGASCOUT", Driver::negascout)
        .value("MTD", Driver::mtd);

    nb::class_<Options>(m, "Options")
        .def(nb::init<>())
        .def_rw("driver", &Options::driver)
        .def_rw("mtd_window", &Options::mtd_window)
        .def_rw("table", &Options::table)
        .def_rw("equivalent_cards", &Options::equivalent_cards)
        .def_rw("quasi_symmetry", &Options::quasi_symmetry)
        .def_rw("payoff_similarity", &Options::payoff_similarity)
        .def_rw("won_cards", &Options::won_cards)
        .def_rw("settled_trumps", &Options::settled_trumps)
        .def_rw("suit_symmetry", &Options::suit_symmetry)
        .def_rw("static_bounds", &Options::static_bounds)
        .def_rw("sure_tricks", &Options::sure_tricks)
        .def_rw("lead_transfer", &Options::lead_transfer)
        .def_rw("trick_ordering", &Options::trick_ordering)
        .def_rw("fastest_cut_first", &Options::fastest_cut_first)
        .def_rw("history", &Options::history)
        .def_rw("table_move", &Options::table_move)
        .def_rw("lookahead_cuts", &Options::lookahead_cuts)
        .def_rw("direct_endings", &Options::direct_endings)
        .def_rw("rank_patterns", &Options::rank_patterns)
        .def_rw("lowest_winning_rank", &Options::lowest_winning_rank)
        .def_rw("rank_constraints", &Options::rank_constraints);

    nb::class_<Position>(m, "Position")
        .def(nb::new_(&checked_position), "game"_a, "declarer"_a, "leader"_a, "hands"_a, "skat"_a,
             "played"_a, "points"_a)
        .def_prop_ro("to_move", &Position::to_move)
        .def_prop_ro("tricks_left", &tricks_left)
        .def_prop_ro("legal_cards", &legal_cards);

    nb::class_<Solution>(m, "Solution")
        .def_prop_ro("value",
                     [](const Solution& s) { return std::pair(s.value.lower, s.value.upper); })
        .def_prop_ro("moves",
                     [](const Solution& s) {
                         std::vector<std::tuple<int, int, int>> moves;
                         for (const MoveValue& move : s.moves) {
                             moves.emplace_back(move.card, move.value.lower, move.value.upper);
                         }
                         return moves;
                     })
        .def_prop_ro(
            "line",
            [](const Solution& s) { return std::vector<int>(s.line.begin(), s.line.end()); })
        .def_ro("nodes", &Solution::nodes)
        .def_ro("seconds", &Solution::seconds)
        .def_ro("complete", &Solution::complete);

    nb::class_<SharedSolver>(m, "Solver")
        .def(nb::init<const Options&, std::size_t>(), "options"_a, "table_bytes"_a)
        .def("solve", &SharedSolver::solve, "position"_a, "moves"_a, "line"_a, "threshold"_a,
             "nodes"_a, "seconds"_a)
        .def("clear", &SharedSolver::clear);

    m.def(
        "solve_many",
        [](const std::vector<Position>& positions, bool moves, bool line, int threshold,
           std::uint64_t nodes, double seconds, const Options& options, int threads,
           std::size_t table_bytes) {
            if (threads < 1 || threads > 1024) throw nb::value_error("threads are from 1 to 1024");
            const Question question = checked_question(moves, line, threshold);
            const Limits limits = checked_limits(nodes, seconds);
            const Options checked = checked_options(options);
            checked_bytes(table_bytes);
            const nb::gil_scoped_release release;
            return solve_many(positions, question, limits, checked, threads, table_bytes);
        },
        "positions"_a, "moves"_a, "line"_a, "threshold"_a, "nodes"_a, "seconds"_a, "options"_a,
        "threads"_a, "table_bytes"_a);
}

}  // namespace kiebitz::bindings
