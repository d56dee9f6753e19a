#include "solvers/tables/oracle.hpp"

#include <array>
#include <optional>

#include "solvers/skat/search_steps.hpp"
#include "solvers/skat/trump_engine.hpp"
#include "solvers/tables/trump_table.hpp"

namespace kiebitz::solvers::skat {

namespace {

/// Solves with a memory and a count of its own.
class Oracle {
  public:
    static constexpr bool watches = false;
    static constexpr bool estimates = true;
    Oracle(const TrumpOptions& options, const OracleOptions& asked)
        : asked_(asked), known_(std::make_shared<Known>(options)) {}

    template <Kind K, class Table>
    std::optional<Proof<Cards>> estimate(const Node<K, Table>& node, int alpha, int beta,
                                         const Bounds& bounds) const {
        const int cards = count(node.hands[0]);
        if (asked_.cells) {
            const TrumpTables* tables = known_->tables[K == Kind::suit ? 0 : 1].get();
            if (cards < asked_.cards && tables != nullptr) {
                const auto& table = tables->by_cards[static_cast<std::size_t>(cards)];
                if (!table) return {};
                const auto hit = table->find(node.hands, node.player, node.rest, alpha, beta);
                if (!hit) return {};
                return Proof<Cards>{hit->points, {WonCards::unknown(), hit->winners}};
            }
        }
        if (cards != asked_.cards) return {};
        if (asked_.cells &&
            !asked_.cells->contains(TrumpTable::cell_of(K, node.hands, node.player))) {
            return {};
        }
        const bool exact = asked_.tolerance == 0;
        const int low = exact ? alpha : bounds.lower - 1, high = exact ? beta : bounds.upper + 1;
        Proof<Cards> proof{0};
        if constexpr (K == Kind::suit) {
            proof = known_->suit.proof(node, low, high);
        } else {
            proof = known_->grand.proof(node, low, high);
        }
        if (asked_.tells < 2) proof.evidence.won = WonCards::unknown();
        if (asked_.tells < 1) {
            proof.evidence.winners = node.hands[0] | node.hands[1] | node.hands[2];
        }
        if (exact) return proof;
        const int value = proof.value;
        if (value - asked_.tolerance >= beta) {
            proof.value -= asked_.tolerance;
        } else if (value + asked_.tolerance <= alpha) {
            proof.value += asked_.tolerance;
        } else {
            return {};
        }
        return proof;
    }

  private:
    struct Known {
        explicit Known(const TrumpOptions& options)
            : table(std::size_t{64} << 20),
              suit(options, table, budget, false, weights_for(Kind::suit, options)),
              grand(options, table, budget, false, weights_for(Kind::grand, options)) {}

        std::array<std::shared_ptr<const TrumpTables>, 2> tables{shared_trump_tables(Kind::suit),
                                                                 shared_trump_tables(Kind::grand)};
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
