// The search: alpha-beta on the declarer's card points still to come, for suit games and grand.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>

#include "solvers/skat/canonical.hpp"
#include "solvers/skat/defender_bounds.hpp"
#include "solvers/skat/endings.hpp"
#include "solvers/skat/history.hpp"
#include "solvers/skat/options.hpp"
#include "solvers/skat/ordering.hpp"
#include "solvers/skat/static_bounds.hpp"
#include "solvers/skat/table.hpp"

namespace kiebitz::solvers::skat {

/// Thrown inside a search whose limit is reached; drivers catch it.
struct LimitReached {};

class Budget {
  public:
    explicit Budget(const Limits& limits)
        : limits_(limits), start_(std::chrono::steady_clock::now()) {}

    void spend() {
        ++nodes_;
        if (nodes_ == limits_.nodes && limits_.nodes != 0) throw LimitReached{};
        if ((nodes_ & 1023) == 0 && limits_.seconds > 0 && seconds() > limits_.seconds) {
            throw LimitReached{};
        }
    }
    std::uint64_t nodes() const { return nodes_; }
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

  private:
    Limits limits_;
    std::chrono::steady_clock::time_point start_;
    std::uint64_t nodes_ = 0;
};

/// A position in the solver's own card order. Player 0 is the declarer.
template <Kind K>
struct Node {
    std::array<Cards, 3> hands{};
    int player = 0;
    Cards led = 0;   // the suit of the first card of the trick
    Cards gone = 0;  // the cards of the trick so far, and their suits' words are out of date
    Card best = 0;
    int best_player = 0;
    int points = 0;  // in the trick so far
    int rest = 0;    // all points still to be won, those of the trick included
    SuitWords<K> words{};
};

template <Kind K>
class Search {
  public:
    using Node = skat::Node<K>;

    /// `count_cards`: every card is worth 1 instead of its points, to count tricks.
    Search(const Options& options, Table& table, Budget& budget, bool count_cards,
           const OrderingWeights& weights);

    /// Fail-soft: a result r ≥ beta says the value is at least r, r ≤ alpha at most r, else it is
    /// r.
    int value(const Node& node, int played, int alpha, int beta);

    const Valuation& valuation() const { return valuation_; }

  private:
    using D = Deck<K>;

    struct Move {
        Card card;
        std::int8_t group;  // power-equivalent cards share a number
        int score;
    };
    struct MoveList {
        std::array<Move, 10> moves;
        int size = 0;
    };

    /// A position after a trick with its place in the table.
    struct Successor {
        Node node;
        int gain;
        Canonical form;
        std::size_t place;
    };
    using Successors = std::array<Successor, 10>;

    template <int Played>
    int visit(const Node& node, int alpha, int beta, const Successor* located = nullptr);
    template <int Played>
    int play(const Node& node, Card card, int alpha, int beta);
    int enter(const Successor& successor, int alpha, int beta);
    Successor successor(const Node& node, Card card) const;
    void locate(Successor& successor) const;
    template <int Played>
    Node child(const Node& node, Card card) const;
    template <int Played>
    int settle_moves(const Node& node, MoveList& list, int alpha, int beta, Bounds known,
                     Card& best_card);
    template <int Played>
    void generate(const Node& node, MoveList& list) const;
    template <int Played>
    int outcome(const Node& node, Card card) const;
    template <int Played>
    void order(const Node& node, MoveList& list, Card table_card);
    bool lookahead(const Node& node, const MoveList& list, int alpha, int beta,
                   Successors& successors, int& value);

    const Options options_;
    const Valuation& valuation_;
    const bool count_cards_;
    const OrderingWeights& weights_;
    const CanonicalOptions canonical_;
    Table& table_;
    Budget& budget_;
    History<K> history_;
    std::array<Successors, 11> successors_;  // by cards in hand: one trick of each length is open
};

extern template class Search<Kind::suit>;
extern template class Search<Kind::grand>;

}  // namespace kiebitz::solvers::skat
