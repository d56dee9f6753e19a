#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "cards/random.hpp"
#include "solvers/skat/search_steps.hpp"
#include "solvers/skat/trump_engine.hpp"
#include "values/collect.hpp"
#include "values/fresh_deals.hpp"

namespace kiebitz::values {

namespace {

using namespace solvers::skat;

constexpr std::size_t kMemory = std::size_t{4} << 20;
/// How many positions of each size are kept of one search, by the cards in a hand.
constexpr std::array<std::size_t, 11> kKept{0, 0, 0, 0, 0, 2, 3, 5, 5, 4, 0};

/// What a search has met: of each size a fair choice among all visits.
class Met {
  public:
    struct Spot {
        std::array<Cards, 3> hands{};
        int player = 0;
    };

    void start(std::uint64_t seed) {
        random_ = Random(seed);
        for (auto& size : sizes_) size = {};
        listens_ = true;
    }
    void stop() { listens_ = false; }
    const std::vector<Spot>& of_size(std::size_t cards) const { return sizes_[cards].kept; }

    void see(const std::array<Cards, 3>& hands, int player) {
        const auto cards = static_cast<std::size_t>(count(hands[0]));
        if (!listens_ || kKept[cards] == 0) return;
        Size& size = sizes_[cards];
        ++size.visits;
        if (size.kept.size() < kKept[cards]) {
            size.kept.push_back({hands, player});
        } else if (const auto place = random_.below(size.visits); place < kKept[cards]) {
            size.kept[place] = {hands, player};
        }
    }

  private:
    struct Size {
        std::vector<Spot> kept;
        std::uint32_t visits = 0;
    };
    std::array<Size, 11> sizes_;
    Random random_{0};
    bool listens_ = false;
};

/// Hangs into the search where ProbCut does, and never cuts.
struct Recorder {
    static constexpr bool watches = false;
    static constexpr bool estimates = true;
    template <Kind K>
    static constexpr Cards ranks = 0;

    template <Kind K, class Table>
    std::optional<int> estimate(const Node<K, Table>& node, int, int, const Bounds&) const {
        met->see(node.hands, node.player);
        return {};
    }

    std::shared_ptr<Met> met;
};

class Explorer {
  public:
    Explorer()
        : met_(std::make_shared<Met>()), engine_({}, PatternTable(kMemory), Recorder{met_}) {}

    std::vector<Sample> explore(std::uint16_t deal, std::uint64_t seed) {
        samples_.start(deal);
        Random random(seed);
        Position start = fresh_deal(random.below(9) < 5 ? Game::suit : Game::grand, random);
        const std::uint32_t place = random.below(10);
        const int before = place < 3 ? 0 : place < 6 ? 1 : place < 9 ? 2 : 3;
        while (tricks_left(start) > 10 - before || start.played_count > 0) {
            start = after(start, any_card(start, random));
        }
        start.skat = 0;
        start.points = 0;
        engine_.forget();
        met_->start(derive_seed(seed, 1));
        const Solution solution = engine_.solve(start, {.moves = true}, {});
        met_->stop();
        add(start, solution.value.lower);
        for (const MoveValue& move : solution.moves) {
            if (random.below(4) == 0) add(after(start, move.card), move.value.lower);
        }
        // What the search has learnt makes the positions below it cheap.
        for (std::size_t cards = 9; cards >= 5; --cards) {
            for (const Met::Spot& spot : met_->of_size(cards)) {
                Position now = position_at(spot, start.game);
                add(now, value_of(now));
                if (random.below(4) != 0) continue;
                const std::uint32_t more = 1 + random.below(2);
                for (std::uint32_t i = 0; i < more; ++i) now = after(now, any_card(now, random));
                add(now, value_of(now));
            }
        }
        return samples_.take();
    }

  private:
    static Position position_at(const Met::Spot& spot, GameType game) {
        const Relabelling labels(game);
        Position position;
        position.game = game;
        position.leader = spot.player;
        for (std::size_t player = 0; player < 3; ++player) {
            for (Card card : each_card(spot.hands[player])) {
                position.hands[player] |= bit(labels.outer[card]);
            }
        }
        return position;
    }

    int value_of(const Position& position) { return engine_.solve(position, {}, {}).value.lower; }

    void add(const Position& position, int value) { samples_.add(open_hand(position), value); }

    std::shared_ptr<Met> met_;
    TrumpEngine<PatternTable, Recorder> engine_;
    DealSamples samples_;
};

}  // namespace

std::vector<Sample> label_searches(std::uint64_t first, int deals, std::uint64_t seed, int threads,
                                   const Watch& watch) {
    return collect<Explorer>(
        static_cast<std::size_t>(deals), threads, watch, [] { return Explorer(); },
        [&](Explorer& explorer, std::size_t i) {
            return explorer.explore(static_cast<std::uint16_t>(i), derive_seed(seed, first + i));
        });
}

}  // namespace kiebitz::values
