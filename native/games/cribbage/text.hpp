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
    for (int i = 0; i < table.in_sequence; ++i) {
        text += std::string(i > 0 ? "." : "") + deck52::card_text(table.sequence[i]);
    }
    if (table.in_sequence == 0) text += '-';
    return text + ' ' + text::join(table.least, n);
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
    if (fields[9] != "-") {
        for (auto token : text::split(fields[9], '.')) {
            const Card card = deck52::parse_card(token);
            if ((played & deck52::one(card)) == 0 || table.in_sequence == kSequence) {
                text::fail("'" + std::string(token) + "' is in the count but was not played");
            }
            played &= ~deck52::one(card);
            table.sequence[table.in_sequence++] = card;
            table.total = static_cast<std::uint8_t>(table.total + value_of(card));
        }
        if (table.total > kLimit) text::fail("the count is over 31");
    }
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

inline std::string draw(const State& state) {
    const Table& table = state.table();
    std::string text;
    for (int s = 0; s < state.players(); ++s) {
        std::string line = (!state.is_over() && s == state.to_move() ? "> " : "  ") +
                           std::to_string(s) + "  " + deck52::hand_drawing(table.hands[s]);
        if (line.size() < 44) line.resize(44, ' ');
        text += line + "  " + std::to_string(table.totals[s]) +
                (s == state.rules().dealer ? "  deals" : "") + '\n';
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
