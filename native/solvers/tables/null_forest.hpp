// Null, computed beforehand: how many tricks the declarer survives in every position of so many
// cards at a trick boundary (thesis §8.7).
//
// A decision diagram a fine split (who holds how many cards of each suit, and who leads). A node
// asks who owns the next card of one suit, from the highest down; most cards are never asked
// about, and those that are asked are the ranks that the value rests on (lowest winning rank,
// §4.3). So a lookup gives the proof's pattern with the value. Equal nodes are one node, also those
// of different splits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "solvers/skat/null_reasons.hpp"
#include "solvers/tables/table_file.hpp"

namespace kiebitz::solvers::skat {

namespace forest {

/// Whose card it is leads to the next node; the suit asked about is in the top bits of the first.
using Node = std::array<std::uint32_t, 3>;
inline constexpr int kSuitShift = 30;
inline constexpr std::uint32_t kIdMask = (1U << kSuitShift) - 1;
inline constexpr std::uint32_t kFirstLeaf = kIdMask - 15;  // the values 0 to 10
inline constexpr std::uint32_t kDontCare = kIdMask;        // nobody can own it

constexpr bool is_leaf(std::uint32_t id) {
    return id >= kFirstLeaf;
}

}  // namespace forest

class NullForest {
  public:
    /// The payload of a file; an empty forest if it is not one.
    explicit NullForest(std::span<const std::byte> payload);
    explicit NullForest(std::shared_ptr<const TableFile> file);

    struct Hit {
        int value = -1;          // tricks survived; -1: not in the table
        std::uint64_t mask = 0;  // the owners that the value rests on, as in LowestWinners::Pattern
    };
    Hit find(const NullForm& form) const;

    std::size_t nodes() const { return nodes_.size(); }
    std::size_t splits() const { return splits_; }

  private:
    std::shared_ptr<const TableFile> file_;
    std::span<const forest::Node> nodes_;
    std::span<const std::uint64_t> keys_;  // a hash table of fine splits
    std::span<const std::uint32_t> roots_;
    std::size_t splits_ = 0;
};

/// The forests by cards in hand, as far as there are any.
struct NullForests {
    std::array<std::shared_ptr<const NullForest>, 11> by_cards{};

    bool empty() const;
    const NullForest* of(int cards) const {
        return cards < static_cast<int>(by_cards.size()) ? by_cards[cards].get() : nullptr;
    }
};

/// What is in the directory of tables now; nullptr if nothing. It is read again when the directory
/// is another one, or after forget_null_forests().
std::shared_ptr<const NullForests> shared_null_forests();
void forget_null_forests();

/// The fine splits of so many cards, suits in order, each with each leader.
std::vector<std::uint64_t> null_splits(int cards);

/// The diagrams of every `parts`-th fine split from number `part` on, to be merged.
std::vector<std::byte> build_null_part(int cards, int part, int parts,
                                       std::shared_ptr<const NullForests> smaller);

/// The payload of a table from all its parts.
std::vector<std::byte> merge_null_parts(const std::vector<std::span<const std::byte>>& parts);

}  // namespace kiebitz::solvers::skat
