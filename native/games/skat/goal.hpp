// What wins: the one place that knows what a declarer must reach, from contract, cards, bid and the
// tricks so far. Solver, players, judges and pages ask here.
#pragma once

#include <cstdint>

#include "games/skat/tricks.hpp"
#include "games/skat/value.hpp"
#include "games/skat/worlds.hpp"

namespace kiebitz::skat {

/// A question about the rest of a game, harder from kind to kind in games with points.
struct Goal {
    enum class Kind : std::uint8_t {
        kNoTrick,     // null: the declarer takes none
        kPoints,      // so many card points at the end, skat included
        kAllTricks,   // every trick that is left
        kImpossible,  // the game is lost already, or overbid beyond hope
    } kind = Kind::kPoints;
    int points = kTotalPoints / 2 + 1;  // of kPoints

    bool operator==(const Goal&) const = default;

    static constexpr Goal no_trick() { return {Kind::kNoTrick, 0}; }
    static constexpr Goal reach(int points) { return {Kind::kPoints, points}; }
    static constexpr Goal all_tricks() { return {Kind::kAllTricks, kTotalPoints}; }
    static constexpr Goal impossible() { return {Kind::kImpossible, kTotalPoints}; }

    constexpr bool is_harder_than(const Goal& other) const {
        return kind != other.kind ? kind > other.kind : points > other.points;
    }
};

/// What the declarer must reach to win with these twelve cards. A bid that the game is not worth
/// asks for schneider or schwarz; who has lost a trick makes no schwarz any more.
constexpr Goal goal_to_win(const Contract& contract, Cards twelve, int bid, const Tricks& tricks) {
    if (contract.type == GameType::kNull) {
        return tricks.tricks[0] == 0 ? Goal::no_trick() : Goal::impossible();
    }
    const int run = matadors(contract.type, twelve);
    const auto pays = [&](bool schneider, bool schwarz) {
        return base_value(contract.type) * levels(contract, run, schneider, schwarz) >= bid;
    };
    if (!contract.schneider && pays(false, false)) return Goal::reach(kTotalPoints / 2 + 1);
    if (!contract.schwarz && pays(true, false)) return Goal::reach(kSchneider);
    return pays(true, true) && tricks.tricks[1] == 0 ? Goal::all_tricks() : Goal::impossible();
}

/// Whether the tricks so far tell who wins, whatever lies in the skat.
constexpr bool is_settled(const Contract& contract, int bid, const Tricks& tricks) {
    if (contract.type == GameType::kNull) return tricks.tricks[0] > 0;
    const int least = contract.schneider ? kSchneider : kTotalPoints / 2 + 1;
    if (tricks.points[1] > kTotalPoints - least) return true;
    // No game has fewer matadors than one.
    return !contract.schneider && tricks.points[0] >= least &&
           base_value(contract.type) * levels(contract, 1, false, false) >= bid;
}

/// `goal_to_win` as far as the declarer, whose knowledge this is, can tell. Whoever did not pick up
/// the skat may find a jack or trump in it that costs matadors: then the hardest goal that any skat
/// asks for.
constexpr Goal hardest_goal_to_win(const Knowledge& known, const Tricks& tricks, int bid) {
    const Contract& contract = tricks.contract;
    const Cards hand = known.hand | known.played[static_cast<std::size_t>(known.declarer)];
    if (known.knows_skat || contract.type == GameType::kNull) {
        return goal_to_win(contract, hand | known.put_away, bid, tricks);
    }
    const Cards unseen = known.unseen();
    Goal hardest;
    for (Card a : each_card(unseen)) {
        for (Card b : each_card(unseen)) {
            if (b >= a) break;
            const Goal goal = goal_to_win(contract, hand | bit(a) | bit(b), bid, tricks);
            if (goal.is_harder_than(hardest)) hardest = goal;
        }
    }
    return hardest;
}

}  // namespace kiebitz::skat
