// Hearts for three and four (thesis of Sturtevant, §3.3.1): one hand, from the deal to its score.
//
// Every heart taken costs a point and the queen of spades 13. With three players one card stays
// out, seen by all: the two of diamonds, or whichever the rules name. Cards are passed one at a
// time, seat after seat; they change hands when all have chosen. `score` is minus the points, so
// that more is better.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "cards/deck52.hpp"
#include "cards/random.hpp"
#include "games/game.hpp"
#include "games/tricks/hidden_hands.hpp"
#include "games/tricks/trick_play.hpp"

namespace kiebitz::hearts {

using deck52::Cards;
using tricks::kMaxSeats;
using tricks::TrickPlay;

inline constexpr Card kQueenOfSpades = deck52::card(deck52::kSpades, deck52::kQueen);
inline constexpr Card kJackOfDiamonds = deck52::card(deck52::kDiamonds, deck52::kJack);
inline constexpr Card kTwoOfClubs = deck52::card(deck52::kClubs, deck52::kTwo);
inline constexpr Card kTwoOfDiamonds = deck52::card(deck52::kDiamonds, deck52::kTwo);
inline constexpr Cards kHeartCards = deck52::suit_cards(deck52::kHearts);
inline constexpr Cards kPointCards = kHeartCards | deck52::one(kQueenOfSpades);
inline constexpr int kAllPoints = 26;
inline constexpr int kPassed = 3;

constexpr int points_of(Cards cards) {
    return count(cards & kHeartCards) + ((cards & deck52::one(kQueenOfSpades)) != 0 ? 13 : 0);
}

enum class Pass : std::uint8_t { hold, left, right, across };
enum class Moon : std::uint8_t { none, others_pay, shooter_gains };

struct Rules {
    std::uint8_t players = 4;
    Pass pass = Pass::hold;
    Moon moon = Moon::others_pay;
    bool two_of_clubs_leads = true;
    bool no_points_on_first_trick = true;
    bool hearts_must_be_broken = true;
    bool queen_breaks_hearts = false;
    bool no_trick_bonus = false;          // -5 points for a hand without a trick
    bool jack_of_diamonds_bonus = false;  // -10 points for the jack of diamonds
    Card left_out = kTwoOfDiamonds;       // of the pack for three; kAnyCard: another in each deal

    bool operator==(const Rules&) const = default;

    static constexpr Card kAnyCard = deck52::kCards;

    Cards out() const { return players == 3 ? deck52::one(left_out) : 0; }
    Cards deck() const { return deck52::kAll & ~out(); }
    /// What there is to take: less than 26 if a card that counts was left out.
    int all_points() const { return kAllPoints - points_of(out()); }
    int receiver(int seat) const {
        switch (pass) {
            case Pass::left:
                return (seat + 1) % players;
            case Pass::right:
                return (seat + players - 1) % players;
            case Pass::across:
                return (seat + players / 2) % players;
            case Pass::hold:
                break;
        }
        return seat;
    }
};

/// What one seat knows: its own cards, what it passed on and that is not yet played, and the table.
struct View {
    Rules rules;
    tricks::SeenPlay play;
    Cards gone = 0;           // played in completed tricks, and the card that is not in the pack
    Cards passed = 0;         // by this seat
    std::uint8_t chosen = 0;  // cards that all seats together have chosen to pass, while passing
    bool passing = false;
    bool broken = false;
    std::array<std::uint8_t, kMaxSeats> points{};
    std::uint8_t jack_taker = kMaxSeats;

    bool operator==(const View&) const = default;
    int whose() const { return play.seat; }
};

class State {
  public:
    using Moves = FixedMoveList<18>;
    using View = hearts::View;
    struct Undo {
        TrickPlay::Undo play;
        std::int32_t points;      // added to the winner of the trick
        std::int32_t jack_taker;  // before
        bool broken;              // before
        bool exchanged;           // the move completed the passing
    };

    State(const Rules& rules, const std::array<Cards, kMaxSeats>& hands) : rules_(rules) {
        play_.seats = rules.players;
        play_.hands = hands;
        passing_ = rules.pass != Pass::hold;
        broken_ = !rules.hearts_must_be_broken;
        if (!passing_) open_play();
    }

    /// A shuffled hand.
    static State deal(Rules rules, Random& random) {
        if (rules.left_out == Rules::kAnyCard) {
            rules.left_out = static_cast<Card>(random.below(deck52::kCards));
        }
        std::array<Card, deck52::kCards> pack{};
        std::size_t size = 0;
        for (Card card : each_card(rules.deck())) pack[size++] = card;
        random.shuffle(std::span<Card>(pack.data(), size));
        std::array<Cards, kMaxSeats> hands{};
        for (std::size_t i = 0; i < size;) {
            for (int s = 0; s < rules.players; ++s) hands[s] |= deck52::one(pack[i++]);
        }
        return State(rules, hands);
    }

    const Rules& rules() const { return rules_; }
    const TrickPlay& play() const { return play_; }
    bool is_passing() const { return passing_; }
    bool hearts_are_broken() const { return broken_; }
    Cards passed(int seat) const { return passed_[seat]; }
    int points_taken(int seat) const { return points_[seat]; }
    int jack_taker() const { return jack_taker_; }

    int players() const { return rules_.players; }
    int to_move() const { return passing_ ? passer_ : play_.seat(); }
    bool is_over() const { return !passing_ && play_.is_done(); }
    /// Completed tricks: the unit of whole-trick deepening. Every card passed on before is a stage
    /// of its own.
    int stage() const {
        if (!passing_) return play_.completed;
        return count(passed_[passer_]) - kPassed * (rules_.players - passer_);
    }

    Cards legal_cards() const {
        if (passing_) return play_.hands[to_move()];
        const Cards mine = play_.hand();
        const bool first_trick = play_.completed == 0;
        if (play_.on_table == 0) {
            if (first_trick && rules_.two_of_clubs_leads) return deck52::one(kTwoOfClubs);
            const Cards plain = mine & ~kHeartCards;
            return broken_ || plain == 0 ? mine : plain;
        }
        const Cards cards = play_.following();
        const bool follows = (cards & deck52::suit_cards(deck52::suit_of(play_.table[0]))) != 0;
        if (first_trick && rules_.no_points_on_first_trick && !follows) {
            const Cards harmless = cards & ~kPointCards;
            if (harmless != 0) return harmless;
        }
        return cards;
    }

    void legal_moves(Moves& moves) const {
        moves.clear();
        if (is_over()) return;
        for (Card card : each_card(legal_cards())) moves.push(card);
    }

    /// Keeps one of cards that cannot make a difference to each other.
    void drop_alike(Moves& moves) const {
        if (passing_) return;
        Cards apart = deck52::one(kQueenOfSpades);
        if (rules_.jack_of_diamonds_bonus) apart |= deck52::one(kJackOfDiamonds);
        tricks::keep(play_.one_of_each(legal_cards(), apart), moves);
    }

    Move random_move(Random& random) const {
        const Cards cards = legal_cards();
        return nth_card(cards, random.below(static_cast<std::uint32_t>(count(cards))));
    }

    Undo apply(Move move) {
        const auto card = static_cast<Card>(move);
        return passing_ ? choose_to_pass(card) : play_card(card);
    }

    void undo(Move move, const Undo& undo) {
        const auto card = static_cast<Card>(move);
        broken_ = undo.broken;
        jack_taker_ = static_cast<std::uint8_t>(undo.jack_taker);
        if (undo.exchanged) {
            for (int s = 0; s < rules_.players; ++s) play_.hands[rules_.receiver(s)] &= ~passed_[s];
            play_.leader = undo.play.leader;
            passing_ = true;
            passer_ = static_cast<std::uint8_t>(rules_.players - 1);
        }
        if (passing_) {
            // Who has chosen nothing yet: the card was the last one of the seat before.
            if (passed_[passer_] == 0) --passer_;
            passed_[passer_] &= ~deck52::one(card);
            play_.hands[passer_] |= deck52::one(card);
            return;
        }
        if (undo.play.winner != kMaxSeats)
            points_[undo.play.winner] -= static_cast<std::uint8_t>(undo.points);
        play_.undo(card, undo.play);
    }

    /// The points of the hand as they would be written down now (lower is better).
    int points(int seat) const {
        const bool jack = rules_.jack_of_diamonds_bonus && jack_taker_ == seat;
        int total = points_[seat] - (jack ? 10 : 0);
        if (!is_over()) return total;
        int shooter = kMaxSeats;
        if (rules_.moon != Moon::none) {
            for (int s = 0; s < rules_.players; ++s) {
                if (points_[s] == rules_.all_points()) shooter = s;
            }
        }
        if (shooter != kMaxSeats) {
            if (rules_.moon == Moon::others_pay) total = seat == shooter ? 0 : kAllPoints;
            if (rules_.moon == Moon::shooter_gains) total = seat == shooter ? -kAllPoints : 0;
            if (jack) total -= 10;
        } else if (rules_.no_trick_bonus && play_.tricks[seat] == 0) {
            total -= 5;
        }
        return total;
    }
    Score score(int seat) const { return -points(seat); }
    template <class Sums>
    void add_scores(Sums& sums) const {
        if (is_over() || rules_.jack_of_diamonds_bonus) {
            for (int s = 0; s < rules_.players; ++s) sums[s] += score(s);
        } else {
            for (int s = 0; s < kMaxSeats; ++s) sums[s] -= points_[s];
        }
    }

    /// For the history heuristic (thesis §6.3): the card that wins so far, and the card played.
    std::size_t history_slot(Move move) const { return play_.history_slot(move); }

    std::uint64_t hash() const {
        std::uint64_t key = play_.hash();
        std::uint64_t rest = passing_ ? 1 : 0;
        for (int s = 0; s < rules_.players; ++s) {
            rest = rest << 6 | points_[s];
            if (rules_.no_trick_bonus) rest = rest << 1 | (play_.tricks[s] != 0 ? 1U : 0U);
            if (passing_) key = mix64(key ^ passed_[s]);
        }
        rest = rest << 4 | jack_taker_;
        return mix64(key ^ (rest << 1 | (broken_ ? 1U : 0U)));
    }
    bool operator==(const State&) const = default;

    View view(int seat) const {
        View view;
        view.rules = rules_;
        view.play = tricks::seen_by(play_, seat);
        view.gone = deck52::kAll & ~play_.unplayed() & ~play_.table_cards();
        view.passed = passed_[seat];
        if (passing_) {
            for (int s = 0; s < rules_.players; ++s) {
                view.gone &= ~passed_[s];
                view.chosen = static_cast<std::uint8_t>(view.chosen + count(passed_[s]));
            }
        }
        view.passing = passing_;
        view.broken = broken_;
        view.points = points_;
        view.jack_taker = jack_taker_;
        return view;
    }
    bool is_consistent_with(const View& view) const { return this->view(view.play.seat) == view; }

    /// A world that this seat cannot tell from the real one: shown voids, cards it passed on, and
    /// the holder of the two of clubs are kept. Cards others chose to pass are any of theirs.
    static State sample(const View& view, Random& random) {
        State world(view.rules, {});
        const auto& seen = view.play;
        const int me = seen.seat;
        std::array<Cards, kMaxSeats> known{};
        std::array<Cards, kMaxSeats> barred{};
        Cards unseen =
            view.rules.deck() & ~view.gone & ~seen.table.hands[me] & ~seen.table.table_cards();
        tricks::SeenPlay room = seen;
        if (view.passing) {
            unseen &= ~view.passed;
            int left = view.chosen;
            for (int s = 0; s < view.rules.players; ++s) {
                const int chosen = std::min(left, kPassed);
                left -= chosen;
                // Chosen cards are dealt with the hand and taken out below.
                if (s != me) room.sizes[s] = static_cast<std::uint8_t>(room.sizes[s] + chosen);
            }
        } else {
            if (view.rules.pass != Pass::hold) {
                known[view.rules.receiver(me)] = view.passed & unseen;
            }
            if (view.rules.two_of_clubs_leads && (unseen & deck52::one(kTwoOfClubs)) != 0) {
                known[seen.table.leader] |= deck52::one(kTwoOfClubs);
            }
        }
        tricks::deal_unseen(room, unseen, known, barred, 0, random, world.play_);
        world.passed_ = {};
        world.passed_[me] = view.passed;
        if (view.passing) {
            for (int s = 0; s < view.rules.players; ++s) {
                if (s == me) continue;
                while (count(world.play_.hands[s]) > seen.sizes[s]) {
                    Cards rest = world.play_.hands[s];
                    for (auto skip = random.below(static_cast<std::uint32_t>(count(rest)));
                         skip > 0; --skip) {
                        rest &= rest - 1;
                    }
                    world.passed_[s] |= deck52::one(lowest(rest));
                    world.play_.hands[s] &= ~deck52::one(lowest(rest));
                }
            }
        }
        world.passing_ = view.passing;
        world.broken_ = view.broken;
        world.points_ = view.points;
        world.jack_taker_ = view.jack_taker;
        world.find_passer();
        return world;
    }

    /// For reading a position back from its text; the text checks what it passes on.
    struct Parts {
        Rules rules;
        TrickPlay play;
        std::array<Cards, kMaxSeats> passed{};
        std::array<std::uint8_t, kMaxSeats> points{};
        std::uint8_t jack_taker = kMaxSeats;
        bool passing = false;
        bool broken = false;
    };
    explicit State(const Parts& parts)
        : rules_(parts.rules),
          play_(parts.play),
          passed_(parts.passed),
          points_(parts.points),
          jack_taker_(parts.jack_taker),
          passing_(parts.passing),
          broken_(parts.broken) {
        find_passer();
    }
    Parts parts() const {
        return {rules_, play_, passed_, points_, jack_taker_, passing_, broken_};
    }

  private:
    Undo choose_to_pass(Card card) {
        Undo undo{{}, 0, jack_taker_, broken_, false};
        play_.hands[passer_] &= ~deck52::one(card);
        passed_[passer_] |= deck52::one(card);
        if (count(passed_[passer_]) == kPassed && ++passer_ == rules_.players) {
            undo.play.leader = play_.leader;
            undo.exchanged = true;
            exchange();
        }
        return undo;
    }
    void exchange() {
        for (int s = 0; s < rules_.players; ++s) {
            play_.hands[rules_.receiver(s)] |= passed_[s];
        }
        passing_ = false;
        passer_ = 0;
        open_play();
    }

    Undo play_card(Card card) {
        Undo undo{{}, 0, jack_taker_, broken_, false};
        const int seat = play_.seat();
        const bool leads = play_.on_table == 0;
        const bool is_heart = deck52::suit_of(card) == deck52::kHearts;
        // The table is empty after the trick's last card.
        const bool completes = play_.on_table + 1 == play_.seats;
        const Cards trick = completes ? play_.table_cards() | deck52::one(card) : 0;
        const bool shows_only_hearts = leads && is_heart && !broken_;
        play_.play(card, undo.play);
        if (shows_only_hearts) {
            play_.voids |= static_cast<std::uint16_t>(0b1011U << (4 * seat));
        }
        const bool breaks = rules_.queen_breaks_hearts && card == kQueenOfSpades;
        broken_ = (broken_ | is_heart | breaks) != 0;
        if (undo.play.winner != kMaxSeats) {
            undo.points = points_of(trick);
            points_[undo.play.winner] += static_cast<std::uint8_t>(undo.points);
            if ((trick & deck52::one(kJackOfDiamonds)) != 0)
                jack_taker_ = static_cast<std::uint8_t>(undo.play.winner);
        }
        return undo;
    }

    void find_passer() {
        passer_ = 0;
        if (!passing_) return;
        while (passer_ + 1 < rules_.players && count(passed_[passer_]) == kPassed) ++passer_;
    }

    /// Decides who leads to the first trick, once the hands are final.
    void open_play() {
        play_.leader = 0;
        if (!rules_.two_of_clubs_leads) return;
        for (int s = 0; s < rules_.players; ++s) {
            if ((play_.hands[s] & deck52::one(kTwoOfClubs)) != 0) {
                play_.leader = static_cast<std::uint8_t>(s);
            }
        }
    }

    Rules rules_;
    TrickPlay play_;
    std::array<Cards, kMaxSeats> passed_{};
    std::array<std::uint8_t, kMaxSeats> points_{};
    std::uint8_t jack_taker_ = kMaxSeats;
    std::uint8_t passer_ = 0;  // who chooses a card to pass; 0 when that is over
    bool passing_ = false;
    bool broken_ = false;
};

static_assert(HiddenGame<State>);

}  // namespace kiebitz::hearts
