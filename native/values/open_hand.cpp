#include "values/open_hand.hpp"

#include <algorithm>

#include "solvers/skat/defender_bounds.hpp"
#include "solvers/skat/static_bounds.hpp"

namespace kiebitz::values {

namespace {

using namespace solvers::skat;

const Relabelling& labels_of(GameType game) {
    static const std::array<Relabelling, 5> labels = {
        Relabelling(GameType::kDiamonds), Relabelling(GameType::kHearts),
        Relabelling(GameType::kSpades), Relabelling(GameType::kClubs),
        Relabelling(GameType::kGrand)};
    return labels[static_cast<std::size_t>(game)];
}

}  // namespace

template <Kind K>
Bounds static_bounds(const std::array<Cards, 3>& hands, int player, int rest) {
    static constexpr Valuation points = Valuation::of(K, false);
    if (player == 0) {
        return {declarer_from_the_top<K>(hands, points, false, true).points,
                rest - sure_winnings<K>(hands, 1, points, false).points};
    }
    return {
        sure_winnings<K>(hands, 0, points, false).points,
        rest - defenders_from_the_top<K>(hands, player, points, rest, {false, true, true}).points};
}

template Bounds static_bounds<Kind::suit>(const std::array<Cards, 3>&, int, int);
template Bounds static_bounds<Kind::grand>(const std::array<Cards, 3>&, int, int);

OpenHand open_hand(const Position& position) {
    OpenHand hand;
    const bool is_null = position.game == GameType::kNull;
    hand.game = is_null ? Game::null : position.game == GameType::kGrand ? Game::grand : Game::suit;
    const auto inner = [&](Card card) {
        if (!is_null) return labels_of(position.game).inner[card];
        return static_cast<Card>((card & ~7) | rules::order_of(GameType::kNull).strength[card]);
    };
    const auto player_of = [&](int seat) { return (seat - position.declarer + 3) % 3; };
    for (int seat = 0; seat < 3; ++seat) {
        Cards& cards = hand.hands[static_cast<std::size_t>(player_of(seat))];
        for (Card card : each_card(position.hands[static_cast<std::size_t>(seat)])) {
            cards |= bit(inner(card));
        }
        hand.rest += rules::points_in(position.hands[static_cast<std::size_t>(seat)]);
    }
    hand.player = player_of(position.to_move());
    hand.played = position.played_count;
    for (int i = 0; i < position.played_count; ++i) {
        const Card card = position.played[static_cast<std::size_t>(i)];
        hand.trick[static_cast<std::size_t>(i)] = inner(card);
        hand.rest += rules::points_in(bit(card));
    }
    return hand;
}

Bounds static_bounds(const OpenHand& hand) {
    if (hand.game == Game::null) return {0, 10 - hand.tricks_played()};
    if (hand.played > 0 || hand.hands[0] == 0) return {0, hand.rest};
    return hand.game == Game::suit ? static_bounds<Kind::suit>(hand.hands, hand.player, hand.rest)
                                   : static_bounds<Kind::grand>(hand.hands, hand.player, hand.rest);
}

}  // namespace kiebitz::values
