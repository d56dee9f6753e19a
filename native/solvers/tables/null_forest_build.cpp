// How forests are built: with partition search, region by region (thesis §8.7, "going further").
#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>

#include "cards/random.hpp"
#include "solvers/skat/null_search.hpp"
#include "solvers/tables/null_forest.hpp"

namespace kiebitz::solvers::skat {

namespace {

using forest::kDontCare;
using forest::kFirstLeaf;
using forest::kIdMask;
using forest::kSuitShift;
using forest::Node;

constexpr std::uint64_t kNoSplit = ~std::uint64_t{0};

/// Nodes of which no two are equal.
class Nodes {
  public:
    std::uint32_t add(const Node& node) {
        if (2 * (nodes_.size() + 1) > slots_.size()) grow();
        std::size_t slot = place(node);
        while (slots_[slot] != 0) {
            if (nodes_[slots_[slot] - 1] == node) return slots_[slot] - 1;
            slot = (slot + 1) & (slots_.size() - 1);
        }
        nodes_.push_back(node);
        slots_[slot] = static_cast<std::uint32_t>(nodes_.size());
        return slots_[slot] - 1;
    }
    const std::vector<Node>& all() const { return nodes_; }

  private:
    std::size_t place(const Node& node) const {
        return mix64(node[0] ^ mix64(std::uint64_t{node[1]} << 32 | node[2])) & (slots_.size() - 1);
    }
    void grow() {
        slots_.assign(std::max<std::size_t>(1024, 2 * slots_.size()), 0);
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            std::size_t slot = place(nodes_[i]);
            while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
            slots_[slot] = static_cast<std::uint32_t>(i + 1);
        }
    }

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> slots_;
};

using Root = std::pair<std::uint64_t, std::uint32_t>;

/// How many cards each player holds of the suit at a place of a fine split.
std::array<int, 3> held_in(std::uint64_t split, int place) {
    const auto suit = split >> (NullForm::kSplitBits * place);
    return {static_cast<int>(suit >> 8 & 15), static_cast<int>(suit >> 4 & 15),
            static_cast<int>(suit & 15)};
}

/// Every deal of a fine split that begins with the same owners, from the highest cards down.
struct Region {
    std::array<std::array<int, 3>, 4> left{};  // cards not yet given, by suit and player
    std::array<std::array<std::int8_t, 8>, 4> owners{};
    std::array<int, 4> given{};

    explicit Region(std::uint64_t split) {
        for (int suit = 0; suit < 4; ++suit) left[suit] = held_in(split, suit);
    }
    /// The rest of the suit can be given in one way only.
    bool is_settled(int suit) const {
        const auto& here = left[suit];
        return (here[0] != 0) + (here[1] != 0) + (here[2] != 0) <= 1;
    }
    void give(int suit, int player) {
        owners[suit][given[suit]++] = static_cast<std::int8_t>(player);
        --left[suit][player];
    }
};

/// Which player gets the next card in the deal that stands for a region.
int next_of_typical(const std::array<int, 3>& left) {
    return left[1] != 0 ? 1 : left[2] != 0 ? 2 : 0;
}

class Builder {
  public:
    Builder(int cards, std::shared_ptr<const NullForests> smaller)
        : smaller_(std::move(smaller)),
          has_smaller_(smaller_ && smaller_->of(cards - 1) != nullptr),
          table_(has_smaller_ ? 4096 : std::size_t{16} << 20),
          search_(options(has_smaller_), table_, budget_, smaller_.get()) {}

    void add(std::uint64_t split) {
        leader_ = static_cast<int>(split >> NullForm::kLeaderShift);
        roots_.emplace_back(split, diagram(Region(split), nullptr));
    }
    const std::vector<Node>& nodes() const { return nodes_.all(); }
    const std::vector<Root>& roots() const { return roots_; }

  private:
    /// The value of a deal, and down to which depth it rests on owners in each suit.
    struct Solved {
        int value;
        std::array<int, 4> depth;
    };

    static NullOptions options(bool has_smaller) {
        NullOptions options;
        options.table = !has_smaller;
        return options;
    }

    Solved solve(Region region) {
        NullNode node;
        for (int suit = 0; suit < 4; ++suit) {
            auto& left = region.left[suit];
            while (left[0] + left[1] + left[2] > 0) region.give(suit, next_of_typical(left));
            const int size = region.given[suit];
            for (int i = 0; i < size; ++i) {
                node.hands[region.owners[suit][i]] |= Cards{1} << (8 * suit + size - 1 - i);
            }
        }
        node.player = leader_;
        const auto proof = search_.proof(node, -1, count(node.hands[0]) + 1);
        Solved solved{proof.value, {}};
        for (int suit = 0; suit < 4; ++suit) {
            const unsigned winners = null_ranks_of(suit, proof.reasons.winners);
            if (winners != 0) {
                solved.depth[suit] = region.given[suit] - std::countr_zero(winners);
            }
        }
        return solved;
    }

    /// `known`: the typical deal of the region, if it is solved already.
    std::uint32_t diagram(const Region& region, const Solved* known) {
        const Solved solved = known != nullptr ? *known : solve(region);
        // 1. The proof asks about cards beyond the region: divide it, in the suit with most of
        // them.
        int suit = -1, most = 0;
        for (int i = 0; i < 4; ++i) {
            const int missing = region.is_settled(i) ? 0 : solved.depth[i] - region.given[i];
            if (missing > most) {
                most = missing;
                suit = i;
            }
        }
        if (suit < 0) return kFirstLeaf + static_cast<std::uint32_t>(solved.value);
        // 2. By the owner of its next card. One of the parts has the same typical deal.
        Node node{kDontCare, kDontCare, kDontCare};
        std::uint32_t only = kDontCare;
        bool same = true;
        for (int player = 0; player < 3; ++player) {
            if (region.left[suit][player] == 0) continue;
            Region part = region;
            part.give(suit, player);
            const bool typical = player == next_of_typical(region.left[suit]);
            node[player] = diagram(part, typical ? &solved : nullptr);
            if (only == kDontCare) only = node[player];
            same = same && node[player] == only;
        }
        // 3. A question without consequence is none.
        if (same && forest::is_leaf(only)) return only;
        node[0] |= static_cast<std::uint32_t>(suit) << kSuitShift;
        return nodes_.add(node);
    }

    std::shared_ptr<const NullForests> smaller_;
    bool has_smaller_;
    NullTable<LowestWinners> table_;
    Budget budget_;
    NullSearch<LowestWinners> search_;
    int leader_ = 0;
    Nodes nodes_;
    std::vector<Root> roots_;
};

template <class T>
void append(std::vector<std::byte>& bytes, const T* data, std::size_t size) {
    const std::size_t before = bytes.size();
    bytes.resize(before + size * sizeof(T));
    if (size != 0) std::memcpy(bytes.data() + before, data, size * sizeof(T));
}

}  // namespace

std::vector<std::uint64_t> null_splits(int cards) {
    // The holdings of one suit in the order of their numbers, then four of them in this order.
    std::vector<std::uint64_t> holdings;
    for (int a = 0; a <= 8; ++a) {
        for (int b = 0; a + b <= 8; ++b) {
            for (int c = 0; a + b + c <= 8; ++c) {
                holdings.push_back(static_cast<std::uint64_t>(a << 8 | b << 4 | c));
            }
        }
    }
    std::vector<std::uint64_t> splits;
    const auto full = static_cast<std::uint64_t>(cards << 8 | cards << 4 | cards);
    const std::size_t size = holdings.size();
    const auto fits = [&](std::uint64_t sum) {
        return (sum >> 8) <= static_cast<unsigned>(cards) &&
               (sum >> 4 & 15) <= static_cast<unsigned>(cards) &&
               (sum & 15) <= static_cast<unsigned>(cards);
    };
    for (std::size_t i = 0; i < size; ++i) {
        if (!fits(holdings[i])) continue;
        for (std::size_t j = i; j < size; ++j) {
            const std::uint64_t two = holdings[i] + holdings[j];
            if (!fits(two)) continue;
            for (std::size_t k = j; k < size; ++k) {
                const std::uint64_t three = two + holdings[k];
                if (!fits(three)) continue;
                const std::uint64_t last = full - three;
                const auto total = (last >> 8) + (last >> 4 & 15) + (last & 15);
                if (last < holdings[k] || total > 8) continue;
                for (std::uint64_t leader = 0; leader < 3; ++leader) {
                    splits.push_back(holdings[i] | holdings[j] << NullForm::kSplitBits |
                                     holdings[k] << (2 * NullForm::kSplitBits) |
                                     last << (3 * NullForm::kSplitBits) |
                                     leader << NullForm::kLeaderShift);
                }
            }
        }
    }
    return splits;
}

std::vector<std::byte> build_null_part(int cards, int part, int parts,
                                       std::shared_ptr<const NullForests> smaller) {
    Builder builder(cards, std::move(smaller));
    const auto splits = null_splits(cards);
    for (std::size_t i = static_cast<std::size_t>(part); i < splits.size();
         i += static_cast<std::size_t>(parts)) {
        builder.add(splits[i]);
    }
    std::vector<std::byte> bytes;
    const std::uint64_t sizes[2] = {builder.nodes().size(), builder.roots().size()};
    append(bytes, sizes, 2);
    append(bytes, builder.nodes().data(), builder.nodes().size());
    for (const auto& [split, root] : builder.roots()) {
        append(bytes, &split, 1);
        append(bytes, &root, 1);
    }
    return bytes;
}

std::vector<std::byte> merge_null_parts(const std::vector<std::span<const std::byte>>& parts) {
    Nodes nodes;
    std::vector<Root> roots;
    for (std::span<const std::byte> part : parts) {
        // 1. Nodes come after those that they lead to.
        std::uint64_t sizes[2];
        std::memcpy(sizes, part.data(), sizeof sizes);
        part = part.subspan(sizeof sizes);
        std::vector<std::uint32_t> renamed(sizes[0]);
        const auto name = [&](std::uint32_t id) { return forest::is_leaf(id) ? id : renamed[id]; };
        for (std::size_t i = 0; i < sizes[0]; ++i) {
            Node node;
            std::memcpy(&node, part.data() + i * sizeof(Node), sizeof(Node));
            const std::uint32_t suit = node[0] & ~kIdMask;
            renamed[i] = nodes.add({suit | name(node[0] & kIdMask), name(node[1]), name(node[2])});
        }
        part = part.subspan(sizes[0] * sizeof(Node));
        for (std::size_t i = 0; i < sizes[1]; ++i) {
            Root root;
            std::memcpy(&root.first, part.data() + 12 * i, 8);
            std::memcpy(&root.second, part.data() + 12 * i + 8, 4);
            roots.emplace_back(root.first, name(root.second));
        }
    }
    // 2. A hash table of the fine splits.
    std::uint64_t slots = 2;
    while (slots < 2 * roots.size()) slots *= 2;
    std::vector<std::uint64_t> keys(slots, kNoSplit);
    std::vector<std::uint32_t> ids(slots, kDontCare);
    for (const auto& [split, root] : roots) {
        std::size_t slot = mix64(split) & (slots - 1);
        while (keys[slot] != kNoSplit) slot = (slot + 1) & (slots - 1);
        keys[slot] = split;
        ids[slot] = root;
    }
    const std::uint64_t layout[4] = {nodes.all().size(), slots, roots.size(), 0};
    std::vector<std::byte> bytes;
    append(bytes, layout, 4);
    append(bytes, keys.data(), keys.size());
    append(bytes, ids.data(), ids.size());
    append(bytes, nodes.all().data(), nodes.all().size());
    return bytes;
}

}  // namespace kiebitz::solvers::skat
