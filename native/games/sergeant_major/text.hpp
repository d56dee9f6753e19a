// Sergeant Major as text:
// `QUOTA SURPLUS OWED TRUMP KITTY KNOWN HANDS LEADER TABLE TRICKS VOIDS`.
//
// Numbers are joined by commas; trump is a suit letter, `-` before it is declared; the kitty holds
// the discards once they are made. Known is what seats learned from exchanges, `-` for nothing:
// `0>1:H3/HA.HK` says that seat 0 knows seat 1 to hold the three of hearts and to lack ace and
// king.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "games/sergeant_major/sergeant_major.hpp"
#include "games/tricks/trick_text.hpp"

namespace kiebitz::sergeant_major {

inline std::string known_text(const Knowledge& known) {
    std::string text;
    for (std::size_t a = 0; a < kSeats; ++a) {
        for (std::size_t b = 0; b < kSeats; ++b) {
            if (known.held[a][b] == 0 && known.lacked[a][b] == 0) continue;
            text += std::string(text.empty() ? "" : ";") + std::to_string(a) + '>' +
                    std::to_string(b) + ':' + deck52::cards_text(known.held[a][b]) + '/' +
                    deck52::cards_text(known.lacked[a][b]);
        }
    }
    return text.empty() ? "-" : text;
}

inline Knowledge parse_known(std::string_view token) {
    Knowledge known;
    if (token == "-") return known;
    for (auto part : text::split(token, ';')) {
        const auto bar = part.find('/');
        if (part.size() < 7 || part[1] != '>' || part[3] != ':' || bar == std::string_view::npos) {
            text::fail("'" + std::string(part) + "' is not knowledge, like 0>1:H3/HA.HK");
        }
        const int a = text::number(part.substr(0, 1), 0, kSeats - 1, "a seat");
        const int b = text::number(part.substr(2, 1), 0, kSeats - 1, "a seat");
        known.held[a][b] = deck52::parse_cards(part.substr(4, bar - 4));
        known.lacked[a][b] = deck52::parse_cards(part.substr(bar + 1));
    }
    return known;
}

inline std::string text_of(const State& state) {
    const auto parts = state.parts();
    std::string text = text::join(parts.rules.quota, kSeats);
    text += ' ' + text::join(parts.rules.surplus, kSeats) + ' ' + text::join(parts.owed, kSeats);
    text += ' ';
    text += parts.play.trump == kNoTrumpYet ? '-' : deck52::kSuitLetters[parts.play.trump];
    return text + ' ' + deck52::cards_text(parts.kitty) + ' ' + known_text(parts.known) + ' ' +
           tricks::play_text(parts.play);
}

inline State parse(std::string_view position) {
    const auto fields = text::fields(position, 11, "a Sergeant Major position");
    State::Parts parts;
    auto quota = text::numbers(fields[0], kSeats, 3, 8, "tricks needed");
    const auto surplus = text::numbers(fields[1], kSeats, -8, 13, "tricks over");
    const auto owed = text::numbers(fields[2], kSeats, -8, 13, "cards owed");
    if (surplus[0] + surplus[1] + surplus[2] != 0 || owed[0] + owed[1] + owed[2] != 0) {
        text::fail("tricks over and under do not even out");
    }
    bool owing = false;
    for (std::size_t s = 0; s < kSeats; ++s) {
        parts.rules.quota[s] = static_cast<std::uint8_t>(quota[s]);
        parts.rules.surplus[s] = static_cast<std::int8_t>(surplus[s]);
        parts.owed[s] = static_cast<std::int8_t>(owed[s]);
        owing = owing || owed[s] != 0;
        if (owed[s] * surplus[s] < 0 || std::abs(owed[s]) > std::abs(surplus[s])) {
            text::fail("more cards are owed than there were tricks over");
        }
    }
    std::sort(quota.begin(), quota.end());
    if (quota != std::vector<int>{3, 5, 8}) {
        text::fail("'" + std::string(fields[0]) + "' is not 8, 5 and 3 in some order");
    }
    const auto trump = fields[3].size() == 1 ? deck52::kSuitLetters.find(fields[3][0]) : 4;
    const bool declared = fields[3] != "-";
    if (declared && trump > 3) text::fail("'" + std::string(fields[3]) + "' is not a suit or -");
    parts.kitty = deck52::parse_cards(fields[4]);
    const int in_kitty = count(parts.kitty);
    if (in_kitty > kKitty || (!declared && in_kitty != kKitty) || (declared && owing)) {
        text::fail("the kitty, the trump and the cards owed do not fit together");
    }
    const int declarer = parts.rules.seat_with(8);
    std::vector<std::string_view> play(fields.begin() + 6, fields.end());
    std::array<Cards, kSeats> hands{};
    tricks::parse_hands(play[0], deck52::kAll & ~parts.kitty, hands);
    // While the declarer discards, its hand is too big by what is still to go: cut for the check.
    Cards extra = 0;
    for (int k = in_kitty; k < kKitty; ++k) {
        if ((hands[declarer] & ~extra) == 0) text::fail("the declarer holds too few cards");
        extra |= deck52::one(lowest(hands[declarer] & ~extra));
    }
    hands[declarer] &= ~extra;
    const std::string cut = tricks::hands_text(hands);
    play[0] = cut;
    parts.play = tricks::parse_play(play, kSeats, declared ? static_cast<int>(trump) : kNoTrumpYet,
                                    deck52::kAll & ~parts.kitty & ~extra, kTricks);
    if (parts.play.completed > 0 || parts.play.on_table > 0) {
        if (!declared || in_kitty < kKitty) text::fail("cards were played before the discard");
    } else if (parts.play.leader != parts.rules.seat_with(5)) {
        text::fail("the seat that needs five tricks leads first");
    }
    parts.play.hands[declarer] |= extra;
    parts.known = parse_known(fields[5]);
    for (int a = 0; a < kSeats; ++a) {
        for (int b = 0; b < kSeats; ++b) {
            const Cards gone = deck52::kAll & ~parts.play.unplayed();
            const bool held = (parts.known.held[a][b] & ~parts.play.hands[b] & ~gone) == 0;
            if (!held || (parts.known.lacked[a][b] & parts.play.hands[b]) != 0) {
                text::fail("seat " + std::to_string(a) + " knows wrong things of seat " +
                           std::to_string(b));
            }
        }
    }
    return State(parts);
}

/// Rules alone: `QUOTA SURPLUS`, like `8,5,3 0,0,0`.
inline Rules parse_rules(std::string_view rules_text) {
    const auto fields = text::fields(rules_text, 2, "the rules of Sergeant Major");
    Rules rules;
    auto quota = text::numbers(fields[0], kSeats, 3, 8, "tricks needed");
    const auto surplus = text::numbers(fields[1], kSeats, -8, 13, "tricks over");
    for (std::size_t s = 0; s < kSeats; ++s) {
        rules.quota[s] = static_cast<std::uint8_t>(quota[s]);
        rules.surplus[s] = static_cast<std::int8_t>(surplus[s]);
    }
    std::sort(quota.begin(), quota.end());
    if (quota != std::vector<int>{3, 5, 8}) {
        text::fail("'" + std::string(fields[0]) + "' is not 8, 5 and 3 in some order");
    }
    if (surplus[0] + surplus[1] + surplus[2] != 0)
        text::fail("tricks over and under do not even out");
    return rules;
}

inline std::string draw(const State& state) {
    std::array<std::string, kSeats> notes;
    for (int s = 0; s < kSeats; ++s) {
        notes[s] = "tricks " + std::to_string(state.play().tricks[s]) + " of " +
                   std::to_string(state.rules().quota[s]);
        if (state.owed(s) != 0) notes[s] += "  to exchange " + std::to_string(state.owed(s));
    }
    std::string text =
        tricks::draw_play(state.play(), state.is_over() ? -1 : state.to_move(), notes);
    text += "trump: ";
    text += state.trump() == kNoTrumpYet ? '?' : deck52::kSuitLetters[state.trump()];
    return text + '\n';
}

inline std::string move_text(const State&, Move move) {
    if (move < State::kDeclare) return deck52::card_text(static_cast<Card>(move));
    return std::string("trump=") + deck52::kSuitLetters[move - State::kDeclare];
}
inline Move parse_move(const State&, std::string_view token) {
    if (!token.starts_with("trump=")) return deck52::parse_card(token);
    const auto suit = token.size() == 7 ? deck52::kSuitLetters.find(token[6]) : 4;
    if (suit > 3) text::fail("'" + std::string(token) + "' declares no suit; like trump=H");
    return State::kDeclare + static_cast<Move>(suit);
}

}  // namespace kiebitz::sergeant_major
