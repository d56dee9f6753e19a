"""Where a player takes the unseen cards to be."""

from __future__ import annotations

from kiebitz.beliefs.skat.belief import DEFAULT_BELIEF
from kiebitz.beliefs.skat.locations import places_by_name
from kiebitz.games.skat import View


def card_places(view: View, *, belief: str = DEFAULT_BELIEF) -> dict[str, tuple[float, ...]]:
    """Where each unseen card probably is: chances of the three seats and the skat.

    They are exact chances of a learned belief, without the noise of a sample.

    >>> from kiebitz.games.skat import State
    >>> state = State.deal(seed=7).play("18").play("p").play("p").play("GH")
    >>> places = card_places(state.view(0))
    >>> len(places), {round(sum(chances), 6) for chances in places.values()}
    (22, {1.0})
    """
    return dict(places_by_name(view, belief).chances)
