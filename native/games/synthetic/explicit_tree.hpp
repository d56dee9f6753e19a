// Explicit game trees for several players: drawn at random, or given node by node.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "cards/random.hpp"
#include "games/game.hpp"

namespace kiebitz::synthetic {

inline constexpr int kMaxTreePlayers = 6;
using TreeValues = std::array<Score, kMaxTreePlayers>;

/// A tree in one vector; node 0 is the root.
struct ExplicitTree {
    struct Node {
        int seat = 0;
        TreeValues values{};  // of a leaf
        TreeValues least{};   // bounds on all leaves below
        TreeValues most{};
        std::vector<int> children;
    };
    int players = 3;
    Score total = 0;  // no leaf sums to more
    std::vector<Node> nodes;

    /// Fills in the tightest bounds of every node from its leaves.
    void bound(int node = 0) {
        Node& here = nodes[static_cast<std::size_t>(node)];
        if (here.children.empty()) {
            here.least = here.most = here.values;
            return;
        }
        for (const int child : here.children) bound(child);
        Node& again = nodes[static_cast<std::size_t>(node)];
        again.least = nodes[static_cast<std::size_t>(again.children[0])].least;
        again.most = nodes[static_cast<std::size_t>(again.children[0])].most;
        for (const int child : again.children) {
            const Node& below = nodes[static_cast<std::size_t>(child)];
            for (int p = 0; p < players; ++p) {
                again.least[p] = std::min(again.least[p], below.least[p]);
                again.most[p] = std::max(again.most[p], below.most[p]);
            }
        }
    }
};

/// How a random tree is drawn.
struct TreeShape {
    int players = 3;
    int depth = 4;
    int least_branching = 1;
    int most_branching = 4;
    Score total = 10;          // leaves sum to this …
    bool constant_sum = true;  // … or to at most this
    bool in_turn = true;       // players move in turn, or (as after a trick) anyone may be next
    Score slack = 0;           // how far the monotone bounds may be off
};

inline ExplicitTree random_explicit_tree(const TreeShape& shape, std::uint64_t seed) {
    Random random(seed);
    ExplicitTree tree;
    tree.players = shape.players;
    tree.total = shape.total;
    struct Open {
        int node;
        int depth;
    };
    tree.nodes.push_back({});
    std::vector<Open> open{{0, 0}};
    while (!open.empty()) {
        const Open at = open.back();
        open.pop_back();
        const auto index = static_cast<std::size_t>(at.node);
        tree.nodes[index].seat =
            shape.in_turn
                ? at.depth % shape.players
                : static_cast<int>(random.below(static_cast<std::uint32_t>(shape.players)));
        if (at.depth == shape.depth) {
            Score left = shape.total;
            if (!shape.constant_sum)
                left = static_cast<Score>(random.below(static_cast<std::uint32_t>(left + 1)));
            // Points fall one by one, so that no seat is favoured.
            for (; left > 0; --left) {
                ++tree.nodes[index].values[random.below(static_cast<std::uint32_t>(shape.players))];
            }
            continue;
        }
        const auto spread =
            static_cast<std::uint32_t>(shape.most_branching - shape.least_branching + 1);
        const int branching = shape.least_branching + static_cast<int>(random.below(spread));
        for (int i = 0; i < branching; ++i) {
            const int child = static_cast<int>(tree.nodes.size());
            tree.nodes.push_back({});
            tree.nodes[index].children.push_back(child);
            open.push_back({child, at.depth + 1});
        }
    }
    tree.bound();
    for (auto& node : tree.nodes) {
        for (int p = 0; p < shape.players && shape.slack > 0; ++p) {
            const auto off = static_cast<std::uint32_t>(shape.slack + 1);
            node.least[p] =
                std::max<Score>(0, node.least[p] - static_cast<Score>(random.below(off)));
            node.most[p] += static_cast<Score>(random.below(off));
        }
    }
    return tree;
}

/// A position in a tree; a move is the number of the child.
class ExplicitTreeState {
  public:
    using Moves = FixedMoveList<64>;
    using Undo = int;

    explicit ExplicitTreeState(std::shared_ptr<const ExplicitTree> tree) : tree_(std::move(tree)) {}

    const ExplicitTree& tree() const { return *tree_; }
    const ExplicitTree::Node& node() const { return tree_->nodes[static_cast<std::size_t>(node_)]; }

    int players() const { return tree_->players; }
    int to_move() const { return node().seat; }
    bool is_over() const { return node().children.empty(); }
    void legal_moves(Moves& moves) const {
        moves.clear();
        for (std::size_t i = 0; i < node().children.size(); ++i) moves.push(static_cast<Move>(i));
    }
    Undo apply(Move move) { return std::exchange(node_, node().children[move]); }
    void undo(Move, Undo before) { node_ = before; }
    Score score(int seat) const { return node().values[seat]; }
    std::uint64_t hash() const { return mix64(static_cast<std::uint64_t>(node_)); }
    bool operator==(const ExplicitTreeState&) const = default;

  private:
    std::shared_ptr<const ExplicitTree> tree_;
    int node_ = 0;
};

static_assert(Game<ExplicitTreeState>);

}  // namespace kiebitz::synthetic
