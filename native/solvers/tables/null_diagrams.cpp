#include "solvers/tables/null_diagrams.hpp"

#include <algorithm>
#include <bit>

#include "solvers/skat/null_search.hpp"

namespace kiebitz::solvers::skat {

using forest::kDontCare;
using forest::kFirstLeaf;

class NullDiagrams::Builder {
  public:
    Builder(NullDiagrams& all, int cards, std::shared_ptr<const NullForests> smaller)
        : all_(all),
          each_(cards),
          smaller_(std::move(smaller)),
          has_smaller_(smaller_ && smaller_->of(cards - 1) != nullptr),
          table_(has_smaller_ ? 4096 : std::size_t{16} << 20),
          search_(options(has_smaller_), table_, budget_, smaller_.get()) {}

    std::uint32_t diagram(const std::array<int, 4>& sizes, int leader) {
        cards_.clear();
        for (int suit = 0; suit < 4; ++suit) {
            for (int rank = 0; rank < sizes[suit]; ++rank) {
                cards_.push_back(static_cast<Card>(8 * suit + rank));
            }
        }
        hands_ = {};
        leader_ = leader;
        return visit(0);
    }

  private:
    static NullOptions options(bool has_smaller) {
        NullOptions options;
        options.table = !has_smaller;
        return options;
    }

    std::uint32_t visit(std::size_t next) {
        if (next == cards_.size()) {
            ++all_.deals_;
            NullNode node;
            node.hands = hands_;
            node.player = leader_;
            const auto proof = search_.proof(node, -1, each_ + 1);
            return kFirstLeaf + static_cast<std::uint32_t>(proof.value);
        }
        // What cannot be dealt is ignored when the others are compared.
        Node node{static_cast<std::uint32_t>(next), {kDontCare, kDontCare, kDontCare}};
        std::uint32_t only = kDontCare;
        bool same = true;
        for (std::size_t player = 0; player < 3; ++player) {
            if (count(hands_[player]) == each_) continue;
            hands_[player] |= bit(cards_[next]);
            node.next[player] = visit(next + 1);
            hands_[player] &= ~bit(cards_[next]);
            if (only == kDontCare) only = node.next[player];
            same = same && node.next[player] == only;
        }
        if (same) return only;
        const auto [place, fresh] =
            ids_.try_emplace(node, static_cast<std::uint32_t>(all_.nodes_.size()));
        if (fresh) all_.nodes_.push_back(node);
        return place->second;
    }

    NullDiagrams& all_;
    int each_;
    std::shared_ptr<const NullForests> smaller_;
    bool has_smaller_;
    NullTable<LowestWinners> table_;
    Budget budget_;
    NullSearch<LowestWinners> search_;
    std::vector<Card> cards_;
    std::array<Cards, 3> hands_{};
    int leader_ = 0;
    std::map<Node, std::uint32_t> ids_;
};

NullDiagrams::NullDiagrams(int cards, std::shared_ptr<const NullForests> smaller) {
    auto below = smaller ? std::make_shared<NullForests>(*smaller) : nullptr;
    for (int i = cards; below && i <= 10; ++i) below->by_cards[static_cast<std::size_t>(i)].reset();
    Builder builder(*this, cards, std::move(below));
    const int total = 3 * cards;
    for (int a = std::min(8, total); a >= 0; --a) {
        for (int b = std::min(a, total - a); b >= 0; --b) {
            for (int c = std::min(b, total - a - b); c >= 0; --c) {
                const int d = total - a - b - c;
                if (d > c) continue;
                for (int leader = 0; leader < 3; ++leader) {
                    roots_[{a, b, c, d, leader}] = builder.diagram({a, b, c, d}, leader);
                }
            }
        }
    }
}

int NullDiagrams::find(const std::array<Cards, 3>& hands, int leader) const {
    // 1. Suits from the longest on; the owners of all cards in the order of the diagram.
    const Cards all = hands[0] | hands[1] | hands[2];
    std::array<int, 4> suits{0, 1, 2, 3};
    const auto size = [&](int suit) { return std::popcount(all >> (8 * suit) & 0xff); };
    std::stable_sort(suits.begin(), suits.end(), [&](int a, int b) { return size(a) > size(b); });
    std::vector<std::size_t> owners;
    for (const int suit : suits) {
        for (int rank = 0; rank < 8; ++rank) {
            const Cards card = Cards{1} << (8 * suit + rank);
            if ((all & card) == 0) continue;
            owners.push_back((hands[0] & card) != 0 ? 0 : (hands[1] & card) != 0 ? 1 : 2);
        }
    }
    // 2. Down to a value.
    const auto root =
        roots_.find({size(suits[0]), size(suits[1]), size(suits[2]), size(suits[3]), leader});
    if (root == roots_.end()) return -1;
    std::uint32_t id = root->second;
    while (!forest::is_leaf(id)) id = nodes_[id].next[owners[nodes_[id].card]];
    return static_cast<int>(id - kFirstLeaf);
}

}  // namespace kiebitz::solvers::skat
