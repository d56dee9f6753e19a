// Zero-window partition search over one deal: can North-South make so many tricks?
//
// Each function answers the question for one kind of node and reports `winners`: cards whose rank
// the proof relied on. Of each suit only the lowest counts, the lowest winning rank (thesis §4.3).
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "solvers/bridge/engine.hpp"
#include "solvers/bridge/move_order.hpp"
#include "solvers/bridge/moves.hpp"
#include "solvers/bridge/pattern_table.hpp"
#include "solvers/bridge/static_bounds.hpp"
#include "solvers/bridge/suit_tables.hpp"

namespace kiebitz::bridge::KIEBITZ_BRIDGE_ARCH {

class Search final : public Engine {
  public:
    explicit Search(const SolverOptions& options)
        : options_(options), table_(options.memory), bounds_(tables_, options) {}

    void load(const Position& position) override {
        if (position.trump != trump_) table_.clear();
        trump_ = position.trump;
        root_ = position;
        Hands dealt = position.hands;
        for (int i = 0; i < position.played; ++i) {
            dealt[static_cast<std::size_t>((position.leader + i) & 3)] |=
                bit<Cards>(position.trick[static_cast<std::size_t>(i)]);
        }
        tables_.set_deal(dealt);
    }

    void clear() override {
        table_.clear();
        killers_ = {};
        history_ = {};
    }

    bool makes(int target, Card& decisive) override {
        hands_ = root_.hands;
        Cards winners = 0;
        const int left = root_.tricks_left();
        root_move_ = &decisive;
        if (root_.played == 0) {
            if (left == 1) return last_trick(root_.leader, target, winners);
            return lead(root_.leader, left, target, winners);
        }
        Trick trick(root_.leader, root_.trick[0]);
        for (int i = 1; i < root_.played; ++i) {
            trick.add((root_.leader + i) & 3, root_.trick[static_cast<std::size_t>(i)], trump_);
        }
        if (root_.played == 1) return follow<1>(trick, left, target, winners);
        if (root_.played == 2) return follow<2>(trick, left, target, winners);
        return follow<3>(trick, left, target, winners);
    }

    void set_budget(const Budget& budget) override {
        budget_ = budget;
        statistics_ = {};
    }
    const SolverStatistics& statistics() const override { return statistics_; }
    std::size_t bytes() const override { return table_.bytes() + sizeof(SuitTables); }

  private:
    /// A position at a trick boundary, `left` tricks to go.
    bool boundary(int leader, int left, int target, Cards& winners) {
        winners = 0;
        // 1. Already decided by counting.
        if (target <= 0) return true;
        if (target > left) return false;
        if (left == 1) return last_trick(leader, target, winners);
        if ((++statistics_.tricks & 1023) == 0) check_budget();

        // 2. Static bounds.
        const bool north_south = is_north_south(leader);
        const Layout layout(hands_, tables_);
        if (options_.quick_tricks) {
            const int need = north_south ? target : left - target + 1;
            if (bounds_.quick_tricks(layout, leader, trump_, left, need, winners)) {
                ++statistics_.quick_cuts;
                return north_south;
            }
        }
        if (options_.later_tricks) {
            const int need = north_south ? left - target + 1 : target;
            if (bounds_.later_tricks(layout, leader, trump_, left, need, winners)) {
                ++statistics_.later_cuts;
                return !north_south;
            }
        }

        // 3. The table.
        if (!options_.table) return lead(leader, left, target, winners);
        Lanes position;
        std::uint64_t shape =
            static_cast<std::uint64_t>(left) << 48 | static_cast<std::uint64_t>(leader) << 52;
        position.suit = layout.owners;
        // The lengths of the last suit follow from the others.
        for (std::size_t s = 0; s < 3; ++s) {
            shape |= static_cast<std::uint64_t>(layout.lengths[s]) << (16 * s);
        }
        const Knowledge known = table_.find(shape, position, target);
        if (known.decided) {
            ++statistics_.table_hits;
            for (int s = 0; s < 4; ++s) {
                winners |= nth_highest(layout.set[static_cast<std::size_t>(s)],
                                       known.depth[static_cast<std::size_t>(s)])
                           << (16 * s);
            }
            return known.north_south;
        }
        hint_ = options_.best_move ? known.move : Knowledge::no_move;

        // 4. Search.
        const bool result = lead(leader, left, target, winners);
        std::array<std::uint8_t, 4> depth{};
        for (int s = 0; s < 4; ++s) {
            const unsigned set = layout.set[static_cast<std::size_t>(s)];
            const unsigned low = holding(winners, s);
            if (!options_.lowest_winning_rank) {
                depth[static_cast<std::size_t>(s)] = static_cast<std::uint8_t>(count(set));
            } else if (low != 0) {
                depth[static_cast<std::size_t>(s)] =
                    static_cast<std::uint8_t>(count(set & ~((low & (0U - low)) - 1)));
            }
        }
        std::uint8_t move = Knowledge::no_move;
        if (result == north_south) {
            const unsigned set = layout.set[static_cast<std::size_t>(suit_of(decisive_))];
            move = static_cast<std::uint8_t>(suit_of(decisive_) << 4 |
                                             (count(set & ~((2U << rank_of(decisive_)) - 1))));
        }
        table_.store(shape, position, depth, result ? target : 0, result ? left : target - 1, move);
        return result;
    }

    bool lead(int leader, int left, int target, Cards& winners) {
        Card* const report = root_move_;
        root_move_ = nullptr;
        const bool north_south = is_north_south(leader);
        Candidates candidates;
        candidates.add_leads(hands_, leader, options_);
        auto& history = history_[0][static_cast<std::size_t>(leader)];
        Card& killer =
            killers_[0][static_cast<std::size_t>(left)][static_cast<std::size_t>(leader)];
        const OrderContext context{
            hands_, tables_, leader, trump_, hands_[0] | hands_[1] | hands_[2] | hands_[3], killer};
        if (options_.ordering && candidates.size() > 1) {
            candidates.weigh_leads(context);
            candidates.add_history(history);
        }
        if (hint_ != Knowledge::no_move) candidates.prefer(hint_, hands_);
        hint_ = Knowledge::no_move;
        Cards relied = 0;
        while (const Candidate* move = candidates.next()) {
            ++statistics_.nodes;
            const Cards played = bit<Cards>(move->card);
            hands_[static_cast<std::size_t>(leader)] ^= played;
            Trick trick(leader, move->card);
            Cards below = 0;
            const bool result = follow<1>(trick, left, target, below);
            hands_[static_cast<std::size_t>(leader)] ^= played;
            if (result == north_south) {
                winners = move->as_refutation(below);
                decisive_ = move->card;
                killer = move->card;
                candidates.learn(history, left);
                if (report != nullptr) *report = move->card;
                return result;
            }
            relied |= move->as_one_of_all(below);
            if (options_.alike_cards) candidates.drop_alike(*move, below);
        }
        winners = relied;
        return !north_south;
    }

    /// The player in place `Place` of the trick (1 second hand, 3 last) chooses a card.
    template <int Place>
    bool follow(const Trick& trick, int left, int target, Cards& winners) {
        Card* const report = root_move_;
        root_move_ = nullptr;
        const int seat = (trick.leader + Place) & 3;
        const bool north_south = is_north_south(seat);
        Candidates candidates;
        candidates.add_replies(hands_, seat, trick, options_);
        auto& history = history_[Place][static_cast<std::size_t>(seat)];
        Card& killer =
            killers_[Place][static_cast<std::size_t>(left)][static_cast<std::size_t>(seat)];
        const OrderContext context{hands_,
                                   tables_,
                                   seat,
                                   trump_,
                                   hands_[0] | hands_[1] | hands_[2] | hands_[3] | trick.cards,
                                   killer};
        if (options_.ordering && candidates.size() > 1) {
            candidates.weigh_replies<Place>(context, trick);
            candidates.add_history(history);
        }
        Cards relied = 0;
        while (const Candidate* move = candidates.next()) {
            ++statistics_.nodes;
            const Cards played = bit<Cards>(move->card);
            hands_[static_cast<std::size_t>(seat)] ^= played;
            Trick next = trick;
            next.add(seat, move->card, trump_);
            Cards below = 0;
            bool result;
            if constexpr (Place < 3) {
                result = follow<Place + 1>(next, left, target, below);
            } else {
                result = boundary(next.winner, left - 1,
                                  target - (is_north_south(next.winner) ? 1 : 0), below);
                below |= next.won_by_rank();
            }
            hands_[static_cast<std::size_t>(seat)] ^= played;
            if (result == north_south) {
                winners = move->as_refutation(below);
                killer = move->card;
                candidates.learn(history, left);
                if (report != nullptr) *report = move->card;
                return result;
            }
            relied |= move->as_one_of_all(below);
            if (options_.alike_cards) candidates.drop_alike(*move, below);
        }
        winners = relied;
        return !north_south;
    }

    /// One card each: no choice is left.
    bool last_trick(int leader, int target, Cards& winners) {
        Trick trick(leader, lowest(hands_[static_cast<std::size_t>(leader)]));
        for (int i = 1; i < 4; ++i) {
            const int seat = (leader + i) & 3;
            trick.add(seat, lowest(hands_[static_cast<std::size_t>(seat)]), trump_);
        }
        winners = trick.won_by_rank();
        return is_north_south(trick.winner) ? target <= 1 : target <= 0;
    }

    void check_budget() const {
        if (statistics_.nodes > budget_.nodes ||
            (budget_.stop != nullptr && budget_.stop->load()) ||
            (budget_.deadline != std::chrono::steady_clock::time_point::max() &&
             std::chrono::steady_clock::now() > budget_.deadline)) {
            throw LimitReached{};
        }
    }

    SolverOptions options_;
    SuitTables tables_;
    PatternTable table_;
    StaticBounds bounds_;
    Position root_;
    int trump_ = -1;
    Hands hands_{};
    std::uint8_t hint_ = Knowledge::no_move;
    Card decisive_ = 0;          // the lead that decided the last `lead`
    Card* root_move_ = nullptr;  // where the root reports its card
    std::array<std::array<std::array<Card, 4>, 14>, 4> killers_{};  // by place, tricks left, seat
    std::array<std::array<std::array<std::int16_t, 64>, 4>, 4> history_{};  // by place, seat, card
    Budget budget_;
    SolverStatistics statistics_;
};

}  // namespace kiebitz::bridge::KIEBITZ_BRIDGE_ARCH
