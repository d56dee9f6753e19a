// Rows of a table against the search.
#include "cards/random.hpp"
#include "solvers/tables/dense_rows.hpp"
#include "solvers/tables/trump_table.hpp"

namespace kiebitz::solvers::skat {

std::pair<std::uint64_t, std::uint64_t> compare_rows(const TrumpTable& table, Kind kind, int cards,
                                                     int each, int step) {
    RowMaker maker(kind);  // it searches without tables
    Random random(static_cast<std::uint64_t>(cards));
    std::uint64_t compared = 0, different = 0, number = 0;
    for (const Split& split : splits_of(kind, cards)) {
        const SplitShape shape(kind, split);
        for (const FineSplit& fine : fine_splits(split, cards)) {
            const Ownerships all(fine);
            for (int leader = 0; leader < 3; ++leader) {
                for (std::size_t i = 0; i < all.size; ++i) {
                    if (number++ % static_cast<std::uint64_t>(step) != 0) continue;
                    RowForm form;
                    form.split = split;
                    form.leader = leader;
                    for (int suit = 0; suit < kFormSuits; ++suit) {
                        form.owners[suit] = suit_deals(fine.held[suit])
                                                .owners[i / all.strides[suit] % all.counts[suit]];
                    }
                    for (int k = 0; k < each; ++k) {
                        Digits digits{};
                        for (int suit = 0; suit < kFormSuits; ++suit) {
                            digits[suit] = static_cast<std::uint8_t>(
                                random.below(static_cast<std::uint32_t>(shape.digits[suit])));
                        }
                        const auto found = table.points(form.hands(kind, digits), leader);
                        if (!found) continue;
                        ++compared;
                        const int value = 2 * *found - row_total(kind, split, digits);
                        different += value != maker.value(form, digits);
                    }
                }
            }
        }
    }
    return {compared, different};
}

}  // namespace kiebitz::solvers::skat
