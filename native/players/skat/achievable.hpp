// Achievable sets (thesis §6.5): groups of worlds in all of which one strategy of the declarer
// wins.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "players/skat/paranoid.hpp"

namespace kiebitz::players::skat {

/// Paranoid search over worlds that are listed one by one. Without tables or bounds: for endings,
/// and to check the fast search by.
class ListedWorldsSearch {
  public:
    /// Whether one strategy reaches the goal in all of these worlds, which the view must allow.
    Proof proves(const CardView& view, std::span<const World> worlds, const Goal& goal,
                 std::uint64_t node_limit = 0) {
        goal_ = goal;
        limit_ = node_limit;
        nodes_ = 0;
        lost_ = view.tricks.tricks[1];
        try {
            return wins(view.tricks, {worlds.begin(), worlds.end()}) ? Proof::kYes : Proof::kNo;
        } catch (const LimitReached&) {
            return Proof::kUnknown;
        }
    }
    std::uint64_t nodes() const { return nodes_; }

  private:
    struct LimitReached {};

    bool is_decided(const Tricks& tricks, bool& won) const {
        if (goal_.kind == Goal::Kind::kNoTrick && tricks.tricks[0] > 0) {
            won = false;
            return true;
        }
        if (goal_.kind == Goal::Kind::kAllTricks && tricks.tricks[1] > lost_) {
            won = false;
            return true;
        }
        if (tricks.size == 0 && tricks.played_tricks() == kHandSize) {
            won = true;  // apart from points, which each world counts for itself
            return true;
        }
        return false;
    }

    bool wins(const Tricks& tricks, const std::vector<World>& worlds) {
        if (limit_ != 0 && nodes_ >= limit_) throw LimitReached{};
        ++nodes_;
        bool won = false;
        if (is_decided(tricks, won)) {
            if (!won || goal_.kind != Goal::Kind::kPoints) return won;
            for (const World& world : worlds) {
                if (tricks.points[0] + points_in(world.skat) < goal_.points) return false;
            }
            return true;
        }
        const auto seat = static_cast<std::size_t>(tricks.to_move());
        const bool declares = tricks.to_move() == tricks.declarer;
        Cards legal = 0;
        for (const World& world : worlds) legal |= tricks.legal(world.hands[seat]);
        for (Card card : each_card(legal)) {
            std::vector<World> rest;
            for (const World& world : worlds) {
                if (!contains(tricks.legal(world.hands[seat]), card)) continue;
                rest.push_back(world);
                rest.back().hands[seat] &= ~bit(card);
            }
            Tricks next = tricks;
            next.play(card);
            if (wins(next, rest) == declares) return declares;
        }
        return !declares;
    }

    Goal goal_;
    int lost_ = 0;  // tricks before the question
    std::uint64_t nodes_ = 0, limit_ = 0;
};

/// Grows a set world by world in the order given, most constrained first; returns the indices.
/// Worlds whose question reaches the limit are left out.
inline std::vector<std::size_t> grow_achievable_set(const CardView& view,
                                                    std::span<const World> worlds, const Goal& goal,
                                                    std::uint64_t node_limit) {
    ListedWorldsSearch search;
    std::vector<World> held;
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < worlds.size(); ++i) {
        held.push_back(worlds[i]);
        if (search.proves(view, held, goal, node_limit) == Proof::kYes) {
            indices.push_back(i);
        } else {
            held.pop_back();
        }
    }
    return indices;
}

}  // namespace kiebitz::players::skat
