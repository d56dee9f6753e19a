"""Where a player takes the unseen cards to be."""

from __future__ import annotations

from kiebitz.cards import derive_seed
from kiebitz.games.skat import DECK, View
from kiebitz.games.skat.cards import from_mask
from kiebitz.players.skat.judgement import shared_belief


def card_places(view: View, *, worlds: int = 400, seed: int = 0) -> dict[str, tuple[float, ...]]:
    """Where each unseen card probably is: chances of the three seats and the skat.

    The belief speaks when it is the seat's turn; at other times all possible worlds count alike.

    >>> from kiebitz.games.skat import State
    >>> state = State.deal(seed=7).play("18").play("p").play("p").play("GH")
    >>> places = card_places(state.view(0), worlds=50, seed=1)
    >>> len(places), {round(sum(chances), 6) for chances in places.values()}
    (22, {1.0})
    """
    drawn: list[tuple[float, list[tuple[str, ...]]]] = []
    if view.to_move == view.seat:
        for world, weight in shared_belief().draw(view, worlds, derive_seed(seed, 0)):
            drawn.append((weight, [from_mask(mask) for mask in (*world.hands, world.skat)]))
    else:
        for number in range(worlds):
            state = view.sample(derive_seed(seed, number))
            drawn.append((1.0, [*state.hands, state.skat]))
    sums: dict[str, list[float]] = {card: [0.0] * 4 for card in DECK}
    total = 0.0
    for weight, places_of in drawn:
        total += weight
        for place, cards in enumerate(places_of):
            for card in cards:
                sums[card][place] += weight
    own = view.seat
    known = set(view.hand) | set(view.discard)
    return {
        card: tuple(weight / total for weight in places)
        for card, places in sums.items()
        if total > 0 and sum(places) > 0 and card not in known and places[own] == 0
    }
