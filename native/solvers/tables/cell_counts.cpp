// Which parts of a table the search would ask for.
#include <algorithm>
#include <unordered_map>

#include "solvers/skat/search_steps.hpp"
#include "solvers/skat/trump_engine.hpp"
#include "solvers/tables/trump_table.hpp"

namespace kiebitz::solvers::skat {

namespace {

using Counts = std::unordered_map<std::uint64_t, std::uint64_t>;

/// Asks smaller tables, and counts where a larger one would be asked.
class CountingLookup {
  public:
    static constexpr bool watches = false;
    static constexpr bool estimates = true;

    CountingLookup(std::shared_ptr<const TrumpTables> tables, int cards, Counts& counts)
        : tables_(std::move(tables)), cards_(cards), counts_(&counts) {}

    bool knows_all(int cards) const {
        return cards < cards_ && tables_ && (tables_->complete >> cards & 1) != 0;
    }

    template <Kind K, class Table>
    std::optional<Proof<Cards>> estimate(const Node<K, Table>& node, int alpha, int beta,
                                         const Bounds&) const {
        const int cards = count(node.hands[0]);
        if (cards == cards_) ++(*counts_)[TrumpTable::cell_of(K, node.hands, node.player)];
        const TrumpTable* table = cards < cards_ && tables_
                                      ? tables_->by_cards[static_cast<std::size_t>(cards)].get()
                                      : nullptr;
        if (table == nullptr) return {};
        const auto hit = table->find(node.hands, node.player, node.rest, alpha, beta);
        if (!hit) return {};
        return Proof<Cards>{hit->points, {WonCards::unknown(), hit->winners}};
    }

  private:
    std::shared_ptr<const TrumpTables> tables_;
    int cards_;
    Counts* counts_;
};

}  // namespace

std::vector<std::pair<std::uint64_t, std::uint64_t>> count_cells(
    Kind kind, const std::vector<Position>& positions, int cards) {
    Counts counts;
    const TrumpOptions options;
    TrumpEngine<PatternTable, CountingLookup> engine(
        options, PatternTable(std::size_t{64} << 20),
        CountingLookup(shared_trump_tables(kind), cards, counts));
    for (const Position& position : positions) {
        engine.forget();
        engine.solve(position, {}, {});
    }
    std::vector<std::pair<std::uint64_t, std::uint64_t>> found(counts.begin(), counts.end());
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace kiebitz::solvers::skat
