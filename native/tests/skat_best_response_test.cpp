#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "players/skat/best_response.hpp"
#include "skat_positions.hpp"

using namespace kiebitz;
using namespace kiebitz::players::skat;
using namespace kiebitz::players::skat::testing;
using players::Work;

namespace {

/// The best of all strategies of one seat, listed one by one: a strategy is a card for every order
/// of cards that the seat may meet. Worlds are played out one after the other, each from its start.
class EveryStrategy {
  public:
    EveryStrategy(const CardView& view, std::vector<World> worlds, std::uint64_t seed)
        : view_(view), worlds_(std::move(worlds)), seed_(seed) {}

    int best() {
        // Playing all worlds by what is decided so far either ends, or meets a new situation.
        int won = 0;
        for (const World& world : worlds_) {
            Simulation play(view_, world);
            std::string met;
            while (!play.is_over()) {
                const CardView seen = play.view(play.to_move());
                Card card;
                if (play.to_move() == view_.seat()) {
                    const auto known = strategy_.find(met);
                    if (known == strategy_.end()) return best_of(met, seen.legal());
                    card = known->second;
                } else {
                    const auto seat = static_cast<std::uint64_t>(seen.seat());
                    const auto left = static_cast<std::uint64_t>(count(seen.known.hand));
                    card = static_cast<Card>(
                        player_.choose(seen, derive_seed(seed_, seat, left), work_));
                }
                met += static_cast<char>('A' + card);
                play.play(card);
            }
            won += play.result().won == view_.is_declarer() ? 1 : 0;
        }
        return won;
    }

  private:
    int best_of(const std::string& met, Cards legal) {
        int most = 0;
        for (Card card : each_card(legal)) {
            strategy_[met] = card;
            most = std::max(most, best());
        }
        strategy_.erase(met);
        return most;
    }

    CardView view_;
    std::vector<World> worlds_;
    std::uint64_t seed_;
    RulePlayer player_;
    Work work_;
    std::map<std::string, Card> strategy_;
};

}  // namespace

TEST_CASE("a best response is the best of all strategies") {
    int gained = 0, compared = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const Simulation play = ending(seed, static_cast<GameType>(seed % kGameTypes), 3);
        if (play.is_over()) continue;
        const CardView view = play.view(play.to_move());
        if (Worlds(view.known).count() > 12) continue;
        const auto worlds = all_worlds(view);
        BestResponse response{RulePlayer(), seed};
        const int best = response.worlds_won(view, worlds, 1U << view.seat());
        CHECK(best == EveryStrategy(view, worlds, seed).best());
        const int same = response.worlds_won(view, worlds, 0);
        CHECK(best >= same);
        gained += best - same;
        ++compared;
    }
    CHECK(compared > 20);
    CHECK(gained > 0);
}

TEST_CASE("without a responder all seats are played out by the player") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Simulation play = ending(seed, GameType::kGrand, 4);
        const CardView view = play.view(play.to_move());
        int won = 0;
        const auto worlds = all_worlds(view);
        for (const World& world : worlds) {
            Simulation copy(view, world);
            RulePlayer rules;
            Work work;
            while (!copy.is_over()) {
                copy.play(rules.choose(copy.view(copy.to_move()), 0, work));
            }
            won += copy.result().won == view.is_declarer() ? 1 : 0;
        }
        BestResponse response{RulePlayer(), seed};
        CHECK(response.worlds_won(view, worlds, 0) == won);
    }
}

TEST_CASE("defenders who respond together win in at least as many worlds as one of them") {
    int more = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Simulation play = ending(seed, GameType::kClubs, 3);
        const CardView view = play.view(play.to_move());
        if (play.is_over() || view.is_declarer()) continue;
        const int partner = 3 - view.seat() - view.tricks.declarer;
        const auto worlds = all_worlds(view);
        std::map<Cards, std::vector<World>> by_partner;
        for (const World& world : worlds) {
            by_partner[world.hands[static_cast<std::size_t>(partner)]].push_back(world);
        }
        BestResponse response{RulePlayer(), seed};
        const int alone = response.worlds_won(view, worlds, 1U << view.seat());
        int together = 0;
        for (const auto& [hand, some] : by_partner) {
            together += response.worlds_won(view, some, 1U << view.seat() | 1U << partner);
        }
        CHECK(together >= alone);
        more += together - alone;
    }
    CHECK(more > 0);
}
