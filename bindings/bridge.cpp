#include "games/bridge/bridge.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <string>
#include <tuple>
#include <vector>

#include "game_binding.hpp"
#include "registry.hpp"
#include "solvers/bridge/solver.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kiebitz::bindings {

namespace {

using namespace bridge;

/// trump, leader of the trick, cards lying in it
using PositionArguments = std::tuple<Hands, int, int, std::vector<unsigned>>;

void check_seat(int seat) {
    if (seat < 0 || seat > 3)
        throw nb::value_error(("seat " + std::to_string(seat) + " is not 0 to 3").c_str());
}

void check_trump(int trump) {
    if (trump < 0 || trump > no_trump) {
        throw nb::value_error(("strain " + std::to_string(trump) + " is not 0 to 4").c_str());
    }
}

Card checked_card(unsigned card) {
    if (!is_card(card))
        throw nb::value_error(("card " + std::to_string(card) + " does not exist").c_str());
    return static_cast<Card>(card);
}

void check_hands(const Hands& hands) {
    Cards seen = 0;
    for (const Cards hand : hands) {
        if ((hand & ~deck) != 0) throw nb::value_error("a hand holds cards that do not exist");
        if ((hand & seen) != 0) throw nb::value_error("a card is in two hands");
        seen |= hand;
    }
}

Position checked_position(const PositionArguments& arguments) {
    const auto& [hands, trump, leader, trick] = arguments;
    check_hands(hands);
    check_trump(trump);
    check_seat(leader);
    if (trick.size() > 3) throw nb::value_error("a trick under way has at most three cards");
    Position position;
    position.hands = hands;
    position.trump = trump;
    position.leader = leader;
    Cards all = hands[0] | hands[1] | hands[2] | hands[3];
    for (const unsigned index : trick) {
        const Card card = checked_card(index);
        if (contains(all, card))
            throw nb::value_error("a card of the trick is also in a hand or twice in it");
        all |= bit<Cards>(card);
        position.trick[static_cast<std::size_t>(position.played++)] = card;
    }
    const int size = count(hands[static_cast<std::size_t>(leader)]);
    for (int i = 0; i < 4; ++i) {
        const int expected = i < position.played || position.played == 0 ? size : size + 1;
        if (count(hands[static_cast<std::size_t>((leader + i) & 3)]) != expected) {
            throw nb::value_error("the hands do not have the sizes that the trick requires");
        }
    }
    if (position.tricks_left() > 13) throw nb::value_error("a hand has more than 13 cards");
    return position;
}

Budget make_budget(std::uint64_t nodes, double seconds) {
    Budget budget;
    if (nodes > 0) budget.nodes = nodes;
    if (seconds > 0) {
        budget.deadline = std::chrono::steady_clock::now() +
                          std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                              std::chrono::duration<double>(std::min(seconds, 1e8)));
    }
    return budget;
}

using BoundsTuple = std::pair<int, int>;
BoundsTuple as_pair(const Bounds& bounds) {
    return {bounds.low, bounds.high};
}

struct SolutionTuple {
    BoundsTuple tricks;
    std::vector<std::tuple<int, int, int>> cards;
    SolverStatistics statistics;
};

SolutionTuple as_tuple(const Solution& solution) {
    SolutionTuple result{as_pair(solution.tricks), {}, solution.statistics};
    for (const CardValue& value : solution.cards) {
        result.cards.emplace_back(value.card, value.tricks.low, value.tricks.high);
    }
    return result;
}

using TableTuple = std::pair<std::array<std::array<BoundsTuple, 4>, 5>, SolverStatistics>;
TableTuple as_tuple(const Table& table) {
    TableTuple result{{}, table.statistics};
    for (std::size_t strain = 0; strain < 5; ++strain) {
        for (std::size_t seat = 0; seat < 4; ++seat)
            result.first[strain][seat] = as_pair(table.tricks[strain][seat]);
    }
    return result;
}

Cardset checked_cardset(int number) {
    if (number < 0 || number > 3)
        throw nb::value_error("which cards: 0 none, 1 one, 2 best, 3 all");
    return static_cast<Cardset>(number);
}

/// Every index on its own thread's solver, the GIL released, Ctrl-C and progress looked after.
template <class Work>
void batch(std::size_t size, int threads, const SolverOptions& options, const nb::object& progress,
           Work work) {
    if (threads < 1 || threads > 1024) throw nb::value_error("threads must be 1 to 1024");
    bool interrupted = false;
    const bool wants_progress = !progress.is_none();
    {
        nb::gil_scoped_release release;
        for_each_on_threads(
            size, static_cast<unsigned>(threads), options, work, [&](std::size_t done) {
                nb::gil_scoped_acquire acquire;
                if (interrupted) return false;
                if (PyErr_CheckSignals() != 0) {
                    interrupted = true;
                } else if (wants_progress) {
                    PyObject* answer =
                        PyObject_CallFunction(progress.ptr(), "n", static_cast<Py_ssize_t>(done));
                    interrupted = answer == nullptr;
                    Py_XDECREF(answer);
                }
                return !interrupted;
            });
    }
    if (interrupted) throw nb::python_error();
}

void register_state(nb::module_& m) {
    nb::class_<State::View>(m, "View", "What one seat knows of a hand under way.")
        .def_ro("seat", &State::View::seat)
        .def_ro("trump", &State::View::trump)
        .def_ro("declarer", &State::View::declarer)
        .def_ro("leader", &State::View::leader)
        .def_prop_ro("to_move", [](const State::View& v) { return (v.leader + v.played) & 3; })
        .def_prop_ro("trick",
                     [](const State::View& v) {
                         return std::vector<int>(v.trick.begin(), v.trick.begin() + v.played);
                     })
        .def_ro("tricks", &State::View::tricks)
        .def_ro("known", &State::View::known)
        .def_ro("hidden", &State::View::hidden)
        .def("__eq__", [](const State::View& a, nb::handle b) {
            const State::View* other = nullptr;
            return nb::try_cast<const State::View*>(b, other) && other != nullptr && a == *other;
        });
    bind_game<State>(m)
        .def(
            "__init__",
            [](State* self, const Hands& hands, int trump, int declarer) {
                check_hands(hands);
                check_trump(trump);
                check_seat(declarer);
                for (const Cards hand : hands) {
                    if (count(hand) != count(hands[0]))
                        throw nb::value_error("hands must have equal sizes");
                }
                new (self) State(hands, trump, declarer);
            },
            "hands"_a, "trump"_a, "declarer"_a)
        .def_prop_ro("hands", [](const State& s) { return s.hands(); })
        .def_prop_ro("trump", &State::trump)
        .def_prop_ro("declarer", &State::declarer)
        .def_prop_ro("leader", &State::leader)
        .def_prop_ro("legal_cards", &State::legal_cards)
        .def_prop_ro("trick", [](const State& s) {
            std::vector<int> cards;
            for (int i = 0; i < s.played(); ++i) cards.push_back(s.trick_card(i));
            return cards;
        });
}

}  // namespace

void register_bridge(nb::module_& core) {
    nb::module_ m = core.def_submodule("bridge", "Bridge: rules and the double-dummy solver.");
    register_state(m);

    nb::class_<SolverOptions>(m, "SolverOptions",
                              "The techniques of the solver, each with a switch.")
        .def(nb::init<>())
        .def_rw("table", &SolverOptions::table)
        .def_rw("lowest_winning_rank", &SolverOptions::lowest_winning_rank)
        .def_rw("equivalent_cards", &SolverOptions::equivalent_cards)
        .def_rw("alike_cards", &SolverOptions::alike_cards)
        .def_rw("quick_tricks", &SolverOptions::quick_tricks)
        .def_rw("transfer", &SolverOptions::transfer)
        .def_rw("there_and_back", &SolverOptions::there_and_back)
        .def_rw("later_tricks", &SolverOptions::later_tricks)
        .def_rw("look_ahead", &SolverOptions::look_ahead)
        .def_rw("ordering", &SolverOptions::ordering)
        .def_rw("best_move", &SolverOptions::best_move)
        .def_rw("memory", &SolverOptions::memory);

    nb::class_<SolverStatistics>(m, "SolverStatistics")
        .def_ro("nodes", &SolverStatistics::nodes)
        .def_ro("tricks", &SolverStatistics::tricks)
        .def_ro("table_hits", &SolverStatistics::table_hits)
        .def_ro("quick_cuts", &SolverStatistics::quick_cuts)
        .def_ro("later_cuts", &SolverStatistics::later_cuts);

    nb::class_<SolutionTuple>(m, "Solution")
        .def_ro("tricks", &SolutionTuple::tricks)
        .def_ro("cards", &SolutionTuple::cards)
        .def_ro("statistics", &SolutionTuple::statistics);

    nb::class_<Solver>(m, "Solver", "Exact tricks with all hands in view; use one object a thread.")
        .def(nb::init<const SolverOptions&>(), "options"_a)
        .def("clear", &Solver::clear)
        .def_prop_ro("bytes", &Solver::bytes)
        .def(
            "solve",
            [](Solver& solver, const PositionArguments& position, int cards, std::uint64_t nodes,
               double seconds) {
                const Position checked = checked_position(position);
                const Cardset wanted = checked_cardset(cards);
                solver.set_budget(make_budget(nodes, seconds));
                nb::gil_scoped_release release;
                return as_tuple(solver.solve(checked, wanted));
            },
            "position"_a, "cards"_a, "nodes"_a, "seconds"_a)
        .def(
            "table",
            [](Solver& solver, const Hands& hands, std::uint64_t nodes, double seconds) {
                const Position checked = checked_position({hands, no_trump, 0, {}});
                solver.set_budget(make_budget(nodes, seconds));
                nb::gil_scoped_release release;
                return as_tuple(solver.table(checked.hands));
            },
            "hands"_a, "nodes"_a, "seconds"_a)
        .def(
            "line",
            [](Solver& solver, const PositionArguments& position, std::uint64_t nodes,
               double seconds) {
                const Position checked = checked_position(position);
                solver.set_budget(make_budget(nodes, seconds));
                nb::gil_scoped_release release;
                const std::vector<Card> cards = solver.line(checked);
                return std::vector<int>(cards.begin(), cards.end());
            },
            "position"_a, "nodes"_a, "seconds"_a)
        .def(
            "analyse",
            [](Solver& solver, const PositionArguments& position, const std::vector<unsigned>& play,
               std::uint64_t nodes, double seconds) {
                Position checked = checked_position(position);
                std::vector<Card> cards;
                Position current = checked;
                for (const unsigned index : play) {
                    const Card card = checked_card(index);
                    const Cards own = current.hands[static_cast<std::size_t>(current.to_move())];
                    const Cards following =
                        current.played > 0 ? own & suit_mask(suit_of(current.trick[0])) : own;
                    if (!contains(following != 0 ? following : own, card)) {
                        throw nb::value_error(("card number " + std::to_string(cards.size() + 1) +
                                               " of the play is not legal")
                                                  .c_str());
                    }
                    cards.push_back(card);
                    current = after(current, card).first;
                }
                solver.set_budget(make_budget(nodes, seconds));
                nb::gil_scoped_release release;
                const Trace trace = solver.analyse(checked, cards);
                std::vector<BoundsTuple> tricks;
                for (const Bounds& bounds : trace.tricks) tricks.push_back(as_pair(bounds));
                return std::make_pair(tricks, trace.statistics);
            },
            "position"_a, "play"_a, "nodes"_a, "seconds"_a);

    m.def(
        "solve_all",
        [](const std::vector<PositionArguments>& positions, int cards, int threads,
           const SolverOptions& options, std::uint64_t nodes, double seconds,
           const nb::object& progress) {
            std::vector<Position> checked;
            for (const auto& position : positions) checked.push_back(checked_position(position));
            const Cardset wanted = checked_cardset(cards);
            std::vector<SolutionTuple> results(checked.size());
            batch(checked.size(), threads, options, progress,
                  [&](Solver& solver, std::size_t i, const std::atomic<bool>& stop) {
                      Budget budget = make_budget(nodes, seconds);
                      budget.stop = &stop;
                      solver.set_budget(budget);
                      solver.clear();
                      results[i] = as_tuple(solver.solve(checked[i], wanted));
                  });
            return results;
        },
        "positions"_a, "cards"_a, "threads"_a, "options"_a, "nodes"_a, "seconds"_a,
        "progress"_a.none());
    m.def(
        "table_all",
        [](const std::vector<Hands>& deals, int threads, const SolverOptions& options,
           std::uint64_t nodes, double seconds, const nb::object& progress) {
            for (const Hands& hands : deals) checked_position({hands, no_trump, 0, {}});
            std::vector<TableTuple> results(deals.size());
            batch(deals.size(), threads, options, progress,
                  [&](Solver& solver, std::size_t i, const std::atomic<bool>& stop) {
                      Budget budget = make_budget(nodes, seconds);
                      budget.stop = &stop;
                      solver.set_budget(budget);
                      solver.clear();
                      results[i] = as_tuple(solver.table(deals[i]));
                  });
            return results;
        },
        "deals"_a, "threads"_a, "options"_a, "nodes"_a, "seconds"_a, "progress"_a.none());
    m.def(
        "random_hands",
        [](std::uint64_t seed) {
            std::array<Card, 52> cards{};
            for (unsigned i = 0; i < 52; ++i)
                cards[i] = make_card(static_cast<int>(i / 13), static_cast<int>(i % 13));
            Random random(seed);
            random.shuffle(std::span<Card>(cards));
            Hands hands{};
            for (unsigned i = 0; i < 52; ++i) hands[i / 13] |= bit<Cards>(cards[i]);
            return hands;
        },
        "seed"_a, "Four hands of 13 cards.");
}

}  // namespace kiebitz::bindings
