// Positions of random deals in which every move is searched, for tune_bridge_ordering.py.
//
// Usage: bridge_move_samples DEALS SEED SHARE FILE. Of the nodes that the player to move decides, a
// share is written, higher up in the tree a greater one. Numbers are 32-bit: the moves of a node;
// for each of them whether it decides, how many cards were tried to find out, and its features.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

#include "cards/random.hpp"
#define KIEBITZ_BRIDGE_ARCH portable
#include "solvers/bridge/search.hpp"
#include "solvers/bridge/solver.hpp"

using namespace kiebitz;
using namespace kiebitz::solvers;
using namespace kiebitz::solvers::bridge;

namespace {

struct Watcher {
    static constexpr bool watches = true;
    double share = 0.0;
    Random random{1};
    std::FILE* file = nullptr;
    bool busy = false;

    template <class Moves, class Try, class Features>
    void look(const Moves& moves, int left, Try decides, Features features, const Budget& budget) {
        if (busy || moves.size() < 2 || !picks(left)) return;
        busy = true;
        std::vector<std::int32_t> node{static_cast<std::int32_t>(moves.size())};
        bool any = false;
        // What a move costs depends on what earlier ones left in the table: any order.
        std::vector<std::size_t> order(moves.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        random.shuffle(std::span<std::size_t>(order));
        for (const std::size_t number : order) {
            const auto& move = moves.begin()[number];
            std::vector<std::int32_t> seen;
            features(move, [&](int index) { seen.push_back(index); });
            const std::uint64_t before = budget.nodes();
            const bool good = decides(move);
            any = any || good;
            node.push_back(good ? 1 : 0);
            node.push_back(static_cast<std::int32_t>(budget.nodes() - before) + 1);
            node.push_back(static_cast<std::int32_t>(seen.size()));
            node.insert(node.end(), seen.begin(), seen.end());
        }
        if (any) std::fwrite(node.data(), sizeof(std::int32_t), node.size(), file);
        busy = false;
    }

    /// There are far more nodes with few cards left, and they matter less.
    bool picks(int left) {
        const double weight = left >= 10 ? 1.0 : left >= 8 ? 0.4 : left >= 6 ? 0.15 : 0.03;
        return static_cast<double>(random.below(1U << 30)) < share * weight * (1U << 30);
    }
};

}  // namespace

int main(int count, char** arguments) {
    if (count != 5) return 2;
    const int deals = std::atoi(arguments[1]);
    const auto seed = static_cast<std::uint64_t>(std::atoll(arguments[2]));
    portable::Search<Watcher> search(Options{}, Solver::kDefaultMemory);
    search.watcher().share = std::atof(arguments[3]);
    search.watcher().random = Random(seed);
    search.watcher().file = std::fopen(arguments[4], "wb");
    if (search.watcher().file == nullptr) return 2;
    for (int deal = 0; deal < deals; ++deal) {
        Random random(derive_seed(seed, static_cast<std::uint64_t>(deal)));
        std::array<Card, 52> cards;
        for (int i = 0; i < 52; ++i) cards[static_cast<std::size_t>(i)] = make_card(i / 13, i % 13);
        random.shuffle(std::span<Card>(cards));
        Position position;
        for (std::size_t i = 0; i < 52; ++i) position.hands[i / 13] |= bit<Cards>(cards[i]);
        position.trump = static_cast<int>(random.below(5));
        position.leader = static_cast<int>(random.below(4));
        search.forget();
        search.load(position);
        Card decisive;
        int target = 7;
        const bool makes = search.makes(target, decisive);
        // On to the number of tricks at which the answer changes.
        while (target > 0 && target < 14 && search.makes(target, decisive) == makes) {
            target += makes ? 1 : -1;
        }
    }
    std::fclose(search.watcher().file);
}
