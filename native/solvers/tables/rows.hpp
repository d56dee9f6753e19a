// Suit games and grand, computed beforehand (thesis ch. 8): for a split, a leader and an ownership
// the value as a function of what the cards are worth, kept by its tentpoles. The value is the
// declarer's points less those of the defenders, so that every card counts for somebody.
//
// Two valuations are joined by a hard edge if the values differ by as much as the cards do: then
// all between them is known. What no edge leads up from, or down to, is a tentpole (§8.2). A half
// row keeps one kind of them: the value is the most that any high one leaves, or the least that
// any low one allows (§8.5).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "solvers/common.hpp"
#include "solvers/tables/table_file.hpp"
#include "solvers/tables/valuations.hpp"

namespace kiebitz::solvers::skat {

/// Which valuation each suit has: plain suits from the first place on, then the trumps.
using Digits = std::array<std::uint8_t, 5>;

/// A position at a trick boundary as the table names it.
struct RowForm {
    Split split;
    int leader = 0;
    std::array<std::array<std::int8_t, 11>, 5> owners{};  // by suit, from the highest card down
    Digits digits{};

    static RowForm of(Kind kind, const std::array<Cards, 3>& hands, int leader);
    /// The cards of a form: hands in the solver's order.
    std::array<Cards, 3> hands(Kind kind, const Digits& digits) const;
    int size(int suit) const { return suit < 4 ? split.plain[suit] : split.trumps; }
};

struct Tentpole {
    Digits digits{};
    std::int8_t value = 0;
    bool high = false, low = false;  // a sink, a source

    bool operator==(const Tentpole&) const = default;
};

/// How far two valuations of a split are apart.
int row_distance(Kind kind, const Split& split, const Digits& a, const Digits& b);

/// All points there are.
int row_total(Kind kind, const Split& split, const Digits& digits);

/// Bounds on the value at a valuation by the tentpoles of a row.
Bounds row_bounds(Kind kind, const Split& split, std::span<const Tentpole> row,
                  const Digits& digits);

/// Computes rows; keeps the solver and those rows that it has seen.
class RowMaker {
  public:
    explicit RowMaker(Kind kind);
    ~RowMaker();

    /// The value with these cards, by the search.
    int value(const RowForm& form, const Digits& digits);

    /// All tentpoles of a row, by walking along hard edges.
    std::vector<Tentpole> walk(const RowForm& form);

    struct Counts {
        std::uint64_t rows = 0, walked = 0, evaluated = 0;
    };
    const Counts& counts() const { return counts_; }

    /// The number of the row among those of its split; rows that are alike have one number. The
    /// trie of tentpoles finds a row that was seen by asking for the values at its tentpoles
    /// (§8.3).
    std::size_t number(const RowForm& form);
    const std::vector<std::vector<Tentpole>>& rows() const { return rows_; }
    const std::vector<std::uint64_t>& frequency() const { return frequency_; }
    /// Rows of another split are others.
    void next_split();

  private:
    struct Solver;
    struct TrieNode;

    std::optional<std::size_t> seen(const TrieNode& node);
    void remember(const std::vector<Tentpole>& row, std::size_t number);
    int ask(const Digits& digits);

    Kind kind_;
    std::unique_ptr<Solver> solver_;
    std::unique_ptr<TrieNode> trie_;
    std::vector<std::vector<Tentpole>> rows_;
    std::vector<std::uint64_t> frequency_;
    Counts counts_;
    void begin(const RowForm& form);
    std::size_t place(const Digits& digits) const;

    RowForm form_;  // the row in question
    // By the place of a valuation; what is stamped with this row's number belongs to it.
    std::uint32_t stamp_ = 0;
    std::array<std::size_t, 5> strides_{};
    std::vector<std::int16_t> values_;
    std::vector<std::uint32_t> valued_, redundant_;
};

/// Of a row that is exact: the smaller half of its tentpoles.
std::vector<Tentpole> half_row(const std::vector<Tentpole>& row);

/// `visit(form)` for every ownership of a split with a leader, suits of one length in order.
template <class Visit>
void for_each_ownership(const Split& split, int leader, int cards, Visit visit);

}  // namespace kiebitz::solvers::skat

#include "solvers/tables/rows_each.hpp"
