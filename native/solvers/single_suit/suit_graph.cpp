#include "solvers/single_suit/suit_graph.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

#include "cards/random.hpp"

namespace kiebitz::single_suit {

using best_defence::Kind;

namespace {

std::vector<double> probabilities(const Suit& suit) {
    std::vector<double> result;
    for (const Layout& layout : suit.layouts()) result.push_back(layout.probability);
    return result;
}

template <class Counts>
int total(const Counts& counts) {
    return std::accumulate(counts.begin(), counts.end(), 0);
}

}  // namespace

SuitGraph::SuitGraph(const Suit& suit, Objective objective, std::size_t max_nodes,
                     const Limits& limits, DeclarerPlays plays)
    : suit_(suit),
      objective_(objective),
      max_nodes_(max_nodes),
      budget_(limits),
      declarer_(plays),
      graph_(probabilities(suit)) {
    Position position;
    for (int rank = 0; rank < rank_count; ++rank) {
        if ((suit.north() >> rank) & 1) ++position.north[suit.groups_above(rank)];
        if ((suit.south() >> rank) & 1) ++position.south[suit.groups_above(rank)];
    }
    build(position);
}

NodeId SuitGraph::build(Position position) {
    merge_places(position);
    if (const auto known = known_.find(position); known != known_.end()) return known->second;
    std::vector<NodeId> children;
    std::vector<Play> plays;
    NodeId node;
    if (const auto payoff = decided(position)) {
        node = leaf(position, *payoff);
    } else {
        for (const bool north_leads : {false, true}) {
            const auto& hand = north_leads ? position.north : position.south;
            // Low cards first: of equal plans the one that spends least is found.
            for (std::size_t i = places; i-- > 0;) {
                if (hand[i] == 0) continue;
                const auto place = static_cast<std::uint8_t>(i);
                Position next = position;
                --(north_leads ? next.north : next.south)[place];
                const Play lead{north_leads ? Play::Seat::north : Play::Seat::south, place};
                Trick trick{north_leads, place, Play::other_suit};
                if (declarer_ != DeclarerPlays::tactics) {
                    children.push_back(build_second(next, trick));
                    plays.push_back(lead);
                    continue;
                }
                const auto& third = north_leads ? position.south : position.north;
                for (std::size_t card = places + 1; card-- > 0;) {
                    if (card < places && third[card] == 0) continue;
                    trick.planned =
                        card < places ? static_cast<std::uint8_t>(card) : Play::other_suit;
                    children.push_back(build_second(next, trick));
                    plays.push_back(lead);
                }
            }
        }
        node = add(Kind::max, children, plays);
    }
    known_.emplace(position, node);
    return node;
}

/// The payoff where nothing that is still to come can change it.
std::optional<Payoff> SuitGraph::decided(const Position& position) const {
    const int rounds = std::max(total(position.north), total(position.south));
    // Winners of either hand can be cashed in different rounds.
    const int sure = std::min(rounds, position.north[0] + position.south[0]);
    if (declarer_ != DeclarerPlays::needed && rounds > 0) return std::nullopt;
    if (objective_.at_least) {
        if (position.won + sure >= *objective_.at_least) return Payoff{1};
        if (position.won + rounds < *objective_.at_least) return Payoff{0};
        return std::nullopt;
    }
    if (sure == rounds) return static_cast<Payoff>(position.won + rounds);
    return std::nullopt;
}

NodeId SuitGraph::build_second(const Position& position, const Trick& trick) {
    return build_defender(position, trick, !trick.north_leads,
                          [this](const Position& p, const Trick& t) { return build_third(p, t); });
}

NodeId SuitGraph::build_third(const Position& position, const Trick& trick) {
    const auto& hand = trick.north_leads ? position.south : position.north;
    const auto seat = trick.north_leads ? Play::Seat::south : Play::Seat::north;
    std::vector<NodeId> children;
    std::vector<Play> plays;
    // Cards that change nothing about the trick are alike, and the lowest is the one to spare: a
    // higher card can later do all that a lower one can.
    bool spared = false;
    for (std::size_t i = places; i-- > 0;) {
        if (hand[i] == 0) continue;
        const auto place = static_cast<std::uint8_t>(i);
        const bool useless = place >= trick.best_place || place > trick.best_group;
        if (useless && spared && declarer_ == DeclarerPlays::needed) continue;
        if (trick.planned && place != tactical_card(hand, trick)) continue;
        spared = spared || useless;
        Position next = position;
        --(trick.north_leads ? next.south : next.north)[place];
        Trick after = trick;
        after.best_place = std::min(trick.best_place, place);
        children.push_back(build_fourth(next, after));
        plays.push_back({seat, place});
    }
    if (children.empty()) {
        children.push_back(build_fourth(position, trick));
        plays.push_back({seat, Play::other_suit});
    }
    return add(Kind::max, children, plays);
}

/// The card that carries out a tactic, from a hand that has one.
std::uint8_t SuitGraph::tactical_card(const std::array<std::uint8_t, places>& hand,
                                      const Trick& trick) {
    const auto lowest = [&](std::size_t beats) {
        for (std::size_t i = beats + 1; i-- > 0;) {
            if (hand[i] > 0) return static_cast<std::uint8_t>(i);
        }
        return Play::other_suit;
    };
    const std::uint8_t low = lowest(places - 1);
    if (*trick.planned == Play::other_suit) return low;
    if (std::min(trick.best_place, *trick.planned) <= trick.best_group) return *trick.planned;
    const std::uint8_t covers = lowest(trick.best_group);
    return covers == Play::other_suit ? low : covers;
}

NodeId SuitGraph::build_fourth(const Position& position, const Trick& trick) {
    return build_defender(position, trick, trick.north_leads,
                          [this](const Position& p, const Trick& t) { return build_next(p, t); });
}

NodeId SuitGraph::build_next(Position position, const Trick& trick) {
    // A card in place p is above all cards of group p.
    if (trick.best_place <= trick.best_group) ++position.won;
    return build(position);
}

template <class Continue>
NodeId SuitGraph::build_defender(const Position& position, const Trick& trick, bool west,
                                 Continue next) {
    const auto seat = west ? Play::Seat::west : Play::Seat::east;
    std::vector<NodeId> children;
    std::vector<Play> plays;
    const auto is_somewhere = [&](const Position& after) {
        return std::any_of(suit_.layouts().begin(), suit_.layouts().end(),
                           [&](const Layout& layout) { return is_possible(after, layout); });
    };
    const bool is_out = west ? position.west_out : position.east_out;
    for (std::size_t i = is_out ? 0 : suit_.groups().size(); i-- > 0;) {
        const auto group = static_cast<std::uint8_t>(i);
        Position after = position;
        ++(west ? after.west_played : after.east_played)[group];
        if (!is_somewhere(after)) continue;
        Trick then = trick;
        then.best_group = std::min(trick.best_group, group);
        children.push_back(next(after, then));
        plays.push_back({seat, group});
    }
    Position after = position;
    (west ? after.west_out : after.east_out) = true;
    if (is_somewhere(after)) {
        children.push_back(next(after, trick));
        plays.push_back({seat, Play::other_suit});
    }
    return add(Kind::min, children, plays);
}

void SuitGraph::merge_places(Position& position) const {
    std::size_t place = 0;
    for (std::size_t group = 0; group < suit_.groups().size(); ++group) {
        const int left =
            suit_.groups()[group].size - position.west_played[group] - position.east_played[group];
        if (left > 0) {
            place = group + 1;
            continue;
        }
        for (auto* hand : {&position.north, &position.south}) {
            (*hand)[place] = static_cast<std::uint8_t>((*hand)[place] + (*hand)[group + 1]);
            (*hand)[group + 1] = 0;
        }
    }
}

bool SuitGraph::is_possible(const Position& position, const Layout& layout) const {
    for (std::size_t group = 0; group < suit_.groups().size(); ++group) {
        const int west = layout.west[group];
        const int east = suit_.groups()[group].size - west;
        const int west_left = west - position.west_played[group];
        const int east_left = east - position.east_played[group];
        if (west_left < 0 || east_left < 0) return false;
        if ((position.west_out && west_left > 0) || (position.east_out && east_left > 0))
            return false;
    }
    return true;
}

WorldSet SuitGraph::possible(const Position& position) const {
    WorldSet set = best_defence::empty_world_set(suit_.layouts().size());
    for (std::size_t w = 0; w < suit_.layouts().size(); ++w) {
        if (is_possible(position, suit_.layouts()[w])) best_defence::add_world(set, w);
    }
    return set;
}

NodeId SuitGraph::leaf(const Position& position, Payoff payoff) {
    auto key = std::make_pair(possible(position), payoff);
    if (const auto known = leaves_.find(key); known != leaves_.end()) return known->second;
    check_size();
    const NodeId node = graph_.add_uniform_leaf(key.first, payoff);
    first_play_.push_back(plays_.size());
    leaves_.emplace(std::move(key), node);
    return node;
}

NodeId SuitGraph::add(Kind kind, const std::vector<NodeId>& children,
                      const std::vector<Play>& plays) {
    check_size();
    const NodeId node = kind == Kind::max ? graph_.add_max(children) : graph_.add_min(children);
    first_play_.push_back(plays_.size());
    plays_.insert(plays_.end(), plays.begin(), plays.end());
    return node;
}

void SuitGraph::check_size() {
    budget_.spend();
    if (graph_.size() >= max_nodes_) {
        throw std::length_error("more than " + std::to_string(max_nodes_) + " positions");
    }
}

std::size_t SuitGraph::PositionHash::operator()(const Position& position) const {
    std::uint64_t hash = position.won;
    const auto take = [&](const auto& counts) {
        for (std::uint8_t count : counts) hash = hash * 31 + count;
        hash = mix64(hash);
    };
    take(position.north);
    take(position.south);
    take(position.west_played);
    take(position.east_played);
    return mix64(hash ^ (position.west_out ? 2U : 0U) ^ (position.east_out ? 1U : 0U));
}

std::size_t SuitGraph::LeafHash::operator()(const std::pair<WorldSet, Payoff>& leaf) const {
    std::uint64_t hash = static_cast<std::uint16_t>(leaf.second);
    for (std::uint64_t word : leaf.first) hash = mix64(hash ^ word);
    return hash;
}

}  // namespace kiebitz::single_suit
