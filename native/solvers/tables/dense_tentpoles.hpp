// What a table keeps of a row whose values are all known: its tentpoles, found by walking the hard
// edges sixteen valuations at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solvers/tables/dense_rows.hpp"
#include "solvers/tables/rows.hpp"

namespace kiebitz::solvers::skat {

/// The high and the low tentpoles of a row whose values are all known.
struct BothHalves {
    std::vector<Tentpole> high, low;
};
BothHalves tentpoles_of(Kind kind, const SplitShape& shape, std::span<const std::int8_t> values);

}  // namespace kiebitz::solvers::skat
