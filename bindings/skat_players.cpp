#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <tuple>

#include "players/skat/monte_carlo.hpp"
#include "players/skat/rule_player.hpp"
#include "players/skat/solver_evaluation.hpp"
#include "players/skat/table_belief.hpp"
#include "players/skat/uct.hpp"
#include "registry.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kiebitz::bindings {

namespace {

using namespace players::skat;

using WorldTuple = std::tuple<std::array<Cards, kSeats>, Cards, double>;
using DealTuple = std::tuple<std::array<Cards, kSeats>, Cards, int, std::uint32_t, int>;

CardView checked_view(const View& view) {
    if (view.table.phase != Phase::kPlay || !view.may_move()) {
        throw nb::value_error("this seat is not to play a card now");
    }
    if (Worlds(view).count() == 0) throw nb::value_error("no distribution of cards fits this View");
    return CardView::of(view);
}

int checked(int number, int low, int high, const char* name) {
    if (number < low || number > high) {
        throw nb::value_error(
            (std::string(name) + " must be " + std::to_string(low) + " to " + std::to_string(high))
                .c_str());
    }
    return number;
}

std::vector<WeightedWorld> checked_worlds(const CardView& view,
                                          const std::vector<WorldTuple>& worlds) {
    std::vector<WeightedWorld> checked;
    checked.reserve(worlds.size());
    const Knowledge& known = view.known;
    const Worlds possible(known);
    for (const auto& [hands, skat, weight] : worlds) {
        const World world{hands, skat};
        if (!possible.contains(world) || !(weight >= 0)) {
            throw nb::value_error("a world contradicts the View");
        }
        checked.push_back({world, weight});
    }
    return checked;
}

std::vector<WorldTuple> listed(const std::vector<WeightedWorld>& worlds) {
    std::vector<WorldTuple> list;
    list.reserve(worlds.size());
    for (const auto& w : worlds) list.emplace_back(w.world.hands, w.world.skat, w.weight);
    return list;
}

/// One copy of an evaluation for each thread.
class Evaluator {
  public:
    Evaluator(const Evaluation& evaluation, int threads) {
        for (int i = 0; i < threads; ++i) workers_.push_back(evaluation.clone());
    }
    Evaluator(const Evaluator&) = delete;
    Evaluator& operator=(const Evaluator&) = delete;

    /// A row of (win, points) by card for every world, None where the time was up before. All legal
    /// cards, or those at the given places among them.
    auto evaluate(const View& view, const std::vector<WorldTuple>& worlds, std::uint64_t first,
                  std::uint64_t seed, double seconds,
                  const std::optional<std::vector<int>>& places) {
        using Row = std::optional<std::vector<std::pair<double, double>>>;
        const CardView cards = checked_view(view);
        const auto checked = checked_worlds(cards, worlds);
        const Cards legal = cards.legal();
        Cards wanted = places ? 0 : legal;
        for (int place : places.value_or(std::vector<int>{})) {
            bindings::checked(place, 0, count(legal) - 1, "a place");
            wanted |= bit(players::skat::nth_card(legal, static_cast<std::uint32_t>(place)));
        }
        ValueTable table;
        {
            nb::gil_scoped_release release;
            table = evaluate_worlds(workers_, cards, wanted, checked, first, seed, seconds);
        }
        std::vector<Row> rows(checked.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (!table.done[i]) continue;
            rows[i].emplace();
            for (std::size_t c = 0; c < table.cards; ++c) {
                const Value& value = table.values[i * table.cards + c];
                rows[i]->emplace_back(value.win, value.points);
            }
        }
        return rows;
    }

    std::uint64_t nodes() const {
        std::uint64_t sum = 0;
        for (const auto& worker : workers_) sum += worker->nodes();
        return sum;
    }

  private:
    std::vector<std::unique_ptr<Evaluation>> workers_;
};

Rule checked_rule(const std::string& name) {
    if (name == "average") return Rule::kAverage;
    if (name == "vote") return Rule::kVote;
    if (name == "worst") return Rule::kWorst;
    throw nb::value_error("a decision is average, vote or worst");
}

SolverMode checked_mode(const std::string& name) {
    if (name == "points") return SolverMode::kPoints;
    if (name == "steps") return SolverMode::kSteps;
    if (name == "win") return SolverMode::kWin;
    throw nb::value_error("the solver values points, steps or win");
}

/// Cardplay alone, from the first lead on: the declarer's card points, whether the game was won,
/// and its value. Both sides may be the same player.
std::vector<std::tuple<int, bool, int>> play_games(const CardPlayer& declarer_player,
                                                   const CardPlayer& defender_player,
                                                   const std::vector<DealTuple>& deals,
                                                   std::uint64_t seed) {
    std::vector<CardView> starts;
    std::vector<World> worlds;
    for (const auto& [hands, skat, declarer, code, bid] : deals) {
        const Contract contract = Contract::from_code(code);
        const Cards all = hands[0] | hands[1] | hands[2] | skat;
        bool sound = all == kDeck && count(skat) == kSkatSize && declarer >= 0 &&
                     declarer < kSeats && code < 128 && (code & 7) < kGameTypes &&
                     contract.is_valid() && bid >= 0 && bid <= 264;
        for (Cards hand : hands) sound = sound && count(hand) == kHandSize;
        if (!sound) throw nb::value_error("a deal is not a start of cardplay");
        CardView view;
        view.tricks.contract = contract;
        view.tricks.declarer = static_cast<std::int8_t>(declarer);
        view.known.declarer = declarer;
        view.bid = static_cast<std::int16_t>(bid);
        view.highest_bid[static_cast<std::size_t>(declarer)] = view.bid;
        if (contract.ouvert) view.known.shown = hands[static_cast<std::size_t>(declarer)];
        starts.push_back(view);
        worlds.push_back({hands, skat});
    }
    const auto declares = declarer_player.clone();
    const auto defends = defender_player.clone();
    std::vector<std::tuple<int, bool, int>> results;
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i < starts.size(); ++i) {
        Simulation simulation(starts[i], worlds[i]);
        const int declarer = starts[i].tricks.declarer;
        for (std::uint64_t step = 0; !simulation.is_over(); ++step) {
            const int seat = simulation.to_move();
            CardPlayer& player = seat == declarer ? *declares : *defends;
            simulation.play(player.choose(simulation.view(seat), derive_seed(seed, i, step)));
        }
        const Result result = simulation.result();
        results.emplace_back(result.points, result.won, result.value);
    }
    return results;
}

}  // namespace

void register_skat_players(nb::module_& core) {
    nb::module_ module = core.def_submodule("skat_players", "Who plays cards in Skat.");

    nb::class_<CardPlayer>(module, "CardPlayer")
        .def(
            "choose",
            [](const CardPlayer& player, const View& view, std::uint64_t seed) {
                const CardView cards = checked_view(view);
                const auto own = player.clone();
                nb::gil_scoped_release release;
                return int{own->choose(cards, seed)};
            },
            "view"_a, "seed"_a, "The number of the chosen card.");
    nb::class_<Belief>(module, "Belief")
        .def("weight",
             [](const Belief& belief, const View& view, const std::array<Cards, kSeats>& hands,
                Cards skat) {
                 const CardView cards = checked_view(view);
                 const auto worlds = checked_worlds(cards, {{hands, skat, 1.0}});
                 return belief.weight(cards, worlds[0].world);
             })
        .def(
            "draw",
            [](const Belief& belief, const View& view, int worlds, int candidates,
               std::uint64_t seed) {
                checked(worlds, 1, 1'000'000, "worlds");
                checked(candidates, 1, 10'000'000, "candidates");
                return listed(draw_worlds(belief, checked_view(view), worlds, candidates, seed));
            },
            "view"_a, "worlds"_a, "candidates"_a, "seed"_a,
            "Worlds as hands, skat and weight: all if there are no more, else drawn.");
    nb::class_<Evaluation>(module, "Evaluation");
    nb::class_<Evaluator>(module, "Evaluator")
        .def(
            "__init__",
            [](Evaluator* self, const Evaluation& evaluation, int threads) {
                new (self) Evaluator(evaluation, checked(threads, 1, 1024, "threads"));
            },
            "evaluation"_a, "threads"_a)
        .def("evaluate", &Evaluator::evaluate, "view"_a, "worlds"_a, "first"_a, "seed"_a,
             "seconds"_a = 0.0, "places"_a = nb::none())
        .def_prop_ro("nodes", &Evaluator::nodes);

    nb::class_<Tally>(module, "Tally")
        .def(
            "__init__",
            [](Tally* self, const std::string& decision, int cards, double margin) {
                if (!(margin >= 0)) throw nb::value_error("a margin is zero or more");
                new (self)
                    Tally(checked_rule(decision),
                          static_cast<std::size_t>(checked(cards, 1, kHandSize, "cards")), margin);
            },
            "decision"_a, "cards"_a, "margin"_a = 0.0)
        .def(
            "add",
            [](Tally& tally, const std::vector<std::pair<double, double>>& row, double weight) {
                if (row.size() != tally.running().size()) {
                    throw nb::value_error("a value for every card in the running");
                }
                std::vector<Value> values;
                for (const auto& [win, points] : row) values.push_back({win, points});
                tally.add(values, weight);
            },
            "row"_a, "weight"_a)
        .def("value",
             [](const Tally& tally, std::size_t card) {
                 if (card >= tally.cards()) throw nb::index_error("there are not so many cards");
                 const Value value = tally.value(card);
                 return std::pair(value.win, value.points);
             })
        .def_prop_ro("running", [](const Tally& tally) { return tally.running(); })
        .def("drop_behind", &Tally::drop_behind)
        .def("best", &Tally::best);

    module.def("random_player",
               []() -> std::shared_ptr<CardPlayer> { return std::make_shared<RandomPlayer>(); });
    module.def("rule_player",
               []() -> std::shared_ptr<CardPlayer> { return std::make_shared<RulePlayer>(); });
    module.def("uniform_belief",
               []() -> std::shared_ptr<Belief> { return std::make_shared<UniformBelief>(); });
    module.def(
        "playout_evaluation",
        [](const CardPlayer& player) -> std::shared_ptr<Evaluation> {
            return std::make_shared<PlayoutEvaluation>(player.clone());
        },
        "player"_a);
    module.def(
        "solver_evaluation",
        [](const std::string& mode, int table_megabytes) -> std::shared_ptr<Evaluation> {
            checked(table_megabytes, 1, 4096, "table_megabytes");
            return std::make_shared<SolverEvaluation>(
                checked_mode(mode), static_cast<std::size_t>(table_megabytes) << 20);
        },
        "mode"_a = "points", "table_megabytes"_a = 16);
    module.def(
        "blended_evaluation",
        [](const Evaluation& first, const Evaluation& second,
           double share) -> std::shared_ptr<Evaluation> {
            if (!(share >= 0 && share <= 1)) throw nb::value_error("a share is 0 to 1");
            return std::make_shared<BlendedEvaluation>(first.clone(), second.clone(), share);
        },
        "first"_a, "second"_a, "share"_a);
    module.def(
        "monte_carlo_player",
        [](std::shared_ptr<Belief> belief, const Evaluation& evaluation, int worlds, int candidates,
           const std::string& decision) -> std::shared_ptr<CardPlayer> {
            checked(worlds, 1, 1'000'000, "worlds");
            checked(candidates, 1, 10'000'000, "candidates");
            return std::make_shared<MonteCarloPlayer>(std::move(belief), evaluation.clone(), worlds,
                                                      candidates, checked_rule(decision));
        },
        "belief"_a, "evaluation"_a, "worlds"_a, "candidates"_a, "decision"_a = "average");
    module.def(
        "hybrid_player",
        [](const CardPlayer& early, const CardPlayer& late,
           int from_trick) -> std::shared_ptr<CardPlayer> {
            return std::make_shared<HybridPlayer>(early.clone(), late.clone(),
                                                  checked(from_trick, 1, 10, "from_trick"));
        },
        "early"_a, "late"_a, "from_trick"_a);
    module.def(
        "uct_player",
        [](std::shared_ptr<Belief> belief, const CardPlayer& playout, int playouts,
           double exploration, int candidates, bool subset_armed) -> std::shared_ptr<CardPlayer> {
            return std::make_shared<UctPlayer>(
                std::move(belief), playout.clone(), checked(playouts, 1, 10'000'000, "playouts"),
                UctOptions{exploration, checked(candidates, 1, 10'000'000, "candidates"),
                           subset_armed});
        },
        "belief"_a, "playout"_a, "playouts"_a, "exploration"_a, "candidates"_a,
        "subset_armed"_a = true);
    nb::class_<UctSearch>(module, "UctSearch")
        .def(
            "__init__",
            [](UctSearch* self, const View& view, std::shared_ptr<Belief> belief,
               const CardPlayer& playout, double exploration, int candidates, std::uint64_t seed,
               bool subset_armed) {
                new (self) UctSearch(
                    checked_view(view), std::move(belief), playout.clone(),
                    UctOptions{exploration, checked(candidates, 1, 10'000'000, "candidates"),
                               subset_armed},
                    seed);
            },
            "view"_a, "belief"_a, "playout"_a, "exploration"_a, "candidates"_a, "seed"_a,
            "subset_armed"_a = true)
        .def(
            "run",
            [](UctSearch& search, int playouts) {
                checked(playouts, 1, 10'000'000, "playouts");
                nb::gil_scoped_release release;
                search.run(playouts);
            },
            "playouts"_a)
        .def_prop_ro("playouts", &UctSearch::playouts)
        .def("candidates", [](const UctSearch& search) {
            std::vector<std::tuple<int, std::uint32_t, double, double>> list;
            for (const auto& c : search.candidates()) {
                list.emplace_back(c.card, c.visits, c.value.win, c.value.points);
            }
            return list;
        });

    module.def(
        "resample",
        [](const std::vector<WorldTuple>& worlds, int wanted, std::uint64_t seed) {
            checked(wanted, 1, 1'000'000, "wanted");
            std::vector<WeightedWorld> candidates;
            for (const auto& [hands, skat, weight] : worlds) {
                if (!(weight >= 0)) throw nb::value_error("a weight is below zero");
                candidates.push_back({World{hands, skat}, weight});
            }
            Random random(seed);
            return listed(resample(std::move(candidates), wanted, random));
        },
        "worlds"_a, "wanted"_a, "seed"_a, "Keeps worlds by weight; hits become weights.");

    module.attr("TABLE_SIZE") = int{BeliefTables::kSize};
    module.def(
        "table_belief",
        [](const std::vector<float>& ratios, double temper) -> std::shared_ptr<Belief> {
            if (ratios.size() != BeliefTables::kSize) {
                throw nb::value_error("the tables do not have the right size");
            }
            return std::make_shared<TableBelief>(BeliefTables{ratios, temper});
        },
        "ratios"_a, "temper"_a);
    module.def(
        "defender_entries",
        [](Cards dealt, int highest_bid) {
            std::vector<int> list;
            defender_entries(dealt, highest_bid, [&](int i) { list.push_back(i); });
            return list;
        },
        "dealt"_a, "highest_bid"_a, "The table entries that a defender's hand touches.");
    module.def(
        "declarer_entries",
        [](std::uint32_t code, Cards ten, Cards put_away) {
            const Contract contract = Contract::from_code(code);
            if (code >= 128 || (code & 7) >= kGameTypes || !contract.is_valid()) {
                throw nb::value_error("there is no such contract");
            }
            std::vector<int> list;
            declarer_entries(contract, ten, put_away, [&](int i) { list.push_back(i); });
            return list;
        },
        "contract"_a, "ten"_a, "put_away"_a, "The table entries that a declarer's cards touch.");
    module.def("play_games", &play_games, "declarer"_a, "defenders"_a, "deals"_a, "seed"_a);
}

}  // namespace kiebitz::bindings
