// How a game can end, as far as the list can tell the ends apart, and what each end is worth in it.
#pragma once

#include <array>

#include "games/skat/goal.hpp"

namespace kiebitz::skat {

/// What a result is worth to the declarer in Seeger-Fabian points, less what each defender gets:
/// one number that both parties play for.
constexpr int list_points(const Result& result) {
    const Stakes at_stake = stakes(result.won ? result.value : result.value / -2);
    return result.won ? at_stake.won : at_stake.lost - at_stake.defender;
}

/// The ends of a game, the declarer's worst first: schneider, lost, won, schneider made, schwarz
/// made; in null lost and won. Ends that are worth the same are one. A game lost without a trick
/// counts as schneider.
struct ListEnds {
    static constexpr int kMost = 5;

    int count = 0;
    std::array<Goal, kMost> goal{};  // what reaches at least this end; of the first one nothing
    std::array<int, kMost> score{};  // in list points
    std::array<bool, kMost> won{};

    static constexpr ListEnds of(const Contract& contract, Cards twelve, int bid) {
        ListEnds ends;
        const auto add = [&](const Goal& goal, const Outcome& outcome) {
            const Result result = evaluate(contract, twelve, bid, outcome);
            const auto last = static_cast<std::size_t>(ends.count - 1);
            if (ends.count > 0 && ends.score[last] == list_points(result)) return;
            const auto at = static_cast<std::size_t>(ends.count++);
            ends.goal[at] = goal;
            ends.score[at] = list_points(result);
            ends.won[at] = result.won;
        };
        if (contract.type == GameType::kNull) {
            add(Goal::impossible(), Outcome::played_out(0, 1));
            add(Goal::no_trick(), Outcome::played_out(0, 0));
            return ends;
        }
        constexpr int kWon = kTotalPoints / 2 + 1, kSaved = kTotalPoints - kSchneider + 1;
        add(Goal::impossible(), Outcome::played_out(kSaved - 1, 1));
        add(Goal::reach(kSaved), Outcome::played_out(kWon - 1, 1));
        add(Goal::reach(kWon), Outcome::played_out(kWon, 1));
        add(Goal::reach(kSchneider), Outcome::played_out(kSchneider, kHandSize - 1));
        add(Goal::all_tricks(), Outcome::played_out(kTotalPoints, kHandSize));
        return ends;
    }

    /// The best end that the declarer reaches, asking no more than the list needs to know: first
    /// whether the game is won, then away from there until the answer changes.
    template <class Reaches>
    constexpr int find(const Reaches& reaches) const {
        int low = 0, high = count;  // the end is at least `low` and below `high`
        const auto ask = [&](int end) {
            (reaches(goal[static_cast<std::size_t>(end)]) ? low : high) = end;
        };
        int first_won = 1;
        while (first_won < count && !won[static_cast<std::size_t>(first_won)]) ++first_won;
        if (first_won < count) ask(first_won);
        const bool upward = low > 0;
        while (low + 1 < high) ask(upward ? low + 1 : high - 1);  // NOLINT: `ask` moves them
        return low;
    }
};

}  // namespace kiebitz::skat
