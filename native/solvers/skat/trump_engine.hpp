// Suit games and grand with one kind of table.
#pragma once

#include <memory>
#include <utility>

#include "solvers/skat/engine.hpp"
#include "solvers/skat/job.hpp"
#include "solvers/skat/trump_query.hpp"

namespace kiebitz::solvers::skat {

/// The fitted weights that the options ask for.
const OrderingWeights& weights_for(Kind kind, const TrumpOptions& options);

template <class Table, class Hooks = NoHooks>
class TrumpEngine final : public Engine {
  public:
    TrumpEngine(const TrumpOptions& options, Table table, Hooks hooks = {})
        : options_(options), table_(std::move(table)), hooks_(std::move(hooks)) {}

    Solution solve(const Position& position, const Question& question,
                   const Limits& limits) override {
        return position.game == GameType::kGrand ? answer<Kind::grand>(position, question, limits)
                                                 : answer<Kind::suit>(position, question, limits);
    }
    void forget() override { table_.forget(); }
    std::size_t bytes() const override { return table_.bytes(); }

  private:
    template <Kind K>
    Solution answer(const Position& position, const Question& question, const Limits& limits) {
        Budget budget(limits);
        if (question.threshold == kAllTricks) {
            // Hooks are about points. Tricks have entries of their own in the table.
            const TrumpTools<Table> plain{options_, weights_for(K, options_), table_, budget, {}};
            TricksQuery<K, Table> query(plain, position);
            return Job(query, position, question).run();
        }
        const TrumpTools<Table, Hooks> tools{options_, weights_for(K, options_), table_, budget,
                                             hooks_};
        PointsQuery<K, Table, Hooks> query(tools, position, question.threshold);
        return Job(query, position, question).run();
    }

    const TrumpOptions options_;
    Table table_;
    [[no_unique_address]] Hooks hooks_;
};

}  // namespace kiebitz::solvers::skat
