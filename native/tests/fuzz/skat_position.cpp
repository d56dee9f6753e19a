// Fuzz target: whatever bytes come in, a position is refused with a reason or can be solved.
//
// With clang, -DKIEBITZ_LIBFUZZER and -fsanitize=fuzzer the library's own main drives it. Otherwise
// the main below does: `fuzz_skat_position [inputs] [seed]` makes sound positions, damages their
// bytes, and feeds both.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "cards/random.hpp"
#include "solvers/skat/solver.hpp"

using namespace kiebitz;
using namespace kiebitz::solvers::skat;

namespace {

constexpr std::size_t kBytes = 23;

void demand(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "fuzz: %s\n", what);
    std::abort();
}

/// Raw numbers, unchecked: game, declarer, leader, cards on the table, points, hands, skat.
Position decoded(const std::array<std::uint8_t, kBytes>& bytes) {
    Position position;
    const auto small = [&](std::size_t at) {
        return static_cast<int>(static_cast<std::int8_t>(bytes[at]));
    };
    position.game = static_cast<GameType>(bytes[0]);
    position.declarer = small(1);
    position.leader = small(2);
    position.played_count = small(3);
    position.played = {bytes[4], bytes[5]};
    position.points = small(6);
    std::memcpy(position.hands.data(), &bytes[7], 12);
    std::memcpy(&position.skat, &bytes[19], 4);
    return position;
}

std::array<std::uint8_t, kBytes> encoded(const Position& position) {
    std::array<std::uint8_t, kBytes> bytes{};
    bytes[0] = static_cast<std::uint8_t>(position.game);
    bytes[1] = static_cast<std::uint8_t>(position.declarer);
    bytes[2] = static_cast<std::uint8_t>(position.leader);
    bytes[3] = static_cast<std::uint8_t>(position.played_count);
    bytes[4] = position.played[0];
    bytes[5] = position.played[1];
    bytes[6] = static_cast<std::uint8_t>(position.points);
    std::memcpy(&bytes[7], position.hands.data(), 12);
    std::memcpy(&bytes[19], &position.skat, 4);
    return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::array<std::uint8_t, kBytes> bytes{};
    if (size != 0) std::memcpy(bytes.data(), data, size < kBytes ? size : kBytes);
    const Position position = decoded(bytes);
    if (!problem_of(position).empty()) return 0;

    static Solver solver({}, 1 << 16);
    const Solution solution =
        solver.solve(position, {.moves = true, .line = true}, {.nodes = 2000});
    demand(solution.value.lower <= solution.value.upper, "the bounds cross");
    demand(solution.value.lower >= 0 && solution.value.upper <= 120, "more than 120 points");
    const std::uint32_t legal = legal_cards(position);
    demand(solution.moves.size() == static_cast<std::size_t>(count(legal)), "a card is missing");
    for (const MoveValue& move : solution.moves) {
        demand(contains(legal, move.card), "a card is not legal");
        demand(move.value.lower <= move.value.upper, "the bounds of a card cross");
    }
    Position now = position;
    for (Card card : solution.line) {
        demand(contains(legal_cards(now), card), "the line is not legal");
        now = after(now, card);
        demand(problem_of(now).empty(), "the line leaves the game");
    }
    return 1;
}

#if !defined(KIEBITZ_LIBFUZZER)

int main(int count_of_arguments, char** arguments) {
    const long inputs = count_of_arguments > 1 ? std::atol(arguments[1]) : 100000;
    Random random(count_of_arguments > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1);
    long solved = 0;
    for (long i = 0; i < inputs; ++i) {
        // 1. A sound position: random cards, played on into the middle of a trick.
        std::array<int, 32> deck;
        for (int card = 0; card < 32; ++card) deck[card] = card;
        random.shuffle(std::span<int>(deck));
        const int cards = static_cast<int>(random.below(11));
        Position position;
        position.game = static_cast<GameType>(random.below(6));
        position.declarer = static_cast<int>(random.below(3));
        position.leader = static_cast<int>(random.below(3));
        for (int seat = 0; seat < 3; ++seat) {
            for (int c = 0; c < cards; ++c) position.hands[seat] |= 1U << deck[seat * cards + c];
        }
        position.skat = 1U << deck[30] | 1U << deck[31];
        for (auto played = cards == 0 ? 0 : random.below(3); played > 0; --played) {
            position = after(position, lowest(legal_cards(position)));
        }
        auto bytes = encoded(position);
        // 2. Often damaged: a bit, a byte, or two bytes exchanged.
        for (auto damage = random.below(4); damage > 0; --damage) {
            std::uint8_t& byte = bytes[random.below(kBytes)];
            switch (random.below(4)) {
                case 0:
                    byte ^= static_cast<std::uint8_t>(1U << random.below(8));
                    break;
                case 1:
                    byte = static_cast<std::uint8_t>(random());
                    break;
                case 2:
                    byte = static_cast<std::uint8_t>(random.below(5)) - 1;
                    break;
                default:
                    std::swap(byte, bytes[random.below(kBytes)]);
                    break;
            }
        }
        // 3. Sometimes cut short.
        const std::size_t size = random.below(8) == 0 ? random.below(kBytes) : kBytes;
        solved += LLVMFuzzerTestOneInput(bytes.data(), size);
    }
    std::printf("%ld inputs, %ld of them positions\n", inputs, solved);
    return solved > 0 && solved < inputs ? 0 : 1;
}

#endif
