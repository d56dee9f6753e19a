// Spades as text: `RULES OVER BIDS BROKEN HANDS LEADER TABLE TRICKS VOIDS`.
//
//   rules   `-`, or letters: b bidding, f the last bid may not fit, s spades must be broken
//   over    over-tricks from earlier hands, joined by commas
//   bids    joined by commas, `-` for a bid not yet made
//   broken  `open` once spades may be led, else `shut`
#pragma once

#include <string>
#include <string_view>

#include "games/spades/spades.hpp"
#include "games/tricks/trick_text.hpp"

namespace kiebitz::spades {

/// The four fields before those of the play, for a state's parts or a View.
template <class Parts>
std::string head_text(const Parts& parts) {
    std::string text;
    if (parts.rules.bidding) text += 'b';
    if (parts.rules.bids_may_not_fit) text += 'f';
    if (parts.rules.spades_must_be_broken) text += 's';
    if (text.empty()) text = "-";
    text += ' ' + text::join(parts.rules.over_tricks, kSeats) + ' ';
    for (int s = 0; s < kSeats; ++s) {
        text +=
            (s > 0 ? "," : "") + (parts.bids[s] == kNoBid ? "-" : std::to_string(parts.bids[s]));
    }
    return text + (parts.broken ? " open " : " shut ");
}

inline std::string text_of(const State& state) {
    return head_text(state.parts()) + tricks::play_text(state.play());
}
/// What one seat sees: the same with `??` for hidden cards, and the cards of earlier tricks.
inline std::string text_of(const View& view) {
    return head_text(view) + tricks::seen_text(view.play) + ' ' + deck52::cards_text(view.gone);
}

/// Rules alone: `RULES OVER`, like `b 0,0,0`.
inline Rules parse_rules(std::string_view rules_text) {
    const auto fields = text::fields(rules_text, 2, "the rules of Spades");
    Rules rules;
    rules.bidding = false;
    for (const char letter : fields[0]) {
        switch (letter) {
            case '-':
                break;
            case 'b':
                rules.bidding = true;
                break;
            case 'f':
                rules.bids_may_not_fit = true;
                break;
            case 's':
                rules.spades_must_be_broken = true;
                break;
            default:
                text::fail("'" + std::string(fields[0]) + "' are not Spades rules, like bf");
        }
    }
    const auto over = text::numbers(fields[1], kSeats, 0, kOverTricksAPenalty - 1, "over-tricks");
    for (std::size_t s = 0; s < kSeats; ++s)
        rules.over_tricks[s] = static_cast<std::uint8_t>(over[s]);
    return rules;
}

/// Reads those four fields; true if a bid is missing.
template <class Parts>
bool parse_head(std::span<const std::string_view> fields, Parts& parts) {
    parts.rules = parse_rules(std::string(fields[0]) + ' ' + std::string(fields[1]));
    const auto bids = text::split(fields[2], ',');
    if (bids.size() != kSeats) text::fail("'" + std::string(fields[2]) + "': three bids wanted");
    bool missing = false;
    for (std::size_t s = 0; s < kSeats; ++s) {
        if (bids[s] == "-") {
            missing = true;
            parts.bids[s] = kNoBid;
            continue;
        }
        if (missing) text::fail("'" + std::string(fields[2]) + "': bids are made in turn");
        parts.bids[s] = static_cast<std::uint8_t>(text::number(bids[s], 0, kTricks, "a bid"));
    }
    if (missing && !parts.rules.bidding) text::fail("a bid is missing where there is no bidding");
    if (fields[3] != "open" && fields[3] != "shut") {
        text::fail("'" + std::string(fields[3]) + "' is neither open nor shut");
    }
    parts.broken = fields[3] == "open" || !parts.rules.spades_must_be_broken;
    return missing;
}

inline State parse(std::string_view position) {
    const auto fields = text::fields(position, 9, "a Spades position");
    State::Parts parts;
    const bool missing = parse_head(fields, parts);
    parts.play = tricks::parse_play(std::span(fields.data() + 4, 5), kSeats, deck52::kSpades, kPack,
                                    kTricks);
    if (missing && (parts.play.completed > 0 || parts.play.on_table > 0)) {
        text::fail("cards were played before all had bid");
    }
    return State(parts);
}

inline void parse_view(std::string_view position, int seat, View& view) {
    const auto fields = text::fields(position, 10, "what a seat sees of Spades");
    if (seat >= kSeats) text::fail("seat " + std::to_string(seat) + " does not exist");
    parse_head(fields, view);
    view.play = tricks::parse_seen(std::span(fields.data() + 4, 6), kSeats, deck52::kSpades, kPack,
                                   kTricks, seat, {}, view.gone);
}

/// The position for people: all of it, or what one seat sees of it.
inline std::string draw(const State& state, int seen_by = tricks::kEverybody) {
    std::array<std::string, kSeats> notes;
    for (int s = 0; s < kSeats; ++s) {
        notes[s] = "tricks " + std::to_string(state.play().tricks[s]);
        if (state.rules().bidding) {
            notes[s] += state.bid(s) < 0 ? " of ?" : " of " + std::to_string(state.bid(s));
        }
    }
    return tricks::draw_play(state.play(), state.is_over() ? -1 : state.to_move(), seen_by, notes);
}

inline std::string move_text(const State&, Move move) {
    if (move >= State::kBid) return std::to_string(move - State::kBid);
    return deck52::card_text(static_cast<Card>(move));
}
inline Move parse_move(const State& state, std::string_view token) {
    if (!state.is_bidding()) return deck52::parse_card(token);
    return State::kBid + static_cast<Move>(text::number(token, 0, kTricks, "a bid"));
}

}  // namespace kiebitz::spades
