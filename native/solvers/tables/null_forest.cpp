#include "solvers/tables/null_forest.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <mutex>
#include <string>

#include "cards/random.hpp"

namespace kiebitz::solvers::skat {

using forest::kDontCare;
using forest::kFirstLeaf;
using forest::kIdMask;
using forest::kSuitShift;
using forest::Node;

namespace {

constexpr std::uint64_t kNoSplit = ~std::uint64_t{0};

struct Layout {
    std::uint64_t nodes = 0, slots = 0, splits = 0, spare = 0;
};

}  // namespace

NullForest::NullForest(std::span<const std::byte> payload) {
    Layout layout;
    if (payload.size() < sizeof layout) return;
    std::memcpy(&layout, payload.data(), sizeof layout);
    const std::uint64_t most = payload.size();
    if (layout.nodes > most || layout.slots > most || layout.slots == 0 ||
        !std::has_single_bit(layout.slots) ||
        sizeof layout + layout.slots * 12 + layout.nodes * sizeof(Node) != payload.size()) {
        return;
    }
    const std::byte* at = payload.data() + sizeof layout;
    keys_ = {reinterpret_cast<const std::uint64_t*>(at), layout.slots};
    at += 8 * layout.slots;
    roots_ = {reinterpret_cast<const std::uint32_t*>(at), layout.slots};
    at += 4 * layout.slots;
    nodes_ = {reinterpret_cast<const Node*>(at), layout.nodes};
    splits_ = layout.splits;
}

NullForest::NullForest(std::shared_ptr<const TableFile> file) : NullForest(file->payload()) {
    file_ = std::move(file);
}

NullForest::Hit NullForest::find(const NullForm& form) const {
    if (keys_.empty()) return {};
    // 1. The diagram of the fine split.
    std::size_t slot = mix64(form.split) & (keys_.size() - 1);
    while (keys_[slot] != form.split) {
        if (keys_[slot] == kNoSplit) return {};
        slot = (slot + 1) & (keys_.size() - 1);
    }
    // 2. Down to a value.
    Hit hit;
    std::array<int, 4> below{};  // where the next owner of a suit is
    for (int place = 0; place < 4; ++place) {
        below[place] = NullForm::kOwnersBits * (place + 1);
    }
    std::uint32_t id = roots_[slot];
    while (!forest::is_leaf(id)) {
        assert(id < nodes_.size());
        const Node& node = nodes_[id];
        int& at = below[node[0] >> kSuitShift];
        at -= NullForm::kOwnerBits;
        const auto owner = form.owners >> at & 3;
        hit.mask |= std::uint64_t{3} << at;
        if (owner == 0) return {};
        id = node[owner - 1] & kIdMask;
    }
    hit.value = static_cast<int>(id - kFirstLeaf);
    return id == kDontCare ? Hit{} : hit;
}

bool NullForests::empty() const {
    return std::all_of(by_cards.begin(), by_cards.end(), [](const auto& one) { return !one; });
}

namespace {

struct Shelf {
    std::mutex mutex;
    std::string directory;
    bool looked = false;
    std::shared_ptr<const NullForests> forests;
};

Shelf& shelf() {
    static Shelf one;
    return one;
}

}  // namespace

std::shared_ptr<const NullForests> shared_null_forests() {
    Shelf& own = shelf();
    const std::lock_guard lock(own.mutex);
    const std::string directory = tables_directory();
    if (own.looked && own.directory == directory) return own.forests;
    auto found = std::make_shared<NullForests>();
    for (int cards = 1; cards <= 10; ++cards) {
        if (auto file = find_table("null", cards)) {
            found->by_cards[static_cast<std::size_t>(cards)] =
                std::make_shared<NullForest>(std::move(file));
        }
    }
    own.directory = directory;
    own.looked = true;
    own.forests = found->empty() ? nullptr : found;
    return own.forests;
}

void forget_null_forests() {
    Shelf& own = shelf();
    const std::lock_guard lock(own.mutex);
    own.looked = false;
}

}  // namespace kiebitz::solvers::skat
