#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "games/bridge/layouts.hpp"
#include "players/bridge/choose_card.hpp"
#include "players/bridge/single_dummy.hpp"
#include "solver_binding.hpp"
#include "solvers/bridge/position.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kiebitz::bindings {

void register_bridge_players(nb::module_& core);

namespace {

using namespace players::bridge;
using solvers::Batch;

Facts checked_facts(const std::vector<HandFacts>& facts) {
    check(facts.size() == 4, "facts are stated of four hands");
    Facts four;
    for (std::size_t seat = 0; seat < 4; ++seat) {
        four[seat] = facts[seat];
        check(((four[seat].held | four[seat].not_held) & ~deck) == 0,
              "a fact names a card that does not exist");
    }
    return four;
}

void check_asked(const State::View& view) {
    const int to_move = (view.leader + view.played) & 3;
    check(view.sizes[static_cast<std::size_t>(to_move)] > 0, "the play is over");
    const bool own = view.seat == to_move;
    const bool for_dummy =
        view.seat == view.declarer && to_move == partner_of(view.declarer) && view.open;
    check((own && to_move != partner_of(view.declarer)) || for_dummy,
          "the View is not that of the player who decides");
}

SingleDummyQuestion checked_question(const State::View& view, const std::vector<HandFacts>& facts,
                                     int target, int worlds, int depth, std::uint64_t seed) {
    check_asked(view);
    check_range("target", target, 0, 14);
    check_range("worlds", worlds, 1, static_cast<int>(kMostWorlds));
    check_range("depth", depth, 1, 52);
    SingleDummyQuestion question;
    question.view = view;
    question.facts = checked_facts(facts);
    question.target = target;
    question.worlds = worlds;
    question.depth = depth;
    question.seed = seed;
    return question;
}

}  // namespace

void register_bridge_players(nb::module_& core) {
    nb::module_ m = core.def_submodule("bridge_players", "Bridge: layouts, and single dummy.");
    nb::class_<HandFacts>(m, "HandFacts", "What is stated about a hand as it was dealt.")
        .def(nb::init<>())
        .def_rw("least", &HandFacts::least)
        .def_rw("most", &HandFacts::most)
        .def_rw("least_points", &HandFacts::least_points)
        .def_rw("most_points", &HandFacts::most_points)
        .def_rw("held", &HandFacts::held)
        .def_rw("not_held", &HandFacts::not_held)
        .def_rw("shapes", &HandFacts::shapes)
        .def("fits", [](const HandFacts& facts, Cards dealt) {
            check((dealt & ~deck) == 0, "a hand holds cards that do not exist");
            return facts.fits(dealt);
        });
    nb::class_<Layouts>(m, "Layouts", "The layouts of the hidden cards that fit.")
        .def(
            "__init__",
            [](Layouts* self, const State::View& view, const std::vector<HandFacts>& facts) {
                new (self) Layouts(view, checked_facts(facts));
            },
            "view"_a, "facts"_a)
        .def_prop_ro("count", &Layouts::count)
        .def(
            "draw",
            [](const Layouts& self, std::uint64_t seed) {
                Random random(seed);
                return self.draw(random);
            },
            "seed"_a)
        .def("all", [](const Layouts& self) {
            const auto count = self.count();
            check(count && *count <= 1'000'000, "there are too many layouts to list");
            return self.all();
        });
    nb::class_<CardChances>(m, "CardChances")
        .def_ro("card", &CardChances::card)
        .def_ro("makes", &CardChances::makes)
        .def_ro("tricks", &CardChances::tricks)
        .def_ro("makes_error", &CardChances::makes_error)
        .def_ro("tricks_error", &CardChances::tricks_error)
        .def_ro("best_defence", &CardChances::best_defence);
    nb::class_<SingleDummyAnswer>(m, "SingleDummyAnswer")
        .def_ro("cards", &SingleDummyAnswer::cards)
        .def_prop_ro(
            "plan",
            [](const SingleDummyAnswer& answer) {
                std::vector<std::tuple<int, int, Card>> list;
                for (const PlannedCard& one : answer.plan) {
                    list.emplace_back(one.parent, one.seat, one.card);
                }
                return list;
            },
            "How to go on: the place of the card before, the seat, the card.")
        .def_prop_ro(
            "seen",
            [](const SingleDummyAnswer& answer) {
                using End = std::tuple<Card, bool, int>;
                std::vector<std::tuple<Hands, std::vector<End>, bool>> list;
                for (const SeenWorld& world : answer.seen) {
                    std::vector<End> ends;
                    for (const auto& end : world.ends) {
                        ends.emplace_back(end.card, end.makes, end.tricks);
                    }
                    list.emplace_back(world.hands, std::move(ends), world.plan_wins);
                }
                return list;
            },
            "The worlds that were looked at: hands, for every card whether declarer's side gets "
            "the target, and its tricks; whether the plan wins there.")
        .def_ro("layouts", &SingleDummyAnswer::layouts)
        .def_ro("worlds", &SingleDummyAnswer::worlds)
        .def_ro("exhaustive", &SingleDummyAnswer::exhaustive)
        .def_ro("depth", &SingleDummyAnswer::depth)
        .def_ro("exact", &SingleDummyAnswer::exact)
        .def_ro("complete", &SingleDummyAnswer::complete)
        .def_ro("nodes", &SingleDummyAnswer::nodes)
        .def_ro("seconds", &SingleDummyAnswer::seconds);
    m.attr("MOST_WORLDS") = kMostWorlds;
    m.def(
        "winner_of",
        [](int leader, const std::array<unsigned, 4>& trick, int trump) {
            check_range("leader", leader, 0, 3);
            check_range("trump", trump, 0, no_trump);
            std::array<Card, 4> cards{};
            for (std::size_t i = 0; i < 4; ++i) {
                check(is_card(trick[i]), "a card of the trick does not exist");
                cards[i] = static_cast<Card>(trick[i]);
            }
            return solvers::bridge::winner_of(leader, {cards[0], cards[1], cards[2]}, cards[3],
                                              trump);
        },
        "leader"_a, "trick"_a, "trump"_a, "Who wins four cards.");
    m.def(
        "choose_card",
        [](const State::View& view, const std::vector<HandFacts>& facts, int target, int worlds,
           int depth, std::uint64_t seed, std::uint64_t nodes, double seconds) {
            const SingleDummyQuestion question =
                checked_question(view, facts, target, worlds, depth, seed);
            return in_batch(1, checked_limits(nodes, seconds), nb::none(),
                            [&](const Batch& batch) -> std::optional<Card> {
                                solvers::Limits limits = batch.each;
                                limits.watch = [&batch] { batch.watch(0); };
                                const auto chosen = choose_card(question, limits);
                                return chosen ? std::optional(chosen->card) : std::nullopt;
                            });
        },
        "view"_a, "facts"_a, "target"_a, "worlds"_a, "depth"_a, "seed"_a, "nodes"_a, "seconds"_a,
        "The card that single_dummy puts first, sooner; None if no layout fits.");
    m.def(
        "single_dummy",
        [](const State::View& view, const std::vector<HandFacts>& facts, int target, int worlds,
           int depth, std::uint64_t seed, std::uint64_t nodes, double seconds, int threads,
           const nb::object& progress) {
            const SingleDummyQuestion question =
                checked_question(view, facts, target, worlds, depth, seed);
            return in_batch(threads, checked_limits(nodes, seconds), progress,
                            [&](const Batch& batch) { return single_dummy(question, batch); });
        },
        "view"_a, "facts"_a, "target"_a, "worlds"_a, "depth"_a, "seed"_a, "nodes"_a, "seconds"_a,
        "threads"_a, "progress"_a.none());
}

}  // namespace kiebitz::bindings
