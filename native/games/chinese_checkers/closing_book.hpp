// The single-player game on the small board, solved (thesis §6.4.2, §7.3.1): for every set of six
// holes out of 49, the least number of moves that brings the pegs home when nobody else is there.
//
// C(49, 6) = 13,983,816 positions, a byte each. Moves can be taken back, so a search in breadth
// from the goal gives all distances; it goes level by level so that a caller can show progress.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "games/chinese_checkers/chinese_checkers.hpp"
#include "games/chinese_checkers/star.hpp"

namespace kiebitz::chinese_checkers {

class ClosingBook {
  public:
    static constexpr int kHoles = 49;
    static constexpr int kPegs = 6;
    static constexpr std::uint32_t kPositions = 13983816;
    static constexpr std::uint8_t kUnknown = 255;

    /// An unfinished book: only the goal is known.
    ClosingBook() : moves_(kPositions, kUnknown) {
        lay_out();
        moves_[rank(goal_)] = 0;
        known_ = 1;
    }
    /// A book from its bytes, as `bytes` gave them after any level; it can be gone on with.
    explicit ClosingBook(std::vector<std::uint8_t> moves) : moves_(std::move(moves)) {
        lay_out();
        for (const std::uint8_t entry : moves_) {
            if (entry != kUnknown) level_ = std::max(level_, int{entry});
        }
        known_ = static_cast<std::uint32_t>(
            moves_.size() -
            static_cast<std::size_t>(std::count(moves_.begin(), moves_.end(), kUnknown)));
    }

    const std::vector<std::uint8_t>& bytes() const { return moves_; }
    std::uint32_t known() const { return known_; }
    bool is_complete() const { return known_ == kPositions; }

    /// Adds all positions one move further away than the last level. False when there are none.
    bool add_level() {
        const auto from = static_cast<std::uint8_t>(level_);
        const std::uint32_t before = known_;
        std::array<std::uint8_t, kPegs> pegs{};
        first_combination(pegs);
        for (std::uint32_t index = 0; index < kPositions; ++index) {
            if (moves_[index] == from) extend(pegs, static_cast<std::uint8_t>(from + 1));
            next_combination(pegs);
        }
        ++level_;
        return known_ > before;
    }

    /// For pegs of any seat on the small board.
    int moves_left(const Rules& rules, const Holes& pegs, int seat) const {
        const auto& map = places_[rules.home(seat)];
        std::array<std::uint8_t, kPegs> places{};
        int n = 0;
        pegs.each([&](int hole) { places[n++] = map[hole]; });
        std::sort(places.begin(), places.end());
        return moves_[rank(places)];
    }

  private:
    using Pegs = std::array<std::uint8_t, kPegs>;

    /// The 49 holes of seat 0 (top to bottom) in row order, and for every other home the rotation
    /// that makes its holes look like those.
    void lay_out() {
        const Star& star = Star::of_side(3);
        const Holes own = star.middle() | star.point(0) | star.point(3);
        std::vector<int> holes;
        own.each([&](int hole) { holes.push_back(hole); });
        std::array<int, kMaxHoles> place{};
        place.fill(-1);
        for (std::size_t i = 0; i < holes.size(); ++i) place[holes[i]] = static_cast<int>(i);
        for (int i = 0; i < kHoles; ++i) {
            for (int d = 0; d < kDirections; ++d) {
                const int to = star.next(holes[i], d);
                next_[i][d] = static_cast<std::int8_t>(to < 0 ? -1 : place[to]);
            }
        }
        int n = 0;
        star.point(3).each([&](int hole) { goal_[n++] = static_cast<std::uint8_t>(place[hole]); });
        for (int home = 0; home < kPoints; ++home) {
            places_[home].fill(0);
            for (int hole = 0; hole < star.holes(); ++hole) {
                int turned = hole;
                for (int k = 0; k < home; ++k) turned = turn_left(star, turned);
                if (place[turned] >= 0)
                    places_[home][hole] = static_cast<std::uint8_t>(place[turned]);
            }
        }
    }

    /// One sixth of a turn against the clock: the point to the right of the top comes to the top.
    static int turn_left(const Star& star, int hole) {
        const int up = 2 * star.side() - star.row_of(hole);        // from the middle, upwards
        const int right = star.column_of(hole) - 3 * star.side();  // in half holes
        // Cube coordinates: x to the right, z down.
        const int z = -up;
        const int x = (right - z) / 2;
        const int y = -x - z;
        // Turning by 60 degrees: (x, y, z) -> (-y, -z, -x).
        const int new_x = -y;
        const int new_z = -x;
        return star.hole_at(2 * star.side() + new_z, 3 * star.side() + 2 * new_x + new_z);
    }

    static std::uint32_t choose(int n, int k) {
        static const auto table = [] {
            std::array<std::array<std::uint32_t, kPegs + 1>, kHoles + 1> c{};
            for (int i = 0; i <= kHoles; ++i) {
                c[i][0] = 1;
                for (int j = 1; j <= kPegs; ++j)
                    c[i][j] = i == 0 ? 0 : c[i - 1][j - 1] + c[i - 1][j];
            }
            return c;
        }();
        return table[n][k];
    }
    /// Combinations in colexicographic order.
    static std::uint32_t rank(const Pegs& pegs) {
        std::uint32_t index = 0;
        for (int i = 0; i < kPegs; ++i) index += choose(pegs[i], i + 1);
        return index;
    }
    static void first_combination(Pegs& pegs) {
        for (int i = 0; i < kPegs; ++i) pegs[i] = static_cast<std::uint8_t>(i);
    }
    static void next_combination(Pegs& pegs) {
        int i = 0;
        while (i + 1 < kPegs && pegs[i] + 1 == pegs[i + 1]) ++i;
        ++pegs[i];
        for (int j = 0; j < i; ++j) pegs[j] = static_cast<std::uint8_t>(j);
    }

    void extend(const Pegs& pegs, std::uint8_t moves) {
        std::uint64_t occupied = 0;
        for (const auto peg : pegs) occupied |= std::uint64_t{1} << peg;
        for (int i = 0; i < kPegs; ++i) {
            const int from = pegs[i];
            std::uint64_t reached = 0;
            for (int d = 0; d < kDirections; ++d) {
                const int to = next_[from][d];
                if (to >= 0 && (occupied >> to & 1) == 0) reached |= std::uint64_t{1} << to;
            }
            std::uint64_t landed = 0;
            std::array<int, kHoles> queue{};
            int head = 0;
            int tail = 0;
            queue[tail++] = from;
            while (head < tail) {
                const int at = queue[head++];
                for (int d = 0; d < kDirections; ++d) {
                    const int over = next_[at][d];
                    if (over < 0 || over == from || (occupied >> over & 1) == 0) continue;
                    const int to = next_[over][d];
                    if (to < 0 || ((occupied | landed) >> to & 1) != 0) continue;
                    landed |= std::uint64_t{1} << to;
                    queue[tail++] = to;
                }
            }
            for (std::uint64_t rest = reached | landed; rest != 0; rest &= rest - 1) {
                Pegs after = pegs;
                after[i] = static_cast<std::uint8_t>(std::countr_zero(rest));
                // Only one peg is out of place: let it sink or rise.
                for (int k = i; k > 0 && after[k - 1] > after[k]; --k)
                    std::swap(after[k - 1], after[k]);
                for (int k = i; k + 1 < kPegs && after[k] > after[k + 1]; ++k) {
                    std::swap(after[k], after[k + 1]);
                }
                std::uint8_t& entry = moves_[rank(after)];
                if (entry != kUnknown) continue;
                entry = moves;
                ++known_;
            }
        }
    }

    std::vector<std::uint8_t> moves_;
    std::array<std::array<std::int8_t, kDirections>, kHoles> next_{};
    std::array<std::array<std::uint8_t, kMaxHoles>, kPoints> places_{};
    Pegs goal_{};
    std::uint32_t known_ = 0;
    int level_ = 0;
};

}  // namespace kiebitz::chinese_checkers
