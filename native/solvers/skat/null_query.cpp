#include "solvers/skat/null_query.hpp"

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

}  // namespace

NullNode null_node_of(const Position& position) {
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

bool are_null_neighbours(const NullNode& node, Card a, Card b) {
    Card low = inner(a), high = inner(b);
    if (low > high) std::swap(low, high);
    if (low / 8 != high / 8) return false;
    Cards others = node.played > 0 ? bit(node.best) : 0;
    for (int player = 0; player < 3; ++player) {
        if (player != node.player) others |= node.hands[player];
    }
    return (others & (bit(high) - 1) & ~(bit(low) - 1)) == 0;
}

}  // namespace kiebitz::solvers::skat
