// Games that cannot be lost, before the first card (thesis §6.2, §6.3).
//
// Paranoid search proves a yes quickly and a no slowly. Most questions end with a no, and a no has
// a cheap witness: one way the cards may lie in which the declarer does not reach the goal even if
// all hands are open. So a few bad ways are tried by the open-hand solver first, and many more if
// the search has not settled it. Answers are
// remembered: hands that differ in the names of their plain suits are one.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "players/skat/paranoid.hpp"
#include "solvers/skat/solver.hpp"

namespace kiebitz::players::skat {

/// How far a game is certain, whatever the others hold and do.
enum class Certainty : std::uint8_t { kNone, kWin, kSchneider, kSchwarz };

class SureGames {
  public:
    /// How hard one question is tried: ways the cards may lie, then nodes of a paranoid search.
    struct Effort {
        int worlds = 0;
        std::uint64_t nodes = 0;
    };
    /// Of hand games there are seven a hand, of discards hundreds.
    static constexpr std::array<Effort, 2> kHandGame = {{{8, 20'000}, {400, 1'000'000}}};
    static constexpr std::array<Effort, 2> kDiscard = {{{16, 20'000}, {24, 0}}};

    struct Counts {
        std::uint64_t asked = 0, remembered = 0, witnessed = 0, proved = 0, refuted = 0,
                      open = 0;  // the limit was reached; counts as a no
    };

    /// Whether the declarer reaches the goal for certain. The view is that of the declarer before
    /// the first card.
    bool proves(const CardView& view, const Goal& goal);

    /// With ten cards and what was put away, or with a hand game, whose skat nobody knows.
    Certainty certainty(const Contract& contract, Cards hand, Cards put_away, int seat);

    Counts counts() const;

    /// One for all players of a process: it remembers.
    static SureGames& shared();

  private:
    struct Key {
        std::uint64_t cards = 0;  // hand and what was put away
        std::uint32_t what = 0;   // game, seat, goal
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const;
    };
    static constexpr std::size_t kRemembered = 1U << 18;

    /// The one of all hands that are alike, so that the answer does not depend on which came first.
    static CardView canonical(const CardView& view);
    static Key key_of(const CardView& canonical, const Goal& goal);
    bool has_witness(const CardView& view, const Goal& goal, std::uint64_t seed, int first,
                     int end);
    bool is_witness(const CardView& view, const Goal& goal, std::uint64_t seed, int number);
    Proof settle(const CardView& view, const Goal& goal);

    mutable std::mutex mutex_;
    std::unordered_map<Key, bool, Hash> answers_;
    // What refuted one discard often refutes the next one of the same twelve cards.
    std::uint64_t last_seed_ = 0;
    std::array<int, 4> last_witnesses_{};
    solvers::skat::Solver solver_{{}, std::size_t{2} << 20};
    Counts counts_;
};

}  // namespace kiebitz::players::skat
