// The ownerships of a split, one after the other; part of rows.hpp.
#pragma once

#include <utility>

#include "solvers/tables/rows.hpp"

namespace kiebitz::solvers::skat {

namespace detail {

template <class Visit>
void give_owners(RowForm& form, std::array<int, 3>& left, int suit, int card, Visit& visit) {
    if (suit == 5) {
        visit(std::as_const(form));
        return;
    }
    if (card == form.size(suit)) {
        // Suits of one length stand in the order of their owners.
        if (suit > 0 && suit < 4 && form.size(suit) == form.size(suit - 1) &&
            form.owners[suit] < form.owners[suit - 1]) {
            return;
        }
        give_owners(form, left, suit + 1, 0, visit);
        return;
    }
    for (int player = 0; player < 3; ++player) {
        if (left[player] == 0) continue;
        --left[player];
        form.owners[suit][card] = static_cast<std::int8_t>(player);
        give_owners(form, left, suit, card + 1, visit);
        ++left[player];
    }
    form.owners[suit][card] = 0;
}

}  // namespace detail

template <class Visit>
void for_each_ownership(const Split& split, int leader, int cards, Visit visit) {
    RowForm form;
    form.split = split;
    form.leader = leader;
    std::array<int, 3> left{cards, cards, cards};
    detail::give_owners(form, left, 0, 0, visit);
}

}  // namespace kiebitz::solvers::skat
