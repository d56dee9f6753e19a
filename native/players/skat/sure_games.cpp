#include "players/skat/sure_games.hpp"

#include <algorithm>
#include <array>

#include "players/skat/bidding.hpp"

namespace kiebitz::players::skat {

namespace {

using Position = solvers::skat::Position;

/// A way the cards may lie. The first two give all trumps, and then the high cards, to one
/// defender and keep points out of the skat; the others are drawn.
Position lay(const CardView& view, int number, std::uint64_t seed) {
    const int declarer = view.seat();
    std::array<Card, 22> cards;
    int size = 0;
    for (Card card : each_card(view.known.unseen())) cards[size++] = card;
    const auto unseen = std::span<Card>(cards.data(), static_cast<std::size_t>(size));
    Random random(derive_seed(seed, number));
    random.shuffle(unseen);
    const Cards trumps = order_of(view.type()).trumps;
    if (number < 2) {
        std::stable_sort(unseen.begin(), unseen.end(), [&](Card a, Card b) {
            const bool first = contains(trumps, a), second = contains(trumps, b);
            return first != second ? first : points_of(a) > points_of(b);
        });
    } else if (number % 2 == 0 && size == 22) {
        // No points in the skat.
        std::stable_partition(unseen.begin(), unseen.end(),
                              [&](Card card) { return points_of(card) > 0; });
        random.shuffle(unseen.first(20));
    }
    Position position;
    position.game = view.type();
    position.declarer = declarer;
    position.leader = 0;
    position.hands[static_cast<std::size_t>(declarer)] = view.known.hand;
    position.skat = view.known.put_away;
    const int first = (declarer + (number % 2 == 0 ? 1 : 2)) % kSeats;
    const int second = kSeats - declarer - first;
    for (int i = 0; i < size; ++i) {
        Cards& place = i < kHandSize       ? position.hands[static_cast<std::size_t>(first)]
                       : i < 2 * kHandSize ? position.hands[static_cast<std::size_t>(second)]
                                           : position.skat;
        place |= bit(unseen[static_cast<std::size_t>(i)]);
    }
    return position;
}

}  // namespace

std::size_t SureGames::Hash::operator()(const Key& key) const {
    return static_cast<std::size_t>(derive_seed(key.cards, key.what));
}

CardView SureGames::canonical(const CardView& view) {
    // Plain suits in the order of their cards, and the trump suit last. Jacks are trumps and stay
    // where they are, except in null, where suits are whole and all alike.
    const GameType type = view.type();
    const bool null = type == GameType::kNull;
    const bool suit_game = !null && type != GameType::kGrand;
    const Cards whole = null ? 0xff : 0x7f;
    // By all of the own cards first, so that discards of the same twelve keep the order.
    std::array<std::uint32_t, 4> suits{};
    for (int suit = 0; suit < 4; ++suit) {
        const Cards mine = view.known.hand >> (8 * suit) & whole;
        const Cards away = view.known.put_away >> (8 * suit) & whole;
        suits[static_cast<std::size_t>(suit)] = (mine | away) << 16 | mine << 8 | away;
    }
    if (suit_game) std::swap(suits[3], suits[static_cast<std::size_t>(type)]);
    std::sort(suits.begin(), suits.begin() + (suit_game ? 3 : 4));
    constexpr Cards kJacks = 0x80808080;
    Cards hand = null ? 0 : view.known.hand & kJacks;
    Cards away = null ? 0 : view.known.put_away & kJacks;
    for (int suit = 0; suit < 4; ++suit) {
        hand |= (suits[static_cast<std::size_t>(suit)] >> 8 & 0xff) << (8 * suit);
        away |= (suits[static_cast<std::size_t>(suit)] & 0xff) << (8 * suit);
    }
    Contract contract = view.tricks.contract;
    if (suit_game) contract.type = GameType::kClubs;
    return first_view(contract, hand, away, view.seat(), view.bid);
}

SureGames::Key SureGames::key_of(const CardView& canonical, const Goal& goal) {
    Key key;
    key.cards = std::uint64_t{canonical.known.hand} << 32 | canonical.known.put_away;
    key.what = static_cast<std::uint32_t>(canonical.seat());
    key.what = key.what << 3 | static_cast<std::uint32_t>(canonical.type());
    key.what = key.what << 1 | (canonical.known.knows_skat ? 1U : 0U);
    key.what = key.what << 2 | static_cast<std::uint32_t>(goal.kind);
    key.what = key.what << 7 | static_cast<std::uint32_t>(goal.points & 127);
    return key;
}

bool SureGames::is_witness(const CardView& view, const Goal& goal, std::uint64_t seed, int number) {
    solvers::skat::Question question;
    const bool sweep = goal.kind == Goal::Kind::kAllTricks;
    question.threshold = sweep ? solvers::skat::kAllTricks : goal.points;
    return solver_.solve(lay(view, number, seed), question).value.upper < (sweep ? 1 : goal.points);
}

bool SureGames::has_witness(const CardView& view, const Goal& goal, std::uint64_t seed, int first,
                            int end) {
    if (seed != last_seed_) last_witnesses_.fill(-1);
    last_seed_ = seed;
    const auto keep = [&](auto place, int number) {
        std::move_backward(last_witnesses_.begin(), place, place + 1);
        last_witnesses_[0] = number;
        return true;
    };
    if (first == 0) {
        for (auto place = last_witnesses_.begin(); place != last_witnesses_.end(); ++place) {
            const int number = *place;
            if (number >= 0 && is_witness(view, goal, seed, number)) return keep(place, number);
        }
    }
    for (int number = first; number < end; ++number) {
        if (is_witness(view, goal, seed, number)) return keep(last_witnesses_.end() - 1, number);
    }
    return false;
}

Proof SureGames::settle(const CardView& view, const Goal& goal) {
    const bool null = goal.kind == Goal::Kind::kNoTrick;  // its search is quick by itself
    // The cards lie the same ways whatever is put away.
    const std::uint64_t seed = derive_seed(view.known.hand | view.known.put_away,
                                           view.seat() * 8 + static_cast<int>(view.type()));
    Proof proof = Proof::kUnknown;
    int tried = 0;
    for (const Effort& effort : null || !view.known.knows_skat ? kHandGame : kDiscard) {
        if (!null && has_witness(view, goal, seed, tried, effort.worlds)) {
            ++counts_.witnessed;
            return Proof::kNo;
        }
        tried = effort.worlds;
        if (effort.nodes > 0) proof = ParanoidSearch(14).proves(view, goal, effort.nodes);
        if (proof != Proof::kUnknown) break;
    }
    ++(proof == Proof::kYes  ? counts_.proved
       : proof == Proof::kNo ? counts_.refuted
                             : counts_.open);
    return proof;
}

bool SureGames::proves(const CardView& asked, const Goal& goal) {
    if (goal.kind == Goal::Kind::kImpossible) return false;
    const std::lock_guard lock(mutex_);
    ++counts_.asked;
    const CardView view = canonical(asked);
    const Key key = key_of(view, goal);
    if (const auto found = answers_.find(key); found != answers_.end()) {
        ++counts_.remembered;
        return found->second;
    }
    const bool sure = settle(view, goal) == Proof::kYes;
    if (answers_.size() >= kRemembered) answers_.clear();
    answers_.emplace(key, sure);
    return sure;
}

Certainty SureGames::certainty(const Contract& contract, Cards hand, Cards put_away, int seat) {
    const CardView view = first_view(contract, hand, put_away, seat, 0);
    if (contract.type == GameType::kNull) {
        return proves(view, Goal::no_trick()) ? Certainty::kWin : Certainty::kNone;
    }
    if (!proves(view, Goal::reach(kTotalPoints / 2 + 1))) return Certainty::kNone;
    if (!proves(view, Goal::reach(kSchneider))) return Certainty::kWin;
    return proves(view, Goal::all_tricks()) ? Certainty::kSchwarz : Certainty::kSchneider;
}

SureGames::Counts SureGames::counts() const {
    const std::lock_guard lock(mutex_);
    return counts_;
}

SureGames& SureGames::shared() {
    static SureGames one;
    return one;
}

}  // namespace kiebitz::players::skat
