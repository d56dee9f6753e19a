// The search: alpha-beta on the declarer's card points still to come, for suit games and grand.
//
// `Table` is its memory: PatternTable, or one that it is measured against (variants/). It says
//     Winners              what it wants to know of cards that won by rank (evidence.hpp),
//     keeps_cards          whether it remembers the best card of a position,
//     few_cards            with so many cards or fewer, searching costs no more than looking ahead,
//     Words<K>, Form       what it wants to know of suits and of positions,
// and has form, place, prefetch, prefetch_entries, narrow, remember (and card, if it keeps cards).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "solvers/common.hpp"
#include "solvers/skat/defender_bounds.hpp"
#include "solvers/skat/endings.hpp"
#include "solvers/skat/evidence.hpp"
#include "solvers/skat/history.hpp"
#include "solvers/skat/options.hpp"
#include "solvers/skat/ordering.hpp"
#include "solvers/skat/pattern_table.hpp"
#include "solvers/skat/static_bounds.hpp"
#include "solvers/skat/suit_codes.hpp"

namespace kiebitz::solvers::skat {

/// A position in the solver's own card order. Player 0 is the declarer.
template <Kind K, class Table>
struct Node {
    using Words = typename Table::template Words<K>;

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
template <class Winners>
struct Proof {
    int value;
    Evidence<Winners> evidence{};
};

/// What may be hung into the search from outside. A hook that is off is not compiled: it costs
/// nothing and changes no node.
///
/// `watches`: `look` sees a node before its cards are tried, to fit the order of cards
/// (benchmarks/fit_skat_ordering.cpp).
///
/// `estimates`: `std::optional<int> estimate(const Node&, int alpha, int beta, const Bounds&
/// known)` may decide a position at a trick boundary without proof, by a value that lies outside
/// the window (ProbCut). It is asked when the table and the static bounds have not decided. Such a
/// search needs a table of its own, since what it remembers may be wrong. Or it returns a Proof,
/// which says itself what the value rests on (lookup tables).
///
/// `bool knows_all(int cards)`: it answers every position of so many cards, so that the
/// search does not keep them in its own table.
///
/// `int resolution(hands)`: answers are approximate, and MTD(f) may leave so many points open.
struct NoHooks {
    static constexpr bool watches = false;
    static constexpr bool estimates = false;
};

template <Kind K, class Table, class Hooks = NoHooks>
class Search {
  public:
    using Node = skat::Node<K, Table>;
    using Words = typename Node::Words;

    /// `count_cards`: every card is worth 1 instead of its points, to count tricks.
    Search(const TrumpOptions& options, Table& table, Budget& budget, bool count_cards,
           const OrderingWeights& weights, Hooks hooks = {});

    /// Fail-soft: a result r ≥ beta says the value is at least r, r ≤ alpha at most r, else it is
    /// r.
    int value(const Node& node, int played, int alpha, int beta);

    using Winners = typename Table::Winners;
    using Proof = skat::Proof<Winners>;
    /// The same at a trick boundary, with what it rests on.
    Proof proof(const Node& node, int alpha, int beta);

    const Valuation& valuation() const { return valuation_; }
    const Hooks& hooks() const { return hooks_; }

  private:
    using D = Deck<K>;
    using Evidence = skat::Evidence<Winners>;
    using Known = Reasoned<Winners>;
    using Form = typename Table::Form;

    static Proof lower_proof(const Known& known) {
        return {known.lower, {WonCards::unknown(), known.lower_winners}};
    }
    static Proof upper_proof(const Known& known) {
        return {known.upper, {WonCards::unknown(), known.upper_winners}};
    }

    /// Positions of so many cards are looked up elsewhere, without the memory of the search.
    bool is_known(int cards) const {
        if constexpr (requires { hooks_.knows_all(cards); }) {
            return hooks_.knows_all(cards);
        } else {
            return false;
        }
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
        [[no_unique_address]] Winners winner;  // won_by_rank
        Cards won;                             // the trick's cards, if the declarer wins it
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
                         Known& known, Proof& proof) const;
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

    const TrumpOptions options_;
    const Valuation& valuation_;
    const bool count_cards_;
    const OrderingWeights& weights_;
    const FormOptions form_options_;
    Table& table_;
    Budget& budget_;
    [[no_unique_address]] Hooks hooks_;
    History<K> history_;
    // By cards in hand: one trick of each length is open. Only those that are looked ahead from. In
    // a union they are left as they are until they are filled: small questions do not come to them.
    union {
        std::array<Successors, 10 - Table::few_cards> successors_;
    };
    Successors& successors_of(const Node& node) {
        return successors_[std::max(0, count(node.hands[node.player]) - Table::few_cards - 1)];
    }
};

extern template class Search<Kind::suit, PatternTable>;
extern template class Search<Kind::grand, PatternTable>;

}  // namespace kiebitz::solvers::skat
