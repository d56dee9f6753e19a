// BCD trees (Long, Sturtevant, Buro, Furtak, AAAI 2010; thesis §9.5): binary two-player zero-sum
// games with hidden worlds, drawn at random from a leaf bias, a leaf correlation and a
// disambiguation factor.
//
// A chance node at the root deals each player one of `types` types; a world is the pair of both
// types. Moves are public, so a history (the moves so far as bits, the first move highest) is known
// to all, and an information set is a history and a set of worlds that its player cannot tell
// apart.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "cards/random.hpp"
#include "games/game.hpp"
#include "games/synthetic/binary_line.hpp"

namespace kiebitz::synthetic {

/// For whom the bias makes a correlated pair of leaves a win.
enum class BiasFor : std::uint8_t { first_player, second_player, last_mover, after_last_mover };

/// How a set of worlds is halved: into two equal parts, or every world by a fair coin.
enum class Halving : std::uint8_t { equal, coin };

/// When a player's sets are split: before each own move, or before every move of either player.
enum class SplitTime : std::uint8_t { own_moves, every_move };

/// The defaults of the last five are the reading of the papers that reproduces figure 9.2 of the
/// thesis.
struct BcdParameters {
    double bias = 0.8;
    double correlation = 0.9;
    double disambiguation = 0.6;
    int types = 8;  // of each player

    int moves =
        9;  // from the chance node to a leaf; "height 8" of the thesis ends at the leaves' parents
    BiasFor bias_for = BiasFor::after_last_mover;
    Halving halving = Halving::equal;
    SplitTime split_time = SplitTime::own_moves;
    bool split_before_first_move = true;

    bool operator==(const BcdParameters&) const = default;
};

/// One tree, with all its leaves and information sets drawn.
class BcdTree {
  public:
    static constexpr int max_types = 8;
    static constexpr int max_moves = 14;

    BcdTree(const BcdParameters& parameters, std::uint64_t seed)
        : parameters_(parameters), seed_(seed) {
        assert(parameters.types >= 1 && parameters.types <= max_types);
        assert(parameters.moves >= 1 && parameters.moves <= max_moves);
        Random random(seed);
        draw_leaves(random);
        draw_information_sets(random);
    }

    const BcdParameters& parameters() const { return parameters_; }
    std::uint64_t seed() const { return seed_; }
    /// The same parameters and seed draw the same tree.
    bool operator==(const BcdTree& other) const {
        return parameters_ == other.parameters_ && seed_ == other.seed_;
    }
    int moves() const { return parameters_.moves; }
    int types() const { return parameters_.types; }
    int worlds() const { return types() * types(); }
    static int mover(int depth) { return depth & 1; }

    /// The world in which `player` has type `own` and the opponent type `other`.
    int world(int player, int own, int other) const {
        return player == 0 ? own * types() + other : other * types() + own;
    }
    int type_of(int world, int player) const {
        return player == 0 ? world / types() : world % types();
    }

    /// What the first player wins at the end of a history: 1 or -1.
    int leaf(std::uint32_t history, int world) const {
        return leaves_[static_cast<std::size_t>(history) * static_cast<std::size_t>(worlds()) +
                       static_cast<std::size_t>(world)];
    }

    /// The opponent's types, as bits, that a mover of type `own` cannot tell from `other`.
    std::uint8_t information_set(int depth, std::uint32_t history, int own, int other) const {
        const auto n = static_cast<std::size_t>(types());
        return sets_[static_cast<std::size_t>(depth)]
                    [(history * n + static_cast<std::size_t>(own)) * n +
                     static_cast<std::size_t>(other)];
    }

  private:
    using Sets = std::vector<std::uint8_t>;

    void draw_leaves(Random& random) {
        const std::size_t parents = std::size_t{1} << (moves() - 1);
        const auto n = static_cast<std::size_t>(worlds());
        leaves_.resize(2 * parents * n);
        const int favoured = favoured_player();
        for (std::size_t parent = 0; parent < parents; ++parent) {
            for (std::size_t w = 0; w < n; ++w) {
                const bool correlated = random.uniform() < parameters_.correlation;
                int left = random.uniform() < (correlated ? parameters_.bias : 0.5) ? 1 : -1;
                if (favoured == 1) left = -left;
                leaves_[(2 * parent) * n + w] = static_cast<std::int8_t>(left);
                leaves_[(2 * parent + 1) * n + w] =
                    static_cast<std::int8_t>(correlated ? left : -left);
            }
        }
    }

    int favoured_player() const {
        const int last_mover = mover(moves() - 1);
        switch (parameters_.bias_for) {
            case BiasFor::first_player:
                return 0;
            case BiasFor::second_player:
                return 1;
            case BiasFor::last_mover:
                return last_mover;
            case BiasFor::after_last_mover:
                return 1 - last_mover;
        }
        return 0;
    }

    void draw_information_sets(Random& random) {
        const auto n = static_cast<std::size_t>(worlds());
        const auto whole = static_cast<std::uint8_t>((1U << types()) - 1);
        std::array<Sets, 2> sets{Sets(n, whole), Sets(n, whole)};  // of each player, at this depth
        for (int depth = 0; depth < moves(); ++depth) {
            for (int player = 0; player < 2; ++player) {
                Sets& own = sets[static_cast<std::size_t>(player)];
                if (depth > 0) own = inherited(own, n);
                const bool due = parameters_.split_time == SplitTime::every_move
                                     ? depth >= player
                                     : mover(depth) == player;
                if (due && (depth != player || parameters_.split_before_first_move))
                    split_all(own, random);
            }
            sets_.push_back(sets[static_cast<std::size_t>(mover(depth))]);
        }
    }

    /// The sets of both successors of every history, before any splitting.
    static Sets inherited(const Sets& parents, std::size_t worlds) {
        Sets children(parents.size() * 2);
        for (std::size_t i = 0; i < children.size(); ++i) {
            children[i] = parents[(i / worlds / 2) * worlds + i % worlds];
        }
        return children;
    }

    void split_all(Sets& sets, Random& random) const {
        const auto n = static_cast<std::size_t>(types());
        for (std::size_t row = 0; row < sets.size(); row += n) {
            std::uint8_t done = 0;
            for (std::size_t other = 0; other < n; ++other) {
                const std::uint8_t set = sets[row + other];
                if ((done & set) != 0) continue;
                done |= set;
                split(set, &sets[row], random);
            }
        }
    }

    /// Breaks the set in two with probability `disambiguation`, and each part again.
    void split(std::uint8_t set, std::uint8_t* row, Random& random) const {
        if (std::popcount(set) > 1 && random.uniform() < parameters_.disambiguation) {
            const std::uint8_t part = part_of(set, random);
            split(part, row, random);
            split(static_cast<std::uint8_t>(set & ~part), row, random);
            return;
        }
        for (int other = 0; other < types(); ++other) {
            if (((set >> other) & 1) != 0) row[other] = set;
        }
    }

    std::uint8_t part_of(std::uint8_t set, Random& random) const {
        std::uint8_t part = 0;
        if (parameters_.halving == Halving::coin) {
            do {
                part = static_cast<std::uint8_t>(set & (random() >> 56));
            } while (part == 0 || part == set);
            return part;
        }
        int left = std::popcount(set), wanted = left / 2;
        for (int other = 0; other < types(); ++other) {
            if (((set >> other) & 1) == 0) continue;
            if (static_cast<int>(random.below(static_cast<std::uint32_t>(left--))) < wanted) {
                part = static_cast<std::uint8_t>(part | (1U << other));
                --wanted;
            }
        }
        return part;
    }

    BcdParameters parameters_;
    std::uint64_t seed_;
    std::vector<std::int8_t> leaves_;
    std::vector<Sets> sets_;  // [depth][history][mover's type][opponent's type]
};

/// A play of a BCD tree in one world. The tree is the rules, and known to both players.
class BcdGame : public BinaryLine {
  public:
    /// What a seat knows: the moves, its own type, and the types that the opponent may have.
    struct View {
        std::shared_ptr<const BcdTree> tree;
        int seat = 0;
        int depth = 0;
        std::uint32_t history = 0;
        int type = 0;
        std::uint8_t opponent_types = 0;

        bool operator==(const View& other) const {
            return *tree == *other.tree && seat == other.seat && depth == other.depth &&
                   history == other.history && type == other.type &&
                   opponent_types == other.opponent_types;
        }
        int whose() const { return seat; }
    };

    BcdGame(std::shared_ptr<const BcdTree> tree, int world, int depth = 0,
            std::uint32_t history = 0)
        : BinaryLine(world, tree->moves(), depth, history), tree_(std::move(tree)) {
        assert(world >= 0 && world < tree_->worlds());
    }

    /// Chance draws a tree and then a world.
    static BcdGame deal(const BcdParameters& parameters, Random& random) {
        const auto tree = std::make_shared<const BcdTree>(parameters, random());
        return {tree, static_cast<int>(random.below(static_cast<std::uint32_t>(tree->worlds())))};
    }

    const BcdParameters& rules() const { return tree_->parameters(); }
    const BcdTree& tree() const { return *tree_; }
    int world() const { return world_; }
    int length() const { return depth_; }
    Move move_at(int ply) const { return history_ >> (depth_ - 1 - ply) & 1; }

    int to_move() const { return BcdTree::mover(depth_); }
    Score score(int seat) const {
        if (!is_over()) return 0;
        const int first = tree_->leaf(history_, world_);
        return seat == 0 ? first : -first;
    }
    bool operator==(const BcdGame& other) const {
        return *tree_ == *other.tree_ && BinaryLine::operator==(other);
    }

    View view(int seat) const {
        const int type = tree_->type_of(world_, seat);
        return {tree_,    seat, depth_,
                history_, type, opponent_types(seat, type, tree_->type_of(world_, 1 - seat))};
    }
    bool is_consistent_with(const View& seen) const {
        return *tree_ == *seen.tree && depth_ == seen.depth && history_ == seen.history &&
               tree_->type_of(world_, seen.seat) == seen.type &&
               ((seen.opponent_types >> tree_->type_of(world_, 1 - seen.seat)) & 1) != 0;
    }
    static BcdGame sample(const View& seen, Random& random) {
        auto left = random.below(static_cast<std::uint32_t>(std::popcount(seen.opponent_types)));
        int other = std::countr_zero(seen.opponent_types);
        for (; left > 0; --left) {
            do {
                ++other;
            } while (((seen.opponent_types >> other) & 1) == 0);
        }
        return {seen.tree, seen.tree->world(seen.seat, seen.type, other), seen.depth, seen.history};
    }

  private:
    /// A seat learns at its own moves, so what it knows is what it knew at the latest of them.
    std::uint8_t opponent_types(int seat, int own, int other) const {
        int depth = depth_ < tree_->moves() ? depth_ : tree_->moves() - 1;
        if (BcdTree::mover(depth) != seat) --depth;
        if (depth < 0) return static_cast<std::uint8_t>((1U << tree_->types()) - 1);
        return tree_->information_set(depth, history_ >> (depth_ - depth), own, other);
    }

    std::shared_ptr<const BcdTree> tree_;
};

static_assert(HiddenGame<BcdGame>);

}  // namespace kiebitz::synthetic
