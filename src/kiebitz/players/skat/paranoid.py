"""What the declarer cannot lose any more, however the unseen cards lie (thesis ch. 6).

All questions are about the declarer's View during cardplay, whoever is to move. `nodes` limits the
work of one search, 0 does not; an answer that the limit leaves open is None, or leaves a card out.
"""

from __future__ import annotations

from collections.abc import Sequence

from kiebitz._core import skat_paranoid as core
from kiebitz.beliefs.skat import SkatWorld
from kiebitz.games.skat import Goal, View
from kiebitz.games.skat.cards import card_number

_ANSWERS = {core.Proof.YES: True, core.Proof.NO: False, core.Proof.UNKNOWN: None}


def is_unlosable(view: View, *, nodes: int = 0) -> bool | None:
    """Whether the game is won in every world against every defence.

    >>> from kiebitz.games.skat import State
    >>> state = State.from_deal("CJ.SJ.HJ.DJ.CA.CT.CK.SA.ST.HA.C7.C8.C9.CQ.S7.S8.S9.SQ.SK.H7."
    ...                         "H8.H9.HQ.HK.HT.D7.D8.D9.DQ.DK.DT.DA")
    >>> for move in ("p", "p", "18", "GH"):
    ...     state = state.play(move)
    >>> is_unlosable(state.view(0))
    True
    """
    goal = view.native.goal
    return _ANSWERS[core.ParanoidSearch(16).proves(view.native, goal, nodes)]


def can_claim(view: View, *, nodes: int = 0) -> bool | None:
    """Whether all tricks that are left are certain: the declarer may show the hand."""
    goal = Goal.all_tricks()
    return _ANSWERS[core.ParanoidSearch(16).proves(view.native, goal, nodes)]


def sure_points(view: View, *, nodes: int = 0) -> int:
    """The card points that are certain; with a limit of nodes, at least so many are."""
    points, _ = core.ParanoidSearch(18).sure_points(view.native, nodes)
    return points


def sure_cards(view: View, *, nodes: int = 0) -> tuple[str, ...]:
    """The declarer's cards after which the game still cannot be lost."""
    return find_sure_cards(view, nodes=nodes)[0]


def find_sure_cards(view: View, *, nodes: int = 0) -> tuple[tuple[str, ...], int]:
    """The same, and the nodes of all searches together: one for the position, one for each card."""
    search = core.ParanoidSearch(16)
    goal = view.native.goal
    # Asking about the position first is cheaper than about every card when the answer is no.
    proof = search.proves(view.native, goal, nodes)
    spent = search.nodes
    if proof != core.Proof.YES:
        return (), spent
    mask, _ = search.sure_cards(view.native, goal, nodes)
    cards = tuple(card for card in view.legal_moves if mask >> card_number(card) & 1)
    return cards, spent + search.nodes


def achievable_set(view: View, worlds: Sequence[SkatWorld], *, nodes: int = 0) -> list[SkatWorld]:
    """Worlds in all of which one and the same strategy wins, grown in the order given (§6.5).

    Put the most constrained worlds first.
    """
    goal = view.native.goal
    indices = core.achievable_set(view.native, worlds, goal, nodes)
    return [worlds[index] for index in indices]


def largest_achievable_set(
    view: View, worlds: Sequence[SkatWorld], *, tries: int = 3, nodes: int = 10_000
) -> list[SkatWorld]:
    """The largest of some achievable sets, each grown in another order (§6.5).

    First the worlds with the fewest points; those that found no place go first in the next try.
    `nodes` limits the question about each world that is to be added.

    >>> from kiebitz.beliefs.skat import make_belief
    >>> from kiebitz.games.skat import State
    >>> state = State.from_deal("CJ.SJ.HJ.DJ.CA.CT.CK.SA.ST.HA.C7.C8.C9.CQ.S7.S8.S9.SQ.SK.H7."
    ...                         "H8.H9.HQ.HK.HT.D7.D8.D9.DQ.DK.DT.DA")
    >>> for move in ("p", "p", "18", "GH"):
    ...     state = state.play(move)
    >>> view = state.view(0)
    >>> worlds = [world for world, _ in make_belief("uniform").draw(view, 10, 1)]
    >>> len(largest_achievable_set(view, worlds))
    10
    """
    if is_unlosable(view, nodes=nodes):
        return list(worlds)
    goal = view.native.goal
    indices = core.largest_achievable_set(view.native, worlds, goal, tries, nodes)
    return [worlds[index] for index in indices]
