// αμ search (Cazenave, Ventos 2019): the best defence model of 001 over a list of worlds, looked at
// for some moves ahead and valued double dummy there.
//
// A node's value is a front: vectors "won in which worlds", none dominated by another. Who decides
// must play alike in all worlds that look alike, so a node of theirs is the union of the fronts
// below it; an opponent, who knows the world, takes the worst of each world. Whoever searches one
// move ahead averages over double dummy, which is PIMC; each move more takes away one step of the
// hope to know later what nobody will ever be told.
//
// A world that is lost double dummy is lost at best, so only those that are won are carried on
// (`live`). In these an opponent has no winning card, and nothing need be solved after one; solved
// is after cards of the side that decides.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "games/bridge/bridge.hpp"
#include "players/bridge/planned_card.hpp"
#include "search/best_defence/front.hpp"
#include "solvers/bridge/engine.hpp"
#include "solvers/bridge/position.hpp"

namespace kiebitz::players::bridge {

using namespace kiebitz::bridge;
using solvers::bridge::Position;

/// Double-dummy answers in a list of worlds. They have one solver: what it learns is about relative
/// ranks, so that endings which worlds share are solved once.
class SolvedWorlds {
  public:
    explicit SolvedWorlds(const solvers::Limits& limits);

    /// Whether declarer's side takes `target` of the tricks left.
    bool makes(const Position& position, int target, bool north_south);
    /// How many of them it takes; `guess` is one that is likely.
    int tricks(const Position& position, int guess, bool north_south);
    /// Cards tried by the solver, and vectors put together by the search.
    std::uint64_t nodes() const { return engine_->budget().nodes() + budget_.nodes(); }
    /// One node of the search more. Throws LimitReached.
    void spend() {
        budget_.spend();
        if (most_ != 0 && nodes() >= most_) throw solvers::LimitReached{};
    }

  private:
    std::unique_ptr<solvers::bridge::Engine> engine_;
    std::uint64_t most_;      // nodes of both together; 0: no limit
    solvers::Budget budget_;  // of the search above
};

/// What all worlds have in common.
struct PublicPlay {
    int trump = no_trump;
    int leader = 0;
    int played = 0;
    std::array<Card, 3> trick{};
    int left = 0;    // tricks, the current one included
    int target = 0;  // that declarer's side still needs

    int to_move() const { return (leader + played) & 3; }

    /// `wanted`: declarer's side's tricks in the whole play.
    static PublicPlay of(const State::View& view, int wanted);
};

/// Who decides, and whose hands are seen.
struct Roles {
    int declarer = 0;
    std::array<bool, 4> decides{};  // one person's cards: declarer's and dummy's, or a defender's
    std::array<bool, 4> seen{};
    int partner = -1;  // a defender's: helps, with cards that are not seen
    bool defends = false;

    static Roles of(const State::View& view);
};

template <std::size_t Words>
class AlphaMu {
  public:
    using Set = best_defence::Bits<Words>;
    using Front = best_defence::Front<Words>;

    /// `hands`: one entry a world.
    AlphaMu(const Roles& roles, std::vector<Hands> hands, SolvedWorlds& solved)
        : roles_(roles), hands_(std::move(hands)), solved_(solved) {}

    struct Value {
        Cards group;            // equivalent cards
        Set won{};              // worlds that a best plan wins against best defence
        int wins = 0;           // how many these are
        int hope = 0;           // in so many double dummy
        bool searched = false;  // else `wins` is not known, but no more than the best card's
    };

    /// Tells what is known double dummy: `wins(world, card)` says whether who decides wins.
    template <class Wins>
    void know(const PublicPlay& play, Wins wins) {
        for (const Cards group : equivalent_groups(position(play, 0))) {
            Set live{};
            for (std::size_t w = 0; w < hands_.size(); ++w) {
                if (wins(w, highest(group))) live.set(w);
            }
            first_.push_back({{group, live}, live.count()});
        }
    }

    /// The cards of the player to move, who decides, `depth` own moves deep.
    /// `all`: the wins of every card, not only of those that may be best. Who asks again, deeper,
    /// profits from what was found before.
    std::vector<Value> root(const PublicPlay& play, int depth, bool all) {
        is_cut_ = false;
        if (first_.empty()) {
            Set everything{};
            for (std::size_t w = 0; w < hands_.size(); ++w) everything.set(w);
            for (const Choice& choice : own_choices(play, everything)) {
                first_.push_back({choice, choice.live.count()});
            }
        }
        // Looking further ahead never wins in more worlds, so what was best is likely to stay so,
        // and what was worse than the best is now cannot be best.
        std::stable_sort(first_.begin(), first_.end(),
                         [](const First& a, const First& b) { return a.most > b.most; });
        int best = -1;
        std::vector<Value> values;
        for (First& first : first_) {
            const Choice& choice = first.choice;
            Value value{choice.group, {}, 0, choice.live.count(), false};
            const int need = all ? -1 : best - 1;
            if (first.most > need) {
                const Front front = after_card(play, choice.group, choice.live, [&](auto& next) {
                    return search(next, depth - 1, choice.live, need);
                });
                value.searched = !front.empty() || need < 0;
                for (const Set& vector : front) {
                    if (vector.count() <= value.wins) continue;
                    value.won = vector;
                    value.wins = vector.count();
                }
                first.most = std::min(first.most, value.searched ? value.wins : need);
                best = std::max(best, value.wins);
            }
            values.push_back(value);
        }
        return values;
    }

    /// The plan of so many own moves that begins with a card and wins in these worlds, as `root`
    /// has found it. Replies are told that are possible in one of the worlds. At most about `most`
    /// cards: what comes after them is left out.
    std::vector<PlannedCard> plan(const PublicPlay& play, Card card, int depth, const Set& won,
                                  std::size_t most) {
        std::vector<PlannedCard> cards;
        plan_card(play, card, depth - 1, won, -1, most, cards);
        return cards;
    }

    /// Whether the last search ended somewhere before the play did, and a deeper one might differ.
    bool is_cut() const { return is_cut_; }

  private:
    struct Choice {
        Cards group;
        Set live;
    };
    struct First {
        Choice choice;
        int most;  // worlds in which it can win, as far as searches have shown
    };

    /// The vectors below a node that win in more than `need` of the `live` worlds.
    Front search(const PublicPlay& play, int depth, const Set& live, int need) {
        solved_.spend();
        Front front;
        const int number = live.count();
        if (number <= need) return front;
        // 1. Decided, or one world is left: there is nothing that is not known.
        const bool over = play.target <= 0 || play.target > play.left;
        if (over || number <= 1 || depth == 0) {
            if (!over && number > 1) is_cut_ = true;
            front.add(live);
            return front;
        }
        const auto seat = static_cast<std::size_t>(play.to_move());
        if (roles_.decides[seat]) return search_own(play, depth, live, need);
        if (play.to_move() == roles_.partner) return search_partner(play, depth, live, need);
        return search_opponent(play, depth, live, need);
    }

    /// 2. One choice for all worlds. A card that wins in all of them double dummy is looked into
    /// before the others are: if it stays so, nothing is better. (αμ's cut at a node that is won.)
    Front search_own(const PublicPlay& play, int depth, const Set& live, int need) {
        Front front;
        std::vector<Cards> groups = equivalent_groups(position(play, first_of(live)));
        const int rest = groups.size() > 1 ? depth - 1 : depth;
        Card& likely = likely_[moment(play)];
        std::stable_partition(groups.begin(), groups.end(),
                              [&](Cards group) { return contains(group, likely); });
        const auto look = [&](Cards group, const Set& alive) {
            const Front below = after_card(
                play, group, alive, [&](auto& next) { return search(next, rest, alive, need); });
            for (const Set& vector : below) front.add(vector);
            return front.covers(live);
        };
        std::vector<Choice> others;
        for (const Cards group : groups) {
            const Set alive = after_card(play, group, live,
                                         [&](auto& next) { return still_won(next, live, need); });
            if (!live.within(alive)) {
                others.push_back({group, alive});
            } else if (look(group, alive)) {
                likely = highest(group);
                return front;
            }
        }
        sort_by_hope(others);
        for (const Choice& choice : others) {
            if (choice.live.count() <= need || front.covers(choice.live)) continue;
            if (look(choice.group, choice.live)) break;
        }
        return front;
    }

    /// 3. Opponents know the world; whatever they can do there, they may do.
    Front search_opponent(const PublicPlay& play, int depth, const Set& live, int need) {
        Front front;
        front.add(live);
        for (const Choice& choice : hidden_choices(play, live)) {
            Set alive{};
            int most = 0;
            for (const Set& vector : front) {
                alive = alive | (vector & choice.live);
                most = std::max(most, (vector - choice.live).count());
            }
            const Front below = after_card(play, choice.group, alive, [&](auto& next) {
                return search(next, depth, alive, need - most);
            });
            Front combined;
            for (const Set& vector : front) {
                for (const Set& other : below) {
                    solved_.spend();
                    const Set both = (vector - choice.live) | (vector & other);
                    if (both.count() > need) combined.add(both);
                }
            }
            front = std::move(combined);
            if (front.empty()) break;
        }
        return front;
    }

    /// 4. Partner knows the world too (an assumption in the defenders' favour) and takes the best.
    Front search_partner(const PublicPlay& play, int depth, const Set& live, int need) {
        Front front;
        front.add(Set{});
        for (const Choice& possible : hidden_choices(play, live)) {
            const Set alive = after_card(play, possible.group, possible.live, [&](auto& next) {
                return still_won(next, possible.live, -1);
            });
            if (alive.empty()) continue;
            const Front below = after_card(play, possible.group, alive, [&](auto& next) {
                return search(next, depth, alive, -1);
            });
            Front combined;
            for (const Set& vector : front) {
                for (const Set& other : below) {
                    solved_.spend();
                    combined.add(vector | other);
                }
            }
            front = std::move(combined);
            if (front.covers(live)) break;
        }
        Front enough;
        for (const Set& vector : front) {
            if (vector.count() > need) enough.add(vector);
        }
        return enough;
    }

    /// The cards of a hand that is seen, most hopeful first.
    std::vector<Choice> own_choices(const PublicPlay& play, const Set& live) {
        std::vector<Choice> choices;
        const std::size_t any = first_of(live);
        for (const Cards group : equivalent_groups(position(play, any))) {
            const Set alive = after_card(play, group, live,
                                         [&](auto& next) { return still_won(next, live, -1); });
            choices.push_back({group, alive});
        }
        sort_by_hope(choices);
        return choices;
    }

    /// The cards that a player may have, with the worlds in which each is legal. Of a hand that is
    /// seen one of equivalent cards stands for all; of a hidden one each is a message of its own.
    std::vector<Choice> hidden_choices(const PublicPlay& play, const Set& live) {
        std::vector<Choice> choices;
        if (roles_.seen[static_cast<std::size_t>(play.to_move())]) {
            for (const Cards group : equivalent_groups(position(play, first_of(live)))) {
                choices.push_back({group, live});
            }
            return choices;
        }
        Cards any = 0;
        std::vector<std::pair<std::size_t, Cards>> legal;
        for (std::size_t w = 0; w < hands_.size(); ++w) {
            if (!live.test(w)) continue;
            legal.emplace_back(w, legal_cards(position(play, w)));
            any |= legal.back().second;
        }
        for (Card card : each_card(any)) {
            Choice choice{bit<Cards>(card), {}};
            for (const auto& [w, cards] : legal) {
                if (contains(cards, card)) choice.live.set(w);
            }
            choices.push_back(choice);
        }
        // The worlds split least where most share a card: that tells soonest what is not possible.
        sort_by_hope(choices);
        return choices;
    }

    static void sort_by_hope(std::vector<Choice>& choices) {
        std::stable_sort(choices.begin(), choices.end(), [](const Choice& a, const Choice& b) {
            return a.live.count() > b.live.count();
        });
    }

    /// Those of the worlds that are won double dummy; fewer, if these are not more than `need`.
    Set still_won(const PublicPlay& play, const Set& live, int need) {
        Set won{};
        const bool sure = play.target <= 0;
        const bool lost = play.target > play.left;
        int possible = live.count();
        for (std::size_t w = 0; w < hands_.size() && possible > need; ++w) {
            if (!live.test(w)) continue;
            const bool makes = sure || (!lost && solved_.makes(position(play, w), play.target,
                                                               is_north_south(roles_.declarer)));
            if (makes != roles_.defends) {
                won.set(w);
            } else {
                --possible;
            }
        }
        return won;
    }

    void plan_card(const PublicPlay& play, Card card, int depth, const Set& live, int parent,
                   std::size_t most, std::vector<PlannedCard>& cards) {
        const int number = static_cast<int>(cards.size());
        cards.push_back({parent, play.to_move(), card});
        if (cards.size() >= most) return;
        after_card(play, bit<Cards>(card), live, [&](auto& next) {
            plan_next(next, depth, live, number, most, cards);
            return true;
        });
    }

    void plan_next(const PublicPlay& play, int depth, const Set& live, int parent, std::size_t most,
                   std::vector<PlannedCard>& cards) {
        const bool over = play.target <= 0 || play.target > play.left;
        if (over || depth == 0) return;
        if (!roles_.decides[static_cast<std::size_t>(play.to_move())]) {
            for (const Choice& reply : hidden_choices(play, live)) {
                plan_card(play, highest(reply.group), depth, reply.live, parent, most, cards);
            }
            return;
        }
        std::vector<Cards> groups = equivalent_groups(position(play, first_of(live)));
        const int rest = groups.size() > 1 ? depth - 1 : depth;
        // What was chosen after another reply is chosen here too, if it is as good.
        Card& likely = likely_[moment(play)];
        std::stable_partition(groups.begin(), groups.end(),
                              [&](Cards group) { return contains(group, likely); });
        const int all_but_one = live.count() - 1;
        for (const Cards group : groups) {
            const bool wins = after_card(play, group, live, [&](auto& next) {
                return live.within(still_won(next, live, all_but_one)) &&
                       !search(next, rest, live, all_but_one).empty();
            });
            if (!wins) continue;
            likely = lowest(group);
            plan_card(play, lowest(group), rest, live, parent, most, cards);
            return;
        }
    }

    /// How many cards are still to be played.
    static std::size_t moment(const PublicPlay& play) {
        return static_cast<std::size_t>(4 * play.left - play.played);
    }

    /// `look` at the play after the highest card of the group, in the worlds given.
    template <class Look>
    auto after_card(const PublicPlay& play, Cards group, const Set& live, Look look) {
        const Card card = highest(group);
        const auto seat = static_cast<std::size_t>(play.to_move());
        PublicPlay next = play;
        if (play.played < 3) {
            next.trick[static_cast<std::size_t>(next.played++)] = card;
        } else {
            const int winner =
                solvers::bridge::winner_of(play.leader, play.trick, card, play.trump);
            next.leader = winner;
            next.played = 0;
            next.trick = {};
            --next.left;
            if (is_north_south(winner) == is_north_south(roles_.declarer)) --next.target;
        }
        std::vector<std::size_t> moved;
        for (std::size_t w = 0; w < hands_.size(); ++w) {
            if (!live.test(w)) continue;
            hands_[w][seat] ^= bit<Cards>(card);
            moved.push_back(w);
        }
        struct Back {
            AlphaMu& search;
            const std::vector<std::size_t>& moved;
            std::size_t seat;
            Card card;
            ~Back() {
                for (const std::size_t w : moved) search.hands_[w][seat] ^= bit<Cards>(card);
            }
        } back{*this, moved, seat, card};
        return look(std::as_const(next));
    }

    Position position(const PublicPlay& play, std::size_t world) const {
        Position position;
        position.hands = hands_[world];
        position.trump = play.trump;
        position.leader = play.leader;
        position.played = play.played;
        position.trick = play.trick;
        return position;
    }

    std::size_t first_of(const Set& live) const {
        for (std::size_t w = 0; w < hands_.size(); ++w) {
            if (live.test(w)) return w;
        }
        return 0;
    }

    Roles roles_;
    std::vector<Hands> hands_;
    SolvedWorlds& solved_;
    std::vector<First> first_;       // the cards at the root
    std::array<Card, 53> likely_{};  // by moment: the card that won everywhere last time
    bool is_cut_ = false;
};

}  // namespace kiebitz::players::bridge
