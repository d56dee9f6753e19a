// Everything that can happen in a game of Skat, as numbers.
#pragma once

#include <cstdint>

#include "games/game.hpp"
#include "games/skat/contract.hpp"
#include "games/skat/value.hpp"

namespace kiebitz::skat {

/// The kind of a move is in its upper bits, what it concerns in the lower twelve.
enum class MoveKind : std::uint32_t {
    kPass,
    kHold,     // "yes" to a bid
    kBid,      // the number
    kPickUp,   // take up the skat
    kDeclare,  // a contract's code
    kDiscard,  // two cards; none when hidden from the viewer
    kPlay,     // a card
    // What may happen at any time during cardplay (shown, resigned) or at all (timed out, left).
    kShow,     // the declarer shows the hand
    kResign,   // a seat
    kTimeOut,  // a seat
    kLeave,    // a seat
};

constexpr Move make_move(MoveKind kind, std::uint32_t content = 0) {
    return static_cast<std::uint32_t>(kind) << 12 | content;
}
constexpr MoveKind kind_of(Move move) {
    return static_cast<MoveKind>(move >> 12);
}
constexpr std::uint32_t content_of(Move move) {
    return move & 0xfffU;
}

constexpr Move bid_move(int bid) {
    return make_move(MoveKind::kBid, static_cast<unsigned>(bid));
}
constexpr Move declare_move(const Contract& contract) {
    return make_move(MoveKind::kDeclare, contract.code());
}
constexpr Move play_move(Card card) {
    return make_move(MoveKind::kPlay, card);
}

/// A discard of two cards, the lower one first. Bit 10 tells it from a hidden one.
constexpr Move discard_move(Card a, Card b) {
    const unsigned low = a < b ? a : b;
    const unsigned high = a < b ? b : a;
    return make_move(MoveKind::kDiscard, 1U << 10 | low << 5 | high);
}
inline constexpr Move kHiddenDiscard = make_move(MoveKind::kDiscard);

constexpr Cards discarded(Move move) {
    const std::uint32_t content = content_of(move);
    if (content == 0) return 0;
    return bit(static_cast<Card>(content >> 5 & 31)) | bit(static_cast<Card>(content & 31));
}

}  // namespace kiebitz::skat
