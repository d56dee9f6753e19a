#include <array>
#include <cassert>

#include "solvers/skat/query.hpp"

namespace kiebitz::solvers::skat {

namespace {

/// Within a suit in the null order 7 8 9 T J Q K A.
constexpr Card inner(Card card) {
    return static_cast<Card>((card & ~7) | rules::order_of(GameType::kNull).strength[card]);
}

Cards to_inner(std::uint32_t cards) {
    Cards result = 0;
    for (Card card : each_card(cards)) result |= bit(inner(card));
    return result;
}

NullNode node_of(const Position& position) {
    NullNode node;
    const auto player_of = [&](int seat) { return (seat - position.declarer + 3) % 3; };
    for (int seat = 0; seat < 3; ++seat) {
        node.hands[player_of(seat)] = to_inner(position.hands[seat]);
    }
    node.player = player_of(position.to_move());
    node.played = position.played_count;
    for (int i = 0; i < position.played_count; ++i) {
        const Card card = inner(position.played[i]);
        const bool follows = i > 0 && card / 8 == node.led / 8;
        if (i == 0) node.led = card;
        if (i == 0 || follows) node.followed |= bit(card);
        if (i == 0 || (follows && card > node.best)) {
            node.best = card;
            node.best_player = player_of((position.leader + i) % 3);
        }
    }
    return node;
}

}  // namespace

template <class Reasons>
bool NullQuery<Reasons>::are_neighbours(const Position& position, Card a, Card b) const {
    const NullNode node = node_of(position);
    Card low = inner(a), high = inner(b);
    if (low > high) std::swap(low, high);
    if (low / 8 != high / 8) return false;
    Cards others = node.played > 0 ? bit(node.best) : 0;
    for (int player = 0; player < 3; ++player) {
        if (player != node.player) others |= node.hands[player];
    }
    return (others & (bit(high) - 1) & ~(bit(low) - 1)) == 0;
}

template <class Reasons>
Bounds NullQuery<Reasons>::trivial_bounds(const Position& position) const {
    const int all = tricks_left(start_);
    const int before = all - tricks_left(position);
    const bool declarer_took_one =
        position != start_ && position.played_count == 0 && position.leader == position.declarer;
    if (declarer_took_one) return {before - 1, before - 1};
    return {before, all};
}

template <class Reasons>
void NullQuery<Reasons>::settle(const Position& position, Bounds& bounds, int guess) {
    const int before = tricks_left(start_) - tricks_left(position);
    const NullNode node = node_of(position);
    const auto search = [&](int alpha, int beta) {
        return before + search_.value(node, alpha - before, beta - before);
    };
    if (threshold_ != kExact) {
        // Won means to survive all tricks, whatever their number.
        narrow_to_threshold(bounds, std::min(threshold_, tricks_left(start_)), search);
    } else {
        narrow_to_value(options_, bounds, guess == kNoGuess ? bounds.upper : guess, search);
    }
}

template class NullQuery<LowestWinners>;
template class NullQuery<RankConstraints>;

}  // namespace kiebitz::solvers::skat
