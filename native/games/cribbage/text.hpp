// Cribbage as text: `RULES START TOTALS TURN STARTER CRIB LAID HANDS PLAYED SEQUENCE LEAST`.
//
//   rules     players, dealer, target: `3,0,121`
//   start     the board before the hand; totals: the board now
//   crib      the card dealt to the crib (three players), or `-`
//   laid      what each seat laid away; hands and played: as hands
//   sequence  the cards that make the running count, oldest first, or `-`
//   least     the least value that a go left possible, or 0
#pragma once

#include <string>
#include <string_view>

#include "games/cribbage/cribbage.hpp"
#include "games/tricks/trick_text.hpp"

namespace kiebitz::cribbage {

inline std::string sequence_text(const Table& table) {
    std::string text;
    for (int i = 0; i < table.in_sequence; ++i) {
        text += std::string(i > 0 ? "." : "") + deck52::card_text(table.sequence[i]);
    }
    return text.empty() ? "-" : text;
}

inline std::string text_of(const State& state) {
    const auto parts = state.parts();
    const auto& table = parts.table;
    const int n = parts.rules.players;
    std::string text = std::to_string(n) + ',' + std::to_string(parts.rules.dealer) + ',' +
                       std::to_string(parts.rules.target);
    text += ' ' + text::join(parts.rules.start, n) + ' ' + text::join(table.totals, n) + ' ';
    text += table.over ? "-" : std::to_string(table.turn);
    text += ' ' + deck52::card_text(parts.starter) + ' ' + deck52::cards_text(parts.dealt_to_crib);
    text += ' ' + tricks::hands_text(std::span(table.laid_away).first(n));
    text += ' ' + tricks::hands_text(std::span(table.hands).first(n));
    text += ' ' + tricks::hands_text(std::span(table.played).first(n)) + ' ';
    return text + sequence_text(table) + ' ' + text::join(table.least, n);
}

/// What one seat sees: the same with `??` for hidden cards.
inline std::string text_of(const View& view) {
    const auto& table = view.table;
    const int n = view.rules.players;
    std::string text = std::to_string(n) + ',' + std::to_string(view.rules.dealer) + ',' +
                       std::to_string(view.rules.target);
    text += ' ' + text::join(view.rules.start, n) + ' ' + text::join(table.totals, n) + ' ';
    text += table.over ? "-" : std::to_string(table.turn);
    text += ' ' + (table.playing ? deck52::card_text(view.starter) : "??");
    text += n == 3 ? " ??" : " -";
    text += ' ' + tricks::seen_hands_text(table.laid_away, view.laid, n, view.seat);
    text += ' ' + tricks::seen_hands_text(table.hands, view.sizes, n, view.seat);
    text += ' ' + tricks::hands_text(std::span(table.played).first(n)) + ' ';
    return text + sequence_text(table) + ' ' + text::join(table.least, n);
}

/// Rules alone: `RULES START`, like `3,0,121 0,0,0`.
inline Rules parse_rules(std::string_view rules_text) {
    const auto fields = text::fields(rules_text, 2, "the rules of Cribbage");
    const auto numbers = text::numbers(fields[0], 3, 0, 250, "players, dealer and target");
    if (numbers[0] < 2 || numbers[0] > kMaxSeats || numbers[1] >= numbers[0] || numbers[2] < 1) {
        text::fail("'" + std::string(fields[0]) + "' is not players, dealer, target, like 3,0,121");
    }
    Rules rules;
    rules.players = static_cast<std::uint8_t>(numbers[0]);
    rules.dealer = static_cast<std::uint8_t>(numbers[1]);
    rules.target = static_cast<std::uint8_t>(numbers[2]);
    const auto start = text::numbers(fields[1], rules.players, 0, rules.target - 1, "points");
    for (std::size_t s = 0; s < start.size(); ++s)
        rules.start[s] = static_cast<std::uint8_t>(start[s]);
    return rules;
}

inline void parse_sequence(std::string_view token, Cards played, Table& table) {
    if (token == "-") return;
    for (auto each : text::split(token, '.')) {
        const Card card = deck52::parse_card(each);
        if ((played & deck52::one(card)) == 0 || table.in_sequence == kSequence) {
            text::fail("'" + std::string(each) + "' is in the count but was not played");
        }
        played &= ~deck52::one(card);
        table.sequence[table.in_sequence++] = card;
        table.total = static_cast<std::uint8_t>(table.total + value_of(card));
    }
    if (table.total > kLimit) text::fail("the count is over 31");
}

inline State parse(std::string_view position) {
    const auto fields = text::fields(position, 11, "a Cribbage position");
    State::Parts parts;
    Table& table = parts.table;
    parts.rules = parse_rules(std::string(fields[0]) + ' ' + std::string(fields[1]));
    const int n = parts.rules.players;
    const auto seats = static_cast<std::size_t>(n);
    const auto totals = text::numbers(fields[2], seats, 0, parts.rules.target, "points");
    const auto least = text::numbers(fields[10], seats, 0, kLimit, "a value");
    for (std::size_t s = 0; s < seats; ++s) {
        table.totals[s] = static_cast<std::uint8_t>(totals[s]);
        table.least[s] = static_cast<std::uint8_t>(least[s]);
    }
    parts.starter = deck52::parse_card(fields[4]);
    parts.dealt_to_crib = deck52::parse_cards(fields[5]);
    Cards pack = deck52::kAll & ~deck52::one(parts.starter) & ~parts.dealt_to_crib;
    if (count(parts.dealt_to_crib) != (n == 3 ? 1 : 0) || count(pack) != 51 - (n == 3 ? 1 : 0)) {
        text::fail("with three players, and only then, one other card is dealt to the crib");
    }
    const std::array<std::span<Cards>, 3> places{std::span(table.laid_away).first(n),
                                                 std::span(table.hands).first(n),
                                                 std::span(table.played).first(n)};
    for (std::size_t i = 0; i < places.size(); ++i) {
        tricks::parse_hands(fields[6 + i], pack, places[i]);
        for (const Cards cards : places[i]) pack &= ~cards;
    }
    int away = 0;
    int left = 0;
    for (int s = 0; s < n; ++s) {
        const int laid = count(table.laid_away[s]);
        if (laid + count(table.hands[s]) + count(table.played[s]) != parts.rules.dealt() ||
            laid > parts.rules.laid_away()) {
            text::fail("seat " + std::to_string(s) + " does not have " +
                       std::to_string(parts.rules.dealt()) + " cards");
        }
        away += laid;
        left += count(table.hands[s]);
        for (Card card : each_card(table.hands[s])) {
            if (value_of(card) < table.least[s]) {
                text::fail("'" + deck52::card_text(card) + "' could have been played at a go");
            }
        }
    }
    table.playing = away == n * parts.rules.laid_away();
    Cards played = 0;
    for (const Cards cards : table.played) played |= cards;
    if (!table.playing && played != 0) text::fail("cards were played before all had laid away");
    parse_sequence(fields[9], played, table);
    if (fields[3] == "-") {
        bool reached = false;
        for (int s = 0; s < n; ++s) reached = reached || table.totals[s] == parts.rules.target;
        if (!reached && left > 0) text::fail("nobody is to move, yet the hand is not over");
        table.over = true;
        return State(parts);
    }
    table.turn = static_cast<std::uint8_t>(text::number(fields[3], 0, n - 1, "a seat"));
    State state(parts);
    State::Moves moves;
    state.legal_moves(moves);
    const bool laying =
        !table.playing && count(table.laid_away[table.turn]) == parts.rules.laid_away();
    if (moves.empty() || laying) text::fail("seat " + std::string(fields[3]) + " has no move");
    return state;
}

inline void parse_view(std::string_view position, int seat, View& view) {
    const auto fields = text::fields(position, 11, "what a seat sees of Cribbage");
    view.rules = parse_rules(std::string(fields[0]) + ' ' + std::string(fields[1]));
    const int n = view.rules.players;
    if (seat >= n) text::fail("seat " + std::to_string(seat) + " does not exist");
    view.seat = static_cast<std::uint8_t>(seat);
    Table& table = view.table;
    const auto seats = static_cast<std::size_t>(n);
    const auto totals = text::numbers(fields[2], seats, 0, view.rules.target, "points");
    const auto least = text::numbers(fields[10], seats, 0, kLimit, "a value");
    for (std::size_t s = 0; s < seats; ++s) {
        table.totals[s] = static_cast<std::uint8_t>(totals[s]);
        table.least[s] = static_cast<std::uint8_t>(least[s]);
    }
    table.over = fields[3] == "-";
    if (!table.over) {
        table.turn = static_cast<std::uint8_t>(text::number(fields[3], 0, n - 1, "a seat"));
    }
    table.laid_away[seat] = tricks::parse_seen_hands(fields[6], deck52::kAll, n, seat, view.laid);
    table.hands[seat] = tricks::parse_seen_hands(fields[7], deck52::kAll, n, seat, view.sizes);
    tricks::parse_hands(fields[8], deck52::kAll, std::span(table.played).first(seats));
    int away = 0;
    Cards played = 0;
    bool fits = true;
    for (int s = 0; s < n; ++s) {
        fits = fits && view.laid[s] + view.sizes[s] + count(table.played[s]) == view.rules.dealt();
        away += view.laid[s];
        played |= table.played[s];
    }
    if (!fits || (table.hands[seat] & table.laid_away[seat]) != 0 ||
        ((table.hands[seat] | table.laid_away[seat]) & played) != 0) {
        text::fail("every seat has " + std::to_string(view.rules.dealt()) + " different cards");
    }
    table.playing = away == n * view.rules.laid_away();
    if (table.playing) {
        view.starter = deck52::parse_card(fields[4]);
    } else if (fields[4] != "??") {
        text::fail("'" + std::string(fields[4]) + "': the starter is ?? until all have laid away");
    }
    parse_sequence(fields[9], played, table);
    // Whoever is to move has a card that fits: without one, no world could be found.
    if (table.playing && !table.over && table.turn != seat) {
        const Cards seen =
            table.hands[seat] | table.laid_away[seat] | played | deck52::one(view.starter);
        Cards fitting = worth_at_most(kLimit - table.total) & ~seen;
        if (table.least[table.turn] > 1) fitting &= ~worth_at_most(table.least[table.turn] - 1);
        if (fitting == 0 || view.sizes[table.turn] == 0) {
            text::fail("seat " + std::to_string(table.turn) + " has no move");
        }
    }
}

/// The position for people: all of it, or what one seat sees of it.
inline std::string draw(const State& state, int seen_by = tricks::kEverybody) {
    const Table& table = state.table();
    std::string text;
    for (int s = 0; s < state.players(); ++s) {
        text += tricks::draw_hand(
            s, table.hands[s], !state.is_over() && s == state.to_move(), seen_by,
            std::to_string(table.totals[s]) + (s == state.rules().dealer ? "  deals" : ""));
    }
    text += "starter: " + (table.playing ? deck52::card_text(state.starter()) : "?") +
            "  count: " + std::to_string(table.total) + " ";
    for (int i = 0; i < table.in_sequence; ++i) text += ' ' + deck52::card_text(table.sequence[i]);
    return text + '\n';
}

inline std::string move_text(const State&, Move move) {
    return deck52::card_text(static_cast<Card>(move));
}
inline Move parse_move(const State&, std::string_view token) {
    return deck52::parse_card(token);
}

}  // namespace kiebitz::cribbage
