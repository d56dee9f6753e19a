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

/// Hooks are about points. Tricks have entries of their own in the table.
template <Kind K, class Table, class Hooks>
Solution answer_trumps(const TrumpOptions& options, Table& table, const Hooks& hooks,
                       const Position& position, const Question& question, const Limits& limits) {
    Budget budget(limits);
    if (question.threshold == kAllTricks) {
        const TrumpTools<Table> plain{options, weights_for(K, options), table, budget, {}};
        TricksQuery<K, Table> query(plain, position);
        return Job(query, position, question).run();
    }
    const TrumpTools<Table, Hooks> tools{options, weights_for(K, options), table, budget, hooks};
    PointsQuery<K, Table, Hooks> query(tools, position, question.threshold);
    return Job(query, position, question).run();
}

template <class Table, class Hooks = NoHooks>
class TrumpEngine final : public Engine {
  public:
    TrumpEngine(const TrumpOptions& options, Table table, Hooks hooks = {})
        : options_(options), table_(std::move(table)), hooks_(std::move(hooks)) {}

    Solution solve(const Position& position, const Question& question,
                   const Limits& limits) override {
        return (position.game == GameType::kGrand
                    ? answer_trumps<Kind::grand, Table, Hooks>
                    : answer_trumps<Kind::suit, Table, Hooks>)(options_, table_, hooks_, position,
                                                               question, limits);
    }
    void forget() override { table_.forget(); }
    std::size_t bytes() const override { return table_.bytes(); }

  private:
    const TrumpOptions options_;
    Table table_;
    [[no_unique_address]] Hooks hooks_;
};

}  // namespace kiebitz::solvers::skat
