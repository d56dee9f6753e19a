#include "values/samples.hpp"

#include <algorithm>

#include "cards/random.hpp"
#include "values/collect.hpp"
#include "values/fresh_deals.hpp"

namespace kiebitz::values {

namespace {

using namespace solvers::skat;

class Walker {
  public:
    explicit Walker(const SampleOptions& options) : options_(options) {}

    std::vector<Sample> walk(const Position& start, std::uint16_t deal, std::uint64_t seed) {
        samples_.start(deal);
        Random random(seed);
        for (int i = 0; i < options_.walks; ++i) play(start, random);
        return samples_.take();
    }

    /// One trick of a fresh deal.
    std::vector<Sample> trick(std::uint16_t deal, std::uint64_t seed) {
        // Early tricks are dear to solve, late ones cheap to search: most are from the middle.
        constexpr std::array<std::uint32_t, 8> kShares{3, 4, 4, 4, 3, 2, 2, 1};
        samples_.start(deal);
        Random random(seed);
        const std::uint32_t kind = random.below(20);
        const Game game = kind < 10 ? Game::suit : kind < 17 ? Game::grand : Game::null;
        std::uint32_t place = random.below(23);
        int before = 0;
        while (place >= kShares[static_cast<std::size_t>(before)]) {
            place -= kShares[static_cast<std::size_t>(before++)];
        }
        Position now = fresh_deal(game, random);
        const Position start = now;
        while (tricks_left(now) > 10 - before) {
            now = after(now, any_card(now, random));
            if (is_lost_null(now)) now = start, before = 0;
        }
        play(now, random, tricks_left(now));
        return samples_.take();
    }

  private:
    void play(const Position& start, Random& random, int fewest = 0) {
        const double randomness = random.uniform();
        Position now = start;
        while (tricks_left(now) >= std::max(fewest, options_.fewest_tricks)) {
            const Solution solution = solver_.solve(now, {.moves = true});
            if (now == start) add(now, solution.value.lower, 0);
            for (const MoveValue& move : solution.moves) {
                const Position next = after(now, move.card);
                const bool kept =
                    next.played_count == 0 || random.uniform() < options_.within_tricks;
                if (kept) add(next, move.value.lower, tricks_left(now) - tricks_left(next));
            }
            now = after(now, choose(now, solution, randomness, random));
            if (is_lost_null(now)) return;
        }
    }

    static Card choose(const Position& now, const Solution& solution, double randomness,
                       Random& random) {
        std::array<Card, 10> cards{};
        std::uint32_t size = 0;
        const bool any = random.uniform() < randomness;
        const bool declares = now.to_move() == now.declarer;
        int best = solution.moves.front().value.lower;
        for (const MoveValue& move : solution.moves) {
            best = declares ? std::max(best, move.value.lower) : std::min(best, move.value.lower);
        }
        for (const MoveValue& move : solution.moves) {
            if (any || move.value.lower == best) cards[size++] = move.card;
        }
        return cards[random.below(size)];
    }

    static bool is_lost_null(const Position& position) {
        return position.game == GameType::kNull && position.played_count == 0 &&
               position.leader == position.declarer && tricks_left(position) < 10;
    }

    /// `value` as the solver counts: with what is won already; in null, with the tricks before.
    void add(const Position& position, int value, int tricks_since) {
        if (tricks_left(position) < options_.fewest_tricks || is_lost_null(position)) return;
        const OpenHand hand = open_hand(position);
        const bool is_null = hand.game == Game::null;
        const int ahead =
            is_null ? tricks_since : position.points + kiebitz::skat::points_in(position.skat);
        samples_.add(hand, value - ahead);
    }

    SampleOptions options_;
    Solver solver_;
    DealSamples samples_;
};

}  // namespace

Sample sample_of(const OpenHand& hand, int value, std::uint16_t deal) {
    const Bounds bounds = static_bounds(hand);
    const auto byte = [](int number) { return static_cast<std::uint8_t>(number); };
    return {hand.hands,
            deal,
            byte(static_cast<int>(hand.game)),
            byte(hand.player),
            byte(hand.played),
            hand.trick,
            byte(hand.tricks_played()),
            byte(value),
            byte(bounds.lower),
            byte(bounds.upper),
            byte(hand.rest)};
}

std::vector<Sample> label_games(std::span<const Position> deals, std::uint64_t first,
                                std::uint64_t seed, const SampleOptions& options, int threads,
                                const Watch& watch) {
    const auto make = [&] { return Walker(options); };
    return collect<Walker>(deals.size(), threads, watch, make, [&](Walker& walker, std::size_t i) {
        return walker.walk(deals[i], static_cast<std::uint16_t>(i), derive_seed(seed, first + i));
    });
}

std::vector<Sample> label_tricks(std::uint64_t first, int deals, std::uint64_t seed,
                                 const SampleOptions& options, int threads, const Watch& watch) {
    const auto make = [&] { return Walker(options); };
    return collect<Walker>(
        static_cast<std::size_t>(deals), threads, watch, make, [&](Walker& walker, std::size_t i) {
            return walker.trick(static_cast<std::uint16_t>(i), derive_seed(seed, first + i));
        });
}

}  // namespace kiebitz::values
