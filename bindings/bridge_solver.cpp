#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "registry.hpp"
#include "solver_binding.hpp"
#include "solvers/bridge/solver.hpp"
#include "solvers/bridge/variants/control_tables.hpp"
#include "solvers/bridge/variants/partition_search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kiebitz::bindings {

void register_bridge_players(nb::module_& core);

namespace {

using namespace solvers::bridge;
using solvers::Batch;
using solvers::Bounds;
using solvers::Limits;

Position checked_position(const Hands& hands, int trump, int leader,
                          const std::vector<unsigned>& trick) {
    check(trick.size() <= 3, "a trick under way has at most three cards");
    Position position;
    position.hands = hands;
    position.trump = trump;
    position.leader = leader;
    for (const unsigned card : trick) {
        check(is_card(card), "card " + std::to_string(card) + " does not exist");
        position.trick[static_cast<std::size_t>(position.played++)] = static_cast<Card>(card);
    }
    check_problem(problem_of(position));
    return position;
}

Hands checked_hands(const Hands& hands) {
    return checked_position(hands, no_trump, 0, {}).hands;
}

std::vector<Card> checked_play(const Position& position, const std::vector<unsigned>& play) {
    std::vector<Card> cards;
    Position now = position;
    for (const unsigned card : play) {
        check(is_card(card) && contains(legal_cards(now), static_cast<Card>(card)),
              "card number " + std::to_string(cards.size() + 1) + " of the play is not legal");
        cards.push_back(static_cast<Card>(card));
        now = after(now, cards.back()).first;
    }
    return cards;
}

Question checked_question(int moves) {
    check(moves >= 0 && moves <= 3, "which moves: 0 none, 1 one, 2 best, 3 all");
    return {static_cast<Moves>(moves)};
}

using Shared = SharedSolver<Solver>;

template <class Answer>
nb::class_<Answer> bind_answer(nb::module_& m, const char* name) {
    return nb::class_<Answer>(m, name)
        .def_ro("nodes", &Answer::nodes)
        .def_ro("positions", &Answer::positions)
        .def_ro("seconds", &Answer::seconds)
        .def_ro("complete", &Answer::complete);
}

void register_answers(nb::module_& m) {
    nb::class_<Position>(m, "Position")
        .def(nb::new_(&checked_position), "hands"_a, "trump"_a, "leader"_a, "trick"_a)
        .def_prop_ro("to_move", &Position::to_move)
        .def_prop_ro("tricks_left", &tricks_left)
        .def_prop_ro("legal_cards", &legal_cards);

    bind_answer<Solution>(m, "Solution")
        .def_prop_ro("value", [](const Solution& s) { return as_pair(s.value); })
        .def_prop_ro("moves", [](const Solution& s) {
            std::vector<std::tuple<int, int, int>> moves;
            for (const MoveValue& move : s.moves) {
                moves.emplace_back(move.card, move.value.lower, move.value.upper);
            }
            return moves;
        });
    bind_answer<Table>(m, "Table").def_prop_ro("tricks", [](const Table& table) {
        std::array<std::array<std::pair<int, int>, 4>, 5> tricks;
        for (std::size_t strain = 0; strain < 5; ++strain) {
            for (std::size_t seat = 0; seat < 4; ++seat) {
                tricks[strain][seat] = as_pair(table.tricks[strain][seat]);
            }
        }
        return tricks;
    });
    bind_answer<Line>(m, "Line").def_prop_ro("cards", [](const Line& line) {
        return std::vector<int>(line.cards.begin(), line.cards.end());
    });
    bind_answer<Trace>(m, "Trace").def_prop_ro("tricks", [](const Trace& trace) {
        std::vector<std::pair<int, int>> tricks;
        for (const Bounds& bounds : trace.tricks) tricks.push_back(as_pair(bounds));
        return tricks;
    });
}

void register_batches(nb::module_& m) {
    m.def(
        "solve_many",
        [](const std::vector<Position>& positions, int moves, std::uint64_t nodes, double seconds,
           const Options& options, std::size_t memory, int threads, const nb::object& progress) {
            const Question question = checked_question(moves);
            checked_memory(memory);
            return in_batch(threads, checked_limits(nodes, seconds), progress,
                            [&](const Batch& batch) {
                                return solve_many(positions, question, batch, options, memory);
                            });
        },
        "positions"_a, "moves"_a, "nodes"_a, "seconds"_a, "options"_a, "memory"_a, "threads"_a,
        "progress"_a.none());
    m.def(
        "solve_one",
        [](const Position& position, double seconds, std::size_t memory, int threads,
           const nb::object& progress) {
            checked_memory(memory);
            return in_batch(threads, checked_limits(0, seconds), progress, [&](const Batch& batch) {
                return solve_one(position, batch, {}, memory);
            });
        },
        "position"_a, "seconds"_a, "memory"_a, "threads"_a, "progress"_a.none(),
        "All cards of one position, the cards on several threads.");
    m.def(
        "table_many",
        [](const std::vector<Hands>& deals, std::uint64_t nodes, double seconds,
           const Options& options, std::size_t memory, int threads, const nb::object& progress) {
            for (const Hands& hands : deals) checked_hands(hands);
            checked_memory(memory);
            return in_batch(
                threads, checked_limits(nodes, seconds), progress,
                [&](const Batch& batch) { return table_many(deals, batch, options, memory); });
        },
        "deals"_a, "nodes"_a, "seconds"_a, "options"_a, "memory"_a, "threads"_a,
        "progress"_a.none());
    m.def(
        "table_of_one",
        [](const Hands& hands, double seconds, std::size_t memory, int threads) {
            checked_hands(hands);
            checked_memory(memory);
            return in_batch(
                threads, checked_limits(0, seconds), nb::none(),
                [&](const Batch& batch) { return table_of_one(hands, batch, {}, memory); });
        },
        "hands"_a, "seconds"_a, "memory"_a, "threads"_a);
    m.def(
        "analyse_many",
        [](const std::vector<std::pair<Position, std::vector<unsigned>>>& plays,
           std::uint64_t nodes, double seconds, const Options& options, std::size_t memory,
           int threads, const nb::object& progress) {
            std::vector<Play> checked;
            for (const auto& [position, cards] : plays) {
                checked.push_back({position, checked_play(position, cards)});
            }
            checked_memory(memory);
            return in_batch(
                threads, checked_limits(nodes, seconds), progress,
                [&](const Batch& batch) { return analyse_many(checked, batch, options, memory); });
        },
        "plays"_a, "nodes"_a, "seconds"_a, "options"_a, "memory"_a, "threads"_a,
        "progress"_a.none());
}

}  // namespace

void register_bridge_solver(nb::module_& core) {
    register_bridge_players(core);
    nb::module_ m = core.def_submodule("bridge_solver", "The double-dummy solver.");
    m.attr("DEFAULT_MEMORY") = Solver::kDefaultMemory;
    using variants::ControlTables;
    nb::class_<ControlTables>(m, "ControlTables", "Single-suit tables filled beforehand.")
        .def(
            "__init__",
            [](ControlTables* self, int cards) {
                if (cards < 0 || cards > ControlTables::most_cards) {
                    throw nb::value_error("tables are for 0 to 12 cards");
                }
                nb::gil_scoped_release release;
                new (self) ControlTables(cards);
            },
            "cards"_a)
        .def(
            "bytes", [](const ControlTables& self, int cards) { return self.bytes(cards); },
            "cards"_a)
        .def(
            "differences",
            [](const ControlTables& self, int cards, int trials, std::uint64_t seed) {
                const auto found = variants::control_differences(self, cards, trials, seed);
                return std::tuple(found.tricks, found.lower_ranks, found.higher_ranks);
            },
            "cards"_a, "trials"_a, "seed"_a,
            "Entries in which the solver's own tables have other tricks, lower or higher ranks.");
    m.def("fill_whole_deal", &variants::fill_whole_deal, "seed"_a,
          "Fills all that the solver's tables can hold for a deal; the number of entries.");
    m.def(
        "partition_search",
        [](const Hands& hands, int trump, int leader, int memory) {
            check(memory >= 0 && memory <= 2,
                  "memory: 0 all ranks, 1 lowest winning rank, 2 single comparisons");
            const Position position = checked_position(hands, trump, leader, {});
            const nb::gil_scoped_release release;
            const auto found = variants::partition_search(
                position, {.memory = static_cast<variants::Memory>(memory)});
            return std::tuple(found.tricks, found.nodes, found.stored);
        },
        "hands"_a, "trump"_a, "leader"_a, "memory"_a,
        "North-South's tricks by a plain search with one of three memories (thesis §4.3), the "
        "cards "
        "tried and the classes stored.");
    nb::class_<Options>(m, "Options", "The techniques of the solver, each with a switch.")
        .def(nb::init<>())
        .def_rw("table", &Options::table)
        .def_rw("lowest_winning_rank", &Options::lowest_winning_rank)
        .def_rw("equivalent_cards", &Options::equivalent_cards)
        .def_rw("alike_cards", &Options::alike_cards)
        .def_rw("quick_tricks", &Options::quick_tricks)
        .def_rw("transfer", &Options::transfer)
        .def_rw("there_and_back", &Options::there_and_back)
        .def_rw("later_tricks", &Options::later_tricks)
        .def_rw("look_ahead", &Options::look_ahead)
        .def_rw("ordering", &Options::ordering)
        .def_rw("plain_replies", &Options::plain_replies)
        .def_rw("fewest_ranks", &Options::fewest_ranks)
        .def_rw("fail_soft", &Options::fail_soft)
        .def_rw("known_lengths", &Options::known_lengths)
        .def_rw("low_discards", &Options::low_discards)
        .def_rw("decisive_cards", &Options::decisive_cards);
    register_answers(m);
    register_batches(m);

    nb::class_<Shared>(m, "Solver")
        .def(
            "__init__",
            [](Shared* self, const Options& options, std::size_t memory) {
                new (self) Shared(options, checked_memory(memory));
            },
            "options"_a, "memory"_a)
        .def(
            "solve",
            [](Shared& self, const Position& position, int moves, std::uint64_t nodes,
               double seconds) {
                const Question question = checked_question(moves);
                return self.ask(checked_limits(nodes, seconds),
                                [&](Solver& solver, const Limits& limits) {
                                    return solver.solve(position, question, limits);
                                });
            },
            "position"_a, "moves"_a, "nodes"_a, "seconds"_a)
        .def(
            "table",
            [](Shared& self, const Hands& hands, std::uint64_t nodes, double seconds) {
                checked_hands(hands);
                return self.ask(checked_limits(nodes, seconds),
                                [&](Solver& solver, const Limits& limits) {
                                    return solver.table(hands, limits);
                                });
            },
            "hands"_a, "nodes"_a, "seconds"_a)
        .def(
            "line",
            [](Shared& self, const Position& position, std::uint64_t nodes, double seconds) {
                return self.ask(checked_limits(nodes, seconds),
                                [&](Solver& solver, const Limits& limits) {
                                    return solver.line(position, limits);
                                });
            },
            "position"_a, "nodes"_a, "seconds"_a)
        .def(
            "analyse",
            [](Shared& self, const Position& position, const std::vector<unsigned>& play,
               std::uint64_t nodes, double seconds) {
                const std::vector<Card> cards = checked_play(position, play);
                return self.ask(checked_limits(nodes, seconds),
                                [&](Solver& solver, const Limits& limits) {
                                    return solver.analyse(position, cards, limits);
                                });
            },
            "position"_a, "play"_a, "nodes"_a, "seconds"_a)
        .def("forget", &Shared::forget)
        .def_prop_ro("bytes", &Shared::bytes);
}

}  // namespace kiebitz::bindings
