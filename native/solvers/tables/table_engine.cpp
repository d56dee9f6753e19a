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
    Lookup(std::shared_ptr<const TrumpTables> suit, std::shared_ptr<const TrumpTables> grand)
        : suit_(std::move(suit)), grand_(std::move(grand)) {
        const auto note = [](const TrumpTables* tables) {
            unsigned known = 0;
            for (int cards = 0; tables != nullptr && cards <= 10; ++cards) {
                const auto& table = tables->by_cards[static_cast<std::size_t>(cards)];
                if (table && table->is_complete()) known |= 1U << cards;
            }
            return known;
        };
        complete_ = {note(suit_.get()), note(grand_.get())};
    }

    bool knows_all(Kind kind, int cards) const {
        return complete_[kind == Kind::suit ? 0 : 1] >> cards & 1;
    }

    template <Kind K, class Table>
    std::optional<Proof<true>> estimate(const Node<K, Table>& node, int alpha, int beta,
                                        const Bounds&) const {
        const TrumpTables* tables = K == Kind::suit ? suit_.get() : grand_.get();
        if (tables == nullptr) return {};
        const TrumpTable* table =
            tables->by_cards[static_cast<std::size_t>(count(node.hands[0]))].get();
        if (table == nullptr) return {};
        const auto hit = table->find(node.hands, node.player, node.rest, alpha, beta);
        if (!hit) return {};
        return Proof<true>{hit->points, {WonCards::unknown(), hit->winners}};
    }

  private:
    std::shared_ptr<const TrumpTables> suit_, grand_;
    std::array<unsigned, 2> complete_{};  // a bit for each number of cards
};

}  // namespace

std::unique_ptr<Engine> make_table_engine(const TrumpOptions& options, std::size_t memory) {
    auto suit = open_trump_tables(Kind::suit), grand = open_trump_tables(Kind::grand);
    if (!suit && !grand) return nullptr;
    return std::make_unique<TrumpEngine<PatternTable, Lookup>>(
        options, PatternTable(memory), Lookup(std::move(suit), std::move(grand)));
}

}  // namespace kiebitz::solvers::skat
