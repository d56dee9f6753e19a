// What one suit of a deal looks like for each of the 8192 sets of cards that may remain of it.
//
// Included once for each instruction set (see engine.hpp), hence the namespace by macro.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "cards/compiler.hpp"
#include "games/bridge/cards.hpp"

namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH {

/// Best ways to cash a suit from the top without losing the lead (thesis §5.3): the number of
/// tricks and the lowest rank that wins one by rank, packed so that a greater number is a better
/// result. Low nibble: the lowest winning rank (15: none); high nibble: tricks.
struct Cashing {
    std::uint8_t keep;      // the leader wins the last trick
    std::uint8_t transfer;  // partner wins the last trick
    std::uint8_t back;      // there and back: partner wins one, the leader the last

    static constexpr std::uint8_t nothing = 15;
    static int tricks(std::uint8_t packed) { return packed >> 4; }
    static int lowest(std::uint8_t packed) { return packed & 15; }
};

/// All that is known of one set of remaining cards of a suit, in one cache line.
struct alignas(64) Remaining {
    std::uint32_t owners;   // two bits each, the highest card in the topmost bits
    std::uint16_t lengths;  // of the four hands, four bits each, North in the lowest
    std::uint16_t known;    // bit 4 * leader + ruffers: which cashing entries are computed
    std::uint8_t generation;
    std::array<std::uint8_t, 2> most;  // tricks that North-South and East-West could cash, no ruffs
    std::array<std::array<Cashing, 4>, 4> cashing;  // by leader and ruffers
};
static_assert(sizeof(Remaining) == 64);

class SuitTables {
  public:
    SuitTables() : remaining_(4 * sets) {}

    /// `hands` are all cards that may be met: those still held and those lying in the current
    /// trick.
    void set_deal(const Hands& hands) {
        for (int suit = 0; suit < 4; ++suit) {
            Suit& table = suits_[static_cast<std::size_t>(suit)];
            // What is known of the dealt suit serves every position that can arise from it.
            bool arises = table.generation != 0;
            for (std::size_t seat = 0; seat < 4; ++seat) {
                const unsigned cards = holding(hands[seat], suit);
                arises = arises && (cards & ~unsigned{table.dealt[seat]}) == 0;
            }
            if (arises) continue;
            table.owner_bits = 0;
            for (std::size_t seat = 0; seat < 4; ++seat) {
                const unsigned cards = holding(hands[seat], suit);
                table.dealt[seat] = static_cast<std::uint16_t>(cards);
                for (Card rank : each_card(cards)) {
                    table.owner_bits |= static_cast<std::uint32_t>(seat) << (2 * rank);
                }
            }
            if (++table.generation == 0) {
                std::fill_n(&place(suit, 0), sets, Remaining{});
                table.generation = 1;
            }
        }
    }

    /// Filled where the search goes: few of the 8192 sets of a suit are ever met.
    Remaining& remaining(int suit, unsigned set) {
        Remaining& found = place(suit, set);
        if (found.generation != at(suit).generation) begin(suit, set, found);
        return found;
    }
    /// Where the set lies, which may not be filled yet.
    Remaining& place(int suit, unsigned set) {
        return remaining_[static_cast<std::size_t>(suit) * sets + set];
    }
    /// Memory is slow: this set will be asked about soon.
    void fetch(int suit, unsigned set) { kiebitz::prefetch(&place(suit, set)); }

    /// The owners of the cards of a set, as in Remaining.
    std::uint32_t owners(int suit, unsigned set) {
#ifdef KIEBITZ_BRIDGE_AVX2
        // Faster than a look at memory that was not looked at lately.
        const std::uint32_t pairs = 3 * _pdep_u32(set, 0x5555555U);
        const std::uint64_t packed = _pext_u32(at(suit).owner_bits, pairs);
        return static_cast<std::uint32_t>(packed << (32 - 2 * count(set)));
#else
        return remaining(suit, set).owners;
#endif
    }
    std::size_t bytes() const { return remaining_.size() * sizeof(Remaining); }

    unsigned dealt(int suit, int seat) const {
        return at(suit).dealt[static_cast<std::size_t>(seat)];
    }

    /// `ruffers`: bit 0, the leader's left-hand opponent ruffs when void; bit 1, the right-hand
    /// one.
    const Cashing& cashing(Remaining& of, int suit, unsigned set, int leader, unsigned ruffers) {
        Cashing& cell = of.cashing[static_cast<std::size_t>(leader)][ruffers];
        const unsigned mark = 1U << (4 * static_cast<unsigned>(leader) + ruffers);
        if ((of.known & mark) == 0) {
            compute(suit, set, leader, ruffers, cell);
            of.known = static_cast<std::uint16_t>(of.known | mark);
        }
        return cell;
    }
    const Cashing& cashing(int suit, unsigned set, int leader, unsigned ruffers) {
        return cashing(remaining(suit, set), suit, set, leader, ruffers);
    }

  private:
    static constexpr std::size_t sets = 8192;

    struct Suit {
        std::array<std::uint16_t, 4> dealt{};
        std::uint32_t owner_bits = 0;  // two bits a rank, that of the lowest in the lowest bits
        std::uint8_t generation = 0;   // of the entries that are valid
    };

    const Suit& at(int suit) const { return suits_[static_cast<std::size_t>(suit)]; }

    KIEBITZ_NEVER_INLINE void begin(int suit, unsigned set, Remaining& fresh) {
        const Suit& table = at(suit);
        fresh.owners = 0;
        fresh.lengths = 0;
        fresh.known = 0;
        fresh.generation = table.generation;
        for (Card rank : each_card(set)) {
            const unsigned seat = table.owner_bits >> (2 * rank) & 3;
            fresh.owners = fresh.owners >> 2 | seat << 30;
            fresh.lengths = static_cast<std::uint16_t>(fresh.lengths + (1U << (4 * seat)));
        }
        fresh.most = {};
        for (int leader = 0; leader < 4; ++leader) {
            const Cashing& ways = cashing(fresh, suit, set, leader, 0);
            std::uint8_t& most = fresh.most[static_cast<std::size_t>(leader & 1)];
            for (const std::uint8_t way : {ways.keep, ways.transfer, ways.back})
                improve(most, static_cast<std::uint8_t>(Cashing::tricks(way)));
        }
    }

    /// One trick more: the lower of two winning ranks bounds the plan.
    static std::uint8_t plus_trick(std::uint8_t rest, int rank) {
        const int low = Cashing::lowest(rest) < rank ? Cashing::lowest(rest) : rank;
        return static_cast<std::uint8_t>((Cashing::tricks(rest) + 1) << 4 | low);
    }

    KIEBITZ_NEVER_INLINE void compute(int suit, unsigned set, int leader, unsigned ruffers,
                                      Cashing& cell) {
        std::uint8_t keep = Cashing::nothing, transfer = Cashing::nothing, back = Cashing::nothing;
        const unsigned own = set & dealt(suit, leader);
        const unsigned other = set & dealt(suit, partner_of(leader));
        const unsigned left = set & dealt(suit, next_seat(leader));
        const unsigned right = set & dealt(suit, (leader + 3) & 3);
        const bool ruffed = ((ruffers & 1) != 0 && left == 0) || ((ruffers & 2) != 0 && right == 0);
        if (own != 0 && !ruffed) {
            const unsigned opposing = left | right;
            // The opponents lose every trick of the plan, so they throw their lowest cards.
            const unsigned thrown = (left & (0U - left)) | (right & (0U - right));
            const int to_beat = opposing != 0 ? highest(opposing) : -1;
            for (Card lead : each_card(own)) {
                if (touches_higher(set, own, lead)) continue;
                unsigned replies = other;
                do {
                    unsigned reply_bit = 0;
                    int reply = -1;
                    if (other != 0) {
                        reply = lowest(replies);
                        reply_bit = 1U << reply;
                        replies ^= reply_bit;
                        if (touches_higher(set, other, reply)) continue;
                    }
                    const int winner = lead > reply ? lead : reply;
                    if (winner < to_beat) continue;
                    const bool by_rank = opposing != 0 || reply >= 0;
                    const int rank = by_rank ? winner : Cashing::nothing;
                    const unsigned rest = set & ~(thrown | (1U << lead) | reply_bit);
                    if (lead > reply) {
                        const Cashing& next = cashing(suit, rest, leader, ruffers);
                        improve(keep, plus_trick(next.keep, rank));
                        if (next.transfer >> 4) improve(transfer, plus_trick(next.transfer, rank));
                        if (next.back >> 4) improve(back, plus_trick(next.back, rank));
                    } else {
                        const unsigned mirrored = (ruffers >> 1) | ((ruffers & 1) << 1);
                        const Cashing& next = cashing(suit, rest, partner_of(leader), mirrored);
                        improve(transfer, plus_trick(next.keep, rank));
                        if (next.transfer >> 4) {
                            improve(keep, plus_trick(next.transfer, rank));
                            improve(back, plus_trick(next.transfer, rank));
                        }
                    }
                } while (replies != 0);
            }
        }
        cell = Cashing{keep, transfer, back};
    }

    /// Of touching cards of one hand the highest stands for all.
    static bool touches_higher(unsigned set, unsigned own, int rank) {
        const unsigned above = set & ~((2U << rank) - 1);
        return (above & (0U - above) & own) != 0;
    }

    static void improve(std::uint8_t& best, std::uint8_t candidate) {
        if (candidate > best) best = candidate;
    }

    std::array<Suit, 4> suits_{};
    std::vector<Remaining> remaining_;  // by suit and set
};

}  // namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH
