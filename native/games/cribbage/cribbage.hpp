// Cribbage for two to four (thesis of Sturtevant, §3.3.3): one hand, from the discard to the show.
//
// Two play with six cards and lay two away, three and four with five and lay one away; with three a
// card is dealt to the crib. Four play as partners across the table and peg together. A player who
// cannot play says go without a move of its own. The hand ends at once when someone reaches the
// target; `score` is the total on the board, never more than the target.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include "cards/deck52.hpp"
#include "cards/distribute.hpp"
#include "cards/random.hpp"
#include "games/cribbage/counting.hpp"
#include "games/game.hpp"

namespace kiebitz::cribbage {

inline constexpr int kMaxSeats = 4;
inline constexpr int kKept = 4;
inline constexpr int kLimit = 31;
inline constexpr int kSequence =
    13;  // four aces, twos, threes and one four: no more cards fit under 31

struct Rules {
    std::uint8_t players = 2;
    std::uint8_t dealer = 0;
    std::uint8_t target = 121;
    std::array<std::uint8_t, kMaxSeats> start{};  // the board before the hand

    bool operator==(const Rules&) const = default;

    int dealt() const { return players == 2 ? 6 : 5; }
    int laid_away() const { return dealt() - kKept; }
    bool partners() const { return players == 4; }
};

/// What a move changes beyond the place of its card.
struct Course {
    std::array<Card, kSequence> sequence{};  // since the count was last zero, oldest first
    std::array<std::uint8_t, kMaxSeats> totals{};
    std::array<std::uint8_t, kMaxSeats>
        least{};  // a go showed that all values left are this or more
    std::uint8_t in_sequence = 0;
    std::uint8_t total = 0;  // the running count
    std::uint8_t turn = 0;
    bool playing = false;
    bool over = false;

    bool operator==(const Course&) const = default;
};

/// All of a hand that changes.
struct Table : Course {
    std::array<Cards, kMaxSeats> hands{};      // not yet played
    std::array<Cards, kMaxSeats> played{};     // in this hand
    std::array<Cards, kMaxSeats> laid_away{};  // to the crib

    bool operator==(const Table&) const = default;
};

struct View {
    Rules rules;
    Table table;  // only this seat's hand and laid-away cards
    std::array<std::uint8_t, kMaxSeats> sizes{};
    std::array<std::uint8_t, kMaxSeats> laid{};
    std::uint8_t seat = 0;
    Card starter = 0;  // once the play has begun

    bool operator==(const View&) const = default;
    int whose() const { return seat; }
};

class State {
  public:
    using Moves = FixedMoveList<6>;
    using Undo = Course;
    using View = cribbage::View;

    State(const Rules& rules, const std::array<Cards, kMaxSeats>& hands, Cards dealt_to_crib,
          Card starter)
        : rules_(rules), dealt_to_crib_(dealt_to_crib), starter_(starter) {
        table_.hands = hands;
        table_.totals = rules.start;
    }

    static State deal(const Rules& rules, Random& random) {
        std::array<Card, deck52::kCards> pack{};
        for (Card card = 0; card < deck52::kCards; ++card) pack[card] = card;
        // Only the cards that leave the pack need be drawn.
        const int drawn = rules.players * rules.dealt() + 2;
        for (int i = 0; i < drawn; ++i) {
            const auto left = static_cast<std::uint32_t>(deck52::kCards - i);
            std::swap(pack[i], pack[i + static_cast<int>(random.below(left))]);
        }
        std::array<Cards, kMaxSeats> hands{};
        std::size_t next = 0;
        for (int s = 0; s < rules.players; ++s) {
            for (int k = 0; k < rules.dealt(); ++k) hands[s] |= deck52::one(pack[next++]);
        }
        const Cards to_crib = rules.players == 3 ? deck52::one(pack[next++]) : 0;
        return State(rules, hands, to_crib, pack[next]);
    }

    const Rules& rules() const { return rules_; }
    const Table& table() const { return table_; }
    bool is_playing() const { return table_.playing; }
    Card starter() const { return starter_; }
    Cards dealt_to_crib() const { return dealt_to_crib_; }
    Cards crib() const {
        Cards cards = dealt_to_crib_;
        for (const Cards laid : table_.laid_away) cards |= laid;
        return cards;
    }

    int players() const { return rules_.players; }
    int to_move() const { return table_.turn; }
    bool is_over() const { return table_.over; }

    void legal_moves(Moves& moves) const {
        moves.clear();
        if (table_.over) return;
        for (Card card : each_card(legal_cards())) moves.push(card);
    }
    Cards legal_cards() const {
        const Cards mine = table_.hands[table_.turn];
        return table_.playing ? mine & fitting() : mine;
    }
    Move random_move(Random& random) const {
        const Cards cards = legal_cards();
        return nth_card(cards, random.below(static_cast<std::uint32_t>(count(cards))));
    }

    Undo apply(Move move) {
        const Course before = table_;
        const auto card = static_cast<Card>(move);
        if (table_.playing) {
            play(card);
        } else {
            lay_away(card);
        }
        if (table_.over) table_.turn = 0;  // nobody's: equal ends compare equal
        return before;
    }
    void undo(Move move, const Undo& before) {
        const Cards card = deck52::one(static_cast<Card>(move));
        static_cast<Course&>(table_) = before;
        (table_.playing ? table_.played : table_.laid_away)[table_.turn] &= ~card;
        table_.hands[table_.turn] |= card;
    }

    Score score(int seat) const { return table_.totals[seat]; }

    std::uint64_t hash() const {
        std::uint64_t key =
            mix64(starter_ | std::uint64_t{table_.turn} << 8 | std::uint64_t{table_.total} << 16 |
                  std::uint64_t{rules_.dealer} << 24);
        for (int s = 0; s < rules_.players; ++s) {
            key = mix64(key ^ table_.hands[s] ^ std::uint64_t{table_.totals[s]} << 52);
            key = mix64(key ^ table_.played[s]);
            key = mix64(key ^ table_.laid_away[s]);
        }
        for (int i = 0; i < table_.in_sequence; ++i) key = mix64(key ^ (table_.sequence[i] + 1U));
        return key;
    }
    bool operator==(const State&) const = default;

    View view(int seat) const {
        View view;
        view.rules = rules_;
        view.table = table_;
        view.seat = static_cast<std::uint8_t>(seat);
        for (int s = 0; s < rules_.players; ++s) {
            view.sizes[s] = static_cast<std::uint8_t>(count(table_.hands[s]));
            view.laid[s] = static_cast<std::uint8_t>(count(table_.laid_away[s]));
            if (s == seat) continue;
            view.table.hands[s] = 0;
            view.table.laid_away[s] = 0;
        }
        view.starter = table_.playing ? starter_ : 0;
        return view;
    }
    bool is_consistent_with(const View& view) const { return this->view(view.seat) == view; }

    /// Deals the unseen cards anew; a seat that said go gets none of the cards it could have
    /// played.
    static State sample(const View& view, Random& random) {
        const int me = view.seat;
        Cards seen = view.table.hands[me] | view.table.laid_away[me];
        for (const Cards played : view.table.played) seen |= played;
        if (view.table.playing) seen |= deck52::one(view.starter);
        CardDistribution::Room room{};
        int others = 0;
        for (int s = 0; s < view.rules.players; ++s) {
            if (s == me) continue;
            room[s] = view.sizes[s];
            others += room[s];
        }
        const Cards unseen = deck52::kAll & ~seen;
        room[kMaxSeats] = static_cast<std::uint8_t>(count(unseen) - others);
        std::vector<Card> cards;
        std::vector<std::uint8_t> allowed;
        for (Card card : each_card(unseen)) {
            std::uint8_t hands = 1U << kMaxSeats;
            for (int s = 0; s < view.rules.players; ++s) {
                if (s != me && value_of(card) >= view.table.least[s]) {
                    hands |= static_cast<std::uint8_t>(1U << s);
                }
            }
            cards.push_back(card);
            allowed.push_back(hands);
        }
        CardDistribution deal(cards, allowed, room);
        auto hands = deal.sample(random);
        // Whoever is to move has a card that fits. At least one world in fifty or so has it.
        const int mover = view.table.turn;
        const Cards fitting = worth_at_most(kLimit - view.table.total);
        while (view.table.playing && !view.table.over && mover != me &&
               (hands[mover] & fitting) == 0) {
            hands = deal.sample(random);
        }

        // The rest of the pack: starter, crib and the cards that are out.
        std::array<Card, deck52::kCards> rest{};
        std::size_t size = 0;
        for (Card card : each_card(hands[kMaxSeats])) rest[size++] = card;
        random.shuffle(std::span<Card>(rest.data(), size));
        std::size_t next = 0;
        const Card starter = view.table.playing ? view.starter : rest[next++];
        const Cards to_crib = view.rules.players == 3 ? deck52::one(rest[next++]) : 0;
        State world(view.rules, {}, to_crib, starter);
        world.table_ = view.table;
        for (int s = 0; s < view.rules.players; ++s) {
            if (s == me) continue;
            world.table_.hands[s] = hands[s];
            for (int k = 0; k < view.laid[s]; ++k) {
                world.table_.laid_away[s] |= deck52::one(rest[next++]);
            }
        }
        return world;
    }

    struct Parts {
        Rules rules;
        Table table;
        Cards dealt_to_crib = 0;
        Card starter = 0;
    };
    explicit State(const Parts& parts)
        : rules_(parts.rules),
          dealt_to_crib_(parts.dealt_to_crib),
          starter_(parts.starter),
          table_(parts.table) {}
    Parts parts() const { return {rules_, table_, dealt_to_crib_, starter_}; }

  private:
    /// The cards that keep the count within the limit.
    Cards fitting() const { return worth_at_most(kLimit - table_.total); }
    int next_seat(int seat) const { return seat + 1 < rules_.players ? seat + 1 : 0; }

    void peg(int seat, int points) {
        if (points == 0) return;
        advance(seat, points);
        if (rules_.partners()) advance(seat ^ 2, points);
    }

    void advance(int seat, int points) {
        const int sum = std::min(table_.totals[seat] + points, int{rules_.target});
        table_.totals[seat] = static_cast<std::uint8_t>(sum);
        if (sum == rules_.target) table_.over = true;
    }

    void lay_away(Card card) {
        table_.hands[table_.turn] &= ~deck52::one(card);
        table_.laid_away[table_.turn] |= deck52::one(card);
        if (count(table_.hands[table_.turn]) > kKept) return;
        if (++table_.turn < rules_.players) return;
        table_.playing = true;
        table_.turn = static_cast<std::uint8_t>((rules_.dealer + 1) % rules_.players);
        // A jack turned up is two for the dealer.
        if (deck52::rank_of(starter_) == deck52::kJack) peg(rules_.dealer, 2);
    }

    void play(Card card) {
        const int seat = table_.turn;
        table_.hands[seat] &= ~deck52::one(card);
        table_.played[seat] |= deck52::one(card);
        table_.sequence[table_.in_sequence++] = card;
        table_.total = static_cast<std::uint8_t>(table_.total + value_of(card));
        const std::span<const Card> sequence(table_.sequence.data(), table_.in_sequence);
        peg(seat, pegging_points(sequence, table_.total));
        if (table_.over) return;
        if (table_.total < kLimit) {
            const Cards fit = fitting();
            int next = seat;
            for (int i = 1; i <= rules_.players; ++i) {
                next = next_seat(next);
                if ((table_.hands[next] & fit) != 0) {
                    table_.turn = static_cast<std::uint8_t>(next);
                    return;
                }
                if (table_.hands[next] != 0) {
                    const auto least = static_cast<std::uint8_t>(kLimit - table_.total + 1);
                    table_.least[next] = std::max(table_.least[next], least);
                }
            }
        }
        peg(seat, table_.total == kLimit ? 2 : 1);
        table_.total = 0;
        table_.in_sequence = 0;
        table_.sequence = {};
        if (table_.over) return;
        int next = seat;
        for (int i = 1; i <= rules_.players; ++i) {
            next = next_seat(next);
            if (table_.hands[next] != 0) {
                table_.turn = static_cast<std::uint8_t>(next);
                return;
            }
        }
        show();
    }

    /// From the dealer's left, the dealer last, then the crib; the first to the target wins.
    void show() {
        for (int i = 1; i <= rules_.players && !table_.over; ++i) {
            const int seat = (rules_.dealer + i) % rules_.players;
            peg(seat, show_points(table_.played[seat], starter_, false));
        }
        if (!table_.over) peg(rules_.dealer, show_points(crib(), starter_, true));
        table_.over = true;
    }

    Rules rules_;
    Cards dealt_to_crib_ = 0;
    Card starter_ = 0;
    Table table_;
};

static_assert(HiddenGame<State>);

}  // namespace kiebitz::cribbage
