// From chances of single cards to worlds: the product of them over all cards (Solinas 2019,
// equation 4.1), under the sizes of the hands and shown voids, exactly and without listing worlds.
//
// Cards are dealt one by one to the two other hands and the skat. How many ways are left, weighted,
// depends only on how many cards each place still takes; so a small table gives the sum over up to
// 42 million worlds, worlds drawn from the product, and the chance of every card in every place.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "games/skat/worlds.hpp"

namespace kiebitz::beliefs::skat {

using namespace kiebitz::skat;

/// For each card the weights of four places: seats 0, 1 and 2, and the skat.
using PlaceWeights = std::array<std::array<double, 4>, kDeckSize>;

class CardPlaces {
  public:
    /// Weights of places that the knowledge rules out count as zero.
    CardPlaces(const Knowledge& known, const PlaceWeights& weights);

    /// Zero if no world has a weight.
    double total() const { return ways_[0][at(need_a_, need_skat_)]; }

    /// The weight of a world that the knowledge allows.
    double weight(const World& world) const;

    /// A world by its weight; only if `total()` is above zero.
    World sample(Random& random) const;

    /// The chance of every card in every place, over all worlds by their weights.
    PlaceWeights chances() const;

  private:
    static constexpr int kMost = 24;  // unseen cards
    static constexpr std::size_t kStates = (kHandSize + 1) * (kSkatSize + 1);

    static constexpr std::size_t at(int for_a, int for_skat) {
        return static_cast<std::size_t>(for_a * (kSkatSize + 1) + for_skat);
    }

    struct Unseen {
        Card card;
        std::array<double, 3> weight;  // a, b, skat
    };

    World known_;
    std::array<int, 3> place_{};  // of a, b and the skat in a World
    int need_a_ = 0, need_b_ = 0, need_skat_ = 0;
    int size_ = 0;
    std::array<Unseen, kMost> unseen_{};
    // By card and what a and the skat still take: the weighted ways to deal the rest.
    std::array<std::array<double, kStates>, kMost + 1> ways_{};
};

inline CardPlaces::CardPlaces(const Knowledge& known, const PlaceWeights& weights) {
    const int a = (known.seat + 1) % kSeats, b = (known.seat + 2) % kSeats;
    place_ = {a, b, 3};
    const bool open = known.shown != 0 && known.declarer != known.seat;
    const Cards unseen = known.unseen() & ~(open ? known.shown : 0);
    known_.hands[static_cast<std::size_t>(known.seat)] = known.hand;
    known_.skat = known.put_away;
    const auto needed = [&](int seat) {
        return kHandSize - count(known.played[static_cast<std::size_t>(seat)]);
    };
    need_a_ = needed(a);
    need_b_ = needed(b);
    if (open) {
        known_.hands[static_cast<std::size_t>(known.declarer)] = known.shown;
        (known.declarer == a ? need_a_ : need_b_) = 0;
    }
    need_skat_ = known.knows_skat ? 0 : kSkatSize;
    for (Card card : each_card(unseen)) {
        Unseen& one = unseen_[static_cast<std::size_t>(size_++)];
        one.card = card;
        for (std::size_t i = 0; i < 3; ++i) {
            const bool possible =
                i == 2 || !contains(known.impossible[static_cast<std::size_t>(place_[i])], card);
            one.weight[i] = possible ? weights[card][static_cast<std::size_t>(place_[i])] : 0;
        }
    }
    ways_[static_cast<std::size_t>(size_)][at(0, 0)] = 1;
    for (int i = size_ - 1; i >= 0; --i) {
        const auto& weight = unseen_[static_cast<std::size_t>(i)].weight;
        const auto& later = ways_[static_cast<std::size_t>(i + 1)];
        auto& now = ways_[static_cast<std::size_t>(i)];
        for (int for_a = 0; for_a <= need_a_; ++for_a) {
            for (int for_skat = 0; for_skat <= need_skat_; ++for_skat) {
                const int for_b = size_ - i - for_a - for_skat;
                if (for_b < 0 || for_b > need_b_) continue;
                double sum = 0;
                if (for_a > 0) sum += weight[0] * later[at(for_a - 1, for_skat)];
                if (for_b > 0) sum += weight[1] * later[at(for_a, for_skat)];
                if (for_skat > 0) sum += weight[2] * later[at(for_a, for_skat - 1)];
                now[at(for_a, for_skat)] = sum;
            }
        }
    }
}

inline double CardPlaces::weight(const World& world) const {
    double product = 1;
    for (int i = 0; i < size_; ++i) {
        const Unseen& one = unseen_[static_cast<std::size_t>(i)];
        const bool in_a = contains(world.hands[static_cast<std::size_t>(place_[0])], one.card);
        const bool in_b = contains(world.hands[static_cast<std::size_t>(place_[1])], one.card);
        product *= one.weight[in_a ? 0 : in_b ? 1 : 2];
    }
    return product;
}

inline World CardPlaces::sample(Random& random) const {
    assert(total() > 0);
    World world = known_;
    int for_a = need_a_, for_skat = need_skat_;
    for (int i = 0; i < size_; ++i) {
        const Unseen& one = unseen_[static_cast<std::size_t>(i)];
        const auto& later = ways_[static_cast<std::size_t>(i + 1)];
        const double whole = ways_[static_cast<std::size_t>(i)][at(for_a, for_skat)];
        const double to_a = for_a > 0 ? one.weight[0] * later[at(for_a - 1, for_skat)] : 0;
        const double to_skat = for_skat > 0 ? one.weight[2] * later[at(for_a, for_skat - 1)] : 0;
        const double drawn = random.uniform() * whole;
        if (drawn < to_a) {
            world.hands[static_cast<std::size_t>(place_[0])] |= bit(one.card);
            --for_a;
        } else if (drawn < to_a + to_skat) {
            world.skat |= bit(one.card);
            --for_skat;
        } else {
            world.hands[static_cast<std::size_t>(place_[1])] |= bit(one.card);
        }
    }
    return world;
}

inline PlaceWeights CardPlaces::chances() const {
    PlaceWeights chances{};
    const auto certain = [&](Cards cards, std::size_t place) {
        for (Card card : each_card(cards)) chances[card][place] = 1;
    };
    for (std::size_t seat = 0; seat < kSeats; ++seat) certain(known_.hands[seat], seat);
    certain(known_.skat, 3);
    // From the first card on: the weighted ways to have dealt the cards so far.
    std::array<double, kStates> before{};
    before[at(need_a_, need_skat_)] = 1;
    for (int i = 0; i < size_; ++i) {
        const Unseen& one = unseen_[static_cast<std::size_t>(i)];
        const auto& later = ways_[static_cast<std::size_t>(i + 1)];
        std::array<double, kStates> after{};
        for (int for_a = 0; for_a <= need_a_; ++for_a) {
            for (int for_skat = 0; for_skat <= need_skat_; ++for_skat) {
                const double ways = before[at(for_a, for_skat)];
                if (ways == 0) continue;
                const auto give = [&](std::size_t to, std::size_t next) {
                    const double given = ways * one.weight[to];
                    after[next] += given;
                    chances[one.card][static_cast<std::size_t>(place_[to])] += given * later[next];
                };
                if (for_a > 0) give(0, at(for_a - 1, for_skat));
                if (size_ - i - for_a - for_skat > 0) give(1, at(for_a, for_skat));
                if (for_skat > 0) give(2, at(for_a, for_skat - 1));
            }
        }
        before = after;
        for (double& chance : chances[one.card]) chance /= total();
    }
    return chances;
}

}  // namespace kiebitz::beliefs::skat
