// How tables of suit games and grand are built: split by split, from the values of all rows.
#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <unordered_map>

#include "cards/random.hpp"
#include "solvers/tables/dense_rows.hpp"
#include "solvers/tables/dense_tentpoles.hpp"
#include "solvers/tables/stored_rows.hpp"
#include "solvers/tables/trump_payload.hpp"
#include "solvers/tables/trump_table.hpp"

namespace kiebitz::solvers::skat {

namespace {

using namespace trump_payload;

constexpr int kLeaderShift = 12 * kFormSuits;  // of a key

std::uint32_t packed(const Tentpole& pole) {
    std::uint32_t entry = static_cast<std::uint32_t>(pole.digits[4]) << kTrumpShift |
                          static_cast<std::uint32_t>(pole.value + 128) << kValueShift;
    for (int suit = 0; suit < 4; ++suit) {
        entry |= static_cast<std::uint32_t>(pole.digits[suit]) << (kDigitBits * suit);
    }
    return entry;
}

/// What a payload holds, while it is made.
struct Content {
    Layout layout;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> splits;  // and where their places begin
    std::vector<Place> places;
    std::vector<std::uint32_t> entries;

    std::vector<std::byte> bytes() {
        layout.splits = splits.size();
        layout.slots = 2;
        while (layout.slots < 2 * splits.size()) layout.slots *= 2;
        layout.ownerships = places.size();
        layout.entries = entries.size();
        std::vector<std::uint64_t> keys(layout.slots, kNoKey);
        std::vector<std::uint32_t> bases(layout.slots);
        for (const auto& [key, base] : splits) {
            std::size_t slot = mix64(key) & (layout.slots - 1);
            while (keys[slot] != kNoKey) slot = (slot + 1) & (layout.slots - 1);
            keys[slot] = key;
            bases[slot] = base;
        }
        std::vector<std::byte> all;
        const auto append = [&](const void* data, std::size_t size) {
            const std::size_t before = all.size();
            all.resize(before + size);
            if (size != 0) std::memcpy(all.data() + before, data, size);
        };
        append(&layout, sizeof layout);
        append(keys.data(), 8 * keys.size());
        append(places.data(), sizeof(Place) * places.size());
        append(bases.data(), 4 * bases.size());
        append(entries.data(), 4 * entries.size());
        return all;
    }
};

/// How many of the highest cards of each suit a row rests on (four bits for the trumps, three for
/// each plain suit). Suit by suit: cards below a depth may be dealt anew within the fine split, and
/// neither the row nor the depths of the suits before it change.
std::vector<std::uint16_t> depths_of(const FineSplit& fine, const Ownerships& all,
                                     const std::vector<std::uint32_t>& rows) {
    std::vector<std::uint64_t> labels(rows.begin(), rows.end());
    std::vector<std::uint16_t> depths(rows.size());
    for (int suit = 0; suit < kFormSuits; ++suit) {
        if (all.counts[suit] == 1) continue;
        const auto& owners = suit_deals(fine.held[suit]).owners;
        const std::size_t stride = all.strides[suit];
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (i / stride % all.counts[suit] != 0) continue;
            const auto settle = [&](const auto& self, std::size_t low, std::size_t high,
                                    std::size_t depth) -> void {
                bool same = true;
                for (std::size_t k = low + 1; k < high && same; ++k) {
                    same = labels[i + k * stride] == labels[i + low * stride];
                }
                if (same) {
                    for (std::size_t k = low; k < high; ++k) {
                        depths[i + k * stride] |= static_cast<std::uint16_t>(depth << (3 * suit));
                    }
                    return;
                }
                for (std::size_t k = low; k < high;) {
                    std::size_t end = k + 1;
                    while (end < high && owners[end][depth] == owners[k][depth]) ++end;
                    self(self, k, end, depth + 1);
                    k = end;
                }
            };
            settle(settle, 0, all.counts[suit], 0);
        }
        for (std::size_t i = 0; i < rows.size(); ++i) {
            labels[i] = std::uint64_t{rows[i]} << 16 | depths[i];
        }
    }
    return depths;
}

/// Counts the nodes of a reduced decision diagram: trumps first, then suit by suit.
class DiagramCount {
  public:
    void add(const FineSplit& fine, const Ownerships& all, const std::vector<std::uint32_t>& rows) {
        static constexpr std::array<int, kFormSuits> kOrder{4, 0, 1, 2, 3};
        const auto visit = [&](const auto& self, int step, std::size_t base, std::size_t low,
                               std::size_t high, std::size_t depth) -> std::uint32_t {
            if (step >= kFormSuits) return kRow | rows[base];
            const int suit = kOrder[step];
            if (high - low == 1) {
                const std::size_t next = base + low * all.strides[suit];
                const int after = step + 1;
                const std::size_t end = after < kFormSuits ? all.counts[kOrder[after]] : 1;
                return self(self, after, next, 0, end, 0);
            }
            const auto& owners = suit_deals(fine.held[suit]).owners;
            std::array<std::uint32_t, 3> node{kNothing, kNothing, kNothing};
            std::uint32_t only = kNothing;
            bool same = true;
            for (std::size_t k = low; k < high;) {
                std::size_t end = k + 1;
                while (end < high && owners[end][depth] == owners[k][depth]) ++end;
                const std::uint32_t child = self(self, step, base, k, end, depth + 1);
                node[static_cast<std::size_t>(owners[k][depth])] = child;
                same = same && (only == kNothing || child == only);
                only = child;
                k = end;
            }
            if (same) return only;
            const std::uint64_t key =
                mix64(node[0] ^ mix64(std::uint64_t{node[1]} << 32 | node[2])) +
                depth * kFormSuits + static_cast<std::size_t>(suit);
            return known_.try_emplace(key, static_cast<std::uint32_t>(known_.size())).first->second;
        };
        visit(visit, 0, 0, 0, all.counts[kOrder[0]], 0);
    }
    std::size_t nodes() const { return known_.size(); }

  private:
    static constexpr std::uint32_t kRow = 1U << 31, kNothing = ~std::uint32_t{0};
    std::unordered_map<std::uint64_t, std::uint32_t> known_;
};

/// The values of smaller positions, kept from one part to the next of the same kind.
struct Shelf {
    std::mutex mutex;
    std::optional<Kind> kind;
    std::unique_ptr<DenseRows> dense;
};

Shelf& shelf() {
    static Shelf one;
    return one;
}

}  // namespace

void forget_dense_rows() {
    Shelf& own = shelf();
    const std::lock_guard lock(own.mutex);
    own.kind.reset();
    own.dense.reset();
}

std::vector<Split> table_splits(Kind kind, int cards, int most) {
    auto splits = splits_of(kind, cards);
    std::stable_sort(splits.begin(), splits.end(), [&](const Split& a, const Split& b) {
        return share_of(kind, a) > share_of(kind, b);
    });
    if (most > 0 && static_cast<std::size_t>(most) < splits.size()) {
        splits.resize(static_cast<std::size_t>(most));
    }
    return splits;
}

namespace {

/// Who holds how many cards of each suit, and who leads.
struct Cell {
    Split split;
    FineSplit fine;
    int leader;
};

/// The rows of some cells; rows of neighbours in one split that are alike are stored once.
std::vector<std::byte> build_cells(Kind kind, int cards, DenseRows& dense, StoredRows* stored,
                                   const std::vector<Cell>& cells) {
    Content content;
    DiagramCount diagram;
    std::map<std::array<std::uint64_t, 2>, std::uint32_t> known;
    std::vector<Place> rows;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto& [split, fine, leader] = cells[i];
        if (stored != nullptr) stored->make_room(std::size_t{600} << 20);
        const SplitShape shape(kind, split);
        const Ownerships all(fine);
        content.splits.emplace_back(fine.key(leader),
                                    static_cast<std::uint32_t>(content.places.size()));
        std::vector<std::uint32_t> numbers;
        dense.each(
            shape, fine, leader, cards, [&](std::size_t, std::span<const std::int8_t> values) {
                const auto [place, fresh] =
                    known.try_emplace(fingerprint(values), static_cast<std::uint32_t>(rows.size()));
                numbers.push_back(place->second);
                if (!fresh) return;
                const BothHalves halves = tentpoles_of(kind, shape, values);
                const bool high = halves.high.size() <= halves.low.size();
                const auto& half = high ? halves.high : halves.low;
                if (half.size() >= kHighRow) throw std::runtime_error("a row is too long");
                rows.push_back({static_cast<std::uint32_t>(content.entries.size()), 0,
                                static_cast<std::uint16_t>(half.size() | (high ? kHighRow : 0))});
                for (const Tentpole& pole : half) content.entries.push_back(packed(pole));
                content.layout.full += halves.high.size() + halves.low.size();
            });
        const auto depths = depths_of(fine, all, numbers);
        for (std::size_t k = 0; k < numbers.size(); ++k) {
            Place place = rows[numbers[k]];
            place.depths = depths[k];
            content.places.push_back(place);
        }
        for (std::uint32_t& number : numbers) {
            number += static_cast<std::uint32_t>(content.layout.rows);
        }
        diagram.add(fine, all, numbers);
        const bool last = i + 1 == cells.size() || !(cells[i + 1].split == split);
        if (last) {
            content.layout.rows += rows.size();
            known.clear();
            rows.clear();
        }
    }
    content.layout.nodes = diagram.nodes();
    return content.bytes();
}

}  // namespace

std::vector<std::byte> build_trump_part(Kind kind, int cards, int part, int parts, int most) {
    const auto splits = table_splits(kind, cards, most);
    std::vector<Cell> cells;
    for (std::size_t i = static_cast<std::size_t>(part); i < splits.size();
         i += static_cast<std::size_t>(parts)) {
        for (const FineSplit& fine : fine_splits(splits[i], cards)) {
            for (int leader = 0; leader < 3; ++leader) cells.push_back({splits[i], fine, leader});
        }
    }
    Shelf& own = shelf();
    const std::lock_guard lock(own.mutex);
    if (own.kind != kind) own.dense = std::make_unique<DenseRows>(kind);
    own.kind = kind;
    return build_cells(kind, cards, *own.dense, nullptr, cells);
}

namespace {

/// The split of a key: how many cards of each suit.
Split split_of(std::uint64_t key) {
    Split split;
    const auto cards = [](std::uint64_t held) {
        return static_cast<int>((held >> 8 & 15) + (held >> 4 & 15) + (held & 15));
    };
    for (int suit = 0; suit < 4; ++suit) split.plain[suit] = cards(key >> (12 * (4 - suit)));
    split.trumps = cards(key);
    return split;
}

FineSplit fine_of(std::uint64_t key) {
    FineSplit fine;
    for (int suit = 0; suit < kFormSuits; ++suit) {
        const std::uint64_t held = key >> (12 * (kFormSuits - 1 - suit));
        fine.held[suit] = {static_cast<std::int8_t>(held >> 8 & 15),
                           static_cast<std::int8_t>(held >> 4 & 15),
                           static_cast<std::int8_t>(held & 15)};
    }
    return fine;
}

double share_of_each(Kind kind, const Split& split) {
    int cards = split.trumps;
    for (const int size : split.plain) cards += size;
    return share_of(kind, split) / count_ownerships(cards / 3);
}

/// Without rare splits, until places take no more than so many bytes.
Content with_index_within(Kind kind, const Content& all, std::size_t most) {
    struct Block {
        double worth;
        std::size_t number, begin, end;
    };
    std::vector<Block> blocks;
    for (std::size_t i = 0; i < all.splits.size(); ++i) {
        const auto& [key, begin] = all.splits[i];
        const bool last = i + 1 == all.splits.size();
        blocks.push_back({share_of_each(kind, split_of(key)), i, begin,
                          last ? all.places.size() : all.splits[i + 1].second});
    }
    std::stable_sort(blocks.begin(), blocks.end(),
                     [](const Block& a, const Block& b) { return a.worth > b.worth; });
    constexpr std::size_t kSlots = 4 * 12;  // a split takes up to four slots of the hash table
    std::size_t bytes = sizeof(Layout), kept = 0;
    while (kept < blocks.size()) {
        bytes += kSlots + sizeof(Place) * (blocks[kept].end - blocks[kept].begin);
        if (bytes > most) break;
        ++kept;
    }
    blocks.resize(kept);
    Content part;
    part.layout = all.layout;
    part.layout.missing = all.places.size();
    part.entries = all.entries;
    for (const Block& block : blocks) {
        part.splits.emplace_back(all.splits[block.number].first,
                                 static_cast<std::uint32_t>(part.places.size()));
        part.places.insert(part.places.end(),
                           all.places.begin() + static_cast<std::ptrdiff_t>(block.begin),
                           all.places.begin() + static_cast<std::ptrdiff_t>(block.end));
    }
    part.layout.missing -= part.places.size();
    return part;
}

/// Leaves out rows, those first that are worth least for each tentpole, until the rest fits.
Content within(Kind kind, const Content& all, std::size_t most, RowWeight weight) {
    // 1. Places for the more frequent half of the budget.
    Content part = with_index_within(kind, all, most / 2);
    // 2. What each row is worth; rows are known by where they begin.
    struct Row {
        double worth = 0;
        std::uint32_t first = 0, size = 0;
    };
    std::unordered_map<std::uint32_t, Row> rows;
    for (std::size_t i = 0; i < part.splits.size(); ++i) {
        const auto& [key, begin] = part.splits[i];
        const std::size_t end =
            i + 1 == part.splits.size() ? part.places.size() : part.splits[i + 1].second;
        const double each = weight == RowWeight::deals ? share_of_each(kind, split_of(key)) : 1;
        for (std::size_t k = begin; k < end; ++k) {
            const Place& place = part.places[k];
            Row& row = rows[place.first];
            row.first = place.first;
            row.size = place.size & (kHighRow - 1);
            row.worth = weight == RowWeight::naive ? 1 : row.worth + each;
        }
    }
    std::vector<Row> order;
    for (const auto& [first, row] : rows) order.push_back(row);
    std::sort(order.begin(), order.end(), [](const Row& a, const Row& b) {
        const double one = a.worth * b.size, other = b.worth * a.size;
        return one != other ? one > other : a.first < b.first;
    });
    // 3. The best, as far as they fit.
    const std::size_t index =
        sizeof(Layout) + 48 * part.splits.size() + sizeof(Place) * part.places.size();
    std::unordered_map<std::uint32_t, std::uint32_t> kept;
    part.entries.clear();
    for (const Row& row : order) {
        if (index + 4 * (part.entries.size() + row.size) > most) continue;
        kept[row.first] = static_cast<std::uint32_t>(part.entries.size());
        part.entries.insert(part.entries.end(), all.entries.begin() + row.first,
                            all.entries.begin() + row.first + row.size);
    }
    part.layout.rows = kept.size();
    for (Place& place : part.places) {
        const auto found = kept.find(place.first);
        if (found != kept.end()) {
            place.first = found->second;
        } else {
            place = {};
            ++part.layout.missing;
        }
    }
    return part;
}

}  // namespace

std::vector<std::byte> build_trump_cells(Kind kind, int cards,
                                         const std::vector<std::uint64_t>& keys,
                                         std::shared_ptr<const TrumpTable> smaller) {
    std::vector<Cell> cells;
    cells.reserve(keys.size());
    for (const std::uint64_t key : keys) {
        cells.push_back({split_of(key), fine_of(key), static_cast<int>(key >> kLeaderShift)});
    }
    StoredRows stored(kind, std::move(smaller));
    DenseRows dense(kind, cards - 1, stored);
    return build_cells(kind, cards, dense, &stored, cells);
}

std::size_t ownerships_of_cell(std::uint64_t key) {
    return Ownerships(fine_of(key)).size;
}

std::vector<std::byte> merge_trump_parts(Kind kind,
                                         const std::vector<std::span<const std::byte>>& parts,
                                         std::size_t most, RowWeight weight) {
    Content all;
    for (std::span<const std::byte> part : parts) {
        Layout layout;
        std::memcpy(&layout, part.data(), sizeof layout);
        const std::byte* at = part.data() + sizeof layout;
        const auto take = [&]<class T>(std::vector<T>& items, std::size_t size) {
            const std::size_t before = items.size();
            items.resize(before + size);
            if (size != 0) std::memcpy(items.data() + before, at, size * sizeof(T));
            at += size * sizeof(T);
        };
        const auto first_place = static_cast<std::uint32_t>(all.places.size());
        const auto first_entry = static_cast<std::uint32_t>(all.entries.size());
        std::vector<std::uint64_t> keys;
        std::vector<std::uint32_t> bases;
        take(keys, layout.slots);
        take(all.places, layout.ownerships);
        take(bases, layout.slots);
        take(all.entries, layout.entries);
        for (std::size_t i = first_place; i < all.places.size(); ++i) {
            all.places[i].first += first_entry;
        }
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if (keys[i] != kNoKey) all.splits.emplace_back(keys[i], first_place + bases[i]);
        }
        all.layout.rows += layout.rows;
        all.layout.full += layout.full;
        all.layout.nodes += layout.nodes;
        all.layout.missing += layout.missing;
    }
    std::sort(all.splits.begin(), all.splits.end(),
              [](const auto& a, const auto& b) { return a.second < b.second; });
    auto bytes = all.bytes();
    if (most == 0 || bytes.size() <= most) return bytes;
    return within(kind, all, most, weight).bytes();
}

}  // namespace kiebitz::solvers::skat
