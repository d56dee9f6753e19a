#include "solvers/tables/trump_table.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <mutex>
#include <string>

#include "cards/random.hpp"
#include "solvers/skat/suit_codes.hpp"
#include "solvers/tables/dense_rows.hpp"
#include "solvers/tables/trump_payload.hpp"

namespace kiebitz::solvers::skat {

namespace {

using namespace trump_payload;

/// What a lookup needs of one suit, by the code of its owners.
struct SuitPlace {
    std::uint16_t held = 0;    // FineSplit::code
    std::uint16_t number = 0;  // among the deals of this
};

struct Helps {
    std::array<SuitPlace, detail::kSuitCodes> plain;
    std::array<std::uint16_t, 4096> ways{};  // deals of a suit, by FineSplit::code
    // Distances of valuations: plain suits, trumps of suit games.
    std::array<std::array<std::array<std::uint8_t, 16>, 16>, 8> plain_apart{};
    std::array<std::array<std::array<std::uint8_t, 64>, 64>, 12> trump_apart{};

    Helps() {
        for (int cards = 0; cards <= 11; ++cards) {
            for (std::uint32_t code = 0; code < detail::kPowersOf3[cards]; ++code) {
                std::array<std::int8_t, 11> owners{};
                std::array<std::int8_t, 3> held{};
                std::uint32_t left = code;
                for (int i = cards - 1; i >= 0; --i, left /= 3) {
                    owners[i] = static_cast<std::int8_t>(left % 3);
                    ++held[owners[i]];
                }
                const int of = FineSplit::code(held);
                ++ways[static_cast<std::size_t>(of)];
                if (cards > kSuitSize) continue;
                const int number =
                    suit_deal_number(std::span(owners).first(static_cast<std::size_t>(cards)));
                plain[detail::first_code(cards) + code] = {static_cast<std::uint16_t>(of),
                                                           static_cast<std::uint16_t>(number)};
            }
            const auto measure = [&](const SuitValuations& own, auto& apart) {
                for (std::size_t a = 0; a < own.values.size(); ++a) {
                    for (std::size_t b = 0; b < own.values.size(); ++b) {
                        apart[a][b] = static_cast<std::uint8_t>(own.distance[a][b]);
                    }
                }
            };
            const auto size = static_cast<std::size_t>(cards);
            if (cards <= kSuitSize) {
                measure(suit_valuations(Kind::suit, false, cards), plain_apart[size]);
            }
            measure(suit_valuations(Kind::suit, true, cards), trump_apart[size]);
        }
    }
};

const Helps& helps() {
    static const Helps one;
    return one;
}

/// The card at a place of a suit, from the highest down.
Cards card_at(Cards suit, int place) {
    for (; place > 0; --place) suit ^= std::bit_floor(suit);
    return std::bit_floor(suit);
}

}  // namespace

TrumpTable::TrumpTable(Kind kind, std::span<const std::byte> payload) : kind_(kind) {
    Layout layout;
    if (payload.size() < sizeof layout) return;
    std::memcpy(&layout, payload.data(), sizeof layout);
    if (!layout.fits(payload.size())) return;
    const std::byte* at = payload.data() + sizeof layout;
    const auto take = [&]<class T>(std::span<const T>& into, std::size_t size) {
        into = {reinterpret_cast<const T*>(at), size};
        at += size * sizeof(T);
    };
    static_assert(sizeof(Place) == sizeof(trump_payload::Place));
    take(keys_, layout.slots);
    take(places_, layout.ownerships);
    take(bases_, layout.slots);
    take(entries_, layout.entries);
    sizes_ = {layout.splits, layout.nodes,      layout.rows,   layout.entries,
              layout.full,   layout.ownerships, layout.missing};
    helps();
}

TrumpTable::TrumpTable(Kind kind, std::shared_ptr<const TableFile> file)
    : TrumpTable(kind, file->payload()) {
    file_ = std::move(file);
}

std::optional<int> TrumpTable::points(const std::array<Cards, 3>& hands, int leader) const {
    static constexpr Valuation valuation = Valuation::of(Kind::suit, false);
    const int rest = valuation.sum(hands[0] | hands[1] | hands[2]);
    const auto hit = find(hands, leader, rest, -1, rest + 1);
    return hit ? std::optional(hit->points) : std::nullopt;
}

/// A position as the table names it.
struct TrumpTable::Where {
    struct Suit {
        std::uint32_t order;  // cards, who holds them, the suit
        std::uint32_t number;
    };
    std::array<Suit, 4> plain{};  // in order
    std::uint64_t cell = 0;
    std::size_t ownership = 0;
};

TrumpTable::Where TrumpTable::where(Kind kind, const std::array<Cards, 3>& hands, int leader) {
    const Helps& help = helps();
    const Cards all = hands[0] | hands[1] | hands[2];
    const int suits = kind == Kind::suit ? 3 : 4;
    Where here;
    auto& plain = here.plain;
    for (int suit = 0; suit < suits; ++suit) {
        const int shift = kSuitSize * suit;
        const unsigned ranks = ranks_from(shift, all);
        const SuitPlace& place =
            help.plain[suit_code(ranks, ranks_from(shift, hands[1]), ranks_from(shift, hands[2]))];
        const Where::Suit one{static_cast<std::uint32_t>(std::popcount(ranks)) << 16 |
                                  static_cast<std::uint32_t>(place.held) << 4 |
                                  static_cast<std::uint32_t>(suit),
                              place.number};
        int at = suit;
        for (; at > 0 && plain[at - 1].order < one.order; --at) plain[at] = plain[at - 1];
        plain[at] = one;
    }
    std::uint64_t key = static_cast<std::uint64_t>(leader);
    std::size_t number = 0, stride = 1;
    for (const Where::Suit& suit : plain) {
        const std::uint32_t held = suit.order >> 4 & 0xfff;
        key = key << 12 | held;
        number += stride * suit.number;
        stride *= help.ways[held];
    }
    const auto code_at = [&](int shift) {
        const unsigned ranks = ranks_from(shift, all);
        return suit_code(ranks, ranks_from(shift, hands[1]), ranks_from(shift, hands[2]));
    };
    if (kind == Kind::suit) {
        // The jacks above the seven ranks of the suit.
        const int low = count(all >> kLowTrumps & kSuitRanks), jacks = count(all >> kJacks);
        const std::uint32_t code =
            (code_at(kJacks) - detail::first_code(jacks)) * detail::kPowersOf3[low] +
            code_at(kLowTrumps) - detail::first_code(low);
        const Cards trumps = ~Cards{0} << (kSuitSize * suits);
        std::uint32_t held = 0;
        for (const Cards hand : hands) {
            held = held << 4 | static_cast<std::uint32_t>(count(hand & trumps));
        }
        here.cell = key << 12 | held;
        here.ownership = number + stride * suit_deal_number(low + jacks, code);
    } else {
        const SuitPlace& place = help.plain[code_at(kJacks)];
        here.cell = key << 12 | place.held;
        here.ownership = number + stride * place.number;
    }
    return here;
}

std::uint64_t TrumpTable::cell_of(Kind kind, const std::array<Cards, 3>& hands, int leader) {
    return where(kind, hands, leader).cell;
}

const TrumpTable::Place* TrumpTable::place(std::uint64_t cell, std::size_t ownership) const {
    std::size_t slot = mix64(cell) & (keys_.size() - 1);
    while (keys_[slot] != cell) {
        if (keys_[slot] == kNoKey) return nullptr;
        slot = (slot + 1) & (keys_.size() - 1);
    }
    const Place& found = places_[bases_[slot] + ownership];
    return (found.size & (kHighRow - 1)) != 0 ? &found : nullptr;
}

TrumpTable::Stored TrumpTable::stored(std::uint64_t cell, std::size_t ownership) const {
    const Place* found = keys_.empty() ? nullptr : place(cell, ownership);
    if (found == nullptr) return {};
    return {found->first, entries_.subspan(found->first, found->size & (kHighRow - 1)),
            (found->size & kHighRow) != 0};
}

std::optional<TrumpTable::Hit> TrumpTable::find(const std::array<Cards, 3>& hands, int leader,
                                                int rest, int alpha, int beta) const {
    if (keys_.empty()) return {};
    const Helps& help = helps();
    const Cards all = hands[0] | hands[1] | hands[2];
    // 1. The suits in order, each with its deal; the row.
    const int suits = kind_ == Kind::suit ? 3 : 4;
    const Cards trumps = ~Cards{0} << (kSuitSize * suits);
    const Where here = where(kind_, hands, leader);
    const Place* const found = this->place(here.cell, here.ownership);
    if (found == nullptr) return {};
    const Place& place = *found;
    const auto& plain = here.plain;
    int left = place.size & (kHighRow - 1);
    // 2. The cards that it rests on.
    Hit hit{0, 0};
    std::array<const std::uint8_t*, 4> apart;
    for (int at = 0; at < 4; ++at) {
        const int shift = kSuitSize * static_cast<int>(plain[at].order & 15);
        const unsigned ranks = at < suits ? ranks_from(shift, all) : 0;
        apart[at] =
            help.plain_apart[static_cast<std::size_t>(std::popcount(ranks))]
                            [static_cast<std::size_t>(valuation_number(kind_, false, ranks))]
                                .data();
        const int depth = place.depths >> (3 * at) & 7;
        if (depth != 0) hit.winners |= card_at(Cards{ranks} << shift, depth - 1);
    }
    if (const int depth = place.depths >> 12; depth != 0) {
        hit.winners |= card_at(all & trumps, depth - 1);
    }
    static constexpr std::array<std::uint8_t, 64> kNothing{};
    const std::uint8_t* trumps_apart = kNothing.data();
    if (kind_ == Kind::suit) {
        const unsigned ranks = all >> kLowTrumps;
        trumps_apart =
            help.trump_apart[static_cast<std::size_t>(std::popcount(ranks))]
                            [static_cast<std::size_t>(valuation_number(kind_, true, ranks))]
                                .data();
    }
    // 3. The most that a high tentpole leaves, or the least that a low one allows. The best ones
    // come first, so that one that cannot help any more ends it; so does the window.
    const std::uint32_t* entry = &entries_[place.first];
    const auto distance = [&](std::uint32_t one) {
        return apart[0][one & 15] + apart[1][one >> 4 & 15] + apart[2][one >> 8 & 15] +
               apart[3][one >> 12 & 15] + trumps_apart[one >> kTrumpShift & 63];
    };
    const auto value_of = [](std::uint32_t one) {
        return static_cast<int>(one >> kValueShift & 255) - 128;
    };
    if ((place.size & kHighRow) != 0) {
        const int enough = 2 * beta - rest;
        int value = -127;
        for (; left > 0; --left, ++entry) {
            const int own = value_of(*entry);
            if (own <= value || value >= enough) break;
            value = std::max(value, own - distance(*entry));
        }
        hit.points = (value + rest) / 2;
    } else {
        const int enough = 2 * alpha - rest;
        int value = 127;
        for (; left > 0; --left, ++entry) {
            const int own = value_of(*entry);
            if (own >= value || value <= enough) break;
            value = std::min(value, own + distance(*entry));
        }
        hit.points = (value + rest) / 2;
    }
    return hit;
}

bool TrumpTables::empty() const {
    return std::all_of(by_cards.begin(), by_cards.end(), [](const auto& one) { return !one; });
}

namespace {

struct Shelf {
    std::mutex mutex;
    std::string directory;
    bool looked = false;
    std::array<std::shared_ptr<const TrumpTables>, 2> tables;
};

Shelf& shelf() {
    static Shelf one;
    return one;
}

std::shared_ptr<const TrumpTables> open_trump_tables(Kind kind) {
    auto tables = std::make_shared<TrumpTables>();
    for (int cards = 3; cards <= 5; ++cards) {  // two cards are solved faster than looked up
        auto file = find_table(kind == Kind::suit ? "suit" : "grand", cards);
        if (!file) continue;
        auto& table = tables->by_cards[static_cast<std::size_t>(cards)];
        table = std::make_shared<TrumpTable>(kind, std::move(file));
        if (table->is_complete()) tables->complete |= 1U << cards;
    }
    return tables->empty() ? nullptr : tables;
}

}  // namespace

std::shared_ptr<const TrumpTables> shared_trump_tables(Kind kind) {
    Shelf& own = shelf();
    const std::lock_guard lock(own.mutex);
    const std::string directory = tables_directory();
    if (!own.looked || own.directory != directory) {
        own.tables = {open_trump_tables(Kind::suit), open_trump_tables(Kind::grand)};
        own.directory = directory;
        own.looked = true;
    }
    return own.tables[kind == Kind::suit ? 0 : 1];
}

void forget_trump_tables() {
    Shelf& own = shelf();
    const std::lock_guard lock(own.mutex);
    own.looked = false;
}

}  // namespace kiebitz::solvers::skat
