// Achievable sets (thesis §6.5): groups of worlds in all of which one strategy of the declarer
// wins.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "players/skat/paranoid.hpp"
#include "players/skat/solver_evaluation.hpp"

namespace kiebitz::players::skat {

/// The cards that the seat to move may play in one of the worlds or another.
inline Cards legal_in_any(const Tricks& tricks, std::span<const World> worlds) {
    const auto seat = static_cast<std::size_t>(tricks.to_move());
    Cards legal = 0;
    for (const World& world : worlds) legal |= tricks.legal(world.hands[seat]);
    return legal;
}

/// The worlds in which the seat to move may play the card, without it.
inline std::vector<World> worlds_after(const Tricks& tricks, std::span<const World> worlds,
                                       Card card) {
    const auto seat = static_cast<std::size_t>(tricks.to_move());
    std::vector<World> rest;
    for (const World& world : worlds) {
        if (!contains(tricks.legal(world.hands[seat]), card)) continue;
        rest.push_back(world);
        rest.back().hands[seat] &= ~bit(card);
    }
    return rest;
}

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
        if (goal_.kind == Goal::Kind::kImpossible) {
            won = false;
            return true;
        }
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
        const bool declares = tricks.to_move() == tricks.declarer;
        for (Card card : each_card(legal_in_any(tricks, worlds))) {
            const std::vector<World> rest = worlds_after(tricks, worlds, card);
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

/// The same question with the open-hand solver: whoever loses one of the worlds with open cards
/// loses the set, and a single world is won if it is won with open cards. So only positions in
/// which the declarer cannot tell apart worlds that want different cards are searched.
class AchievableSearch {
  public:
    explicit AchievableSearch(std::size_t table_bytes = std::size_t{16} << 20)
        : solver_({}, table_bytes) {}

    Proof proves(const CardView& view, std::span<const World> worlds, const Goal& goal,
                 std::uint64_t node_limit = 0) {
        goal_ = goal;
        limit_ = node_limit;
        nodes_ = 0;
        try {
            return wins(view.tricks, {worlds.begin(), worlds.end()}) ? Proof::kYes : Proof::kNo;
        } catch (const LimitReached&) {
            return Proof::kUnknown;
        }
    }

    /// What the declarer gets with open cards: card points, or in null tricks survived.
    int open_value(const Tricks& tricks, const World& world) {
        return solver_.solve(position_of(tricks, world)).value.lower;
    }
    bool wins_open(const Tricks& tricks, const World& world) {
        if (goal_.kind == Goal::Kind::kNoTrick && tricks.tricks[0] > 0) return false;
        const bool over = tricks.size == 0 && tricks.played_tricks() == kHandSize;
        const auto position = position_of(tricks, world);
        switch (goal_.kind) {
            case Goal::Kind::kNoTrick:
                return over || open_value(tricks, world) == kHandSize - tricks.played_tricks();
            case Goal::Kind::kAllTricks:
                return over || solver_.solve(position, {.threshold = solvers::skat::kAllTricks})
                                       .value.lower >= 1;
            case Goal::Kind::kImpossible:
                return false;
            case Goal::Kind::kPoints:
                break;
        }
        if (over) return tricks.points[0] + points_in(world.skat) >= goal_.points;
        return solver_.solve(position, {.threshold = goal_.points}).value.lower >= goal_.points;
    }
    void set_goal(const Goal& goal) { goal_ = goal; }

  private:
    struct LimitReached {};

    bool wins(const Tricks& tricks, const std::vector<World>& worlds) {
        if (limit_ != 0 && nodes_ >= limit_) throw LimitReached{};
        ++nodes_;
        for (const World& world : worlds) {
            if (!wins_open(tricks, world)) return false;
        }
        if (worlds.size() <= 1 || (tricks.size == 0 && tricks.played_tricks() == kHandSize)) {
            return true;
        }
        const bool declares = tricks.to_move() == tricks.declarer;
        for (Card card : each_card(legal_in_any(tricks, worlds))) {
            const std::vector<World> rest = worlds_after(tricks, worlds, card);
            Tricks next = tricks;
            next.play(card);
            if (goal_.kind == Goal::Kind::kAllTricks && next.tricks[1] > tricks.tricks[1]) {
                if (!declares) return false;
                continue;
            }
            if (wins(next, rest) == declares) return declares;
        }
        return !declares;
    }

    solvers::skat::Solver solver_;
    Goal goal_;
    std::uint64_t nodes_ = 0, limit_ = 0;
};

/// Grows a set world by world in the order given, most constrained first; returns the indices.
/// Worlds whose question reaches the limit are left out.
inline std::vector<std::size_t> grow_achievable_set(AchievableSearch& search, const CardView& view,
                                                    std::span<const World> worlds,
                                                    std::span<const std::size_t> order,
                                                    const Goal& goal, std::uint64_t node_limit) {
    std::vector<World> held;
    std::vector<std::size_t> indices;
    for (std::size_t i : order) {
        held.push_back(worlds[i]);
        if (search.proves(view, held, goal, node_limit) == Proof::kYes) {
            indices.push_back(i);
        } else {
            held.pop_back();
        }
    }
    return indices;
}

/// The largest of some achievable sets, as indices in ascending order. Worlds lost with open cards
/// are left out; the others come in increasing order of what they promise, since rich worlds allow
/// many ways to win. In each further try the worlds that found no place go first (Ginsberg's
/// squeaky wheel).
inline std::vector<std::size_t> largest_achievable_set(const CardView& view,
                                                       std::span<const World> worlds,
                                                       const Goal& goal, int tries,
                                                       std::uint64_t node_limit) {
    AchievableSearch search;
    search.set_goal(goal);
    std::vector<std::pair<int, std::size_t>> promising;
    for (std::size_t i = 0; i < worlds.size(); ++i) {
        if (!search.wins_open(view.tricks, worlds[i])) continue;
        promising.emplace_back(search.open_value(view.tricks, worlds[i]), i);
    }
    std::sort(promising.begin(), promising.end());
    std::vector<std::size_t> order, largest;
    for (const auto& [value, i] : promising) order.push_back(i);
    for (int attempt = 0; attempt < tries; ++attempt) {
        const auto set = grow_achievable_set(search, view, worlds, order, goal, node_limit);
        if (set.size() > largest.size()) largest = set;
        if (set.size() == order.size()) break;
        std::stable_partition(order.begin(), order.end(), [&](std::size_t i) {
            return std::find(set.begin(), set.end(), i) == set.end();
        });
    }
    std::sort(largest.begin(), largest.end());
    return largest;
}

}  // namespace kiebitz::players::skat
