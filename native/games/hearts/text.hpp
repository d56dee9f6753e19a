// Hearts as text: `RULES PASSING PASSED POINTS JACK HANDS LEADER TABLE TRICKS VOIDS`.
//
//   rules    players, pass (- l r a), moon (- o s), then letters: c the two of clubs leads, f no
//            points on the first trick, b hearts must be broken, q the queen breaks them, t the
//            bonus for no trick, j the one for the jack of diamonds; /H5 for three: the card that
//            is left out (/?? any), if it is not the two of diamonds
//   passing  `pass`, or `play`, or `open` once hearts are broken (or need not be)
//   passed   the cards each seat passed, as hands
#pragma once

#include <string>
#include <string_view>

#include "games/hearts/hearts.hpp"
#include "games/tricks/trick_text.hpp"

namespace kiebitz::hearts {

inline std::string rules_text(const Rules& rules) {
    std::string text = std::to_string(rules.players);
    text += "-lra"[static_cast<int>(rules.pass)];
    text += "-os"[static_cast<int>(rules.moon)];
    if (rules.two_of_clubs_leads) text += 'c';
    if (rules.no_points_on_first_trick) text += 'f';
    if (rules.hearts_must_be_broken) text += 'b';
    if (rules.queen_breaks_hearts) text += 'q';
    if (rules.no_trick_bonus) text += 't';
    if (rules.jack_of_diamonds_bonus) text += 'j';
    if (rules.players == 3 && rules.left_out != kTwoOfDiamonds) {
        const bool any = rules.left_out == Rules::kAnyCard;
        text += '/' + (any ? "??" : deck52::card_text(rules.left_out));
    }
    return text;
}

inline Rules parse_rules(std::string_view token) {
    constexpr std::string_view passes = "-lra";
    constexpr std::string_view moons = "-os";
    const auto bad = [&] {
        text::fail("'" + std::string(token) + "' are not Hearts rules, like 4locfb");
    };
    if (token.size() < 3 || (token[0] != '3' && token[0] != '4')) bad();
    Rules rules;
    rules.players = static_cast<std::uint8_t>(token[0] - '0');
    const auto pass = passes.find(token[1]);
    const auto moon = moons.find(token[2]);
    if (pass > 3 || moon > 2 || (rules.players == 3 && pass == 3)) bad();
    rules.pass = static_cast<Pass>(pass);
    rules.moon = static_cast<Moon>(moon);
    rules.two_of_clubs_leads = rules.no_points_on_first_trick = rules.hearts_must_be_broken = false;
    const auto slash = token.find('/');
    if (slash != std::string_view::npos) {
        const std::string_view card = token.substr(slash + 1);
        if (rules.players != 3) bad();
        rules.left_out = card == "??" ? Rules::kAnyCard : deck52::parse_card(card);
    }
    const auto letters = token.substr(3, slash == std::string_view::npos ? slash : slash - 3);
    for (const char letter : letters) {
        switch (letter) {
            case 'c':
                rules.two_of_clubs_leads = true;
                break;
            case 'f':
                rules.no_points_on_first_trick = true;
                break;
            case 'b':
                rules.hearts_must_be_broken = true;
                break;
            case 'q':
                rules.queen_breaks_hearts = true;
                break;
            case 't':
                rules.no_trick_bonus = true;
                break;
            case 'j':
                rules.jack_of_diamonds_bonus = true;
                break;
            default:
                bad();
        }
    }
    const bool two_may_miss = rules.left_out == kTwoOfClubs || rules.left_out == Rules::kAnyCard;
    if (rules.two_of_clubs_leads && two_may_miss) {
        text::fail("the two of clubs cannot lead if it may be left out");
    }
    return rules;
}

inline std::string text_of(const State& state) {
    const auto parts = state.parts();
    const int n = parts.rules.players;
    std::string text = rules_text(parts.rules);
    text += parts.passing ? " pass" : parts.broken ? " open" : " play";
    text += ' ' + tricks::hands_text(std::span(parts.passed).first(n));
    text += ' ' + text::join(parts.points, n);
    text += parts.jack_taker == kMaxSeats ? " -" : ' ' + std::to_string(parts.jack_taker);
    return text + ' ' + tricks::play_text(parts.play);
}

inline State parse(std::string_view position) {
    const auto fields = text::fields(position, 10, "a Hearts position");
    State::Parts parts;
    parts.rules = parse_rules(fields[0]);
    if (parts.rules.left_out == Rules::kAnyCard) text::fail("a position says which card is out");
    const int n = parts.rules.players;
    const Cards pack = parts.rules.deck();
    const int hand_size = count(pack) / n;
    parts.passing = fields[1] == "pass";
    parts.broken = fields[1] == "open" || !parts.rules.hearts_must_be_broken;
    if (!parts.passing && fields[1] != "play" && fields[1] != "open") {
        text::fail("'" + std::string(fields[1]) + "' is none of pass, play, open");
    }
    tricks::parse_hands(fields[2], pack, std::span(parts.passed).first(n));
    const auto points =
        text::numbers(fields[3], static_cast<std::size_t>(n), 0, kAllPoints, "points");
    for (int s = 0; s < n; ++s) {
        parts.points[s] = static_cast<std::uint8_t>(points[static_cast<std::size_t>(s)]);
    }
    if (fields[4] != "-") {
        parts.jack_taker = static_cast<std::uint8_t>(text::number(fields[4], 0, n - 1, "a seat"));
    }
    const std::span play(fields.data() + 5, 5);
    if (parts.passing) {
        // Chosen cards are out of the hands until all have chosen: put them back for the size
        // check.
        if (parts.rules.pass == Pass::hold) text::fail("no cards are passed in a hold hand");
        std::array<Cards, kMaxSeats> hands{};
        tricks::parse_hands(play[0], pack, std::span(hands).first(n));
        bool turn_found = false;
        for (int s = 0; s < n; ++s) {
            const int chosen = count(parts.passed[s]);
            if (count(hands[s]) + chosen != hand_size || (hands[s] & parts.passed[s]) != 0 ||
                chosen > kPassed || (turn_found && chosen > 0)) {
                text::fail("the cards of seat " + std::to_string(s) + " do not fit the passing");
            }
            turn_found = turn_found || chosen < kPassed;
            hands[s] |= parts.passed[s];
        }
        if (!turn_found) text::fail("all cards are passed: the hands must be exchanged");
        const std::string whole = tricks::hands_text(std::span(hands).first(n));
        std::vector<std::string_view> fixed(play.begin(), play.end());
        fixed[0] = whole;
        parts.play = tricks::parse_play(fixed, n, tricks::kNoTrump, pack, hand_size);
        for (int s = 0; s < n; ++s) parts.play.hands[s] &= ~parts.passed[s];
    } else {
        parts.play = tricks::parse_play(play, n, tricks::kNoTrump, pack, hand_size);
    }
    const Cards live = parts.play.unplayed() | parts.play.table_cards();
    int taken = 0;
    for (int s = 0; s < n; ++s) taken += parts.points[s];
    if (!parts.passing && points_of(pack & ~live) != taken) {
        text::fail("the points taken do not fit the cards that are gone");
    }
    if (parts.rules.two_of_clubs_leads && !parts.passing && parts.play.completed == 0) {
        const Card first = parts.play.on_table > 0 ? parts.play.table[0] : kTwoOfClubs;
        const bool holds = (parts.play.hands[parts.play.leader] & deck52::one(kTwoOfClubs)) != 0;
        if (first != kTwoOfClubs || (parts.play.on_table == 0 && !holds)) {
            text::fail("the holder of the two of clubs leads it to the first trick");
        }
    }
    return State(parts);
}

/// What one seat sees: the same with `??` for hidden cards, and the cards of earlier tricks.
inline std::string text_of(const View& view) {
    const int n = view.rules.players;
    const int seat = view.play.seat;
    std::array<int, kMaxSeats> chosen{};
    int left = view.passing ? view.chosen : view.rules.pass == Pass::hold ? 0 : n * kPassed;
    for (int s = 0; s < n; ++s) {
        chosen[s] = std::min(left, kPassed);
        left -= chosen[s];
    }
    std::array<Cards, kMaxSeats> passed{};
    passed[seat] = view.passed;
    return rules_text(view.rules) +
           (view.passing  ? " pass "
            : view.broken ? " open "
                          : " play ") +
           tricks::seen_hands_text(passed, chosen, n, seat) + ' ' + text::join(view.points, n) +
           (view.jack_taker == kMaxSeats ? " -" : ' ' + std::to_string(view.jack_taker)) + ' ' +
           tricks::seen_text(view.play) + ' ' + deck52::cards_text(view.gone & view.rules.deck());
}

inline void parse_view(std::string_view position, int seat, View& view) {
    const auto fields = text::fields(position, 11, "what a seat sees of Hearts");
    view.rules = parse_rules(fields[0]);
    const int n = view.rules.players;
    if (seat >= n) text::fail("seat " + std::to_string(seat) + " does not exist");
    const Cards pack = view.rules.deck();
    view.passing = fields[1] == "pass";
    view.broken = fields[1] == "open" || !view.rules.hearts_must_be_broken;
    std::array<std::uint8_t, kMaxSeats> chosen{};
    view.passed = tricks::parse_seen_hands(fields[2], pack, n, seat, chosen);
    std::array<int, kMaxSeats> more{};
    for (int s = 0; view.passing && s < n; ++s) {
        view.chosen = static_cast<std::uint8_t>(view.chosen + chosen[s]);
        more[s] = chosen[s];
    }
    const auto points =
        text::numbers(fields[3], static_cast<std::size_t>(n), 0, kAllPoints, "points");
    for (int s = 0; s < n; ++s) {
        view.points[s] = static_cast<std::uint8_t>(points[static_cast<std::size_t>(s)]);
    }
    if (fields[4] != "-") {
        view.jack_taker = static_cast<std::uint8_t>(text::number(fields[4], 0, n - 1, "a seat"));
    }
    view.play = tricks::parse_seen(std::span(fields.data() + 5, 6), n, tricks::kNoTrump, pack,
                                   count(pack) / n, seat, more, view.gone);
    view.gone |= deck52::kAll & ~pack;
}

/// The position for people: all of it, or what one seat sees of it.
inline std::string draw(const State& state, int seen_by = tricks::kEverybody) {
    std::array<std::string, kMaxSeats> notes;
    for (int s = 0; s < state.players(); ++s) {
        notes[s] = "points " + std::to_string(state.points(s)) + "  tricks " +
                   std::to_string(state.play().tricks[s]);
        if (state.is_passing() && state.passed(s) != 0) {
            notes[s] += "  passes " + (tricks::may_see(seen_by, s)
                                           ? deck52::cards_text(state.passed(s))
                                           : tricks::hidden_text(count(state.passed(s))));
        }
    }
    return tricks::draw_play(state.play(), state.is_over() ? -1 : state.to_move(), seen_by, notes);
}

inline std::string move_text(const State&, Move move) {
    return deck52::card_text(static_cast<Card>(move));
}
inline Move parse_move(const State&, std::string_view token) {
    return deck52::parse_card(token);
}

}  // namespace kiebitz::hearts
