#include "solvers/bridge/settle.hpp"

#include <algorithm>

namespace kiebitz::solvers::bridge {

int guess_tricks(const Position& position) {
    const int left = tricks_left(position);
    const Cards all = position.hands[0] | position.hands[1] | position.hands[2] | position.hands[3];
    double ours = 0, total = 0;
    for (int suit = 0; suit < 4; ++suit) {
        unsigned set = holding(all, suit);
        const unsigned north_south = holding(position.hands[0] | position.hands[2], suit);
        for (int worth = 4; worth > 0 && set != 0; --worth) {
            const unsigned top = 1U << highest(set);
            set ^= top;
            total += worth;
            if ((north_south & top) != 0) ours += worth;
        }
    }
    double guess = total > 0 ? left * ours / total : left / 2.0;
    if (position.trump != no_trump) {
        const int trumps = count(holding(all, position.trump));
        const int own = count(holding(position.hands[0] | position.hands[2], position.trump));
        guess += 0.8 * (own - trumps / 2.0);
    }
    return std::clamp(static_cast<int>(guess + 0.5), 0, left);
}

Bounds settle(Engine& engine, const Position& position, int guess, Bounds known, bool& spent,
              Card* decisive) {
    known.upper = std::min(known.upper, tricks_left(position));
    if (known.lower >= known.upper || spent) return known;
    engine.load(position);
    const bool maximises = is_north_south(position.to_move());
    int target = std::clamp(guess, known.lower, known.upper);
    if (target == known.lower) ++target;
    try {
        while (!known.exact()) {
            Card card = 0;
            const bool makes = engine.makes(target, card);
            if (decisive != nullptr && makes == maximises) *decisive = card;
            if (makes) {
                known.lower = target;
                ++target;
            } else {
                known.upper = target - 1;
                --target;
            }
        }
    } catch (const LimitReached&) {
        spent = true;
    }
    return known;
}

Bounds for_side(const Bounds& north_south, int seat, int total) {
    if (is_north_south(seat)) return north_south;
    return {total - north_south.upper, total - north_south.lower};
}

void sort_moves(std::vector<MoveValue>& moves) {
    std::stable_sort(moves.begin(), moves.end(), [](const MoveValue& a, const MoveValue& b) {
        if (a.value.lower != b.value.lower) return a.value.lower > b.value.lower;
        return a.card < b.card;
    });
}

}  // namespace kiebitz::solvers::bridge
