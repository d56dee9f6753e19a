// Rows of a table with all their values, as the rows of one card more need them. Made when they are
// asked for, from what the table keeps, so that no more of them lie in memory than a part of the
// work needs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "solvers/tables/dense_rows.hpp"
#include "solvers/tables/trump_table.hpp"

namespace kiebitz::solvers::skat {

class StoredRows {
  public:
    StoredRows(Kind kind, std::shared_ptr<const TrumpTable> table)
        : kind_(kind), table_(std::move(table)) {}

    struct Row {
        const std::int8_t* values = nullptr;
        const SplitShape* shape = nullptr;
    };
    /// The row of an ownership, the valuations of the suit `inner` side by side. It stays where it
    /// is until room is made.
    Row of(const Split& split, std::uint64_t cell, std::size_t ownership, int inner);

    /// Forgets all rows if they take more bytes than these.
    void make_room(std::size_t most);

  private:
    /// A shape, and how far valuations of each suit are apart; those of the inner one filled up.
    struct Shaped {
        SplitShape shape;
        std::array<std::vector<std::int8_t>, kFormSuits> apart;
    };
    const Shaped& shaped(const Split& split, int inner);

    Kind kind_;
    std::shared_ptr<const TrumpTable> table_;
    std::unordered_map<std::uint32_t, Shaped> shapes_;
    std::unordered_map<std::uint64_t, std::unique_ptr<std::int8_t[]>> rows_;
    std::size_t bytes_ = 0;
};

}  // namespace kiebitz::solvers::skat
