#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "skat_minimax.hpp"
#include "solvers/skat/defender_bounds.hpp"
#include "solvers/skat/endings.hpp"
#include "solvers/skat/rank_patterns.hpp"
#include "solvers/skat/solver.hpp"
#include "solvers/skat/static_bounds.hpp"
#include "solvers/skat/sure_tricks.hpp"
#include "solvers/skat/variants/structure.hpp"

using namespace kiebitz;
using namespace kiebitz::solvers::skat;
using namespace kiebitz::solvers::skat::variants;
using skat_minimax::random_position;

namespace {

/// No bound at all: what the bounds are compared with.
Options without_bounds() {
    Options options;
    options.trumps.static_bounds = options.trumps.sure_tricks = false;
    options.trumps.lead_transfer = options.trumps.direct_endings = false;
    options.nulls.static_bounds = false;
    return options;
}

struct Counts {
    int positions = 0, tight = 0;
};

template <Kind K>
void check_bounds(Solver& solver, Position position, Counts& counts) {
    for (; position.played_count > 0; --position.played_count) {  // back to the trick's start
        const int i = position.played_count - 1;
        position.hands[(position.leader + i) % 3] |= bit(position.played[i]);
    }
    position.skat = 0;
    const Relabelling labels(position.game);
    std::array<Cards, 3> hands{};
    for (int seat = 0; seat < 3; ++seat) {
        hands[(seat - position.declarer + 3) % 3] = labels.to_inner(position.hands[seat]);
    }
    const int leader = (position.leader - position.declarer + 3) % 3;
    static constexpr Valuation valuation = Valuation::of(K, false);
    const int all = valuation.sum(hands[0] | hands[1] | hands[2]);
    const int value = solver.solve(position).value.lower;
    const int tricks = count(hands[0]);
    CAPTURE(static_cast<int>(position.game));
    CAPTURE(position.declarer);
    CAPTURE(position.leader);
    CAPTURE(position.hands[0]);
    CAPTURE(position.hands[1]);
    CAPTURE(position.hands[2]);

    // 1. What either side wins whoever leads.
    REQUIRE(sure_winnings<K>(hands, 0, valuation, false).points <= value);
    REQUIRE(sure_winnings<K>(hands, 1, valuation, false).points <= all - value);
    REQUIRE(with_top_trumps<K>(hands, 0, valuation, false).points <= value);
    REQUIRE(with_top_trumps<K>(hands, 1, valuation, false).points <= all - value);

    // 2. What the side on lead wins.
    for (bool sure : {false, true}) {
        if (leader == 0) {
            const int bound = declarer_from_the_top<K>(hands, valuation, false, sure).points;
            REQUIRE(bound <= value);
            if (sure) counts.tight += bound == value;
            continue;
        }
        for (bool transfer : {false, true}) {
            const int bound =
                defenders_from_the_top<K>(hands, leader, valuation, 1000, {false, sure, transfer})
                    .points;
            REQUIRE(bound <= all - value);
            if (sure && transfer) counts.tight += bound == all - value;
        }
    }

    // 3. All tricks: a bound on tricks must not say more than that the question is settled.
    const bool takes_all =
        solver.solve(position, {.threshold = kAllTricks}).value.lower == 1 && tricks > 0;
    static constexpr Valuation cards = Valuation::of(K, true);
    REQUIRE((sure_winnings<K>(hands, 0, cards, true).points < 3 * tricks || takes_all));
    if (takes_all) REQUIRE(sure_winnings<K>(hands, 1, cards, true).points == 0);
    if (takes_all && leader != 0) {
        REQUIRE(defenders_from_the_top<K>(hands, leader, cards, 1000, {true, true, true}).points ==
                0);
    }
    if (leader == 0 && declarer_from_the_top<K>(hands, cards, true, true).points == 3 * tricks) {
        REQUIRE(takes_all);
    }
    ++counts.positions;
}

/// The same cards by relative rank, but of other ranks.
template <Kind K>
std::array<Card, 32> other_ranks(Cards rest, Random& random) {
    using D = Deck<K>;
    std::array<Card, 32> image{};
    for (int suit = 0; suit <= D::plain_suits; ++suit) {
        std::vector<Card> places;
        for (Card card : each_card(detail::suit_mask<K>(suit))) places.push_back(card);
        const Cards held = rest & detail::suit_mask<K>(suit);
        while (static_cast<int>(places.size()) > count(held)) {
            const auto size = static_cast<std::uint32_t>(places.size());
            places.erase(places.begin() + static_cast<long>(random.below(size)));
        }
        std::size_t next = 0;
        for (Card card : each_card(held)) image[card] = places[next++];
    }
    return image;
}

/// Bounds of one position, carried to another that differs only in what the cards are worth.
template <Kind K>
void check_carried_bounds(Solver& solver, GameType game, int cards, Random& random) {
    static constexpr Valuation valuation = Valuation::of(K, false);
    const Position first = random_position(game, cards, random);
    if (first.played_count != 0) return;
    const Relabelling labels(game);
    std::array<Cards, 3> hands{};
    for (int seat = 0; seat < 3; ++seat) {
        hands[(seat - first.declarer + 3) % 3] = labels.to_inner(first.hands[seat]);
    }
    const Cards rest = hands[0] | hands[1] | hands[2];
    const auto image = other_ranks<K>(rest, random);
    Position second = first;
    second.skat = 0;
    int all = 0;
    for (int player = 0; player < 3; ++player) {
        auto& hand = second.hands[(player + first.declarer) % 3];
        hand = 0;
        for (Card card : each_card(hands[player])) {
            hand |= bit(labels.outer[image[card]]);
            all += valuation.values[image[card]];
        }
    }
    const int value = solver.solve(second).value.lower;
    const auto carried = [&](const Winnings& winnings) {
        int bound = winnings.points;
        REQUIRE((winnings.won.always & ~winnings.won.possibly) == 0);
        for (Card card : each_card(rest)) {
            const int more = valuation.values[image[card]] - valuation.values[card];
            if (contains(more > 0 ? winnings.won.always : winnings.won.possibly, card))
                bound += more;
        }
        return bound;
    };
    const int leader = (first.leader - first.declarer + 3) % 3;
    REQUIRE(carried(sure_winnings<K>(hands, 0, valuation, false)) <= value);
    REQUIRE(carried(sure_winnings<K>(hands, 1, valuation, false)) <= all - value);
    REQUIRE(carried(with_top_trumps<K>(hands, 0, valuation, false)) <= value);
    REQUIRE(carried(with_top_trumps<K>(hands, 1, valuation, false)) <= all - value);
    for (bool sure : {false, true}) {
        if (leader == 0) {
            REQUIRE(carried(declarer_from_the_top<K>(hands, valuation, false, sure)) <= value);
            continue;
        }
        for (bool transfer : {false, true}) {
            REQUIRE(carried(defenders_from_the_top<K>(hands, leader, valuation, 1000,
                                                      {false, sure, transfer})) <= all - value);
        }
    }
}

/// The points of the dearest trumps that can be lost together, by trying all matchings.
int most_lost(std::vector<int> ours, const std::vector<int>& theirs, std::size_t from,
              const Valuation& valuation) {
    if (from == theirs.size()) return 0;
    int most = most_lost(ours, theirs, from + 1, valuation);
    for (std::size_t i = 0; i < ours.size(); ++i) {
        if (ours[i] > theirs[from]) continue;
        auto rest = ours;
        rest.erase(rest.begin() + static_cast<long>(i));
        most = std::max(most, valuation.values[static_cast<std::size_t>(ours[i])] +
                                  most_lost(rest, theirs, from + 1, valuation));
    }
    return most;
}

}  // namespace

TEST_CASE("no bound of the static analysis exceeds the value") {
#if defined(__SANITIZE_ADDRESS__)
    constexpr int kPositions = 300;
#else
    constexpr int kPositions = 60000;
#endif
    Random random(11);
    Solver solver(without_bounds(), 1 << 20);
    Counts suit, grand;
    for (int i = 0; i < kPositions; ++i) {
        const int cards = 1 + i % 6;
        check_bounds<Kind::suit>(
            solver, random_position(static_cast<GameType>(i % 4), cards, random), suit);
        check_bounds<Kind::grand>(solver, random_position(GameType::kGrand, cards, random), grand);
    }
    // They are not idle either: often the bound is the value.
    CHECK(suit.tight * 5 > suit.positions);
    CHECK(grand.tight * 5 > grand.positions);
}

TEST_CASE("the trumps that can be lost are those of the dearest matching") {
    static constexpr Valuation valuation = Valuation::of(Kind::suit, false);
    static constexpr Valuation each_is_one = Valuation::of(Kind::suit, true);
    Random random(12);
    for (int i = 0; i < 3000; ++i) {
        std::vector<int> ours, theirs;
        Cards mine = 0, others = 0;
        for (int card = 21; card < 32; ++card) {
            const auto owner = random.below(3);
            if (owner == 0) ours.push_back(card), mine |= bit(static_cast<Card>(card));
            if (owner == 1 && theirs.size() < 4) {
                theirs.push_back(card), others |= bit(static_cast<Card>(card));
            }
        }
        const SureTrumps sure = sure_trumps<Kind::suit>(mine, others, valuation);
        CHECK(sure.points == valuation.sum(mine) - most_lost(ours, theirs, 0, valuation));
        CHECK(sure.tricks == count(mine) - most_lost(ours, theirs, 0, each_is_one));
    }
}

TEST_CASE("a static bound holds for other points too, by the cards that are won") {
#if defined(__SANITIZE_ADDRESS__)
    constexpr int kPositions = 200;
#else
    constexpr int kPositions = 60000;
#endif
    Random random(13);
    Solver solver(without_bounds(), 1 << 20);
    for (int i = 0; i < kPositions; ++i) {
        const int cards = 2 + i % 5;
        check_carried_bounds<Kind::suit>(solver, static_cast<GameType>(i % 4), cards, random);
        check_carried_bounds<Kind::grand>(solver, GameType::kGrand, cards, random);
    }
}

TEST_CASE("cards have their places in the canonical form and come back from there") {
    Random random(14);
    for (int i = 0; i < 2000; ++i) {
        std::array<Cards, 3> hands{};
        for (Card card = 0; card < 32; ++card) {
            const auto owner = random.below(5);
            if (owner < 3) hands[owner] |= bit(card);
        }
        const Cards rest = hands[0] | hands[1] | hands[2];
        const Cards some = rest & static_cast<Cards>(random.below(~0U));
        const auto check = [&]<Kind K>(Cards kept) {
            SuitWords<K> words;
            words.update(hands, ~Cards{0});
            const auto form = canonical_form<K>(words, hands, 0, {});
            const auto slots = slots_of<K>(some, rest, form);
            CHECK(cards_of<K>(slots, rest, form) == (some & kept));
        };
        // Of the trumps the eight lowest; in grand none.
        Cards eight = rest & Deck<Kind::suit>::trumps;
        while (count(eight) > 8) eight &= ~bit(highest(eight));
        check.operator()<Kind::suit>(~Deck<Kind::suit>::trumps | eight);
        check.operator()<Kind::grand>(~Deck<Kind::grand>::trumps);
    }
}

TEST_CASE(
    "cards have their places in a rank pattern, with their points, and come back from there") {
    Random random(15);
    for (int i = 0; i < 2000; ++i) {
        std::array<Cards, 3> hands{};
        std::array<Card, 32> deck;
        for (Card card = 0; card < 32; ++card) deck[card] = card;
        random.shuffle(std::span<Card>(deck));
        const std::size_t cards = 1 + random.below(10);
        for (std::size_t k = 0; k < 3 * cards; ++k) hands[k % 3] |= bit(deck[k]);
        const Cards possibly =
            (hands[0] | hands[1] | hands[2]) & static_cast<Cards>(random.below(~0U));
        const WonCards won{possibly & static_cast<Cards>(random.below(~0U)), possibly};
        const auto check = [&]<Kind K>(Cards kept) {
            static constexpr Valuation points = Valuation::of(K, false);
            SuitShapes<K> shapes;
            shapes.update(hands, ~Cards{0});
            PatternForm form = pattern_form<K>(shapes, 0, {});
            price<K>(form, hands, points);
            const WonSlots slots = won_slots<K>(won, hands, form);
            const WonCards back = won_cards<K>(slots, hands, form);
            CHECK(back.always == (won.always & kept));
            CHECK((back.possibly & kept) == (won.possibly & kept));
            int sum = 0;
            for (int place = 0; place < 32; ++place) {
                if (slots.possibly >> place & 1) {
                    sum += form.points.bytes[static_cast<std::size_t>(place)];
                }
            }
            CHECK(sum == points.sum(won.possibly & kept));
        };
        check.operator()<Kind::suit>(~Cards{0});
        check.operator()<Kind::grand>(~Deck<Kind::grand>::trumps);
    }
}
