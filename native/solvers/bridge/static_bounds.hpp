// Tricks that are certain without search, from tables of single suits (thesis §5.3).
#pragma once

#include <array>
#include <cstdint>

#include "solvers/bridge/layout.hpp"
#include "solvers/bridge/moves.hpp"
#include "solvers/bridge/options.hpp"
#include "solvers/bridge/suit_tables.hpp"

namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH {

class StaticBounds {
  public:
    StaticBounds(SuitTables& tables, const Options& options)
        : tables_(tables), transfer_(options.transfer), back_(options.there_and_back) {}

    /// Whether the side on lead can cash `need` tricks before it loses the lead.
    bool quick_tricks(const Layout& layout, int leader, int trump, int left, int need,
                      Cards& winners) {
        if (need > left) return false;
        // A ruff by partner may add one.
        int possible = trump != no_trump ? 1 : 0;
        Places places;
        for (int s = 0; s < 4; ++s) {
            Remaining& of = tables_.remaining(s, layout.set(s));
            places[static_cast<std::size_t>(s)] = &of;
            possible += of.most[static_cast<std::size_t>(leader & 1)];
        }
        if (need > possible) return false;
        unsigned ruffers = 0;
        int left_trumps = 0, right_trumps = 0;
        if (trump != no_trump) {
            left_trumps = layout.length(next_seat(leader), trump);
            right_trumps = layout.length((leader + 3) & 3, trump);
            ruffers = (left_trumps > 0 ? 1U : 0U) | (right_trumps > 0 ? 2U : 0U);
        }
        const Plan start{0, 0};
        if (cash(layout, places, leader, trump, ruffers, false, start, need, winners)) return true;
        if (ruffers == 0) return false;
        // Draw trumps first; whoever still holds some afterwards can ruff.
        const Cashing trumps = cashing(layout, places, trump, leader, 0);
        for (int way = 0; way < (transfer_ ? 2 : 1); ++way) {
            const std::uint8_t packed = way == 0 ? trumps.keep : trumps.transfer;
            const int rounds = Cashing::tricks(packed);
            const unsigned rest =
                (left_trumps > rounds ? 1U : 0U) | (right_trumps > rounds ? 2U : 0U);
            if (rounds == 0 || rest == ruffers) continue;
            const Plan drawn = start.with(trump, packed);
            const int on_lead = way == 0 ? leader : partner_of(leader);
            if (cash(layout, places, on_lead, trump, way == 0 ? rest : mirrored(rest), true, drawn,
                     need, winners)) {
                return true;
            }
        }
        return false;
    }

    /// Whether the side of the second hand, which holds the highest card of the suit led, wins this
    /// trick with it and cashes the rest of the `need` tricks. `start` is the trick's beginning.
    bool second_hand(const Layout& start, int second, Card led, int trump, int left, int need,
                     Cards& winners) {
        const int suit = suit_of(led);
        const int winner = start.owner_of_top(suit);
        if (((winner ^ second) & 1) != 0) return false;
        const int third = next_seat(second);
        const unsigned thirds = start.of(third, suit);
        if (thirds == 0 && trump != no_trump && suit != trump && start.of(third, trump) != 0) {
            return false;
        }
        const unsigned top = 1U << highest(start.set(suit));
        const Cards by_rank = Cards{top} << (16 * suit);
        if (need == 1) {
            winners = by_rank;
            return true;
        }
        const int partner = partner_of(winner);
        const unsigned partners = start.of(partner, suit);
        if (partners == 0) return false;
        // The opponents keep their best cards.
        const unsigned low_third = thirds & (0U - thirds);
        const unsigned low_partner = partners & (0U - partners);
        Layout rest = start;
        const unsigned left_over =
            start.set(suit) & ~(top | low_third | low_partner | 1U << rank_of(led));
        rest.all = (start.all & ~suit_mask(suit)) | Cards{left_over} << (16 * suit);
        rest.look(suit, tables_);
        rest.shape -= Trick::one_of(suit, winner) + Trick::one_of(suit, partner) +
                      Trick::one_of(suit, (second + 3) & 3) +
                      (low_third != 0 ? Trick::one_of(suit, third) : 0);
        if (!quick_tricks(rest, winner, trump, left - 1, need - 1, winners)) return false;
        winners |= by_rank;
        return true;
    }

    /// Whether the side not on lead gets `need` tricks in the end, whatever is played.
    bool later_tricks(const Layout& layout, int leader, int trump, int left, int need,
                      Cards& winners) {
        if (need > left) return false;
        if (trump != no_trump && sure_trumps(layout, leader, trump, need, winners)) return true;
        if (stopped(layout, leader, trump, left, need, winners)) return true;
        if (trump != no_trump &&
            (layout.of(leader, trump) | layout.of(partner_of(leader), trump)) != 0) {
            return false;
        }
        // No suit the leader can play is topped by the leader's side: the others win this trick and
        // cash what they have.
        Cards relied = 0;
        for (int suit = 0; suit < 4; ++suit) {
            if (layout.of(leader, suit) == 0) continue;
            const unsigned set = layout.set(suit);
            const Card top = highest(set);
            int winner = next_seat(leader);
            if (!contains(layout.of(winner, suit), top)) {
                winner = partner_of(winner);
                if (!contains(layout.of(winner, suit), top)) return false;
            }
            Plan plan{1, bit<Cards>(make_card(suit, top))};
            unsigned gone = 1U << top;
            for (int seat = 0; seat < 4; ++seat) {
                const unsigned held = layout.of(seat, suit);
                if (seat != winner) gone |= held & (0U - held);
            }
            plan = plan.with(suit, tables_.cashing(suit, set & ~gone, winner, 0).keep);
            for (int other = 0; other < 4 && plan.tricks < need; ++other) {
                if (other == suit) continue;
                plan = plan.with(other, tables_.cashing(other, layout.set(other), winner, 0).keep);
            }
            if (plan.tricks < need) return false;
            relied |= plan.winners;
        }
        winners = relied;
        return true;
    }

  private:
    struct Plan {
        int tricks;
        Cards winners;

        Plan with(int suit, std::uint8_t packed) const {
            const int low = Cashing::lowest(packed);
            return {tricks + Cashing::tricks(packed),
                    low == Cashing::nothing ? winners : winners | bit<Cards>(make_card(suit, low))};
        }
    };

    using Places = std::array<Remaining*, 4>;  // of the four suits in the tables

    Cashing cashing(const Layout& layout, const Places& places, int suit, int leader,
                    unsigned ruffers) {
        return tables_.cashing(*places[static_cast<std::size_t>(suit)], suit, layout.set(suit),
                               leader, ruffers);
    }

    static unsigned mirrored(unsigned ruffers) { return (ruffers >> 1) | ((ruffers & 1) << 1); }

    /// Cash all suits, or the side suits when trumps are `drawn`, from the leader's hand, passing
    /// the lead to partner once at most.
    bool cash(const Layout& layout, const Places& places, int leader, int trump, unsigned ruffers,
              bool drawn, const Plan& start, int need, Cards& winners) {
        std::array<Cashing, 4> own;
        int total = start.tricks;
        unsigned passes = 0;
        for (int suit = 0; suit < 4; ++suit) {
            Cashing& ways = own[static_cast<std::size_t>(suit)];
            if (suit == trump && drawn) {
                ways = Cashing{};
                continue;
            }
            ways = cashing(layout, places, suit, leader, suit == trump ? 0 : ruffers);
            total += Cashing::tricks(ways.keep);
            passes |= static_cast<unsigned>(ways.transfer | ways.back);
        }
        if (total >= need) {
            std::array<std::uint8_t, 4> keep;
            for (std::size_t i = 0; i < 4; ++i) keep[i] = own[i].keep;
            winners = start.winners | fewest(layout, leader, keep, 15U, total - need);
            return true;
        }
        const bool may_ruff = transfer_ && trump != no_trump && !drawn;
        const unsigned ruffs = may_ruff ? ruff_ways(layout, leader, trump, ruffers) : 0;
        if ((passes >> 4) == 0 && ruffs == 0) return false;
        std::array<std::uint8_t, 4> best{};
        total = start.tricks;
        for (int suit = 0; suit < 4; ++suit) {
            if (suit == trump && drawn) continue;
            const std::uint8_t mine = own[static_cast<std::size_t>(suit)].keep;
            const std::uint8_t theirs = cashing(layout, places, suit, partner_of(leader),
                                                suit == trump ? 0 : mirrored(ruffers))
                                            .keep;
            best[static_cast<std::size_t>(suit)] = mine > theirs ? mine : theirs;
            total += Cashing::tricks(best[static_cast<std::size_t>(suit)]);
        }
        if (ruffs != 0 && ruff_transfer(ruffs, trump, best, need, winners)) return true;
        for (int way = 0; way < 4; ++way) {
            // The suit that carries the lead over to partner counts these tricks.
            const auto i = static_cast<std::size_t>(way);
            const std::uint8_t over = transfer_ ? own[i].transfer : 0;
            const std::uint8_t back = back_ ? own[i].back : 0;
            const std::uint8_t pass = over > back ? over : back;
            if (Cashing::tricks(pass) == 0) continue;
            const int surplus = total - Cashing::tricks(best[i]) + Cashing::tricks(pass) - need;
            if (surplus < 0) continue;
            best[i] = pass;
            winners = start.winners | fewest(layout, -1, best, 15U & ~(1U << way), surplus);
            return true;
        }
        return false;
    }

    /// Ranks that suffice when `surplus` of the tricks of a plan are not needed. Suits of
    /// `droppable` may be left out; those that name most cards go first. If `leader` cashes all
    /// suits, then one may be cashed in part.
    static Cards fewest(const Layout& layout, int leader, std::array<std::uint8_t, 4>& plan,
                        unsigned droppable, int surplus) {
        // The last suits first: proofs that rely on the same suits go well together.
        for (std::size_t i = 0; i < 4 && surplus > 0; ++i) {
            const int tricks = Cashing::tricks(plan[i]);
            if (tricks == 0 || tricks > surplus || ((droppable >> i) & 1) == 0) continue;
            surplus -= tricks;
            plan[i] = Cashing::nothing;
        }
        Cards winners = 0;
        for (int suit = 0; suit < 4; ++suit) {
            const std::uint8_t packed = plan[static_cast<std::size_t>(suit)];
            const int tricks = Cashing::tricks(packed), low = Cashing::lowest(packed);
            if (tricks == 0 || low == Cashing::nothing) continue;
            unsigned rank = 1U << low;
            if (surplus > 0 && leader >= 0) {
                // Cashing fewer from the top of one hand needs fewer ranks.
                const unsigned used = static_cast<unsigned>(
                    nth_highest(layout.set(suit), static_cast<unsigned>(tricks - surplus)));
                const unsigned tops = layout.set(suit) & (0U - used);
                if ((tops & ~layout.of(leader, suit)) == 0) {
                    rank = used;
                    surplus = 0;
                }
            }
            winners |= Cards{rank} << (16 * suit);
        }
        return winners;
    }

    /// Suits that partner can ruff while the opponents with trumps must follow.
    static unsigned ruff_ways(const Layout& layout, int leader, int trump, unsigned ruffers) {
        if (layout.of(partner_of(leader), trump) == 0) return 0;
        unsigned ways = 0;
        for (int way = 0; way < 4; ++way) {
            if (way == trump || layout.of(leader, way) == 0 ||
                layout.of(partner_of(leader), way) != 0)
                continue;
            if ((ruffers & 1) != 0 && layout.of(next_seat(leader), way) == 0) continue;
            if ((ruffers & 2) != 0 && layout.of((leader + 3) & 3, way) == 0) continue;
            ways |= 1U << way;
        }
        return ways;
    }

    /// Partner ruffs one of the suits `ways` and cashes on. Trumps are not counted: the ruff may
    /// have cost one of theirs.
    static bool ruff_transfer(unsigned ways, int trump, const std::array<std::uint8_t, 4>& best,
                              int need, Cards& winners) {
        for (int way = 0; way < 4; ++way) {
            if (((ways >> way) & 1) == 0) continue;
            Plan plan{1, 0};
            for (int suit = 0; suit < 4 && plan.tricks < need; ++suit) {
                if (suit != way && suit != trump) {
                    plan = plan.with(suit, best[static_cast<std::size_t>(suit)]);
                }
            }
            if (plan.tricks < need) continue;
            winners = plan.winners;
            return true;
        }
        return false;
    }

    /// The side on lead can win tricks only in suits that it tops, or by ruffs, until it gives up
    /// the lead; then the others cash the top cards they kept.
    bool stopped(const Layout& layout, int leader, int trump, int left, int need,
                 Cards& winners) const {
        const int partner = partner_of(leader);
        // Ruffs could bring down a top card.
        if (trump != no_trump && (layout.of(leader, trump) | layout.of(partner, trump)) != 0) {
            return false;
        }
        const int running = layout.in_topped_suits(leader, trump);  // tricks they may take first
        if (left - running < need) return false;
        std::array<int, 2> tops{};  // of the left-hand and the right-hand opponent
        int suits = 0;
        Cards relied = 0;
        for (int suit = 0; suit < 4; ++suit) {
            if (suit == trump) continue;
            const unsigned set = layout.set(suit);
            if (set == 0) continue;
            const unsigned theirs = layout.of(leader, suit) | layout.of(partner, suit);
            const Card top = highest(set);
            if (contains(theirs, top)) continue;
            const int holder = contains(layout.of(next_seat(leader), suit), top) ? 0 : 1;
            const unsigned held =
                layout.of(holder == 0 ? next_seat(leader) : (leader + 3) & 3, suit);
            const unsigned rest = set & ~held;
            unsigned block = rest != 0 ? held & ~((2U << highest(rest)) - 1) : held;
            ++suits;
            int counted = count(block);
            if (need == 1) {
                counted = 1;
                block = 1U << top;
            }
            tops[static_cast<std::size_t>(holder)] += counted;
            relied |= Cards{block} << (16 * suit);
        }
        if (suits == 0 || left - running < suits) return false;
        if (need > 1) {
            // Whoever comes on lead needs enough; a trick given away cheaply counts as one.
            for (const int own : tops) {
                if (own + 1 < need || (own > 0 && own < need)) return false;
            }
        }
        winners = relied;
        return true;
    }

    /// Trumps of the side not on lead that take a trick whatever happens.
    bool sure_trumps(const Layout& layout, int leader, int trump, int need, Cards& winners) const {
        const unsigned set = layout.set(trump);
        const unsigned left = layout.of(next_seat(leader), trump);
        const unsigned right = layout.of((leader + 3) & 3, trump);
        const unsigned both = left | right;
        if (both == 0) return false;
        const unsigned theirs = set & ~both;
        const unsigned tops = theirs != 0 ? both & ~((2U << highest(theirs)) - 1) : both;
        if (tops != 0) {
            // Two top cards fall together only when neither hand has a lower trump to play.
            const int longer = count(left) > count(right) ? count(left) : count(right);
            const int sure = count(tops) < longer ? count(tops) : longer;
            if (sure < need) return false;
            winners =
                theirs == 0 ? 0 : nth_highest(set, static_cast<unsigned>(need)) << (16 * trump);
            return true;
        }
        if (need > 1 || count(both) < 2) return false;
        const Card second = highest(both);
        if (count(set >> second) != 2) return false;
        const bool with_left = contains(left, second);
        const unsigned holder = with_left ? left : right;
        if (count(holder) < 2) return false;
        // King guarded behind the ace, or king and queen: the ace cannot take both.
        const Card top = highest(theirs);
        const int before = with_left ? leader : partner_of(leader);
        const bool behind = contains(layout.of(before, trump), top);
        const unsigned third = holder & ~(1U << second);
        const unsigned below = set & ((1U << second) - 1);
        const bool touching = highest(below) == highest(third);
        if (!behind && !touching) return false;
        winners = nth_highest(set, behind ? 2U : 3U) << (16 * trump);
        return true;
    }

    SuitTables& tables_;
    bool transfer_;
    bool back_;
};

}  // namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH
