// How MAX chooses between branches: by expected value (001 eq. 6), perhaps biased (Definition 1).
#pragma once

#include <optional>

#include "search/best_defence/encoding.hpp"
#include "search/best_defence/plan.hpp"

namespace kiebitz::best_defence {

/// The guess that the best plan has at least the payoff of this level in this world (001 §7.4).
struct Guess {
    std::size_t level = 0;
    std::size_t world = 0;
    bool only_ties = false;  // it decides only between plans of equal value
};

template <std::size_t Words>
class Preference {
  public:
    using Set = Bits<Words>;

    Preference(const Encoded<Words>& game, Ties ties, std::optional<Guess> guess = {})
        : game_(game), ties_(ties), biased_(guess.has_value()) {
        if (!biased_) return;
        guessed_bit_ = game.bit(guess->level, guess->world);
        only_ties_ = guess->only_ties;
        for (std::size_t level = 1; level <= game.levels(); ++level) {
            guessed_world_.set(game.bit(level, guess->world));
        }
    }

    /// What one MAX node has been offered so far.
    class Choice {
      public:
        explicit Choice(const Preference& preference, std::uint64_t place)
            : preference_(preference), place_(place) {}

        /// Returns true if the vector is chosen in place of what was best.
        bool offer(const Set& vector) {
            return offer(preference_.meets_guess(vector), preference_.value_elsewhere(vector));
        }
        /// The same for a branch of which only the value counts.
        bool offer_value(double value) { return offer(false, value); }

      private:
        bool offer(bool meets, double value) {
            const int by_guess = static_cast<int>(meets) - static_cast<int>(meets_);
            const int by_value = value > value_ + epsilon ? 1 : value < value_ - epsilon ? -1 : 0;
            const bool value_first = preference_.only_ties_;
            const int first = value_first ? by_value : by_guess;
            const int order = first != 0 ? first : value_first ? by_guess : by_value;
            const bool better = equals_ == 0 || order > 0;
            if (!better && order < 0) return false;
            if (better) {
                meets_ = meets;
                value_ = value;
                equals_ = 1;
                return true;
            }
            return preference_.replaces_equal(place_, ++equals_);
        }

        const Preference& preference_;
        std::uint64_t place_;
        int equals_ = 0;
        bool meets_ = false;
        double value_ = 0.0;
    };

    /// `place` identifies the decision, so that equal choices are made the same way every time.
    Choice choice(std::uint64_t place) const { return Choice(*this, place); }

  private:
    bool meets_guess(const Set& vector) const { return biased_ && vector.test(guessed_bit_); }
    /// In the other worlds; in all of them where the guess decides only ties.
    double value_elsewhere(const Set& vector) const {
        return game_.weight(biased_ && !only_ties_ ? vector - guessed_world_ : vector);
    }
    bool replaces_equal(std::uint64_t place, int equals) const {
        if (!ties_.random) return false;
        return derive_seed(ties_.seed, place, equals) % static_cast<std::uint64_t>(equals) == 0;
    }

    const Encoded<Words>& game_;
    Ties ties_;
    bool biased_;
    bool only_ties_ = false;
    std::size_t guessed_bit_ = 0;
    Set guessed_world_;
};

}  // namespace kiebitz::best_defence
