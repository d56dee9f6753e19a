// Best defence a few own moves deep, against a search that is written by the book: no cuts, no
// fronts, nothing shared with the player but the rules.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "bridge_hands.hpp"
#include "games/bridge/layouts.hpp"
#include "players/bridge/choose_card.hpp"
#include "players/bridge/single_dummy.hpp"
#include "solvers/bridge/position.hpp"

using namespace kiebitz;
using namespace kiebitz::players::bridge;
using kiebitz::bridge::testing::random_hands;

namespace {

/// Double dummy by trying everything.
class OpenCards {
  public:
    int tricks(const State& state) {
        if (state.is_over()) return state.tricks_of(state.declarer());
        const State::View view = state.view(state.declarer());
        Hands hands{};
        for (std::size_t seat = 0; seat < 4; ++seat) hands[seat] = state.hands()[seat];
        const Key key{hands, view.leader, view.played, view.trick[0], view.trick[1], view.trick[2]};
        const int taken = state.tricks_of(state.declarer());
        if (const auto found = known_.find(key); found != known_.end()) {
            return taken + found->second;
        }
        const bool maximises = is_north_south(state.to_move()) == is_north_south(state.declarer());
        int best = maximises ? -1 : 99;
        for (Card card : each_card(state.legal_cards())) {
            State next = state;
            next.apply(card);
            const int value = tricks(next);
            best = maximises ? std::max(best, value) : std::min(best, value);
        }
        known_[key] = best - taken;
        return best;
    }

  private:
    using Key = std::tuple<Hands, int, int, Card, Card, Card>;
    std::map<Key, int> known_;
};

/// All vectors "won in which worlds" that a plan of so many own moves can have.
class ByTheBook {
  public:
    using Vector = std::uint32_t;
    using Worlds = std::map<int, State>;

    ByTheBook(int seat, int declarer, int trump, int target)
        : seat_(seat), trump_(trump), target_(target) {
        defends_ = is_north_south(seat) != is_north_south(declarer);
    }

    bool wins(const State& state) { return (open_.tricks(state) >= target_) != defends_; }
    int tricks(const State& state) { return open_.tricks(state); }

    std::set<Vector> vectors(const Worlds& worlds, int moves) {
        const State& any = worlds.begin()->second;
        if (moves == 0 || any.is_over()) {
            Vector won = 0;
            for (const auto& [world, state] : worlds) won |= Vector{wins(state)} << world;
            return {won};
        }
        const int mover = any.to_move();
        const bool own = mover == seat_ || (!defends_ && mover == partner_of(seat_));
        const bool helps = defends_ && mover == partner_of(seat_);
        const int rest = own && has_choice(any) ? moves - 1 : moves;
        Cards cards = 0;
        for (const auto& [world, state] : worlds) cards |= state.legal_cards();
        std::set<Vector> all;
        bool first = true;
        for (Card card : each_card(cards)) {
            Worlds next;
            Vector there = 0;
            for (const auto& [world, state] : worlds) {
                if (!contains(state.legal_cards(), card)) continue;
                State after = state;
                after.apply(card);
                next.emplace(world, after);
                there |= Vector{1} << world;
            }
            const auto below = vectors(next, rest);
            std::set<Vector> sum;
            if (own) {
                sum = all;
                sum.insert(below.begin(), below.end());
            } else if (first) {
                for (const Vector vector : below) sum.insert(helps ? vector : vector | ~there);
            } else {
                for (const Vector a : all) {
                    for (const Vector b : below) sum.insert(helps ? a | b : a & (b | ~there));
                }
            }
            all = without_dominated(sum);
            first = false;
        }
        // Nothing is said of worlds that are not here.
        Vector here = 0;
        for (const auto& [world, state] : worlds) here |= Vector{1} << world;
        std::set<Vector> said;
        for (const Vector vector : all) said.insert(vector & here);
        return said;
    }

  private:
    bool has_choice(const State& state) const {
        solvers::bridge::Position position;
        const State::View view = state.view(state.declarer());
        position.hands = state.hands();
        position.trump = trump_;
        position.leader = view.leader;
        position.played = view.played;
        for (std::size_t i = 0; i < 3; ++i) position.trick[i] = view.trick[i];
        return solvers::bridge::equivalent_groups(position).size() > 1;
    }
    static std::set<Vector> without_dominated(const std::set<Vector>& all) {
        std::set<Vector> kept;
        for (const Vector a : all) {
            if (std::none_of(all.begin(), all.end(),
                             [&](Vector b) { return a != b && (a & ~b) == 0; })) {
                kept.insert(a);
            }
        }
        return kept;
    }

    int seat_, trump_, target_;
    bool defends_;
    OpenCards open_;
};

/// Whether the plan wins in this world whatever the defenders do, if after it cards lie open.
bool plan_holds(const std::vector<PlannedCard>& plan, std::size_t place, const State& before,
                ByTheBook& book) {
    const PlannedCard& card = plan[place];
    if (before.to_move() != card.seat || !contains(before.legal_cards(), card.card)) return false;
    State state = before;
    state.apply(card.card);
    std::map<Card, std::size_t> next;
    for (std::size_t i = place + 1; i < plan.size(); ++i) {
        if (plan[i].parent == static_cast<int>(place)) next[plan[i].card] = i;
    }
    if (next.empty()) return book.wins(state);
    if (is_north_south(state.to_move()) == is_north_south(state.declarer())) {
        return next.size() == 1 && plan_holds(plan, next.begin()->second, state, book);
    }
    for (Card reply : each_card(state.legal_cards())) {
        if (next.count(reply) == 0 || !plan_holds(plan, next[reply], state, book)) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("best defence in drawn worlds, one to three own moves deep, is what brute force finds") {
    Random random(8);
    int differs = 0, trumps = 0, defended = 0, ties = 0, settled = 0, planned = 0;
    for (int round = 0; round < 200; ++round) {
        const int size = round % 4 == 0 ? 3 : 4;
        const int trump = round % 3 == 2 ? no_trump : 0;
        const int declarer = static_cast<int>(random.below(4));
        const Hands hands = random_hands(random, size, 2, 4);
        State state(hands, trump, declarer);
        std::vector<Card> played;
        for (std::uint32_t i = random.below(2) + 1; i > 0; --i) {
            State::Moves moves;
            state.legal_moves(moves);
            played.push_back(
                static_cast<Card>(moves[random.below(static_cast<std::uint32_t>(moves.size()))]));
            state.apply(played.back());
        }
        const int seat = state.to_move() == partner_of(declarer) ? declarer : state.to_move();
        const bool defends = is_north_south(seat) != is_north_south(declarer);
        for (int depth = 1; depth <= 3; ++depth) {
            SingleDummyQuestion question;
            question.view = state.view(seat);
            // Also contracts that are made or lost already.
            question.target = static_cast<int>(random.below(static_cast<std::uint32_t>(size + 1)));
            question.worlds = 6 + static_cast<int>(random.below(14));
            question.depth = depth;
            question.seed = static_cast<std::uint64_t>(round);
            const SingleDummyAnswer answer = single_dummy(question, {});
            CAPTURE(round);
            CAPTURE(depth);
            ByTheBook book(seat, declarer, trump, question.target);
            ByTheBook::Worlds worlds;
            for (std::size_t i = 0; i < answer.seen.size(); ++i) {
                Hands dealt = answer.seen[i].hands;
                for (std::size_t s = 0; s < 4; ++s) dealt[s] |= question.view.gone[s];
                State world(dealt, trump, declarer);
                for (const Card card : played) world.apply(card);
                worlds.emplace(static_cast<int>(i), world);
            }
            REQUIRE(worlds.size() == answer.worlds);
            // Wins against best defence, wins double dummy, tricks, and the lower card.
            using Merit = std::tuple<int, int, int, int>;
            std::map<Card, Merit> merits;
            Merit best{-1, -1, -99, -99};
            for (Card card : each_card(state.legal_cards())) {
                ByTheBook::Worlds next;
                int hope = 0, tricks = 0;
                for (const auto& [world, before] : worlds) {
                    State after = before;
                    after.apply(card);
                    hope += book.wins(after) ? 1 : 0;
                    tricks += defends ? -book.tricks(after) : book.tricks(after);
                    next.emplace(world, after);
                }
                int most = 0;
                for (const auto vector : book.vectors(next, depth - 1)) {
                    most = std::max(most, std::popcount(vector));
                }
                merits[card] = {most, hope, tricks, -rank_of(card)};
                best = std::max(best, merits[card]);
                differs += most != hope ? 1 : 0;
            }
            for (const CardChances& card : answer.cards) {
                const auto& [most, hope, tricks, rank] = merits.at(card.card);
                const auto number = static_cast<double>(worlds.size());
                CHECK(*card.best_defence ==
                      doctest::Approx(defends ? 1 - most / number : most / number));
                CHECK(card.makes == doctest::Approx(defends ? 1 - hope / number : hope / number));
            }
            CHECK(merits.at(answer.cards.front().card) == best);
            const auto chosen = choose_card(question, {});
            REQUIRE(chosen);
            CHECK(chosen->card == answer.cards.front().card);
            for (const auto& [card, merit] : merits) {
                ties += card != chosen->card && std::get<0>(merit) == std::get<0>(best) &&
                        merit != best;
            }
            // The plan is one card for all worlds, and wins in as many as were promised.
            CHECK(answer.plan.empty() == (defends || depth == 1));
            if (!answer.plan.empty()) {
                CHECK(answer.plan.front().card == answer.cards.front().card);
                int won = 0;
                for (std::size_t i = 0; i < answer.seen.size(); ++i) {
                    if (!answer.seen[i].plan_wins) continue;
                    ++won;
                    CHECK(plan_holds(answer.plan, 0, worlds.at(static_cast<int>(i)), book));
                }
                CHECK(won == std::get<0>(best));
                planned += answer.plan.size() > 10;
            }
            settled += question.target == 0;
            trumps += trump != no_trump;
            defended += defends;
        }
    }
    CHECK(differs > 4);
    CHECK(trumps > 100);
    CHECK(defended > 50);
    CHECK(ties > 100);
    CHECK(settled > 20);
    CHECK(planned > 50);
}
