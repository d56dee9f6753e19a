// A plain minimax for Skat, written for the tests alone: no pruning, no table, its own reading of
// the rules. It shares nothing with the solver but the card numbers.
#pragma once

#include <algorithm>
#include <vector>

#include "cards/random.hpp"
#include "solvers/skat/position.hpp"

namespace skat_minimax {

using kiebitz::Card;
using kiebitz::Random;
using kiebitz::solvers::skat::GameType;
using kiebitz::solvers::skat::Position;

inline int points_of(int card) {
    const int points[8] = {0, 0, 0, 3, 4, 10, 11, 2};
    return points[card % 8];
}

inline bool is_trump(GameType game, int card) {
    if (game == GameType::kNull) return false;
    if (card % 8 == 7) return true;
    return game != GameType::kGrand && card / 8 == static_cast<int>(game);
}

inline bool same_suit(GameType game, int a, int b) {
    if (is_trump(game, a) || is_trump(game, b)) return is_trump(game, a) && is_trump(game, b);
    return a / 8 == b / 8;
}

inline int power(GameType game, int card) {
    if (game == GameType::kNull) {
        const char* order = "789QKTAJ";
        const char* strength = "789TJQKA";
        return static_cast<int>(std::find(strength, strength + 8, order[card % 8]) - strength);
    }
    return card % 8 == 7 ? 100 + card / 8 : card % 8;
}

struct Table {
    GameType game;
    int declarer;
    std::vector<int> hands[3];
    std::vector<int> trick;
    int leader;

    explicit Table(const Position& position)
        : game(position.game), declarer(position.declarer), leader(position.leader) {
        for (int seat = 0; seat < 3; ++seat) {
            for (int card = 0; card < 32; ++card) {
                if (position.hands[seat] >> card & 1) hands[seat].push_back(card);
            }
        }
        for (int i = 0; i < position.played_count; ++i) trick.push_back(position.played[i]);
    }
    int mover() const { return (leader + static_cast<int>(trick.size())) % 3; }
    bool over() const { return trick.empty() && hands[0].empty(); }

    std::vector<int> legal() const {
        const auto& hand = hands[mover()];
        std::vector<int> follow;
        if (!trick.empty()) {
            for (int card : hand) {
                if (same_suit(game, card, trick[0])) follow.push_back(card);
            }
        }
        return follow.empty() ? hand : follow;
    }
    int winner() const {
        int best = 0;
        for (int i = 1; i < 3; ++i) {
            const bool higher = same_suit(game, trick[i], trick[best])
                                    ? power(game, trick[i]) > power(game, trick[best])
                                    : is_trump(game, trick[i]);
            if (higher) best = i;
        }
        return (leader + best) % 3;
    }
};

/// Declarer's points to come; in null, tricks survived; with `tricks`, the declarer's tricks.
inline int minimax(Table& table, bool tricks = false) {
    if (table.over()) return 0;
    const int mover = table.mover();
    const bool maximising = mover == table.declarer;
    int best = maximising ? -1 : 1000;
    for (int card : table.legal()) {
        auto& hand = table.hands[mover];
        const auto place = std::find(hand.begin(), hand.end(), card) - hand.begin();
        hand.erase(hand.begin() + place);
        table.trick.push_back(card);
        int value = 0;
        if (table.trick.size() < 3) {
            value = minimax(table, tricks);
        } else {
            const auto trick = table.trick;
            const int leader = table.leader;
            const int winner = table.winner();
            const bool declarer_wins = winner == table.declarer;
            table.trick.clear();
            table.leader = winner;
            if (table.game == GameType::kNull) {
                value = declarer_wins ? 0 : 1 + minimax(table);
            } else {
                const int gain =
                    tricks ? 1 : points_of(trick[0]) + points_of(trick[1]) + points_of(trick[2]);
                value = (declarer_wins ? gain : 0) + minimax(table, tricks);
            }
            table.trick = trick;
            table.leader = leader;
        }
        table.trick.pop_back();
        hand.insert(hand.begin() + place, card);
        best = maximising ? std::max(best, value) : std::min(best, value);
    }
    return best;
}

/// A random position with `cards` in the fullest hand and 0 to 2 cards on the table.
inline Position random_position(GameType game, int cards, Random& random) {
    int deck[32];
    for (int i = 0; i < 32; ++i) deck[i] = i;
    random.shuffle(std::span<int>(deck));
    Position position;
    position.game = game;
    position.declarer = static_cast<int>(random.below(3));
    position.leader = static_cast<int>(random.below(3));
    position.skat = 1U << deck[30] | 1U << deck[31];
    for (int seat = 0; seat < 3; ++seat) {
        for (int i = 0; i < cards; ++i) position.hands[seat] |= 1U << deck[seat * cards + i];
    }
    for (auto count = random.below(3); count > 0; --count) {
        const Table table(position);
        const auto legal = table.legal();
        const int card = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
        position.hands[position.to_move()] &= ~(1U << card);
        position.played[position.played_count++] = static_cast<Card>(card);
    }
    return position;
}

}  // namespace skat_minimax
