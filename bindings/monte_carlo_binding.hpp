// Binds the Monte Carlo search over one game: beliefs, evaluations, players, and the search itself.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "checks.hpp"
#include "players/monte_carlo.hpp"
#include "python_plugs.hpp"

namespace kiebitz::bindings {

/// Whether the user pressed Ctrl-C; called by searches that run without the GIL.
inline bool was_interrupted() {
    nb::gil_scoped_acquire acquire;
    return PyErr_Occurred() != nullptr || PyErr_CheckSignals() != 0;
}

/// After a search without the GIL: pass on a pending Ctrl-C.
inline void raise_pending() {
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
}

inline players::Rule checked_rule(const std::string& name) {
    if (name == "average") return players::Rule::kAverage;
    if (name == "vote") return players::Rule::kVote;
    if (name == "worst") return players::Rule::kWorst;
    throw nb::value_error("a decision is average, vote or worst");
}

inline players::MoreWork checked_work(std::optional<std::int64_t> worlds,
                                      std::optional<std::int64_t> nodes,
                                      std::optional<double> seconds) {
    players::MoreWork more;
    check(!worlds || *worlds > 0, "worlds must be at least 1");
    check(!nodes || *nodes > 0, "nodes must be at least 1");
    check(!seconds || *seconds >= 0, "seconds must not be below 0");
    if (worlds) more.worlds = static_cast<std::uint64_t>(*worlds);
    if (nodes) more.nodes = static_cast<std::uint64_t>(*nodes);
    more.seconds = seconds;
    more.interrupted = was_interrupted;
    return more;
}

template <class G>
void check_worlds(const typename G::View& view, const std::vector<typename G::World>& worlds) {
    const typename G::Worlds possible(view);
    for (const auto& world : worlds) {
        check(possible.contains(world), "a world contradicts the View");
    }
}

/// A value as Python has it: win and points.
using Pair = std::pair<double, double>;

/// The GIL is given back while native code thinks, unless the game itself is written in Python.
template <class G>
class WithoutGil {
  public:
    WithoutGil() {
        if constexpr (!requires { G::kNeedsGil; }) release_.emplace();
    }

  private:
    std::optional<nb::gil_scoped_release> release_;
};

template <class G, class BoundView, class ViewOf, class KnownOf>
void bind_monte_carlo(nb::module_& module, ViewOf view_of, KnownOf known_of);

template <class G, class BoundView, class ViewOf>
void bind_monte_carlo(nb::module_& module, ViewOf view_of) {
    bind_monte_carlo<G, BoundView>(module, view_of, view_of);
}

/// `view_of` turns the View that Python holds into the players', and refuses one in which the seat
/// is not to move. `known_of` does not: a seat may think of worlds while others play.
template <class G, class BoundView, class ViewOf, class KnownOf>
void bind_monte_carlo(nb::module_& module, ViewOf view_of, KnownOf known_of) {
    using World = typename G::World;
    using Belief = players::Belief<G>;
    using Evaluation = players::Evaluation<G>;
    using Player = players::Player<G>;
    using Search = players::MonteCarloSearch<G>;

    nb::class_<Belief>(module, "Belief", "How likely worlds are.")
        .def(
            "weigh",
            [known_of](const Belief& belief, const BoundView& view,
                       const std::vector<World>& worlds) {
                const typename G::View& seen = known_of(view);
                check_worlds<G>(seen, worlds);
                std::vector<double> weights(worlds.size());
                belief.weigh(seen, worlds, weights);
                return weights;
            },
            nb::arg("view"), nb::arg("worlds"), "The likelihood of every world, up to a factor.")
        .def(
            "draw",
            [known_of](const Belief& belief, const BoundView& view, int worlds, int candidates,
                       std::uint64_t seed, bool distinct) {
                check_range("worlds", worlds, 1, 1'000'000);
                check_range("candidates", candidates, 1, 10'000'000);
                players::DrawnWorlds<G> drawn;
                const typename G::View& seen = known_of(view);
                players::draw_worlds(belief, seen, worlds, candidates, seed, drawn, distinct);
                std::vector<std::pair<World, double>> list;
                for (std::size_t i = 0; i < drawn.size(); ++i) {
                    list.emplace_back(drawn.worlds[i], drawn.weights[i]);
                }
                return list;
            },
            nb::arg("view"), nb::arg("worlds"), nb::arg("candidates"), nb::arg("seed"),
            nb::arg("distinct") = false,
            "Worlds with their weights: all if there are no more, else drawn.");
    module.def("uniform_belief", []() -> std::shared_ptr<Belief> {
        return std::make_shared<players::UniformBelief<G>>();
    });
    module.def(
        "python_belief",
        [](nb::object object) -> std::shared_ptr<Belief> {
            return std::make_shared<PythonBelief<G>>(std::move(object));
        },
        nb::arg("object"), "An object with weigh(view, worlds).");

    nb::class_<Player>(module, "Player", "Chooses moves.")
        .def(
            "choose",
            [view_of](const Player& player, const BoundView& view, std::uint64_t seed) {
                const typename G::View& seen = view_of(view);
                const auto own = player.clone();
                players::Work work;
                const WithoutGil<G> released;
                return own->choose(seen, seed, work);
            },
            nb::arg("view"), nb::arg("seed"), "The number of the chosen move.");
    module.def("random_player", []() -> std::shared_ptr<Player> {
        return std::make_shared<players::RandomPlayer<G>>();
    });
    module.def(
        "python_player",
        [](nb::object object) -> std::shared_ptr<Player> {
            return std::make_shared<PythonPlayer<G>>(Held(std::move(object)));
        },
        nb::arg("object"), "An object with choose(view, seed).");

    nb::class_<Evaluation>(module, "Evaluation", "What moves are worth in a world.")
        .def(
            "evaluate",
            [view_of](const Evaluation& evaluation, const BoundView& view,
                      const std::vector<World>& worlds, std::uint64_t seed,
                      const std::optional<std::vector<Move>>& some) {
                const typename G::View& seen = view_of(view);
                check_worlds<G>(seen, worlds);
                typename G::Moves legal;
                G::legal_moves(seen, legal);
                std::vector<Move> moves(legal.begin(), legal.end());
                if (some) {
                    for (Move move : *some) {
                        check(std::find(moves.begin(), moves.end(), move) != moves.end(),
                              "a move is not legal");
                    }
                    check(!some->empty() && std::is_sorted(some->begin(), some->end()),
                          "moves must be named in ascending order");
                    moves = *some;
                }
                const auto own = evaluation.clone();
                std::vector<players::Value> row(moves.size());
                std::vector<std::vector<Pair>> rows;
                players::Work work;
                players::Cost cost;
                for (std::size_t i = 0; i < worlds.size(); ++i) {
                    const WithoutGil<G> released;
                    own->evaluate(seen, worlds[i], derive_seed(seed, 1, i), moves, row, work, cost);
                    rows.emplace_back();
                    for (const auto& value : row) rows[i].emplace_back(value.win, value.points);
                }
                return rows;
            },
            nb::arg("view"), nb::arg("worlds"), nb::arg("seed") = 0, nb::arg("moves") = nb::none(),
            "A row for every world: win and points of every legal move, or of some.");
    module.def(
        "python_evaluation",
        [](nb::object object) -> std::shared_ptr<Evaluation> {
            return std::make_shared<PythonEvaluation<G>>(Held(std::move(object)));
        },
        nb::arg("object"), "An object with evaluate(view, world, moves, seed).");
    module.def(
        "playout_evaluation",
        [](const Player& player) -> std::shared_ptr<Evaluation> {
            return std::make_shared<players::PlayoutEvaluation<G>>(player.clone());
        },
        nb::arg("player"));
    module.def(
        "blended_evaluation",
        [](const Evaluation& first, const Evaluation& second,
           double share) -> std::shared_ptr<Evaluation> {
            check_chance("share", share);
            return std::make_shared<players::BlendedEvaluation<G>>(first.clone(), second.clone(),
                                                                   share);
        },
        nb::arg("first"), nb::arg("second"), nb::arg("share"));
    module.def(
        "monte_carlo_player",
        [](std::shared_ptr<Belief> belief, const Evaluation& evaluation, int worlds, int candidates,
           const std::string& decision, bool distinct, double margin) -> std::shared_ptr<Player> {
            check_range("worlds", worlds, 1, 1'000'000);
            check_range("candidates", candidates, 1, 10'000'000);
            players::MonteCarloOptions options;
            options.rule = checked_rule(decision);
            options.worlds = worlds;
            options.candidates = candidates;
            options.distinct = distinct;
            check(margin >= 0, "a margin is zero or more");
            options.margin = margin;
            return std::make_shared<players::MonteCarloPlayer<G>>(std::move(belief),
                                                                  evaluation.clone(), options);
        },
        nb::arg("belief"), nb::arg("evaluation"), nb::arg("worlds"), nb::arg("candidates"),
        nb::arg("decision") = "average", nb::arg("distinct") = false, nb::arg("margin") = 0.0);

    nb::class_<Search>(module, "MonteCarloSearch",
                       "Values every move in worlds of a belief and adds up; goes on when asked.")
        .def(
            "__init__",
            [view_of](Search* self, const BoundView& view, std::shared_ptr<Belief> belief,
                      const Evaluation& evaluation, const std::string& decision, int worlds,
                      int candidates, std::uint64_t seed, int threads, double margin, bool remember,
                      bool distinct) {
                const typename G::View& seen = view_of(view);
                check_range("worlds", worlds, 1, 1'000'000);
                check_range("candidates", candidates, 1, 10'000'000);
                check_range("threads", threads, 1, 1024);
                check(margin >= 0, "a margin is zero or more");
                players::MonteCarloOptions options{checked_rule(decision),
                                                   worlds,
                                                   candidates,
                                                   threads,
                                                   margin,
                                                   remember,
                                                   distinct};
                if constexpr (requires { G::kNeedsGil; }) options.threads = 1;
                new (self) Search(std::move(belief), evaluation.clone(), options);
                self->start(seen, seed);
            },
            nb::arg("view"), nb::arg("belief"), nb::arg("evaluation"), nb::kw_only(),
            nb::arg("decision") = "average", nb::arg("worlds") = 160, nb::arg("candidates") = 5000,
            nb::arg("seed") = 0, nb::arg("threads") = 1, nb::arg("margin") = 0.0,
            nb::arg("remember") = false, nb::arg("distinct") = false)
        .def(
            "run",
            [](Search& search, std::optional<std::int64_t> worlds,
               std::optional<std::int64_t> nodes, std::optional<double> seconds) {
                const auto more = checked_work(worlds, nodes, seconds);
                bool goes_on = false;
                {
                    const WithoutGil<G> released;
                    goes_on = search.run(more);
                }
                raise_pending();
                return goes_on;
            },
            nb::arg("worlds") = nb::none(), nb::arg("nodes") = nb::none(),
            nb::arg("seconds") = nb::none(),
            "Thinks on, for so much more of each; False when there is nothing left to think of.")
        .def(
            "keep",
            [](Search& search, const std::vector<std::size_t>& places) {
                check(!places.empty(), "at least one move is wanted");
                check(!search.drops(), "a search with a margin keeps what is not behind");
                for (std::size_t i = 0; i < places.size(); ++i) {
                    check(places[i] < search.moves().size(), "there is no such move");
                    check(i == 0 || places[i - 1] < places[i],
                          "moves must be named in ascending order");
                }
                search.keep(places);
            },
            nb::arg("places"), "From now on values only the moves at these places.")
        .def_prop_ro("best", &Search::best)
        .def_prop_ro("moves",
                     [](const Search& search) {
                         return std::vector<Move>(search.moves().begin(), search.moves().end());
                     })
        .def_prop_ro("values",
                     [](const Search& search) {
                         std::vector<Pair> values;
                         for (std::size_t i = 0; i < search.moves().size(); ++i) {
                             values.emplace_back(search.value(i).win, search.value(i).points);
                         }
                         return values;
                     })
        .def_prop_ro(
            "errors",
            [](const Search& search) {
                std::vector<Pair> errors;
                for (std::size_t i = 0; i < search.moves().size(); ++i) {
                    errors.emplace_back(search.error(i).win, search.error(i).points);
                }
                return errors;
            },
            "The standard errors of the values.")
        .def_prop_ro(
            "merits",
            [](const Search& search) {
                std::vector<double> merits;
                for (std::size_t i = 0; i < search.moves().size(); ++i) {
                    merits.push_back(search.merit(i));
                }
                return merits;
            },
            "The one number by which each move is compared.")
        .def_prop_ro("merit_errors",
                     [](const Search& search) {
                         std::vector<double> errors;
                         for (std::size_t i = 0; i < search.moves().size(); ++i) {
                             errors.push_back(search.merit_error(i));
                         }
                         return errors;
                     })
        .def_prop_ro(
            "running",
            [](const Search& search) {
                return std::vector<std::size_t>(search.running().begin(), search.running().end());
            },
            "The places of the moves that were not dropped.")
        .def(
            "leads_of",
            [](const Search& search, std::size_t place, double doubt) {
                check(place < search.moves().size(), "there is no such move");
                check(doubt >= 0, "a doubt is zero or more");
                std::vector<std::tuple<double, double, double, double>> list;
                for (const auto& lead : search.leads_of(place, doubt)) {
                    list.emplace_back(lead.points, lead.error, lead.wins, lead.spread);
                }
                return list;
            },
            nb::arg("place"), nb::arg("doubt") = 0.0,
            "How far the move at this place is ahead of each move: points, their standard error, "
            "wins, and how much the points differ from world to world, over the remembered worlds "
            "in which both were valued.")
        .def_prop_ro("exhaustive", &Search::is_exhaustive,
                     "Whether every possible world was valued.")
        .def_prop_ro("worlds", &Search::worlds)
        .def_prop_ro("draws", &Search::draws,
                     "The worlds that were asked for; one drawn twice counts twice.")
        .def_prop_ro("nodes", &Search::nodes)
        .def_prop_ro("seconds", &Search::seconds)
        .def_prop_ro("mean_depth", &Search::mean_depth)
        .def_prop_ro("finished", &Search::is_finished)
        .def(
            "remembered",
            [](const Search& search, std::optional<std::size_t> first) {
                using Row = std::vector<std::optional<Pair>>;
                std::vector<std::tuple<World, double, Row>> list;
                const auto& drawn = search.remembered();
                const std::size_t moves = search.moves().size();
                const std::size_t end = std::min(first.value_or(drawn.size()), drawn.size());
                for (std::size_t i = 0; i < end; ++i) {
                    Row row;
                    for (const auto& value : search.remembered_values().subspan(i * moves, moves)) {
                        row.push_back(std::isnan(value.points)
                                          ? std::nullopt
                                          : std::optional(Pair(value.win, value.points)));
                    }
                    list.emplace_back(drawn.worlds[i], drawn.weights[i], std::move(row));
                }
                return list;
            },
            nb::arg("first") = nb::none(),
            "Every world that counts, or only so many first ones, with its weight and what each "
            "move is worth in it.");
}

}  // namespace kiebitz::bindings
