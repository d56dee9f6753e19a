// A single suit as a game over many worlds: MAX plays North and South, MIN plays East and West, who
// see everything. Entries are plentiful: either hand of MAX may lead to each trick, and the
// defenders, when they win one, return another suit (001 §2.3).
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

#include "search/best_defence/plan.hpp"
#include "search/best_defence/world_graph.hpp"
#include "solvers/single_suit/layouts.hpp"

namespace kiebitz::single_suit {

using best_defence::NodeId;
using best_defence::Payoff;
using best_defence::WorldGraph;
using best_defence::WorldSet;

/// What a branch of the graph is. A card of North or South is a *place*: the number of groups of
/// missing cards above it. A card of East or West is its group.
struct Play {
    enum class Seat : std::uint8_t { north, east, south, west };
    static constexpr std::uint8_t other_suit = 15;

    Seat seat;
    std::uint8_t card;  // place, group, or other_suit for a hand that is out of the suit
};

/// What is counted: at least so many tricks (payoffs 1 and 0), or the number of tricks.
struct Objective {
    std::optional<int> at_least;
};

/// Which of declarer's plays are looked at. What is left out by default costs no plan its value;
/// the other ways are for comparing algorithms, which choose differently in another tree.
enum class DeclarerPlays : std::uint8_t {
    needed,   // of third-hand cards that do not matter to the trick one; nothing after all is
              // decided
    all,      // every card that differs from the others, to the last trick
    tactics,  // a lead with what third hand will do: play low, or a card, or what it takes to beat
              // second hand. Fewer plans are possible.
};

class SuitGraph {
  public:
    /// Throws std::length_error if the graph would have more than `max_nodes` nodes, and
    /// LimitReached if it is not built in time.
    SuitGraph(const Suit& suit, Objective objective, std::size_t max_nodes,
              const Limits& limits = {}, DeclarerPlays plays = DeclarerPlays::needed);

    const WorldGraph& graph() const { return graph_; }
    /// What the branch of a node stands for. Leaves have none.
    Play play(NodeId node, std::size_t branch) const { return plays_[first_play_[node] + branch]; }

  private:
    static constexpr std::size_t places = max_groups + 1;

    /// Before a lead. Places between which no missing card is left are one, the highest of them.
    struct Position {
        std::array<std::uint8_t, places> north{}, south{};
        std::array<std::uint8_t, max_groups> west_played{}, east_played{};
        bool west_out = false, east_out = false;  // has shown out
        std::uint8_t won = 0;
        bool operator==(const Position&) const = default;
    };
    struct PositionHash {
        std::size_t operator()(const Position& position) const;
    };
    /// The cards of a trick so far.
    struct Trick {
        bool north_leads = false;
        std::uint8_t best_place = Play::other_suit;  // of North and South
        std::uint8_t best_group = Play::other_suit;  // of East and West
        // Tactics: what third hand plays unless it takes more to beat second hand; other_suit: low.
        std::optional<std::uint8_t> planned = {};
    };
    static std::uint8_t tactical_card(const std::array<std::uint8_t, max_groups + 1>& hand,
                                      const Trick& trick);

    NodeId build(Position position);
    std::optional<Payoff> decided(const Position& position) const;
    NodeId build_second(const Position& position, const Trick& trick);
    NodeId build_third(const Position& position, const Trick& trick);
    NodeId build_fourth(const Position& position, const Trick& trick);
    NodeId build_next(Position position, const Trick& trick);
    template <class Continue>
    NodeId build_defender(const Position& position, const Trick& trick, bool west, Continue next);
    void merge_places(Position& position) const;

    WorldSet possible(const Position& position) const;
    bool is_possible(const Position& position, const Layout& layout) const;
    NodeId leaf(const Position& position, Payoff payoff);
    NodeId add(best_defence::Kind kind, const std::vector<NodeId>& children,
               const std::vector<Play>& plays);
    void check_size();

    const Suit& suit_;
    Objective objective_;
    std::size_t max_nodes_;
    Budget budget_;
    DeclarerPlays declarer_;
    WorldGraph graph_;
    std::vector<std::size_t> first_play_;
    std::vector<Play> plays_;
    std::unordered_map<Position, NodeId, PositionHash> known_;
    struct LeafHash {
        std::size_t operator()(const std::pair<WorldSet, Payoff>& leaf) const;
    };
    std::unordered_map<std::pair<WorldSet, Payoff>, NodeId, LeafHash> leaves_;
};

}  // namespace kiebitz::single_suit
