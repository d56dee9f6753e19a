// The rows of suit games or grand in a file, and how the search asks for them (thesis §8.4).
//
// Rows that are alike are stored once, as half rows. A place for each ownership leads to its row;
// ownerships are found by their fine split (who holds how many cards of each suit) and the number
// of the deal of each suit within it. With the row stands how many of the highest cards of each
// suit it rests on: however the others of a fine split are dealt, the row is the same. So an answer
// comes with the ranks that it needs, as the search's own proofs do (lowest winning rank, §7.5).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "solvers/skat/engine.hpp"
#include "solvers/tables/rows.hpp"

namespace kiebitz::solvers::skat {

class TrumpTable {
  public:
    TrumpTable(Kind kind, std::span<const std::byte> payload);
    TrumpTable(Kind kind, std::shared_ptr<const TableFile> file);

    struct Hit {
        int points;     // the declarer's points still to come
        Cards winners;  // the lowest card of each suit that it rests on
    };
    /// At a trick boundary, if the position is in the table. The points are exact within the
    /// window; beyond it they may be a bound that lies outside of it as well.
    std::optional<Hit> find(const std::array<Cards, 3>& hands, int leader, int rest, int alpha,
                            int beta) const;
    std::optional<int> points(const std::array<Cards, 3>& hands, int leader) const;

    /// The key of the fine split and leader that a position belongs to: its cell.
    static std::uint64_t cell_of(Kind kind, const std::array<Cards, 3>& hands, int leader);

    /// The row of an ownership of a cell as it is stored; rows that begin at one place are one.
    struct Stored {
        std::uint32_t first = 0;
        std::span<const std::uint32_t> entries;  // empty: not in the table
        bool high = false;
    };
    Stored stored(std::uint64_t cell, std::size_t ownership) const;

    struct Sizes {
        std::size_t splits = 0;  // fine ones, with each leader
        std::size_t nodes = 0;   // that a decision diagram instead of places would have
        std::size_t rows = 0, tentpoles = 0;
        std::size_t full_tentpoles = 0;  // if rows were not halved
        std::size_t ownerships = 0;
        std::size_t missing = 0;  // ownerships without a row, by a budget
    };
    const Sizes& sizes() const { return sizes_; }
    bool is_complete() const {
        return sizes_.missing == 0 && file_ && file_->header().complete != 0;
    }

  private:
    /// Where a row is, what it rests on.
    struct Place {
        std::uint32_t first;
        std::uint16_t depths;  // four bits for the trumps, three for each plain suit
        std::uint16_t size;    // 0: not in the table; the top bit: tentpoles are high ones
    };

    struct Where;
    static Where where(Kind kind, const std::array<Cards, 3>& hands, int leader);
    const Place* place(std::uint64_t cell, std::size_t ownership) const;

    Kind kind_;
    std::shared_ptr<const TableFile> file_;
    Sizes sizes_;
    std::span<const std::uint64_t> keys_;   // a hash table of fine splits
    std::span<const std::uint32_t> bases_;  // where their places begin
    std::span<const Place> places_;
    std::span<const std::uint32_t> entries_;
};

/// Splits of so many cards, the most frequent ones first; `most`: no more than these (0: all).
std::vector<Split> table_splits(Kind kind, int cards, int most);

/// The rows of every `parts`-th of these splits, to be merged. What one part has computed of
/// smaller positions helps the next one, until it is forgotten.
std::vector<std::byte> build_trump_part(Kind kind, int cards, int part, int parts, int splits);

/// The rows of some fine splits with a leader, named by their keys; those of one split should stand
/// together. What follows is taken from the complete table of one card less.
std::vector<std::byte> build_trump_cells(Kind kind, int cards,
                                         const std::vector<std::uint64_t>& keys,
                                         std::shared_ptr<const TrumpTable> smaller);
std::size_t ownerships_of_cell(std::uint64_t key);

/// How often the search asks about each fine split with a leader when it solves these positions,
/// with the tables of fewer cards at hand.
std::vector<std::pair<std::uint64_t, std::uint64_t>> count_cells(
    Kind kind, const std::vector<Position>& positions, int cards);

/// Which rows are worth their place: all alike, by the ownerships that lead to them, or by how
/// often such positions are dealt.
enum class RowWeight : std::uint8_t { naive, frequency, deals };

/// The payload from all parts. `most`: no more bytes than these (0: all); rows are left out by what
/// they are worth for each of their tentpoles.
std::vector<std::byte> merge_trump_parts(Kind kind,
                                         const std::vector<std::span<const std::byte>>& parts,
                                         std::size_t most = 0, RowWeight weight = RowWeight::deals);
void forget_dense_rows();

/// Every `step`-th ownership of a table, each with so many valuations drawn, against the search:
/// how many were compared, and how many differ. What is not in the table is not compared.
std::pair<std::uint64_t, std::uint64_t> compare_rows(const TrumpTable& table, Kind kind, int cards,
                                                     int each, int step);

/// For some rows of a split, no more than `most`: how often it occurs, how many tentpoles its half
/// has, and the cost curve: with so many tentpoles kept (from none on, the least useful one
/// removed first), how many valuations are not exact (thesis §8.5). The rows are those of a table.
std::vector<std::tuple<std::uint64_t, std::size_t, std::vector<double>>> row_curves(
    Kind kind, int cards, const Split& split, std::size_t most,
    std::shared_ptr<const TrumpTable> table);

/// The index of a table both ways: places, and a decision diagram that asks for owners card by card
/// (§8.4). Nanoseconds of a lookup of either, over so many ownerships drawn alike; nodes of the
/// diagram; the mean number of nodes on the way; how many answers differ.
struct IndexTimes {
    double places = 0, diagram = 0;
    std::size_t nodes = 0;
    double steps = 0;
    std::uint64_t different = 0;
};
IndexTimes time_index(Kind kind, const TrumpTable& table, int cards, std::size_t lookups);

/// The tables of a kind by cards in hand, as far as there are any.
struct TrumpTables {
    std::array<std::shared_ptr<const TrumpTable>, 11> by_cards{};
    unsigned complete = 0;  // a bit for each number of cards

    bool empty() const;
};

/// What is in the directory of tables now; nullptr if nothing. It is read again when the directory
/// is another one, or after forget_trump_tables().
std::shared_ptr<const TrumpTables> shared_trump_tables(Kind kind);
void forget_trump_tables();

/// The solver that asks tables, for `lookup_tables`.
std::unique_ptr<Engine> make_table_engine(const TrumpOptions& options, std::size_t memory);

}  // namespace kiebitz::solvers::skat
