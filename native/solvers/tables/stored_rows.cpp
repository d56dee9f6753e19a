#include "solvers/tables/stored_rows.hpp"

#include <algorithm>
#include <stdexcept>

#include "solvers/tables/trump_payload.hpp"

namespace kiebitz::solvers::skat {

namespace {

using namespace trump_payload;

/// A tentpole: where it stands in each suit, and what is left of its value there.
struct Pole {
    std::array<const std::int8_t*, kFormSuits> apart;
    int value;
    int here;
};

/// The best that any tentpole says, sixteen valuations at once.
template <bool High>
void unfold(const SplitShape& shape, std::vector<Pole>& poles, std::int8_t* out) {
    std::array<int, kFormSuits - 1> outer{};
    int outers = 0;
    for (int suit = 0; suit < kFormSuits; ++suit) {
        if (suit != shape.inner) outer[outers++] = suit;
    }
    const int fast = outer[0], inner = shape.inner, width = shape.width;
    std::array<int, kFormSuits> at{};
    for (;;) {
        for (Pole& pole : poles) {
            int sum = 0;
            for (int i = 1; i < outers; ++i) sum += pole.apart[outer[i]][at[outer[i]]];
            pole.here = High ? pole.value - sum : pole.value + sum;
        }
        for (int digit = 0; digit < shape.digits[fast]; ++digit) {
            std::array<Lanes, kMostWidth> best;
            best.fill(Lanes::each(High ? -128 : 127));
            for (const Pole& pole : poles) {
                const int far = pole.apart[fast][digit];
                const int value = std::clamp(High ? pole.here - far : pole.here + far, -128, 127);
                const Lanes base = Lanes::each(static_cast<std::int8_t>(value));
                for (int i = 0; i < width; ++i) {
                    const Lanes gap = Lanes::load(pole.apart[inner] + kLanes * i);
                    best[i] = High ? best[i].max(base.minus(gap)) : best[i].min(base.plus(gap));
                }
            }
            for (int i = 0; i < width; ++i, out += kLanes) best[i].store(out);
        }
        int i = 1;
        while (i < outers && ++at[outer[i]] == shape.digits[outer[i]]) at[outer[i++]] = 0;
        if (i == outers) break;
    }
}

}  // namespace

const StoredRows::Shaped& StoredRows::shaped(const Split& split, int inner) {
    std::uint32_t key = static_cast<std::uint32_t>(inner);
    for (const int size : split.plain) key = key << 4 | static_cast<std::uint32_t>(size);
    key = key << 4 | static_cast<std::uint32_t>(split.trumps);
    const auto found = shapes_.find(key);
    if (found != shapes_.end()) return found->second;
    Shaped made{SplitShape(kind_, split, inner), {}};
    for (int suit = 0; suit < kFormSuits; ++suit) {
        const SuitValuations& own = suit_valuations(kind_, suit == kTrumps, made.shape.cards[suit]);
        const auto size = own.values.size();
        const auto pitch =
            suit == inner ? static_cast<std::size_t>(kLanes * made.shape.width) : size;
        made.apart[suit].assign(size * pitch, 0);
        for (std::size_t a = 0; a < size; ++a) {
            for (std::size_t b = 0; b < size; ++b) {
                made.apart[suit][a * pitch + b] = static_cast<std::int8_t>(own.distance[a][b]);
            }
        }
    }
    return shapes_.emplace(key, std::move(made)).first->second;
}

StoredRows::Row StoredRows::of(const Split& split, std::uint64_t cell, std::size_t ownership,
                               int inner) {
    const Shaped& own = shaped(split, inner);
    const TrumpTable::Stored stored = table_->stored(cell, ownership);
    if (stored.entries.empty()) throw std::runtime_error("a smaller table is not complete");
    auto& row = rows_[std::uint64_t{stored.first} << 3 | static_cast<std::uint64_t>(inner)];
    if (!row) {
        row = std::make_unique_for_overwrite<std::int8_t[]>(own.shape.volume);
        bytes_ += own.shape.volume + 64;
        std::vector<Pole> poles;
        poles.reserve(stored.entries.size());
        for (const std::uint32_t entry : stored.entries) {
            Pole pole{};
            pole.value = static_cast<int>(entry >> kValueShift & 255) - 128;
            for (int suit = 0; suit < kFormSuits; ++suit) {
                const unsigned digit =
                    suit == kTrumps ? entry >> kTrumpShift & 63 : entry >> (kDigitBits * suit) & 15;
                const auto pitch = static_cast<std::size_t>(suit == inner ? kLanes * own.shape.width
                                                                          : own.shape.digits[suit]);
                pole.apart[suit] = own.apart[suit].data() + pitch * digit;
            }
            poles.push_back(pole);
        }
        (stored.high ? unfold<true> : unfold<false>)(own.shape, poles, row.get());
    }
    return {row.get(), &own.shape};
}

void StoredRows::make_room(std::size_t most) {
    if (bytes_ <= most) return;
    rows_.clear();
    bytes_ = 0;
}

}  // namespace kiebitz::solvers::skat
