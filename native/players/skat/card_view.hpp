// What a seat knows during cardplay, small enough to be made for every card of a playout.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "games/skat/goal.hpp"
#include "games/skat/plays.hpp"
#include "games/skat/view.hpp"
#include "games/skat/worlds.hpp"

namespace kiebitz::players::skat {

using namespace kiebitz::skat;

struct CardView {
    Knowledge known;
    Tricks tricks;
    std::int16_t bid = 0;
    std::array<std::int16_t, kSeats> highest_bid{};
    std::array<Cards, kSeats> led{}, sloughed{};  // as on the table
    Plays plays;

    /// Only during cardplay.
    static CardView of(const View& view) {
        const Table& table = view.table;
        return {Knowledge::of(view), table.tricks,   table.bid,      table.highest_bid,
                table.led,           table.sloughed, Plays::of(view)};
    }

    int seat() const { return known.seat; }
    bool is_declarer() const { return known.seat == tricks.declarer; }
    GameType type() const { return tricks.contract.type; }
    Cards legal() const { return tricks.legal(known.hand); }

    /// What the declarer must reach in a world, and, in the declarer's own view, what is enough
    /// whatever the skat holds.
    Goal goal_in(const World& world) const {
        const auto declarer = static_cast<std::size_t>(tricks.declarer);
        const Cards twelve = world.hands[declarer] | known.played[declarer] | world.skat;
        return goal_to_win(tricks.contract, twelve, bid, tricks);
    }
    Goal hardest_goal() const {
        assert(is_declarer());
        return hardest_goal_to_win(known, tricks, bid);
    }
};

/// Cardplay in one world, in which every seat still sees only what it may see.
class Simulation {
  public:
    Simulation(const CardView& view, const World& world)
        : play_(view.tricks, world.hands, world.skat), public_(view) {}

    bool is_over() const { return play_.is_over(); }
    int to_move() const { return play_.to_move(); }
    const CardPlay& position() const { return play_; }
    int bid() const { return public_.bid; }

    /// What a seat knows here.
    CardView view(int seat) const {
        CardView view = public_;
        Knowledge& known = view.known;
        known.seat = seat;
        known.hand = play_.hands()[static_cast<std::size_t>(seat)];
        known.knows_skat = seat == play_.tricks().declarer && !play_.tricks().contract.hand;
        known.put_away = known.knows_skat ? play_.skat() : 0;
        view.tricks = play_.tricks();
        return view;
    }

    void play(Move move) {
        const auto card = static_cast<Card>(move);
        const Tricks& tricks = play_.tricks();
        const auto seat = static_cast<std::size_t>(play_.to_move());
        Knowledge& known = public_.known;
        if (tricks.size == 0) {
            public_.led[seat] |= bit(card);
        } else {
            const Cards following = tricks.order().followers[tricks.cards[0]];
            if (!contains(following, card)) {
                known.impossible[seat] |= following;
                if (!contains(tricks.order().trumps, card)) public_.sloughed[seat] |= bit(card);
            }
        }
        known.played[seat] |= bit(card);
        known.shown &= ~bit(card);
        public_.plays.add(static_cast<int>(seat), card);
        play_.apply(card);
    }

    /// Of a simulation that is over.
    Result result() const {
        const Tricks& tricks = play_.tricks();
        const Outcome outcome{play_.score(tricks.declarer), tricks.points[1], tricks.tricks[0],
                              tricks.tricks[1]};
        return evaluate(tricks.contract, twelve(), public_.bid, outcome);
    }

    /// The declarer's twelve cards, from which matadors are counted.
    Cards twelve() const {
        const auto declarer = static_cast<std::size_t>(play_.tricks().declarer);
        return play_.hands()[declarer] | public_.known.played[declarer] | play_.skat();
    }

  private:
    CardPlay play_;
    CardView public_;  // only what everybody knows is used of it
};

}  // namespace kiebitz::players::skat
