#include "beliefs/skat/hand_places.hpp"

#include <algorithm>
#include <bit>

namespace kiebitz::beliefs::skat {

namespace {

constexpr Cards kJacks = 0x80808080U;

int size_of(unsigned subset) {
    return std::popcount(subset);
}

/// Calls `use(skat, away, a, b)` for all ways to divide `size` cards with at most two in the skat;
/// `away` is the product of the weights of those.
template <class Weights, class Use>
void each_division(int size, int most_skat, const Weights& to_skat, Use use) {
    const unsigned full = (1U << size) - 1;
    const auto with = [&](unsigned skat) {
        double away = 1;
        for (unsigned left = skat; left != 0; left &= left - 1) {
            away *= to_skat[static_cast<std::size_t>(std::countr_zero(left))];
        }
        const unsigned rest = full & ~skat;
        for (unsigned a = rest;; a = (a - 1) & rest) {
            use(skat, away, a, rest & ~a);
            if (a == 0) break;
        }
    };
    with(0);
    for (int i = 0; most_skat >= 1 && i < size; ++i) {
        with(1U << i);
        for (int j = 0; most_skat >= 2 && j < i; ++j) with(1U << i | 1U << j);
    }
}

}  // namespace

double HandPatterns::likelihood(Cards ten) const {
    double product = jacks != nullptr ? jacks[jacks_of(ten)] : 1;
    for (std::size_t suit = 0; suit < 4; ++suit) {
        product *= suits[suit][ten >> (8 * suit) & (with_jacks ? 0xffU : 0x7fU)];
    }
    return product;
}

HandPlaces::HandPlaces(const Knowledge& known, const PlaceWeights& weights,
                       const std::array<HandPatterns, 2>& patterns)
    : patterns_(patterns), weights_(weights) {
    // 1. What is known, and how many cards each place still takes.
    const int a = (known.seat + 1) % kSeats, b = (known.seat + 2) % kSeats;
    place_ = {a, b, 3};
    const bool open = known.shown != 0 && known.declarer != known.seat;
    unseen_ = known.unseen() & ~(open ? known.shown : 0);
    known_.hands[static_cast<std::size_t>(known.seat)] = known.hand;
    known_.skat = known.put_away;
    if (open) known_.hands[static_cast<std::size_t>(known.declarer)] = known.shown;
    for (std::size_t i = 0; i < 2; ++i) {
        const auto seat = static_cast<std::size_t>(place_[i]);
        fixed_[i] = known.played[seat] | known_.hands[seat];
        impossible_[i] = known.impossible[seat];
        need_[i] = kHandSize - count(fixed_[i]);
    }
    need_[2] = known.knows_skat ? 0 : kSkatSize;
    // 2. The ways to divide the jacks, which say how the suits count.
    divide_jacks(weights, unseen_ & kJacks);
    // 3. The ways to divide each suit, and to deal one after the other.
    for (std::size_t number = 0; number < 4; ++number) {
        prepare(suits_[number], number, weights, unseen_);
    }
    for (std::size_t chain = 0; chain < kMostChains; ++chain) {
        if (is_used_[chain]) fill(chain);
    }
    for (std::size_t i = 0; i < jack_ways_; ++i) total_ += ways(jacks_[i]);
}

void HandPlaces::divide_jacks(const PlaceWeights& weights, Cards jacks) {
    jacks_[0] = {0, 0, 0, 0, 0, 1};
    jack_ways_ = 1;
    for (Card card : each_card(jacks)) {
        const std::size_t before = jack_ways_;
        for (std::size_t i = 0; i < before; ++i) {
            const Jacks way = jacks_[i];
            const double to_a = contains(impossible_[0], card)
                                    ? 0
                                    : weights[card][static_cast<std::size_t>(place_[0])];
            const double to_b = contains(impossible_[1], card)
                                    ? 0
                                    : weights[card][static_cast<std::size_t>(place_[1])];
            jacks_[i].weight *= to_b;
            if (to_a > 0 && way.for_a < need_[0]) {
                Jacks& given = jacks_[jack_ways_++] = way;
                given.a |= bit(card);
                ++given.for_a;
                given.weight *= to_a;
            }
            if (way.for_skat < need_[2]) {
                Jacks& given = jacks_[jack_ways_++] = way;
                given.skat |= bit(card);
                ++given.for_skat;
                given.weight *= weights[card][3];
            }
        }
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < jack_ways_; ++i) {
        Jacks& way = jacks_[i];
        if (!(way.weight > 0)) continue;
        const std::array<Cards, 2> held = {fixed_[0] | way.a,
                                           fixed_[1] | (jacks & ~way.a & ~way.skat)};
        for (std::size_t of = 0; of < 2; ++of) {
            const int set = jacks_of(held[of]);
            if (patterns_[of].with_jacks) way.chain = static_cast<std::size_t>(set);
            if (patterns_[of].jacks != nullptr) way.weight *= patterns_[of].jacks[set];
        }
        is_used_[way.chain] = true;
        jacks_[kept++] = way;
    }
    jack_ways_ = kept;
}

void HandPlaces::prepare(Suit& suit, std::size_t number, const PlaceWeights& weights,
                         Cards unseen) {
    for (Card card : each_card(unseen & whole_suit(static_cast<int>(number)) & ~kJacks)) {
        const auto i = static_cast<std::size_t>(suit.size++);
        suit.cards[i] = card;
        suit.to_skat[i] = weights[card][3];
    }
    // Products over the cards of a subset, then what tables say of the pattern.
    std::array<unsigned, kSubsets> pattern{};
    for (std::size_t of = 0; of < 2; ++of) {
        auto& product = of == 0 ? suit.to_a : suit.to_b;
        const HandPatterns& tables = patterns_[of];
        const auto fixed = static_cast<unsigned>(fixed_[of] >> (8 * number)) & 0x7fU;
        product[0][0] = 1;
        for (unsigned subset = 1; subset < 1U << suit.size; ++subset) {
            const auto first = static_cast<std::size_t>(std::countr_zero(subset));
            const unsigned rest = subset & (subset - 1);
            const Card card = suit.cards[first];
            const double to = contains(impossible_[of], card)
                                  ? 0
                                  : weights[card][static_cast<std::size_t>(place_[of])];
            pattern[subset] = pattern[rest] | 1U << rank_of(card);
            product[0][subset] = product[0][rest] * to;
        }
        for (unsigned subset = 0; subset < 1U << suit.size; ++subset) {
            const double* likelihood = tables.suits[number] + (fixed | pattern[subset]);
            product[1][subset] = product[0][subset] * likelihood[tables.with_jacks ? 128 : 0];
            product[0][subset] *= likelihood[0];
        }
    }
    for (std::size_t of = 0; of < 2; ++of) {
        const bool is_used =
            std::any_of(jacks_.begin(), jacks_.begin() + static_cast<std::ptrdiff_t>(jack_ways_),
                        [&](const Jacks& way) { return variant(way.chain, number) == of; });
        if (is_used) sum_up(suit, of);
    }
}

void HandPlaces::sum_up(Suit& suit, std::size_t variant) const {
    auto& sums = suit.sums[variant];
    const auto& to_a = suit.to_a[variant];
    const auto& to_b = suit.to_b[variant];
    const auto add = [&](unsigned skat, double away, unsigned a, unsigned b) {
        sums[at(size_of(a), size_of(skat))] += to_a[a] * to_b[b] * away;
    };
    each_division(suit.size, need_[2], suit.to_skat, add);
}

void HandPlaces::fill(std::size_t chain) {
    auto& ways = ways_[chain];
    ways[4].fill(0);
    ways[4][at(0, 0)] = 1;
    for (std::size_t number = 4; number-- > 0;) {
        const Suit& suit = suits_[number];
        const auto& sums = suit.sums[variant(chain, number)];
        for (int for_a = 0; for_a <= need_[0]; ++for_a) {
            for (int for_skat = 0; for_skat <= need_[2]; ++for_skat) {
                double sum = 0;
                for (int a = 0; a <= std::min(for_a, suit.size); ++a) {
                    for (int skat = 0; skat <= for_skat; ++skat) {
                        sum += sums[at(a, skat)] * ways[number + 1][at(for_a - a, for_skat - skat)];
                    }
                }
                ways[number][at(for_a, for_skat)] = sum;
            }
        }
    }
}

double HandPlaces::weight(const World& world) const {
    double product = 1;
    for (std::size_t i = 0; i < 3; ++i) {
        const Cards there = i == 2 ? world.skat : world.hands[static_cast<std::size_t>(place_[i])];
        for (Card card : each_card(there & unseen_)) {
            product *= weights_[card][static_cast<std::size_t>(place_[i])];
        }
        if (i < 2) product *= patterns_[i].likelihood(there | fixed_[i]);
    }
    return product;
}

World HandPlaces::sample(Random& random) const {
    assert(total_ > 0);
    // 1. The jacks.
    double left = random.uniform() * total_;
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < jack_ways_; ++i) {
        const double ways_here = ways(jacks_[i]);
        if (!(ways_here > 0)) continue;
        chosen = i;
        if ((left -= ways_here) < 0) break;
    }
    const Jacks& jacks = jacks_[chosen];
    Cards to_a = jacks.a, to_skat = jacks.skat;
    int for_a = need_[0] - jacks.for_a, for_skat = need_[2] - jacks.for_skat;
    const auto& ways = ways_[jacks.chain];
    for (std::size_t number = 0; number < 4; ++number) {
        // 2. How many cards of the suit go where.
        const Suit& suit = suits_[number];
        const std::size_t counts_jack = variant(jacks.chain, number);
        const auto& sums = suit.sums[counts_jack];
        left = random.uniform() * ways[number][at(for_a, for_skat)];
        int a_size = 0, skat_size = 0;
        for (int a = 0; a <= std::min(for_a, suit.size) && left >= 0; ++a) {
            for (int skat = 0; skat <= for_skat && left >= 0; ++skat) {
                const double sum =
                    sums[at(a, skat)] * ways[number + 1][at(for_a - a, for_skat - skat)];
                if (!(sum > 0)) continue;
                a_size = a;
                skat_size = skat;
                left -= sum;
            }
        }
        // 3. Which ones.
        left = random.uniform() * sums[at(a_size, skat_size)];
        unsigned a_cards = 0, skat_cards = 0;
        const auto pick = [&](unsigned skat, double away, unsigned a, unsigned b) {
            if (left < 0 || size_of(a) != a_size || size_of(skat) != skat_size) return;
            const double product = suit.to_a[counts_jack][a] * suit.to_b[counts_jack][b] * away;
            if (!(product > 0)) return;
            a_cards = a;
            skat_cards = skat;
            left -= product;
        };
        each_division(suit.size, skat_size, suit.to_skat, pick);
        to_a |= cards_of(suit, a_cards);
        to_skat |= cards_of(suit, skat_cards);
        for_a -= a_size;
        for_skat -= skat_size;
    }
    World world = known_;
    world.hands[static_cast<std::size_t>(place_[0])] |= to_a;
    world.skat |= to_skat;
    world.hands[static_cast<std::size_t>(place_[1])] |= unseen_ & ~to_a & ~to_skat;
    return world;
}

PlaceWeights HandPlaces::chances() const {
    PlaceWeights chances{};
    for (std::size_t place = 0; place < 4; ++place) {
        const Cards there = place == 3 ? known_.skat : known_.hands[place];
        for (Card card : each_card(there)) chances[card][place] = 1;
    }
    if (!(total_ > 0)) return chances;
    const auto a = static_cast<std::size_t>(place_[0]);
    for (std::size_t chain = 0; chain < kMostChains; ++chain) {
        if (!is_used_[chain]) continue;
        // From the jacks on: the weighted ways to have dealt the suits so far.
        States before{};
        for (std::size_t i = 0; i < jack_ways_; ++i) {
            const Jacks& way = jacks_[i];
            if (way.chain != chain || way.for_a > need_[0] || way.for_skat > need_[2]) continue;
            before[at(way.for_a, way.for_skat)] += way.weight;
            const double share = ways(way) / total_;
            for (Card card : each_card(way.a)) chances[card][a] += share;
            for (Card card : each_card(way.skat)) chances[card][3] += share;
        }
        for (std::size_t number = 0; number < 4; ++number) {
            const Suit& suit = suits_[number];
            const std::size_t counts_jack = variant(chain, number);
            const auto& sums = suit.sums[counts_jack];
            const States& later = ways_[chain][number + 1];
            // What the other suits make of so many cards of this one, and the next `before`.
            std::array<double, kShares> outside{};
            States after{};
            for (int had_a = 0; had_a <= need_[0]; ++had_a) {
                for (int had_skat = 0; had_skat <= need_[2]; ++had_skat) {
                    const double ways_here = before[at(had_a, had_skat)];
                    if (!(ways_here > 0)) continue;
                    for (int to_a = 0; to_a <= std::min(need_[0] - had_a, suit.size); ++to_a) {
                        for (int to_skat = 0; to_skat <= need_[2] - had_skat; ++to_skat) {
                            const int left_a = need_[0] - had_a - to_a,
                                      left_skat = need_[2] - had_skat - to_skat;
                            outside[at(to_a, to_skat)] += ways_here * later[at(left_a, left_skat)];
                            after[at(had_a + to_a, had_skat + to_skat)] +=
                                ways_here * sums[at(to_a, to_skat)];
                        }
                    }
                }
            }
            std::array<double, kSubsets> in_a{}, in_skat{};
            const auto add = [&](unsigned skat, double away, unsigned mine, unsigned b) {
                const double share = suit.to_a[counts_jack][mine] * suit.to_b[counts_jack][b] *
                                     away * outside[at(size_of(mine), size_of(skat))];
                in_a[mine] += share;
                in_skat[skat] += share;
            };
            each_division(suit.size, need_[2], suit.to_skat, add);
            for (unsigned subset = 1; subset < 1U << suit.size; ++subset) {
                for (unsigned rest = subset; rest != 0; rest &= rest - 1) {
                    const Card card = suit.cards[static_cast<std::size_t>(std::countr_zero(rest))];
                    chances[card][a] += in_a[subset] / total_;
                    chances[card][3] += in_skat[subset] / total_;
                }
            }
            before = after;
        }
    }
    const auto b = static_cast<std::size_t>(place_[1]);
    for (Card card : each_card(unseen_)) {
        chances[card][b] = std::max(0.0, 1 - chances[card][a] - chances[card][3]);
    }
    return chances;
}

}  // namespace kiebitz::beliefs::skat
