#define KIEBITZ_BRIDGE_ARCH portable
#include "solvers/bridge/variants/control_tables.hpp"

#include <algorithm>
#include <cassert>
#include <memory>

#include "cards/random.hpp"
#include "solvers/bridge/position.hpp"
#include "solvers/bridge/suit_tables.hpp"

namespace kiebitz::solvers::bridge::variants {

namespace {

using portable::Cashing;

int seat_at(std::uint32_t owners, int card) {
    return static_cast<int>(owners >> (2 * card) & 3);
}

/// A suit after a trick: who owns what is left, and where its cards were.
struct Rest {
    int cards = 0;
    std::uint32_t owners = 0;
    std::array<int, 16> before{};

    Rest(int count, std::uint32_t all, unsigned gone) {
        for (int card = 0; card < count; ++card) {
            if ((gone >> card & 1) != 0) continue;
            owners |= static_cast<std::uint32_t>(seat_at(all, card)) << (2 * cards);
            before[static_cast<std::size_t>(cards++)] = card;
        }
    }
    /// The same seen by partner: everybody moves on by two seats.
    std::uint32_t from_partner() const {
        return owners ^ (0xaaaaaaaaU & ((std::uint32_t{1} << (2 * cards)) - 1));
    }
    /// One trick more, won by the card `rank`.
    std::uint8_t plus_trick(std::uint8_t packed, int rank) const {
        int low = Cashing::lowest(packed);
        if (low != Cashing::nothing) low = before[static_cast<std::size_t>(low)];
        return static_cast<std::uint8_t>((Cashing::tricks(packed) + 1) << 4 | std::min(low, rank));
    }
};

Hands random_suits(Random& random) {
    Hands hands{};
    for (int suit = 0; suit < 4; ++suit) {
        for (int rank = 0; rank < 13; ++rank) {
            hands[random.below(4)] |= Cards{1} << (16 * suit + rank);
        }
    }
    return hands;
}

}  // namespace

ControlTables::ControlTables(int cards) : tables_(static_cast<std::size_t>(cards) + 1) {
    assert(cards >= 0 && cards <= most_cards);
    for (int n = 0; n <= cards; ++n) {
        auto& table = tables_[static_cast<std::size_t>(n)];
        table.resize(std::size_t{4} << (2 * n));
        for (std::uint32_t owners = 0; owners < std::uint32_t{1} << (2 * n); ++owners) {
            for (unsigned ruffers = 0; ruffers < 4; ++ruffers) {
                table[owners * 4U + ruffers] = computed(n, owners, ruffers);
            }
        }
    }
}

Control ControlTables::computed(int cards, std::uint32_t owners, unsigned ruffers) const {
    Control best{Cashing::nothing, Cashing::nothing, Cashing::nothing};
    std::array<unsigned, 4> held{};
    for (int card = 0; card < cards; ++card) held[seat_at(owners, card)] |= 1U << card;
    const bool ruffed =
        ((ruffers & 1) != 0 && held[1] == 0) || ((ruffers & 2) != 0 && held[3] == 0);
    if (held[0] == 0 || ruffed) return best;
    // The opponents lose every trick of the plan, so they throw their lowest cards.
    const unsigned thrown = (held[1] & (0U - held[1])) | (held[3] & (0U - held[3]));
    const unsigned opposing = held[1] | held[3];
    const int to_beat = opposing != 0 ? highest(opposing) : -1;
    const auto improve = [](std::uint8_t& old, std::uint8_t candidate) {
        old = std::max(old, candidate);
    };
    const auto consider = [&](int lead, int reply) {
        const int winner = std::max(lead, reply);
        if (winner < to_beat) return;
        const bool by_rank = opposing != 0 || reply >= 0;
        const int rank = by_rank ? winner : Cashing::nothing;
        const Rest rest(cards, owners, thrown | 1U << lead | (reply >= 0 ? 1U << reply : 0U));
        if (winner == lead) {
            const Control& next = at(rest.cards, rest.owners, ruffers);
            improve(best.keep, rest.plus_trick(next.keep, rank));
            if (next.transfer >> 4) improve(best.transfer, rest.plus_trick(next.transfer, rank));
            if (next.back >> 4) improve(best.back, rest.plus_trick(next.back, rank));
            return;
        }
        const unsigned mirrored = ruffers >> 1 | (ruffers & 1) << 1;
        const Control& next = at(rest.cards, rest.from_partner(), mirrored);
        improve(best.transfer, rest.plus_trick(next.keep, rank));
        if (next.transfer >> 4) {
            improve(best.keep, rest.plus_trick(next.transfer, rank));
            improve(best.back, rest.plus_trick(next.transfer, rank));
        }
    };
    for (Card lead : each_card(held[0])) {
        if (held[2] == 0) consider(lead, -1);
        for (Card reply : each_card(held[2])) consider(lead, reply);
    }
    return best;
}

ControlDifferences control_differences(const ControlTables& tables, int cards, int trials,
                                       std::uint64_t seed) {
    Random random(seed);
    // A table of four suits is large for the stack.
    const auto lazy = std::make_unique<portable::SuitTables>();
    ControlDifferences differences;
    for (int trial = 0; trial < trials; ++trial) {
        const Hands hands = random_suits(random);
        lazy->set_deal(hands);
        unsigned set = 0;
        while (count(set) < cards) set |= 1U << random.below(13);
        std::uint32_t owners = 0;
        std::array<int, 16> rank_of{};
        int place = 0;
        for (Card rank : each_card(set)) {
            for (std::uint32_t seat = 0; seat < 4; ++seat) {
                if ((hands[seat] >> rank & 1) != 0) owners |= seat << (2 * place);
            }
            rank_of[static_cast<std::size_t>(place++)] = rank;
        }
        for (unsigned ruffers = 0; ruffers < 4; ++ruffers) {
            const auto& found = lazy->cashing(0, set, 0, ruffers);
            const Control& stored = tables.at(cards, owners, ruffers);
            const auto compare = [&](std::uint8_t ours, std::uint8_t theirs) {
                const int low = Cashing::lowest(ours);
                const int rank =
                    low == Cashing::nothing ? low : rank_of[static_cast<std::size_t>(low)];
                differences.tricks += Cashing::tricks(ours) != Cashing::tricks(theirs) ? 1 : 0;
                differences.lower_ranks += Cashing::lowest(theirs) < rank ? 1 : 0;
                differences.higher_ranks += Cashing::lowest(theirs) > rank ? 1 : 0;
            };
            compare(stored.keep, found.keep);
            compare(stored.transfer, found.transfer);
            compare(stored.back, found.back);
        }
    }
    return differences;
}

std::size_t fill_whole_deal(std::uint64_t seed) {
    Random random(seed);
    const auto lazy = std::make_unique<portable::SuitTables>();
    lazy->set_deal(random_suits(random));
    std::size_t entries = 0;
    for (int suit = 0; suit < 4; ++suit) {
        for (unsigned set = 0; set < 8192; ++set) {
            for (int leader = 0; leader < 4; ++leader) {
                for (unsigned ruffers = 0; ruffers < 4; ++ruffers, ++entries) {
                    lazy->cashing(suit, set, leader, ruffers);
                }
            }
        }
    }
    return entries;
}

}  // namespace kiebitz::solvers::bridge::variants
