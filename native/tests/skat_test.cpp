#include <doctest/doctest.h>

#include <set>

#include "conformance.hpp"
#include "games/skat/state.hpp"
#include "players/skat/random_playout.hpp"

using namespace kiebitz;
using namespace kiebitz::skat;

TEST_CASE("whole games of Skat conform") {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed);
        // Low calls, so that games of all kinds are reached.
        const auto choose = [](const Moves& moves, Random& r) {
            const auto few = static_cast<std::uint32_t>(std::min<std::size_t>(moves.size(), 3));
            const bool in_auction = kind_of(moves[0]) == MoveKind::kPass;
            return moves[r.below(in_auction ? few : static_cast<std::uint32_t>(moves.size()))];
        };
        const State end = random_walk(State(Deal::random(seed)), random, choose);
        check_views(end, random);
    }
}

TEST_CASE("views hold in the middle of a game") {
    Random random(3);
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        State state(Deal::random(seed));
        Moves moves;
        const auto steps = random.below(34);
        for (std::uint32_t i = 0; i < steps && !state.is_over(); ++i) {
            state.legal_moves(moves);
            state.apply(moves[random.below(
                static_cast<std::uint32_t>(std::min<std::size_t>(moves.size(), 4)))]);
        }
        check_views(state, random);
    }
}

TEST_CASE("cardplay conforms and shares out 120 points") {
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        Random random(seed);
        const Deal deal = Deal::random(seed);
        const auto type = static_cast<GameType>(seed % kGameTypes);
        const CardPlay end =
            random_walk(CardPlay({type}, static_cast<int>(seed % 3), deal.hands, deal.skat), random,
                        ChooseUniformly{});
        if (type != GameType::kNull) {
            const int declarer = end.tricks().declarer;
            CHECK(end.score(declarer) + end.score((declarer + 1) % kSeats) == kTotalPoints);
            CHECK(end.tricks().played_tricks() == kHandSize);
        }
    }
}

TEST_CASE("what a seat sees move by move is its view") {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        State state(Deal::random(seed));
        std::array<View, kSeats> views;
        for (int seat = 0; seat < kSeats; ++seat) {
            views[seat].seat = seat;
            views[seat].dealt = state.deal().hands[seat];
        }
        Moves moves;
        while (!state.is_over()) {
            state.legal_moves(moves);
            const bool in_auction = kind_of(moves[0]) == MoveKind::kPass;
            const auto n = static_cast<std::uint32_t>(in_auction ? 2 : moves.size());
            Move move = moves[random.below(n)];
            if (state.table().phase == Phase::kPlay && random.below(40) == 0) {
                move = make_move(MoveKind::kShow);
            }
            const int mover = state.to_move();
            state.apply(move);
            for (auto& view : views) {
                const bool own = view.seat == state.table().declarer;
                const bool hide = kind_of(move) == MoveKind::kDiscard && mover != view.seat;
                const Move seen = hide ? kHiddenDiscard : move;
                Cards revealed = 0;
                if (kind_of(move) == MoveKind::kPickUp && own) revealed = state.deal().skat;
                if (lays_open(state.table(), move) && !own) revealed = state.table().shown;
                CHECK(view.may_see(seen, revealed));
                view.see(seen, revealed);
                CHECK(view == state.view(view.seat));
            }
        }
    }
}

TEST_CASE("the strongest trumps") {
    const CardOrder& grand = order_of(GameType::kGrand);
    const CardOrder& hearts = order_of(GameType::kHearts);
    const CardOrder& null = order_of(GameType::kNull);
    const Card club_jack = make_card(kClubs, kJack), diamond_jack = make_card(kDiamonds, kJack);
    const Card heart_seven = make_card(kHearts, kSeven), club_ace = make_card(kClubs, kAce);
    CHECK(grand.beats(club_jack, diamond_jack));
    CHECK(!grand.beats(heart_seven, club_ace));
    CHECK(hearts.beats(heart_seven, club_ace));
    CHECK(hearts.beats(diamond_jack, make_card(kHearts, kAce)));
    CHECK(null.beats(make_card(kClubs, kKing), club_jack));
    CHECK(null.beats(club_jack, make_card(kClubs, kTen)));
    CHECK(!null.beats(club_jack, diamond_jack));
}

TEST_CASE("worlds are counted, listed and drawn alike") {
    Random random(11);
    State state(Deal::random(2));
    for (Move move : {bid_move(18), make_move(MoveKind::kPass), make_move(MoveKind::kPass),
                      declare_move({GameType::kGrand, true})}) {
        state.apply(move);
    }
    Moves moves;
    for (int i = 0; i < 21; ++i) {
        state.legal_moves(moves);
        state.apply(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    const View view = state.view(0);
    const Worlds worlds(view);
    REQUIRE(worlds.count() > 1);
    REQUIRE(worlds.count() < 100000);
    std::set<std::array<Cards, 4>> listed;
    for (std::uint64_t i = 0; i < worlds.count(); ++i) {
        const World world = worlds.nth(i);
        listed.insert({world.hands[0], world.hands[1], world.hands[2], world.skat});
        if (i % 97 == 0) CHECK(State::from_world(view, world, random).is_consistent_with(view));
    }
    CHECK(listed.size() == worlds.count());
    for (int i = 0; i < 1000; ++i) {
        const World world = worlds.sample(random);
        CHECK(listed.contains({world.hands[0], world.hands[1], world.hands[2], world.skat}));
    }
}

TEST_CASE("a random playout is a legal game in any position") {
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        Random random(seed);
        const Deal deal = Deal::random(seed);
        CardPlay play({static_cast<GameType>(seed % kGameTypes)}, static_cast<int>(seed % 3),
                      deal.hands, deal.skat);
        for (std::uint32_t i = random.below(30); i > 0 && !play.is_over(); --i) {
            play.apply(nth_card(play.legal(),
                                random.below(static_cast<std::uint32_t>(count(play.legal())))));
        }
        const CardPlay end = players::random_playout(play, random);
        CHECK(end.is_over());
        CHECK(end.tricks().played_tricks() >= play.tricks().played_tricks());
        if (play.tricks().contract.type != GameType::kNull) {
            CHECK(end.tricks().points[0] + end.tricks().points[1] + points_in(deal.skat) ==
                  kTotalPoints);
            CHECK((end.hands()[0] | end.hands()[1] | end.hands()[2]) == 0);
        }
    }
}
