// A whole game of Skat, from the deal to the score.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <span>

#include "cards/random.hpp"
#include "games/skat/goal.hpp"
#include "games/skat/view.hpp"
#include "games/skat/worlds.hpp"

namespace kiebitz::skat {

struct Deal {
    std::array<Cards, kSeats> hands{};
    Cards skat = 0;

    bool operator==(const Deal&) const = default;

    bool is_valid() const {
        Cards all = skat;
        for (Cards hand : hands) {
            if (count(hand) != kHandSize) return false;
            all |= hand;
        }
        return count(skat) == kSkatSize && all == kDeck;
    }

    static Deal random(std::uint64_t seed) {
        std::array<Card, kDeckSize> cards;
        for (Card card = 0; card < kDeckSize; ++card) cards[card] = card;
        Random generator(seed);
        generator.shuffle(std::span<Card>(cards));
        Deal deal;
        for (int i = 0; i < kDeckSize; ++i) {
            (i < kSeats * kHandSize ? deal.hands[i / kHandSize] : deal.skat) |= bit(cards[i]);
        }
        return deal;
    }
};

class State {
  public:
    using Moves = skat::Moves;
    using View = skat::View;
    using Undo = Table;

    explicit State(const Deal& deal) : deal_(deal), hands_(deal.hands), skat_(deal.skat) {
        assert(deal.is_valid());
    }

    bool operator==(const State&) const = default;

    const Deal& deal() const { return deal_; }
    const Table& table() const { return table_; }
    const History& history() const { return history_; }
    const std::array<Cards, kSeats>& hands() const { return hands_; }

    /// The two cards that lie aside: the skat, later the discard; none while the declarer holds
    /// twelve.
    Cards skat() const { return skat_; }

    int players() const { return kSeats; }
    int to_move() const { return table_.to_move(); }
    bool is_over() const { return table_.is_over(); }
    void legal_moves(Moves& moves) const { list_moves(table_, hands_[to_move()], moves); }

    Undo apply(Move move) {
        const Undo before = table_;
        history_.push(move);
        switch (kind_of(move)) {
            case MoveKind::kPickUp:
                hands_[table_.declarer] |= skat_;
                skat_ = 0;
                break;
            case MoveKind::kDiscard:
                skat_ = discarded(move);
                hands_[table_.declarer] &= ~skat_;
                break;
            case MoveKind::kPlay:
                assert(contains(hands_[to_move()], static_cast<Card>(content_of(move))));
                hands_[to_move()] &= ~bit(static_cast<Card>(content_of(move)));
                break;
            default:
                break;
        }
        table_.step(move);
        if (lays_open(table_, move)) table_.shown = hands_[table_.declarer];
        return before;
    }

    void undo(Move move, const Undo& before) {
        table_ = before;
        history_.pop();
        switch (kind_of(move)) {
            case MoveKind::kPickUp:
                skat_ = deal_.skat;
                hands_[table_.declarer] &= ~skat_;
                break;
            case MoveKind::kDiscard:
                hands_[table_.declarer] |= skat_;
                skat_ = 0;
                break;
            case MoveKind::kPlay:
                hands_[to_move()] |= bit(static_cast<Card>(content_of(move)));
                break;
            default:
                break;
        }
    }

    /// The result of a declared game that is over.
    Result result() const {
        assert(is_over() && table_.declared);
        const Tricks& tricks = table_.tricks;
        Outcome outcome;
        outcome.points = tricks.points[0] + points_in(put_away());
        outcome.defender_points = tricks.points[1];
        outcome.declarer_tricks = tricks.tricks[0];
        outcome.defender_tricks = tricks.tricks[1];
        outcome.forfeited = table_.declarer_forfeits();
        if (table_.defenders_forfeit() && tricks.contract.type != GameType::kNull) {
            outcome.points = kTotalPoints - tricks.points[1];
            outcome.declarer_tricks = kHandSize - tricks.tricks[1];
        }
        return evaluate(tricks.contract, twelve(), table_.bid, outcome);
    }

    /// What the declarer must reach to win. Only of a declared game.
    Goal goal() const {
        return goal_to_win(table_.tricks.contract, twelve(), table_.bid, table_.tricks);
    }

    /// Seeger-Fabian points; nobody gets any while the game goes on, when all passed, or when it
    /// ended before a declaration.
    Score score(int seat) const {
        if (!is_over() || !table_.declared) return 0;
        return seeger_fabian(table_.declarer, result())[static_cast<std::size_t>(seat)];
    }

    std::uint64_t hash() const {
        std::uint64_t h = derive_seed(deal_.hands[0], deal_.hands[1], deal_.hands[2], deal_.skat);
        for (std::size_t i = 0; i < history_.size(); ++i) h = mix64(h ^ history_[i]);
        return h;
    }

    View view(int seat) const {
        View view;
        view.seat = seat;
        view.table = table_;
        view.history = history_;
        view.dealt = deal_.hands[static_cast<std::size_t>(seat)];
        const bool picked_up = table_.picked_up && table_.declarer == seat;
        if (picked_up) {
            view.skat = deal_.skat;
            view.discard = skat_;
        } else {
            for (std::size_t i = 0; i < history_.size(); ++i) {
                if (kind_of(history_[i]) == MoveKind::kDiscard) {
                    view.history.replace(i, kHiddenDiscard);
                }
            }
        }
        return view;
    }

    bool is_consistent_with(const View& view) const { return this->view(view.seat) == view; }

    /// A state in which the View's history happened, drawn uniformly from all of them. The View
    /// must leave at least one world possible.
    static State sample(const View& view, Random& random) {
        return from_world(view, Worlds(view).sample(random), random);
    }

    /// The state in which the cards lie as in this world. Which two of a stranger's twelve cards
    /// came from the skat is drawn by chance.
    static State from_world(const View& view, const World& world, Random& random);

    /// The cards at the start of cardplay that belong to the declarer: hand and skat.
    Cards twelve() const {
        return deal_.hands[static_cast<std::size_t>(table_.declarer)] | deal_.skat;
    }

    /// Cardplay alone, with open cards. Only during cardplay.
    CardPlay card_play() const { return CardPlay(table_.tricks, hands_, skat_); }

  private:
    // The two cards that count for the declarer; before the discard, what lay there at the deal.
    Cards put_away() const { return table_.picked_up && skat_ == 0 ? deal_.skat : skat_; }

    Deal deal_;
    Table table_;
    History history_;
    std::array<Cards, kSeats> hands_;
    Cards skat_;
};

inline State State::from_world(const View& view, const World& world, Random& random) {
    const Table& table = view.table;
    Deal deal;
    for (int seat = 0; seat < kSeats; ++seat) {
        deal.hands[seat] = world.hands[seat] | table.played[seat];
    }
    deal.skat = world.skat;
    if (view.skat != 0) {
        deal.hands[view.seat] = view.dealt;
        deal.skat = view.skat;
    } else if (view.history.contains(kHiddenDiscard)) {
        // A stranger discarded world.skat out of twelve cards; any two of them were the skat.
        const Cards twelve = deal.hands[table.declarer] | world.skat;
        deal.skat = worlds_detail::random_subset(twelve, kSkatSize, random);
        deal.hands[table.declarer] = twelve & ~deal.skat;
    }
    State state(deal);
    for (std::size_t i = 0; i < view.history.size(); ++i) {
        Move move = view.history[i];
        if (move == kHiddenDiscard) {
            const Card low = lowest(world.skat);
            move = discard_move(low, highest(world.skat));
        }
        state.apply(move);
    }
    return state;
}

static_assert(Game<CardPlay>);
static_assert(HiddenGame<State>);

}  // namespace kiebitz::skat
