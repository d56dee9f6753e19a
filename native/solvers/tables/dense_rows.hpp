// All values of all rows of a split, computed from those of the splits with one card less in each
// hand: a position is worth the best of its tricks, each with what follows it, for every valuation
// at once. No search is needed, and a row of thousands of values takes a fraction of a millisecond.
//
// Ownerships are taken by fine splits (who holds how many cards of each suit), so that a table can
// tell which cards a value rests on: within a fine split low cards often do not matter.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "solvers/tables/lanes.hpp"
#include "solvers/tables/rows.hpp"

namespace kiebitz::solvers::skat {

inline constexpr int kFormSuits = 5;  // plain suits from the longest on, then the trumps
inline constexpr int kTrumps = kFormSuits - 1;
inline constexpr int kMostDigits = 64;  // valuations of a suit
inline constexpr int kMostWidth = kMostDigits / kLanes;

/// How the valuations of a split lie in memory.
struct SplitShape {
    Split split;
    std::array<int, kFormSuits> cards{}, digits{};
    std::array<std::size_t, kFormSuits> strides{};
    int inner = 0;  // the suit whose valuations lie side by side, filled up to sixteens
    int width = 1;  // so many sixteens
    std::size_t volume = 1;

    /// `inner`: in suit games the trumps, in grand the suit with most valuations if not told.
    SplitShape(Kind kind, const Split& split, int inner = -1);
    bool is_filling(std::size_t place) const {
        return place % static_cast<std::size_t>(kLanes * width) >=
               static_cast<std::size_t>(digits[inner]);
    }
    std::size_t place(const Digits& at) const;
    Digits digits_at(std::size_t place) const;
};

/// How many cards of each suit each player holds; suits of one length from the highest number down.
struct FineSplit {
    std::array<std::array<std::int8_t, 3>, kFormSuits> held{};

    std::uint64_t key(int leader) const;
    static int code(const std::array<std::int8_t, 3>& held) {
        return held[0] << 8 | held[1] << 4 | held[2];
    }
};

/// All fine splits of a split.
std::vector<FineSplit> fine_splits(const Split& split, int cards);

/// The ways to deal the cards of one suit, from the highest card down in the order of their owners.
struct SuitDeals {
    std::vector<std::array<std::int8_t, 11>> owners;
};
const SuitDeals& suit_deals(const std::array<std::int8_t, 3>& held);

/// The number of a deal among those of its suit, by the owners from the highest card down.
int suit_deal_number(std::span<const std::int8_t> owners);
/// The same, owners as a number to the base of 3.
std::uint32_t suit_deal_number(int cards, std::uint32_t code);

/// Ownerships of a fine split: one deal of each suit.
struct Ownerships {
    std::array<std::size_t, kFormSuits> counts{}, strides{};
    std::size_t size = 1;

    explicit Ownerships(const FineSplit& fine);
};

class StoredRows;

class DenseRows {
  public:
    explicit DenseRows(Kind kind) : kind_(kind) {}
    /// Rows of so many cards are taken from a table that has all of them, and not computed.
    DenseRows(Kind kind, int stored_cards, StoredRows& stored)
        : kind_(kind), stored_cards_(stored_cards), stored_(&stored) {}

    struct Rows {
        SplitShape shape;
        int cards = 0;
        std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> numbers;  // by fine split
        std::size_t count = 0;
        // Row by row, as the shape says; in grand also with each other suit inside.
        std::array<std::vector<std::int8_t>, kFormSuits> values;
        std::vector<SplitShape> shapes;
    };
    /// Those of a split; they are kept.
    const Rows& of(const Split& split, int cards);

    /// `visit(ownership, values)` for each ownership of a fine split; the values are those of all
    /// valuations, the declarer's points less the defenders'. What they rest on is kept.
    template <class Visit>
    void each(const SplitShape& shape, const FineSplit& fine, int leader, int cards, Visit visit) {
        const Ownerships all(fine);
        std::vector<std::int8_t> values(shape.volume);
        for (std::size_t i = 0; i < all.size; ++i) {
            compute(shape, fine, all, i, leader, cards, values);
            visit(i, std::span<const std::int8_t>(values));
        }
    }
    /// The values of one ownership.
    void compute(const SplitShape& shape, const FineSplit& fine, const Ownerships& all,
                 std::size_t ownership, int leader, int cards, std::span<std::int8_t> values);

    std::size_t bytes() const;

  private:
    using Key = std::pair<int, std::array<int, kFormSuits>>;

    Kind kind_;
    int stored_cards_ = -1;
    StoredRows* stored_ = nullptr;
    std::map<Key, std::unique_ptr<Rows>> rows_;
};

/// Two independent numbers of a row: rows that have them in common are taken to be the same.
std::array<std::uint64_t, 2> fingerprint(std::span<const std::int8_t> values);

}  // namespace kiebitz::solvers::skat
