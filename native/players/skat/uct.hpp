// Information-set UCT with a single observer (Cowling, Powley, Whitehouse 2012; thesis of Solinas
// §3.2): one tree over the cards played, shared by all sampled worlds. Which cards are legal
// depends on the world, so a card's bonus counts how often it was available (subset-armed bandits).
//
// Two older trees are offered beside it. In the one of Bernie (Schaefer 2008; thesis table 9.1) a
// node is what the seat to move knows, its own cards included. In determinised UCT (thesis of
// Solinas §3.2.2) every world has nodes of its own below the root.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "players/skat/cardplay.hpp"

namespace kiebitz::players::skat {

/// Which playouts meet in a node, once the same cards were played: all, those in which the seat to
/// move holds the same cards, or only those of one world.
enum class UctNodes { kPlayed, kMover, kWorld };

struct UctOptions {
    double exploration = 0.7;
    int candidates = 2000;  // for the belief, a batch
    /// A card's bonus grows with how often it was available; else with every visit of its node, as
    /// if all cards could be played in all worlds (UCT before the subset-armed bandits).
    bool subset_armed = true;
    UctNodes nodes = UctNodes::kPlayed;
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

    /// As many playouts more as this allows; no more than the playout with which the nodes reach
    /// their bound.
    void run(const MoreWork& more) {
        const auto deadline =
            more.seconds ? Work::after(*more.seconds) : Work::Clock::time_point::max();
        Work work(deadline, nullptr, more.interrupted);
        const std::uint64_t wanted = more.worlds.value_or(kCountless);
        const std::uint64_t nodes = more.nodes.value_or(kCountless);
        for (std::uint64_t i = 0; i < wanted && work.nodes() < nodes && !work.look(); ++i) {
            iterate(work);
        }
        nodes_ += work.nodes();
    }

    std::uint64_t nodes() const { return nodes_; }
    std::uint64_t playouts() const { return done_; }
    std::size_t tree_size() const { return tree_.size(); }

    std::vector<Candidate> candidates() const {
        std::vector<Candidate> list;
        for (Card card : each_card(view_.legal())) {
            const std::int32_t child = tree_[0].children[card];
            if (child < 0 || tree_[static_cast<std::size_t>(child)].visits == 0) {
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

    /// The card tried most; that of good manners if there was no time.
    Card best() const {
        if (done_ == 0) return choose_by_rules(view_);
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
            draw_worlds(*belief_, view_, kBatch, options_.candidates,
                        derive_seed(seed_, 0, batch_++), worlds_);
            next_ = 0;
            total_ = 0;
            for (double weight : worlds_.weights) total_ += weight;
        }
        // As many draws as worlds from each batch, by weight.
        ++next_;
        double ticket = random_.uniform() * total_;
        for (std::size_t i = 0; i < worlds_.size(); ++i) {
            ticket -= worlds_.weights[i];
            if (ticket < 0) return worlds_.worlds[i];
        }
        return worlds_.worlds.back();
    }

    void iterate(Work& work) {
        Simulation simulation(view_, next_world());
        path_.assign(1, 0);
        // 1. Down the tree by upper confidence bounds, until a card was never tried.
        bool expanded = false;
        std::int32_t sequence = 0;
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
            work.spend();
            if (options_.nodes != UctNodes::kPlayed && !simulation.is_over()) {
                expanded = descend(sequence, chosen, hidden_key(simulation)) || expanded;
            }
        }
        // 2. Out of the tree the playout player takes over for all seats.
        play_out<Cardplay>(simulation, *playout_, derive_seed(seed_, 1, done_), work);
        if (work.is_over()) return;
        ++done_;
        const Value value = declarer_value(simulation);
        // 3. Up again.
        for (std::int32_t at : path_) {
            Node& node = tree_[static_cast<std::size_t>(at)];
            ++node.visits;
            node.sum.win += value.win;
            node.sum.points += value.points;
        }
    }

    /// On to the node for the cards played so far and what is hidden. Whether it is new. Seats that
    /// cannot tell two worlds apart are at one node in both, whatever others hold in them.
    bool descend(std::int32_t& sequence, Card card, std::uint64_t hidden) {
        const auto numbered = [](auto& places, const auto& key, std::size_t next) {
            return places.try_emplace(key, static_cast<std::int32_t>(next));
        };
        sequence =
            numbered(sequences_, std::pair(sequence, card), sequences_.size() + 1).first->second;
        const auto [place, is_new] =
            numbered(situations_, std::pair(sequence, hidden), tree_.size());
        if (is_new) tree_.emplace_back();
        path_.push_back(place->second);
        return is_new;
    }

    /// The hidden cards by which nodes differ. The cards of both others tell the skat as well.
    std::uint64_t hidden_key(const Simulation& simulation) const {
        const auto pack = [](Cards first, Cards second) {
            return std::uint64_t{first} << 32 | second;
        };
        if (options_.nodes == UctNodes::kMover) {
            const CardView mover = simulation.view(simulation.to_move());
            return pack(mover.known.hand, mover.known.put_away);
        }
        const auto seat = static_cast<std::size_t>(view_.seat());
        const auto& hands = simulation.position().hands();
        return pack(hands[(seat + 1) % kSeats], hands[(seat + 2) % kSeats]);
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
            const double bound = Cardplay::merit(for_party(mean, declares)) +
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
    // Cards played since the root, by number, and the nodes of those that differ by hidden cards.
    std::map<std::pair<std::int32_t, Card>, std::int32_t> sequences_;
    std::map<std::pair<std::int32_t, std::uint64_t>, std::int32_t> situations_;
    std::vector<std::int32_t> path_;
    DrawnWorlds worlds_;
    std::size_t next_ = 0;
    std::uint64_t batch_ = 0;
    double total_ = 0;
    std::uint64_t done_ = 0, nodes_ = 0;
};

}  // namespace kiebitz::players::skat
