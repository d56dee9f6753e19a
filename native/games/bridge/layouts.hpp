// The layouts of the hidden cards that fit a View and what people state about the hidden hands:
// counted exactly, and drawn uniformly without rejection.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "games/bridge/bridge.hpp"

namespace kiebitz::bridge {

using Shape = std::array<std::uint8_t, 4>;  // cards in each suit

/// What is stated about a hand as it was dealt, before any card of it was played.
struct HandFacts {
    std::array<int, 4> least{0, 0, 0, 0};  // cards of each suit
    std::array<int, 4> most{13, 13, 13, 13};
    int least_points = 0;  // ace 4, king 3, queen 2, jack 1
    int most_points = 40;
    Cards held = 0;
    Cards not_held = 0;
    std::vector<Shape> shapes{};  // one of these; none listed: any

    bool fits(Cards dealt) const;
};
using Facts = std::array<HandFacts, 4>;  // by seat

/// High-card points of some cards.
int points_of(Cards cards);

/// All layouts that fit. The cards are dealt one by one by a dynamic programme that counts, for
/// every state, the ways to go on; of a hand only that is remembered which a stated fact asks for.
/// With three hidden hands and facts about the points of several the programme can become too
/// large; then it leaves some of these to rejection, and the number of layouts is not known.
class Layouts {
  public:
    explicit Layouts(const State::View& view, const Facts& facts = {});

    /// How many layouts there are; nothing if that was too much to count.
    std::optional<std::uint64_t> count() const;
    /// Surely none. (Without a count there may be none although this is false.)
    bool empty() const { return !possible_ || start_count_ == 0; }

    /// The hands of one layout, each equally likely; nothing if none was found.
    std::optional<Hands> draw(Random& random) const;
    /// All of them, in an order that depends on the View and the facts alone. Needs a count.
    std::vector<Hands> all() const;
    /// One of these.
    Hands nth(std::uint64_t index) const;
    /// Whether what is stated holds of these hands.
    bool fits(const Hands& hands) const;

  private:
    /// What matters of the cards dealt so far.
    struct Stage {
        std::array<std::uint8_t, 3> room{};    // that the hands still have
        std::array<std::uint8_t, 3> here{};    // cards of the current suit
        std::array<std::uint8_t, 3> points{};  // stays 0 where no fact is about points
        std::array<std::uint16_t, 3> tails{};  // which shapes are still possible
        bool operator==(const Stage&) const = default;
    };
    struct HashOfStage {
        std::size_t operator()(const Stage& stage) const;
    };
    struct Hand {
        int seat;
        HandFacts facts;  // of the cards that it still gets
        bool tracks_points;
        std::array<bool, 4> tracks_length;
        /// Sets of possible shapes by number, 0 for all, and which one is left when the length of
        /// the next suit is known: -1 for none.
        std::vector<std::vector<Shape>> tails{};
        std::vector<std::array<int, 14>> after{};

        void number_tails();
    };

    bool build();
    bool ends_suit(Stage& stage, int suit) const;
    std::optional<Stage> dealt(Stage stage, std::size_t card, std::size_t hand) const;
    std::uint64_t ways(std::size_t card, const Stage& stage) const;
    void list(std::size_t card, const Stage& stage, Hands& hands, std::vector<Hands>& found) const;

    Hands base_{};  // what is certain
    Facts stated_{};
    Hands gone_{};
    std::vector<Hand> hands_;
    std::vector<Card> cards_;  // to deal, suit by suit
    Stage start_{};
    std::uint64_t start_count_ = 0;
    bool possible_ = true;
    bool relaxed_ = false;
    std::vector<std::unordered_map<Stage, std::uint64_t, HashOfStage>> ways_;
};

}  // namespace kiebitz::bridge
