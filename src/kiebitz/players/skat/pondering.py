"""What a seat may see when it is its turn again, the likeliest first."""

from __future__ import annotations

from collections import Counter

from kiebitz._core import skat_players as core
from kiebitz.cards import derive_seed
from kiebitz.games.skat import View
from kiebitz.games.skat.cards import DECK
from kiebitz.games.skat.moves import Phase

_SAMPLES = 48


def expected_views(view: View, seed: int = 0) -> list[View]:
    """Views with which the seat decides next on a card, as the rule player would lead there.

    Only cards are thought of beforehand: there are none before the game is declared.

    >>> from kiebitz.games.skat import State
    >>> state = State.deal(seed=7).play("18").play("p").play("p").play("GH")
    >>> found = expected_views(state.view(1))
    >>> {one.to_move for one in found}
    {1}
    """
    if view.phase != Phase.PLAY:
        return []
    rules = core.rule_player()
    found: Counter[View] = Counter()
    for number in range(_SAMPLES):
        own = derive_seed(seed, number)
        state = view.sample(own)
        while not state.is_over and state.to_move != view.seat:
            mover = state.view(state.to_move)
            state = state.play(DECK[rules.choose(mover.native, own)])
        if not state.is_over:
            found[state.view(view.seat)] += 1
    return [one for one, _ in found.most_common()]
