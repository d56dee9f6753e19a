// Null by exhaustive construction (thesis §8.7): a decision diagram for each split (how many cards
// of each suit there are) and leader, made by solving every deal. A node asks who owns one card,
// suit by suit and from the lowest card up. It is what forests are measured against.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "solvers/tables/null_forest.hpp"

namespace kiebitz::solvers::skat {

class NullDiagrams {
  public:
    /// All positions of so many cards. `smaller`: forests that help to solve them, if any.
    NullDiagrams(int cards, std::shared_ptr<const NullForests> smaller);

    /// Tricks that the declarer survives.
    int find(const std::array<Cards, 3>& hands, int leader) const;

    std::size_t nodes() const { return nodes_.size(); }
    std::size_t deals() const { return deals_; }
    std::size_t splits() const { return roots_.size(); }

  private:
    class Builder;
    /// The next node for each owner of the card; a card that makes no difference is skipped.
    struct Node {
        std::uint32_t card = 0;
        std::array<std::uint32_t, 3> next{};

        auto operator<=>(const Node&) const = default;
    };

    std::vector<Node> nodes_;
    std::map<std::array<int, 5>, std::uint32_t> roots_;  // by sizes and leader
    std::size_t deals_ = 0;
};

}  // namespace kiebitz::solvers::skat
