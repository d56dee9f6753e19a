// Chinese Checkers as text: `RULES TURN MOVES ROWS`.
//
//   rules  players, pegs (10 or 6), `closed`, `through` or `open` points, longest game:
//   `3,10,closed,1000` rows   from the top, joined by slashes: the seat's number, or `.` for an
//   empty hole
//
// A hole is its row letter from the top and its number in the row: `a1` is the top. A move is
// `d1-f2`, or `pass`.
#pragma once

#include <string>
#include <string_view>

#include "games/chinese_checkers/chinese_checkers.hpp"
#include "games/text_fields.hpp"

namespace kiebitz::chinese_checkers {

inline std::string hole_text(const Star& star, int hole) {
    const int row = star.row_of(hole);
    return static_cast<char>('a' + row) + std::to_string(hole - star.first_in_row(row) + 1);
}

inline int parse_hole(const Star& star, std::string_view token) {
    const int row = token.empty() ? -1 : token[0] - 'a';
    if (row < 0 || row >= star.rows()) {
        text::fail("'" + std::string(token) + "' is not a hole (a row letter, then a number)");
    }
    return star.first_in_row(row) + text::number(token.substr(1), 1, star.width_of(row), "a hole") -
           1;
}

inline char owner_letter(const State& state, int hole) {
    for (int s = 0; s < state.players(); ++s) {
        if (state.pegs(s).contains(hole)) return static_cast<char>('0' + s);
    }
    return '.';
}

inline std::string text_of(const State& state) {
    const Rules& rules = state.rules();
    std::string text = std::to_string(rules.players) + (rules.side == 4 ? ",10," : ",6,") +
                       (rules.open_points ? "open,"
                        : rules.through   ? "through,"
                                          : "closed,") +
                       std::to_string(rules.longest) + ' ' + std::to_string(state.to_move()) + ' ' +
                       std::to_string(state.moves_made()) + ' ';
    const Star& star = state.star();
    for (int row = 0; row < star.rows(); ++row) {
        if (row > 0) text += '/';
        for (int i = 0; i < star.width_of(row); ++i) {
            text += owner_letter(state, star.first_in_row(row) + i);
        }
    }
    return text;
}

inline Rules parse_rules(std::string_view token) {
    const auto parts = text::split(token, ',');
    if (parts.size() != 4 || (parts[1] != "10" && parts[1] != "6") ||
        (parts[2] != "open" && parts[2] != "through" && parts[2] != "closed")) {
        text::fail("'" + std::string(token) + "' are not rules, like 3,10,closed,1000");
    }
    Rules rules;
    rules.players = static_cast<std::uint8_t>(text::number(parts[0], 2, 6, "players"));
    rules.side = parts[1] == "10" ? 4 : 3;
    rules.open_points = parts[2] == "open";
    rules.through = parts[2] == "through";
    rules.longest = static_cast<std::uint16_t>(text::number(parts[3], 1, 60000, "moves"));
    return rules;
}

inline State parse(std::string_view position) {
    const auto fields = text::fields(position, 4, "a Chinese Checkers position");
    const Rules rules = parse_rules(fields[0]);
    const int turn = text::number(fields[1], 0, rules.players - 1, "a seat");
    const int made = text::number(fields[2], 0, rules.longest, "moves");
    const Star& star = rules.star();
    std::array<Holes, kMaxSeats> pegs{};
    const auto rows = text::split(fields[3], '/');
    if (static_cast<int>(rows.size()) != star.rows()) {
        text::fail("the board has " + std::to_string(star.rows()) + " rows, not " +
                   std::to_string(rows.size()));
    }
    for (int row = 0; row < star.rows(); ++row) {
        const auto line = rows[static_cast<std::size_t>(row)];
        if (static_cast<int>(line.size()) != star.width_of(row)) {
            text::fail("'" + std::string(line) + "': this row has " +
                       std::to_string(star.width_of(row)) + " holes");
        }
        for (int i = 0; i < star.width_of(row); ++i) {
            const char letter = line[static_cast<std::size_t>(i)];
            if (letter == '.') continue;
            if (letter < '0' || letter >= '0' + rules.players) {
                text::fail("'" + std::string(1, letter) + "' is neither a seat nor a dot");
            }
            pegs[letter - '0'].flip(star.first_in_row(row) + i);
        }
    }
    const State state(rules, pegs, turn, made);
    for (int s = 0; s < rules.players; ++s) {
        if (pegs[s].size() != (rules.side == 4 ? 10 : 6)) {
            text::fail("seat " + std::to_string(s) + " has " + std::to_string(pegs[s].size()) +
                       " pegs");
        }
        if ((pegs[s] & state.allowed(s)) != pegs[s]) {
            text::fail("seat " + std::to_string(s) + " has a peg in a point closed to it");
        }
        const bool moved_last = s == (turn + rules.players - 1) % rules.players && made > 0;
        if (state.has_won(s) && !moved_last) {
            text::fail("seat " + std::to_string(s) + " has won before the last move");
        }
    }
    return state;
}

inline std::string draw(const State& state) {
    const Star& star = state.star();
    std::string text;
    for (int row = 0; row < star.rows(); ++row) {
        std::string line(static_cast<std::size_t>(6 * star.side() + 5), ' ');
        line[0] = static_cast<char>('a' + row);
        for (int i = 0; i < star.width_of(row); ++i) {
            const int hole = star.first_in_row(row) + i;
            line[static_cast<std::size_t>(3 + star.column_of(hole))] = owner_letter(state, hole);
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return text +
           (state.is_over() ? "over\n" : "seat " + std::to_string(state.to_move()) + " to move\n");
}

inline std::string move_text(const State& state, Move move) {
    if (move == State::kPass) return "pass";
    return hole_text(state.star(), State::from_of(move)) + '-' +
           hole_text(state.star(), State::to_of(move));
}
inline Move parse_move(const State& state, std::string_view token) {
    if (token == "pass") return State::kPass;
    const auto ends = text::split(token, '-');
    if (ends.size() != 2) text::fail("'" + std::string(token) + "' is not a move, like d1-f2");
    return State::move_of(parse_hole(state.star(), ends[0]), parse_hole(state.star(), ends[1]));
}

}  // namespace kiebitz::chinese_checkers
