// One door to the searches for several players: an algorithm, its options, a limit.
//
// With iterative deepening the answer is that of the last depth that was searched completely.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "cards/random.hpp"
#include "search/multiplayer/approximate_deep.hpp"
#include "search/multiplayer/by_value.hpp"
#include "search/multiplayer/history.hpp"
#include "search/multiplayer/maxn.hpp"
#include "search/multiplayer/paranoid.hpp"

namespace kiebitz::multiplayer {

enum class Algorithm : std::uint8_t { maxn, paranoid, approximate_deep };

struct SearchOptions {
    Algorithm algorithm = Algorithm::maxn;
    MaxnOptions maxn;
    ParanoidOptions paranoid;
    bool deepen = true;                    // depth 1, 2, … up to the limit
    std::size_t table_entries = 0;         // of the transposition table; 0: none
    bool order_by_value = false;           // moves by what the evaluation says after them
    std::optional<std::uint64_t> shuffle;  // seed: moves of equal order at the root in random order
    bool random_root = false;  // with that seed: all of them, so that chance chooses equal values
    const HistoryTable* history = nullptr;
    HistoryTable* learn = nullptr;
};

struct SearchResult {
    Move move = 0;
    Values values{};        // maxⁿ: the tuple; paranoid: the value in the root's place
    int depth = 0;          // completely searched
    bool complete = false;  // no line was cut short: the values are final
    std::vector<Move> moves;
    std::vector<Values> each;  // with an exact root: the values of all moves, in that order
    Statistics statistics;
    double seconds = 0;
};

/// Gives moves that were dropped the values of those that they are alike to: as games list moves,
/// the last one before them that was kept.
template <class Moves>
void add_alike(const Moves& all, std::size_t searched, SearchResult& result) {
    if (searched == all.size()) return;
    const auto place = [&](Move move) {
        return std::find(result.moves.begin(), result.moves.end(), move) - result.moves.begin();
    };
    std::vector<std::vector<Move>> alike(result.moves.size());
    auto kept = static_cast<std::ptrdiff_t>(searched);
    for (const Move move : all) {
        const auto at = place(move);
        if (at < static_cast<std::ptrdiff_t>(searched)) kept = at;
        if (kept < static_cast<std::ptrdiff_t>(searched)) {
            alike[static_cast<std::size_t>(kept)].push_back(move);
        }
    }
    std::vector<Move> moves;
    std::vector<Values> each;
    for (std::size_t i = 0; i < result.each.size(); ++i) {  // fewer than moves, with a width
        for (const Move move : alike[i]) {
            moves.push_back(move);
            each.push_back(result.each[i]);
        }
    }
    result.moves = std::move(moves);
    result.each = std::move(each);
}

template <class S, class E, class O>
SearchResult search(const S& position, const E& evaluation, const O& ordering,
                    const SearchOptions& options, const Limits& limits) {
    SearchResult result;
    Budget budget(limits);
    S state = position;
    static const HistoryTable no_history;
    const ByHistory<O> by_history{ordering,
                                  options.history != nullptr ? *options.history : no_history};

    typename S::Moves moves;
    state.legal_moves(moves);
    // Of moves that are alike one is searched; an exact root gives the others its values.
    const auto all = moves;
    if (options.maxn.alike_once) drop_alike(state, moves);
    Random random(options.shuffle.value_or(0));
    const auto shuffle = [&](std::size_t count) {
        if (!options.shuffle) return;
        for (std::size_t i = count; i > 1; --i) {
            std::swap(moves[i - 1], moves[random.below(static_cast<std::uint32_t>(i))]);
        }
    };
    shuffle(moves.size());

    const auto run = [&](const auto& order) {
        order.order(state, moves);
        if (options.random_root) {
            const auto width = static_cast<std::size_t>(options.maxn.width);
            shuffle(std::min<std::size_t>(moves.size(), width));
        }
        using Order = std::remove_cvref_t<decltype(order)>;
        result.moves.assign(moves.begin(), moves.end());
        result.move = moves[0];
        std::optional<ExactTable> exact;
        std::optional<BoundTable> bounds;
        if (options.table_entries > 0) {
            if (options.algorithm == Algorithm::maxn) exact.emplace(options.table_entries);
            if (options.algorithm == Algorithm::paranoid) bounds.emplace(options.table_entries);
        }
        MaxnSearch<S, E, Order> maxn(evaluation, order, options.maxn, budget, result.statistics,
                                     exact ? &*exact : nullptr);
        ApproximateDeepSearch<S, E, Order> deep(evaluation, order, options.maxn, budget,
                                                result.statistics);
        ParanoidSearch<S, E, Order> paranoid(evaluation, order, options.paranoid, budget,
                                             result.statistics, bounds ? &*bounds : nullptr);
        maxn.learn_into(options.learn);
        deep.learn_into(options.learn);
        paranoid.learn_into(options.learn);
        const int root = state.to_move();
        const int first = options.deepen ? 1 : std::max(1, limits.depth);
        for (int depth = first; depth <= limits.depth && depth < kMaxDepth; ++depth) {
            Values values{};
            std::vector<Values> each;
            int best = 0;
            bool cut = false;
            if (options.algorithm == Algorithm::paranoid) {
                auto found = paranoid.search(state, depth, moves);
                values[root] = found.value;
                for (const Score value : found.each) {
                    each.push_back({});
                    each.back()[root] = value;
                }
                best = found.best;
                cut = found.cut;
            } else {
                auto found = options.algorithm == Algorithm::maxn
                                 ? maxn.search(state, depth, moves)
                                 : deep.search(state, depth, moves);
                values = found.value;
                each = std::move(found.each);
                best = found.best;
                cut = found.cut;
            }
            result.move = moves[static_cast<std::size_t>(best)];
            result.values = values;
            result.each = std::move(each);
            result.depth = depth;
            result.complete = !cut;
            if (!cut) break;
        }
    };
    try {
        if (options.order_by_value) {
            run(ByValue<E, O>{evaluation, ordering});
        } else if (options.history != nullptr) {
            run(by_history);
        } else {
            run(ordering);
        }
    } catch (const LimitReached&) {
        // The answer is that of the last depth that was searched to its end.
    }
    if (!result.each.empty()) add_alike(all, moves.size(), result);
    result.seconds = budget.seconds();
    return result;
}

}  // namespace kiebitz::multiplayer
