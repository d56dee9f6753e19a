#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "game_binding.hpp"
#include "games/skat/announcements.hpp"
#include "games/skat/state.hpp"
#include "players/skat/random_playout.hpp"
#include "registry.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kiebitz::bindings {

namespace {

using namespace skat;

Deal checked_deal(const std::array<Cards, kSeats>& hands, Cards skat) {
    const Deal deal{hands, skat};
    if (!deal.is_valid())
        throw nb::value_error("a deal is three hands of ten cards and a skat of two");
    return deal;
}

Contract checked_contract(std::uint32_t code) {
    const Contract contract = Contract::from_code(code);
    if (code >= 128 || (code & 7) >= kGameTypes || !contract.is_valid()) {
        throw nb::value_error(
            ("contract code " + std::to_string(code) + " does not exist").c_str());
    }
    return contract;
}

std::vector<Move> listed(const History& history) {
    std::vector<Move> moves;
    for (std::size_t i = 0; i < history.size(); ++i) moves.push_back(history[i]);
    return moves;
}

const Table& table_of(const State& state) {
    return state.table();
}
const Table& table_of(const View& view) {
    return view.table;
}
const History& history_of(const State& state) {
    return state.history();
}
const History& history_of(const View& view) {
    return view.history;
}

template <class Class>
void bind_table(Class& bound) {
    // What State and View have in common: all that lies open on the table.
    using T = typename Class::Type;
    bound.def_prop_ro("phase", [](const T& s) { return table_of(s).phase; })
        .def_prop_ro("bid", [](const T& s) { return int{table_of(s).bid}; })
        .def_prop_ro("passed",
                     [](const T& s) {
                         const Table& table = table_of(s);
                         return std::vector<bool>{table.has_passed(0), table.has_passed(1),
                                                  table.has_passed(2)};
                     })
        .def_prop_ro("highest_bids",
                     [](const T& s) {
                         const auto& bids = table_of(s).highest_bid;
                         return std::vector<int>(bids.begin(), bids.end());
                     })
        .def_prop_ro("declarer", [](const T& s) { return int{table_of(s).declarer}; })
        .def_prop_ro("picked_up", [](const T& s) { return table_of(s).picked_up; })
        .def_prop_ro("declared", [](const T& s) { return table_of(s).declared; })
        .def_prop_ro("contract", [](const T& s) { return table_of(s).tricks.contract.code(); })
        .def_prop_ro("played", [](const T& s) { return table_of(s).played; })
        .def_prop_ro("impossible", [](const T& s) { return table_of(s).impossible; })
        .def_prop_ro("shown", [](const T& s) { return table_of(s).shown; })
        .def_prop_ro("leader", [](const T& s) { return int{table_of(s).tricks.leader}; })
        .def_prop_ro("trick",
                     [](const T& s) {
                         const Tricks& t = table_of(s).tricks;
                         return std::vector<int>(t.cards.begin(), t.cards.begin() + t.size);
                     })
        .def_prop_ro("trick_points",
                     [](const T& s) {
                         const auto& p = table_of(s).tricks.points;
                         return std::pair<int, int>(p[0], p[1]);
                     })
        .def_prop_ro("tricks_won",
                     [](const T& s) {
                         const auto& t = table_of(s).tricks.tricks;
                         return std::pair<int, int>(t[0], t[1]);
                     })
        .def_prop_ro("timed_out", [](const T& s) { return int{table_of(s).timed_out}; })
        .def_prop_ro("left", [](const T& s) { return int{table_of(s).left}; })
        .def_prop_ro("resigned", [](const T& s) { return table_of(s).was_resigned(); })
        .def_prop_ro("is_penalty", [](const T& s) { return table_of(s).is_penalty(); })
        .def_prop_ro("history", [](const T& s) { return listed(history_of(s)); });
}

/// Random cardplays from random deals: the workload of benchmarks. Returns the number of cards
/// played and a checksum of the points, which identifies the rules.
std::pair<std::uint64_t, std::uint64_t> random_cardplays(std::uint64_t games,
                                                         std::uint32_t contract_code,
                                                         std::uint64_t seed) {
    const Contract contract = checked_contract(contract_code);
    nb::gil_scoped_release release;
    std::uint64_t cards = 0, checksum = 0;
    for (std::uint64_t game = 0; game < games; ++game) {
        Random random(derive_seed(seed, game));
        const Deal deal = Deal::random(random());
        CardPlay play(contract, static_cast<int>(game % kSeats), deal.hands, deal.skat);
        while (!play.is_over()) {
            const Cards legal = play.legal();
            play.apply(nth_card(legal, random.below(static_cast<std::uint32_t>(count(legal)))));
            ++cards;
        }
        checksum = mix64(checksum ^ static_cast<std::uint64_t>(play.score(play.tricks().declarer)));
    }
    return {cards, checksum};
}

/// Plays each of some random deals out many times, all moves by chance. Returns the sum of the
/// declarer's points.
std::uint64_t random_playouts(std::uint64_t deals, std::uint64_t repeats,
                              std::uint32_t contract_code, std::uint64_t seed) {
    const Contract contract = checked_contract(contract_code);
    nb::gil_scoped_release release;
    std::uint64_t points = 0;
    for (std::uint64_t index = 0; index < deals; ++index) {
        const Deal deal = Deal::random(derive_seed(seed, index));
        const CardPlay start(contract, static_cast<int>(index % kSeats), deal.hands, deal.skat);
        Random random(derive_seed(seed, index, 1));
        for (std::uint64_t i = 0; i < repeats; ++i) {
            points += static_cast<std::uint64_t>(
                players::random_playout(start, random).score(start.tricks().declarer));
        }
    }
    return points;
}

/// Who played each card, when forehand led the first of them.
std::vector<int> seats_of_play(std::uint32_t contract_code, const std::vector<int>& cards) {
    if (cards.size() > kSeats * kHandSize) throw nb::value_error("thirty cards are played at most");
    Tricks tricks;
    tricks.contract = checked_contract(contract_code);
    std::vector<int> seats;
    for (const int card : cards) {
        if (card < 0 || card >= kDeckSize) throw nb::value_error("cards are 0 to 31");
        seats.push_back(tricks.to_move());
        tricks.play(static_cast<Card>(card));
    }
    return seats;
}

}  // namespace

void register_skat(nb::module_& core) {
    nb::module_ module = core.def_submodule("skat", "The rules of Skat.");

    nb::enum_<Phase>(module, "Phase", "What is to be decided next in a game of Skat.")
        .value("BID", Phase::kBid)
        .value("ANSWER", Phase::kAnswer)
        .value("PICK_UP", Phase::kPickUp)
        .value("DECLARE", Phase::kDeclare)
        .value("DISCARD", Phase::kDiscard)
        .value("PLAY", Phase::kPlay)
        .value("OVER", Phase::kOver);

    nb::enum_<MoveKind>(module, "MoveKind", nb::is_arithmetic())
        .value("PASS", MoveKind::kPass)
        .value("HOLD", MoveKind::kHold)
        .value("BID", MoveKind::kBid)
        .value("PICK_UP", MoveKind::kPickUp)
        .value("DECLARE", MoveKind::kDeclare)
        .value("DISCARD", MoveKind::kDiscard)
        .value("PLAY", MoveKind::kPlay)
        .value("SHOW", MoveKind::kShow)
        .value("RESIGN", MoveKind::kResign)
        .value("TIME_OUT", MoveKind::kTimeOut)
        .value("LEAVE", MoveKind::kLeave);

    nb::class_<Result>(module, "Result")
        .def_ro("won", &Result::won)
        .def_ro("value", &Result::value)
        .def_ro("matadors", &Result::matadors)
        .def_ro("overbid", &Result::overbid)
        .def_ro("points", &Result::points)
        .def_ro("tricks", &Result::tricks)
        .def_ro("schneider", &Result::schneider)
        .def_ro("schwarz", &Result::schwarz);

    auto goal = nb::class_<Goal>(module, "Goal", "What the declarer must reach.");
    nb::enum_<Goal::Kind>(goal, "Kind")
        .value("NO_TRICK", Goal::Kind::kNoTrick)
        .value("POINTS", Goal::Kind::kPoints)
        .value("ALL_TRICKS", Goal::Kind::kAllTricks)
        .value("IMPOSSIBLE", Goal::Kind::kImpossible);
    goal.def_ro("kind", &Goal::kind)
        .def_ro("points", &Goal::points)
        .def_static(
            "reach",
            [](int points) {
                if (points < 0 || points > kTotalPoints)
                    throw nb::value_error("points are 0 to 120");
                return Goal::reach(points);
            },
            "points"_a)
        .def_static("no_trick", &Goal::no_trick)
        .def_static("all_tricks", &Goal::all_tricks)
        .def_static("impossible", &Goal::impossible)
        .def("__eq__",
             [](const Goal& a, nb::handle b) {
                 const Goal* other = nullptr;
                 return nb::try_cast<const Goal*>(b, other) && other != nullptr && a == *other;
             })
        .def("__hash__", [](const Goal& g) { return static_cast<int>(g.kind) << 8 | g.points; })
        .def("__repr__", [](const Goal& g) {
            switch (g.kind) {
                case Goal::Kind::kNoTrick:
                    return std::string("Goal.no_trick()");
                case Goal::Kind::kPoints:
                    return "Goal.reach(" + std::to_string(g.points) + ")";
                case Goal::Kind::kAllTricks:
                    return std::string("Goal.all_tricks()");
                default:
                    return std::string("Goal.impossible()");
            }
        });

    module.def(
        "announcements",
        [](std::uint32_t contract) { return announcements(checked_contract(contract)); },
        "contract"_a, "What is said of a contract besides its game, in order.");
    module.def("contracts", [] {
        std::vector<std::uint32_t> codes;
        for (const Contract& contract : all_contracts()) codes.push_back(contract.code());
        return codes;
    });

    nb::class_<Stakes>(module, "Stakes", "Seeger-Fabian points at stake in a game.")
        .def_ro("won", &Stakes::won)
        .def_ro("lost", &Stakes::lost)
        .def_ro("defender", &Stakes::defender);
    module.def(
        "stakes",
        [](int value) {
            if (value < 0 || value > 1000) throw nb::value_error("a game is worth 0 to 1000");
            return stakes(value);
        },
        "value"_a);

    nb::class_<View> view(module, "View");
    bind_table(view);
    view.def_ro("seat", &View::seat)
        .def_ro("dealt", &View::dealt)
        .def_ro("skat", &View::skat)
        .def_ro("discard", &View::discard)
        .def_prop_ro("hand", &View::hand)
        .def_prop_ro("is_over", [](const View& v) { return v.table.is_over(); })
        .def_prop_ro("to_move", [](const View& v) { return v.table.to_move(); })
        .def("legal_moves",
             [](const View& v) {
                 Moves moves;
                 v.legal_moves(moves);
                 return std::vector<Move>(moves.begin(), moves.end());
             })
        .def_static(
            "start",
            [](int seat, Cards dealt) {
                if (seat < 0 || seat >= kSeats) throw nb::value_error("seats are 0, 1 and 2");
                if (count(dealt) != kHandSize) throw nb::value_error("a hand has ten cards");
                View v;
                v.seat = seat;
                v.dealt = dealt;
                return v;
            },
            "seat"_a, "dealt"_a, "What a seat knows after the deal.")
        .def(
            "see",
            [](const View& before, Move move, Cards revealed) {
                if (!before.may_see(move, revealed)) {
                    throw nb::value_error("this seat cannot see that move here");
                }
                View after = before;
                after.see(move, revealed);
                return after;
            },
            "move"_a, "revealed"_a = 0,
            "The View after one more move; `revealed` are the cards that come with it.")
        .def_prop_ro(
            "goal",
            [](const View& v) {
                if (v.table.phase != Phase::kPlay || v.seat != v.table.declarer) {
                    throw nb::value_error("only the declarer, during cardplay, has a goal");
                }
                return hardest_goal_to_win(Knowledge::of(v), v.table.tricks, v.table.bid);
            },
            "What wins the declarer's game, whatever lies in a skat that was not picked up.")
        .def("count_worlds", [](const View& v) { return Worlds(v).count(); })
        .def(
            "world",
            [](const View& v, std::uint64_t index) {
                const Worlds worlds(v);
                if (index >= worlds.count()) throw nb::index_error("there are not so many worlds");
                const World world = worlds.nth(index);
                return std::pair(world.hands, world.skat);
            },
            "index"_a, "The hands and the skat of the world with this number.")
        .def("__eq__",
             [](const View& a, nb::handle b) {
                 const View* other = nullptr;
                 return nb::try_cast<const View*>(b, other) && other != nullptr && a == *other;
             })
        .def("__hash__", [](const View& v) {
            std::uint64_t h = derive_seed(v.seat, v.dealt, v.skat, v.discard, v.table.shown);
            for (std::size_t i = 0; i < v.history.size(); ++i) h = mix64(h ^ v.history[i]);
            return static_cast<std::int64_t>(h >> 1);
        });

    auto state = bind_game<State>(module);
    bind_table(state);
    state
        .def(
            "__init__",
            [](State* self, const std::array<Cards, kSeats>& hands, Cards skat) {
                new (self) State(checked_deal(hands, skat));
            },
            "hands"_a, "skat"_a)
        .def_static(
            "deal", [](std::uint64_t seed) { return State(Deal::random(seed)); }, "seed"_a)
        .def_prop_ro("hands", [](const State& s) { return s.hands(); })
        .def_prop_ro("skat", [](const State& s) { return s.skat(); })
        .def_prop_ro("dealt_hands", [](const State& s) { return s.deal().hands; })
        .def_prop_ro("dealt_skat", [](const State& s) { return s.deal().skat; })
        .def(
            "happen",
            [](const State& before, Move event) {
                if (!before.table().may_happen(event))
                    throw nb::value_error("this cannot happen here");
                State after = before;
                after.apply(event);
                return after;
            },
            "event"_a, "The state after something outside the order of play.")
        .def_prop_ro("goal",
                     [](const State& s) {
                         if (!s.table().declared) throw nb::value_error("no game is declared");
                         return s.goal();
                     })
        .def("result", [](const State& s) {
            if (!s.is_over() || !s.table().declared) {
                throw nb::value_error("there is no result: no game was declared and played out");
            }
            return s.result();
        });

    module.def(
        "game_value",
        [](std::uint32_t contract, Cards twelve) {
            return announced_value(checked_contract(contract), twelve);
        },
        "contract"_a, "twelve"_a, "What a contract is worth if just made with these twelve cards.");
    module.def(
        "matadors",
        [](std::uint32_t contract, Cards twelve) {
            const Contract checked = checked_contract(contract);
            return checked.type == GameType::kNull ? 0 : matadors(checked.type, twelve);
        },
        "contract"_a, "twelve"_a);
    module.def("points_in", &points_in, "cards"_a, "The card points of a set of cards.");
    module.def("bids", [] { return std::vector<int>(kBids.begin(), kBids.end()); });
    module.def("random_playouts", &random_playouts, "deals"_a, "repeats"_a, "contract"_a, "seed"_a);
    module.def("seats_of_play", &seats_of_play, "contract"_a, "cards"_a,
               "Who played each card, when forehand led the first of them.");
    module.def("random_cardplays", &random_cardplays, "games"_a, "contract"_a, "seed"_a);
}

}  // namespace kiebitz::bindings
