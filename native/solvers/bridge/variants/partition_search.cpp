#include "solvers/bridge/variants/partition_search.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

namespace kiebitz::solvers::bridge::variants {

namespace {

/// What a trick shows: cards of one suit, and the one that won.
struct TrickCards {
    std::array<Card, 4> cards{};
    std::array<int, 4> seats{};
    int played = 0;
    int best = 0;  // number of the winning card

    void add(Card card, int seat, int trump) {
        cards[static_cast<std::size_t>(played)] = card;
        seats[static_cast<std::size_t>(played)] = seat;
        if (played > 0 && beats(card, cards[static_cast<std::size_t>(best)], trump)) best = played;
        ++played;
    }
    void take_back(int best_before) {
        --played;
        best = best_before;
    }
    Card winning() const { return cards[static_cast<std::size_t>(best)]; }
    int winner() const { return seats[static_cast<std::size_t>(best)]; }
    /// Cards that the winning one beat by its rank.
    Cards beaten() const {
        Cards all = 0;
        for (int i = 0; i < played; ++i) all |= bit<Cards>(cards[static_cast<std::size_t>(i)]);
        return all & suit_mask(suit_of(winning())) & ~bit<Cards>(winning());
    }
};

Cards all_of(const Hands& hands) {
    return hands[0] | hands[1] | hands[2] | hands[3];
}

/// What a proof rests on, when classes are those of the lowest winning rank: cards that won by
/// rank. With all ranks, proofs are kept for the very position.
template <bool all_ranks>
struct Winners {
    Cards cards = 0;

    void won(Card winner, Cards beaten) {
        if (beaten != 0) cards |= bit<Cards>(winner);
    }
    void add(const Winners& other) { cards |= other.cards; }

    /// Owners of the cards of each suit, two bits each, the highest in the lowest bits.
    struct Form {
        std::array<std::uint32_t, 4> owners{};
    };
    static Form form_of(const Hands& hands) {
        Form form;
        for (int suit = 0; suit < 4; ++suit) {
            unsigned left = holding(all_of(hands), suit);
            for (int shift = 0; left != 0; shift += 2) {
                const unsigned top = 1U << highest(left);
                left ^= top;
                for (std::uint32_t seat = 0; seat < 4; ++seat) {
                    if ((holding(hands[seat], suit) & top) != 0)
                        form.owners[static_cast<std::size_t>(suit)] |= seat << shift;
                }
            }
        }
        return form;
    }
    struct Pattern {
        std::array<std::uint32_t, 4> owners{};
        std::array<std::uint8_t, 4> depth{};

        bool covers(const Form& form) const {
            for (std::size_t s = 0; s < 4; ++s) {
                const std::uint32_t named = (std::uint32_t{1} << (2 * depth[s])) - 1;
                if (((owners[s] ^ form.owners[s]) & named) != 0) return false;
            }
            return true;
        }
    };
    Pattern pattern(const Form& form, const Hands& hands) const {
        Pattern pattern{form.owners, {}};
        for (int suit = 0; suit < 4; ++suit) {
            const unsigned set = holding(all_of(hands), suit), low = holding(cards, suit);
            const unsigned named = all_ranks ? set : low == 0 ? 0 : set & ~((low & (0U - low)) - 1);
            pattern.depth[static_cast<std::size_t>(suit)] = static_cast<std::uint8_t>(count(named));
        }
        return pattern;
    }
    static Winners of(const Pattern& pattern, const Hands& hands) {
        Winners found;
        for (int suit = 0; suit < 4; ++suit) {
            unsigned set = holding(all_of(hands), suit), last = 0;
            for (int i = 0; i < pattern.depth[static_cast<std::size_t>(suit)]; ++i) {
                last = 1U << highest(set);
                set ^= last;
            }
            found.cards |= Cards{last} << (16 * suit);
        }
        return found;
    }

    /// The played card decides alone: what would do if the best of its touching cards were played.
    void as_refutation(Card played, Cards group) {
        const Cards needed = cards & group;
        if (needed == 0 || contains(needed, played)) return;
        const Cards low = needed & (Cards{0} - needed);
        const Cards above = group & ~(low | (low - 1));
        cards = (cards & ~group) | (above & (Cards{0} - above));
    }
    /// What holds for every card of the group that a played one stands for.
    void for_all_of(Card played, Cards group) {
        if (contains(cards, played)) cards |= group & (Cards{0} - group);
    }
    /// Whether the proof against `played` holds against `other` too, of the same hand and suit.
    bool holds_for(Card played, Card other, const Hands&) const {
        if (all_ranks) return false;
        const Cards relied = cards & suit_mask(suit_of(played));
        const Cards low = relied & (Cards{0} - relied);
        return relied == 0 || (bit<Cards>(played) < low && bit<Cards>(other) < low);
    }
    void take_in(Card, Card) {}
};

/// Rank-constrained search: which card has to beat which.
struct Comparisons {
    // By suit and rank: the ranks that it must beat.
    std::array<std::array<std::uint16_t, 13>, 4> lower{};

    void won(Card winner, Cards beaten) {
        const int suit = suit_of(winner);
        row(winner) |= static_cast<std::uint16_t>(holding(beaten, suit));
    }
    void add(const Comparisons& other) {
        for (std::size_t suit = 0; suit < 4; ++suit) {
            for (std::size_t rank = 0; rank < 13; ++rank)
                lower[suit][rank] |= other.lower[suit][rank];
        }
    }

    /// A card is known by its hand and its place there, counted from the lowest of the suit: which
    /// of the other cards does it beat?
    struct Form {
        std::array<std::array<std::uint16_t, 13>, 4> beats{};
    };
    using Pattern = Form;

    static Form form_of(const Hands& hands) {
        Form form;
        for (int suit = 0; suit < 4; ++suit) {
            const auto slots = slots_of(hands, suit);
            unsigned below = 0;
            for (const Card rank : each_card(holding(all_of(hands), suit))) {
                const auto slot = slots[static_cast<std::size_t>(rank)];
                form.beats[static_cast<std::size_t>(suit)][slot] =
                    static_cast<std::uint16_t>(below);
                below |= 1U << slot;
            }
        }
        return form;
    }
    Pattern pattern(const Form&, const Hands& hands) const {
        Pattern pattern;
        for (int suit = 0; suit < 4; ++suit) {
            const auto slots = slots_of(hands, suit);
            for (const Card rank : each_card(holding(all_of(hands), suit))) {
                unsigned beaten = 0;
                for (const Card other : each_card(unsigned{row(suit, rank)}))
                    beaten |= 1U << slots[static_cast<std::size_t>(other)];
                pattern
                    .beats[static_cast<std::size_t>(suit)][slots[static_cast<std::size_t>(rank)]] =
                    static_cast<std::uint16_t>(beaten);
            }
        }
        return pattern;
    }
    static Comparisons of(const Pattern& pattern, const Hands& hands) {
        Comparisons found;
        for (int suit = 0; suit < 4; ++suit) {
            const auto slots = slots_of(hands, suit);
            const unsigned set = holding(all_of(hands), suit);
            for (const Card rank : each_card(set)) {
                const unsigned beaten = pattern.beats[static_cast<std::size_t>(suit)]
                                                     [slots[static_cast<std::size_t>(rank)]];
                if (beaten == 0) continue;
                for (const Card other : each_card(set)) {
                    if ((beaten >> slots[static_cast<std::size_t>(other)] & 1) != 0)
                        found.row(make_card(suit, rank)) |= static_cast<std::uint16_t>(1U << other);
                }
            }
        }
        return found;
    }

    void as_refutation(Card, Cards) {}
    /// Cards that touch each other have the same constraints (§4.4).
    void for_all_of(Card played, Cards group) {
        for (const Card card : each_card(group)) take_in(played, card);
    }
    /// Whether the constraints hold when the two cards change places.
    bool holds_for(Card played, Card other, const Hands&) const {
        const int suit = suit_of(played), a = rank_of(played), b = rank_of(other);
        for (int rank = 0; rank < 13; ++rank) {
            const unsigned beaten = exchanged(row(suit, rank), a, b);
            if (beaten != 0 && highest(beaten) >= exchanged_rank(rank, a, b)) return false;
        }
        return true;
    }
    /// The same constraints with the two cards in each other's place, besides.
    void take_in(Card played, Card other) {
        const int suit = suit_of(played), a = rank_of(played), b = rank_of(other);
        if (a == b) return;
        const auto before = lower[static_cast<std::size_t>(suit)];
        for (int rank = 0; rank < 13; ++rank) {
            row(make_card(suit, exchanged_rank(rank, a, b))) |=
                static_cast<std::uint16_t>(exchanged(before[static_cast<std::size_t>(rank)], a, b));
        }
    }

  private:
    std::uint16_t& row(Card card) {
        return lower[static_cast<std::size_t>(suit_of(card))]
                    [static_cast<std::size_t>(rank_of(card))];
    }
    std::uint16_t row(int suit, int rank) const {
        return lower[static_cast<std::size_t>(suit)][static_cast<std::size_t>(rank)];
    }
    static int exchanged_rank(int rank, int a, int b) {
        return rank == a ? b : rank == b ? a : rank;
    }
    static unsigned exchanged(unsigned ranks, int a, int b) {
        const unsigned differ = (ranks >> a ^ ranks >> b) & 1;
        return ranks ^ (differ << a | differ << b);
    }
    static std::array<std::uint8_t, 13> slots_of(const Hands& hands, int suit) {
        std::array<std::uint8_t, 13> slots{};
        std::uint8_t slot = 0;
        for (const Cards hand : hands) {
            for (const Card rank : each_card(holding(hand, suit)))
                slots[static_cast<std::size_t>(rank)] = slot++;
        }
        return slots;
    }
};

bool covers(const Comparisons::Form& pattern, const Comparisons::Form& form) {
    for (std::size_t suit = 0; suit < 4; ++suit) {
        for (std::size_t slot = 0; slot < 13; ++slot) {
            if ((pattern.beats[suit][slot] & ~form.beats[suit][slot]) != 0) return false;
        }
    }
    return true;
}
template <class Pattern, class Form>
bool covers(const Pattern& pattern, const Form& form) {
    return pattern.covers(form);
}

/// Zero-window search: do North-South make so many tricks, and what does the proof rest on?
template <class Reasons>
class PartitionSearch {
  public:
    PartitionSearch(const Position& position, const PartitionOptions& options)
        : options_(options), hands_(position.hands), trump_(position.trump) {}

    bool makes(int leader, int left, int target) {
        Reasons reasons;
        return between_tricks(leader, left, target, reasons);
    }
    const PartitionAnswer& answer() const { return answer_; }

  private:
    struct Entry {
        typename Reasons::Pattern pattern;
        int lower, upper;  // North-South's tricks
    };
    struct KeyHash {
        std::size_t operator()(std::uint64_t key) const {
            return static_cast<std::size_t>((key ^ key >> 31) * 0x9e3779b97f4a7c15ULL);
        }
    };

    bool between_tricks(int leader, int left, int target, Reasons& reasons) {
        if (target <= 0) return true;
        if (target > left) return false;
        ++answer_.positions;
        std::uint64_t key = 0;
        for (int suit = 0; suit < 4; ++suit) {
            for (std::size_t seat = 0; seat < 4; ++seat)
                key = key << 4 | static_cast<std::uint64_t>(count(holding(hands_[seat], suit)));
        }
        // The last length follows from the others.
        key = (key & ~std::uint64_t{15}) | static_cast<std::uint64_t>(leader);
        const auto form = Reasons::form_of(hands_);
        auto& entries = memory_[key];
        for (const Entry& entry : entries) {
            const bool yes = entry.lower >= target;
            if ((!yes && entry.upper >= target) || !covers(entry.pattern, form)) continue;
            ++answer_.known;
            reasons = Reasons::of(entry.pattern, hands_);
            return yes;
        }
        TrickCards trick;
        const bool yes = play(trick, leader, left, target, reasons);
        ++answer_.stored;
        // The map may have moved.
        memory_[key].push_back(
            {reasons.pattern(form, hands_), yes ? target : 0, yes ? left : target - 1});
        return yes;
    }

    /// Whose turn it is chooses a card.
    bool play(TrickCards& trick, int seat, int left, int target, Reasons& reasons) {
        const bool north_south = is_north_south(seat);
        Cards& own = hands_[static_cast<std::size_t>(seat)];
        std::array<Cards, 13> groups{};
        std::array<Card, 13> cards{};
        std::size_t size = moves(trick, seat, cards, groups);
        Reasons failed;
        for (std::size_t i = 0; i < size; ++i) {
            const Card card = cards[i];
            ++answer_.nodes;
            own &= ~bit<Cards>(card);
            const int best = trick.best;
            trick.add(card, seat, trump_);
            Reasons below;
            bool yes = false;
            if (trick.played == 4) {
                const int winner = trick.winner();
                yes = between_tricks(winner, left - 1, target - (is_north_south(winner) ? 1 : 0),
                                     below);
                below.won(trick.winning(), trick.beaten());
            } else {
                yes = play(trick, next_seat(seat), left, target, below);
            }
            trick.take_back(best);
            own |= bit<Cards>(card);
            int& history = history_[static_cast<std::size_t>(seat)][card];
            if (yes == north_south) {
                history += left * left;
                below.as_refutation(card, groups[i]);
                reasons = below;
                return yes;
            }
            --history;
            below.for_all_of(card, groups[i]);
            if (options_.alike_cards) {
                std::size_t kept = i + 1;
                for (std::size_t j = i + 1; j < size; ++j) {
                    if (suit_of(cards[j]) == suit_of(card) &&
                        below.holds_for(card, cards[j], hands_)) {
                        // For the cards that touch it as well.
                        for (const Card same : each_card(groups[j])) below.take_in(card, same);
                        continue;
                    }
                    cards[kept] = cards[j];
                    groups[kept++] = groups[j];
                }
                size = kept;
            }
            failed.add(below);
        }
        reasons = failed;
        return !north_south;
    }

    /// One of each group of touching cards, likely ones first.
    std::size_t moves(const TrickCards& trick, int seat, std::array<Card, 13>& cards,
                      std::array<Cards, 13>& groups) const {
        const Cards own = hands_[static_cast<std::size_t>(seat)];
        const Cards legal = legal_in(own, trick.played, trick.cards[0]);
        Cards others = all_of(hands_) & ~own;
        if (trick.played > 0) others |= bit<Cards>(trick.winning());
        std::array<int, 13> weights{};
        std::size_t size = 0;
        for (int suit = 0; suit < 4; ++suit) {
            unsigned rest = holding(legal, suit);
            const unsigned barrier = holding(others, suit);
            while (rest != 0) {
                const unsigned below = barrier & ((1U << highest(rest)) - 1);
                const unsigned group = below != 0 ? rest & ~((2U << highest(below)) - 1) : rest;
                rest &= ~group;
                const Card card = make_card(suit, highest(group));
                const int weight =
                    options_.order ? likely(trick, seat, card) : -static_cast<int>(size);
                std::size_t at = size++;
                for (; at > 0 && weights[at - 1] < weight; --at) {
                    weights[at] = weights[at - 1];
                    cards[at] = cards[at - 1];
                    groups[at] = groups[at - 1];
                }
                weights[at] = weight;
                cards[at] = card;
                groups[at] = Cards{group} << (16 * suit);
            }
        }
        return size;
    }

    int likely(const TrickCards& trick, int seat, Card card) const {
        const int past = history_[static_cast<std::size_t>(seat)][card];
        const int rank = rank_of(card), suit = suit_of(card);
        const unsigned above = holding(all_of(hands_), suit) & ~((2U << rank) - 1) &
                               ~holding(hands_[static_cast<std::size_t>(seat)], suit);
        if (trick.played == 0) return past * 4 + (above == 0 ? 60 : 0) + rank;
        const bool wins = beats(card, trick.winning(), trump_);
        const bool partner_wins = trick.winner() == partner_of(seat);
        // Win as cheaply as it will hold, if partner does not; else play low.
        int weight = past - 2 * rank - (suit == trump_ ? 8 : 0);
        if (wins && !partner_wins) {
            weight += 60;
            if (trick.played < 3) {
                const unsigned next =
                    holding(hands_[static_cast<std::size_t>(next_seat(seat))], suit);
                if (suit == suit_of(trick.cards[0]) && next != 0 &&
                    static_cast<int>(highest(next)) > rank)
                    weight -= 30;
            }
        }
        return weight;
    }

    PartitionOptions options_;
    Hands hands_;
    int trump_;
    std::unordered_map<std::uint64_t, std::vector<Entry>, KeyHash> memory_;
    std::array<std::array<int, 64>, 4> history_{};
    PartitionAnswer answer_;
};

template <class Reasons>
PartitionAnswer search_with(const Position& position, const PartitionOptions& options) {
    PartitionSearch<Reasons> search(position, options);
    const int left = tricks_left(position);
    int lower = 0;
    while (lower < left && search.makes(position.leader, left, lower + 1)) ++lower;
    PartitionAnswer answer = search.answer();
    answer.tricks = lower;
    return answer;
}

}  // namespace

PartitionAnswer partition_search(const Position& position, const PartitionOptions& options) {
    switch (options.memory) {
        case Memory::all_ranks:
            return search_with<Winners<true>>(position, options);
        case Memory::lowest_winning_rank:
            return search_with<Winners<false>>(position, options);
        case Memory::comparisons:
            break;
    }
    return search_with<Comparisons>(position, options);
}

}  // namespace kiebitz::solvers::bridge::variants
