#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "bridge_hands.hpp"
#include "games/bridge/layouts.hpp"
#include "players/bridge/single_dummy.hpp"

using namespace kiebitz;
using namespace kiebitz::players::bridge;
using kiebitz::bridge::testing::random_hands;

namespace {

/// Every way to deal the hidden cards, by brute force.
std::vector<Hands> by_brute_force(const State::View& view, const Facts& facts) {
    std::vector<Hands> found;
    std::vector<std::size_t> seats;
    for (std::size_t seat = 0; seat < 4; ++seat) {
        if (view.sizes[seat] > count(view.known[seat])) seats.push_back(seat);
    }
    std::vector<Card> cards;
    for (Card card : each_card(view.hidden)) cards.push_back(card);
    const auto deal = [&](auto self, std::size_t next, Hands& hands) -> void {
        if (next == cards.size()) {
            for (std::size_t seat = 0; seat < 4; ++seat) {
                if (count(hands[seat]) != view.sizes[seat]) return;
                if (!facts[seat].fits(hands[seat] | view.gone[seat])) return;
                for (int suit = 0; suit < 4; ++suit) {
                    if (((view.voids[seat] >> suit) & 1) != 0 && holding(hands[seat], suit) != 0)
                        return;
                }
            }
            found.push_back(hands);
            return;
        }
        for (const std::size_t seat : seats) {
            hands[seat] ^= bit<Cards>(cards[next]);
            self(self, next + 1, hands);
            hands[seat] ^= bit<Cards>(cards[next]);
        }
    };
    Hands hands = view.known;
    deal(deal, 0, hands);
    std::sort(found.begin(), found.end());
    return found;
}

/// Best defence by the book (001 §2): every plan of who decides against every reply, without a cut.
class BestDefence {
  public:
    using Vector = std::uint64_t;

    BestDefence(int seat, int declarer, int target) : target_(target) {
        defends_ = is_north_south(seat) != is_north_south(declarer);
        own_[static_cast<std::size_t>(seat)] = true;
        if (!defends_) own_[static_cast<std::size_t>(partner_of(seat))] = true;
        partner_ = defends_ ? partner_of(seat) : -1;
    }

    std::set<Vector> vectors(const std::map<int, State>& worlds) const {
        const State& any = worlds.begin()->second;
        if (any.is_over()) {
            Vector won = 0;
            for (const auto& [world, state] : worlds) {
                if ((state.tricks_of(state.declarer()) >= target_) != defends_) {
                    won |= Vector{1} << world;
                }
            }
            return {won};
        }
        Cards cards = 0;
        for (const auto& [world, state] : worlds) cards |= state.legal_cards();
        const bool own = own_[static_cast<std::size_t>(any.to_move())];
        const bool helps = any.to_move() == partner_;
        std::set<Vector> all;
        bool first = true;
        for (Card card : each_card(cards)) {
            std::map<int, State> next;
            Vector there = 0;
            for (const auto& [world, state] : worlds) {
                if (!contains(state.legal_cards(), card)) continue;
                State after = state;
                after.apply(card);
                next.emplace(world, after);
                there |= Vector{1} << world;
            }
            const auto below = vectors(next);
            if (own || first) {
                for (const Vector vector : below) {
                    all.insert(own || helps ? vector : vector | ~there);
                }
            } else {
                std::set<Vector> both;
                for (const Vector a : all) {
                    for (const Vector b : below) both.insert(helps ? a | b : a & (b | ~there));
                }
                all = both;
            }
            first = false;
            drop_dominated(all);
        }
        // Nothing is said of worlds that are not here.
        Vector here = 0;
        for (const auto& [world, state] : worlds) here |= Vector{1} << world;
        std::set<Vector> said;
        for (const Vector vector : all) said.insert(vector & here);
        return said;
    }

  private:
    static void drop_dominated(std::set<Vector>& all) {
        std::set<Vector> kept;
        for (const Vector a : all) {
            if (std::none_of(all.begin(), all.end(),
                             [&](Vector b) { return a != b && (a & ~b) == 0; })) {
                kept.insert(a);
            }
        }
        all = kept;
    }

    int target_;
    bool defends_;
    std::array<bool, 4> own_{};
    int partner_;
};

State play_on(State state, const Hands& hands, const std::vector<Card>& played, int trump,
              int declarer) {
    Hands dealt = hands;
    for (std::size_t seat = 0; seat < 4; ++seat) dealt[seat] |= state.view(0).gone[seat];
    State again(dealt, trump, declarer);
    for (const Card card : played) again.apply(card);
    return again;
}

}  // namespace

TEST_CASE("layouts of hidden cards are those that fit, each once, and counted") {
    Random random(5);
    for (int round = 0; round < 60; ++round) {
        const Hands hands = random_hands(random, 5, 4);
        State state(hands, no_trump, static_cast<int>(random.below(4)));
        for (std::uint32_t i = random.below(9); i > 0; --i) {
            State::Moves moves;
            state.legal_moves(moves);
            state.apply(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
        const State::View view = state.view(static_cast<int>(random.below(4)));
        Facts facts{};
        HandFacts& one = facts[random.below(4)];
        if (round % 2 == 0) {
            one.least_points = static_cast<int>(random.below(5));
            one.most_points = one.least_points + static_cast<int>(random.below(9));
        }
        if (round % 3 == 0) one.least[random.below(4)] = static_cast<int>(random.below(3));
        if (round % 5 == 0) one.most[random.below(4)] = 1;
        if (round % 7 == 0)
            facts[random.below(4)].shapes = {{2, 1, 1, 1}, {1, 2, 2, 0}, {0, 2, 1, 2}};
        if (round % 4 == 0 && view.hidden != 0) one.not_held = bit<Cards>(highest(view.hidden));
        if (round % 6 == 0 && view.hidden != 0) one.held = bit<Cards>(lowest(view.hidden));
        const Layouts layouts(view, facts);
        const auto expected = by_brute_force(view, facts);
        CAPTURE(round);
        REQUIRE(layouts.count() == expected.size());
        auto all = layouts.all();
        for (std::size_t i = 0; i < all.size(); i += 1 + all.size() / 50) {
            CHECK(layouts.nth(i) == all[i]);
        }
        std::sort(all.begin(), all.end());
        CHECK(all == expected);
        if (expected.empty()) {
            CHECK_FALSE(layouts.draw(random));
        } else {
            CHECK(std::binary_search(expected.begin(), expected.end(), *layouts.draw(random)));
        }
    }
}

TEST_CASE("every layout is drawn equally often") {
    Random random(9);
    const State state(random_hands(random, 3, 2), no_trump, 0);
    Facts facts{};
    facts[1].least_points = 2;
    const Layouts layouts(state.view(0), facts);
    std::map<Hands, int> drawn;
    const int number = static_cast<int>(*layouts.count());
    REQUIRE(number > 50);
    const int draws = 40 * number;
    for (int i = 0; i < draws; ++i) ++drawn[*layouts.draw(random)];
    double chi2 = 0;
    for (const auto& [hands, times] : drawn) chi2 += (times - 40.0) * (times - 40.0) / 40.0;
    chi2 += 40.0 * (number - static_cast<int>(drawn.size()));
    // Mean `number`, standard deviation sqrt(2 number).
    CHECK(chi2 < number + 5 * std::sqrt(2.0 * number));
}

TEST_CASE("best defence over all layouts of an ending is what brute force finds") {
    Random random(3);
    int defended = 0, fused = 0;
    for (int round = 0; round < 80; ++round) {
        const int size = round % 2 == 1 ? 4 : 3;
        const int trump = static_cast<int>(random.below(3)) == 0 ? 0 : no_trump;
        const int declarer = static_cast<int>(random.below(4));
        const Hands hands = random_hands(random, size, 2);
        State state(hands, trump, declarer);
        std::vector<Card> played;
        const std::uint32_t moves_made = 1 + random.below(4);
        for (std::uint32_t i = 0; i < moves_made; ++i) {
            State::Moves moves;
            state.legal_moves(moves);
            played.push_back(
                static_cast<Card>(moves[random.below(static_cast<std::uint32_t>(moves.size()))]));
            state.apply(played.back());
        }
        const int seat = state.to_move() == partner_of(declarer) ? declarer : state.to_move();
        SingleDummyQuestion question;
        question.view = state.view(seat);
        question.target = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(size)));
        question.worlds = 4000;
        question.depth = 20;
        const auto layouts = Layouts(question.view).all();
        if (layouts.size() > 64) continue;
        std::map<int, State> worlds;
        for (std::size_t i = 0; i < layouts.size(); ++i) {
            worlds.emplace(static_cast<int>(i),
                           play_on(state, layouts[i], played, trump, declarer));
        }
        CAPTURE(round);
        const SingleDummyAnswer answer = single_dummy(question, {});
        REQUIRE(answer.exact);
        REQUIRE(answer.worlds == layouts.size());
        const BestDefence brute(seat, declarer, question.target);
        const bool defends = is_north_south(seat) != is_north_south(declarer);
        for (const CardChances& card : answer.cards) {
            std::map<int, State> next;
            for (const auto& [world, before] : worlds) {
                State after = before;
                after.apply(card.card);
                next.emplace(world, after);
            }
            int most = 0;
            for (const auto vector : brute.vectors(next)) {
                most = std::max(most, std::popcount(vector));
            }
            const double share = static_cast<double>(most) / static_cast<double>(worlds.size());
            CHECK(*card.best_defence == doctest::Approx(defends ? 1 - share : share));
            fused += std::abs(*card.best_defence - card.makes) > 1e-9 ? 1 : 0;
        }
        defended += defends ? 1 : 0;
    }
    CHECK(defended > 5);
    CHECK(fused > 3);  // else the endings were too simple to tell best defence from PIMC
}

TEST_CASE("averages come with their errors, within a budget of nodes") {
    Random random(17);
    const Hands hands = random_hands(random, 7, 4);
    State state(hands, no_trump, 2);
    state.apply(lowest(hands[3]));
    SingleDummyQuestion question;
    question.view = state.view(2);
    question.target = 4;
    question.worlds = 60;
    question.depth = 1;
    const SingleDummyAnswer whole = single_dummy(question, {});
    CHECK(whole.complete);
    CHECK(whole.worlds == 60);
    bool varies = false;
    for (const CardChances& card : whole.cards) {
        const double variance = card.makes * (1 - card.makes);
        CHECK(card.makes_error == doctest::Approx(std::sqrt(variance / 60)));
        varies = varies || card.tricks_error > 0;
    }
    CHECK(varies);
    // The world with which the bound is reached is the last, on any number of threads.
    solvers::Batch one, three;
    one.each.nodes = three.each.nodes = whole.nodes / 2;
    three.threads = 3;
    const SingleDummyAnswer first = single_dummy(question, one);
    const SingleDummyAnswer second = single_dummy(question, three);
    CHECK_FALSE(first.complete);
    CHECK(first.worlds < 60);
    CHECK(first.worlds == second.worlds);
    CHECK(first.nodes == second.nodes);
    for (std::size_t i = 0; i < first.cards.size(); ++i) {
        CHECK(first.cards[i].card == second.cards[i].card);
        CHECK(first.cards[i].makes == second.cards[i].makes);
    }
    // Where all layouts are valued there is no error, and a forced card is valued too.
    State late(random_hands(random, 2, 1), no_trump, 2);
    while (count(late.legal_cards()) > 1) late.apply(lowest(late.legal_cards()));
    const int decides = late.to_move() == 0 ? 2 : late.to_move();
    question.view = late.view(decides);
    question.target = 1;
    const SingleDummyAnswer forced = single_dummy(question, {});
    CHECK(forced.exhaustive);
    REQUIRE(forced.cards.size() == 1);
    CHECK(forced.cards[0].makes_error == 0);
}

TEST_CASE("what is hidden does not matter, nor does the number of threads") {
    Random random(11);
    const Hands hands = random_hands(random, 13, 4);
    State state(hands, no_trump, 2);
    state.apply(lowest(hands[3]));
    SingleDummyQuestion question;
    question.view = state.view(2);
    question.target = 7;
    question.worlds = 6;
    question.depth = 2;
    question.seed = 4;
    const SingleDummyAnswer first = single_dummy(question, {});
    // East and West exchange what is not on the table.
    Hands other = hands;
    const Cards led = bit<Cards>(lowest(hands[3]));
    const Cards given = bit<Cards>(highest(hands[3]));
    const Cards taken = bit<Cards>(highest(hands[1]));
    other[3] = (hands[3] ^ given) | taken;
    other[1] = (hands[1] ^ taken) | given;
    REQUIRE((other[3] & led) != 0);
    State swapped(other, no_trump, 2);
    swapped.apply(lowest(hands[3]));
    question.view = swapped.view(2);
    solvers::Batch batch;
    batch.threads = 3;
    const SingleDummyAnswer second = single_dummy(question, batch);
    REQUIRE(first.cards.size() == second.cards.size());
    for (std::size_t i = 0; i < first.cards.size(); ++i) {
        CHECK(first.cards[i].card == second.cards[i].card);
        CHECK(first.cards[i].makes == second.cards[i].makes);
        CHECK(first.cards[i].tricks == second.cards[i].tricks);
        CHECK(first.cards[i].best_defence == second.cards[i].best_defence);
    }
    CHECK(first.nodes == second.nodes);
}
