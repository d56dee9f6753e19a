// How much of a row is lost when tentpoles are removed (thesis §8.5).
#include <algorithm>
#include <map>

#include "solvers/tables/dense_tentpoles.hpp"
#include "solvers/tables/stored_rows.hpp"
#include "solvers/tables/trump_table.hpp"

namespace kiebitz::solvers::skat {

namespace {

std::vector<Digits> all_valuations(Kind kind, const Split& split) {
    std::vector<Digits> all{Digits{}};
    for (int suit = 0; suit < 5; ++suit) {
        const SuitValuations& own = suit == 4 ? suit_valuations(kind, true, split.trumps)
                                              : suit_valuations(kind, false, split.plain[suit]);
        std::vector<Digits> more;
        for (const Digits& digits : all) {
            for (std::size_t i = 0; i < own.values.size(); ++i) {
                more.push_back(digits);
                more.back()[suit] = static_cast<std::uint8_t>(i);
            }
        }
        all = std::move(more);
    }
    return all;
}

/// From no tentpole to all of them: valuations that are not exact.
std::vector<double> curve_of(Kind kind, const Split& split, const std::vector<Tentpole>& row,
                             const std::vector<Digits>& valuations) {
    // 1. By valuation, which tentpoles meet it from below and from above.
    const std::size_t poles = row.size();
    std::vector<std::vector<std::uint16_t>> below(valuations.size()), above(valuations.size());
    for (std::size_t v = 0; v < valuations.size(); ++v) {
        const Bounds bounds = row_bounds(kind, split, row, valuations[v]);
        for (std::size_t p = 0; p < poles; ++p) {
            const int apart = row_distance(kind, split, row[p].digits, valuations[v]);
            if (row[p].value - apart == bounds.lower) {
                below[v].push_back(static_cast<std::uint16_t>(p));
            }
            if (row[p].value + apart == bounds.upper) {
                above[v].push_back(static_cast<std::uint16_t>(p));
            }
        }
    }
    // 2. Remove the one that costs least, until none is left.
    std::vector<char> kept(poles, 1);
    std::vector<double> curve(poles + 1, static_cast<double>(valuations.size()));
    const auto loses = [&](std::size_t v, std::size_t p) {
        const auto others = [&](const std::vector<std::uint16_t>& list) {
            return std::any_of(list.begin(), list.end(),
                               [&](std::uint16_t one) { return one != p && kept[one] != 0; });
        };
        return !others(below[v]) || !others(above[v]);
    };
    std::vector<std::size_t> exact(valuations.size());
    for (std::size_t v = 0; v < exact.size(); ++v) exact[v] = v;
    for (std::size_t left = poles; left > 0; --left) {
        curve[left] = static_cast<double>(valuations.size() - exact.size());
        std::vector<std::size_t> damage(poles, 0);
        for (const std::size_t v : exact) {
            // Only a tentpole that is alone on one side of it does damage.
            const auto alone = [&](const std::vector<std::uint16_t>& list) {
                int found = -1;
                for (const std::uint16_t one : list) {
                    if (kept[one] == 0) continue;
                    if (found >= 0) return -1;
                    found = one;
                }
                return found;
            };
            const int low = alone(below[v]), high = alone(above[v]);
            if (low >= 0) ++damage[static_cast<std::size_t>(low)];
            if (high >= 0 && high != low) ++damage[static_cast<std::size_t>(high)];
        }
        std::size_t best = poles;
        for (std::size_t p = 0; p < poles; ++p) {
            if (kept[p] != 0 && (best == poles || damage[p] < damage[best])) best = p;
        }
        std::erase_if(exact, [&](std::size_t v) { return loses(v, best); });
        kept[best] = 0;
    }
    return curve;
}

}  // namespace

std::vector<std::tuple<std::uint64_t, std::size_t, std::vector<double>>> row_curves(
    Kind kind, int cards, const Split& split, std::size_t most,
    std::shared_ptr<const TrumpTable> table) {
    // 1. The rows of the split, where each is met first, and how often it is.
    struct Met {
        std::uint64_t cell = 0, times = 0;
        std::size_t ownership = 0;
    };
    std::map<std::uint32_t, Met> rows;
    for (const FineSplit& fine : fine_splits(split, cards)) {
        const Ownerships all(fine);
        for (int leader = 0; leader < 3; ++leader) {
            const std::uint64_t cell = fine.key(leader);
            for (std::size_t i = 0; i < all.size; ++i) {
                const TrumpTable::Stored stored = table->stored(cell, i);
                if (stored.entries.empty()) continue;
                const auto [place, fresh] = rows.try_emplace(stored.first, Met{cell, 0, i});
                ++place->second.times;
            }
        }
    }
    // 2. Some of them, evenly over all.
    const auto valuations = all_valuations(kind, split);
    const SplitShape shape(kind, split);
    StoredRows unfolded(kind, std::move(table));
    std::vector<std::tuple<std::uint64_t, std::size_t, std::vector<double>>> curves;
    const std::size_t step = std::max<std::size_t>(1, rows.size() / std::max<std::size_t>(1, most));
    std::size_t number = 0;
    for (const auto& [first, met] : rows) {
        // Not from the first one on, which is met far more often than all others.
        if (number++ % step != step / 2 || curves.size() == most) continue;
        const auto row = unfolded.of(split, met.cell, met.ownership, shape.inner);
        const BothHalves halves = tentpoles_of(kind, shape, {row.values, shape.volume});
        std::vector<Tentpole> poles = halves.high;
        for (const Tentpole& low : halves.low) {
            const auto same = std::find_if(poles.begin(), poles.end(), [&](const Tentpole& one) {
                return one.digits == low.digits;
            });
            if (same == poles.end()) poles.push_back(low);
        }
        curves.emplace_back(met.times, std::min(halves.high.size(), halves.low.size()),
                            curve_of(kind, split, poles, valuations));
    }
    return curves;
}

}  // namespace kiebitz::solvers::skat
