// The index of a table as a decision diagram, to compare it with places (thesis §8.4).
#include <ctime>
#include <unordered_map>

#include "cards/random.hpp"
#include "solvers/tables/dense_rows.hpp"
#include "solvers/tables/trump_table.hpp"

namespace kiebitz::solvers::skat {

namespace {

/// Trumps first, then suit by suit, from the highest card down; equal nodes are one.
class Diagram {
  public:
    using Owners = std::array<std::array<std::int8_t, 11>, kFormSuits>;

    void add(const FineSplit& fine, int leader, const std::vector<std::uint32_t>& rows) {
        const Ownerships all(fine);
        roots_.emplace_back(fine.key(leader),
                            visit(fine, all, rows, 0, 0, 0, all.counts[kOrder[0]], 0));
    }
    /// All fine splits are there: they are found as those of a table are.
    void close() {
        std::size_t size = 2;
        while (size < 2 * roots_.size()) size *= 2;
        slots_.assign(size, {~std::uint64_t{0}, 0});
        for (const auto& root : roots_) {
            std::size_t slot = mix64(root.first) & (size - 1);
            while (slots_[slot].first != ~std::uint64_t{0}) slot = (slot + 1) & (size - 1);
            slots_[slot] = root;
        }
    }

    std::uint32_t find(std::uint64_t cell, const Owners& owners, std::uint64_t& steps) const {
        std::size_t slot = mix64(cell) & (slots_.size() - 1);
        while (slots_[slot].first != cell) slot = (slot + 1) & (slots_.size() - 1);
        std::uint32_t at = slots_[slot].second;
        while ((at & kRow) == 0) {
            const Node& node = nodes_[at];
            at = node.next[static_cast<std::size_t>(owners[node.suit][node.depth])];
            ++steps;
        }
        return at & ~kRow;
    }
    std::size_t size() const { return nodes_.size(); }

  private:
    static constexpr std::array<int, kFormSuits> kOrder{kTrumps, 0, 1, 2, 3};
    static constexpr std::uint32_t kRow = 1U << 31, kNothing = ~std::uint32_t{0};

    struct Node {
        std::array<std::uint32_t, 3> next;
        std::uint8_t suit, depth;
    };

    std::uint32_t visit(const FineSplit& fine, const Ownerships& all,
                        const std::vector<std::uint32_t>& rows, int step, std::size_t base,
                        std::size_t low, std::size_t high, std::size_t depth) {
        if (step >= kFormSuits) return kRow | rows[base];
        const int suit = kOrder[step];
        if (high - low == 1) {
            const int after = step + 1;
            const std::size_t end = after < kFormSuits ? all.counts[kOrder[after]] : 1;
            return visit(fine, all, rows, after, base + low * all.strides[suit], 0, end, 0);
        }
        const auto& owners = suit_deals(fine.held[suit]).owners;
        Node node{{kNothing, kNothing, kNothing},
                  static_cast<std::uint8_t>(suit),
                  static_cast<std::uint8_t>(depth)};
        std::uint32_t only = kNothing;
        bool same = true;
        for (std::size_t k = low; k < high;) {
            std::size_t end = k + 1;
            while (end < high && owners[end][depth] == owners[k][depth]) ++end;
            const std::uint32_t child = visit(fine, all, rows, step, base, k, end, depth + 1);
            node.next[static_cast<std::size_t>(owners[k][depth])] = child;
            same = same && (only == kNothing || child == only);
            only = child;
            k = end;
        }
        if (same) return only;
        const std::uint64_t key =
            mix64(node.next[0] ^ mix64(std::uint64_t{node.next[1]} << 32 | node.next[2])) +
            depth * kFormSuits + static_cast<std::size_t>(suit);
        const auto [found, fresh] =
            known_.try_emplace(key, static_cast<std::uint32_t>(nodes_.size()));
        if (fresh) nodes_.push_back(node);
        return found->second;
    }

    std::vector<Node> nodes_;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> roots_, slots_;
    std::unordered_map<std::uint64_t, std::uint32_t> known_;
};

}  // namespace

IndexTimes time_index(Kind kind, const TrumpTable& table, int cards, std::size_t lookups) {
    struct Asked {
        std::uint64_t cell;
        std::size_t ownership;
        Diagram::Owners owners;
    };
    // 1. The diagram; of all ownerships, some to be asked for.
    Diagram diagram;
    std::vector<Asked> asked;
    Random random(1);
    const double all_of_them = static_cast<double>(table.sizes().ownerships);
    const auto share = static_cast<std::uint32_t>(
        std::max(1.0, all_of_them / static_cast<double>(std::max<std::size_t>(1, lookups))));
    for (const Split& split : splits_of(kind, cards)) {
        for (const FineSplit& fine : fine_splits(split, cards)) {
            const Ownerships all(fine);
            for (int leader = 0; leader < 3; ++leader) {
                const std::uint64_t cell = fine.key(leader);
                std::vector<std::uint32_t> rows;
                rows.reserve(all.size);
                for (std::size_t i = 0; i < all.size; ++i) {
                    rows.push_back(table.stored(cell, i).first);
                    if (random.below(share) != 0) continue;
                    Asked& one = asked.emplace_back(Asked{cell, i, {}});
                    for (int suit = 0; suit < kFormSuits; ++suit) {
                        one.owners[suit] = suit_deals(fine.held[suit])
                                               .owners[i / all.strides[suit] % all.counts[suit]];
                    }
                }
                diagram.add(fine, leader, rows);
            }
        }
    }
    diagram.close();
    for (std::size_t i = asked.size(); i > 1; --i) {
        std::swap(asked[i - 1], asked[random.below(static_cast<std::uint32_t>(i))]);
    }
    // 2. Both in turns, each question once.
    IndexTimes times;
    times.nodes = diagram.size();
    std::uint64_t steps = 0, sums[2] = {0, 0};
    constexpr std::size_t kTurn = 65536;
    const auto since = [](std::clock_t start) {
        return 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    };
    for (std::size_t begin = 0; begin < asked.size(); begin += kTurn) {
        const std::size_t end = std::min(asked.size(), begin + kTurn);
        const auto by_places = [&] {
            const std::clock_t start = std::clock();
            for (std::size_t i = begin; i < end; ++i) {
                sums[0] += table.stored(asked[i].cell, asked[i].ownership).first;
            }
            times.places += since(start);
        };
        const auto by_diagram = [&] {
            const std::clock_t start = std::clock();
            for (std::size_t i = begin; i < end; ++i) {
                sums[1] += diagram.find(asked[i].cell, asked[i].owners, steps);
            }
            times.diagram += since(start);
        };
        // Whoever comes second finds the questions in the caches.
        if (begin / kTurn % 2 == 0) {
            by_places();
            by_diagram();
        } else {
            by_diagram();
            by_places();
        }
        if (sums[0] != sums[1]) ++times.different;
        sums[0] = sums[1] = 0;
    }
    const auto number = static_cast<double>(std::max<std::size_t>(1, asked.size()));
    times.places /= number;
    times.diagram /= number;
    times.steps = static_cast<double>(steps) / number;
    return times;
}

}  // namespace kiebitz::solvers::skat
