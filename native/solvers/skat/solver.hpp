// The open-hand solver: exact values of Skat positions in all games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "solvers/skat/null_table.hpp"
#include "solvers/skat/options.hpp"
#include "solvers/skat/pattern_table.hpp"
#include "solvers/skat/position.hpp"
#include "solvers/skat/table.hpp"

namespace kiebitz::solvers::skat {

class Budget;

struct MoveValue {
    Card card;
    Bounds value;
};

/// Suit games and grand: the declarer's final card points, skat included. Null: how many of the
/// remaining tricks, the current one included, the declarer survives; all of them is a won game.
struct Solution {
    Bounds value{0, 120};
    std::vector<MoveValue> moves;  // by card number; empty if not asked for
    std::vector<Card> line;        // one best line; empty if not asked for
    std::uint64_t nodes = 0;
    double seconds = 0;
    bool complete = true;  // false: a limit was reached; the bounds are what was proved until then
};

inline constexpr int kExact = -1;  // no threshold: the exact value
inline constexpr int kAllTricks =
    121;  // as a threshold: every trick that is left; the answer is 0 or 1

struct Question {
    bool moves = false;  // the same for every legal card
    bool line = false;   // only with the exact value
    /// Does the value reach this number? Much cheaper. The answer is in the bounds: yes if the
    /// lower one reaches it, no if the upper one does not.
    int threshold = kExact;
};

class Solver {
  public:
    static constexpr std::size_t kDefaultTableBytes = std::size_t{16} << 20;

    explicit Solver(const Options& options = {}, std::size_t table_bytes = kDefaultTableBytes);

    /// The position must be sound: `problem_of(position)` is empty. What was learnt is kept.
    Solution solve(const Position& position, const Question& question = {}, const Limits& = {});

    void clear();
    std::size_t table_bytes() const {
        return table_.bytes() + pattern_table_.bytes() + null_table_.bytes() +
               constraint_table_.bytes();
    }

  private:
    template <Kind K, bool Ranked>
    Solution solve_trumps(const Position& position, const Question& question, Budget& budget);
    template <class Reasons>
    Solution solve_null(NullTable<Reasons>& table, const Position& position,
                        const Question& question, Budget& budget);

    Options options_;
    bool ranked_;  // bounds are stored by rank patterns, else by structure
    Table table_;  // of these two only one is used
    PatternTable pattern_table_;
    NullTable<LowestWinners> null_table_;  // and of these two
    NullTable<RankConstraints> constraint_table_;
};

/// Solves many positions on several threads, each with a table of its own that it keeps from
/// position to position. Answers are in the order of the positions and do not depend on the
/// threads.
std::vector<Solution> solve_many(std::span<const Position> positions, const Question& question,
                                 const Limits& limits_each, const Options& options, int threads,
                                 std::size_t table_bytes_each = Solver::kDefaultTableBytes);

}  // namespace kiebitz::solvers::skat
