// Suit games and grand with tables in the search.
#include <optional>

#include "solvers/skat/search_steps.hpp"
#include "solvers/skat/trump_engine.hpp"
#include "solvers/tables/trump_table.hpp"

namespace kiebitz::solvers::skat {

namespace {

/// Asked when the static bounds have not decided, and the memory of the search has not where a
/// table is not complete.
class Lookup {
  public:
    static constexpr bool watches = false;
    static constexpr bool estimates = true;

    Lookup(const TrumpTables* tables, int most) : tables_(tables), most_(most) {}

    bool knows_all(int cards) const {
        return cards <= most_ && (tables_->complete >> cards & 1) != 0;
    }

    template <Kind K, class Table>
    std::optional<Proof<Cards>> estimate(const Node<K, Table>& node, int alpha, int beta,
                                         const Bounds&) const {
        const int cards = count(node.hands[0]);
        if (cards > most_) return {};
        const TrumpTable* table = tables_->by_cards[static_cast<std::size_t>(cards)].get();
        if (table == nullptr) return {};
        const auto hit = table->find(node.hands, node.player, node.rest, alpha, beta);
        if (!hit) return {};
        return Proof<Cards>{hit->points, {WonCards::unknown(), hit->winners}};
    }

  private:
    const TrumpTables* tables_;
    int most_;
};

class TableEngine final : public Engine {
  public:
    TableEngine(const TrumpOptions& options, std::size_t memory)
        : options_(options), table_(memory) {}

    Solution solve(const Position& position, const Question& question,
                   const Limits& limits) override {
        return position.game == GameType::kGrand ? answer<Kind::grand>(position, question, limits)
                                                 : answer<Kind::suit>(position, question, limits);
    }
    void forget() override {
        table_.forget();
        looked_ = false;
    }
    std::size_t bytes() const override { return table_.bytes(); }

  private:
    template <Kind K>
    Solution answer(const Position& position, const Question& question, const Limits& limits) {
        if (!looked_) {
            tables_ = {shared_trump_tables(Kind::suit), shared_trump_tables(Kind::grand)};
            looked_ = true;
        }
        const TrumpTables* tables = tables_[K == Kind::suit ? 0 : 1].get();
        // Where a limit of nodes ends a search must not depend on what somebody has built.
        if (tables == nullptr || limits.nodes != 0) {
            return answer_trumps<K>(options_, table_, NoHooks{}, position, question, limits);
        }
        return answer_trumps<K>(options_, table_, Lookup(tables, options_.lookup_cards), position,
                                question, limits);
    }

    const TrumpOptions options_;
    PatternTable table_;
    std::array<std::shared_ptr<const TrumpTables>, 2> tables_;
    bool looked_ = false;  // for them
};

}  // namespace

std::unique_ptr<Engine> make_table_engine(const TrumpOptions& options, std::size_t memory) {
    return std::make_unique<TableEngine>(options, memory);
}

}  // namespace kiebitz::solvers::skat
