#include "players/bridge/choose_card.hpp"

#include <algorithm>
#include <vector>

#include "players/bridge/alpha_mu.hpp"
#include "players/bridge/cardplay.hpp"

namespace kiebitz::players::bridge {

namespace {

using solvers::LimitReached;

/// The cards that are still equal, and what they do in the worlds.
class Choosing {
  public:
    Choosing(const SingleDummyQuestion& question, const std::vector<Hands>& worlds,
             const solvers::Limits& limits)
        : question_(question),
          worlds_(worlds),
          play_(PublicPlay::of(question.view, question.target)),
          roles_(Roles::of(question.view)),
          solved_(limits) {
        for (const Cards group : solvers::bridge::equivalent_groups(position(0))) {
            left_.push_back(group);
        }
    }

    ChosenCard choose() {
        ChosenCard chosen;
        chosen.worlds = worlds_.size();
        try {
            chosen.depth = 1;
            if (left_.size() > 1 && question_.depth > 1) {
                if (worlds_.size() <= 64) {
                    most_wins_against_best_defence<1>(chosen);
                } else if (worlds_.size() <= 256) {
                    most_wins_against_best_defence<4>(chosen);
                } else {
                    most_wins_against_best_defence<kMostWorlds / 64>(chosen);
                }
            }
            if (question_.depth == 1 || chosen.depth == 1) most_wins();
            most_tricks();
        } catch (const LimitReached&) {
            chosen.complete = false;
        }
        chosen.nodes = solved_.nodes();
        // Equal in everything: the lower card, and suits in their order.
        Cards cards = 0;
        for (const Cards group : left_) cards |= group;
        bool first = true;
        for (Card card : each_card(cards)) {
            if (first || rank_of(card) < rank_of(chosen.card)) chosen.card = card;
            first = false;
        }
        return chosen;
    }

  private:
    /// αμ, deeper and deeper; of equals those that win most often double dummy.
    template <std::size_t Words>
    void most_wins_against_best_defence(ChosenCard& chosen) {
        AlphaMu<Words> search(roles_, worlds_, solved_);
        for (int depth = 2; depth <= question_.depth; ++depth) {
            const auto values = search.root(play_, depth, false);
            std::pair<int, int> best{-1, -1};
            for (const auto& value : values) {
                if (value.searched) best = std::max(best, {value.wins, value.hope});
            }
            left_.clear();
            for (const auto& value : values) {
                if (value.searched && std::pair(value.wins, value.hope) == best) {
                    left_.push_back(value.group);
                }
            }
            chosen.depth = depth;
            if (!search.is_cut()) chosen.depth = question_.depth;
            if (!search.is_cut()) break;
        }
    }

    /// A card that can no longer catch up is not asked about any more.
    void most_wins() {
        if (left_.size() < 2) return;
        std::vector<std::size_t> won(left_.size(), 0);
        for (std::size_t world = 0; world < worlds_.size() && left_.size() > 1; ++world) {
            const Position here = position(world);
            // Where the side cannot win at all, one question is enough.
            if (wins(here, play_.target)) {
                for (std::size_t i = 0; i < left_.size(); ++i) {
                    const auto [next, winner] = solvers::bridge::after(here, highest(left_[i]));
                    won[i] += wins(next, play_.target - taken_by(winner)) ? 1 : 0;
                }
            }
            const std::size_t best = *std::max_element(won.begin(), won.end());
            const std::size_t rest = worlds_.size() - world - 1;
            keep([&](std::size_t i) { return won[i] + rest >= best; }, won);
        }
    }

    void most_tricks() {
        if (left_.size() < 2) return;
        std::vector<int> sums(left_.size(), 0);
        int guess = play_.target;
        for (std::size_t world = 0; world < worlds_.size(); ++world) {
            const Position here = position(world);
            for (std::size_t i = 0; i < left_.size(); ++i) {
                const auto [next, winner] = solvers::bridge::after(here, highest(left_[i]));
                const int own = taken_by(winner);
                guess = own + solved_.tricks(next, guess - own, north_south());
                sums[i] += roles_.defends ? -guess : guess;
            }
        }
        const int best = *std::max_element(sums.begin(), sums.end());
        keep([&](std::size_t i) { return sums[i] == best; }, sums);
    }

    template <class Stays, class Tally>
    void keep(Stays stays, Tally& tally) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < left_.size(); ++i) {
            if (!stays(i)) continue;
            left_[kept] = left_[i];
            tally[kept++] = tally[i];
        }
        left_.resize(kept);
        tally.resize(kept);
    }

    /// Whether who decides gets what is wanted.
    bool wins(const Position& position, int target) {
        return solved_.makes(position, target, north_south()) != roles_.defends;
    }
    bool north_south() const { return is_north_south(roles_.declarer); }
    /// By declarer's side; nobody has won a trick that is not over.
    int taken_by(int winner) const {
        return winner >= 0 && is_north_south(winner) == north_south() ? 1 : 0;
    }
    Position position(std::size_t world) const {
        return position_of(question_.view, worlds_[world]);
    }

    const SingleDummyQuestion& question_;
    const std::vector<Hands>& worlds_;
    PublicPlay play_;
    Roles roles_;
    SolvedWorlds solved_;
    std::vector<Cards> left_;  // groups of equivalent cards
};

}  // namespace

std::optional<ChosenCard> choose_card(const SingleDummyQuestion& question,
                                      const solvers::Limits& limits) {
    const CardView view{question.view, question.target,
                        std::make_shared<const Layouts>(question.view, question.facts)};
    const Cards legal = view.legal();
    if (count(legal) == 1) return ChosenCard{highest(legal)};
    DrawnWorlds<Cardplay> drawn;
    const auto wanted = std::min(static_cast<std::size_t>(question.worlds), kMostWorlds);
    // As the first round of a Monte Carlo search draws them.
    draw_worlds<Cardplay>(UniformBelief<Cardplay>(), view, static_cast<int>(wanted), 0,
                          derive_seed(question.seed, 0, 0), drawn);
    if (drawn.size() == 0) return std::nullopt;
    return Choosing(question, drawn.worlds, limits).choose();
}

}  // namespace kiebitz::players::bridge
