// Sergeant Major as text:
// `QUOTA SURPLUS OWED TRUMP KITTY KNOWN HANDS LEADER TABLE TRICKS VOIDS`.
//
// Numbers are joined by commas; trump is a suit letter, `-` before it is declared; the kitty holds
// the discards once they are made. Known is what seats learned from exchanges, `-` for nothing:
// `0>1:HA.HK` says that seat 0 knows seat 1 to lack ace and king, `0>k:H3` that the kitty lacks the
// three.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "games/sergeant_major/sergeant_major.hpp"
#include "games/tricks/trick_text.hpp"

namespace kiebitz::sergeant_major {

inline std::string known_text(const Knowledge& known) {
    std::string text;
    for (std::size_t knower = 0; knower < kSeats; ++knower) {
        for (std::size_t place = 0; place <= kInKitty; ++place) {
            const Cards lacked = known.lacked[knower][place];
            if (lacked == 0) continue;
            text += std::string(text.empty() ? "" : ";") + std::to_string(knower) + '>' +
                    (place == kInKitty ? "k" : std::to_string(place)) + ':' +
                    deck52::cards_text(lacked);
        }
    }
    return text.empty() ? "-" : text;
}

inline Knowledge parse_known(std::string_view token) {
    Knowledge known;
    if (token == "-") return known;
    for (auto part : text::split(token, ';')) {
        if (part.size() < 6 || part[1] != '>' || part[3] != ':') {
            text::fail("'" + std::string(part) + "' is not knowledge, like 0>1:HA.HK");
        }
        const int knower = text::number(part.substr(0, 1), 0, kSeats - 1, "a seat");
        const int place =
            part[2] == 'k' ? kInKitty : text::number(part.substr(2, 1), 0, kSeats - 1, "a seat");
        known.lacked[knower][place] = deck52::parse_cards(part.substr(4));
    }
    return known;
}

/// The first four fields, for a state's parts or a View.
inline std::string head_text(const Rules& rules, const std::array<std::int8_t, kSeats>& owed,
                             int trump) {
    std::string text = text::join(rules.quota, kSeats);
    text += ' ' + text::join(rules.surplus, kSeats) + ' ' + text::join(owed, kSeats) + ' ';
    text += trump == kNoTrumpYet ? '-' : deck52::kSuitLetters[static_cast<std::size_t>(trump)];
    return text + ' ';
}

inline std::string text_of(const State& state) {
    const auto parts = state.parts();
    return head_text(parts.rules, parts.owed, parts.play.trump) + deck52::cards_text(parts.kitty) +
           ' ' + known_text(parts.known) + ' ' + tricks::play_text(parts.play);
}
/// What one seat sees: the same with `??` for hidden cards, and the cards of earlier tricks.
inline std::string text_of(const View& view) {
    Knowledge known;
    known.lacked[view.play.seat] = view.lacked;
    const bool sees_kitty = view.kitty != 0;
    return head_text(view.rules, view.owed, view.play.table.trump) +
           (sees_kitty ? deck52::cards_text(view.kitty) : tricks::hidden_text(view.in_kitty)) +
           ' ' + known_text(known) + ' ' + tricks::seen_text(view.play) + ' ' +
           deck52::cards_text(view.gone);
}

/// Reads the first four fields; returns the trump.
inline int parse_head(std::span<const std::string_view> fields, Rules& rules,
                      std::array<std::int8_t, kSeats>& owed) {
    auto quota = text::numbers(fields[0], kSeats, 3, 8, "tricks needed");
    const auto surplus = text::numbers(fields[1], kSeats, -8, 13, "tricks over");
    const auto cards = text::numbers(fields[2], kSeats, -8, 13, "cards owed");
    if (surplus[0] + surplus[1] + surplus[2] != 0 || cards[0] + cards[1] + cards[2] != 0) {
        text::fail("tricks over and under do not even out");
    }
    for (std::size_t s = 0; s < kSeats; ++s) {
        rules.quota[s] = static_cast<std::uint8_t>(quota[s]);
        rules.surplus[s] = static_cast<std::int8_t>(surplus[s]);
        owed[s] = static_cast<std::int8_t>(cards[s]);
        if (cards[s] * surplus[s] < 0 || std::abs(cards[s]) > std::abs(surplus[s])) {
            text::fail("more cards are owed than there were tricks over");
        }
    }
    std::sort(quota.begin(), quota.end());
    if (quota != std::vector<int>{3, 5, 8}) {
        text::fail("'" + std::string(fields[0]) + "' is not 8, 5 and 3 in some order");
    }
    if (fields[3] == "-") return kNoTrumpYet;
    const auto trump = fields[3].size() == 1 ? deck52::kSuitLetters.find(fields[3][0]) : 4;
    if (trump > 3) text::fail("'" + std::string(fields[3]) + "' is not a suit or -");
    return static_cast<int>(trump);
}

inline State parse(std::string_view position) {
    const auto fields = text::fields(position, 11, "a Sergeant Major position");
    State::Parts parts;
    const int trump = parse_head(fields, parts.rules, parts.owed);
    const bool declared = trump != kNoTrumpYet;
    const bool owing = parts.owed != std::array<std::int8_t, kSeats>{};
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
    parts.play =
        tricks::parse_play(play, kSeats, trump, deck52::kAll & ~parts.kitty & ~extra, kTricks);
    if (parts.play.completed > 0 || parts.play.on_table > 0) {
        if (!declared || in_kitty < kKitty) text::fail("cards were played before the discard");
    } else if (parts.play.leader != parts.rules.seat_with(5)) {
        text::fail("the seat that needs five tricks leads first");
    }
    parts.play.hands[declarer] |= extra;
    parts.known = parse_known(fields[5]);
    for (int knower = 0; knower < kSeats; ++knower) {
        Cards wrong = parts.known.lacked[knower][kInKitty] & parts.kitty;
        for (int s = 0; s < kSeats; ++s) {
            if (s != knower) wrong |= parts.known.lacked[knower][s] & parts.play.hands[s];
        }
        if (wrong != 0) {
            text::fail("seat " + std::to_string(knower) + " knows wrong things of '" +
                       deck52::card_text(lowest(wrong)) + "'");
        }
    }
    return State(parts);
}

inline void parse_view(std::string_view position, int seat, View& view) {
    const auto fields = text::fields(position, 12, "what a seat sees of Sergeant Major");
    if (seat >= kSeats) text::fail("seat " + std::to_string(seat) + " does not exist");
    const int trump = parse_head(fields, view.rules, view.owed);
    const int hidden = tricks::hidden_cards(fields[4]);
    if (hidden < 0) view.kitty = deck52::parse_cards(fields[4]);
    view.in_kitty = static_cast<std::uint8_t>(hidden < 0 ? count(view.kitty) : hidden);
    if (view.in_kitty > kKitty) text::fail("the kitty has four cards");
    view.lacked = parse_known(fields[5]).lacked[seat];
    // While the declarer discards, its hand is too big by what is still to go.
    std::array<int, kMaxSeats> more{};
    more[view.rules.seat_with(8)] = view.in_kitty - kKitty;
    view.play = tricks::parse_seen(std::span(fields.data() + 6, 6), kSeats, trump,
                                   deck52::kAll & ~view.kitty, kTricks, seat, more, view.gone);
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

/// The position for people: all of it, or what one seat sees of it.
inline std::string draw(const State& state, int seen_by = tricks::kEverybody) {
    std::array<std::string, kSeats> notes;
    for (int s = 0; s < kSeats; ++s) {
        notes[s] = "tricks " + std::to_string(state.play().tricks[s]) + " of " +
                   std::to_string(state.rules().quota[s]);
        if (state.owed(s) != 0) notes[s] += "  to exchange " + std::to_string(state.owed(s));
    }
    std::string text =
        tricks::draw_play(state.play(), state.is_over() ? -1 : state.to_move(), seen_by, notes);
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
