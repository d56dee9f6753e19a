// The table that rank patterns replaced: one bucket for a structure, with several valuations and
// their bounds. What it saves, payoff-similarity alone, and the card that cut before are measured
// with it.
//
// A stored bound comes with the cards that the declarer wins in its proof (evidence.hpp). For
// another valuation it moves by the differences of those that he always wins, and by the
// differences of one sign of those that he may win. Without such knowledge that is all cards, and
// the rule corollary 7.3.2 of the thesis for one side's points instead of the difference of both.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "cards/compiler.hpp"
#include "cards/random.hpp"
#include "solvers/skat/evidence.hpp"
#include "solvers/skat/options.hpp"
#include "solvers/skat/payoff_shift.hpp"
#include "solvers/skat/variants/structure.hpp"

namespace kiebitz::solvers::skat::variants {

class StructureTable {
  public:
    // What the search asks of its table, see search.hpp.
    using Winners = NoCards;
    static constexpr bool keeps_cards = true;
    static constexpr int few_cards = 4;
    template <Kind K>
    using Words = SuitWords<K>;
    using Form = Canonical;

    StructureTable(const TrumpOptions& options, std::size_t bytes)
        : payoff_similarity_(options.payoff_similarity), table_move_(options.table_move) {
        std::size_t buckets = 2;
        while (buckets * 2 * sizeof(Bucket) <= bytes) buckets *= 2;
        buckets_ = std::vector<Bucket>(buckets);
        mask_ = buckets - 1;
    }
    void forget() { std::fill(buckets_.begin(), buckets_.end(), Bucket{}); }
    std::size_t bytes() const { return buckets_.size() * sizeof(Bucket); }

    template <Kind K>
    Canonical form(const SuitWords<K>& words, const std::array<Cards, 3>& hands, int leader,
                   const FormOptions& options) const {
        return canonical_form<K>(words, hands, leader, options);
    }
    /// Where the structure's bucket is or may be put.
    std::size_t place(const Canonical& form) const {
        return mix64(payoff_similarity_ ? form.key : form.key ^ mix64(form.valuation)) & mask_;
    }
    void prefetch(std::size_t place) const { kiebitz::prefetch(&buckets_[place]); }
    void prefetch_entries(std::size_t) const {}

    /// Narrows the bounds by what the bucket's valuations prove for this one. True if one decides
    /// the window, with its evidence. Without payoff-similarity no other valuation is accepted.
    template <Kind K>
    bool narrow(std::size_t place, const Canonical& form, const std::array<Cards, 3>& hands,
                const Valuation& valuation, int alpha, int beta, Reasoned<NoCards>& known,
                Evidence<NoCards>& evidence) const {
        const Bucket* bucket = find(form, place);
        if (bucket == nullptr) return false;
        const int entry = narrow_by(*bucket, form, valuation, alpha, beta, known);
        if (entry == kNone) return false;
        const bool lower = bucket->is_lower >> entry & 1;
        const WonSlots won = lower ? WonSlots{bucket->gain[entry], bucket->loss[entry]}
                                   : WonSlots{bucket->loss[entry], bucket->gain[entry]};
        const Cards rest = hands[0] | hands[1] | hands[2];
        evidence.won = {cards_of<K>(won.always, rest, form), cards_of<K>(won.possibly, rest, form)};
        return true;
    }
    /// The card that was best before, or kNoCard.
    template <Kind K>
    Card card(std::size_t place, const Canonical& form, const std::array<Cards, 3>& hands) const {
        const Bucket* bucket = table_move_ ? find(form, place) : nullptr;
        if (bucket == nullptr || bucket->move == kNoSlot) return kNoCard;
        return card_at<K>(bucket->move, hands[0] | hands[1] | hands[2], form);
    }

    /// What a search with this window has proved.
    template <Kind K>
    void remember(std::size_t place, const Canonical& form, const std::array<Cards, 3>& hands,
                  const Valuation&, const Evidence<NoCards>& evidence, int value, int alpha,
                  int beta, Card best_card) {
        const Cards rest = hands[0] | hands[1] | hands[2];
        const WonSlots slots{slots_of<K>(evidence.won.always & rest, rest, form),
                             slots_of<K>(evidence.won.possibly & rest, rest, form)};
        const std::uint8_t slot =
            best_card == kNoCard ? kNoSlot : slot_of<K>(best_card, rest, form);
        const int cards = count(hands[0]);
        if (value > alpha) store(form, place, value, true, slots, slot, cards);
        if (value < beta) store(form, place, value, false, slots, slot, cards);
    }

  private:
    static constexpr int ways = 4;
    static constexpr int kNone = -1;
    static constexpr std::uint8_t kNoSlot = 0xff;

    struct alignas(64) Bucket {
        std::uint64_t key;  // the structure's 59 bits; the top four bits hold the bucket's worth
        std::array<std::uint32_t, ways> valuation;
        std::array<std::uint32_t, ways>
            gain;  // slots whose points raise the bound if they are more
        std::array<std::uint32_t, ways>
            loss;  // slots whose points lower the bound if they are less
        std::array<std::uint8_t, ways> bound;
        std::uint8_t is_lower;  // a bit each
        std::uint8_t move;      // the canonical slot of a card that was best
        std::uint8_t used;      // entries in use
        std::uint8_t next;      // to be overwritten
    };
    static_assert(sizeof(Bucket) == 64);

    /// The bucket of this structure, or null.
    const Bucket* find(const Canonical& form, std::size_t place) const {
        // The second bucket is taken only when the first is in use.
        const Bucket& first = buckets_[place];
        if (first.used == 0) return nullptr;
        if ((first.key & kKeyMask) == form.key) return &first;
        const Bucket& second = buckets_[place ^ 1];
        return second.used != 0 && (second.key & kKeyMask) == form.key ? &second : nullptr;
    }

    /// The entry that decides the window, or kNone.
    int narrow_by(const Bucket& bucket, const Canonical& form, const Valuation& valuation,
                  int alpha, int beta, Reasoned<NoCards>& known) const;
    void store(const Canonical& form, std::size_t place, int bound, bool is_lower, WonSlots won,
               std::uint8_t move, int cards_in_hand);

    // The top bits of a key hold the bucket's worth.
    static constexpr int kWorthShift = 60;
    static constexpr std::uint64_t kKeyMask = (std::uint64_t{1} << kWorthShift) - 1;

    const bool payoff_similarity_;
    const bool table_move_;
    std::vector<Bucket> buckets_;
    std::size_t mask_ = 0;
};

/// The points of a position's cards in the order of its slots.
inline Payoffs payoffs_of(std::uint32_t ranks, const Valuation& valuation) {
    const auto& plain = valuation.plain_bytes;
    return Payoffs::of(plain[ranks & 0x7f], plain[ranks >> 7 & 0x7f], plain[ranks >> 14 & 0x7f],
                       valuation.trump_bytes[ranks >> 21 & 0x7f]);
}

inline int StructureTable::narrow_by(const Bucket& bucket, const Canonical& form,
                                     const Valuation& valuation, int alpha, int beta,
                                     Reasoned<NoCards>& known) const {
    const Payoffs payoffs = payoffs_of(form.valuation, valuation);
    for (int i = 0; i < bucket.used; ++i) {
        if (!payoff_similarity_ && bucket.valuation[i] != form.valuation) continue;
        const int bound =
            bucket.bound[i] + payoff_shift(payoffs, payoffs_of(bucket.valuation[i], valuation),
                                           bucket.gain[i], bucket.loss[i]);
        if (bucket.is_lower >> i & 1) {
            if (bound > known.lower) known.lower = bound;
            if (bound >= beta) return i;
        } else {
            if (bound < known.upper) known.upper = bound;
            if (bound <= alpha) return i;
        }
    }
    return kNone;
}

inline void StructureTable::store(const Canonical& form, std::size_t place, int bound,
                                  bool is_lower, WonSlots won, std::uint8_t move,
                                  int cards_in_hand) {
    // 1. The structure's own bucket, an empty one, or the one that is worth less.
    Bucket* bucket = nullptr;
    Bucket& first = buckets_[place];
    Bucket& second = buckets_[place ^ 1];
    if ((first.key & kKeyMask) == form.key && first.used != 0) {
        bucket = &first;
    } else if ((second.key & kKeyMask) == form.key && second.used != 0) {
        bucket = &second;
    } else {
        const bool take_first = first.key >> kWorthShift <= second.key >> kWorthShift;
        bucket = take_first ? &first : &second;
        Bucket& other = take_first ? second : first;
        if (other.key >> kWorthShift != 0)
            other.key -= std::uint64_t{1} << kWorthShift;  // old ones fade
        bucket->used = bucket->next = 0;
        bucket->move = kNoSlot;
    }
    bucket->key = form.key | static_cast<std::uint64_t>(cards_in_hand) << kWorthShift;
    if (move != kNoSlot) bucket->move = move;

    // 2. In place of what is known of the same valuation; else a free entry, or the oldest.
    int at = 0;
    while (at < bucket->used && (bucket->valuation[at] != form.valuation ||
                                 (bucket->is_lower >> at & 1) != (is_lower ? 1 : 0))) {
        ++at;
    }
    if (at == ways) {
        at = bucket->next;
        bucket->next = static_cast<std::uint8_t>((at + 1) % ways);
    } else if (at == bucket->used) {
        ++bucket->used;
    }
    bucket->valuation[at] = form.valuation;
    bucket->bound[at] = static_cast<std::uint8_t>(bound);
    bucket->is_lower =
        static_cast<std::uint8_t>((bucket->is_lower & ~(1U << at)) | (is_lower ? 1U << at : 0U));
    bucket->gain[at] = is_lower ? won.always : won.possibly;
    bucket->loss[at] = is_lower ? won.possibly : won.always;
}

}  // namespace kiebitz::solvers::skat::variants
