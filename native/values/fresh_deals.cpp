#include "values/fresh_deals.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace kiebitz::values {

namespace {

using solvers::skat::GameType;
namespace rules = kiebitz::skat;

constexpr Cards kAces = 0x40404040, kTens = 0x20202020;

/// How much a declarer likes twelve cards, and the ten that he keeps.
struct Choice {
    double merit = -1e9;
    int seat = 0;
    GameType game = GameType::kGrand;
    Cards kept = 0;
};

/// What a card is worth to a hand: the lowest two are put away.
double merit_of(GameType game, Cards hand, Card card) {
    const Cards suit = rules::whole_suit(card / 8);
    if (game == GameType::kNull) {
        // High cards hurt, unless enough lower ones cover them.
        const auto& strength = rules::order_of(game).strength;
        int lower = 0;
        for (Card other : each_card(hand & suit)) lower += strength[other] < strength[card];
        return -std::max(0, strength[card] - 2 * lower);
    }
    const Cards trumps = rules::order_of(game).trumps;
    if (contains(trumps, card)) return card % 8 == 7 ? (game == GameType::kGrand ? 5 : 4) : 2.5;
    const Cards plain = hand & suit & ~trumps;
    if (contains(kAces, card)) return 3;
    if (contains(kTens, card)) return (plain & kAces) != 0 || count(plain) > 2 ? 2 : 0.2;
    return (plain & kAces) != 0 ? 0.8 : 0.3 * count(plain) / 4;
}

Choice consider(int seat, GameType game, Cards twelve, double noise) {
    Choice choice{noise, seat, game, twelve};
    for (int i = 0; i < 2; ++i) {
        Card least = lowest(choice.kept);
        for (Card card : each_card(choice.kept)) {
            if (merit_of(game, choice.kept, card) < merit_of(game, choice.kept, least)) {
                least = card;
            }
        }
        choice.kept &= ~bit(least);
    }
    for (Card card : each_card(choice.kept)) choice.merit += merit_of(game, choice.kept, card);
    return choice;
}

}  // namespace

Position fresh_deal(Game game, Random& random) {
    std::array<Card, 32> deck;
    for (std::size_t i = 0; i < deck.size(); ++i) deck[i] = static_cast<Card>(i);
    random.shuffle(std::span<Card>(deck));
    Position deal;
    for (std::size_t i = 0; i < 30; ++i) deal.hands[i / 10] |= bit(deck[i]);
    deal.skat = bit(deck[30]) | bit(deck[31]);
    const bool anybody = game != Game::null && random.below(4) == 0;
    Choice best;
    for (int seat = 0; seat < 3; ++seat) {
        const Cards twelve = deal.hands[static_cast<std::size_t>(seat)] | deal.skat;
        for (int suit = 0; suit < (game == Game::suit ? 4 : 1); ++suit) {
            const GameType type = game == Game::suit    ? static_cast<GameType>(suit)
                                  : game == Game::grand ? GameType::kGrand
                                                        : GameType::kNull;
            const double noise = random.uniform() * (anybody ? 1000 : 3);
            const Choice choice = consider(seat, type, twelve, noise);
            if (choice.merit > best.merit) best = choice;
        }
    }
    Cards& hand = deal.hands[static_cast<std::size_t>(best.seat)];
    deal.skat = (hand | deal.skat) & ~best.kept;
    hand = best.kept;
    deal.game = best.game;
    deal.declarer = best.seat;
    deal.leader = static_cast<int>(random.below(3));
    return deal;
}

Card any_card(const Position& position, Random& random) {
    const Cards legal = solvers::skat::legal_cards(position);
    return nth_card(legal, random.below(static_cast<std::uint32_t>(count(legal))));
}

}  // namespace kiebitz::values
