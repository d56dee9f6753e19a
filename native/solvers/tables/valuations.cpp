#include "solvers/tables/valuations.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>

namespace kiebitz::solvers::skat {

namespace {

constexpr std::array<std::uint8_t, 11> kPoints{0, 0, 0, 3, 4, 10, 11, 2, 2, 2, 2};

std::array<std::uint8_t, 11> values_of(unsigned ranks, bool jacks_only) {
    std::array<std::uint8_t, 11> values{};
    int slot = 0;
    for (int rank = 0; rank < 11; ++rank) {
        if ((ranks >> rank & 1) != 0) values[slot++] = jacks_only ? 2 : kPoints[rank];
    }
    return values;
}

SuitValuations enumerate(int size, bool jacks_only, int cards) {
    SuitValuations all;
    std::map<std::array<std::uint8_t, 11>, unsigned> found;
    for (unsigned ranks = 0; ranks < 1U << size; ++ranks) {
        if (std::popcount(ranks) == cards) found.emplace(values_of(ranks, jacks_only), ranks);
    }
    for (const auto& [values, ranks] : found) {
        all.values.push_back(values);
        all.ranks.push_back(ranks);
    }
    const std::size_t n = all.values.size();
    all.distance.assign(n, std::vector<int>(n));
    all.neighbours.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            int changed = 0;
            for (int slot = 0; slot < 11; ++slot) {
                const int gap = std::abs(all.values[i][slot] - all.values[j][slot]);
                all.distance[i][j] += gap;
                changed += gap != 0;
            }
            if (changed == 1) all.neighbours[i].push_back(static_cast<int>(j));
        }
    }
    return all;
}

/// By kind of suit: plain, the trumps of suit games, those of grand.
int family_of(Kind kind, bool trumps) {
    return !trumps ? 0 : kind == Kind::suit ? 1 : 2;
}
constexpr std::array<int, 3> kSizes{7, 11, 4};

struct Families {
    std::array<std::array<SuitValuations, 12>, 3> all;
    std::array<std::vector<std::uint8_t>, 3> number;

    Families() {
        for (int family = 0; family < 3; ++family) {
            const int size = kSizes[family];
            number[family].resize(std::size_t{1} << size);
            for (int cards = 0; cards <= size; ++cards) {
                all[family][cards] = enumerate(size, family == 2, cards);
            }
            for (unsigned ranks = 0; ranks < 1U << size; ++ranks) {
                const auto& values = all[family][std::popcount(ranks)].values;
                const auto own = values_of(ranks, family == 2);
                number[family][ranks] = static_cast<std::uint8_t>(
                    std::lower_bound(values.begin(), values.end(), own) - values.begin());
            }
        }
    }
};

const Families& families() {
    static const Families one;
    return one;
}

double choose(int n, int k) {
    double ways = 1;
    for (int i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
    return ways;
}

}  // namespace

const SuitValuations& suit_valuations(Kind kind, bool trumps, int cards) {
    return families().all[family_of(kind, trumps)][cards];
}

int valuation_number(Kind kind, bool trumps, unsigned ranks) {
    return families().number[family_of(kind, trumps)][ranks];
}

std::vector<Split> splits_of(Kind kind, int cards) {
    const int total = 3 * cards;
    const int most_trumps = kind == Kind::suit ? 11 : 4;
    std::vector<Split> splits;
    for (int t = 0; t <= std::min(total, most_trumps); ++t) {
        for (int a = std::min(7, total - t); a >= 0; --a) {
            for (int b = std::min(a, total - t - a); b >= 0; --b) {
                for (int c = std::min(b, total - t - a - b); c >= 0; --c) {
                    const int d = total - t - a - b - c;
                    if (d > c || (kind == Kind::suit && d > 0)) continue;
                    splits.push_back({{a, b, c, d}, t});
                }
            }
        }
    }
    return splits;
}

std::uint64_t count_valuations(Kind kind, const Split& split) {
    std::uint64_t ways = suit_valuations(kind, true, split.trumps).values.size();
    const int suits = kind == Kind::suit ? 3 : 4;
    for (int suit = 0; suit < suits;) {
        // Suits of one length: as many as can be chosen without regard to order.
        int same = 1;
        while (suit + same < suits && split.plain[suit + same] == split.plain[suit]) ++same;
        const auto one = suit_valuations(kind, false, split.plain[suit]).values.size();
        ways *= static_cast<std::uint64_t>(choose(static_cast<int>(one) + same - 1, same) + 0.5);
        suit += same;
    }
    return ways;
}

double count_ownerships(int cards) {
    return choose(3 * cards, cards) * choose(2 * cards, cards);
}

double share_of(Kind kind, const Split& split) {
    const int suits = kind == Kind::suit ? 3 : 4;
    int cards = split.trumps;
    double ways = choose(kind == Kind::suit ? 11 : 4, split.trumps);
    for (int suit = 0; suit < suits; ++suit) {
        ways *= choose(7, split.plain[suit]);
        cards += split.plain[suit];
    }
    auto order = split.plain;
    std::sort(order.begin(), order.begin() + suits);
    double named = 0;  // ways to name the suits
    do {
        ++named;
    } while (std::next_permutation(order.begin(), order.begin() + suits));
    return ways * named / choose(32, cards);
}

}  // namespace kiebitz::solvers::skat
