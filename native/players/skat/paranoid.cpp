#include "players/skat/paranoid.hpp"

#include <algorithm>

#include "players/skat/seat_mind.hpp"

namespace kiebitz::players::skat {

namespace {

const std::array<Cards, kDeckSize>& above_of(GameType type) {
    return mind_detail::kAbove[static_cast<std::size_t>(type)];
}

struct Ordered {
    std::array<std::pair<int, Card>, 32> items;
    int size = 0;

    void add(Card card, int score) { items[size++] = {-score, card}; }
    void sort() { std::sort(items.begin(), items.begin() + size); }
};

/// The least that n of these cards can be worth.
int least_points(Cards cards, int n) {
    constexpr std::array<int, 6> kCheapFirst = {kSeven, kJack, kQueen, kKing, kTen, kAce};
    int sum = 0;
    for (int rank : kCheapFirst) {
        const Cards mask = rank == kSeven ? 0x07070707U : 0x01010101U << rank;
        const int taken = std::min(n, count(cards & mask));
        sum += taken * (rank == kSeven ? 0 : kRankPoints[static_cast<std::size_t>(rank)]);
        n -= taken;
    }
    return sum;
}

}  // namespace

ParanoidSearch::ParanoidSearch(int table_bits) : table_(std::size_t{1} << table_bits) {}

ParanoidSearch::Node ParanoidSearch::root_of(const CardView& view) const {
    const Tricks& tricks = view.tricks;
    const auto place = [&](int seat) { return (seat - tricks.declarer + kSeats) % kSeats; };
    Node node;
    node.mine = view.known.hand;
    node.unseen = view.known.unseen();
    for (int seat = 0; seat < kSeats; ++seat) {
        const auto at = static_cast<std::size_t>(place(seat));
        const auto s = static_cast<std::size_t>(seat);
        node.left[at] = static_cast<std::int8_t>(kHandSize - count(view.known.played[s]));
        if (at != 0) node.may[at] = node.unseen & ~view.known.impossible[s];
    }
    node.seat = place(tricks.to_move());
    node.size = tricks.size;
    if (tricks.size > 0) {
        node.led = tricks.order().followers[tricks.cards[0]];
        node.best = tricks.best_card;
        node.best_by = place(tricks.best);
        node.table_points = tricks.points_on_table();
    }
    return node;
}

bool ParanoidSearch::reaches(const CardView& view, const Node& node) {
    // From here on points are those still to come; the skat of a hand game comes last.
    switch (goal_.kind) {
        case Goal::Kind::kNoTrick:
            return view.tricks.tricks[0] == 0 && wins(node, 0);
        case Goal::Kind::kAllTricks:
            return wins(node, 0);
        case Goal::Kind::kImpossible:
            return false;
        case Goal::Kind::kPoints:
            break;
    }
    return wins(node, goal_.points - view.tricks.points[0] - points_in(view.known.put_away));
}

Proof ParanoidSearch::proves(const CardView& view, const Goal& goal, std::uint64_t node_limit) {
    const GameType type = view.type();
    if (type != type_ || goal.kind != goal_.kind) {
        std::fill(table_.begin(), table_.end(), Entry{});
    }
    type_ = type;
    goal_ = goal;
    nodes_ = 0;
    limit_ = node_limit;
    try {
        return reaches(view, root_of(view)) ? Proof::kYes : Proof::kNo;
    } catch (const LimitReached&) {
        return Proof::kUnknown;
    }
}

Cards ParanoidSearch::sure_cards(const CardView& view, const Goal& goal, std::uint64_t node_limit,
                                 bool& complete) {
    Cards sure = 0;
    complete = true;
    std::uint64_t spent = 0;
    for (Card card : each_card(view.legal())) {
        CardView next = view;
        const auto seat = static_cast<std::size_t>(view.seat());
        next.known.hand &= ~bit(card);
        next.known.played[seat] |= bit(card);
        next.tricks.play(card);
        Proof proof = Proof::kNo;
        if (!(goal.kind == Goal::Kind::kNoTrick && next.tricks.tricks[0] > 0)) {
            proof = proves(next, goal, node_limit);
        }
        spent += nodes_;
        if (proof == Proof::kYes) sure |= bit(card);
        if (proof == Proof::kUnknown) complete = false;
    }
    nodes_ = spent;
    return sure;
}

int ParanoidSearch::sure_points(const CardView& view, std::uint64_t node_limit, bool& complete) {
    int low = 0, high = kTotalPoints;
    complete = true;
    std::uint64_t spent = 0;
    while (low < high) {
        const int middle = (low + high + 1) / 2;
        const Proof proof = proves(view, Goal::reach(middle), node_limit);
        spent += nodes_;
        if (proof == Proof::kYes) {
            low = middle;
        } else {
            if (proof == Proof::kUnknown) complete = false;
            high = middle - 1;
        }
    }
    nodes_ = spent;
    return low;
}

/// Lemma 6.2.1: some distribution of cards is left.
bool ParanoidSearch::consistent(const Node& node) {
    return node.left[1] <= count(node.may[1]) && node.left[2] <= count(node.may[2]) &&
           node.left[1] + node.left[2] <= count(node.may[1] | node.may[2]);
}

bool ParanoidSearch::wins(const Node& node, int need) {
    if (limit_ != 0 && nodes_ >= limit_) throw LimitReached{};
    ++nodes_;
    if (goal_.kind == Goal::Kind::kPoints) {
        if (need <= 0) return true;
        if (points_in(node.mine | node.unseen) + node.table_points < need) return false;
    }
    if (node.size > 0) return wins_uncached(node, need);
    if (node.mine == 0) {
        // What is unseen now is the skat of a hand game.
        return goal_.kind != Goal::Kind::kPoints || points_in(node.unseen) >= need;
    }
    if (node.seat == 0 ? wins_from_the_top(node, need) : is_safe_null(node)) return true;
    const std::uint64_t hash =
        derive_seed(node.mine, node.may[1], node.may[2], node.unseen, node.seat);
    Entry& entry = table_[hash & (table_.size() - 1)];
    const auto is_here = [&] {
        return entry.mine == node.mine && entry.may1 == node.may[1] && entry.may2 == node.may[2] &&
               entry.unseen == node.unseen && entry.leader == node.seat;
    };
    if (is_here()) {
        if (entry.sure >= need) return true;
        if (entry.possible < need) return false;
    }
    const bool won = wins_uncached(node, need);
    if (!is_here()) {
        entry = {node.mine,
                 node.may[1],
                 node.may[2],
                 node.unseen,
                 static_cast<std::int8_t>(node.seat),
                 -1,
                 kTotalPoints + 1};
    }
    if (won) {
        entry.sure = static_cast<std::int16_t>(std::max<int>(entry.sure, need));
    } else {
        entry.possible = static_cast<std::int16_t>(std::min<int>(entry.possible, need - 1));
    }
    return won;
}

bool ParanoidSearch::wins_uncached(const Node& node, int need) {
    return node.seat == 0 ? declarer_moves(node, need) : defender_moves(node, need);
}

/// The declarer leads and cashes from the top: trumps until nobody else can have one, then every
/// plain card that nothing unseen beats (compare thesis §5.2; here against all worlds at once).
bool ParanoidSearch::wins_from_the_top(const Node& node, int need) const {
    if (goal_.kind == Goal::Kind::kNoTrick) return false;
    const CardOrder& order = order_of(type_);
    const auto& above = above_of(type_);
    // The cards of a suit that take tricks whatever the others hold: those above all unseen ones,
    // and if these are enough to draw every unseen card from one hand, all the rest as well.
    const auto sure_in = [&](Cards suit) {
        const Cards own = node.mine & suit;
        Cards top = 0;
        for (Card card : each_card(own)) {
            if ((above[card] & node.unseen) == 0) top |= bit(card);
        }
        const int longest = std::max(std::min<int>(node.left[1], count(node.may[1] & suit)),
                                     std::min<int>(node.left[2], count(node.may[2] & suit)));
        return count(top) >= longest ? own : top;
    };
    Cards sure = sure_in(order.trumps);
    const Cards out = (node.may[1] | node.may[2]) & order.trumps;
    const int longest = std::max(std::min<int>(node.left[1], count(node.may[1] & out)),
                                 std::min<int>(node.left[2], count(node.may[2] & out)));
    if (out == 0 || (sure == (node.mine & order.trumps) && count(sure) >= longest)) {
        for (int suit = 0; suit < 4; ++suit) sure |= sure_in(whole_suit(suit) & ~order.trumps);
    }
    const int tricks = count(sure);
    if (tricks == count(node.mine)) return true;
    if (goal_.kind == Goal::Kind::kAllTricks) return false;
    return points_in(sure) + least_points(node.unseen, 2 * tricks) >= need;
}

/// Null, a defender leads: the declarer's i-th lowest card of every suit is below the i-th lowest
/// unseen one, so that every lead can be ducked (thesis §6.2).
bool ParanoidSearch::is_safe_null(const Node& node) const {
    if (goal_.kind != Goal::Kind::kNoTrick) return false;
    const CardOrder& order = order_of(GameType::kNull);
    const auto lowest_of = [&](Cards cards) {
        return SeatMind::best_by(cards, [&](Card c) { return -int{order.strength[c]}; });
    };
    for (int suit = 0; suit < 4; ++suit) {
        Cards own = node.mine & whole_suit(suit), theirs = node.unseen & whole_suit(suit);
        while (own != 0 && theirs != 0) {
            const Card a = lowest_of(own), b = lowest_of(theirs);
            if (order.strength[a] > order.strength[b]) return false;
            own &= ~bit(a);
            theirs &= ~bit(b);
        }
    }
    return true;
}

/// Neighbours of equal points that nobody else's card lies between are one move.
bool ParanoidSearch::similar(const Node& node, Card a, Card b) const {
    if (type_ != GameType::kNull && points_of(a) != points_of(b)) return false;
    const auto& above = above_of(type_);
    const CardOrder& order = order_of(type_);
    if (order.followers[a] != order.followers[b]) return false;
    Cards between = above[a] ^ above[b];
    between &= ~bit(a) & ~bit(b);
    Cards others = node.size > 0 ? bit(node.best) : 0;
    if (contains(node.mine, a)) {
        others |= node.unseen;
    } else {
        // Defenders' cards are alike if the same defenders may hold them and all between.
        for (int d : {1, 2}) {
            const Cards may = node.may[static_cast<std::size_t>(d)];
            if (contains(may, a) != contains(may, b)) return false;
            others |= contains(may, a) ? node.unseen & ~may : may;
        }
        others |= node.mine;
        // A card between that counts would be alike to neither.
    }
    return (between & others) == 0;
}

bool ParanoidSearch::is_repeated(const Node& node, Card card, Cards tried) const {
    for (Card other : each_card(tried)) {
        if (similar(node, card, other)) return true;
    }
    return false;
}

bool ParanoidSearch::declarer_moves(const Node& node, int need) {
    const CardOrder& order = order_of(type_);
    Cards legal = node.mine;
    if (node.size > 0 && (legal & node.led) != 0) legal &= node.led;
    const auto& above = above_of(type_);
    Ordered moves;
    for (Card card : each_card(legal)) {
        int score = 0;
        const bool master = (above[card] & node.unseen) == 0;
        if (type_ == GameType::kNull) {
            const bool takes = node.size == 0 || order.beats(card, node.best);
            score = takes ? -order.strength[card] : order.strength[card];
        } else if (node.size == 0) {
            const bool trump = contains(order.trumps, card);
            const bool trumps_out = (node.unseen & order.trumps) != 0;
            score = master ? (trump && trumps_out ? 200
                              : trumps_out        ? 60
                                                  : 150) +
                                 points_of(card)
                           : (trump ? 40 : 20) - points_of(card);
        } else {
            const bool takes = order.beats(card, node.best);
            score = takes ? 50 + node.table_points +
                                (node.size == 2 ? points_of(card)
                                 : master       ? 20
                                                : -points_of(card))
                          : 20 - 2 * points_of(card);
        }
        moves.add(card, score);
    }
    moves.sort();
    Cards tried = 0;
    for (int i = 0; i < moves.size; ++i) {
        const Card card = moves.items[i].second;
        if (is_repeated(node, card, tried)) continue;
        if (after(node, card, need)) return true;
        tried |= bit(card);
    }
    return false;
}

bool ParanoidSearch::defender_moves(const Node& node, int need) {
    const CardOrder& order = order_of(type_);
    const auto seat = static_cast<std::size_t>(node.seat);
    const bool follows = node.size > 0;
    const Cards in_suit = follows ? node.may[seat] & node.led : node.may[seat];
    Ordered moves;
    const bool partner_wins = follows && node.best_by != 0;
    const auto score = [&](Card card) {
        const int points = points_of(card);
        if (type_ == GameType::kNull) {
            // Low cards catch the declarer who is still to play; under the declarer's card
            // anything.
            return -int{order.strength[card]};
        }
        if (!follows) return 10 - points;
        const bool takes = order.beats(card, node.best);
        if (takes && node.best_by == 0) return 100 + points + node.table_points;
        if (partner_wins) return 40 + points;
        return 20 - points;
    };
    for (Card card : each_card(in_suit)) moves.add(card, score(card));
    if (follows) {
        for (Card card : each_card(node.may[seat] & ~node.led)) moves.add(card, score(card) + 5);
    }
    moves.sort();
    Cards tried = 0;
    for (int i = 0; i < moves.size; ++i) {
        const Card card = moves.items[i].second;
        if (is_repeated(node, card, tried)) continue;
        tried |= bit(card);
        if (!after(node, card, need)) return false;
    }
    return true;
}

/// Whether the declarer reaches the goal once this card is played. A defender's card that no world
/// allows does no harm.
bool ParanoidSearch::after(const Node& node, Card card, int need) {
    const CardOrder& order = order_of(type_);
    Node next = node;
    const auto seat = static_cast<std::size_t>(node.seat);
    --next.left[seat];
    if (seat == 0) {
        next.mine &= ~bit(card);
    } else {
        next.unseen &= ~bit(card);
        next.may[1] &= ~bit(card);
        next.may[2] &= ~bit(card);
        if (node.size > 0 && !contains(node.led, card)) next.may[seat] &= ~node.led;
        if (!consistent(next)) return true;
    }
    next.table_points += points_of(card);
    if (node.size == 0) {
        next.led = order.followers[card];
        next.best = card;
        next.best_by = node.seat;
    } else if (order.beats(card, node.best)) {
        next.best = card;
        next.best_by = node.seat;
    }
    next.size = node.size + 1;
    next.seat = (node.seat + 1) % kSeats;
    if (next.size < 3) return wins(next, need);

    const bool declarers = next.best_by == 0;
    if (goal_.kind == Goal::Kind::kNoTrick && declarers) return false;
    if (goal_.kind == Goal::Kind::kAllTricks && !declarers) return false;
    if (goal_.kind == Goal::Kind::kPoints && declarers) need -= next.table_points;
    next.table_points = 0;
    next.size = 0;
    next.led = 0;
    next.best = 0;
    next.seat = next.best_by;
    return wins(next, need);
}

}  // namespace kiebitz::players::skat
