// The order in which moves are tried.
#pragma once

#include "solvers/bridge/moves.hpp"

namespace kiebitz::bridge::KIEBITZ_BRIDGE_ARCH {

inline void Candidates::weigh_leads(const Hands& hands, int seat, int trump) {
    const Cards all = hands[0] | hands[1] | hands[2] | hands[3];
    const auto of = [&](int who, int suit) { return holding(hands[static_cast<std::size_t>(who & 3)], suit); };
    for (std::size_t i = 0; i < size_; ++i) {
        Candidate& move = moves_[i];
        const int suit = suit_of(move.card);
        const unsigned set = holding(all, suit);
        const unsigned bit_ = 1U << rank_of(move.card);
        const Card top = highest(set);
        const bool is_top = rank_of(move.card) == top;
        const unsigned lho = of(seat + 1, suit), rho = of(seat + 3, suit), part = of(seat + 2, suit);
        int w = 0;
        const bool partner_top = contains(part, top);
        const bool lho_ruffs = trump != no_trump && suit != trump && lho == 0 && of(seat + 1, trump) != 0;
        const bool rho_ruffs = trump != no_trump && suit != trump && rho == 0 && of(seat + 3, trump) != 0;
        const bool partner_ruffs = trump != no_trump && suit != trump && part == 0 && of(seat + 2, trump) != 0;
        if (lho_ruffs || rho_ruffs) w -= 40;
        if (partner_ruffs && !rho_ruffs) w += 50;
        if (is_top) w += 40;
        else if (partner_top) w += 35 - 2*rank_of(move.card);
        else {
            w -= rank_of(move.card);
            // leading through strength: top with lho better than with rho
            if (contains(lho, top)) w += 8;
            if (move.group & (move.group - 1)) w += 8;
        }
        w -= 2 * (count(lho) + count(rho));
        w += 3 * (count(part));
        if (suit == trump) w += 5;
        (void)bit_;
        move.weight = static_cast<std::int16_t>(w);
    }
}

template <int Place>
inline void Candidates::weigh_replies(const Hands& hands, int seat, const Trick& trick, int trump) {
    const auto of = [&](int who, int suit) { return holding(hands[static_cast<std::size_t>(who & 3)], suit); };
    const bool partner_wins = trick.winner == partner_of(seat);
    // Highest card a later opponent can play.
    int threat = -1;
    bool ruff_threat = false;
    if (Place < 3) {
        const unsigned next = of(seat + 1, trick.suit);
        if (next != 0) threat = highest(next);
        else if (trump != no_trump && of(seat + 1, trump) != 0) ruff_threat = true;
    }
    bool partner_later_top = false;
    if (Place == 1) {
        const unsigned p = of(seat + 2, trick.suit);
        const int t = threat > rank_of(trick.best) ? threat : rank_of(trick.best);
        if (p != 0 && static_cast<int>(highest(p)) > t) partner_later_top = true;
    }
    for (std::size_t i = 0; i < size_; ++i) {
        Candidate& move = moves_[i];
        const int suit = suit_of(move.card);
        const int rank = rank_of(move.card);
        int w = 0;
        const bool wins = beats(move.card, trick.best, trump);
        if (suit == trick.suit) {
            if (wins) {
                if (partner_wins) {
                    const bool partner_safe = Place == 3 || (rank_of(trick.best) > threat && !ruff_threat);
                    w = partner_safe ? -20 - rank : 20 - rank;
                    if (!partner_safe && rank > threat) w += 20;
                } else if (Place == 3) {
                    w = 50 - rank;
                } else if (rank > threat && !ruff_threat) {
                    w = partner_later_top ? 20 - rank : 50 - rank;
                } else {
                    w = partner_later_top ? -rank : 10 + rank / 2;
                }
            } else {
                w = 15 - rank;
            }
        } else if (suit == trump) {
            if (wins) w = partner_wins ? -10 - rank : 60 - rank;
            else w = -60 - rank;
        } else {
            const unsigned own = of(seat, suit);
            w = 10 - rank + count(own);
        }
        move.weight = static_cast<std::int16_t>(w);
    }
}

}  // namespace kiebitz::bridge::KIEBITZ_BRIDGE_ARCH
