#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>
#include <vector>

#include "registry.hpp"
#include "skat_solver_binding.hpp"
#include "solvers/skat/solver.hpp"
#include "solvers/skat/variants/control_bounds.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kiebitz::bindings {

namespace {

using namespace solvers::skat;
using solvers::Batch;

Position checked_position(int game, int declarer, int leader,
                          const std::array<std::uint32_t, 3>& hands, std::uint32_t skat,
                          const std::vector<int>& played, int points) {
    check(game >= 0 && game < kiebitz::skat::kGameTypes, "no-such-game");
    check(played.size() <= 2, "trick-of-two");
    Position position;
    position.game = static_cast<GameType>(game);
    position.declarer = declarer;
    position.leader = leader;
    position.hands = hands;
    position.skat = skat;
    position.points = points;
    for (int card : played) {
        check(card >= 0 && card < 32, "no-such-card");
        position.played[position.played_count++] = static_cast<Card>(card);
    }
    check_problem(problem_of(position));
    return position;
}

using Shared = SharedSolver<Solver>;

void register_options(nb::module_& m) {
    nb::enum_<Driver>(m, "Driver")
        .value("ALPHA_BETA", Driver::alpha_beta)
        .value("NEGASCOUT", Driver::negascout)
        .value("MTD", Driver::mtd);

    nb::class_<TrumpOptions>(m, "TrumpOptions")
        .def(nb::init<>())
        .def_rw("driver", &TrumpOptions::driver)
        .def_rw("mtd_window", &TrumpOptions::mtd_window)
        .def_rw("table", &TrumpOptions::table)
        .def_rw("equivalent_cards", &TrumpOptions::equivalent_cards)
        .def_rw("quasi_symmetry", &TrumpOptions::quasi_symmetry)
        .def_rw("payoff_similarity", &TrumpOptions::payoff_similarity)
        .def_rw("rank_patterns", &TrumpOptions::rank_patterns)
        .def_rw("rank_constraints", &TrumpOptions::rank_constraints)
        .def_rw("won_cards", &TrumpOptions::won_cards)
        .def_rw("settled_trumps", &TrumpOptions::settled_trumps)
        .def_rw("suit_symmetry", &TrumpOptions::suit_symmetry)
        .def_rw("static_bounds", &TrumpOptions::static_bounds)
        .def_rw("declarer_bounds", &TrumpOptions::declarer_bounds)
        .def_rw("defender_bounds", &TrumpOptions::defender_bounds)
        .def_rw("sure_tricks", &TrumpOptions::sure_tricks)
        .def_rw("lead_transfer", &TrumpOptions::lead_transfer)
        .def_rw("trick_ordering", &TrumpOptions::trick_ordering)
        .def_rw("fastest_cut_first", &TrumpOptions::fastest_cut_first)
        .def_rw("history", &TrumpOptions::history)
        .def_rw("table_move", &TrumpOptions::table_move)
        .def_rw("lookahead_cuts", &TrumpOptions::lookahead_cuts)
        .def_rw("direct_endings", &TrumpOptions::direct_endings)
        .def_rw("lookup_tables", &TrumpOptions::lookup_tables)
        .def_rw("lookup_cards", &TrumpOptions::lookup_cards)
        .def_prop_ro("problem", [](const TrumpOptions& options) { return problem_of(options); });

    nb::class_<NullOptions>(m, "NullOptions")
        .def(nb::init<>())
        .def_rw("driver", &NullOptions::driver)
        .def_rw("mtd_window", &NullOptions::mtd_window)
        .def_rw("table", &NullOptions::table)
        .def_rw("equivalent_cards", &NullOptions::equivalent_cards)
        .def_rw("suit_symmetry", &NullOptions::suit_symmetry)
        .def_rw("static_bounds", &NullOptions::static_bounds)
        .def_rw("trick_ordering", &NullOptions::trick_ordering)
        .def_rw("fastest_cut_first", &NullOptions::fastest_cut_first)
        .def_rw("lowest_winning_rank", &NullOptions::lowest_winning_rank)
        .def_rw("rank_constraints", &NullOptions::rank_constraints)
        .def_rw("lookup_tables", &NullOptions::lookup_tables)
        .def_prop_ro("problem", [](const NullOptions& options) { return problem_of(options); });
}

void register_answers(nb::module_& m) {
    nb::class_<Position>(m, "Position")
        .def(nb::new_(&checked_position), "game"_a, "declarer"_a, "leader"_a, "hands"_a, "skat"_a,
             "played"_a, "points"_a)
        .def_prop_ro("to_move", &Position::to_move)
        .def_prop_ro("tricks_left", &tricks_left)
        .def_prop_ro("legal_cards", &legal_cards);

    nb::class_<Solution>(m, "Solution")
        .def_prop_ro("value", [](const Solution& s) { return as_pair(s.value); })
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
}

}  // namespace

void register_skat_solver(nb::module_& core) {
    nb::module_ m = core.def_submodule("skat_solver", "The open-hand Skat solver.");
    m.attr("EXACT") = kExact;
    m.attr("ALL_TRICKS") = kAllTricks;
    m.attr("DEFAULT_MEMORY") = Solver::kDefaultMemory;
    register_options(m);
    register_answers(m);

    nb::class_<Shared>(m, "Solver")
        .def(
            "__init__",
            [](Shared* self, const TrumpOptions& trumps, const NullOptions& nulls,
               std::size_t memory) {
                new (self) Shared(checked_options(trumps, nulls), checked_memory(memory));
            },
            "trumps"_a, "nulls"_a, "memory"_a)
        .def("solve", &solve_shared<Solver>, "position"_a, "moves"_a, "line"_a, "threshold"_a,
             "guess"_a.none(), "nodes"_a, "seconds"_a)
        .def("forget", &Shared::forget)
        .def_prop_ro("bytes", &Shared::bytes);

    m.def(
        "solve_with_bounds",
        [](const Position& position, const TrumpOptions& options, int declarer, int defenders,
           std::size_t memory) {
            check(position.game != GameType::kNull, "no-such-game");
            const auto rule = [](int number) {
                if (number < 0 || number > 3) throw nb::value_error("a rule is from 0 to 3");
                return static_cast<variants::ControlRule>(number);
            };
            const variants::ControlRules rules{rule(declarer), rule(defenders)};
            nb::gil_scoped_release release;
            const auto engine = variants::make_control_engine(options, memory, rules);
            const Solution found = engine->solve(position, {}, {});
            return std::pair(found.value.lower, found.nodes);
        },
        "position"_a, "options"_a, "declarer"_a, "defenders"_a, "memory"_a,
        "Value and nodes with the bounds of the side on lead by the rules none, ours, revalued or "
        "optimal, and no other static bounds.");

    m.def(
        "solve_many",
        [](const std::vector<Position>& positions, bool moves, bool line, int threshold,
           std::uint64_t nodes, double seconds, const TrumpOptions& trumps,
           const NullOptions& nulls, std::size_t memory, int threads, const nb::object& progress) {
            const Question question = checked_question(moves, line, threshold, {});
            const Options options = checked_options(trumps, nulls);
            checked_memory(memory);
            return in_batch(threads, checked_limits(nodes, seconds), progress,
                            [&](const Batch& batch) {
                                return solve_many(positions, question, batch, options, memory);
                            });
        },
        "positions"_a, "moves"_a, "line"_a, "threshold"_a, "nodes"_a, "seconds"_a, "trumps"_a,
        "nulls"_a, "memory"_a, "threads"_a, "progress"_a.none());
}

}  // namespace kiebitz::bindings
