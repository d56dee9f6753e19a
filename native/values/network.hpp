// The value network: what an open-hand position is worth, without search.
//
// Every way to hold a plain suit has a code, a row of numbers, and so have the ways to hold the
// trumps, who moves, what lies on the table and what is proved. A position is the sum of its codes;
// three small layers, others for each player to move, read it. The codes come from small networks
// and lie in tables, so that when a card is played one number changes: which code is taken. Plain
// suits are interchangeable, since all share one table. All of it is integer arithmetic and so the
// same everywhere.
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
inline constexpr int kTableCards = 32;  // ranks: of the suit led, of others from 8, trumps from 16
inline constexpr int kWidest = 128;     // outputs of a layer
inline constexpr int kWidestCode = 512;
inline constexpr int kLargestCode = 3000;  // so no sum of codes overflows
inline constexpr int kBoundInputs = 3;     // static bounds and points left, except in null
inline constexpr int kMostOutputs = 4;
/// A weight of 1 is 64, an input of 1 is 127, a sum of 1 is their product. A code counts as an
/// input.
inline constexpr int kWeightShift = 6;
inline constexpr int kUnit = kMostInput << kWeightShift;

/// The numbers of a network, layer by layer: rows times width, and a bias for each row.
struct NetworkArrays {
    struct Layer {
        int rows = 0;
        std::span<const std::int8_t> weights;
        std::span<const std::int32_t> bias;
    };
    Layer suit1, suit2, trump1, trump2, known;
    std::array<Layer, 3> hidden, deep, output;  // by player to move
    std::span<const std::int32_t> contexts;     // kContexts codes
    std::span<const std::int32_t> table_cards;  // 2 times kTableCards codes
};

/// The codes of trumps that were asked for; the same come back all the time. One a thread.
class TrumpCodes {
  public:
    void clear() { ways_.clear(), codes_.clear(); }

  private:
    friend class Network;
    static constexpr std::size_t kSlots = 1024;
    std::vector<std::uint32_t> ways_;
    std::vector<std::int16_t> codes_;
};

class Network {
  public:
    /// The arrays must fit; `problem_of(game, arrays)` is empty.
    Network(Game game, const NetworkArrays& arrays);

    Game game() const { return game_; }
    int outputs() const { return output_[0].rows(); }

    /// Which way each plain suit is held, and the trumps: digit i, to the base of 4, says who holds
    /// card i, from 1. Changes card by card.
    struct Ways {
        std::array<std::uint32_t, 4> suits{};
        std::uint32_t trumps = 0;
        bool operator==(const Ways&) const = default;
    };
    Ways ways_of(const std::array<Cards, 3>& hands) const;
    void put(Ways& ways, Card card, int player) const {
        place_of(ways, card) += digit(card, player);
    }
    void take(Ways& ways, Card card, int player) const {
        place_of(ways, card) -= digit(card, player);
    }

    /// Who moves, what lies on the table (and is in nobody's hand), and what is known otherwise.
    struct Moment {
        int player = 0;
        int played = 0;
        std::array<Card, 2> trick{};
        Bounds bounds{};  // static_bounds()
        int rest = 0;     // points still to be won
    };
    /// Outputs in units of 1 / kUnit.
    void evaluate(const Ways& ways, const Moment& moment, std::int32_t* out,
                  TrumpCodes* cache = nullptr, const DenseKernels& kernels = dense_kernels()) const;

  private:
    std::uint32_t& place_of(Ways& ways, Card card) const {
        const int suit = card / layout_.width;
        return suit < layout_.suits ? ways.suits[static_cast<std::size_t>(suit)] : ways.trumps;
    }
    std::uint32_t digit(Card card, int player) const {
        const int suit = std::min(card / layout_.width, layout_.suits);
        return static_cast<std::uint32_t>(player + 1) << (2 * (card - suit * layout_.width));
    }
    const std::int16_t* code(const std::vector<std::int16_t>& table, std::size_t number) const {
        return table.data() + number * static_cast<std::size_t>(width_);
    }
    const std::int16_t* trump_code(std::uint32_t way, TrumpCodes* cache, std::int16_t* room,
                                   const DenseKernels& kernels) const;

    Game game_;
    Layout layout_;
    int width_;                              // of a code
    std::vector<std::int16_t> suit_codes_;   // by way to hold a suit; then those of suits led
    std::vector<std::int16_t> trump_codes_;  // the same, where trumps are few
    std::array<std::vector<std::int32_t>, 2> trump_sums_;  // else: of the lower and higher ones
    IntegerLayer trump1_, trump2_;
    std::vector<std::int16_t> contexts_, table_cards_;
    std::array<std::vector<std::int16_t>, kBoundInputs> known_;  // by the number that is known
    std::array<IntegerLayer, 3> hidden_, deep_, output_;
};

/// Why arrays do not make a network, or an empty text.
std::string problem_of(Game game, const NetworkArrays& arrays);

}  // namespace kiebitz::values
