// Random trees as games with a text: what a tree was drawn from, its seed, and the moves so far.
//
// The trees themselves know only the hash of a path; here the path is kept, so that positions can
// be written, read back and compared.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "cards/random.hpp"
#include "games/game.hpp"
#include "games/synthetic/maxn_tree.hpp"
#include "games/synthetic/prefix_tree.hpp"
#include "games/text_fields.hpp"

namespace kiebitz::synthetic {

/// `Tree` says what it was drawn from (`Tree::Parameters`), and what its scores can be.
template <class Tree>
class PathGame {
  public:
    static constexpr int max_depth = 64;
    using Rules = typename Tree::Parameters;
    using Moves = typename Tree::Moves;
    using Undo = typename Tree::Undo;

    PathGame(const Rules& rules, std::uint64_t seed)
        : rules_(rules), seed_(seed), tree_(rules, seed) {}
    static PathGame deal(const Rules& rules, Random& random) { return {rules, random()}; }

    const Rules& rules() const { return rules_; }
    std::uint64_t seed() const { return seed_; }
    const Tree& tree() const { return tree_; }
    int length() const { return length_; }
    Move move_at(int ply) const { return path_[ply]; }

    int players() const { return tree_.players(); }
    int to_move() const { return tree_.to_move(); }
    bool is_over() const { return tree_.is_over(); }
    void legal_moves(Moves& moves) const { tree_.legal_moves(moves); }
    Undo apply(Move move) {
        path_[length_++] = static_cast<std::uint8_t>(move);
        return tree_.apply(move);
    }
    void undo(Move move, const Undo& before) {
        tree_.undo(move, before);
        path_[--length_] = 0;
    }
    Score score(int seat) const { return tree_.score(seat); }
    std::uint64_t hash() const { return tree_.hash(); }
    bool operator==(const PathGame& other) const {
        return rules_ == other.rules_ && seed_ == other.seed_ && length_ == other.length_ &&
               path_ == other.path_;
    }

  private:
    Rules rules_;
    std::uint64_t seed_;
    Tree tree_;
    std::array<std::uint8_t, max_depth> path_{};
    int length_ = 0;
};

using PrefixGame = PathGame<PrefixTree>;
using MaxnGame = PathGame<MaxnTree>;
static_assert(Game<PrefixGame> && Game<MaxnGame>);

/// The scores of a tree as values that are not below zero, with the bounds that prunings need.
/// Prefix value trees can be seen through their noise.
class TreeEvaluation {
  public:
    using Values = std::array<Score, 6>;

    explicit TreeEvaluation(bool noisy) : noisy_(noisy) {}

    template <class S>
    Values value(const S& state) const {
        Values values{};
        for (int s = 0; s < state.players(); ++s) {
            values[s] = seen(state, s) - lowest(state.rules());
        }
        return values;
    }
    template <class S>
    Score highest(const S& state) const {
        return best(state.rules()) - lowest(state.rules());
    }
    template <class S>
    Score total(const S& state) const {
        return sum(state.rules()) - state.players() * lowest(state.rules());
    }
    Score step() const { return 1; }
    template <class S>
    Score least(const S&, int) const {
        return 0;
    }
    template <class S>
    Score most(const S& state, int) const {
        return highest(state);
    }

  private:
    template <class S>
    Score seen(const S& state, int seat) const {
        if constexpr (requires { state.tree().evaluate(seat); }) {
            if (noisy_ && !state.is_over()) return state.tree().evaluate(seat);
        }
        return state.score(seat);
    }
    static Score most_damage(const PrefixParameters& rules) {
        const int error = rules.noise < 0 ? -4 * rules.noise : rules.noise;
        return rules.damage * rules.depth + error;
    }
    static Score lowest(const PrefixParameters& rules) { return -most_damage(rules); }
    static Score best(const PrefixParameters& rules) { return most_damage(rules); }
    static Score sum(const PrefixParameters&) { return 0; }
    static Score lowest(const MaxnParameters&) { return 0; }
    static Score best(const MaxnParameters& rules) { return rules.total; }
    static Score sum(const MaxnParameters& rules) {
        return rules.constant_sum ? rules.total : rules.players * rules.total;
    }
    template <class Rules>
    static Score lowest(const Rules&) {
        return -1;
    }
    template <class Rules>
    static Score best(const Rules&) {
        return 1;
    }
    template <class Rules>
    static Score sum(const Rules&) {
        return 0;
    }

    bool noisy_;
};

// The texts: `PARAMETERS SEED PATH`, a path being move numbers joined by dots, or `-`.

inline std::string rules_text(const PrefixParameters& rules) {
    return text::join(std::array{rules.least_branching, rules.most_branching, rules.damage,
                                 rules.noise, rules.depth},
                      5);
}
inline std::string rules_text(const MaxnParameters& rules) {
    return text::join(std::array{rules.players, rules.branching, rules.depth, rules.total,
                                 rules.constant_sum ? 1 : 0},
                      5);
}

inline PrefixParameters parse_prefix_rules(std::string_view token) {
    const auto n =
        text::numbers(token, 5, -1000, 1000, "branching (least, most), damage, noise, depth");
    if (n[0] < 1 || n[2] < 0 || n[1] < n[0] || n[1] > PrefixTree::max_branching || n[4] < 1 ||
        n[4] > PrefixGame::max_depth) {
        text::fail("'" + std::string(token) +
                   "' are not parameters of a prefix value tree, like 4,12,6,4,10");
    }
    return {n[0], n[1], n[2], n[3], n[4]};
}
inline MaxnParameters parse_maxn_rules(std::string_view token) {
    const auto n =
        text::numbers(token, 5, 0, 1'000'000, "players, branching, depth, total, constant sum");
    if (n[0] < 2 || n[0] > 6 || n[1] < 1 || n[1] > MaxnTree::max_branching || n[2] < 1 ||
        n[2] > MaxnGame::max_depth || n[4] > 1) {
        text::fail("'" + std::string(token) + "' are not parameters of a tree, like 3,4,6,100,1");
    }
    return {n[0], n[1], n[2], n[3], n[4] == 1};
}

inline std::uint64_t parse_seed(std::string_view token) {
    std::uint64_t seed = 0;
    const auto end = token.data() + token.size();
    const auto result = std::from_chars(token.data(), end, seed);
    if (result.ec != std::errc{} || result.ptr != end) {
        text::fail("'" + std::string(token) + "' is not a seed");
    }
    return seed;
}

template <class S>
std::string path_text(const S& state) {
    std::string text;
    for (int ply = 0; ply < state.length(); ++ply) {
        text += (ply > 0 ? "." : "") + std::to_string(state.move_at(ply));
    }
    return text.empty() ? "-" : text;
}
/// Plays the moves of a path; each must be legal.
template <class S>
void follow_path(std::string_view token, S& state) {
    if (token == "-") return;
    for (auto part : text::split(token, '.')) {
        typename S::Moves moves;
        state.legal_moves(moves);
        const auto move = static_cast<Move>(text::number(part, 0, 255, "a move"));
        if (!moves.contains(move)) {
            text::fail("'" + std::string(part) + "' is not legal on the path " +
                       std::string(token));
        }
        state.apply(move);
    }
}

template <class Tree>
std::string text_of(const PathGame<Tree>& state) {
    return rules_text(state.rules()) + ' ' + std::to_string(state.seed()) + ' ' + path_text(state);
}
template <class S, class ParseRules>
S parse_path_game(std::string_view position, ParseRules parse_rules) {
    const auto fields = text::fields(position, 3, "a position of a random tree");
    S state(parse_rules(fields[0]), parse_seed(fields[1]));
    follow_path(fields[2], state);
    return state;
}
inline PrefixGame parse_prefix_game(std::string_view position) {
    return parse_path_game<PrefixGame>(position, parse_prefix_rules);
}
inline MaxnGame parse_maxn_game(std::string_view position) {
    return parse_path_game<MaxnGame>(position, parse_maxn_rules);
}

/// The position for people; a seat need not know the scores in its hidden world.
template <class S>
std::string draw(const S& state, int seen_by = -1) {
    std::string text = "path: " + path_text(state) + '\n';
    if (!state.is_over()) return text + "seat " + std::to_string(state.to_move()) + " to move\n";
    if (seen_by >= 0) return text;
    text += "scores:";
    for (int s = 0; s < state.players(); ++s) text += ' ' + std::to_string(state.score(s));
    return text + '\n';
}
template <class S>
std::string move_text(const S&, Move move) {
    return std::to_string(move);
}
template <class S>
Move parse_move(const S&, std::string_view token) {
    return static_cast<Move>(text::number(token, 0, 255, "a move"));
}

}  // namespace kiebitz::synthetic
