#include "solvers/skat/variants/rank_constraints.hpp"

#include "solvers/skat/null_engine.hpp"
#include "solvers/skat/null_search_steps.hpp"

namespace kiebitz::solvers::skat::variants {

void RankConstraints::spread(Cards equals) {
    const int suit = lowest(equals) / 8;
    const std::uint64_t ranks = equals >> (8 * suit) & 0xff;
    std::uint64_t row = 0, rows = 0;
    for (Card rank : each_card(static_cast<Cards>(ranks))) row |= lower[suit] >> (8 * rank) & 0xff;
    for (int rank = 0; rank < 8; ++rank) {
        std::uint64_t beaten = lower[suit] >> (8 * rank) & 0xff;
        if ((ranks >> rank & 1) != 0) beaten = row;
        if ((beaten & ranks) != 0) beaten |= ranks;
        rows |= beaten << (8 * rank);
    }
    lower[suit] = rows;
}

std::array<std::uint8_t, 8> RankConstraints::ranks_at(const std::array<Cards, 3>& hands, int suit) {
    std::array<std::uint8_t, 8> ranks{};
    int slot = 0;
    for (const Cards hand : hands) {
        for (Card rank : each_card(hand >> (8 * suit) & 0xff)) ranks[slot++] = rank;
    }
    return ranks;
}

RankConstraints::Form RankConstraints::form_of(const std::array<Cards, 3>& hands, int leader,
                                               bool sort_suits) {
    Form form{NullForm::of(hands, leader, sort_suits), {}};
    for (int place = 0; place < 4; ++place) {
        const int suit = form.suit_at[place];
        const auto ranks = ranks_at(hands, suit);
        const Cards rest = (hands[0] | hands[1] | hands[2]) >> (8 * suit) & 0xff;
        std::array<std::uint8_t, 8> slot_of{};
        for (int slot = 0; slot < count(rest); ++slot) {
            slot_of[ranks[slot]] = static_cast<std::uint8_t>(slot);
        }
        std::uint64_t below = 0;
        for (Card rank : each_card(rest)) {
            form.beats[place] |= below << (8 * slot_of[rank]);
            below |= std::uint64_t{1} << slot_of[rank];
        }
    }
    return form;
}

RankConstraints::Pattern RankConstraints::pattern(const Form& form,
                                                  const std::array<Cards, 3>& hands) const {
    Pattern pattern;
    for (int place = 0; place < 4; ++place) {
        const int suit = form.suit_at[place];
        if (lower[suit] == 0) continue;
        const auto ranks = ranks_at(hands, suit);
        const int cards = count((hands[0] | hands[1] | hands[2]) >> (8 * suit) & 0xff);
        for (int slot = 0; slot < cards; ++slot) {
            const std::uint64_t beaten = lower[suit] >> (8 * ranks[slot]) & 0xff;
            if (beaten == 0) continue;
            for (int other = 0; other < cards; ++other) {
                pattern.beats[place] |= (beaten >> ranks[other] & 1) << (8 * slot + other);
            }
        }
    }
    return pattern;
}

RankConstraints RankConstraints::of(const Pattern& pattern, const Form& form,
                                    const std::array<Cards, 3>& hands) {
    RankConstraints reasons;
    for (int place = 0; place < 4; ++place) {
        if (pattern.beats[place] == 0) continue;
        const int suit = form.suit_at[place];
        const auto ranks = ranks_at(hands, suit);
        for (std::uint64_t pairs = pattern.beats[place]; pairs != 0; pairs &= pairs - 1) {
            const int pair = std::countr_zero(pairs);
            reasons.lower[suit] |= std::uint64_t{1} << (8 * ranks[pair / 8] + ranks[pair % 8]);
        }
    }
    return reasons;
}

std::unique_ptr<Engine> make_rank_constraint_engine(const NullOptions& options,
                                                    std::size_t memory) {
    return std::make_unique<NullEngine<RankConstraints>>(options, memory);
}

}  // namespace kiebitz::solvers::skat::variants
