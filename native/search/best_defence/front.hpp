// Sets of payoff vectors none of which is dominated by another.
#pragma once

#include <algorithm>
#include <vector>

#include "search/best_defence/bits.hpp"

namespace kiebitz::best_defence {

template <std::size_t Words>
class Front {
  public:
    using Set = Bits<Words>;

    /// Adds the vector unless one here is at least as good; drops those that it dominates.
    void add(const Set& vector) {
        for (std::size_t i = 0; i < vectors_.size(); ++i) {
            if (vector.within(vectors_[i])) {
                // What dominated once tends to dominate again: keep it in front.
                if (i > 0) std::swap(vectors_[i], vectors_[i / 2]);
                return;
            }
        }
        std::erase_if(vectors_, [&](const Set& other) { return other.within(vector); });
        vectors_.push_back(vector);
    }

    /// Some vector here is at least as good.
    bool covers(const Set& vector) const {
        return std::any_of(vectors_.begin(), vectors_.end(),
                           [&](const Set& other) { return vector.within(other); });
    }

    bool empty() const { return vectors_.empty(); }
    std::size_t size() const { return vectors_.size(); }
    auto begin() const { return vectors_.begin(); }
    auto end() const { return vectors_.end(); }

  private:
    std::vector<Set> vectors_;
};

}  // namespace kiebitz::best_defence
