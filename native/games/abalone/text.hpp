// Abalone as text: `b:A1b,A2b,…`, the side to move and every marble with its colour (black, white,
// red, green, yellow and purple), and optionally the marbles pushed off by each seat and
// `moves/longest`: `b:A1b,A2b,… 0,2 14/1000`. Without them nothing was pushed off and nobody has
// moved.
//
// A move is its first and last marble and the cell that the first goes to: `A1-B2`, `A1A3-A2`.
#pragma once

#include <string>
#include <string_view>

#include "games/abalone/abalone.hpp"
#include "games/text_fields.hpp"

namespace kiebitz::abalone {

inline constexpr std::string_view kColours = "bwrgyp";

inline std::string cell_text(int cell) {
    const Hexagon& board = Hexagon::instance();
    return {static_cast<char>('A' + board.row_of(cell)),
            static_cast<char>('0' + board.column_of(cell))};
}

inline int parse_cell(std::string_view token) {
    const int cell =
        token.size() == 2 ? Hexagon::instance().cell_at(token[0] - 'A', token[1] - '0') : -1;
    if (cell < 0) text::fail("'" + std::string(token) + "' is not a cell from A1 to I9");
    return cell;
}

inline std::string text_of(const State& state) {
    std::string text;
    for (int cell = 0; cell < kCells; ++cell) {
        for (int s = 0; s < state.players(); ++s) {
            if ((state.marbles(s) >> cell & 1) == 0) continue;
            text += std::string(text.empty() ? "" : ",") + cell_text(cell) + kColours[s];
        }
    }
    std::string pushed;
    for (int s = 0; s < state.players(); ++s) {
        pushed += std::string(s > 0 ? "," : "") + std::to_string(state.pushed(s));
    }
    return kColours[state.to_move()] + (":" + text) + ' ' + pushed + ' ' +
           std::to_string(state.moves_made()) + '/' + std::to_string(state.rules().longest);
}

/// Rules alone: `PLAYERS LONGEST`, like `2 1000`.
inline Rules parse_rules(std::string_view rules_text) {
    const auto fields = text::fields(rules_text, 2, "the rules of Abalone");
    Rules rules;
    rules.players = static_cast<std::uint8_t>(text::number(fields[0], 2, kMaxSeats, "players"));
    rules.longest = static_cast<std::uint16_t>(text::number(fields[1], 1, 60000, "moves"));
    return rules;
}

inline State parse(std::string_view position) {
    const auto head = position.substr(0, position.find(' '));
    const auto turn = head.size() > 2 && head[1] == ':' ? kColours.find(head[0]) : kMaxSeats;
    if (turn >= kMaxSeats) {
        text::fail("'" + std::string(head.substr(0, 8)) +
                   "…' does not begin with the colour to move, like b:");
    }
    Rules rules;
    std::size_t seats = std::max<std::size_t>(2, turn + 1);
    std::array<Marbles, kMaxSeats> marbles{};
    for (auto token : text::split(head.substr(2), ',')) {
        const auto colour = token.size() == 3 ? kColours.find(token[2]) : kMaxSeats;
        if (colour >= kMaxSeats)
            text::fail("'" + std::string(token) + "' is not a marble, like A1b");
        const Marbles marble = Marbles{1} << parse_cell(token.substr(0, 2));
        for (const Marbles others : marbles) {
            if ((others & marble) != 0)
                text::fail("two marbles are on " + std::string(token.substr(0, 2)));
        }
        marbles[colour] |= marble;
        seats = std::max(seats, colour + 1);
    }
    std::array<std::uint8_t, kMaxSeats> pushed{};
    int made = 0;
    if (head.size() < position.size()) {
        const auto fields = text::fields(position, 3, "an Abalone position with its score");
        const auto off = text::split(fields[1], ',');
        seats = std::max(seats, std::min<std::size_t>(off.size(), kMaxSeats));
        const auto count = text::numbers(fields[1], seats, 0, kToWin, "marbles");
        for (std::size_t s = 0; s < count.size(); ++s)
            pushed[s] = static_cast<std::uint8_t>(count[s]);
        const auto moves = text::split(fields[2], '/');
        if (moves.size() != 2) text::fail("'" + std::string(fields[2]) + "' is not moves/longest");
        rules.longest = static_cast<std::uint16_t>(text::number(moves[1], 1, 60000, "moves"));
        made = text::number(moves[0], 0, rules.longest, "moves");
    }
    rules.players = static_cast<std::uint8_t>(seats);
    for (int s = 0; s < rules.players; ++s) {
        if (std::popcount(marbles[s]) > State::marbles_of(rules.players)) {
            text::fail("too many marbles of colour " + std::string(1, kColours[s]));
        }
    }
    return State(rules, marbles, pushed, static_cast<int>(turn), made);
}

inline std::string draw(const State& state) {
    const Hexagon& board = Hexagon::instance();
    std::string text;
    for (int row = kRows - 1; row >= 0; --row) {
        text += static_cast<char>('A' + row);
        text += std::string(static_cast<std::size_t>(1 + std::abs(row - 4)), ' ');
        for (int column = Hexagon::first(row); column <= Hexagon::last(row); ++column) {
            const int cell = board.cell_at(row, column);
            char letter = '.';
            for (int s = 0; s < state.players(); ++s) {
                if ((state.marbles(s) >> cell & 1) != 0) letter = kColours[s];
            }
            text += ' ';
            text += letter;
        }
        if (row < 4) text += ' ' + std::to_string(Hexagon::last(row) + 1);
        text += '\n';
    }
    text += "        1 2 3 4 5\n";
    text += state.is_over() ? "over" : std::string(1, kColours[state.to_move()]) + " to move";
    for (int s = 0; s < state.players(); ++s) {
        text += std::string("  ") + kColours[s] + ' ' + std::to_string(state.pushed(s));
    }
    return text + '\n';
}

inline std::string move_text(const State&, Move move) {
    if (move == State::kPass) return "pass";
    const Hexagon& board = Hexagon::instance();
    const int cell = State::cell_of(move);
    int last = cell;
    for (int i = 1; i < State::length_of(move); ++i) last = board.next(last, State::axis_of(move));
    // In line, the first marble is the hindmost, so that its target is on the board and names the
    // move.
    const int target = board.next(cell, State::direction_of(move));
    return cell_text(cell) + (last == cell ? "" : cell_text(last)) + '-' + cell_text(target);
}

inline Move parse_move(const State& state, std::string_view token) {
    State::Moves moves;
    state.legal_moves(moves);
    for (const Move move : moves) {
        if (move_text(state, move) == token) return move;
    }
    text::fail("'" + std::string(token) + "' is not a legal move, like A1-B2 or A1A3-A2");
}

}  // namespace kiebitz::abalone
