// Binds a game with texts and the searches for several players over it.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "game_binding.hpp"
#include "monte_carlo_binding.hpp"
#include "players/whole_states.hpp"
#include "search/multiplayer/search.hpp"

namespace kiebitz::bindings {

/// Depth, nodes and seconds as Python gives them: none is no bound.
inline multiplayer::Limits checked_limits(std::optional<std::int64_t> depth,
                                          std::optional<std::int64_t> nodes,
                                          std::optional<double> seconds) {
    multiplayer::Limits limits;
    if (depth) {
        if (*depth < 1) throw nb::value_error("the depth must be at least 1");
        limits.depth = static_cast<int>(std::min<std::int64_t>(*depth, multiplayer::kMaxDepth - 1));
    }
    if (nodes) {
        if (*nodes < 1) throw nb::value_error("the number of nodes must be at least 1");
        limits.nodes = static_cast<std::uint64_t>(*nodes);
    }
    if (seconds) {
        if (!(*seconds > 0)) throw nb::value_error("the seconds must be more than 0");
        limits.seconds = *seconds;
    }
    limits.watch = [] {
        if (was_interrupted()) throw LimitReached{};
    };
    return limits;
}

inline void check_options(const multiplayer::SearchOptions& options) {
    if (options.maxn.width < 1 || options.paranoid.width < 1) {
        throw nb::value_error("the width must be at least 1");
    }
    if (options.table_entries > (std::size_t{1} << 26)) {
        throw nb::value_error("the table must not have more than 2^26 entries");
    }
}

template <class S>
void check_running(const S& state) {
    if (state.is_over()) throw nb::value_error("the game is over: there is nothing to search");
}

/// Positions after `depth` moves, counted with repetition.
template <class S>
std::uint64_t count_leaves(S& state, int depth) {
    if (depth == 0) return 1;
    if (state.is_over()) return 0;
    typename S::Moves moves;
    state.legal_moves(moves);
    if (depth == 1) return moves.size();
    std::uint64_t leaves = 0;
    for (const Move move : moves) {
        const auto token = state.apply(move);
        leaves += count_leaves(state, depth - 1);
        state.undo(move, token);
    }
    return leaves;
}

/// Adds what every seat scores; some games know that without asking seat by seat.
template <class S, class Sums>
void add_scores(const S& state, Sums& sums) {
    if constexpr (requires { state.add_scores(sums); }) {
        state.add_scores(sums);
    } else {
        for (int s = 0; s < state.players(); ++s) sums[s] += state.score(s);
    }
}

/// Visits every line of so many moves; adds up what the seats score there when all play at random.
/// Returns the number of positions.
template <class S>
std::uint64_t add_expected_scores(S& state, int depth, double chance, std::span<double> scores) {
    const int seats = static_cast<int>(scores.size());
    if (depth == 0 || state.is_over()) {
        for (int s = 0; s < seats; ++s) scores[s] += chance * state.score(s);
        return 0;
    }
    typename S::Moves moves;
    state.legal_moves(moves);
    std::uint64_t positions = moves.size();
    const double each = chance / static_cast<double>(moves.size());
    if (depth == 1) {
        // All ends have the same weight here.
        std::array<std::int64_t, multiplayer::kMaxPlayers> sums{};
        for (const Move move : moves) {
            const auto token = state.apply(move);
            add_scores(state, sums);
            state.undo(move, token);
        }
        for (int s = 0; s < seats; ++s) scores[s] += each * static_cast<double>(sums[s]);
        return positions;
    }
    for (const Move move : moves) {
        const auto token = state.apply(move);
        positions += add_expected_scores(state, depth - 1, each, scores);
        state.undo(move, token);
    }
    return positions;
}

/// A legal move, all equally likely; some games know one without listing all.
template <class S>
Move any_move(const S& state, Random& random) {
    if constexpr (requires {
                      { state.random_move(random) } -> std::same_as<Move>;
                  }) {
        return state.random_move(random);
    } else {
        typename S::Moves moves;
        state.legal_moves(moves);
        return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    }
}

/// Plays games to the end, each from `start(random)` and each move by `choose(state, random)`;
/// returns the number of moves.
template <class Start, class Choose>
std::uint64_t play_games(std::uint64_t games, std::uint64_t seed, Start&& start, Choose&& choose) {
    const nb::gil_scoped_release release;
    std::uint64_t played = 0;
    for (std::uint64_t game = 0; game < games; ++game) {
        Random random(derive_seed(seed, game));
        auto state = start(random);
        for (; !state.is_over(); ++played) state.apply(choose(state, random));
    }
    return played;
}

/// Runs `ask(search, state, depth, moves)` with a paranoid search over the position.
template <class Answer, class O, class S, class WithEvaluation, class Ask>
Answer zero_window(const S& s, const WithEvaluation& with_evaluation, const std::string& evaluation,
                   const multiplayer::SearchOptions& options, const multiplayer::Limits& limits,
                   Ask&& ask) {
    check_running(s);
    check_options(options);
    Answer answer{};
    bool ran_out = false;
    with_evaluation(evaluation, [&](const auto& chosen) {
        nb::gil_scoped_release release;
        S state = s;
        const O order;
        typename S::Moves moves;
        state.legal_moves(moves);
        order.order(state, moves);
        Budget budget(limits);
        multiplayer::Statistics statistics;
        multiplayer::ParanoidSearch<S, std::remove_cvref_t<decltype(chosen)>, O> search(
            chosen, order, options.paranoid, budget, statistics);
        try {
            answer = ask(search, state, limits.depth, moves);
        } catch (const LimitReached&) {
            ran_out = true;
        }
    });
    raise_pending();
    if (ran_out) throw nb::value_error("the nodes ran out before the question was answered");
    return answer;
}

/// Adds State, its texts, perft, playouts and `search` (and `average` over worlds) to a module.
/// `with_evaluation(name, use)` calls `use` with the evaluation of that name.
template <class S, class O, class Parse, class ParseRules, class WithEvaluation>
nb::class_<S> bind_multiplayer_game(nb::module_& module, Parse parse_position, ParseRules rules_of,
                                    WithEvaluation with_evaluation) {
    nb::class_<S> state = bind_game<S>(module);
    state
        .def_static(
            "deal",
            [rules_of](std::string_view rules, std::uint64_t seed) {
                Random random(seed);
                return S::deal(rules_of(rules), random);
            },
            nb::arg("rules"), nb::arg("seed"))
        .def_static(
            "parse", [parse_position](std::string_view text) { return parse_position(text); },
            nb::arg("text"))
        .def_prop_ro("text", [](const S& s) { return text_of(s); })
        .def_prop_ro("drawing", [](const S& s) { return draw(s); })
        .def(
            "move_text",
            [](const S& s, Move move) {
                check_move(s, move);
                return move_text(s, move);
            },
            nb::arg("move"))
        .def("move_texts",
             [](const S& s) {
                 std::vector<std::string> texts;
                 for (const Move move : list_legal_moves(s)) texts.push_back(move_text(s, move));
                 return texts;
             })
        .def(
            "parse_move", [](const S& s, std::string_view text) { return parse_move(s, text); },
            nb::arg("text"))
        .def(
            "evaluate",
            [with_evaluation](const S& s, const std::string& evaluation) {
                std::vector<Score> values;
                with_evaluation(evaluation, [&](const auto& chosen) {
                    const auto all = chosen.value(s);
                    values.assign(all.begin(), all.begin() + s.players());
                });
                return values;
            },
            nb::arg("evaluation"))
        .def(
            "perft",
            [](const S& s, int depth) {
                if (depth < 0 || depth > 64) throw nb::value_error("the depth must be 0 to 64");
                S copy = s;
                nb::gil_scoped_release release;
                return count_leaves(copy, depth);
            },
            nb::arg("depth"), "Positions after so many moves, counted with repetition.")
        .def(
            "expected_scores",
            [](const S& s, int depth) {
                if (depth < 0 || depth > 64) throw nb::value_error("the depth must be 0 to 64");
                S copy = s;
                nb::gil_scoped_release release;
                std::vector<double> scores(static_cast<std::size_t>(s.players()));
                const std::uint64_t positions = add_expected_scores(copy, depth, 1.0, scores);
                return std::pair(positions, scores);
            },
            nb::arg("depth"),
            "Positions within so many moves, and the mean scores there when all play at random.")
        .def(
            "random_playouts",
            [](const S& s, std::uint64_t games, std::uint64_t seed) {
                return play_games(
                    games, seed, [&](Random&) { return s; },
                    [](const S& state, Random& random) { return any_move(state, random); });
            },
            nb::arg("games"), nb::arg("seed"),
            "Plays random games from here to the end; returns the number of moves.")
        .def(
            "successors",
            [](const S& s) {
                std::vector<S> seen;
                std::unordered_multimap<std::uint64_t, std::size_t> by_hash;
                for (const Move move : list_legal_moves(s)) {
                    S after = s;
                    after.apply(move);
                    bool known = false;
                    const auto [from, to] = by_hash.equal_range(after.hash());
                    for (auto at = from; at != to; ++at) known = known || seen[at->second] == after;
                    if (known) continue;
                    by_hash.emplace(after.hash(), seen.size());
                    seen.push_back(after);
                }
                return seen.size();
            },
            "The number of different positions after one move.");

    module.def(
        "random_playouts",
        [rules_of](std::string_view rules, std::uint64_t games, std::uint64_t seed) {
            const auto chosen = rules_of(rules);
            return play_games(
                games, seed, [&](Random& random) { return S::deal(chosen, random); },
                [](const S& state, Random& random) { return any_move(state, random); });
        },
        nb::arg("rules"), nb::arg("games"), nb::arg("seed"),
        "Plays random games to the end; returns the number of moves.");

    module.def(
        "search",
        [with_evaluation](const S& s, const std::string& evaluation,
                          multiplayer::SearchOptions options, std::optional<std::int64_t> depth,
                          std::optional<std::int64_t> nodes, std::optional<double> seconds,
                          const multiplayer::HistoryTable* history,
                          multiplayer::HistoryTable* learn) {
            check_running(s);
            check_options(options);
            options.history = history;
            options.learn = learn;
            const auto limits = checked_limits(depth, nodes, seconds);
            multiplayer::SearchResult result;
            with_evaluation(evaluation, [&](const auto& chosen) {
                nb::gil_scoped_release release;
                result = multiplayer::search(s, chosen, O{}, options, limits);
            });
            raise_pending();
            return result;
        },
        nb::arg("state"), nb::arg("evaluation"), nb::arg("options"),
        nb::arg("depth").none() = nb::none(), nb::arg("nodes").none() = nb::none(),
        nb::arg("seconds").none() = nb::none(), nb::arg("history").none() = nb::none(),
        nb::arg("learn").none() = nb::none());

    module.def(
        "is_above",
        [with_evaluation](const S& s, const std::string& evaluation,
                          const multiplayer::SearchOptions& options, Score bound,
                          std::int64_t depth, std::optional<std::int64_t> nodes) {
            return zero_window<bool, O>(
                s, with_evaluation, evaluation, options, checked_limits(depth, nodes, {}),
                [bound](auto& search, S& state, int ahead, const auto& moves) {
                    return multiplayer::is_above(search, state, ahead, moves, bound);
                });
        },
        nb::arg("state"), nb::arg("evaluation"), nb::arg("options"), nb::arg("bound"),
        nb::arg("depth"), nb::arg("nodes").none() = nb::none(),
        "Whether the paranoid value is above a bound, by a search with an empty window.");
    module.def(
        "values_by_depth",
        [with_evaluation](const S& s, const std::string& evaluation,
                          const multiplayer::SearchOptions& options, Score start, Score step,
                          std::int64_t depth, std::optional<std::int64_t> nodes) {
            return zero_window<std::vector<Score>, O>(
                s, with_evaluation, evaluation, options, checked_limits(depth, nodes, {}),
                [start, step](auto& search, S& state, int ahead, const auto& moves) {
                    return multiplayer::values_by_depth(search, state, ahead, moves, start, step);
                });
        },
        nb::arg("state"), nb::arg("evaluation"), nb::arg("options"), nb::arg("start"),
        nb::arg("step"), nb::arg("depth"), nb::arg("nodes").none() = nb::none(),
        "The paranoid value of depth 1, 2, …, one question a depth.");

    if constexpr (HiddenGame<S>) {
        using View = typename S::View;
        state.def(
            "drawing_for",
            [](const S& s, int seat) {
                check_seat(s, seat);
                return draw(s, seat);
            },
            nb::arg("seat"), "What this seat sees, for people.");
        nb::class_<View>(module, "View")
            .def_prop_ro("seat", &View::whose)
            .def_prop_ro("text", [](const View& view) { return text_of(view); })
            .def_prop_ro("drawing",
                         [](const View& view) {
                             // What the seat sees is the same in every world.
                             Random random(derive_seed(0));
                             return draw(S::sample(view, random), view.whose());
                         })
            .def_static(
                "parse",
                [parse_position](std::string_view text, int seat) {
                    if (seat < 0) throw nb::value_error("seats are counted from 0");
                    View view;
                    parse_view(text, seat, view);
                    // A world that fits shows that the View is possible at all, and its text that
                    // it keeps the rules.
                    Random random(derive_seed(0));
                    const S world = S::sample(view, random);
                    if (!world.is_consistent_with(view)) {
                        throw nb::value_error("no cards of the other seats fit what this one sees");
                    }
                    if (parse_position(text_of(world)).view(seat) == view) return view;
                    throw nb::value_error("what this seat sees does not fit together");
                },
                nb::arg("text"), nb::arg("seat"))
            .def("__eq__", [](const View& a, nb::handle b) {
                const View* other = nullptr;
                return nb::try_cast<const View*>(b, other) && other != nullptr && a == *other;
            });
        using G = players::WholeStates<S>;
        bind_monte_carlo<G, View>(module, [](const View& view) -> const View& {
            Random random(derive_seed(0));
            const S world = S::sample(view, random);
            check_running(world);
            if (world.to_move() != view.whose()) throw nb::value_error("another seat is to move");
            return view;
        });
        module.def(
            "search_evaluation",
            [with_evaluation](
                const std::string& evaluation, const multiplayer::SearchOptions& options,
                std::optional<std::int64_t> depth, std::optional<std::int64_t> nodes) {
                check_options(options);
                const auto limits = checked_limits(depth, nodes, {});
                std::shared_ptr<players::Evaluation<G>> found;
                with_evaluation(evaluation, [&](const auto& chosen) {
                    using E = std::remove_cvref_t<decltype(chosen)>;
                    found = std::make_shared<players::OpenSearch<S, E, O>>(chosen, options, limits);
                });
                return found;
            },
            nb::arg("evaluation"), nb::arg("options"), nb::arg("depth").none() = nb::none(),
            nb::arg("nodes").none() = nb::none(),
            "Searches every world as if all cards lay open; depth and nodes are for each world.");
    }
    return state;
}

/// The evaluations of trick games and Cribbage: `estimate`, and `score` for what is sure.
template <class E>
auto named_evaluation() {
    return [](const std::string& name, auto&& use) {
        if (name != "estimate" && name != "score") {
            throw nb::value_error(
                ("there is no evaluation '" + name + "'; estimate, score").c_str());
        }
        use(E(name == "estimate"));
    };
}

}  // namespace kiebitz::bindings
