#include "solvers/tables/trump_table.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>

namespace kiebitz::solvers::skat {

namespace {

using Node = std::array<std::uint32_t, 3>;

constexpr std::uint32_t kLeaf = 1U << 31;  // the other bits are a row
constexpr std::uint32_t kNothing = ~std::uint32_t{0};

// An entry: what each suit is worth, the value, whether it is a high tentpole, the row's last.
constexpr int kDigitBits = 4, kTrumpShift = 16, kValueShift = 22;
constexpr std::uint32_t kHigh = 1U << 30, kLast = 1U << 31;

std::uint32_t packed(const Tentpole& pole) {
    std::uint32_t entry = static_cast<std::uint32_t>(pole.digits[4]) << kTrumpShift |
                          static_cast<std::uint32_t>(pole.value + 128) << kValueShift;
    for (int suit = 0; suit < 4; ++suit) {
        entry |= static_cast<std::uint32_t>(pole.digits[suit]) << (kDigitBits * suit);
    }
    return entry;
}

std::uint32_t key_of(const Split& split, int leader) {
    std::uint32_t key = static_cast<std::uint32_t>(split.trumps);
    for (const int size : split.plain) key = key << 4 | static_cast<std::uint32_t>(size);
    return key << 2 | static_cast<std::uint32_t>(leader);
}

/// The suits in the order in which the diagram asks: trumps, then the longest.
constexpr std::array<int, 5> kOrder{4, 0, 1, 2, 3};

/// A diagram that grows by whole ownerships; a node stands for every card, until it is reduced.
class Diagram {
  public:
    void add(const RowForm& form, std::uint32_t row) {
        std::uint32_t* at = &root_;
        for (const int suit : kOrder) {
            for (int card = 0; card < form.size(suit); ++card) {
                std::uint32_t next = *at;
                if (next == kNothing) {
                    *at = next = static_cast<std::uint32_t>(nodes_.size());
                    nodes_.push_back({kNothing, kNothing, kNothing});  // moves what `at` is in
                }
                at = &nodes_[next][form.owners[suit][card]];
            }
        }
        *at = kLeaf | row;
    }
    /// Into the nodes of all: equal nodes are one, and a card that makes no difference is skipped.
    /// What cannot be is equal to anything.
    std::uint32_t reduced(std::vector<Node>& all,
                          std::map<std::pair<int, Node>, std::uint32_t>& ids, std::uint32_t at,
                          int depth) const {
        if (at == kNothing || (at & kLeaf) != 0) return at;
        Node node{};
        for (int player = 0; player < 3; ++player) {
            node[player] = reduced(all, ids, nodes_[at][player], depth + 1);
        }
        std::uint32_t only = kNothing;
        bool same = true;
        for (const std::uint32_t child : node) {
            if (child == kNothing) continue;
            if (only == kNothing) only = child;
            same = same && child == only;
        }
        if (same) return only;
        const auto [place, fresh] =
            ids.try_emplace({depth, node}, static_cast<std::uint32_t>(all.size()));
        if (fresh) {
            // The card that it asks about is spread over the second bits from the top.
            for (int player = 0; player < 3; ++player) {
                const std::uint32_t bits = static_cast<std::uint32_t>(depth) >> (2 * player) & 3;
                if (node[player] == kNothing) node[player] = only;
                node[player] |= bits << 29;
            }
            all.push_back(node);
        }
        return place->second;
    }
    std::uint32_t root() const { return root_; }

  private:
    std::uint32_t root_ = kNothing;
    std::vector<Node> nodes_;
};

constexpr std::uint32_t kTarget = (1U << 29) - 1;

int depth_of(const Node& node) {
    return static_cast<int>((node[0] >> 29 & 3) | (node[1] >> 29 & 3) << 2 |
                            (node[2] >> 29 & 3) << 4);
}

struct Layout {
    std::uint64_t splits = 0, nodes = 0, rows = 0, entries = 0;
    std::uint64_t full = 0, ownerships = 0, evaluated = 0, spare = 0;
};

template <class T>
void append(std::vector<std::byte>& bytes, const std::vector<T>& items) {
    const std::size_t before = bytes.size();
    bytes.resize(before + items.size() * sizeof(T));
    if (!items.empty()) {
        std::memcpy(bytes.data() + before, items.data(), items.size() * sizeof(T));
    }
}

/// What a payload holds, while it is made.
struct Content {
    Layout layout;
    std::map<std::uint32_t, std::uint32_t> roots;
    std::vector<Node> nodes;
    std::vector<std::uint32_t> rows, entries;

    std::vector<std::byte> bytes() {
        layout.splits = roots.size();
        layout.nodes = nodes.size();
        layout.rows = rows.size();
        layout.entries = entries.size();
        std::vector<std::byte> all(sizeof layout);
        std::memcpy(all.data(), &layout, sizeof layout);
        std::vector<std::uint32_t> keys, ids;
        for (const auto& [key, root] : roots) {
            keys.push_back(key);
            ids.push_back(root);
        }
        append(all, keys);
        append(all, ids);
        append(all, nodes);
        append(all, rows);
        append(all, entries);
        return all;
    }
};

}  // namespace

TrumpTable::TrumpTable(Kind kind, std::span<const std::byte> payload) : kind_(kind) {
    Layout layout;
    if (payload.size() < sizeof layout) return;
    std::memcpy(&layout, payload.data(), sizeof layout);
    const std::uint64_t most = payload.size();
    if (layout.splits > most || layout.nodes > most || layout.rows > most ||
        layout.entries > most ||
        sizeof layout + 8 * layout.splits + 12 * layout.nodes + 4 * layout.rows +
                4 * layout.entries !=
            most) {
        return;
    }
    const std::byte* at = payload.data() + sizeof layout;
    const auto take = [&](std::size_t size) {
        const auto* words = reinterpret_cast<const std::uint32_t*>(at);
        at += 4 * size;
        return std::span(words, size);
    };
    keys_ = take(layout.splits);
    roots_ = take(layout.splits);
    nodes_ = {reinterpret_cast<const Node*>(take(3 * layout.nodes).data()), layout.nodes};
    rows_ = take(layout.rows);
    entries_ = take(layout.entries);
    sizes_ = {layout.splits, layout.nodes,      layout.rows,     layout.entries,
              layout.full,   layout.ownerships, layout.evaluated};
}

TrumpTable::TrumpTable(Kind kind, std::shared_ptr<const TableFile> file)
    : TrumpTable(kind, file->payload()) {
    file_ = std::move(file);
}

std::optional<int> TrumpTable::points(const std::array<Cards, 3>& hands, int leader) const {
    const RowForm form = RowForm::of(kind_, hands, leader);
    // 1. The split.
    const auto key = std::lower_bound(keys_.begin(), keys_.end(), key_of(form.split, leader));
    if (key == keys_.end() || *key != key_of(form.split, leader)) return {};
    // 2. Down the diagram to the row.
    std::array<std::int8_t, 32> owners;
    int size = 0;
    for (const int suit : kOrder) {
        for (int card = 0; card < form.size(suit); ++card) owners[size++] = form.owners[suit][card];
    }
    std::uint32_t id = roots_[static_cast<std::size_t>(key - keys_.begin())];
    while ((id & kLeaf) == 0) {
        const Node& node = nodes_[id & kTarget];
        id = node[owners[depth_of(node)]];
    }
    // 3. The most that a high tentpole leaves, or the least that a low one allows.
    const std::uint32_t* entry = &entries_[rows_[id & kTarget]];
    const bool high = (*entry & kHigh) != 0;
    int value = high ? -120 : 120;
    std::array<const std::vector<int>*, 5> away;
    for (int suit = 0; suit < 5; ++suit) {
        const SuitValuations& own = suit == 4
                                        ? suit_valuations(kind_, true, form.split.trumps)
                                        : suit_valuations(kind_, false, form.split.plain[suit]);
        away[suit] = &own.distance[form.digits[suit]];
    }
    for (;; ++entry) {
        int apart = (*away[4])[*entry >> kTrumpShift & 63];
        for (int suit = 0; suit < 4; ++suit) {
            apart += (*away[suit])[*entry >> (kDigitBits * suit) & 15];
        }
        const int own = static_cast<int>(*entry >> kValueShift & 255) - 128;
        value = high ? std::max(value, own - apart) : std::min(value, own + apart);
        if ((*entry & kLast) != 0) break;
    }
    return (value + row_total(kind_, form.split, form.digits)) / 2;
}

std::vector<Split> table_splits(Kind kind, int cards, int most) {
    auto splits = splits_of(kind, cards);
    std::stable_sort(splits.begin(), splits.end(), [&](const Split& a, const Split& b) {
        return share_of(kind, a) > share_of(kind, b);
    });
    if (most > 0 && splits.size() > static_cast<std::size_t>(most)) {
        splits.resize(static_cast<std::size_t>(most));
    }
    return splits;
}

std::vector<std::byte> build_trump_part(Kind kind, int cards, int part, int parts, int most) {
    Content content;
    RowMaker maker(kind);
    const auto splits = table_splits(kind, cards, most);
    for (std::size_t i = static_cast<std::size_t>(part); i < splits.size();
         i += static_cast<std::size_t>(parts)) {
        maker.next_split();
        const auto first = static_cast<std::uint32_t>(content.rows.size());
        std::map<std::pair<int, Node>, std::uint32_t> ids;
        for (int leader = 0; leader < 3; ++leader) {
            Diagram diagram;
            for_each_ownership(splits[i], leader, cards, [&](const RowForm& form) {
                diagram.add(form, first + static_cast<std::uint32_t>(maker.number(form)));
                ++content.layout.ownerships;
            });
            content.roots[key_of(splits[i], leader)] =
                diagram.reduced(content.nodes, ids, diagram.root(), 0);
        }
        for (const auto& row : maker.rows()) {
            const auto half = half_row(row);
            const bool high =
                std::all_of(half.begin(), half.end(), [](const Tentpole& p) { return p.high; });
            content.rows.push_back(static_cast<std::uint32_t>(content.entries.size()));
            for (const Tentpole& pole : half) {
                content.entries.push_back(packed(pole) | (high ? kHigh : 0));
            }
            content.entries.back() |= kLast;
            content.layout.full += row.size();
        }
    }
    content.layout.evaluated = maker.counts().evaluated;
    return content.bytes();
}

std::vector<std::byte> merge_trump_parts(const std::vector<std::span<const std::byte>>& parts) {
    Content all;
    for (std::span<const std::byte> part : parts) {
        Layout layout;
        std::memcpy(&layout, part.data(), sizeof layout);
        const std::byte* at = part.data() + sizeof layout;
        const auto take = [&](std::size_t size) {
            std::vector<std::uint32_t> words(size);
            if (size != 0) std::memcpy(words.data(), at, 4 * size);
            at += 4 * size;
            return words;
        };
        const auto keys = take(layout.splits), roots = take(layout.splits);
        const auto nodes = take(3 * layout.nodes), rows = take(layout.rows);
        const auto entries = take(layout.entries);
        const auto first_node = static_cast<std::uint32_t>(all.nodes.size());
        const auto first_row = static_cast<std::uint32_t>(all.rows.size());
        const auto first_entry = static_cast<std::uint32_t>(all.entries.size());
        const auto moved = [&](std::uint32_t id) {
            return id + ((id & kLeaf) != 0 ? first_row : first_node);
        };
        for (std::size_t i = 0; i < keys.size(); ++i) all.roots[keys[i]] = moved(roots[i]);
        for (std::size_t i = 0; i < layout.nodes; ++i) {
            all.nodes.push_back(
                {moved(nodes[3 * i]), moved(nodes[3 * i + 1]), moved(nodes[3 * i + 2])});
        }
        for (const std::uint32_t row : rows) all.rows.push_back(first_entry + row);
        all.entries.insert(all.entries.end(), entries.begin(), entries.end());
        all.layout.full += layout.full;
        all.layout.ownerships += layout.ownerships;
        all.layout.evaluated += layout.evaluated;
    }
    return all.bytes();
}

std::shared_ptr<const TrumpTables> open_trump_tables(Kind kind) {
    auto tables = std::make_shared<TrumpTables>();
    bool any = false;
    for (int cards = 3; cards <= 5; ++cards) {  // two cards are solved faster than looked up
        if (auto file = find_table(kind == Kind::suit ? "suit" : "grand", cards)) {
            tables->by_cards[static_cast<std::size_t>(cards)] =
                std::make_shared<TrumpTable>(kind, std::move(file));
            any = true;
        }
    }
    return any ? tables : nullptr;
}

}  // namespace kiebitz::solvers::skat
