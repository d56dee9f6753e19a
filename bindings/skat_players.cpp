#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <tuple>

#include "monte_carlo_binding.hpp"
#include "players/skat/best_response.hpp"
#include "players/skat/cardplay.hpp"
#include "players/skat/ending_evaluation.hpp"
#include "players/skat/estimate_evaluation.hpp"
#include "players/skat/likely_evaluation.hpp"
#include "players/skat/location_belief.hpp"
#include "players/skat/policy_belief.hpp"
#include "players/skat/policy_player.hpp"
#include "players/skat/postponed_evaluation.hpp"
#include "players/skat/roles_player.hpp"
#include "players/skat/rule_player.hpp"
#include "players/skat/short_playout.hpp"
#include "players/skat/solver_evaluation.hpp"
#include "players/skat/staged_player.hpp"
#include "players/skat/table_belief.hpp"
#include "players/skat/uct.hpp"
#include "players/subset_belief.hpp"
#include "registry.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kiebitz::bindings {

namespace {

using namespace players::skat;

using DealTuple =
    std::tuple<std::array<Cards, kSeats>, Cards, int, std::uint32_t, int, std::array<int, kSeats>>;

CardView known_view(const View& view) {
    check(view.table.phase == Phase::kPlay, "worlds are thought of only during cardplay");
    check(Worlds(view).count() > 0, "no distribution of cards fits this View");
    return CardView::of(view);
}

CardView checked_view(const View& view) {
    if (view.table.phase != Phase::kPlay || !view.may_move()) {
        throw nb::value_error("this seat is not to play a card now");
    }
    return known_view(view);
}

int checked(int number, int low, int high, const char* name) {
    check_range(name, number, low, high);
    return number;
}

SolverMode checked_mode(const std::string& name) {
    if (name == "points") return SolverMode::kPoints;
    if (name == "steps") return SolverMode::kSteps;
    if (name == "win") return SolverMode::kWin;
    if (name == "list") return SolverMode::kList;
    throw nb::value_error("the solver values points, steps, win or list");
}

NullMode null_mode(bool quick) {
    return quick ? NullMode::kWin : NullMode::kTimeToLive;
}

/// Cardplay alone, from the first lead on: the declarer's card points, whether the game was won,
/// its value, and its cards. Both sides may be the same player. The luck of a game follows from the
/// seed and its number, `first` for the first of them.
std::vector<std::tuple<int, bool, int, std::vector<int>>> play_all_cards(
    const CardPlayer& declarer_player, const CardPlayer& defender_player,
    const std::vector<DealTuple>& deals, std::uint64_t seed, std::uint64_t first) {
    std::vector<CardView> starts;
    std::vector<World> worlds;
    for (const auto& [hands, skat, declarer, code, bid, highest_bids] : deals) {
        const Contract contract = Contract::from_code(code);
        const Cards all = hands[0] | hands[1] | hands[2] | skat;
        bool sound = all == kDeck && count(skat) == kSkatSize && declarer >= 0 &&
                     declarer < kSeats && code < 128 && (code & 7) < kGameTypes &&
                     contract.is_valid() && bid >= 0 && bid <= 264;
        for (Cards hand : hands) sound = sound && count(hand) == kHandSize;
        for (int highest : highest_bids) sound = sound && highest >= 0 && highest <= 264;
        if (!sound) throw nb::value_error("a deal is not a start of cardplay");
        CardView view;
        view.tricks.contract = contract;
        view.tricks.declarer = static_cast<std::int8_t>(declarer);
        view.known.declarer = declarer;
        view.bid = static_cast<std::int16_t>(bid);
        std::copy(highest_bids.begin(), highest_bids.end(), view.highest_bid.begin());
        if (contract.ouvert) view.known.shown = hands[static_cast<std::size_t>(declarer)];
        starts.push_back(view);
        worlds.push_back({hands, skat});
    }
    const auto declares = declarer_player.clone();
    const auto defends = defender_player.clone();
    std::vector<std::tuple<int, bool, int, std::vector<int>>> results;
    players::Work work;
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i < starts.size(); ++i) {
        Simulation simulation(starts[i], worlds[i]);
        std::vector<int> cards;
        const int declarer = starts[i].tricks.declarer;
        for (std::uint64_t step = 0; !simulation.is_over(); ++step) {
            const int seat = simulation.to_move();
            CardPlayer& player = seat == declarer ? *declares : *defends;
            cards.push_back(
                player.choose(simulation.view(seat), derive_seed(seed, first + i, step), work));
            simulation.play(cards.back());
        }
        const Result result = simulation.result();
        results.emplace_back(result.points, result.won, result.value, std::move(cards));
    }
    return results;
}

/// The same without the cards.
std::vector<std::tuple<int, bool, int>> play_games(const CardPlayer& declarer_player,
                                                   const CardPlayer& defender_player,
                                                   const std::vector<DealTuple>& deals,
                                                   std::uint64_t seed, std::uint64_t first) {
    std::vector<std::tuple<int, bool, int>> results;
    for (const auto& [points, won, value, cards] :
         play_all_cards(declarer_player, defender_player, deals, seed, first)) {
        results.emplace_back(points, won, value);
    }
    return results;
}

/// In how many of the worlds the party of the view's seat wins when some seats respond best, and
/// how often the others were asked.
std::pair<int, std::uint64_t> best_response(const View& view, const std::vector<World>& worlds,
                                            const CardPlayer& others,
                                            const std::vector<int>& responders,
                                            std::uint64_t seed) {
    const CardView cards = known_view(view);
    const Worlds possible(cards.known);
    unsigned seats = 0;
    for (int seat : responders) seats |= 1U << checked(seat, 0, kSeats - 1, "seat");
    for (const World& world : worlds) {
        check(possible.contains(world), "a world contradicts the View");
        for (int seat : responders) {
            const auto at = static_cast<std::size_t>(seat);
            check(world.hands[at] == worlds[0].hands[at], "a responder knows its own cards");
        }
    }
    BestResponse response(others, seed);
    nb::gil_scoped_release release;
    const int won = response.worlds_won(cards, worlds, seats);
    return {won, response.asked()};
}

void bind_world(nb::module_& module) {
    nb::class_<World>(module, "World", "Where the cards are: remaining hands and skat, as masks.")
        .def(nb::init<std::array<Cards, kSeats>, Cards>(), "hands"_a, "skat"_a)
        .def_prop_ro("hands",
                     [](const World& world) {
                         const auto& hands = world.hands;
                         return std::tuple(hands[0], hands[1], hands[2]);
                     })
        .def_ro("skat", &World::skat)
        .def("__eq__",
             [](const World& world, nb::handle other) {
                 const World* same = nullptr;
                 return nb::try_cast<const World*>(other, same) && same && *same == world;
             })
        .def("__hash__", [](const World& world) {
            const auto& hands = world.hands;
            return derive_seed(world.skat, hands[0], hands[1], hands[2]) >> 1;
        });
}

void bind_view(nb::module_& module) {
    const auto masks = [](const std::array<Cards, kSeats>& sets) {
        return std::tuple(sets[0], sets[1], sets[2]);
    };
    nb::class_<CardView>(module, "CardView",
                         "What a seat knows during cardplay; sets of cards are masks.")
        .def_prop_ro("seat", &CardView::seat)
        .def_prop_ro("declarer", [](const CardView& view) { return int{view.tricks.declarer}; })
        .def_prop_ro("contract", [](const CardView& view) { return view.tricks.contract.code(); })
        .def_prop_ro("hand", [](const CardView& view) { return view.known.hand; })
        .def_prop_ro("legal", &CardView::legal)
        .def_prop_ro("put_away", [](const CardView& view) { return view.known.put_away; })
        .def_prop_ro("shown", [](const CardView& view) { return view.known.shown; })
        .def_prop_ro("unseen", [](const CardView& view) { return view.known.unseen(); })
        .def_prop_ro("played", [=](const CardView& view) { return masks(view.known.played); })
        .def_prop_ro("impossible",
                     [=](const CardView& view) { return masks(view.known.impossible); })
        .def_prop_ro("table",
                     [](const CardView& view) {
                         const auto& cards = view.tricks.cards;
                         return std::vector<int>(cards.begin(), cards.begin() + view.tricks.size);
                     })
        .def_prop_ro("points",
                     [](const CardView& view) {
                         return std::pair(view.tricks.points[0], view.tricks.points[1]);
                     })
        .def_prop_ro("bid", [](const CardView& view) { return int{view.bid}; })
        .def_prop_ro("highest_bids", [](const CardView& view) {
            const auto& bids = view.highest_bid;
            return std::tuple(int{bids[0]}, int{bids[1]}, int{bids[2]});
        });
}

}  // namespace

void register_skat_players(nb::module_& core) {
    nb::module_ module = core.def_submodule("skat_players", "Who plays cards in Skat.");

    bind_world(module);
    bind_view(module);
    bind_monte_carlo<Cardplay, View>(module, checked_view, known_view);
    module.def(
        "rule_player",
        [](int memory) -> std::shared_ptr<CardPlayer> {
            return std::make_shared<RulePlayer>(checked(memory, 0, kHandSize, "memory"));
        },
        "memory"_a = int{kHandSize}, "A player by rules, who remembers so many tricks.");
    module.def(
        "solver_evaluation",
        [](const std::string& mode, int table_megabytes,
           bool quick_null) -> std::shared_ptr<Evaluation> {
            checked(table_megabytes, 1, 4096, "table_megabytes");
            return std::make_shared<SolverEvaluation>(
                checked_mode(mode), static_cast<std::size_t>(table_megabytes) << 20, std::nullopt,
                null_mode(quick_null));
        },
        "mode"_a = "points", "table_megabytes"_a = 16, "quick_null"_a = false,
        "quick_null: with the mode `win` in null, too, only who wins, not for how long.");
    module.def(
        "probcut_evaluation",
        [](const std::string& mode, const std::shared_ptr<kiebitz::values::Estimator>& estimator,
           double confidence, bool quick_null) -> std::shared_ptr<Evaluation> {
            if (!(confidence > 0 && confidence < 1)) {
                throw nb::value_error("a confidence lies between 0 and 1");
            }
            return std::make_shared<SolverEvaluation>(
                checked_mode(mode), 0, Approximation{estimator, confidence}, null_mode(quick_null));
        },
        "mode"_a, "estimator"_a, "confidence"_a, "quick_null"_a = false);
    module.def(
        "estimate_evaluation",
        [](const std::shared_ptr<kiebitz::values::Estimator>& estimator)
            -> std::shared_ptr<Evaluation> {
            return std::make_shared<EstimateEvaluation>(estimator);
        },
        "estimator"_a);
    module.def(
        "ending_evaluation",
        [](const Evaluation& early, const Evaluation& late,
           int cards) -> std::shared_ptr<Evaluation> {
            check_range("cards", cards, 0, kHandSize);
            return std::make_shared<EndingEvaluation>(early.clone(), late.clone(), cards);
        },
        "early"_a, "late"_a, "cards"_a, "The late one values hands of so many cards or fewer.");
    module.def(
        "likely_evaluation",
        [](const Evaluation& open) -> std::shared_ptr<Evaluation> {
            return std::make_shared<LikelyEvaluation>(open.clone());
        },
        "open"_a, "The chance to win that such points with open cards have had.");
    module.def(
        "postponed_evaluation",
        [](const Evaluation& open, int moves, int front, int group) -> std::shared_ptr<Evaluation> {
            return std::make_shared<PostponedEvaluation>(
                open.clone(), PostponeOptions{checked(moves, 1, kHandSize, "moves"),
                                              checked(front, 1, 1000, "front"),
                                              checked(group, 1, 100'000, "group")});
        },
        "open"_a, "moves"_a, "front"_a, "group"_a,
        "Perfect information only after so many cards of the seat's own.");
    module.def(
        "short_playout_evaluation",
        [](const CardPlayer& player, const Evaluation& open,
           int tricks) -> std::shared_ptr<Evaluation> {
            const auto* solver = dynamic_cast<const SolverEvaluation*>(&open);
            check(solver != nullptr, "only a solver values what is left of a short playout");
            return std::make_shared<ShortPlayoutEvaluation>(
                player.clone(), solver->copy(), checked(tricks, 1, kHandSize, "tricks"));
        },
        "player"_a, "open"_a, "tricks"_a,
        "Plays so many tricks, the present one included; then all cards lie open.");
    module.def(
        "staged_player",
        [](const CardPlayer& early, const CardPlayer& late,
           int cards) -> std::shared_ptr<CardPlayer> {
            return std::make_shared<StagedPlayer>(early.clone(), late.clone(),
                                                  checked(cards, 0, kHandSize, "cards"));
        },
        "early"_a, "late"_a, "cards"_a, "The late one plays hands of so many cards or fewer.");
    module.def(
        "roles_player",
        [](const CardPlayer& declarer, const CardPlayer& next,
           const CardPlayer& third) -> std::shared_ptr<CardPlayer> {
            return std::make_shared<RolesPlayer>(
                RolesPlayer::Modules{declarer.clone(), next.clone(), third.clone()});
        },
        "declarer"_a, "next"_a, "third"_a, "A player for each seat, from the declarer's on.");
    nb::enum_<UctNodes>(module, "UctNodes")
        .value("PLAYED", UctNodes::kPlayed)
        .value("MOVER", UctNodes::kMover)
        .value("WORLD", UctNodes::kWorld);
    nb::class_<UctSearch>(module, "UctSearch")
        .def(
            "__init__",
            [](UctSearch* self, const View& view, std::shared_ptr<Belief> belief,
               const CardPlayer& playout, double exploration, int candidates, std::uint64_t seed,
               bool subset_armed, UctNodes nodes) {
                new (self) UctSearch(
                    checked_view(view), std::move(belief), playout.clone(),
                    UctOptions{exploration, checked(candidates, 1, 10'000'000, "candidates"),
                               subset_armed, nodes},
                    seed);
            },
            "view"_a, "belief"_a, "playout"_a, "exploration"_a, "candidates"_a, "seed"_a,
            "subset_armed"_a = true, "nodes"_a = UctNodes::kPlayed)
        .def(
            "run",
            [](UctSearch& search, std::optional<std::int64_t> worlds,
               std::optional<std::int64_t> nodes, std::optional<double> seconds) {
                const players::MoreWork more = checked_work(worlds, nodes, seconds);
                {
                    nb::gil_scoped_release release;
                    search.run(more);
                }
                raise_pending();
                return true;
            },
            "worlds"_a = nb::none(), "nodes"_a = nb::none(), "seconds"_a = nb::none(),
            "Goes on, for so much more of each; a playout is a world.")
        .def_prop_ro("nodes", &UctSearch::nodes)
        .def_prop_ro("best", [](const UctSearch& search) { return int{search.best()}; })
        .def_prop_ro("draws", &UctSearch::playouts)
        .def("candidates", [](const UctSearch& search) {
            std::vector<std::tuple<int, std::uint32_t, double, double>> list;
            for (const auto& c : search.candidates()) {
                list.emplace_back(c.card, c.visits, c.value.win, c.value.points);
            }
            return list;
        });

    module.def(
        "location_belief",
        [](std::shared_ptr<beliefs::skat::LocationModel> model) -> std::shared_ptr<Belief> {
            return std::make_shared<LocationBelief>(std::move(model));
        },
        "model"_a);
    module.def(
        "policy_belief",
        [](std::shared_ptr<beliefs::skat::PolicyModel> policy,
           std::shared_ptr<beliefs::skat::LocationModel> locations, double mistakes, double temper,
           int candidates, const beliefs::skat::CallModel* calls,
           const std::vector<float>& ratios) -> std::shared_ptr<Belief> {
            check_chance("mistakes", mistakes);
            check(temper > 0 && temper <= 4, "temper must be above 0 and at most 4");
            std::shared_ptr<const HeardCalls> heard;
            if (calls != nullptr) {
                check(ratios.size() == BeliefTables::kSize,
                      "the tables do not have the right size");
                heard = std::make_shared<const HeardCalls>(
                    HeardCalls{*calls, BeliefTables{ratios, 1.0}});
            }
            return std::make_shared<PolicyBelief>(
                std::move(policy), std::move(locations), PolicyTrust{mistakes, temper},
                checked(candidates, 1, 10'000'000, "candidates"), std::move(heard));
        },
        "policy"_a, "locations"_a, "mistakes"_a = 0.05, "temper"_a = 1.0, "candidates"_a = 1000,
        "calls"_a.none() = nb::none(), "ratios"_a = std::vector<float>{});
    module.def(
        "policy_player",
        [](std::shared_ptr<beliefs::skat::PolicyModel> policy,
           double temperature) -> std::shared_ptr<CardPlayer> {
            check(temperature >= 0 && temperature <= 10, "a temperature is from 0 to 10");
            return std::make_shared<PolicyPlayer>(std::move(policy), temperature);
        },
        "policy"_a, "temperature"_a = 0.0);
    module.def(
        "subset_belief",
        [](std::shared_ptr<Belief> belief, std::uint64_t size,
           int threads) -> std::shared_ptr<Belief> {
            check(size >= 1, "a subset has at least one world");
            return std::make_shared<players::SubsetBelief<Cardplay>>(
                std::move(belief), size, checked(threads, 1, 256, "threads"));
        },
        "belief"_a, "size"_a, "threads"_a = 1, "Chooses from so many worlds, or all if fewer.");
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
    module.def("best_response", &best_response, "view"_a, "worlds"_a, "others"_a, "responders"_a,
               "seed"_a,
               "In how many worlds the party of the View's seat wins when the responders, who see "
               "each other's cards, play best against the others, and how often these were asked.");
    module.def("play_games", &play_games, "declarer"_a, "defenders"_a, "deals"_a, "seed"_a,
               "first"_a = 0);
    module.def("play_all_cards", &play_all_cards, "declarer"_a, "defenders"_a, "deals"_a, "seed"_a,
               "first"_a = 0, "As play_games, with the numbers of the cards.");
}

}  // namespace kiebitz::bindings
