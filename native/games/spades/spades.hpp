// Spades for three (thesis of Sturtevant, §3.3.2): 17 tricks, spades are trump, the two of clubs
// stays out. One hand: the bids, if there are any, then the play.
//
// A made bid scores 10 a trick bid and one for each over-trick; every tenth over-trick that a
// player collects over the hands costs 100. A missed bid costs 10 a trick bid. Without bidding a
// trick is a point, as in the experiments of §7.5.2.
#pragma once

#include <array>
#include <cstdint>

#include "cards/deck52.hpp"
#include "cards/random.hpp"
#include "games/game.hpp"
#include "games/tricks/hidden_hands.hpp"
#include "games/tricks/trick_play.hpp"

namespace kiebitz::spades {

using deck52::Cards;
using tricks::TrickPlay;

inline constexpr int kSeats = 3;
inline constexpr int kTricks = 17;
inline constexpr int kOverTricksAPenalty = 10;
inline constexpr Card kTwoOfClubs = deck52::card(deck52::kClubs, deck52::kTwo);
inline constexpr Cards kPack = deck52::kAll & ~deck52::one(kTwoOfClubs);
inline constexpr std::uint8_t kNoBid = 255;

struct Rules {
    bool bidding = true;
    bool bids_may_not_fit = false;       // the last bid must not bring the sum to 17
    bool spades_must_be_broken = false;  // no spade led before one was played, unless nothing else
    std::array<std::uint8_t, kSeats> over_tricks{};  // collected in earlier hands, 0 to 9

    bool operator==(const Rules&) const = default;
};

struct View {
    Rules rules;
    tricks::SeenPlay play;
    Cards gone = 0;
    std::array<std::uint8_t, kSeats> bids{};
    bool broken = false;

    bool operator==(const View&) const = default;
    int whose() const { return play.seat; }
};

class State {
  public:
    /// Moves are cards; a bid of n is kBid + n.
    static constexpr Move kBid = 64;
    using Moves = FixedMoveList<kTricks + 1>;
    using View = spades::View;
    struct Undo {
        TrickPlay::Undo play;
        bool broken;
    };

    State(const Rules& rules, const std::array<Cards, tricks::kMaxSeats>& hands) : rules_(rules) {
        play_.seats = kSeats;
        play_.trump = deck52::kSpades;
        play_.hands = hands;
        bids_.fill(rules.bidding ? kNoBid : 0);
        broken_ = !rules.spades_must_be_broken;
    }

    static State deal(const Rules& rules, Random& random) {
        std::array<Card, kSeats * kTricks> pack{};
        std::size_t size = 0;
        for (Card card : each_card(kPack)) pack[size++] = card;
        random.shuffle(std::span<Card>(pack));
        std::array<Cards, tricks::kMaxSeats> hands{};
        for (std::size_t i = 0; i < size; ++i) hands[i % kSeats] |= deck52::one(pack[i]);
        return State(rules, hands);
    }

    const Rules& rules() const { return rules_; }
    const TrickPlay& play() const { return play_; }
    int bid(int seat) const { return bids_[seat] == kNoBid ? -1 : bids_[seat]; }
    bool is_bidding() const { return bids_[kSeats - 1] == kNoBid; }
    bool spades_are_broken() const { return broken_; }

    int players() const { return kSeats; }
    int to_move() const {
        for (int s = 0; s < kSeats; ++s) {
            if (bids_[s] == kNoBid) return s;
        }
        return play_.seat();
    }
    bool is_over() const { return !is_bidding() && play_.is_done(); }
    /// Completed tricks: the unit of whole-trick deepening. Every bid before is a stage of its own.
    int stage() const { return is_bidding() ? to_move() - kSeats : play_.completed; }

    Cards legal_cards() const {
        const Cards cards = play_.following();
        if (play_.on_table > 0 || broken_) return cards;
        const Cards plain = cards & ~deck52::suit_cards(deck52::kSpades);
        return plain != 0 ? plain : cards;
    }

    void legal_moves(Moves& moves) const {
        moves.clear();
        if (is_over()) return;
        if (!is_bidding()) {
            for (Card card : each_card(legal_cards())) moves.push(card);
            return;
        }
        const int sum = (bids_[0] == kNoBid ? 0 : bids_[0]) + (bids_[1] == kNoBid ? 0 : bids_[1]);
        for (int n = 0; n <= kTricks; ++n) {
            const bool fits = to_move() == kSeats - 1 && sum + n == kTricks;
            if (!(rules_.bids_may_not_fit && fits)) moves.push(kBid + static_cast<Move>(n));
        }
    }

    /// Keeps one of cards that cannot make a difference to each other.
    void drop_alike(Moves& moves) const {
        if (!is_bidding()) tricks::keep(play_.one_of_each(legal_cards(), 0), moves);
    }

    Undo apply(Move move) {
        Undo undo{{}, broken_};
        if (move >= kBid) {
            bids_[to_move()] = static_cast<std::uint8_t>(move - kBid);
            return undo;
        }
        const auto card = static_cast<Card>(move);
        const int seat = play_.seat();
        const bool is_spade = deck52::suit_of(card) == deck52::kSpades;
        const bool shows_only_spades = is_spade && play_.on_table == 0 && !broken_;
        play_.play(card, undo.play);
        if (shows_only_spades) play_.voids |= static_cast<std::uint16_t>(0b0111U << (4 * seat));
        if (is_spade) broken_ = true;
        return undo;
    }

    void undo(Move move, const Undo& undo) {
        broken_ = undo.broken;
        if (move < kBid) {
            play_.undo(static_cast<Card>(move), undo.play);
            return;
        }
        int seat = kSeats - 1;
        while (bids_[seat] == kNoBid) --seat;
        bids_[seat] = kNoBid;
    }

    /// Over-tricks that a made bid leaves.
    int over_tricks(int seat) const {
        return play_.tricks[seat] >= bids_[seat] ? play_.tricks[seat] - bids_[seat] : 0;
    }

    Score score(int seat) const {
        if (!rules_.bidding) return play_.tricks[seat];
        if (is_bidding()) return 0;
        const int bid = bids_[seat];
        if (play_.tricks[seat] < bid) return is_over() ? -10 * bid : 0;
        const int over = over_tricks(seat);
        const int penalties = (rules_.over_tricks[seat] + over) / kOverTricksAPenalty;
        return 10 * bid + over - 100 * penalties;
    }

    /// For the history heuristic (thesis §6.3): the card that wins so far, and the card played.
    std::size_t history_slot(Move move) const { return play_.history_slot(move); }

    std::uint64_t hash() const {
        std::uint64_t rest = broken_ ? 1 : 0;
        for (int s = 0; s < kSeats; ++s) rest = (rest << 8 | bids_[s]) << 5 | play_.tricks[s];
        return mix64(play_.hash() ^ rest);
    }
    bool operator==(const State&) const = default;

    View view(int seat) const {
        View view;
        view.rules = rules_;
        view.play = tricks::seen_by(play_, seat);
        view.gone = kPack & ~play_.unplayed() & ~play_.table_cards();
        view.bids = bids_;
        view.broken = broken_;
        return view;
    }
    bool is_consistent_with(const View& view) const { return this->view(view.play.seat) == view; }

    static State sample(const View& view, Random& random) {
        State world(view.rules, {});
        const auto& table = view.play.table;
        const Cards unseen =
            kPack & ~view.gone & ~table.hands[view.play.seat] & ~table.table_cards();
        tricks::deal_unseen(view.play, unseen, {}, {}, 0, random, world.play_);
        world.bids_ = view.bids;
        world.broken_ = view.broken;
        return world;
    }

    struct Parts {
        Rules rules;
        TrickPlay play;
        std::array<std::uint8_t, kSeats> bids{};
        bool broken = false;
    };
    explicit State(const Parts& parts)
        : rules_(parts.rules), play_(parts.play), bids_(parts.bids), broken_(parts.broken) {}
    Parts parts() const { return {rules_, play_, bids_, broken_}; }

  private:
    Rules rules_;
    TrickPlay play_;
    std::array<std::uint8_t, kSeats> bids_{};
    bool broken_ = false;
};

static_assert(HiddenGame<State>);

}  // namespace kiebitz::spades
