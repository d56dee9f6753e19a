#include <doctest/doctest.h>

#include <array>
#include <vector>

#include "cards/card_set.hpp"
#include "cards/random.hpp"

using namespace kiebitz;

TEST_CASE("a card set lists its cards in ascending order") {
    std::vector<int> seen;
    for (Card card : each_card(0x80000011U)) seen.push_back(card);
    CHECK(seen == std::vector<int>{0, 4, 31});
    CHECK(lowest(0x80000010U) == 4);
    CHECK(highest(0x80000010U) == 31);
    CHECK(!contains(0xffffffffU, Card{32}));
}

TEST_CASE("the nth card of a set is the nth that iteration finds") {
    Random random(5);
    for (int i = 0; i < 10000; ++i) {
        const auto mask = static_cast<std::uint32_t>(random() & random());
        std::uint32_t n = 0;
        for (Card card : each_card(mask)) CHECK(nth_card(mask, n++) == card);
    }
}

TEST_CASE("numbers below a bound are uniform and depend on the seed alone") {
    Random first(7), second(7);
    std::array<int, 10> histogram{};
    for (int i = 0; i < 100000; ++i) {
        const auto number = first.below(10);
        CHECK(number == second.below(10));
        ++histogram[number];
    }
    for (int n : histogram) {
        CHECK(n > 9600);
        CHECK(n < 10400);
    }
}

TEST_CASE("seeds of parts differ from each other and from the whole") {
    CHECK(derive_seed(1, 0) != derive_seed(1, 1));
    CHECK(derive_seed(1, 0, 1) != derive_seed(1, 1, 0));
    CHECK(derive_seed(1) != derive_seed(2));
}
