// BCD games as text: `PARAMETERS SEED TYPES PATH`, with types `3.5` for the first and the second
// player. What one seat sees has `??` for the other's type, and in one more field the types that
// the other may have, joined by dots.
#pragma once

#include <array>
#include <charconv>
#include <memory>
#include <string>
#include <string_view>

#include "games/synthetic/bcd_tree.hpp"
#include "games/synthetic/path_game.hpp"

namespace kiebitz::synthetic {

inline std::string chance_text(double chance) {
    std::array<char, 32> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), chance).ptr};
}
inline double parse_chance(std::string_view token) {
    double chance = -1;
    const auto end = token.data() + token.size();
    const auto result = std::from_chars(token.data(), end, chance);
    if (result.ec != std::errc{} || result.ptr != end || !(chance >= 0 && chance <= 1)) {
        text::fail("'" + std::string(token) + "' is not a chance from 0 to 1");
    }
    return chance;
}

inline std::string rules_text(const BcdParameters& rules) {
    return chance_text(rules.bias) + ',' + chance_text(rules.correlation) + ',' +
           chance_text(rules.disambiguation) + ',' +
           text::join(
               std::array{rules.types, rules.moves, static_cast<int>(rules.bias_for),
                          static_cast<int>(rules.halving), static_cast<int>(rules.split_time),
                          rules.split_before_first_move ? 1 : 0},
               6);
}
inline BcdParameters parse_bcd_rules(std::string_view token) {
    const auto parts = text::split(token, ',');
    if (parts.size() != 9) {
        text::fail("'" + std::string(token) +
                   "' are not parameters of a BCD tree, like 0.8,0.9,0.6,8,9,3,0,0,1");
    }
    BcdParameters rules;
    rules.bias = parse_chance(parts[0]);
    rules.correlation = parse_chance(parts[1]);
    rules.disambiguation = parse_chance(parts[2]);
    rules.types = text::number(parts[3], 1, BcdTree::max_types, "a number of types");
    rules.moves = text::number(parts[4], 1, BcdTree::max_moves, "a number of moves");
    rules.bias_for = static_cast<BiasFor>(text::number(parts[5], 0, 3, "a bias"));
    rules.halving = static_cast<Halving>(text::number(parts[6], 0, 1, "a halving"));
    rules.split_time = static_cast<SplitTime>(text::number(parts[7], 0, 1, "a time to split"));
    rules.split_before_first_move = text::number(parts[8], 0, 1, "yes or no") == 1;
    return rules;
}

inline std::string text_of(const BcdGame& game) {
    const BcdTree& tree = game.tree();
    return rules_text(tree.parameters()) + ' ' + std::to_string(tree.seed()) + ' ' +
           std::to_string(tree.type_of(game.world(), 0)) + '.' +
           std::to_string(tree.type_of(game.world(), 1)) + ' ' + path_text(game);
}
inline std::string text_of(const BcdGame::View& view) {
    const std::string own = std::to_string(view.type);
    std::string possible;
    for (int type = 0; type < view.tree->types(); ++type) {
        if (((view.opponent_types >> type) & 1) == 0) continue;
        possible += (possible.empty() ? "" : ".") + std::to_string(type);
    }
    Random unused(0);
    return rules_text(view.tree->parameters()) + ' ' + std::to_string(view.tree->seed()) + ' ' +
           (view.seat == 0 ? own + ".??" : "??." + own) + ' ' +
           path_text(BcdGame::sample(view, unused)) + ' ' + possible;
}

inline BcdGame parse_bcd_game(std::string_view position) {
    const auto fields = text::fields(position, 4, "a position of a BCD tree");
    const auto tree =
        std::make_shared<const BcdTree>(parse_bcd_rules(fields[0]), parse_seed(fields[1]));
    const auto types = text::split(fields[2], '.');
    if (types.size() != 2) text::fail("'" + std::string(fields[2]) + "' are not two types");
    const int first = text::number(types[0], 0, tree->types() - 1, "a type");
    const int second = text::number(types[1], 0, tree->types() - 1, "a type");
    BcdGame game(tree, tree->world(0, first, second));
    follow_path(fields[3], game);
    return game;
}

inline void parse_view(std::string_view position, int seat, BcdGame::View& view) {
    const auto fields = text::fields(position, 5, "what a seat sees of a BCD tree");
    const auto types = text::split(fields[2], '.');
    if (seat > 1 || types.size() != 2 || types[static_cast<std::size_t>(1 - seat)] != "??") {
        text::fail("'" + std::string(fields[2]) + "': a seat sees its own type, the other is ??");
    }
    const std::string some_type(text::split(fields[4], '.')[0]);
    const std::string own(types[static_cast<std::size_t>(seat)]);
    const std::string both = seat == 0 ? own + '.' + some_type : some_type + '.' + own;
    view = parse_bcd_game(std::string(fields[0]) + ' ' + std::string(fields[1]) + ' ' + both + ' ' +
                          std::string(fields[3]))
               .view(seat);
    if (text_of(view) != position) text::fail("the other's possible types do not fit the tree");
}

}  // namespace kiebitz::synthetic
