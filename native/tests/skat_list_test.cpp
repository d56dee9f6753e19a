#include <doctest/doctest.h>

#include "games/skat/list_ends.hpp"

// What the list tells apart, against every way in which a game can be played out.

namespace kiebitz::skat {
namespace {

constexpr Cards cards(std::initializer_list<int> numbers) {
    Cards set = 0;
    for (int number : numbers) set |= Cards{1} << number;
    return set;
}

bool reaches(const Goal& goal, int points, int tricks) {
    switch (goal.kind) {
        case Goal::Kind::kImpossible:
            return false;
        case Goal::Kind::kNoTrick:
            return tricks == 0;
        case Goal::Kind::kAllTricks:
            return tricks == kHandSize;
        default:
            return points >= goal.points;
    }
}

// With and without jacks, so that the number of matadors differs: the two black ones and some
// hearts; none.
const Cards kWithTwo = cards({31, 23, 14, 13, 12, 11, 10, 30, 29, 6, 22, 21});
const Cards kWithout = cards({30, 29, 28, 27, 26, 25, 24, 6, 5, 14, 13, 12});

TEST_CASE("the end of a game that is found is worth what the list pays for it") {
    for (Cards twelve : {kWithTwo, kWithout}) {
        for (int type = 0; type <= static_cast<int>(GameType::kGrand); ++type) {
            for (int announced = 0; announced < 5; ++announced) {
                for (int bid : {18, 48, 72, 264}) {
                    Contract contract;
                    contract.type = static_cast<GameType>(type);
                    contract.hand = announced > 0;
                    contract.schneider = announced > 1;
                    contract.schwarz = announced > 2;
                    contract.ouvert = announced > 3;
                    const ListEnds ends = ListEnds::of(contract, twelve, bid);
                    REQUIRE(ends.count >= 1);
                    for (int points = 0; points <= kTotalPoints; ++points) {
                        for (int tricks : {0, 1, 5, kHandSize - 1, kHandSize}) {
                            // Nobody without a trick has more than a skat, or with all less.
                            if (tricks == 0 || (tricks == kHandSize && points < kTotalPoints)) {
                                continue;
                            }
                            const int end = ends.find(
                                [&](const Goal& goal) { return reaches(goal, points, tricks); });
                            const Result result = evaluate(contract, twelve, bid,
                                                           Outcome::played_out(points, tricks));
                            const auto at = static_cast<std::size_t>(end);
                            CHECK(ends.score[at] == list_points(result));
                            CHECK(ends.won[at] == result.won);
                        }
                    }
                }
            }
        }
    }
}

TEST_CASE("the ends of a game ascend, and a question is asked only where an answer is open") {
    Contract clubs;
    clubs.type = GameType::kClubs;
    const ListEnds ends = ListEnds::of(clubs, kWithTwo, 18);
    CHECK(ends.count == 5);
    for (std::size_t end = 1; end < static_cast<std::size_t>(ends.count); ++end) {
        CHECK(ends.score[end] > ends.score[end - 1]);
    }
    // Thirty-six won and 50; schneider is a level more.
    CHECK(ends.score[2] == 50 + 36);
    CHECK(ends.score[3] == 50 + 48);
    CHECK(ends.score[1] == -50 - 72 - 40);
    int asked = 0;
    const int end = ends.find([&](const Goal& goal) {
        ++asked;
        return reaches(goal, 70, 6);
    });
    CHECK(end == 2);
    CHECK(asked == 2);  // whether it is won, and whether schneider is made
}

TEST_CASE("null is won or lost, and an overbid game cannot be won") {
    Contract null;
    null.type = GameType::kNull;
    const ListEnds ends = ListEnds::of(null, kWithTwo, 23);
    CHECK(ends.count == 2);
    CHECK(ends.find([](const Goal& goal) { return reaches(goal, 0, 0); }) == 1);
    CHECK(ends.find([](const Goal& goal) { return reaches(goal, 11, 1); }) == 0);
    CHECK(ends.score[1] == 50 + 23);
    CHECK(ends.score[0] == -50 - 46 - 40);
    Contract diamonds;
    diamonds.type = GameType::kDiamonds;
    const ListEnds over = ListEnds::of(diamonds, kWithout, 264);
    for (std::size_t end = 0; end < static_cast<std::size_t>(over.count); ++end) {
        CHECK(!over.won[end]);
    }
}

}  // namespace
}  // namespace kiebitz::skat
