// Zero-window partition search over one deal: can North-South make so many tricks?
//
// Each function answers the question for one kind of node and reports `winners`: cards whose rank
// the proof relied on. Of each suit only the lowest counts, the lowest winning rank (thesis §4.3).
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <memory>

#include "solvers/bridge/boundary.hpp"
#include "solvers/bridge/decisive_cards.hpp"
#include "solvers/bridge/engine.hpp"
#include "solvers/bridge/move_order.hpp"
#include "solvers/bridge/moves.hpp"
#include "solvers/bridge/pattern_table.hpp"
#include "solvers/bridge/proof.hpp"
#include "solvers/bridge/shared_table.hpp"
#include "solvers/bridge/static_bounds.hpp"
#include "solvers/bridge/suit_tables.hpp"

namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH {

/// Somebody may look at nodes to learn an order of moves (benchmarks/tune_bridge_ordering.py); in
/// the solver nobody does.
struct Unwatched {
    static constexpr bool watches = false;
};

/// `Table`: what it remembers positions in, made from `memory`: bytes, or a table to share.
template <class Watcher = Unwatched, class Table = PatternTable>
class Search final : public Engine {
  public:
    template <class Memory>
    Search(const Options& options, Memory&& memory)
        : options_(options), table_(memory, options.fewest_ranks), bounds_(tables_, options) {}

    void load(const Position& position) override {
        if (position.trump != trump_) {
            table_.clear();
            decisive_.clear();
        }
        trump_ = position.trump;
        root_ = position;
        dealt_ = dealt(position);
        tables_.set_deal(dealt_);
    }

    void forget() override {
        table_.clear();
        decisive_.clear();
        history_ = {};
    }

    bool makes(int target, Card& decisive) override {
        hands_ = root_.hands;
        Proof proof;
        const int left = tricks_left(root_);
        root_move_ = &decisive;
        const Layout start(dealt_, tables_);
        if (root_.played == 0) {
            if (left == 1) return last_trick(root_.leader, target, proof);
            return lead(start, root_.leader, left, target, proof);
        }
        Trick trick(root_.leader, root_.trick[0]);
        for (int i = 1; i < root_.played; ++i) {
            trick.add((root_.leader + i) & 3, root_.trick[static_cast<std::size_t>(i)], trump_);
        }
        if (root_.played == 1) return follow<1>(start, trick, left, target, proof);
        if (root_.played == 2) return follow<2>(start, trick, left, target, proof);
        return complete(start, trick, left, target, proof);
    }

    void set_limits(const Limits& limits) override {
        budget_ = Budget(limits);
        positions_ = 0;
    }
    const Budget& budget() const override { return budget_; }
    std::uint64_t positions() const override { return positions_; }
    Watcher& watcher() { return watcher_; }
    std::size_t bytes() const override {
        return table_.bytes() + decisive_.bytes() + tables_.bytes();
    }

  private:
    /// The hands when the current trick began.
    static Hands dealt(const Position& position) {
        Hands hands = position.hands;
        for (int i = 0; i < position.played; ++i) {
            hands[static_cast<std::size_t>((position.leader + i) & 3)] |=
                bit<Cards>(position.trick[static_cast<std::size_t>(i)]);
        }
        return hands;
    }

    enum class Verdict { no, yes, open };

    /// What counting, static bounds and the table tell: do North-South make the target?
    Verdict probe(const Boundary& at, Proof& proof) {
        // 1. Already decided by counting.
        if (at.target <= 0) {
            proof = {0, 0};
            return Verdict::yes;
        }
        if (at.target > at.left) {
            proof = {0, at.left};
            return Verdict::no;
        }
        if (at.left == 1) return verdict(last_trick(at.leader, at.target, proof));
        ++positions_;
        budget_.check();

        // 2. The table. An entry for just this number of tricks was stored where the static bounds
        // failed, so they would fail again.
        Knowledge known;
        if (options_.table) {
            known = table_.find(at.layout.shape, at.leader, Lanes{at.layout.owners}, at.target);
            if (known.decides() && known.tight()) return accept(known, at, proof);
        }
        if (options_.decisive_cards) decisive_.prefetch_lead(hands_, at.leader, at.target);

        // 3. Static bounds. They rely on fewer ranks than entries for other numbers of tricks.
        const bool north_south = is_north_south(at.leader);
        const int others = at.left - at.target + 1;  // what East-West need
        if (options_.quick_tricks &&
            bounds_.quick_tricks(at.layout, at.leader, trump_, at.left,
                                 north_south ? at.target : others, proof.winners)) {
            proof.bound = north_south ? at.target : at.target - 1;
            if (options_.known_lengths) proof.winners = at.layout.needed(proof.winners);
            return verdict(north_south);
        }
        if (options_.later_tricks &&
            bounds_.later_tricks(at.layout, at.leader, trump_, at.left,
                                 north_south ? others : at.target, proof.winners)) {
            proof.bound = north_south ? at.target - 1 : at.target;
            if (options_.known_lengths) proof.winners = at.layout.needed(proof.winners);
            return verdict(!north_south);
        }
        return accept(known, at, proof);
    }

    /// What the table alone tells.
    Verdict look_up(const Boundary& at, Proof& proof) {
        return accept(table_.find(at.layout.shape, at.leader, Lanes{at.layout.owners}, at.target),
                      at, proof);
    }

    Verdict accept(const Knowledge& known, const Boundary& at, Proof& proof) {
        if (!known.decides()) return Verdict::open;
        proof.winners = 0;
        for (int s = 0; s < 4; ++s)
            proof.winners |= nth_highest(at.layout.set(s), known.depth(s)) << (16 * s);
        proof.bound = known.bound();
        return verdict(known.north_south());
    }

    /// Searches a position that the probe left open.
    bool search(const Boundary& at, Proof& proof) {
        const bool result = lead(at.layout, at.leader, at.left, at.target, proof);
        if (options_.table) remember(at, proof, result);
        return result;
    }

    void remember(const Boundary& at, Proof& proof, bool result) {
        std::array<std::uint8_t, 4> depth{};
        Cards winners = 0;
        for (int s = 0; s < 4; ++s) {
            const unsigned named = at.layout.depth(proof.winners, s, options_.known_lengths);
            winners |= nth_highest(at.layout.set(s), named) << (16 * s);
            depth[static_cast<std::size_t>(s)] = static_cast<std::uint8_t>(
                options_.lowest_winning_rank ? named
                                             : static_cast<unsigned>(count(at.layout.set(s))));
        }
        proof.winners = winners;
        // What was proved beyond the question is kept as well.
        const int bound = options_.fail_soft ? proof.bound : result ? at.target : at.target - 1;
        table_.store(at.layout.shape, at.leader, Lanes{at.layout.owners}, depth, result ? bound : 0,
                     result ? at.left : bound);
    }

    static Verdict verdict(bool north_south) { return north_south ? Verdict::yes : Verdict::no; }

    OrderContext order_context(const Layout& start, int seat, const History& history) const {
        return {hands_, start, seat, trump_, history};
    }

    /// What the order of moves sees of a reply, for a watcher.
    template <int Place>
    auto reply_seen(const Layout& start, int seat, const History& history,
                    const Trick& trick) const {
        return [=, this, &start, &history, &trick](const Candidate& move, auto add) {
            const FollowContext<Place> context(order_context(start, seat, history), trick);
            SuitSeen seen;
            reply_features<Place>(context, seen, move, add);
        };
    }

    bool lead(const Layout& start, int leader, int left, int target, Proof& proof) {
        Card* const report = root_move_;
        root_move_ = nullptr;
        const bool north_south = is_north_south(leader);
        auto decided = decisive_.of_lead(hands_, leader, target);
        Candidates candidates;
        candidates.add_leads(hands_, leader, options_);
        auto& history = history_[0][static_cast<std::size_t>(leader)];
        const auto weigh = [&] {
            if (options_.ordering && candidates.left() > 1)
                candidates.weigh_leads(order_context(start, leader, history));
        };
        // The card that decided last mostly decides again: the others are weighed if it fails.
        const Candidate* move =
            options_.decisive_cards ? candidates.first(decided.card()) : nullptr;
        bool weighed = move == nullptr;
        if (weighed) weigh();
        if constexpr (Watcher::watches) {
            watcher_.look(
                candidates, left,
                [&](const Candidate& move) {
                    const Cards played = bit<Cards>(move.card);
                    hands_[static_cast<std::size_t>(leader)] ^= played;
                    Proof below;
                    const bool result =
                        follow<1>(start, Trick(leader, move.card), left, target, below);
                    hands_[static_cast<std::size_t>(leader)] ^= played;
                    return result == north_south;
                },
                [&](const Candidate& move, auto add) {
                    SuitSeen seen;
                    lead_features(order_context(start, leader, history), seen, move, add);
                },
                budget_);
        }
        Failures failures;
        if (weighed) move = candidates.next();
        do {
            budget_.count();
            const Cards played = bit<Cards>(move->card);
            hands_[static_cast<std::size_t>(leader)] ^= played;
            Trick trick(leader, move->card);
            Proof below;
            const bool result = follow<1>(start, trick, left, target, below);
            hands_[static_cast<std::size_t>(leader)] ^= played;
            if (result == north_south) {
                proof = {move->as_refutation(below.winners), below.bound};
                candidates.learn(history, left);
                decided.note(move->card);
                if (report != nullptr) *report = move->card;
                return result;
            }
            failures.add(below, move->as_one_of_all(below.winners), north_south);
            if (options_.alike_cards) candidates.drop_alike(*move, below.winners);
            if (!weighed) {
                weighed = true;
                weigh();
            }
            move = candidates.next();
        } while (move != nullptr);
        proof = failures.proof;
        return !north_south;
    }

    /// The player in place `Place` of the trick (1 second hand, 2 third) chooses a card.
    template <int Place>
    bool follow(const Layout& start, const Trick& trick, int left, int target, Proof& proof) {
        Card* const report = root_move_;
        root_move_ = nullptr;
        const int seat = (trick.leader + Place) & 3;
        const bool north_south = is_north_south(seat);
        if constexpr (Place == 1) {
            if (options_.quick_tricks && report == nullptr &&
                bounds_.second_hand(start, seat, trick.best, trump_, left,
                                    north_south ? target : left - target + 1, proof.winners)) {
                proof.bound = north_south ? target : target - 1;
                return north_south;
            }
        }
        if constexpr (Place == 1) {
            // Mostly all hands follow suit and the highest card wins.
            table_.prefetch(start.shape - (std::uint64_t{0x1111} << (16 * trick.suit)),
                            start.owner_of_top(trick.suit));
        }
        if constexpr (Place == 2) prefetch_likely_end(start, trick, seat);
        const auto after = [&](Card card, Proof& below) {
            const Cards played = bit<Cards>(card);
            hands_[static_cast<std::size_t>(seat)] ^= played;
            Trick next = trick;
            next.add(seat, card, trump_);
            bool result;
            if constexpr (Place == 1) {
                result = follow<2>(start, next, left, target, below);
            } else {
                result = complete(start, next, left, target, below);
            }
            hands_[static_cast<std::size_t>(seat)] ^= played;
            return result;
        };
        const Cards following = hands_[static_cast<std::size_t>(seat)] & suit_mask(trick.suit);
        const bool choice = (following & (following - 1)) != 0;  // among several of the suit
        auto decided = decisive_.of_reply(start.all, trick, seat, Place);
        Failures failures;
        // Whether a move decides the node; if not, the others may be alike.
        const auto decides = [&](const Candidate& move, auto& others) {
            budget_.count();
            Proof below;
            if (after(move.card, below) == north_south) {
                proof = {move.as_refutation(below.winners), below.bound};
                if (choice) decided.note(move.card);
                if (report != nullptr) *report = move.card;
                return true;
            }
            failures.add(below, move.as_one_of_all(below.winners), north_south);
            if (options_.alike_cards) others.drop_alike(move, below.winners);
            return false;
        };
        const auto& history = history_[Place][static_cast<std::size_t>(seat)];
        const OrderContext context = order_context(start, seat, history);
        if (options_.ordering && !Watcher::watches) {
            Cards likely = choice ? 0 : following;
            if (options_.decisive_cards && choice)
                likely = hands_[static_cast<std::size_t>(seat)] & bit<Cards>(decided.card()) &
                         suit_mask(trick.suit);
            if (likely == 0 && options_.plain_replies)
                likely = Cards{likely_reply<Place>(context, trick)} << (16 * trick.suit);
            if (likely != 0) {
                // Mostly this card decides or none does: the others are looked for afterwards.
                Groups cards(hands_, seat, trick, trump_, options_);
                Candidate move = cards.take(lowest(likely));
                do {
                    if (decides(move, cards)) return north_south;
                } while (cards.next(move));
                proof = failures.proof;
                return !north_south;
            }
        }
        Groups cards(hands_, seat, trick, trump_, options_);
        Candidates candidates;
        Candidate move;
        if (options_.ordering && options_.low_discards && !Watcher::watches &&
            (cards.left() & suit_mask(trick.suit)) == 0) {
            cards.take_low(candidates);
        } else {
            while (cards.next(move)) candidates.add(move);
        }
        if (options_.ordering && candidates.size() > 1)
            candidates.weigh_replies<Place>(context, trick);
        if constexpr (Watcher::watches) {
            watcher_.look(
                candidates, left,
                [&](const Candidate& candidate) {
                    Proof below;
                    return after(candidate.card, below) == north_south;
                },
                reply_seen<Place>(start, seat, history, trick), budget_);
        }
        while (const Candidate* likely = candidates.next()) {
            if (decides(*likely, candidates)) {
                candidates.learn(history_[Place][static_cast<std::size_t>(seat)], left);
                return north_south;
            }
            if (options_.alike_cards) cards.drop_alike(*likely, failures.last);
        }
        while (cards.next(move)) {
            if (decides(move, cards)) return north_south;
        }
        proof = failures.proof;
        return !north_south;
    }

    /// Third hand and last hand mostly follow suit, and the highest card wins: memory is slow.
    void prefetch_likely_end(const Layout& start, const Trick& trick, int third) const {
        const int last = next_seat(third);
        const unsigned own = holding(hands_[static_cast<std::size_t>(third)], trick.suit);
        const unsigned next = holding(hands_[static_cast<std::size_t>(last)], trick.suit);
        if (own == 0 || next == 0 || suit_of(trick.best) != trick.suit) return;
        const unsigned beaten = (2U << rank_of(trick.best)) - 1;
        int winner = trick.winner;
        if (own > beaten) winner = third;
        if (next > beaten && next > own) winner = last;
        table_.prefetch(start.shape - trick.lengths - Trick::one_of(trick.suit, third) -
                            Trick::one_of(trick.suit, last),
                        winner);
    }

    /// All cards that would beat the best of a trick.
    Cards beating(Card best) const {
        const int suit = suit_of(best);
        const Cards higher = suit_mask(suit) & ~((Cards{2} << best) - 1);
        return trump_ == no_trump || trump_ == suit ? higher : higher | suit_mask(trump_);
    }

    /// The last player of the trick chooses a card.
    bool complete(const Layout& start, const Trick& trick, int left, int target, Proof& proof) {
        Card* const report = root_move_;
        root_move_ = nullptr;
        const int seat = (trick.leader + 3) & 3;
        const bool north_south = is_north_south(seat);
        Cards& own = hands_[static_cast<std::size_t>(seat)];
        Candidates candidates;
        Failures failures;
        // Takes in what became of a move; true when it decides the node.
        const auto note = [&](const Candidate& move, const Boundary& at, bool result, Proof below,
                              auto& others) {
            below.bound += at.won;
            const Cards winners = below.winners | at.by_rank;
            if (result == north_south) {
                proof = {move.as_refutation(winners), below.bound};
                if (report != nullptr) *report = move.card;
                return true;
            }
            failures.add(below, move.as_one_of_all(winners), north_south);
            if (options_.alike_cards) others.drop_alike(move, winners);
            return false;
        };

        // A move that needs no search may decide at once.
        Boundary at;
        bool opened = false;  // the boundary is that of the only move left
        if (options_.look_ahead) {
            // First what the last hand mostly does: win cheaply if it should, else play low.
            Groups cards(hands_, seat, trick, trump_, options_);
            const bool to_win = trick.winner != partner_of(seat);
            const Cards winning = to_win ? cards.left() & beating(trick.best) : 0;
            Candidate move = winning != 0 ? cards.take(lowest(winning)) : cards.lowest_group();
            table_.prefetch(start.shape - trick.lengths - Trick::one_of(suit_of(move.card), seat),
                            winning != 0 ? seat : trick.winner);
            do {
                const Cards played = bit<Cards>(move.card);
                Proof below;
                budget_.count();
                at.open(start, trick, move.card, trump_, left, target, tables_);
                own ^= played;
                const Verdict known = probe(at, below);
                own ^= played;
                if (known == Verdict::open) {
                    opened = candidates.size() == 0 && cards.left() == 0;
                    candidates.add(move);
                } else if (note(move, at, known == Verdict::yes, below, cards)) {
                    return north_south;
                }
            } while (cards.next(move));
        } else {
            Candidate move;
            for (Groups cards(hands_, seat, trick, trump_, options_); cards.next(move);)
                candidates.add(move);
        }
        auto& history = history_[3][static_cast<std::size_t>(seat)];
        if (options_.ordering && candidates.size() > 1)
            candidates.weigh_replies<3>(order_context(start, seat, history), trick);
        if constexpr (Watcher::watches) {
            watcher_.look(
                candidates, left,
                [&](const Candidate& move) {
                    const Cards played = bit<Cards>(move.card);
                    own ^= played;
                    Proof below;
                    Boundary at;
                    at.open(start, trick, move.card, trump_, left, target, tables_);
                    const bool result = search(at, below);
                    own ^= played;
                    return result == north_south;
                },
                reply_seen<3>(start, seat, history, trick), budget_);
        }
        bool first = true;
        while (const Candidate* move = candidates.next()) {
            const Cards played = bit<Cards>(move->card);
            own ^= played;
            if (!opened) at.open(start, trick, move->card, trump_, left, target, tables_);
            Proof below;
            Verdict known = Verdict::open;
            if (!options_.look_ahead) {
                budget_.count();
                known = probe(at, below);
            } else if (!first && options_.table) {
                known = look_up(at, below);
            }
            first = false;
            const bool result = known == Verdict::open ? search(at, below) : known == Verdict::yes;
            own ^= played;
            if (note(*move, at, result, below, candidates)) {
                candidates.learn(history, left);
                return north_south;
            }
        }
        proof = failures.proof;
        return !north_south;
    }

    /// One card each: no choice is left.
    bool last_trick(int leader, int target, Proof& proof) {
        Trick trick(leader, lowest(hands_[static_cast<std::size_t>(leader)]));
        for (int i = 1; i < 4; ++i) {
            const int seat = (leader + i) & 3;
            trick.add(seat, lowest(hands_[static_cast<std::size_t>(seat)]), trump_);
        }
        proof = {won_by_rank(trick.cards, trick.best), is_north_south(trick.winner) ? 1 : 0};
        return target <= proof.bound;
    }

    [[no_unique_address]] Watcher watcher_;
    Options options_;
    SuitTables tables_;
    Table table_;
    DecisiveCards decisive_;
    StaticBounds bounds_;
    Position root_;
    int trump_ = -1;
    Hands hands_{};                                    // what is held
    Hands dealt_{};                                    // when the question was asked
    Card* root_move_ = nullptr;                        // where the root reports its card
    std::array<std::array<History, 4>, 4> history_{};  // by place, seat, card
    Budget budget_;
    std::uint64_t positions_ = 0;  // at trick boundaries
};

/// See engine.hpp.
class SharedSearch final : public SharedEngines {
  public:
    SharedSearch(const Options& options, std::size_t memory) : options_(options), table_(memory) {}

    std::unique_ptr<Engine> engine() override {
        return std::make_unique<Search<Unwatched, TableShare>>(options_, table_);
    }
    std::size_t bytes() const override { return table_.bytes(); }

  private:
    Options options_;
    SharedTable table_;
};

}  // namespace kiebitz::solvers::bridge::KIEBITZ_BRIDGE_ARCH
