// The cards of cardplay in the order in which they were played, and by whom.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "games/skat/view.hpp"

namespace kiebitz::skat {

/// Small enough to be copied with every View of a playout.
class Plays {
  public:
    static constexpr int kMost = kSeats * kHandSize;

    static Plays of(const View& view) {
        Plays plays;
        Tricks tricks;
        tricks.contract = view.table.tricks.contract;
        tricks.declarer = view.table.tricks.declarer;
        for (std::size_t i = 0; i < view.history.size(); ++i) {
            const Move move = view.history[i];
            if (kind_of(move) != MoveKind::kPlay) continue;
            const auto card = static_cast<Card>(content_of(move));
            plays.add(tricks.to_move(), card);
            tricks.play(card);
        }
        return plays;
    }

    void add(int seat, Card card) {
        assert(size_ < kMost);
        plays_[size_++] = static_cast<std::uint8_t>(card | seat << 5);
    }
    int size() const { return size_; }
    Card card(int i) const { return plays_[static_cast<std::size_t>(i)] & 31; }
    int seat(int i) const { return plays_[static_cast<std::size_t>(i)] >> 5; }
    bool operator==(const Plays&) const = default;

  private:
    std::uint8_t size_ = 0;
    std::array<std::uint8_t, kMost> plays_{};
};

}  // namespace kiebitz::skat
