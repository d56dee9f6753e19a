#include <doctest/doctest.h>

#include <array>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "games/abalone/text.hpp"
#include "games/chinese_checkers/text.hpp"
#include "games/cribbage/text.hpp"
#include "games/hearts/text.hpp"
#include "games/sergeant_major/text.hpp"
#include "games/spades/text.hpp"

using namespace kiebitz;

namespace {

template <class S>
Move random_move(const S& state, Random& random) {
    typename S::Moves moves;
    state.legal_moves(moves);
    REQUIRE(!moves.empty());
    return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
}

/// Plays to the end; every position reads back, every move is taken back once, every view allows
/// the real state and gives worlds that look the same.
template <class S, class Rules>
S play_out(const Rules& rules, std::uint64_t seed, S (*parse)(std::string_view)) {
    constexpr int longest = 4000;
    Random random(seed);
    S state = S::deal(rules, random);
    for (int ply = 0; !state.is_over(); ++ply) {
        REQUIRE(ply < longest);
        typename S::Moves moves;
        state.legal_moves(moves);
        const std::set<Move> distinct(moves.begin(), moves.end());
        REQUIRE(distinct.size() == moves.size());
        const std::string text = text_of(state);
        CAPTURE(text);
        REQUIRE(text_of(parse(text)) == text);
        REQUIRE(parse(text) == state);
        REQUIRE(!draw(state).empty());
        for (const Move move : moves) {
            REQUIRE(parse_move(state, move_text(state, move)) == move);
            S copy = state;
            const auto token = copy.apply(move);
            REQUIRE(!(copy == state));
            copy.undo(move, token);
            REQUIRE(copy == state);
            REQUIRE(copy.hash() == state.hash());
        }
        if constexpr (requires { state.random_move(random); }) {
            REQUIRE(distinct.contains(state.random_move(random)));
        }
        if constexpr (HiddenGame<S>) {
            for (int seat = 0; seat < state.players(); ++seat) {
                const auto view = state.view(seat);
                REQUIRE(state.is_consistent_with(view));
                S world = S::sample(view, random);
                REQUIRE(world.is_consistent_with(view));
                const std::string seen = text_of(view);
                CAPTURE(seen);
                REQUIRE(text_of(world.view(seat)) == seen);
                typename S::View again;
                parse_view(seen, seat, again);
                REQUIRE(again == view);
                if (seat == state.to_move()) {
                    typename S::Moves same;
                    world.legal_moves(same);
                    REQUIRE(std::vector<Move>(same.begin(), same.end()) ==
                            std::vector<Move>(moves.begin(), moves.end()));
                }
                // The world can be played to its end.
                for (int k = 0; !world.is_over(); ++k) {
                    REQUIRE(k < longest);
                    world.apply(random_move(world, random));
                }
            }
        }
        state.apply(random_move(state, random));
    }
    REQUIRE(parse(text_of(state)) == state);
    return state;
}

}  // namespace

TEST_CASE("hearts: random hands in all rules") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        hearts::Rules rules;
        rules.players = seed % 2 == 0 ? 4 : 3;
        rules.pass = static_cast<hearts::Pass>(seed / 2 % (rules.players == 3 ? 3 : 4));
        rules.two_of_clubs_leads = seed % 3 != 0;
        rules.no_points_on_first_trick = seed % 5 != 0;
        rules.hearts_must_be_broken = seed % 7 != 0;
        rules.moon = hearts::Moon::none;
        const bool any_is_out = rules.players == 3 && !rules.two_of_clubs_leads;
        if (any_is_out) rules.left_out = hearts::Rules::kAnyCard;
        const auto end = play_out<hearts::State>(rules, seed, hearts::parse);
        int sum = 0;
        for (int s = 0; s < rules.players; ++s) sum += end.points(s);
        CHECK(sum == end.rules().all_points());
        CHECK((any_is_out || sum == 26));
    }
}

TEST_CASE("hearts: shooting the moon, no trick and the jack") {
    // Seat 0 holds all spades and takes everything; seats 1 to 3 split the rest.
    hearts::Rules rules;
    rules.two_of_clubs_leads = false;
    rules.jack_of_diamonds_bonus = true;
    rules.no_trick_bonus = true;
    for (const auto moon :
         {hearts::Moon::none, hearts::Moon::others_pay, hearts::Moon::shooter_gains}) {
        rules.moon = moon;
        hearts::State state(rules, {deck52::suit_cards(3), deck52::suit_cards(0),
                                    deck52::suit_cards(1), deck52::suit_cards(2)});
        while (!state.is_over()) {
            hearts::State::Moves moves;
            state.legal_moves(moves);
            state.apply(moves[0]);
        }
        CHECK(state.play().tricks[0] == 13);
        const std::array<int, 3> shooter{26 - 10, -10, -26 - 10};
        const std::array<int, 3> other{-5, 26, 0};
        CHECK(state.points(0) == shooter[static_cast<int>(moon)]);
        CHECK(state.points(2) == other[static_cast<int>(moon)]);
    }
}

TEST_CASE("hearts: a sampled world keeps the cards passed on and the voids shown") {
    hearts::Rules rules;
    rules.pass = hearts::Pass::left;
    Random random(3);
    for (int hand = 0; hand < 20; ++hand) {
        auto state = hearts::State::deal(rules, random);
        while (!state.is_over()) {
            for (int seat = 0; seat < 4 && !state.is_passing(); ++seat) {
                const auto world = hearts::State::sample(state.view(seat), random);
                const auto passed = state.passed(seat) & state.play().unplayed();
                CHECK((world.play().hands[(seat + 1) % 4] & passed) == passed);
                for (int s = 0; s < 4; ++s) {
                    for (int suit = 0; suit < 4; ++suit) {
                        if (!state.play().is_void(s, suit)) continue;
                        CHECK((world.play().hands[s] & deck52::suit_cards(suit)) == 0);
                    }
                }
            }
            state.apply(random_move(state, random));
        }
    }
}

TEST_CASE("spades: random hands, and the scores of the thesis") {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        spades::Rules rules;
        rules.bidding = seed % 3 != 0;
        rules.bids_may_not_fit = seed % 2 == 0;
        rules.spades_must_be_broken = seed % 5 == 0;
        const auto end = play_out<spades::State>(rules, seed, spades::parse);
        int tricks = 0;
        int bids = 0;
        for (int s = 0; s < 3; ++s) {
            tricks += end.play().tricks[s];
            bids += end.bid(s);
        }
        CHECK(tricks == 17);
        if (rules.bidding && rules.bids_may_not_fit) CHECK(bids != 17);
    }
    // §3.3.2: bid 5 and take 8, 53 points; bid 8 and take 5, minus 80.
    spades::State::Parts parts;
    parts.play.seats = 3;
    parts.play.tricks = {8, 5, 4};
    parts.bids = {5, 8, 4};
    CHECK(spades::State(parts).score(0) == 53);
    CHECK(spades::State(parts).score(1) == -80);
    CHECK(spades::State(parts).score(2) == 40);
    parts.rules.over_tricks = {7, 9, 9};
    CHECK(spades::State(parts).score(0) == 53 - 100);
    CHECK(spades::State(parts).score(2) == 40);
}

TEST_CASE("sergeant major: random hands with exchanges") {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        sergeant_major::Rules rules;
        if (seed % 2 == 1) rules.quota = {3, 8, 5};
        if (seed % 3 == 1) rules.surplus = {2, -1, -1};
        if (seed % 3 == 2) rules.surplus = {-3, 1, 2};
        const auto end = play_out<sergeant_major::State>(rules, seed, sergeant_major::parse);
        CHECK(end.score(0) + end.score(1) + end.score(2) == 0);
        CHECK(end.play().completed == 16);
    }
    // The answer to a given card is the highest of its suit.
    sergeant_major::Rules rules;
    rules.surplus = {1, -1, 0};
    Random random(5);
    auto state = sergeant_major::State::deal(rules, random);
    const auto before = state.play().hands;
    const Card given = lowest(before[0]);
    const auto suit = deck52::suit_cards(deck52::suit_of(given));
    const Card back = highest((before[1] | deck52::one(given)) & suit);
    state.apply(given);
    CHECK((state.play().hands[0] & deck52::one(back)) != 0);
    CHECK(count(state.play().hands[0]) == 16);
    CHECK(state.is_declaring());
}

TEST_CASE("cribbage: random hands of two, three and four") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        cribbage::Rules rules;
        rules.players = static_cast<std::uint8_t>(2 + seed % 3);
        rules.dealer = static_cast<std::uint8_t>(seed % rules.players);
        for (int s = 0; s < rules.players && seed % 4 == 0; ++s)
            rules.start[s] = s % 2 == 0 ? 115 : 100;
        const auto end = play_out<cribbage::State>(rules, seed, cribbage::parse);
        int most = 0;
        for (int s = 0; s < rules.players; ++s) most = std::max(most, end.score(s));
        CHECK(most <= 121);
    }
}

TEST_CASE("cribbage: what the thesis counts (§3.3.3)") {
    using deck52::parse_card;
    using deck52::parse_cards;
    // Figure 3.6: four, six, five ("15 for two and a run for five"), five (a pair), jack.
    std::vector<Card> cards;
    const std::array<int, 5> points{0, 0, 5, 2, 0};
    int total = 0;
    for (const std::string text : {"D4", "C6", "H5", "S5", "SJ"}) {
        cards.push_back(parse_card(text));
        total += cribbage::value_of(cards.back());
        CHECK(cribbage::pegging_points(cards, total) == points[cards.size() - 1]);
    }
    CHECK(total == 30);
    // The same cards in the show are worth 16.
    CHECK(cribbage::show_points(parse_cards("D4.C6.H5.S5"), parse_card("SJ"), false) == 16);
    // The best hand there is: three fives, the jack, and the fourth five in its suit.
    CHECK(cribbage::show_points(parse_cards("C5.D5.H5.SJ"), parse_card("S5"), false) == 29);
    CHECK(cribbage::show_points(parse_cards("C2.C4.C6.C8"), parse_card("HK"), false) == 4);
    CHECK(cribbage::show_points(parse_cards("C2.C4.C6.C8"), parse_card("HK"), true) == 0);
    CHECK(cribbage::show_points(parse_cards("C2.C4.C6.C8"), parse_card("CK"), true) == 5);
    CHECK(cribbage::show_points(parse_cards("CA.C2.D3.H3"), parse_card("S3"), false) == 15);
}

TEST_CASE("chinese checkers: the star and random games") {
    using chinese_checkers::Star;
    CHECK(Star::of_side(4).holes() == 121);
    CHECK(Star::of_side(3).holes() == 73);
    for (const int players : {2, 3, 4, 5, 6}) {
        for (const int side : {3, 4}) {
            chinese_checkers::Rules rules;
            rules.players = static_cast<std::uint8_t>(players);
            rules.side = static_cast<std::uint8_t>(side);
            rules.longest = 60;
            const chinese_checkers::State start(rules);
            // "81 legal positions" and "49 legal positions" (§6.4.2).
            CHECK(start.allowed(0).size() == (side == 4 ? 81 : 49));
            CHECK(start.pegs(players - 1).size() == (side == 4 ? 10 : 6));
            // 14 first moves: ten steps and jumps of the full board.
            chinese_checkers::State::Moves moves;
            start.legal_moves(moves);
            if (side == 4) CHECK(moves.size() == 14);
            play_out<chinese_checkers::State>(rules, static_cast<std::uint64_t>(players * side),
                                              chinese_checkers::parse);
        }
    }
}

TEST_CASE("chinese checkers: a random move is any legal one, all equally likely") {
    Random random(4);
    chinese_checkers::State state(chinese_checkers::Rules{.players = 2, .side = 3});
    for (int ply = 0; ply < 21; ++ply) state.apply(state.random_move(random));
    chinese_checkers::State::Moves moves;
    state.legal_moves(moves);
    std::map<Move, int> drawn;
    constexpr int each = 400;
    for (std::size_t i = 0; i < each * moves.size(); ++i) ++drawn[state.random_move(random)];
    REQUIRE(drawn.size() == moves.size());
    // Six standard deviations of a binomial number.
    for (const auto& [move, times] : drawn) CHECK(std::abs(times - each) < 120);
}

TEST_CASE("chinese checkers: chains pass through the points of others only if the rules say so") {
    // Each end of a chain by these rules is one by open points that is no foreign hole, and there
    // are more of them than where chains must keep out.
    using chinese_checkers::Rules;
    using chinese_checkers::State;
    Random random(12);
    int closed_moves = 0;
    int through_moves = 0;
    for (int game = 0; game < 20; ++game) {
        State state(Rules{.players = 6, .side = 3, .longest = 200});
        while (!state.is_over()) {
            std::array<chinese_checkers::Holes, chinese_checkers::kMaxSeats> pegs{};
            for (int s = 0; s < 6; ++s) pegs[s] = state.pegs(s);
            const auto with = [&](bool open, bool through) {
                const State same(Rules{.players = 6,
                                       .side = 3,
                                       .open_points = open,
                                       .through = through,
                                       .longest = 200},
                                 pegs, state.to_move(), state.moves_made());
                State::Moves moves;
                same.legal_moves(moves);
                return std::set<Move>(moves.begin(), moves.end());
            };
            const auto closed = with(false, false);
            const auto through = with(false, true);
            std::set<Move> expected;
            for (const Move move : with(true, false)) {
                if (state.allowed(state.to_move()).contains(State::to_of(move))) {
                    expected.insert(move);
                }
            }
            if (expected.empty()) expected.insert(State::kPass);
            REQUIRE(through == expected);
            REQUIRE(std::includes(through.begin(), through.end(), closed.begin(), closed.end()));
            closed_moves += static_cast<int>(closed.size());
            through_moves += static_cast<int>(through.size());
            state.apply(state.random_move(random));
        }
    }
    CHECK(through_moves > closed_moves);
}

TEST_CASE("chinese checkers: a random turn is legal, and its first steps are equally likely") {
    Random random(9);
    for (const int players : {2, 3, 6}) {
        for (const bool open : {false, true}) {
            chinese_checkers::State state(
                chinese_checkers::Rules{.players = static_cast<std::uint8_t>(players),
                                        .side = players == 3 ? std::uint8_t{4} : std::uint8_t{3},
                                        .open_points = open,
                                        .longest = 300});
            chinese_checkers::State::Moves moves;
            while (!state.is_over()) {
                const Move turn = state.random_turn(random);
                state.legal_moves(moves);
                REQUIRE(moves.contains(turn));
                state.apply(turn);
            }
        }
    }
    // From the start: eight steps of the front row and six jumps of the row behind it, which go
    // no further. No turn has a second jump.
    const chinese_checkers::State start(chinese_checkers::Rules{.players = 2});
    std::map<Move, int> drawn;
    constexpr int each = 1000;
    for (int i = 0; i < 14 * each; ++i) ++drawn[start.random_turn(random)];
    CHECK(drawn.size() == 14);
    for (const auto& [move, times] : drawn) CHECK(std::abs(times - each) < 190);
}

TEST_CASE("abalone: random games and first moves") {
    for (const int players : {2, 3, 4, 5, 6}) {
        abalone::Rules rules;
        rules.players = static_cast<std::uint8_t>(players);
        rules.longest = 300;
        for (std::uint64_t seed = 0; seed < 3; ++seed)
            play_out<abalone::State>(rules, seed, abalone::parse);
        abalone::State::Moves moves;
        const abalone::State start(rules);
        start.legal_moves(moves);
        if (players == 2) CHECK(moves.size() == 44);
        if (players == 3) CHECK(moves.size() == 40);  // "over 40" (§7.4); the drawing is lost
        for (int s = 0; s < players; ++s)
            CHECK(std::popcount(start.marbles(s)) == abalone::State::marbles_of(players));
        CHECK(std::popcount(start.all_marbles()) == players * abalone::State::marbles_of(players));
    }
}

TEST_CASE("abalone: pushes") {
    // Three push two off the edge: one leaves the board.
    auto state = abalone::parse("b:A1b,A2b,A3b,A4w,A5w,I5w");
    const Move push = abalone::parse_move(state, "A1A3-A2");
    state.apply(push);
    CHECK(state.pushed(0) == 1);
    CHECK(abalone::text_of(state) == "w:A2b,A3b,A4b,A5w,I5w 1,0 1/1000");
    // Two do not push two, and nobody pushes an own marble.
    const auto even = abalone::parse("b:A1b,A2b,A3w,A4w");
    CHECK_THROWS_AS(abalone::parse_move(even, "A1A2-A2"), std::invalid_argument);
    const auto blocked = abalone::parse("b:A1b,A2b,A3w,A4b");
    CHECK_THROWS_AS(abalone::parse_move(blocked, "A1A2-A2"), std::invalid_argument);
}
