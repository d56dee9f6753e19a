// Skat during cardplay, as the players see it.
#pragma once

#include <cstdint>
#include <span>

#include "players/belief.hpp"
#include "players/evaluation.hpp"
#include "players/monte_carlo.hpp"
#include "players/skat/card_view.hpp"
#include "players/skat/seat_mind.hpp"

namespace kiebitz::players::skat {

/// A card that is not foolish, from the view alone; see rule_player.hpp.
Card choose_by_rules(const CardView& view);

/// How much a hundred card points weigh against a won game. Small enough that a few worlds won
/// always count more, large enough that cards of equal wins are told apart and that a noisy win
/// count of a few worlds is steadied.
inline constexpr double kPointsWeight = 0.1;

/// How a finished simulation ended for the declarer. In null the points are what the tricks
/// survived are worth on the scale of card points.
inline Value declarer_value(const Simulation& end) {
    const Tricks& tricks = end.position().tricks();
    const Result result = end.result();
    Value value{result.won ? 1.0 : 0.0, static_cast<double>(result.points)};
    if (tricks.contract.type == GameType::kNull) {
        // Time to live (thesis §8.7): a lost null is the better for the declarer, the later it is
        // lost.
        const int survived = tricks.played_tricks() - tricks.tricks[0];
        value.points = kTotalPoints * survived / double{kHandSize};
    }
    return value;
}

inline Value for_party(const Value& declarers, bool is_declarer) {
    return is_declarer ? declarers : Value{1 - declarers.win, kTotalPoints - declarers.points};
}

inline Cards set_of(std::span<const Move> moves) {
    Cards cards = 0;
    for (Move move : moves) cards |= bit(static_cast<Card>(move));
    return cards;
}

/// Whether two legal cards of a seat are one move: neighbours of equal points in one suit, with no
/// card between them that anybody else may hold or that lies on the table.
inline bool are_alike(const CardView& view, Card a, Card b) {
    const CardOrder& order = view.tricks.order();
    if (order.followers[a] != order.followers[b]) return false;
    if (view.type() != GameType::kNull && points_of(a) != points_of(b)) return false;
    const auto& above = mind_detail::kAbove[static_cast<std::size_t>(view.type())];
    const Cards between = (above[a] ^ above[b]) & ~bit(a) & ~bit(b);
    Cards others = view.known.unseen();
    for (int i = 0; i < view.tricks.size; ++i) {
        others |= bit(view.tricks.cards[static_cast<std::size_t>(i)]);
    }
    return (between & others) == 0;
}

/// A move is the number of a card. Winning is what counts first, points are the tie-breaker
/// (thesis §6.5).
struct Cardplay {
    using View = CardView;
    using World = kiebitz::skat::World;
    using Moves = FixedMoveList<kHandSize>;
    using Simulation = skat::Simulation;
    struct Worlds : kiebitz::skat::Worlds {
        explicit Worlds(const CardView& view) : kiebitz::skat::Worlds(view.known) {}
    };

    static int seat(const View& view) { return view.seat(); }
    static void legal_moves(const View& view, Moves& moves) {
        moves.clear();
        for (Card card : each_card(view.legal())) moves.push(card);
    }
    static Move any_move(const View& view, Random& random) {
        const Cards legal = view.legal();
        return nth_card(legal, random.below(static_cast<std::uint32_t>(count(legal))));
    }
    static Value value(const Simulation& end, const View& view) {
        return for_party(declarer_value(end), view.is_declarer());
    }
    static double merit(const Value& value) {
        return value.win + kPointsWeight * value.points / 100;
    }
    static Value plain(double value) { return {value, 0}; }
    static Value voted(double share, const Value& value) { return {share, value.points}; }
    static bool are_alike(const View& view, Move a, Move b) {
        return skat::are_alike(view, static_cast<Card>(a), static_cast<Card>(b));
    }
    static Move manners(const View& view) { return choose_by_rules(view); }
};

using Belief = players::Belief<Cardplay>;
using UniformBelief = players::UniformBelief<Cardplay>;
using DrawnWorlds = players::DrawnWorlds<Cardplay>;
using CardPlayer = players::Player<Cardplay>;
using RandomPlayer = players::RandomPlayer<Cardplay>;
using Evaluation = players::Evaluation<Cardplay>;
using PlayoutEvaluation = players::PlayoutEvaluation<Cardplay>;
using BlendedEvaluation = players::BlendedEvaluation<Cardplay>;
using MonteCarloSearch = players::MonteCarloSearch<Cardplay>;
using MonteCarloPlayer = players::MonteCarloPlayer<Cardplay>;

}  // namespace kiebitz::players::skat
