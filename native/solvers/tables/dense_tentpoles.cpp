#include "solvers/tables/dense_tentpoles.hpp"

#include <algorithm>
#include <map>

namespace kiebitz::solvers::skat {

namespace {

/// For each valuation of the inner suit one of its neighbours, and how far it is.
struct NextInside {
    std::array<std::array<std::array<std::int8_t, kLanes>, kMostWidth>, kMostWidth> places;
    std::array<std::array<std::int8_t, kLanes>, kMostWidth> gaps;
};

const std::vector<NextInside>& next_inside(const SuitValuations& own) {
    thread_local std::map<const SuitValuations*, std::vector<NextInside>> all;
    const auto [found, fresh] = all.try_emplace(&own);
    if (!fresh) return found->second;
    for (std::size_t number = 0;; ++number) {
        NextInside next;
        for (auto& sixteens : next.places) {
            for (auto& one : sixteens) one.fill(-1);
        }
        for (auto& one : next.gaps) one.fill(127);  // where there is none
        bool any = false;
        for (std::size_t d = 0; d < own.values.size(); ++d) {
            if (number >= own.neighbours[d].size()) continue;
            const auto to = static_cast<std::size_t>(own.neighbours[d][number]);
            next.places[d / kLanes][to / kLanes][d % kLanes] =
                static_cast<std::int8_t>(to % kLanes);
            next.gaps[d / kLanes][d % kLanes] = static_cast<std::int8_t>(own.distance[d][to]);
            any = true;
        }
        if (!any) break;
        found->second.push_back(next);
    }
    return found->second;
}

}  // namespace

BothHalves tentpoles_of(Kind kind, const SplitShape& shape, std::span<const std::int8_t> values) {
    // 1. Where no neighbour lies at the end of a hard edge.
    thread_local std::vector<std::int8_t> not_high, not_low;
    not_high.assign(values.size(), 0);
    not_low.assign(values.size(), 0);
    const auto note = [&](std::size_t place, Lanes others, Lanes gaps) {
        const Lanes rise = others - Lanes::load(values.data() + place);
        const auto mark = [&](std::vector<std::int8_t>& out, Lanes hard) {
            (Lanes::load(out.data() + place) | hard).store(out.data() + place);
        };
        mark(not_high, rise.equal(gaps));
        mark(not_low, (Lanes::each(0) - rise).equal(gaps));
    };
    const std::size_t tile = static_cast<std::size_t>(kLanes * shape.width);
    for (int suit = 0; suit < kFormSuits; ++suit) {
        const SuitValuations& own = suit_valuations(kind, suit == kTrumps, shape.cards[suit]);
        if (suit == shape.inner) {
            for (const NextInside& next : next_inside(own)) {
                for (std::size_t start = 0; start < values.size(); start += tile) {
                    for (int i = 0; i < shape.width; ++i) {
                        Lanes others = Lanes::each(0);
                        for (int j = 0; j < shape.width; ++j) {
                            others = others | Lanes::load(values.data() + start +
                                                          static_cast<std::size_t>(kLanes * j))
                                                  .at(Lanes::load(next.places[i][j].data()));
                        }
                        note(start + static_cast<std::size_t>(kLanes * i), others,
                             Lanes::load(next.gaps[i].data()));
                    }
                }
            }
            continue;
        }
        const std::size_t stride = shape.strides[suit];
        const std::size_t block = stride * static_cast<std::size_t>(shape.digits[suit]);
        for (std::size_t d = 0; d < own.values.size(); ++d) {
            for (const int other : own.neighbours[d]) {
                const auto to = static_cast<std::size_t>(other);
                const Lanes gaps = Lanes::each(static_cast<std::int8_t>(own.distance[d][to]));
                for (std::size_t base = 0; base < values.size(); base += block) {
                    for (std::size_t i = 0; i < stride; i += kLanes) {
                        note(base + d * stride + i,
                             Lanes::load(values.data() + base + to * stride + i), gaps);
                    }
                }
            }
        }
    }
    // 2. Of these, one that a hard edge joins to a better one is redundant.
    std::array<const std::vector<std::vector<int>>*, kFormSuits> apart{};
    for (int suit = 0; suit < kFormSuits; ++suit) {
        apart[suit] = &suit_valuations(kind, suit == kTrumps, shape.cards[suit]).distance;
    }
    const auto distance = [&](const Digits& a, const Digits& b) {
        int sum = 0;
        for (int suit = 0; suit < kFormSuits; ++suit) sum += (*apart[suit])[a[suit]][b[suit]];
        return sum;
    };
    const auto pick = [&](const std::vector<std::int8_t>& out, bool high) {
        std::vector<Tentpole> found;
        for (std::size_t place = 0; place < values.size(); ++place) {
            if (out[place] != 0 || shape.is_filling(place)) continue;
            found.push_back({shape.digits_at(place), values[place], high, !high});
        }
        std::stable_sort(found.begin(), found.end(), [&](const Tentpole& a, const Tentpole& b) {
            return high ? a.value > b.value : a.value < b.value;
        });
        std::vector<Tentpole> kept;
        for (const Tentpole& pole : found) {
            const bool redundant = std::any_of(kept.begin(), kept.end(), [&](const Tentpole& one) {
                return (high ? one.value - pole.value : pole.value - one.value) ==
                       distance(one.digits, pole.digits);
            });
            if (!redundant) kept.push_back(pole);
        }
        return kept;
    };
    return {pick(not_high, true), pick(not_low, false)};
}

}  // namespace kiebitz::solvers::skat
