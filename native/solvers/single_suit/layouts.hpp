// One suit of a Bridge deal: what North and South hold, and how East and West may hold the rest.
//
// Missing cards with no card of North or South between them are alike, so that a layout is only how
// many of each such group West has. That loses nothing against best defence: a declarer who treats
// alike cards differently has a plan that does not and is at least as good (take the cards of a
// group in a fixed order as West shows them, and in the reverse order as East does; over all orders
// the average is no worse, since the defenders then only have fewer ways to play).
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace kiebitz::single_suit {

/// Ranks as a 13-bit mask: bit 0 the two, bit 12 the ace.
using Ranks = std::uint16_t;

constexpr int rank_count = 13;
constexpr Ranks all_ranks = (1U << rank_count) - 1;
/// Seven groups at most: the missing cards alternate with North's and South's.
constexpr std::size_t max_groups = 7;

struct Group {
    Ranks ranks;
    int size;
};

/// How many cards of each group West has, and how likely that is.
struct Layout {
    std::array<std::uint8_t, max_groups> west{};
    double probability = 0.0;
};

class Suit {
  public:
    /// `vacant_west` and `vacant_east` are the places in their hands that may hold the missing
    /// cards: thirteen each if nothing is known of the other suits.
    Suit(Ranks north, Ranks south, int vacant_west = 13, int vacant_east = 13)
        : north_(north), south_(south), vacant_west_(vacant_west), vacant_east_(vacant_east) {
        if (((north | south) & ~all_ranks) != 0 || (north & south) != 0) {
            throw std::invalid_argument("North and South share a card");
        }
        if (vacant_west < 0 || vacant_east < 0 || vacant_west > 13 || vacant_east > 13 ||
            vacant_west + vacant_east < std::popcount(missing())) {
            throw std::invalid_argument("no room for the missing cards in East's and West's hands");
        }
        find_groups();
        find_layouts();
    }

    Ranks north() const { return north_; }
    Ranks south() const { return south_; }
    Ranks missing() const { return static_cast<Ranks>(all_ranks & ~(north_ | south_)); }
    /// Groups of alike missing cards, highest first.
    const std::vector<Group>& groups() const { return groups_; }
    const std::vector<Layout>& layouts() const { return layouts_; }

    /// How many groups are above a rank: 0 for a card that nothing beats. Cards of North and South
    /// are as good as each other if they have the same groups above them.
    std::size_t groups_above(int rank) const {
        std::size_t above = 0;
        while (above < groups_.size() && (groups_[above].ranks >> rank) != 0) ++above;
        return above;
    }

  private:
    void find_groups() {
        bool open = false;
        for (int rank = rank_count - 1; rank >= 0; --rank) {
            const auto card = static_cast<Ranks>(1U << rank);
            if ((missing() & card) == 0) {
                open = false;
            } else if (open) {
                groups_.back().ranks |= card;
                ++groups_.back().size;
            } else {
                groups_.push_back({card, 1});
                open = true;
            }
        }
        assert(groups_.size() <= max_groups);
    }

    void find_layouts() {
        const int missing_count = std::popcount(missing());
        const int vacant = vacant_west_ + vacant_east_;
        Layout layout;
        while (true) {
            int west_count = 0;
            double ways = 1.0;
            for (std::size_t g = 0; g < groups_.size(); ++g) {
                west_count += layout.west[g];
                ways *= choose(groups_[g].size, layout.west[g]);
            }
            layout.probability = ways * choose(vacant - missing_count, vacant_west_ - west_count) /
                                 choose(vacant, vacant_west_);
            if (layout.probability > 0.0) layouts_.push_back(layout);
            std::size_t g = 0;
            while (g < groups_.size() && layout.west[g] == groups_[g].size) layout.west[g++] = 0;
            if (g == groups_.size()) break;
            ++layout.west[g];
        }
    }

    static double choose(int n, int k) {
        if (k < 0 || k > n) return 0.0;
        double result = 1.0;
        for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
        return result;
    }

    Ranks north_, south_;
    int vacant_west_, vacant_east_;
    std::vector<Group> groups_;
    std::vector<Layout> layouts_;
};

}  // namespace kiebitz::single_suit
