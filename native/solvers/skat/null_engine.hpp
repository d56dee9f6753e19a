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
        return Job(NullQuery<Reasons>(options_, table_, budget, position, question.threshold),
                   position, question)
            .run();
    }
    void forget() override { table_.forget(); }
    std::size_t bytes() const override { return table_.bytes(); }

  private:
    const NullOptions options_;
    NullTable<Reasons> table_;
};

}  // namespace kiebitz::solvers::skat
