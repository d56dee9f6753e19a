// The search's memory for rank-constrained search: under each shape a chain of bounds, the newest
// first, each with the comparisons that it needs.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "cards/random.hpp"
#include "solvers/skat/payoff_shift.hpp"
#include "solvers/skat/rank_patterns.hpp"
#include "solvers/skat/variants/trump_constraints.hpp"

namespace kiebitz::solvers::skat::variants {

/// A position at a trick boundary. Every card has a slot: suit by suit, and in a suit hand by hand,
/// from the lowest card up.
struct ConstraintForm : PatternForm {
    using Order = std::array<std::uint32_t, 32>;  // by slot: the slots that it beats

    std::array<std::uint8_t, 32> slot_of{};  // by card
    std::array<Card, 32> card_at{};          // by slot
    Order beats{};
    bool ordered = false;

    /// Fills in slots and order; many lookups end before they are needed.
    template <Kind K>
    void put_in_order(const std::array<Cards, 3>& hands) {
        if (ordered) return;
        ordered = true;
        const auto suit = [&](Cards mask, int slot) {
            for (const Cards hand : hands) {
                for (Card card : each_card(hand & mask)) {
                    card_at[slot] = card;
                    slot_of[card] = static_cast<std::uint8_t>(slot++);
                }
            }
            std::uint32_t below = 0;
            for (Card card : each_card((hands[0] | hands[1] | hands[2]) & mask)) {
                beats[slot_of[card]] = below;
                below |= std::uint32_t{1} << slot_of[card];
            }
        };
        for (int place = 0; place < Deck<K>::plain_suits; ++place) {
            suit(Deck<K>::plain_suit(suit_at[place]), kSuitSize * place);
        }
        suit(Deck<K>::trumps, Deck<K>::trump_shift);
    }
    Order slots_of(const TrumpConstraints& constraints, Cards rest) const {
        Order order{};
        for (Card card : each_card(rest)) {
            for (Card other : each_card(constraints.beaten[card] & rest)) {
                order[slot_of[card]] |= std::uint32_t{1} << slot_of[other];
            }
        }
        return order;
    }
    TrumpConstraints cards_of(const Order& order) const {
        TrumpConstraints constraints;
        for (int slot = 0; slot < 32; ++slot) {
            for (Card other : each_card(order[slot])) {
                constraints.beaten[card_at[slot]] |= bit(card_at[other]);
            }
        }
        return constraints;
    }
    bool has(const Order& order) const {
        std::uint32_t missing = 0;
        for (int slot = 0; slot < 32; ++slot) missing |= order[slot] & ~beats[slot];
        return missing == 0;
    }
};

class ConstraintTable {
  public:
    // What the search asks of its table, see search.hpp.
    using Winners = TrumpConstraints;
    static constexpr bool keeps_cards = false;
    static constexpr int few_cards = 7;
    template <Kind K>
    using Words = SuitShapes<K>;
    using Form = ConstraintForm;

    explicit ConstraintTable(std::size_t bytes) {
        std::size_t slots = 2;
        while (slots * 2 * sizeof(Slot) <= bytes / 8) slots *= 2;
        slots_ = std::vector<Slot>(slots);
        most_ = std::max<std::size_t>(2, (bytes - bytes / 8) / sizeof(Entry));
        forget();
    }
    void forget() {
        std::fill(slots_.begin(), slots_.end(), Slot{});
        entries_.assign(1, {});
    }
    std::size_t bytes() const { return slots_.size() * sizeof(Slot) + most_ * sizeof(Entry); }

    template <Kind K>
    ConstraintForm form(const SuitShapes<K>& words, const std::array<Cards, 3>&, int leader,
                        const FormOptions& options) const {
        return {pattern_form<K>(words, leader, options)};
    }
    std::size_t place(const ConstraintForm& form) const {
        return mix64(form.shape) & (slots_.size() - 1);
    }
    void prefetch(std::size_t) const {}
    void prefetch_entries(std::size_t) const {}

    /// Narrows the bounds by what is known of the class. True if one decides the window, with its
    /// evidence.
    template <Kind K>
    bool narrow(std::size_t place, ConstraintForm& form, const std::array<Cards, 3>& hands,
                const Valuation& valuation, int alpha, int beta, Reasoned<Winners>& known,
                Evidence<Winners>& evidence) const {
        const Slot& slot = slots_[place];
        if (slot.shape != form.shape) return false;
        form.put_in_order<K>(hands);
        price<K>(form, hands, valuation);
        for (std::uint32_t at = slot.first; at != 0; at = entries_[at].next) {
            const Entry& entry = entries_[at];
            if (!form.has(entry.order)) continue;
            const int bound =
                entry.bound + payoff_shift(form.points, entry.points, entry.gain, entry.loss);
            if (entry.is_lower ? bound <= known.lower : bound >= known.upper) continue;
            const TrumpConstraints constraints = form.cards_of(entry.order);
            (entry.is_lower ? known.lower : known.upper) = bound;
            (entry.is_lower ? known.lower_winners : known.upper_winners) = constraints;
            if (entry.is_lower ? bound >= beta : bound <= alpha) {
                const WonSlots won = entry.is_lower ? WonSlots{entry.gain, entry.loss}
                                                    : WonSlots{entry.loss, entry.gain};
                evidence = {won_cards<K>(won, hands, form), constraints};
                return true;
            }
        }
        return false;
    }

    /// What a search with this window has proved.
    template <Kind K>
    void remember(std::size_t place, ConstraintForm& form, const std::array<Cards, 3>& hands,
                  const Valuation& valuation, const Evidence<Winners>& evidence, int value,
                  int alpha, int beta, Card) {
        form.put_in_order<K>(hands);
        price<K>(form, hands, valuation);
        const WonSlots won = won_slots<K>(evidence.won, hands, form);
        Entry entry{form.slots_of(evidence.winners, hands[0] | hands[1] | hands[2]), form.points};
        entry.bound = static_cast<std::uint8_t>(value);
        for (const bool is_lower : {true, false}) {
            if (is_lower ? value <= alpha : value >= beta) continue;
            entry.is_lower = is_lower;
            entry.gain = is_lower ? won.always : won.possibly;
            entry.loss = is_lower ? won.possibly : won.always;
            store(slots_[place], form.shape, entry);
        }
    }

  private:
    static constexpr int kLongest = 96;  // entries in a chain, as many as a PatternTable has
    struct Slot {
        std::uint64_t shape = ~std::uint64_t{0};
        std::uint32_t first = 0;  // entry; 0 means none
        std::uint32_t length = 0;
    };
    struct Entry {
        ConstraintForm::Order order;
        Payoffs points;
        std::uint32_t gain = 0;  // what raises the bound, by being worth more
        std::uint32_t loss = 0;  // and what lowers it
        std::uint32_t next = 0;
        std::uint8_t bound = 0;
        bool is_lower = false;
    };

    void store(Slot& slot, std::uint64_t shape, Entry& entry) {
        if (slot.shape != shape) slot = {shape, 0, 0};
        std::uint32_t at = 0;
        if (slot.length == kLongest) {  // in place of the oldest
            std::uint32_t before = slot.first;
            while (entries_[entries_[before].next].next != 0) before = entries_[before].next;
            at = entries_[before].next;
            entries_[before].next = 0;
        } else {
            if (entries_.size() == most_) {
                forget();
                slot = {shape, 0, 0};
            }
            at = static_cast<std::uint32_t>(entries_.size());
            entries_.emplace_back();
            ++slot.length;
        }
        entry.next = slot.first;
        entries_[at] = entry;
        slot.first = at;
    }

    std::vector<Slot> slots_;
    std::vector<Entry> entries_;  // number 0 is never used
    std::size_t most_ = 2;
};

}  // namespace kiebitz::solvers::skat::variants
