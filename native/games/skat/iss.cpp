#include "games/skat/iss.hpp"

#include <charconv>

namespace kiebitz::skat {

namespace {

/// Takes words off the front of a text.
class Words {
  public:
    explicit Words(std::string_view text, char between = ' ') : rest_(text), between_(between) {}

    std::string_view next() {
        while (!rest_.empty() && rest_.front() == between_) rest_.remove_prefix(1);
        const std::size_t end = std::min(rest_.find(between_), rest_.size());
        const std::string_view word = rest_.substr(0, end);
        rest_.remove_prefix(end);
        return word;
    }

  private:
    std::string_view rest_;
    char between_;
};

std::optional<Card> card_of(std::string_view text) {
    if (text.size() != 2) return std::nullopt;
    const std::size_t suit = std::string_view("DHSC").find(text[0]);
    const std::size_t rank = std::string_view("789QKTAJ").find(text[1]);
    if (suit == std::string_view::npos || rank == std::string_view::npos) return std::nullopt;
    return make_card(static_cast<int>(suit), static_cast<int>(rank));
}

std::optional<int> number_of(std::string_view text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::optional<Contract> contract_of(std::string_view text) {
    const std::size_t game = std::string_view("DHSCGN").find(text.empty() ? '?' : text[0]);
    if (game == std::string_view::npos) return std::nullopt;
    Contract contract;
    contract.type = static_cast<GameType>(game);
    for (const char modifier : text.substr(1)) {
        if (modifier == 'H')
            contract.hand = true;
        else if (modifier == 'O')
            contract.ouvert = true;
        else if (modifier == 'S')
            contract.schneider = true;
        else if (modifier == 'Z')
            contract.schwarz = true;
        else
            return std::nullopt;
    }
    // Each announcement implies those before it.
    if (contract.ouvert && contract.type != GameType::kNull) contract.schwarz = true;
    if (contract.schwarz) contract.schneider = true;
    if (contract.ouvert && contract.type != GameType::kNull) contract.hand = true;
    return contract.is_valid() ? std::optional(contract) : std::nullopt;
}

std::optional<Deal> deal_of(std::string_view text) {
    Deal deal;
    Words words(text, '.');
    for (int i = 0; i < kDeckSize; ++i) {
        const auto card = card_of(words.next());
        if (!card) return std::nullopt;
        (i < kSeats * kHandSize ? deal.hands[static_cast<std::size_t>(i / kHandSize)]
                                : deal.skat) |= bit(*card);
    }
    return words.next().empty() && deal.is_valid() ? std::optional(deal) : std::nullopt;
}

bool play(State& state, Move move) {
    Moves moves;
    state.legal_moves(moves);
    if (!moves.contains(move)) return false;
    state.apply(move);
    return true;
}

bool happen(State& state, MoveKind kind, int seat) {
    const Move event = make_move(kind, static_cast<std::uint32_t>(seat));
    if (!state.table().may_happen(event)) return false;
    state.apply(event);
    return true;
}

/// What the server says: a seat went away, or the skat for the declarer who asked for it.
bool hear_server(State& state, std::string_view token) {
    if (token.size() == 4 && token[2] == '.' && token[3] >= '0' && token[3] <= '2') {
        if (token.starts_with("TI")) return happen(state, MoveKind::kTimeOut, token[3] - '0');
        if (token.starts_with("LE")) return happen(state, MoveKind::kLeave, token[3] - '0');
    }
    if (token.size() != 5 || token[2] != '.' || state.table().phase != Phase::kDeclare)
        return false;
    const auto first = card_of(token.substr(0, 2)), second = card_of(token.substr(3));
    return first && second && (bit(*first) | bit(*second)) == state.deal().skat;
}

/// `G.H7.HQ`, `G`, `H7.HQ`; behind ouvert games the ten cards that are shown.
bool declare(State& state, std::string_view token) {
    Words words(token, '.');
    if (state.table().phase != Phase::kDiscard) {
        const auto contract = contract_of(words.next());
        if (!contract || !play(state, declare_move(*contract))) return false;
    }
    std::string_view word = words.next();
    if (state.table().phase == Phase::kDiscard && !word.empty()) {
        const auto first = card_of(word), second = card_of(words.next());
        if (!first || !second || !play(state, discard_move(*first, *second))) return false;
        word = words.next();
    }
    Cards shown = 0;
    for (; !word.empty(); word = words.next()) {
        const auto card = card_of(word);
        if (!card) return false;
        shown |= bit(*card);
    }
    return shown == 0 || shown == state.table().shown;
}

bool say(State& state, int seat, std::string_view token) {
    const Table& table = state.table();
    if (token == "RE") return happen(state, MoveKind::kResign, seat);
    if (token.starts_with("SC")) return seat == table.declarer && happen(state, MoveKind::kShow, 0);
    if (state.is_over() || seat != state.to_move()) return false;
    if (token == "p") return play(state, make_move(MoveKind::kPass));
    if (token == "y") return play(state, make_move(MoveKind::kHold));
    if (token == "s") return play(state, make_move(MoveKind::kPickUp));
    switch (table.phase) {
        case Phase::kBid: {
            const auto number = number_of(token);
            return number && *number > 0 && *number < 1000 && play(state, bid_move(*number));
        }
        case Phase::kPickUp:
        case Phase::kDeclare:
        case Phase::kDiscard:
            return declare(state, token);
        case Phase::kPlay: {
            const auto card = card_of(token);
            const auto& hand = state.hands()[static_cast<std::size_t>(seat)];
            if (!card || !contains(table.tricks.legal(hand), *card)) return false;
            state.apply(play_move(*card));
            return true;
        }
        default:
            return false;
    }
}

std::optional<std::string_view> tag(std::string_view line, std::string_view name) {
    const std::size_t at = line.find(name);
    if (at == std::string_view::npos) return std::nullopt;
    const std::size_t first = at + name.size(), end = line.find(']', first);
    if (end == std::string_view::npos) return std::nullopt;
    return line.substr(first, end - first);
}

/// Value and points, which all else follows from.
bool agrees(const State& state, std::string_view recorded) {
    if (recorded == "passed") return state.table().all_passed();
    if (!state.table().declared) return recorded.find("penalty") != std::string_view::npos;
    const Result result = state.result();
    Words words(recorded);
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
        const auto is = [&](std::string_view name, int number) {
            return !word.starts_with(name) || number_of(word.substr(name.size())) == number;
        };
        if (!is("v:", result.value) || !is("p:", result.points) || !is("t:", result.tricks) ||
            !is("d:", state.table().declarer)) {
            return false;
        }
    }
    return true;
}

}  // namespace

std::optional<State> read_iss_moves(std::string_view moves) {
    Words words(moves);
    if (words.next() != "w") return std::nullopt;
    const auto deal = deal_of(words.next());
    if (!deal) return std::nullopt;
    State state(*deal);
    for (std::string_view who = words.next(); !who.empty(); who = words.next()) {
        const std::string_view token = words.next();
        if (token.empty() || who.size() != 1) return std::nullopt;
        const bool fine = who == "w"
                              ? hear_server(state, token)
                              : who[0] >= '0' && who[0] <= '2' && say(state, who[0] - '0', token);
        if (!fine) return std::nullopt;
    }
    return state;
}

std::optional<State> read_iss_record(std::string_view line) {
    const auto moves = tag(line, "MV["), recorded = tag(line, "]R[");
    if (!moves || line.find("GM[Skat]") == std::string_view::npos) return std::nullopt;
    const auto state = read_iss_moves(*moves);
    if (!state || !state->is_over() || (recorded && !agrees(*state, *recorded)))
        return std::nullopt;
    return state;
}

}  // namespace kiebitz::skat
