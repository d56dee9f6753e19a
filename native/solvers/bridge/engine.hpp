// The search engine behind the double-dummy solver.
//
// The search is compiled twice, once for any processor and once for those with AVX2 and BMI2, and
// the better one that runs here is taken. So what users install is portable and still fast.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>

#include "games/bridge/cards.hpp"
#include "solvers/bridge/options.hpp"

namespace kiebitz::bridge {

/// A position of the play: the cards still held, and those lying on the table.
struct Position {
    Hands hands{};
    int trump = no_trump;
    int leader = 0;  // of the current trick
    int played = 0;  // cards in the current trick, 0 to 3
    std::array<Card, 3> trick{};

    int to_move() const { return (leader + played) & 3; }
    /// Tricks still to be decided, the current one included.
    int tricks_left() const { return count(hands[static_cast<std::size_t>(to_move())]); }
};

/// How much a search may do. The engine throws LimitReached, and can be used again.
struct Budget {
    std::uint64_t nodes = ~std::uint64_t{0};
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    const std::atomic<bool>* stop = nullptr;
};

struct LimitReached {};

class Engine {
  public:
    virtual ~Engine() = default;

    /// Which position is asked about. What was learned in earlier positions with this trump is
    /// kept.
    virtual void load(const Position& position) = 0;
    /// Forget everything learned.
    virtual void clear() = 0;
    /// Whether North-South make `target` of the tricks left. When the player to move can force the
    /// answer, `decisive` becomes a card that does.
    virtual bool makes(int target, Card& decisive) = 0;

    virtual void set_budget(const Budget& budget) = 0;
    virtual const SolverStatistics& statistics() const = 0;
    virtual std::size_t bytes() const = 0;
};

std::unique_ptr<Engine> make_engine(const SolverOptions& options);
/// The engine for any processor, for tests on machines that would not choose it.
std::unique_ptr<Engine> make_portable_engine(const SolverOptions& options);

}  // namespace kiebitz::bridge
