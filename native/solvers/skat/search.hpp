// The search: alpha-beta on the declarer's card points still to come, for suit games and grand.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <type_traits>

#include "solvers/skat/canonical.hpp"
#include "solvers/skat/defender_bounds.hpp"
#include "solvers/skat/endings.hpp"
#include "solvers/skat/evidence.hpp"
#include "solvers/skat/history.hpp"
#include "solvers/skat/options.hpp"
#include "solvers/skat/ordering.hpp"
#include "solvers/skat/pattern_table.hpp"
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
template <Kind K, bool Ranked>
struct Node {
    using Words = std::conditional_t<Ranked, SuitShapes<K>, SuitWords<K>>;

    std::array<Cards, 3> hands{};
    int player = 0;
    Cards led = 0;   // the suit of the first card of the trick
    Cards gone = 0;  // the cards of the trick so far
    Card best = 0;
    int best_player = 0;
    int points = 0;   // in the trick so far
    int rest = 0;     // all points still to be won, those of the trick included
    Words words{};    // at the start of the trick
    Cards stale = 0;  // cards gone since the words were brought up to date

    void refresh() {
        words.update(hands, stale);
        stale = 0;
    }
};

/// A value and what it rests on.
template <bool Ranked>
struct Proof {
    int value;
    Evidence<Ranked> evidence{};
};

/// Sees nothing. A watcher that does is for fitting the order of moves.
struct NoWatcher {
    static constexpr bool watches = false;
};

/// `Ranked`: bounds are stored for classes of positions (rank_patterns.hpp), not by structure.
template <Kind K, bool Ranked, class Watcher = NoWatcher>
class Search {
  public:
    using Node = skat::Node<K, Ranked>;
    using Words = typename Node::Words;
    using Memory = std::conditional_t<Ranked, PatternTable, Table>;

    /// `count_cards`: every card is worth 1 instead of its points, to count tricks.
    Search(const Options& options, Memory& table, Budget& budget, bool count_cards);

    /// Fail-soft: a result r ≥ beta says the value is at least r, r ≤ alpha at most r, else it is
    /// r.
    int value(const Node& node, int played, int alpha, int beta);

    const Valuation& valuation() const { return valuation_; }

  private:
    using D = Deck<K>;
    using Proof = skat::Proof<Ranked>;
    using Evidence = skat::Evidence<Ranked>;
    using Known = Reasoned<Ranked>;
    using Form = std::conditional_t<Ranked, PatternForm, Canonical>;

    static Proof lower_proof(const Known& known) {
        return {known.lower, {WonCards::unknown(), known.lower_winners}};
    }
    static Proof upper_proof(const Known& known) {
        return {known.upper, {WonCards::unknown(), known.upper_winners}};
    }

    struct Move {
        Card card;
        std::int8_t group;  // power-equivalent cards share a number
        Outcome outcome;
        std::int8_t successor;  // where lookahead put the position after it
        int score;
    };
    struct MoveList {
        std::array<Move, 10> moves;
        int size = 0;
        std::array<Cards, 10> groups;  // all cards of a group, also those left out
    };

    /// A position after a trick with its place in the table.
    struct Successor {
        Node node;
        int gain;
        [[no_unique_address]] typename Evidence::Winners winner;  // if it outranked a card
        Cards won;  // the trick's cards, if the declarer wins it
        Form form;
        std::size_t place;
        Known known;      // by the table
        bool just_asked;  // and nothing was stored since, nor the window changed
        bool decided;     // then, by this
        Proof proof;
    };
    using Successors = std::array<Successor, 10>;

    template <int Played>
    Proof visit(std::conditional_t<Played == 0, Node, const Node>& node, int alpha, int beta,
                Successor* located = nullptr);
    template <int Played>
    Proof play(const Node& node, Card card, int alpha, int beta);
    Proof enter(Successor& successor, int alpha, int beta);
    void finish_trick(const Node& node, Card card, Successor& result) const;
    void locate(const Node& node, Form& form, std::size_t& place) const;
    bool narrow_by_table(const Node& node, Form& form, std::size_t place, int alpha, int beta,
                         Known& known, Proof& proof, Card* table_card) const;
    bool narrow_by_play_from_the_top(const Node& node, int alpha, int beta, Known& known,
                                     Proof& proof) const;
    void remember(const Node& node, Form& form, std::size_t place, int alpha, int beta,
                  const Proof& result, Card best_card);
    template <int Played>
    Node child(const Node& node, Card card) const;
    template <int Played>
    Proof settle_moves(const Node& node, MoveList& list, int alpha, int beta, const Known& known,
                       bool looked_ahead, Card& best_card);
    template <int Played>
    void generate(const Node& node, MoveList& list) const;
    template <int Played>
    Outcome outcome(const Node& node, Card card) const;
    template <int Played>
    Scene<K, Words> scene(const Node& node, int alpha, int beta);
    template <int Played, class Add>
    void features(const Scene<K, Words>& scene, SuitSeen<K>& seen, const Move& move, Add add) const;
    template <int Played>
    void order(const Node& node, MoveList& list, int alpha, int beta, Card table_card);
    static void bring_best_to(int place, MoveList& list);
    bool lookahead(const Node& node, MoveList& list, int alpha, int beta, Proof& proof);

    const Options options_;
    const Valuation& valuation_;
    const bool count_cards_;
    const OrderingWeights& weights_;
    const CanonicalOptions canonical_;
    Memory& table_;
    Budget& budget_;
    History<K> history_;
    std::array<Successors, 11> successors_;  // by cards in hand: one trick of each length is open
};

extern template class Search<Kind::suit, false>;
extern template class Search<Kind::grand, false>;
extern template class Search<Kind::suit, true>;
extern template class Search<Kind::grand, true>;

}  // namespace kiebitz::solvers::skat
