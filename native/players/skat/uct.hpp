// Information-set UCT with a single observer (Cowling, Powley, Whitehouse 2012; thesis of Solinas
// §3.2): one tree over the cards played, shared by all sampled worlds. Which cards are legal
// depends on the world, so a card's bonus counts how often it was available (subset-armed bandits).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "players/skat/belief.hpp"
#include "players/skat/evaluation.hpp"
#include "players/skat/monte_carlo.hpp"

namespace kiebitz::players::skat {

struct UctOptions {
    double exploration = 0.7;
    int candidates = 2000;  // for the belief, a batch
    /// A card's bonus grows with how often it was available; else with every visit of its node, as
    /// if all cards could be played in all worlds (UCT before the subset-armed bandits).
    bool subset_armed = true;
};

class UctSearch {
  public:
    struct Candidate {
        Card card;
        std::uint32_t visits;
        Value value;
    };

    UctSearch(const CardView& view, std::shared_ptr<const Belief> belief,
              std::unique_ptr<CardPlayer> playout, const UctOptions& options, std::uint64_t seed)
        : view_(view),
          belief_(std::move(belief)),
          playout_(std::move(playout)),
          options_(options),
          seed_(seed),
          random_(derive_seed(seed, 2)) {
        tree_.emplace_back();
    }

    void run(int playouts) {
        for (int i = 0; i < playouts; ++i) iterate();
    }

    std::uint64_t playouts() const { return done_; }

    std::vector<Candidate> candidates() const {
        std::vector<Candidate> list;
        for (Card card : each_card(view_.legal())) {
            const std::int32_t child = tree_[0].children[card];
            if (child < 0) {
                list.push_back({card, 0, {}});
                continue;
            }
            const Node& node = tree_[static_cast<std::size_t>(child)];
            const double n = node.visits;
            const Value mean{node.sum.win / n, node.sum.points / n};
            list.push_back({card, node.visits, for_party(mean, view_.is_declarer())});
        }
        return list;
    }

    /// The card tried most.
    Card best() const {
        const auto list = candidates();
        const Candidate* best = &list.front();
        for (const auto& candidate : list) {
            if (candidate.visits > best->visits) best = &candidate;
        }
        return best->card;
    }

  private:
    struct Node {
        std::uint32_t visits = 0;
        std::uint32_t available = 0;
        Value sum;  // for the declarer
        std::array<std::int32_t, kDeckSize> children;

        Node() { children.fill(-1); }
    };

    static constexpr int kBatch = 256;

    World next_world() {
        if (next_ == worlds_.size()) {
            worlds_ = draw_worlds(*belief_, view_, kBatch, options_.candidates,
                                  derive_seed(seed_, 0, batch_++));
            next_ = 0;
            total_ = 0;
            for (const auto& w : worlds_) total_ += w.weight;
        }
        // As many draws as worlds from each batch, by weight.
        ++next_;
        double ticket = random_.uniform() * total_;
        for (const auto& w : worlds_) {
            ticket -= w.weight;
            if (ticket < 0) return w.world;
        }
        return worlds_.back().world;
    }

    void iterate() {
        Simulation simulation(view_, next_world());
        path_.assign(1, 0);
        // 1. Down the tree by upper confidence bounds, until a card was never tried.
        bool expanded = false;
        while (!simulation.is_over() && !expanded) {
            const std::int32_t here = path_.back();
            const Cards legal = simulation.position().legal();
            const bool declares = simulation.to_move() == view_.tricks.declarer;
            Cards untried = 0;
            for (Card card : each_card(legal)) {
                const std::int32_t child = tree_[static_cast<std::size_t>(here)].children[card];
                if (child < 0) {
                    untried |= bit(card);
                } else {
                    ++tree_[static_cast<std::size_t>(child)].available;
                }
            }
            Card chosen;
            if (untried != 0) {
                chosen =
                    nth_card(untried, random_.below(static_cast<std::uint32_t>(count(untried))));
                tree_.emplace_back();
                tree_.back().available = 1;
                tree_[static_cast<std::size_t>(here)].children[chosen] =
                    static_cast<std::int32_t>(tree_.size() - 1);
                expanded = true;
            } else {
                chosen = select(here, legal, declares);
            }
            path_.push_back(tree_[static_cast<std::size_t>(here)].children[chosen]);
            simulation.play(chosen);
        }
        // 2. Out of the tree the playout player takes over for all seats.
        play_out(simulation, *playout_, derive_seed(seed_, 1, done_++));
        const Value value = declarer_value(simulation);
        // 3. Up again.
        for (std::int32_t at : path_) {
            Node& node = tree_[static_cast<std::size_t>(at)];
            ++node.visits;
            node.sum.win += value.win;
            node.sum.points += value.points;
        }
    }

    Card select(std::int32_t here, Cards legal, bool declares) const {
        const Node& node = tree_[static_cast<std::size_t>(here)];
        Card best = lowest(legal);
        double best_bound = -1e9;
        for (Card card : each_card(legal)) {
            const Node& child = tree_[static_cast<std::size_t>(node.children[card])];
            const double n = child.visits;
            const Value mean{child.sum.win / n, child.sum.points / n};
            const double chances = options_.subset_armed ? child.available : node.visits;
            const double bound = merit(for_party(mean, declares)) +
                                 options_.exploration * std::sqrt(std::log(chances) / n);
            if (bound > best_bound) {
                best_bound = bound;
                best = card;
            }
        }
        return best;
    }

    CardView view_;
    std::shared_ptr<const Belief> belief_;
    std::unique_ptr<CardPlayer> playout_;
    UctOptions options_;
    std::uint64_t seed_;
    Random random_;
    std::vector<Node> tree_;
    std::vector<std::int32_t> path_;
    std::vector<WeightedWorld> worlds_;
    std::size_t next_ = 0;
    std::uint64_t batch_ = 0;
    double total_ = 0;
    std::uint64_t done_ = 0;
};

class UctPlayer final : public CardPlayer {
  public:
    UctPlayer(std::shared_ptr<const Belief> belief, std::unique_ptr<CardPlayer> playout,
              int playouts, const UctOptions& options)
        : belief_(std::move(belief)),
          playout_(std::move(playout)),
          playouts_(playouts),
          options_(options) {}

    Card choose(const CardView& view, std::uint64_t seed) override {
        const Cards legal = view.legal();
        if ((legal & (legal - 1)) == 0) return lowest(legal);
        UctSearch search(view, belief_, playout_->clone(), options_, seed);
        search.run(playouts_);
        return search.best();
    }
    std::unique_ptr<CardPlayer> clone() const override {
        return std::make_unique<UctPlayer>(belief_, playout_->clone(), playouts_, options_);
    }

  private:
    std::shared_ptr<const Belief> belief_;
    std::unique_ptr<CardPlayer> playout_;
    int playouts_;
    UctOptions options_;
};

}  // namespace kiebitz::players::skat
