// Null with one kind of reasons.
#pragma once

#include "solvers/skat/engine.hpp"
#include "solvers/skat/job.hpp"
#include "solvers/skat/null_query.hpp"

namespace kiebitz::solvers::skat {

template <class Reasons>
class NullEngine final : public Engine {
  public:
    NullEngine(const NullOptions& options, std::size_t memory)
        : options_(options), table_(memory) {}

    Solution solve(const Position& position, const Question& question,
                   const Limits& limits) override {
        Budget budget(limits);
        if (options_.lookup_tables && !looked_) {
            forests_ = shared_null_forests();
            looked_ = true;
        }
        // Where a limit of nodes ends a search must not depend on what somebody has built.
        const NullForests* forests = limits.nodes == 0 ? forests_.get() : nullptr;
        NullQuery<Reasons> query(options_, table_, budget, position, question.threshold, forests);
        return Job(query, position, question).run();
    }
    void forget() override {
        table_.forget();
        looked_ = false;
    }
    std::size_t bytes() const override { return table_.bytes(); }

  private:
    const NullOptions options_;
    NullTable<Reasons> table_;
    std::shared_ptr<const NullForests> forests_;
    bool looked_ = false;  // for them
};

}  // namespace kiebitz::solvers::skat
