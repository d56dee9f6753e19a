// Suit games and grand with tables in the search.
#include <optional>

#include "solvers/skat/search_steps.hpp"
#include "solvers/skat/trump_engine.hpp"
#include "solvers/tables/trump_table.hpp"

namespace kiebitz::solvers::skat {

namespace {

/// Asked when the memory of the search and the static bounds have not decided.
class Lookup {
  public:
    static constexpr bool watches = false;
    static constexpr bool estimates = true;
    template <Kind K>
    static constexpr Cards ranks = ~Cards{0};  // a row does not say on which ranks it rests

    Lookup(std::shared_ptr<const TrumpTables> suit, std::shared_ptr<const TrumpTables> grand)
        : suit_(std::move(suit)), grand_(std::move(grand)) {}

    template <Kind K, class Table>
    std::optional<int> estimate(const Node<K, Table>& node, int, int, const Bounds&) const {
        const TrumpTables* tables = K == Kind::suit ? suit_.get() : grand_.get();
        if (tables == nullptr) return {};
        const TrumpTable* table =
            tables->by_cards[static_cast<std::size_t>(count(node.hands[0]))].get();
        return table == nullptr ? std::nullopt : table->points(node.hands, node.player);
    }

  private:
    std::shared_ptr<const TrumpTables> suit_, grand_;
};

}  // namespace

std::unique_ptr<Engine> make_table_engine(const TrumpOptions& options, std::size_t memory) {
    auto suit = open_trump_tables(Kind::suit), grand = open_trump_tables(Kind::grand);
    if (!suit && !grand) return nullptr;
    return std::make_unique<TrumpEngine<PatternTable, Lookup>>(
        options, PatternTable(memory), Lookup(std::move(suit), std::move(grand)));
}

}  // namespace kiebitz::solvers::skat
