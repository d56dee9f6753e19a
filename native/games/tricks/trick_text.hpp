// The text of a hand of tricks: `HANDS LEADER TABLE TRICKS VOIDS`, five fields.
//
//   hands   seat after seat, cards joined by dots, seats by bars; `-` for an empty hand
//   table   the cards of the current trick in the order played, or `-`
//   tricks  won so far, joined by commas
//   voids   seat and suit of every void shown, `1C.2H`, or `-`
//
// What one seat sees is the same with `??` for every card that is hidden from it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "games/text_fields.hpp"
#include "games/tricks/hidden_hands.hpp"
#include "games/tricks/trick_play.hpp"

namespace kiebitz::tricks {

inline std::string hands_text(std::span<const Cards> hands) {
    std::string text;
    for (const Cards hand : hands)
        text += std::string(text.empty() ? "" : "|") + deck52::cards_text(hand);
    return text;
}

/// Hands joined by bars; no card twice, and only cards of the pack.
inline void parse_hands(std::string_view token, Cards pack, std::span<Cards> hands) {
    const auto parts = text::split(token, '|');
    if (parts.size() != hands.size()) {
        text::fail("'" + std::string(token) + "': " + std::to_string(hands.size()) +
                   " hands wanted");
    }
    Cards all = 0;
    for (std::size_t s = 0; s < parts.size(); ++s) {
        hands[s] = deck52::parse_cards(parts[s]);
        if ((hands[s] & all) != 0) {
            text::fail("'" + deck52::card_text(lowest(hands[s] & all)) + "' is in two hands");
        }
        if ((hands[s] & ~pack) != 0) {
            text::fail("'" + deck52::card_text(lowest(hands[s] & ~pack)) + "' is not in this pack");
        }
        all |= hands[s];
    }
}

/// So many hidden cards: `??.??.??`.
inline std::string hidden_text(int cards) {
    std::string text;
    for (int i = 0; i < cards; ++i) text += i > 0 ? ".??" : "??";
    return text.empty() ? "-" : text;
}
/// The hand of one seat, and how many cards the others have.
template <class Hands, class Sizes>
std::string seen_hands_text(const Hands& hands, const Sizes& sizes, int seats, int seat) {
    std::string text;
    for (int s = 0; s < seats; ++s) {
        text += std::string(s > 0 ? "|" : "") +
                (s == seat ? deck52::cards_text(hands[s]) : hidden_text(sizes[s]));
    }
    return text;
}
/// How many cards such a hand has, if all are hidden; else -1.
inline int hidden_cards(std::string_view token) {
    const int cards = static_cast<int>(token.size() + 1) / 3;
    return token == hidden_text(cards) ? cards : -1;
}
/// Reads hands of which one is seen.
template <class Sizes>
Cards parse_seen_hands(std::string_view token, Cards pack, int seats, int seat, Sizes& sizes) {
    const auto parts = text::split(token, '|');
    if (static_cast<int>(parts.size()) != seats) {
        text::fail("'" + std::string(token) + "': " + std::to_string(seats) + " hands wanted");
    }
    Cards own = 0;
    for (int s = 0; s < seats; ++s) {
        const auto part = parts[static_cast<std::size_t>(s)];
        if (s == seat) {
            parse_hands(part, pack, std::span(&own, 1));
            sizes[s] = static_cast<std::uint8_t>(count(own));
            continue;
        }
        const int cards = part == "-" ? 0 : hidden_cards(part);
        if (cards < 0 || cards > deck52::kCards) {
            text::fail("'" + std::string(part) + "': seat " + std::to_string(seat) +
                       " cannot see this hand, so it is ??.?? and so on");
        }
        sizes[s] = static_cast<std::uint8_t>(cards);
    }
    return own;
}

inline std::string table_text(const TrickPlay& play) {
    std::string text = ' ' + std::to_string(play.leader) + ' ';
    for (int i = 0; i < play.on_table; ++i) {
        text += std::string(i > 0 ? "." : "") + deck52::card_text(play.table[i]);
    }
    if (play.on_table == 0) text += '-';
    text += ' ' + text::join(play.tricks, play.seats) + ' ';
    std::string voids;
    for (int s = 0; s < play.seats; ++s) {
        for (int suit = 0; suit < deck52::kSuits; ++suit) {
            if (!play.is_void(s, suit)) continue;
            voids += std::string(voids.empty() ? "" : ".") + std::to_string(s) +
                     deck52::kSuitLetters[suit];
        }
    }
    return text + (voids.empty() ? "-" : voids);
}

inline std::string play_text(const TrickPlay& play) {
    return hands_text(std::span(play.hands).first(play.seats)) + table_text(play);
}
inline std::string seen_text(const SeenPlay& seen) {
    return seen_hands_text(seen.table.hands, seen.sizes, seen.table.seats, seen.seat) +
           table_text(seen.table);
}

/// Reads the four fields after the hands, of which `sizes` are known.
inline void parse_table(std::span<const std::string_view> fields, int seats, Cards pack,
                        int hand_size, const std::array<std::uint8_t, kMaxSeats>& sizes,
                        TrickPlay& play) {
    play.leader = static_cast<std::uint8_t>(text::number(fields[1], 0, seats - 1, "a seat"));
    if (fields[2] != "-") {
        Cards seen = play.unplayed();
        for (auto token : text::split(fields[2], '.')) {
            const Card card = deck52::parse_card(token);
            if ((seen & deck52::one(card)) != 0) {
                text::fail("'" + deck52::card_text(card) + "' is on the table and somewhere else");
            }
            if ((pack & deck52::one(card)) == 0) {
                text::fail("'" + deck52::card_text(card) + "' is not in this pack");
            }
            if (play.on_table == seats - 1) text::fail("a full trick is on the table");
            seen |= deck52::one(card);
            play.table[play.on_table++] = card;
        }
    }
    const auto tricks =
        text::numbers(fields[3], static_cast<std::size_t>(seats), 0, hand_size, "tricks");
    for (int s = 0; s < seats; ++s) {
        play.tricks[s] = static_cast<std::uint8_t>(tricks[static_cast<std::size_t>(s)]);
        play.completed = static_cast<std::uint8_t>(play.completed + play.tricks[s]);
    }
    for (int i = 0; i < seats; ++i) {
        const int seat = (play.leader + i) % seats;
        const int held = sizes[seat] + (i < play.on_table ? 1 : 0);
        if (held + play.completed != hand_size) {
            text::fail("seat " + std::to_string(seat) + " has " + std::to_string(held) +
                       " cards for the current trick and those to come; " +
                       std::to_string(hand_size - play.completed) + " wanted");
        }
    }
    if (fields[4] != "-") {
        for (auto token : text::split(fields[4], '.')) {
            const auto suit = token.size() == 2 ? deck52::kSuitLetters.find(token[1]) : 4;
            const int seat = token.size() == 2 ? token[0] - '0' : -1;
            if (suit >= 4 || seat < 0 || seat >= seats) {
                text::fail("'" + std::string(token) +
                           "' is not a shown void (a seat, then a suit)");
            }
            if ((play.hands[seat] & deck52::suit_cards(static_cast<int>(suit))) != 0) {
                text::fail("'" + std::string(token) + "': the seat holds cards of that suit");
            }
            play.voids |= static_cast<std::uint16_t>(1U << (4 * seat + static_cast<int>(suit)));
        }
    }
}

/// Reads the five fields; sizes must fit: every seat holds as many cards as tricks are left.
inline TrickPlay parse_play(std::span<const std::string_view> fields, int seats, int trump,
                            Cards pack, int hand_size) {
    TrickPlay play;
    play.seats = static_cast<std::uint8_t>(seats);
    play.trump = static_cast<std::uint8_t>(trump);
    parse_hands(fields[0], pack, std::span(play.hands).first(play.seats));
    std::array<std::uint8_t, kMaxSeats> sizes{};
    for (int s = 0; s < seats; ++s) sizes[s] = static_cast<std::uint8_t>(count(play.hands[s]));
    parse_table(fields, seats, pack, hand_size, sizes, play);
    return play;
}

/// Reads the five fields as one seat sees them; `more[s]` cards of a seat are not in its hand and
/// yet count for its size. Returns what was seen, and sets `gone` from the last field.
inline SeenPlay parse_seen(std::span<const std::string_view> fields, int seats, int trump,
                           Cards pack, int hand_size, int seat,
                           const std::array<int, kMaxSeats>& more, Cards& gone) {
    SeenPlay seen;
    seen.seat = static_cast<std::uint8_t>(seat);
    seen.table.seats = static_cast<std::uint8_t>(seats);
    seen.table.trump = static_cast<std::uint8_t>(trump);
    seen.table.hands[seat] = parse_seen_hands(fields[0], pack, seats, seat, seen.sizes);
    auto sizes = seen.sizes;
    for (int s = 0; s < seats; ++s) sizes[s] = static_cast<std::uint8_t>(sizes[s] + more[s]);
    parse_table(fields, seats, pack, hand_size, sizes, seen.table);
    gone = deck52::parse_cards(fields[5]);
    const Cards own = seen.table.hands[seat] | seen.table.table_cards();
    if ((gone & ~pack) != 0 || (gone & own) != 0) {
        text::fail("'" + std::string(fields[5]) + "': one of these cards is not gone");
    }
    if (count(gone) != seats * seen.table.completed) {
        text::fail(std::to_string(count(gone)) + " cards are gone in " +
                   std::to_string(seen.table.completed) + " tricks");
    }
    return seen;
}

/// Who a drawing is for: a seat, which sees its own cards only, or everybody.
constexpr int kEverybody = -1;
inline bool may_see(int seen_by, int seat) {
    return seen_by == kEverybody || seen_by == seat;
}

/// The line of a seat with its hand, or with the number of its cards where they are hidden.
inline std::string draw_hand(int seat, Cards hand, bool to_move, int seen_by,
                             const std::string& notes) {
    std::string line = (to_move ? "> " : "  ") + std::to_string(seat) + "  ";
    if (may_see(seen_by, seat)) {
        line += deck52::hand_drawing(hand);
    } else {
        line += "? (" + std::to_string(count(hand)) + (count(hand) == 1 ? " card)" : " cards)");
    }
    if (line.size() < 44) line.resize(44, ' ');
    return line + "  " + notes + '\n';
}

/// One line a seat, `>` before the one to move; `notes` go at the end of each line.
inline std::string draw_play(const TrickPlay& play, int to_move, int seen_by,
                             std::span<const std::string> notes) {
    std::string text;
    for (int s = 0; s < play.seats; ++s) {
        text +=
            draw_hand(s, play.hands[s], s == to_move, seen_by, notes[static_cast<std::size_t>(s)]);
    }
    text += "table:";
    for (int i = 0; i < play.on_table; ++i) {
        text += ' ' + std::to_string((play.leader + i) % play.seats) + ' ' +
                deck52::card_text(play.table[i]);
    }
    return text + '\n';
}

}  // namespace kiebitz::tricks
