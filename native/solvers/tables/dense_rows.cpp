#include "solvers/tables/dense_rows.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "solvers/tables/stored_rows.hpp"

namespace kiebitz::solvers::skat {

namespace {

constexpr int kLongestSuit = 11;

int suits_of(Kind kind) {
    return kind == Kind::suit ? 3 : 4;
}

const SuitValuations& valuations(Kind kind, int suit, int cards) {
    return suit_valuations(kind, suit == kTrumps, cards);
}

int code_of(std::span<const std::int8_t> owners) {
    int code = 0;
    for (const std::int8_t owner : owners) code = 3 * code + owner;
    return code;
}

/// Deals of one suit by how many cards each player has of it, and the number of each.
struct AllDeals {
    std::map<int, SuitDeals> deals;  // by FineSplit::code
    std::array<std::vector<std::uint16_t>, kLongestSuit + 1> numbers;

    AllDeals() {
        for (int cards = 0; cards <= kLongestSuit; ++cards) {
            std::size_t size = 1;
            for (int i = 0; i < cards; ++i) size *= 3;
            numbers[cards].resize(size);
            for (std::size_t code = 0; code < size; ++code) {
                std::array<std::int8_t, 11> owners{};
                std::array<std::int8_t, 3> held{};
                std::size_t left = code;
                for (int i = cards - 1; i >= 0; --i, left /= 3) {
                    owners[i] = static_cast<std::int8_t>(left % 3);
                    ++held[owners[i]];
                }
                auto& list = deals[FineSplit::code(held)].owners;
                numbers[cards][code] = static_cast<std::uint16_t>(list.size());
                list.push_back(owners);
            }
        }
    }
};

const AllDeals& all_deals() {
    static const AllDeals one;
    return one;
}

/// What becomes of the valuations of a suit when cards are removed, and what these are worth.
struct Removal {
    std::vector<std::uint8_t> to;
    std::array<std::int8_t, kMostDigits> points{};
    // The lanes of the inner suit: for each sixteen of them, from which places of each sixteen.
    std::array<std::array<std::array<std::int8_t, kLanes>, kMostWidth>, kMostWidth> places;
    int width = 1;  // of the valuations that follow
};

/// `gone`: places from the highest card down.
const Removal& removal(Kind kind, int suit, int cards, unsigned gone) {
    struct Table {
        std::array<std::array<std::vector<std::unique_ptr<Removal>>, kLongestSuit + 1>, 3> all;
    };
    thread_local Table table;
    const int family = suit != kTrumps ? 0 : kind == Kind::suit ? 1 : 2;
    auto& list = table.all[family][cards];
    if (list.empty()) list.resize(std::size_t{1} << cards);
    auto& found = list[gone];
    if (found) return *found;
    found = std::make_unique<Removal>();
    const SuitValuations& before = valuations(kind, suit, cards);
    const SuitValuations& after = valuations(kind, suit, cards - std::popcount(gone));
    for (auto& sixteens : found->places) {
        for (auto& one : sixteens) one.fill(-1);
    }
    found->width = (static_cast<int>(after.values.size()) + kLanes - 1) / kLanes;
    for (const auto& values : before.values) {
        const int number = static_cast<int>(found->to.size());
        std::array<std::uint8_t, 11> rest{};
        int slot = 0, points = 0;
        for (int i = 0; i < cards; ++i) {  // from the lowest card up
            if ((gone >> (cards - 1 - i) & 1) != 0) {
                points += values[i];
            } else {
                rest[slot++] = values[i];
            }
        }
        const auto place = std::lower_bound(after.values.begin(), after.values.end(), rest);
        const int to = static_cast<int>(place - after.values.begin());
        found->to.push_back(static_cast<std::uint8_t>(to));
        found->points[number] = static_cast<std::int8_t>(points);
        found->places[number / kLanes][to / kLanes][number % kLanes] =
            static_cast<std::int8_t>(to % kLanes);
    }
    return *found;
}

struct HeldCard {
    int suit, place;  // from the highest card down
};

/// A trick and what follows it.
struct Line {
    const std::int8_t* row = nullptr;
    std::array<const Removal*, kFormSuits> removed{};
    std::array<std::uint32_t, kFormSuits> strides{};
    const Removal* inner = nullptr;
    bool declarers = false;  // wins the trick
    bool keeps_inner = false;
    bool ends_third = false, ends_second = false;  // the last of the third's choices, the second's
    // Of the outer suits but the first.
    std::uint32_t from = 0;
    int points = 0;
};

struct Trick {
    int leader, second, third;
};

template <int Width>
using Tile = std::array<Lanes, Width>;

template <int Width>
void fill(Tile<Width>& tile, int player) {
    tile.fill(Lanes::each(player == 0 ? -128 : 127));
}

template <int Width>
void choose(Tile<Width>& best, const Tile<Width>& one, int player) {
    for (int i = 0; i < Width; ++i) {
        best[i] = player == 0 ? best[i].max(one[i]) : best[i].min(one[i]);
    }
}

/// The best of all lines, for the valuations of the inner suit at once.
template <int Width>
void minimax(const SplitShape& shape, std::vector<Line>& lines, const Trick& trick,
             std::span<std::int8_t> values) {
    std::array<int, kFormSuits - 1> outer{};
    int outers = 0;
    for (int suit = 0; suit < kFormSuits; ++suit) {
        if (suit != shape.inner) outer[outers++] = suit;
    }
    Tile<Width> real;
    for (int i = 0; i < Width; ++i) {
        std::array<std::int8_t, kLanes> mask{};
        for (int lane = 0; lane < kLanes; ++lane) {
            mask[lane] = kLanes * i + lane < shape.digits[shape.inner] ? -1 : 0;
        }
        real[i] = Lanes::load(mask.data());
    }
    std::array<int, kFormSuits> at{};
    const int fast = outer[0];
    std::int8_t* out = values.data();
    for (;;) {
        for (Line& line : lines) {
            line.from = 0;
            line.points = 0;
            for (int i = 1; i < outers; ++i) {
                const int suit = outer[i];
                line.from += line.removed[suit]->to[at[suit]] * line.strides[suit];
                line.points += line.removed[suit]->points[at[suit]];
            }
        }
        for (int digit = 0; digit < shape.digits[fast]; ++digit, out += kLanes * Width) {
            Tile<Width> now, of_third, of_second, best;
            fill<Width>(of_third, trick.third);
            fill<Width>(of_second, trick.second);
            fill<Width>(best, trick.leader);
            for (const Line& line : lines) {
                const Removal& first = *line.removed[fast];
                const std::int8_t* row =
                    line.row + line.from + first.to[digit] * line.strides[fast];
                const Lanes sum =
                    Lanes::each(static_cast<std::int8_t>(line.points + first.points[digit]));
                for (int i = 0; i < Width; ++i) {
                    Lanes points = sum;
                    if (line.keeps_inner) {
                        now[i] = Lanes::load(row + kLanes * i);
                    } else {
                        const Removal& inner = *line.inner;
                        now[i] = Lanes::load(row).at(Lanes::load(inner.places[i][0].data()));
                        for (int j = 1; j < inner.width; ++j) {
                            now[i] = now[i] | Lanes::load(row + kLanes * j)
                                                  .at(Lanes::load(inner.places[i][j].data()));
                        }
                        points = points + Lanes::load(inner.points.data() + kLanes * i);
                    }
                    now[i] = line.declarers ? now[i] + points : now[i] - points;
                }
                choose<Width>(of_third, now, trick.third);
                if (line.ends_third) {
                    choose<Width>(of_second, of_third, trick.second);
                    fill<Width>(of_third, trick.third);
                }
                if (line.ends_second) {
                    choose<Width>(best, of_second, trick.leader);
                    fill<Width>(of_second, trick.second);
                }
            }
            for (int i = 0; i < Width; ++i) (best[i] & real[i]).store(out + kLanes * i);
        }
        int i = 1;
        while (i < outers && ++at[outer[i]] == shape.digits[outer[i]]) at[outer[i++]] = 0;
        if (i == outers) break;
    }
}

}  // namespace

SplitShape::SplitShape(Kind kind, const Split& split, int chosen) : split(split) {
    for (int suit = 0; suit < kFormSuits; ++suit) {
        cards[suit] = suit == kTrumps ? split.trumps : split.plain[suit];
        digits[suit] = static_cast<int>(valuations(kind, suit, cards[suit]).values.size());
    }
    inner = chosen >= 0 ? chosen
            : kind == Kind::suit
                ? kTrumps
                : static_cast<int>(std::max_element(digits.begin(), digits.end()) - digits.begin());
    width = (digits[inner] + kLanes - 1) / kLanes;
    strides[inner] = 1;
    volume = static_cast<std::size_t>(kLanes * width);
    for (int suit = 0; suit < kFormSuits; ++suit) {
        if (suit == inner) continue;
        strides[suit] = volume;
        volume *= static_cast<std::size_t>(digits[suit]);
    }
}

std::size_t SplitShape::place(const Digits& at) const {
    std::size_t sum = 0;
    for (int suit = 0; suit < kFormSuits; ++suit) sum += strides[suit] * at[suit];
    return sum;
}

Digits SplitShape::digits_at(std::size_t place) const {
    Digits at{};
    for (int suit = 0; suit < kFormSuits; ++suit) {
        const int size = suit == inner ? kLanes * width : digits[suit];
        at[suit] =
            static_cast<std::uint8_t>(place / strides[suit] % static_cast<std::size_t>(size));
    }
    return at;
}

std::uint64_t FineSplit::key(int leader) const {
    std::uint64_t key = static_cast<std::uint64_t>(leader);
    for (const auto& one : held) key = key << 12 | static_cast<std::uint64_t>(code(one));
    return key;
}

std::vector<FineSplit> fine_splits(const Split& split, int cards) {
    std::vector<FineSplit> all;
    FineSplit fine;
    std::array<int, 3> left{cards, cards, cards};
    const auto give = [&](const auto& self, int suit) -> void {
        if (suit == kFormSuits) {
            all.push_back(fine);
            return;
        }
        const int size = suit == kTrumps ? split.trumps : split.plain[suit];
        auto& held = fine.held[suit];
        for (int a = std::min(size, left[0]); a >= 0; --a) {
            for (int b = std::min(size - a, left[1]); b >= 0; --b) {
                const int c = size - a - b;
                if (c > left[2]) continue;
                held = {static_cast<std::int8_t>(a), static_cast<std::int8_t>(b),
                        static_cast<std::int8_t>(c)};
                if (suit > 0 && suit < kTrumps && size == split.plain[suit - 1] &&
                    FineSplit::code(held) > FineSplit::code(fine.held[suit - 1])) {
                    continue;
                }
                left[0] -= a, left[1] -= b, left[2] -= c;
                self(self, suit + 1);
                left[0] += a, left[1] += b, left[2] += c;
            }
        }
        held = {};
    };
    give(give, 0);
    return all;
}

const SuitDeals& suit_deals(const std::array<std::int8_t, 3>& held) {
    return all_deals().deals.at(FineSplit::code(held));
}

int suit_deal_number(std::span<const std::int8_t> owners) {
    return all_deals().numbers[owners.size()][static_cast<std::size_t>(code_of(owners))];
}

std::uint32_t suit_deal_number(int cards, std::uint32_t code) {
    return all_deals().numbers[static_cast<std::size_t>(cards)][code];
}

Ownerships::Ownerships(const FineSplit& fine) {
    for (int suit = 0; suit < kFormSuits; ++suit) {
        counts[suit] = suit_deals(fine.held[suit]).owners.size();
        strides[suit] = size;
        size *= counts[suit];
    }
}

const DenseRows::Rows& DenseRows::of(const Split& split, int cards) {
    auto& found = rows_[{
        cards, {split.plain[0], split.plain[1], split.plain[2], split.plain[3], split.trumps}}];
    if (found) return *found;
    auto rows = std::make_unique<Rows>(Rows{SplitShape(kind_, split), cards, {}, 0, {}, {}});
    const SplitShape& own = rows->shape;
    for (int suit = 0; suit < kFormSuits; ++suit) {
        rows->shapes.emplace_back(kind_, split, suit);
        if (kind_ == Kind::suit && suit != kTrumps) rows->shapes.back().volume = 0;
    }
    const auto keep = [&](std::span<const std::int8_t> values) {
        ++rows->count;
        for (int inner = 0; inner < kFormSuits; ++inner) {
            const SplitShape& shape = rows->shapes[static_cast<std::size_t>(inner)];
            auto& all = rows->values[inner];
            const std::size_t begin = all.size();
            if (inner == own.inner) {
                all.insert(all.end(), values.begin(), values.end());
            } else if (shape.volume != 0) {
                all.resize(begin + shape.volume);
                for (std::size_t i = 0; i < values.size(); ++i) {
                    if (!own.is_filling(i)) all[begin + shape.place(own.digits_at(i))] = values[i];
                }
            }
        }
    };
    if (cards == 0) {
        keep(std::vector<std::int8_t>(own.volume));
        for (int leader = 0; leader < 3; ++leader) rows->numbers[FineSplit{}.key(leader)] = {0};
    } else {
        std::map<std::array<std::uint64_t, 2>, std::uint32_t> known;
        for (const FineSplit& fine : fine_splits(split, cards)) {
            for (int leader = 0; leader < 3; ++leader) {
                auto& numbers = rows->numbers[fine.key(leader)];
                each(own, fine, leader, cards,
                     [&](std::size_t, std::span<const std::int8_t> values) {
                         const auto [place, fresh] = known.try_emplace(
                             fingerprint(values), static_cast<std::uint32_t>(known.size()));
                         if (fresh) keep(values);
                         numbers.push_back(place->second);
                     });
            }
        }
    }
    found = std::move(rows);
    return *found;
}

std::size_t DenseRows::bytes() const {
    std::size_t sum = 0;
    for (const auto& [key, rows] : rows_) {
        if (!rows) continue;
        for (const auto& one : rows->values) sum += one.capacity();
    }
    return sum;
}

void DenseRows::compute(const SplitShape& shape, const FineSplit& fine, const Ownerships& all,
                        std::size_t ownership, int leader, int cards,
                        std::span<std::int8_t> values) {
    const int suits = suits_of(kind_);
    // 1. The hands.
    std::array<std::array<HeldCard, 10>, 3> hands;
    std::array<int, 3> sizes{};
    std::array<std::array<std::int8_t, 11>, kFormSuits> owners{};
    for (int suit = 0; suit < kFormSuits; ++suit) {
        owners[suit] =
            suit_deals(fine.held[suit]).owners[ownership / all.strides[suit] % all.counts[suit]];
        for (int i = 0; i < shape.cards[suit]; ++i) {
            const int player = owners[suit][i];
            hands[player][sizes[player]++] = {suit, i};
        }
    }
    // 2. All tricks.
    std::vector<Line> lines;
    lines.reserve(64);
    const int second = (leader + 1) % 3, third = (leader + 2) % 3;
    const auto may_play = [&](int player, const HeldCard& card, int led) {
        return card.suit == led || fine.held[led][player] == 0;
    };
    const auto beats = [](const HeldCard& card, const HeldCard& best) {
        return card.suit == best.suit ? card.place < best.place : card.suit == kTrumps;
    };
    for (int i = 0; i < cards; ++i) {
        const HeldCard& first_card = hands[leader][i];
        for (int j = 0; j < cards; ++j) {
            const HeldCard& second_card = hands[second][j];
            if (!may_play(second, second_card, first_card.suit)) continue;
            for (int k = 0; k < cards; ++k) {
                const HeldCard& third_card = hands[third][k];
                if (!may_play(third, third_card, first_card.suit)) continue;
                int winner = leader;
                HeldCard best = first_card;
                if (beats(second_card, best)) winner = second, best = second_card;
                if (beats(third_card, best)) winner = third, best = third_card;
                // The split that follows: suits in order again.
                std::array<unsigned, kFormSuits> gone{};
                for (const HeldCard& card : {first_card, second_card, third_card}) {
                    gone[card.suit] |= 1U << card.place;
                }
                struct Suit {
                    int size, code, from, number;
                    std::array<std::int8_t, 3> held;
                };
                std::array<Suit, kFormSuits> after;
                for (int suit = 0; suit < kFormSuits; ++suit) {
                    std::array<std::int8_t, 11> rest{};
                    int left = 0;
                    std::array<std::int8_t, 3> held{};
                    for (int place = 0; place < shape.cards[suit]; ++place) {
                        if ((gone[suit] >> place & 1) != 0) continue;
                        rest[left++] = owners[suit][place];
                        ++held[owners[suit][place]];
                    }
                    after[suit] = {
                        left, FineSplit::code(held), suit,
                        suit_deal_number(std::span(rest).first(static_cast<std::size_t>(left))),
                        held};
                }
                std::stable_sort(after.begin(), after.begin() + suits,
                                 [](const Suit& a, const Suit& b) {
                                     return a.size != b.size ? a.size > b.size : a.code > b.code;
                                 });
                Split split;
                FineSplit fine_after;
                for (int suit = 0; suit < kFormSuits; ++suit) {
                    if (suit < 4) split.plain[suit] = after[suit].size;
                    fine_after.held[suit] = after[suit].held;
                }
                split.trumps = after[kTrumps].size;
                const Ownerships ways(fine_after);
                std::size_t number = 0;
                for (int suit = 0; suit < kFormSuits; ++suit) {
                    number += ways.strides[suit] * static_cast<std::size_t>(after[suit].number);
                }
                // The line.
                int inner_after = 0;
                while (after[inner_after].from != shape.inner) ++inner_after;
                Line& line = lines.emplace_back();
                const SplitShape* below;
                if (stored_cards_ == cards - 1) {
                    const auto row =
                        stored_->of(split, fine_after.key(winner), number, inner_after);
                    line.row = row.values;
                    below = row.shape;
                } else {
                    const Rows& rows = of(split, cards - 1);
                    below = &rows.shapes[static_cast<std::size_t>(inner_after)];
                    line.row = rows.values[inner_after].data() +
                               below->volume * rows.numbers.at(fine_after.key(winner))[number];
                }
                for (int suit = 0; suit < kFormSuits; ++suit) {
                    const int from = after[suit].from;
                    line.removed[from] = &removal(kind_, from, shape.cards[from], gone[from]);
                    line.strides[from] = static_cast<std::uint32_t>(below->strides[suit]);
                }
                line.inner = line.removed[shape.inner];
                line.declarers = winner == 0;
                line.keeps_inner = gone[shape.inner] == 0;
            }
            lines.back().ends_third = true;
        }
        lines.back().ends_second = true;
    }
    // 3. The best of them.
    const Trick trick{leader, second, third};
    static_assert(kMostWidth == 4);
    (shape.width == 1   ? minimax<1>
     : shape.width == 2 ? minimax<2>
     : shape.width == 3 ? minimax<3>
                        : minimax<4>)(shape, lines, trick, values);
}

}  // namespace kiebitz::solvers::skat
