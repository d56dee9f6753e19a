// The rows of suit games or grand in a file, and how the search asks for them (thesis §8.4).
//
// A decision diagram over the owners of the cards, trumps first and then suit by suit from the
// highest card down, leads to a row; rows that are alike are stored once, as half rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "solvers/skat/engine.hpp"
#include "solvers/tables/rows.hpp"

namespace kiebitz::solvers::skat {

class TrumpTable {
  public:
    TrumpTable(Kind kind, std::span<const std::byte> payload);
    TrumpTable(Kind kind, std::shared_ptr<const TableFile> file);

    /// The declarer's points still to come, if the position is in the table. At a trick boundary.
    std::optional<int> points(const std::array<Cards, 3>& hands, int leader) const;

    struct Sizes {
        std::size_t splits = 0, nodes = 0, rows = 0, tentpoles = 0;
        std::size_t full_tentpoles = 0;  // if rows were not halved
        std::size_t ownerships = 0;      // an offset table would have one place each
        std::size_t evaluated = 0;       // positions solved
    };
    const Sizes& sizes() const { return sizes_; }

  private:
    Kind kind_;
    std::shared_ptr<const TableFile> file_;
    Sizes sizes_;
    std::span<const std::uint32_t> keys_, roots_;  // a split and a leader each, sorted
    std::span<const std::array<std::uint32_t, 3>> nodes_;
    std::span<const std::uint32_t> rows_;  // where each begins
    std::span<const std::uint32_t> entries_;
};

/// Splits of so many cards, the most frequent ones first; `most`: no more than these (0: all).
std::vector<Split> table_splits(Kind kind, int cards, int most);

/// The rows of every `parts`-th of these splits, to be merged.
std::vector<std::byte> build_trump_part(Kind kind, int cards, int part, int parts, int splits);
std::vector<std::byte> merge_trump_parts(const std::vector<std::span<const std::byte>>& parts);

/// For each row of a split, no more than `most`: how often it occurs, how many tentpoles its half
/// has, and the cost curve: with so many tentpoles kept (from none on, the least useful one
/// removed first), how many valuations are not exact (thesis §8.5).
std::vector<std::tuple<std::uint64_t, std::size_t, std::vector<double>>> row_curves(
    Kind kind, int cards, const Split& split, std::size_t most);

/// The tables of a kind by cards in hand, from the directory of tables.
struct TrumpTables {
    std::array<std::shared_ptr<const TrumpTable>, 11> by_cards{};
};
std::shared_ptr<const TrumpTables> open_trump_tables(Kind kind);

/// The solver that asks tables, for `lookup_tables`; nullptr if there is none.
std::unique_ptr<Engine> make_table_engine(const TrumpOptions& options, std::size_t memory);

}  // namespace kiebitz::solvers::skat
