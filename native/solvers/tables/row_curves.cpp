// How much of a row is lost when tentpoles are removed (thesis §8.5).
#include <algorithm>
#include <limits>

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
    Kind kind, int cards, const Split& split, std::size_t most) {
    RowMaker maker(kind);
    maker.next_split();
    for (int leader = 0; leader < 3; ++leader) {
        for_each_ownership(split, leader, cards, [&](const RowForm& form) { maker.number(form); });
    }
    const auto valuations = all_valuations(kind, split);
    std::vector<std::tuple<std::uint64_t, std::size_t, std::vector<double>>> curves;
    for (std::size_t i = 0; i < std::min(most, maker.rows().size()); ++i) {
        const auto& row = maker.rows()[i];
        curves.emplace_back(maker.frequency()[i], half_row(row).size(),
                            curve_of(kind, split, row, valuations));
    }
    return curves;
}

}  // namespace kiebitz::solvers::skat
