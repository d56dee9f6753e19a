#include "solvers/tables/oracle.hpp"

#include <optional>

#include "solvers/skat/search_steps.hpp"
#include "solvers/skat/trump_engine.hpp"

namespace kiebitz::solvers::skat {

namespace {

/// Solves with a memory and a count of its own.
class Oracle {
  public:
    static constexpr bool watches = false;
    static constexpr bool estimates = true;
    template <Kind K>
    static constexpr Cards ranks = ~Cards{0};  // it does not say on which ranks its answer rests

    Oracle(const TrumpOptions& options, const OracleOptions& asked)
        : asked_(asked), known_(std::make_shared<Known>(options)) {}

    template <Kind K, class Table>
    std::optional<int> estimate(const Node<K, Table>& node, int alpha, int beta,
                                const Bounds& bounds) const {
        if (count(node.hands[0]) != asked_.cards) return {};
        int value = 0;
        if constexpr (K == Kind::suit) {
            value = known_->suit.value(node, 0, bounds.lower - 1, bounds.upper + 1);
        } else {
            value = known_->grand.value(node, 0, bounds.lower - 1, bounds.upper + 1);
        }
        if (asked_.tolerance == 0) return value;
        if (value - asked_.tolerance >= beta) return value - asked_.tolerance;
        if (value + asked_.tolerance <= alpha) return value + asked_.tolerance;
        return {};
    }

  private:
    struct Known {
        explicit Known(const TrumpOptions& options)
            : table(std::size_t{64} << 20),
              suit(options, table, budget, false, weights_for(Kind::suit, options)),
              grand(options, table, budget, false, weights_for(Kind::grand, options)) {}

        PatternTable table;
        Budget budget;
        Search<Kind::suit, PatternTable> suit;
        Search<Kind::grand, PatternTable> grand;
    };

    OracleOptions asked_;
    std::shared_ptr<Known> known_;
};

}  // namespace

std::unique_ptr<Engine> make_oracle_engine(const TrumpOptions& options, std::size_t memory,
                                           const OracleOptions& oracle) {
    return std::make_unique<TrumpEngine<PatternTable, Oracle>>(options, PatternTable(memory),
                                                               Oracle(options, oracle));
}

}  // namespace kiebitz::solvers::skat
