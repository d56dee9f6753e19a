// Fits the weights of the Skat solver's order of cards (native/solvers/skat/ordering.hpp).
//
// Usage: fit_skat_ordering suit|grand DEALS ROUNDS SHARE OUT OUT_PLAIN; tune_skat_ordering.py runs
// it. DEALS has a position a line: game, declarer, leader, and for each of the 32 cards the seat
// that holds it, 3 for the skat. Each round searches the deals with the weights of the last one; in
// a share of the nodes that the player to move decides, every card is searched. Then weights are
// fitted to all samples so far: softmax over the cards of a node, the expected number of cards
// tried to be small. OUT_PLAIN gets weights that do not regard the cost of cards that decide.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "cards/random.hpp"
#include "solvers/skat/search_steps.hpp"  // compiled anew, with a watcher
#include "solvers/skat/solver.hpp"
#include "solvers/skat/trump_query.hpp"

using namespace kiebitz;
using namespace kiebitz::solvers;
using namespace kiebitz::solvers::skat;

namespace {

struct Sample {
    bool decides;
    float cost;  // cards tried to find out
    std::uint8_t features_count = 0;
    std::array<std::uint16_t, 12> features{};
};
struct Choice {
    std::vector<Sample> cards;
    double weight;
};

struct Sampler : NoHooks {
    static constexpr bool watches = true;
    static inline OrderingWeights weights{};
    static inline double share = 0.0;
    static inline Random random{1};
    static inline std::vector<Choice> choices;
    static inline bool busy = false;

    template <class Move, class Features, class Try>
    static void look(const Move* moves, int size, int cards, const Budget& budget,
                     Features features, Try decides) {
        if (busy || !picks(cards)) return;
        busy = true;
        // What is tried first fills the table for the rest, so the order must not matter.
        std::vector<int> order(static_cast<std::size_t>(size));
        std::iota(order.begin(), order.end(), 0);
        random.shuffle(std::span<int>(order));
        Choice choice{{}, 0};
        double total = 0;
        for (const int i : order) {
            Sample sample{};
            features(moves[i], [&](int index) {
                sample.features[sample.features_count++] = static_cast<std::uint16_t>(index);
            });
            const std::uint64_t before = budget.nodes();
            sample.decides = decides(moves[i]);
            sample.cost = static_cast<float>(budget.nodes() - before) + 3;
            total += sample.cost;
            choice.cards.push_back(sample);
        }
        // Nodes count by what they cost, but dear ones less than that.
        choice.weight = std::sqrt(std::min(500.0, total / size)) / rarity(cards);
        const bool any = std::any_of(choice.cards.begin(), choice.cards.end(),
                                     [](const Sample& sample) { return sample.decides; });
        if (any) choices.push_back(std::move(choice));
        busy = false;
    }

    /// There are far more nodes with few cards left, and they matter less.
    static double rarity(int cards) {
        return cards >= 8 ? 1.0 : cards >= 6 ? 0.5 : cards >= 4 ? 0.2 : 0.05;
    }
    static bool picks(int cards) {
        return static_cast<double>(random.below(1U << 30)) < share * rarity(cards) * (1U << 30);
    }
};

template <Kind K>
std::uint64_t sample(const std::vector<Position>& positions) {
    PatternTable table(Solver::kDefaultMemory);
    const TrumpOptions options;
    std::uint64_t nodes = 0;
    for (const Position& position : positions) {
        table.forget();
        Budget budget;
        PointsQuery<K, PatternTable, Sampler> query(
            {options, Sampler::weights, table, budget, Sampler{}}, position, kExact);
        // The value of the position, and of every card as in a question about all of them.
        const auto root = query.encode(position);
        Bounds value = root.possible;
        query.settle(root, value, Expectation::none());
        for (const Card card : each_card(legal_cards(position))) {
            const auto next = query.encode(after(position, card));
            Bounds bounds = next.possible;
            if (!bounds.exact()) query.settle(next, bounds, Expectation::exactly(value.lower));
        }
        nodes += budget.nodes();
    }
    return nodes;
}

struct Fit {
    bool regards_cost;
    std::vector<double> weights = std::vector<double>(feature::kTotal);

    /// How many replies a card leaves tells what it costs, and is not seen without regard to it.
    bool sees(int index) const {
        return regards_cost ||
               (!feature::LeadReplies::contains(index) && !feature::ReplyReplies::contains(index));
    }
    /// Cards tried if this one is first: after a card that does not decide comes the cheapest that
    /// does.
    double price(const Sample& sample, double least) const {
        if (!regards_cost) return sample.decides ? 1 : 2;
        return sample.decides ? sample.cost : sample.cost + least;
    }
    static double least(const Choice& choice) {
        double least = 1e9;
        for (const Sample& sample : choice.cards) {
            if (sample.decides) least = std::min<double>(least, sample.cost);
        }
        return least;
    }
    double score(const Sample& sample) const {
        double sum = 0;
        for (int i = 0; i < sample.features_count; ++i) sum += weights[sample.features[i]];
        return sum;
    }

    /// Adagrad in small batches. Every twentieth node is left out, for the test.
    void run(const std::vector<Choice>& choices, int epochs) {
        std::vector<double> squares(feature::kTotal, 1e-2), step(feature::kTotal);
        std::vector<std::uint32_t> order, touched;
        double mean_weight = 0;
        for (std::uint32_t i = 0; i < choices.size(); ++i) {
            mean_weight += choices[i].weight / static_cast<double>(choices.size());
            if (i % 20 != 0) order.push_back(i);
        }
        Random random(1);
        for (int epoch = 0; epoch < epochs; ++epoch) {
            const double rate = epoch < epochs - 4 ? 0.3 : epoch < epochs - 1 ? 0.1 : 0.03;
            random.shuffle(std::span<std::uint32_t>(order));
            for (std::size_t start = 0; start < order.size(); start += 128) {
                const std::size_t end = std::min(order.size(), start + 128);
                for (std::size_t i = start; i < end; ++i) {
                    add_slope(choices[order[i]], mean_weight, step, touched);
                }
                for (const std::uint32_t feature : touched) {
                    if (step[feature] == 0) continue;
                    squares[feature] += step[feature] * step[feature];
                    weights[feature] += rate * step[feature] / std::sqrt(squares[feature]);
                    step[feature] = 0;
                }
                touched.clear();
            }
        }
    }

    void add_slope(const Choice& choice, double mean_weight, std::vector<double>& step,
                   std::vector<std::uint32_t>& touched) const {
        std::array<double, 10> share{}, prices{};
        const double cheapest = least(choice);
        double most = -1e9, total = 0, expected = 0;
        for (std::size_t i = 0; i < choice.cards.size(); ++i) {
            share[i] = score(choice.cards[i]);
            most = std::max(most, share[i]);
        }
        for (std::size_t i = 0; i < choice.cards.size(); ++i) {
            share[i] = std::exp(share[i] - most);
            total += share[i];
        }
        for (std::size_t i = 0; i < choice.cards.size(); ++i) {
            share[i] /= total;
            prices[i] = price(choice.cards[i], cheapest);
            expected += share[i] * prices[i];
        }
        for (std::size_t i = 0; i < choice.cards.size(); ++i) {
            const double slope =
                choice.weight / mean_weight * share[i] * (expected - prices[i]) / expected;
            const Sample& sample = choice.cards[i];
            for (int k = 0; k < sample.features_count; ++k) {
                if (!sees(sample.features[k])) continue;
                step[sample.features[k]] += slope;
                touched.push_back(sample.features[k]);
            }
        }
    }

    /// Cards tried in the nodes left out, relative to the fewest; and how often the first decides.
    void report(const std::vector<Choice>& choices) const {
        double tried = 0, fewest = 0, decided = 0, nodes = 0;
        for (std::size_t i = 0; i < choices.size(); i += 20) {
            const Choice& choice = choices[i];
            const auto& first = *std::max_element(
                choice.cards.begin(), choice.cards.end(),
                [&](const Sample& a, const Sample& b) { return score(a) < score(b); });
            const double cheapest = least(choice);
            tried += choice.weight * price(first, cheapest) / (regards_cost ? cheapest : 1);
            fewest += choice.weight;
            decided += first.decides;
            ++nodes;
        }
        std::printf("  %zu nodes; cards tried %.4f of the fewest; the first decides %.2f %%\n",
                    choices.size(), tried / fewest, 100 * decided / nodes);
        std::fflush(stdout);
    }

    OrderingWeights rounded() const {
        OrderingWeights result{};
        for (int i = 0; i < feature::kTotal; ++i) {
            result[static_cast<std::size_t>(i)] = static_cast<std::int8_t>(
                std::clamp(std::lround(15 * weights[static_cast<std::size_t>(i)]), -127L, 127L));
        }
        return result;
    }
    void write(const char* file) const {
        std::ofstream out(file);
        out << "// Fitted weights of the order of cards, in the order of namespace feature in "
               "ordering.hpp.\n";
        const OrderingWeights numbers = rounded();
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            out << static_cast<int>(numbers[i]) << (i % 24 == 23 ? ",\n" : ", ");
        }
        out << "\n";
    }
};

}  // namespace

int main(int count, char** arguments) {
    if (count != 7) return 2;
    const bool grand = std::string(arguments[1]) == "grand";
    std::ifstream deals(arguments[2]);
    const int rounds = std::atoi(arguments[3]);
    Sampler::share = std::atof(arguments[4]);
    std::vector<Position> positions;
    for (int game = 0, declarer = 0, leader = 0; deals >> game >> declarer >> leader;) {
        Position position;
        position.game = static_cast<GameType>(game);
        position.declarer = declarer;
        position.leader = leader;
        for (int card = 0, seat = 0; card < 32 && deals >> seat; ++card) {
            (seat < 3 ? position.hands[static_cast<std::size_t>(seat)] : position.skat) |=
                bit(static_cast<Card>(card));
        }
        positions.push_back(position);
    }
    Fit with_cost{true}, plain{false};
    Sampler::weights = kOrderingWeights[grand ? 1 : 0];
    for (int round = 1; round <= rounds; ++round) {
        const auto nodes = grand ? sample<Kind::grand>(positions) : sample<Kind::suit>(positions);
        std::printf("round %d: %.0f nodes a deal\n", round,
                    static_cast<double>(nodes) / static_cast<double>(positions.size()));
        with_cost = Fit{true};
        with_cost.run(Sampler::choices, 12);
        with_cost.report(Sampler::choices);
        Sampler::weights = with_cost.rounded();
        with_cost.write(arguments[5]);
    }
    plain.run(Sampler::choices, 12);
    plain.report(Sampler::choices);
    plain.write(arguments[6]);
}
