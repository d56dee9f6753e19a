// The value network: what an open-hand position is worth, without search.
//
// Each plain suit is encoded by itself, by the same small network, whose answers for all ways to
// hold a suit lie in a table; so when a card is played, one number changes. Trumps are encoded from
// a running sum to which a card is added or from which it is taken. The suits are put in canonical
// order, and two more layers mix them. All of it is integer arithmetic and so the same everywhere.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "values/dense.hpp"
#include "values/open_hand.hpp"

namespace kiebitz::values {

/// How the 32 cards of a game are numbered: plain suits first, then trumps.
struct Layout {
    int suits;
    int width;   // cards of a plain suit
    int trumps;  // the rest

    static constexpr Layout of(Game game) {
        return game == Game::suit    ? Layout{3, 7, 11}
               : game == Game::grand ? Layout{4, 7, 4}
                                     : Layout{4, 8, 0};
    }
};

inline constexpr int kContexts = 9;     // player to move times cards on the table
inline constexpr int kTableCards = 32;  // by suit in canonical order and rank
inline constexpr int kWidest = 128;     // outputs of a layer
inline constexpr int kWidestMix = 320;  // inputs of the mixing one
inline constexpr int kBoundInputs = 3;  // static bounds and points left; some networks see them
inline constexpr int kMostOutputs = 4;
/// A weight of 1 is 64, an input of 1 is 127, a sum of 1 is their product.
inline constexpr int kWeightShift = 6;
inline constexpr int kUnit = kMostInput << kWeightShift;

/// The numbers of a network, layer by layer: rows times width, and a bias for each row.
struct NetworkArrays {
    struct Layer {
        int rows = 0;
        std::span<const std::int8_t> weights;
        std::span<const std::int32_t> bias;
    };
    Layer suit1, suit2, trump1, trump2, mix, hidden, output;
    std::span<const std::int32_t> contexts;     // kContexts times mix.rows, to be added
    std::span<const std::int32_t> table_cards;  // 2 times kTableCards times mix.rows
};

class Network {
  public:
    /// The arrays must fit; `problem_of(game, arrays)` is empty.
    Network(Game game, const NetworkArrays& arrays);

    Game game() const { return game_; }
    int outputs() const { return output_.rows(); }

    /// The first layers' state of a position; changes card by card.
    struct Sums {
        std::array<std::uint32_t, 4> suits{};  // which way each plain suit is held
        std::array<std::uint32_t, 4> keys{};   // by which they are put in order
        alignas(32) std::array<std::int16_t, kWidest> trumps{};
    };
    Sums sums_of(const std::array<Cards, 3>& hands) const;
    void put(Sums& sums, Card card, int player) const { change<1>(sums, card, player); }
    void take(Sums& sums, Card card, int player) const { change<-1>(sums, card, player); }

    /// Who moves, what lies on the table (and is in nobody's hand), and what is known otherwise.
    struct Moment {
        int player = 0;
        int played = 0;
        std::array<Card, 2> trick{};
        Bounds bounds{};  // static_bounds()
        int rest = 0;     // points still to be won
    };
    /// Outputs in units of 1 / kUnit.
    void evaluate(const Sums& sums, const Moment& moment, std::int32_t* out,
                  const DenseKernels& kernels = dense_kernels()) const;

  private:
    template <int Sign>
    void change(Sums& sums, Card card, int player) const;

    Game game_;
    Layout layout_;
    int suit_rows_;
    bool sees_bounds_;
    std::vector<std::uint8_t> suit_codes_;     // by way to hold a suit, suit_rows_ numbers each
    std::vector<std::int16_t> trump_weights_;  // by player and trump, rows of the first trump layer
    IntegerLayer trump1_, trump2_, mix_, hidden_, output_;
    std::vector<std::int32_t> contexts_, table_cards_;
};

/// Why arrays do not make a network, or an empty text.
std::string problem_of(Game game, const NetworkArrays& arrays);

}  // namespace kiebitz::values
