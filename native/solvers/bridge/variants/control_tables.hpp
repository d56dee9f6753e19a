// The single-suit tables of thesis §5.3, filled beforehand: for every ownership of n cards, for
// each way to end on lead and for the defenders that could ruff, the tricks from the top and the
// lowest rank that wins one. The solver fills the same numbers where its search comes
// (suit_tables.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kiebitz::solvers::bridge::variants {

/// As in suit_tables.hpp, but ranks are counted from the lowest card of the suit, from 0.
struct Control {
    std::uint8_t keep, transfer, back;

    bool operator==(const Control&) const = default;
};

class ControlTables {
  public:
    static constexpr int most_cards = 12;

    /// For 0 to `cards` cards; 4^cards entries for the largest number alone.
    explicit ControlTables(int cards);

    /// `owners`: two bits a card, the lowest card in the lowest bits; seat 0 is on lead. `ruffers`:
    /// bit 0, its left-hand opponent ruffs when void, bit 1 the right-hand one.
    const Control& at(int cards, std::uint32_t owners, unsigned ruffers) const {
        return tables_[static_cast<std::size_t>(cards)][owners * 4U + ruffers];
    }
    std::size_t bytes(int cards) const {
        return tables_[static_cast<std::size_t>(cards)].size() * sizeof(Control);
    }

  private:
    Control computed(int cards, std::uint32_t owners, unsigned ruffers) const;

    std::vector<std::vector<Control>> tables_;
};

/// Entries of random suits in which the solver's own tables say something else. Those play the
/// highest of touching cards, so that a lower one may be left to win: as many tricks, but sometimes
/// by a lower rank.
struct ControlDifferences {
    int tricks = 0;
    int lower_ranks = 0;   // of the solver's tables
    int higher_ranks = 0;  // should not be
};
ControlDifferences control_differences(const ControlTables& tables, int cards, int trials,
                                       std::uint64_t seed);

/// Fills everything that the solver's tables can hold for a random deal; returns the entries.
std::size_t fill_whole_deal(std::uint64_t seed);

}  // namespace kiebitz::solvers::bridge::variants
