#include <doctest/doctest.h>

#include <set>
#include <utility>

#include "beliefs/skat/call_model.hpp"
#include "games/skat/state.hpp"
#include "players/skat/cardplay.hpp"
#include "players/subset_belief.hpp"

using namespace kiebitz;
using namespace kiebitz::players::skat;
using beliefs::skat::Calls;
using beliefs::skat::calls_of;
using SubsetBelief = players::SubsetBelief<Cardplay>;

namespace {

CardView some_view(std::uint64_t seed) {
    const Deal deal = Deal::random(seed);
    CardView view;
    view.tricks.contract = {GameType::kGrand, true};
    view.tricks.declarer = 1;
    view.known.declarer = 1;
    view.known.hand = deal.hands[0];
    return view;
}

/// A world is as likely as its cards in seat 1 are high: somewhat different everywhere.
class ByHand final : public Belief {
  public:
    void weigh(const CardView&, std::span<const World> worlds,
               std::span<double> weights) const override {
        for (std::size_t i = 0; i < worlds.size(); ++i) {
            weights[i] = static_cast<double>(worlds[i].hands[1] % 1009);
        }
    }
};

}  // namespace

TEST_CASE("a subset draws possible worlds, the same on any number of threads") {
    const CardView view = some_view(3);
    const Cardplay::Worlds possible(view);
    const auto belief = std::make_shared<const ByHand>();
    std::vector<std::vector<World>> found;
    for (const int threads : {1, 3}) {
        Random random(7);
        auto& worlds = found.emplace_back();
        REQUIRE(SubsetBelief(belief, 30'000, threads).draw(view, 50, random, worlds));
        CHECK(worlds.size() == 50);
        for (const World& world : worlds) CHECK(possible.contains(world));
    }
    CHECK(found[0] == found[1]);
}

TEST_CASE("a subset of one world is drawn again and again") {
    const CardView view = some_view(4);
    Random random(1);
    std::vector<World> worlds;
    REQUIRE(SubsetBelief(std::make_shared<const ByHand>(), 1, 1).draw(view, 9, random, worlds));
    CHECK(worlds.size() == 9);
    for (const World& world : worlds) CHECK(world == worlds[0]);
}

TEST_CASE("what was declined in an auction follows from the highest bids") {
    // 18 p · 20 p: middlehand bids, forehand passes, rearhand goes on.
    CHECK(calls_of({0, 18, 20}, 2) == std::array<Calls, 3>{{{0, 18}, {18, 20}, {20, 0}}});
    // Forehand holds 18 and 20 and has it; the others stop at 22.
    CHECK(calls_of({20, 20, 0}, 0) == std::array<Calls, 3>{{{20, 0}, {20, 22}, {0, 22}}});
    // Nobody wants to play.
    CHECK(calls_of({0, 0, 0}, -1) == std::array<Calls, 3>{{{0, 18}, {0, 18}, {0, 18}}});
    CHECK(beliefs::skat::call_level(18) == 0);
    CHECK(beliefs::skat::call_level(264) == beliefs::skat::kCallLevels - 1);
}
