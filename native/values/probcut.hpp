// ProbCut (thesis §7.4): a position whose estimate lies far outside the search window is not
// searched. The answers are approximate; how far they may be off is what the confidence chooses.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "cards/random.hpp"
#include "solvers/skat/engine.hpp"
#include "solvers/skat/search.hpp"
#include "values/estimator.hpp"

namespace kiebitz::values {

/// Half the width, in standard deviations, of the window that holds a normal variable with this
/// chance. `confidence` lies between 0 and 1.
double half_width(double confidence);

/// Hangs into the search (solvers/skat/search.hpp).
class ProbCut {
  public:
    static constexpr bool watches = false;
    static constexpr bool estimates = true;
    /// With fewer cards the search is cheaper than the estimate.
    static constexpr int kFewestCards = 6;
    /// Who holds the lower plain cards matters little, and mostly by their number.
    template <solvers::skat::Kind K>
    static constexpr Cards ranks =
        solvers::skat::Deck<K>::trumps | (K == solvers::skat::Kind::suit ? 0x001c3870 : 0x0e1c3870);

    ProbCut(std::shared_ptr<const Estimator> estimator, double confidence);

    /// With a low confidence values are off by some points anyway. To ask to the point takes 1.3
    /// to 1.6 times as long, and a higher confidence buys more for that. Where no estimate is asked
    /// for, the value stays exact.
    int resolution(const std::array<Cards, 3>& hands) const {
        const int next_trick = std::min({count(hands[0]), count(hands[1]), count(hands[2])});
        return next_trick < kFewestCards ? 0 : resolution_;
    }

    /// A bound that decides the window and holds with some confidence.
    template <solvers::skat::Kind K, class Table>
    std::optional<int> estimate(const solvers::skat::Node<K, Table>& node, int alpha, int beta,
                                const Bounds& known) const {
        const int cards = count(node.hands[0]);
        if (cards < kFewestCards) return {};
        constexpr Game game = K == solvers::skat::Kind::suit ? Game::suit : Game::grand;
        // Within what is proved no estimate may be far enough outside of the window.
        const double least =
            least_[static_cast<std::size_t>(game)][static_cast<std::size_t>(10 - cards)]
                  [static_cast<std::size_t>(node.player)];
        if (known.upper - least < beta && known.lower + least > alpha) return {};

        const Estimated& found = look_up<K>(game, node.hands, node.player, node.rest);
        const double points =
            std::clamp(double(found.points), double(known.lower), double(known.upper));
        if (points - found.margin >= beta) {
            return static_cast<int>(std::floor(points - found.margin));
        }
        if (points + found.margin <= alpha) {
            return static_cast<int>(std::ceil(points + found.margin));
        }
        return {};
    }

  private:
    /// The same positions come back with other windows.
    struct Estimated {
        std::array<Cards, 3> hands{};
        int player = -1;
        float points = 0;
        float margin = 0;
    };
    static constexpr std::size_t kRemembered = 2048;
    static constexpr double kToThePoint = 0.65;  // from this confidence on

    template <solvers::skat::Kind K>
    const Estimated& look_up(Game game, const std::array<Cards, 3>& hands, int player,
                             int rest) const {
        const std::uint64_t key =
            mix64((static_cast<std::uint64_t>(hands[0]) << 32 | hands[1]) ^
                  (static_cast<std::uint64_t>(hands[2]) << 16 | static_cast<unsigned>(player)));
        Estimated& place = (*remembered_)[static_cast<std::size_t>(game)][key % kRemembered];
        if (place.hands == hands && place.player == player) return place;
        const Bounds bounds = static_bounds<K>(hands, player, rest);
        const PointsEstimate found =
            estimator_->points(game, estimator_->network(game).ways_of(hands),
                               {player, 0, {}, bounds, rest}, 10 - count(hands[0]), trumps_.get());
        place = {hands, player, static_cast<float>(found.points),
                 static_cast<float>(width_ * found.deviation)};
        return place;
    }

    std::shared_ptr<const Estimator> estimator_;
    double width_;
    int resolution_;
    std::array<std::array<std::array<double, 3>, 10>, 2> least_{};  // margins, whatever the size
    std::shared_ptr<std::array<std::array<Estimated, kRemembered>, 2>> remembered_;
    std::shared_ptr<TrumpCodes> trumps_;
};

/// The solver with ProbCut in suit games and grand. Null is cheap and stays exact, and so do
/// questions about all tricks. What `solve` answers does not depend on the questions before it:
/// nothing is kept. There are no best lines, since approximate values need not fit together.
class ApproximateSolver {
  public:
    static constexpr std::size_t kDefaultMemory = std::size_t{2} << 20;

    ApproximateSolver(const solvers::skat::Options& options, std::size_t memory,
                      std::shared_ptr<const Estimator> estimator, double confidence);

    solvers::skat::Solution solve(const Position& position, solvers::skat::Question question = {},
                                  const solvers::Limits& limits = {}) {
        start_anew();
        return solve_on(position, question, limits);
    }
    /// The same with what the questions since `start_anew` have shown: quicker where positions are
    /// alike, but approximate answers then depend on those questions.
    solvers::skat::Solution solve_on(const Position& position, solvers::skat::Question question,
                                     const solvers::Limits& limits);
    void start_anew() { trumps_->forget(); }
    void forget();
    std::size_t bytes() const { return trumps_->bytes() + nulls_->bytes(); }

  private:
    std::unique_ptr<solvers::skat::Engine> trumps_, nulls_;
};

}  // namespace kiebitz::values
