// Null: classes of positions by single comparisons of two cards (thesis §4.3), which are larger
// than those by lowest winning ranks, and dearer to find.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "solvers/skat/engine.hpp"
#include "solvers/skat/null_reasons.hpp"

namespace kiebitz::solvers::skat::variants {

/// Rank-constrained search: every comparison that the proof needs, and nothing else.
struct RankConstraints {
    // For each suit eight rows of eight bits: row r has the ranks that rank r must beat.
    std::array<std::uint64_t, 4> lower{};

    void outranks(Card winner, Cards beaten) {
        const int suit = winner / 8;
        lower[suit] |= static_cast<std::uint64_t>(beaten >> (8 * suit) & 0xff)
                       << (8 * (winner % 8));
    }
    void add(const RankConstraints& other) {
        for (int suit = 0; suit < 4; ++suit) lower[suit] |= other.lower[suit];
    }
    /// Equal cards, all of one suit, have the same constraints (§4.4).
    void spread(Cards equals);

    struct Form : NullForm {
        // For each place eight rows: which cards the card beats. Within a place the declarer's
        // cards come first, then those of the next player, each from the lowest up.
        std::array<std::uint64_t, 4> beats{};
    };
    static Form form_of(const std::array<Cards, 3>& hands, int leader, bool sort_suits);

    struct Pattern {
        std::array<std::uint64_t, 4> beats{};
        bool covers(const Form& form) const {
            std::uint64_t missing = 0;
            for (int place = 0; place < 4; ++place) missing |= beats[place] & ~form.beats[place];
            return missing == 0;
        }
    };
    Pattern pattern(const Form& form, const std::array<Cards, 3>& hands) const;
    static Pattern exact(const Form& form) { return {form.beats}; }
    static RankConstraints of(const Pattern& pattern, const Form& form,
                              const std::array<Cards, 3>& hands);

  private:
    /// The ranks of a suit's cards in the order of a place.
    static std::array<std::uint8_t, 8> ranks_at(const std::array<Cards, 3>& hands, int suit);
};

std::unique_ptr<Engine> make_rank_constraint_engine(const NullOptions& options, std::size_t memory);

}  // namespace kiebitz::solvers::skat::variants
