// Hidden cards dealt to hidden hands, every possible world equally likely.
//
// A card may be barred from some hands (a shown void, a known card). Cards with the same set of
// allowed hands are one group; the number of ways to deal the remaining groups into the remaining
// room is counted once, and each group is then dealt in proportion to it. No rejection: the cost
// does not grow with how rare the allowed worlds are.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "cards/card_set.hpp"
#include "cards/random.hpp"

namespace kiebitz {

/// At most this many hidden hands (a talon counts as one).
inline constexpr int kMaxHiddenHands = 5;

class CardDistribution {
  public:
    using Room = std::array<std::uint8_t, kMaxHiddenHands>;

    /// `allowed[i]` is the set of hands (bit mask) that may hold `cards[i]`; `room` sums to the
    /// cards.
    CardDistribution(std::span<const Card> cards, std::span<const std::uint8_t> allowed,
                     const Room& room)
        : room_(room) {
        assert(cards.size() == allowed.size());
        for (std::size_t i = 0; i < cards.size(); ++i) {
            std::size_t g = 0;
            while (g < groups_.size() && groups_[g].hands != allowed[i]) ++g;
            if (g == groups_.size()) groups_.push_back({allowed[i], {}});
            groups_[g].cards.push_back(cards[i]);
        }
        counts_.resize(groups_.size() + 1);
    }

    /// How many worlds there are (as a double: 52! does not fit a word).
    double worlds() { return ways(0, room_); }

    /// One world: the cards of each hand as masks. There must be at least one.
    std::array<std::uint64_t, kMaxHiddenHands> sample(Random& random) {
        std::array<std::uint64_t, kMaxHiddenHands> hands{};
        Room room = room_;
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            const double all = ways(g, room);
            assert(all > 0);
            double point = random.uniform() * all;
            Room chosen{};
            Room last{};
            bool found = false;
            each_share(groups_[g], room, [&](const Room& share, double arrangements) {
                if (found) return;
                Room rest = room;
                for (int h = 0; h < kMaxHiddenHands; ++h) rest[h] -= share[h];
                const double weight = arrangements * ways(g + 1, rest);
                if (weight <= 0) return;
                last = share;
                if (point < weight) {
                    chosen = share;
                    found = true;
                }
                point -= weight;
            });
            // Rounding may leave a hair beyond the last share.
            if (!found) chosen = last;
            std::vector<Card> cards = groups_[g].cards;
            random.shuffle(std::span<Card>(cards));
            std::size_t next = 0;
            for (int h = 0; h < kMaxHiddenHands; ++h) {
                for (int k = 0; k < chosen[h]; ++k) hands[h] |= bit<std::uint64_t>(cards[next++]);
                room[h] -= chosen[h];
            }
        }
        return hands;
    }

  private:
    struct Group {
        std::uint8_t hands;
        std::vector<Card> cards;
    };

    /// Calls visit(share, arrangements) for each split of the group's size over its allowed hands.
    template <class Visit>
    static void each_share(const Group& group, const Room& room, Visit&& visit) {
        Room share{};
        split(group.hands, static_cast<int>(group.cards.size()), 0, 1.0, room, share, visit);
    }

    template <class Visit>
    static void split(std::uint8_t hands, int left, int h, double arrangements, const Room& room,
                      Room& share, Visit& visit) {
        if (h == kMaxHiddenHands) {
            if (left == 0) visit(share, arrangements);
            return;
        }
        const int most = ((hands >> h) & 1) != 0 ? std::min<int>(left, room[h]) : 0;
        double choose = 1.0;  // left over k
        for (int k = 0; k <= most; ++k) {
            share[h] = static_cast<std::uint8_t>(k);
            split(hands, left - k, h + 1, arrangements * choose, room, share, visit);
            choose = choose * (left - k) / (k + 1);
        }
        share[h] = 0;
    }

    double ways(std::size_t g, const Room& room) {
        if (g == groups_.size()) {
            for (auto rest : room) {
                if (rest != 0) return 0.0;
            }
            return 1.0;
        }
        const auto known = counts_[g].find(room);
        if (known != counts_[g].end()) return known->second;
        double total = 0.0;
        each_share(groups_[g], room, [&](const Room& share, double arrangements) {
            Room rest = room;
            for (int h = 0; h < kMaxHiddenHands; ++h) rest[h] -= share[h];
            total += arrangements * ways(g + 1, rest);
        });
        counts_[g].emplace(room, total);
        return total;
    }

    Room room_;
    std::vector<Group> groups_;
    std::vector<std::map<Room, double>> counts_;
};

}  // namespace kiebitz
