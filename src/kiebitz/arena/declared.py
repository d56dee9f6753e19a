"""Deals of Skat that are bid, discarded and declared by our own bidder at all three seats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kiebitz.cards import derive_seed

if TYPE_CHECKING:
    from kiebitz.games.skat import State


def declared_deal(seed: int) -> State | None:
    """A deal after its auction and declaration, or None if all pass.

    >>> state = declared_deal(2)
    >>> state.phase.name
    'PLAY'
    """
    from kiebitz.games.skat import Phase, State
    from kiebitz.players.skat.judgement import shared_bidder

    state = State.deal(seed)
    while not state.is_over and state.phase != Phase.PLAY:
        state = state.play(shared_bidder().decide(state.view(state.to_move)).move)
    return None if state.is_over else state


def declared_deals(seed: int, kind: str | None = None) -> Iterator[State]:
    """Deals that are played, one after the other; only suit games, grands or nulls if told so."""
    from kiebitz.arena.skat import kind_of_game

    number = 0
    while True:
        state = declared_deal(derive_seed(seed, number))
        number += 1
        if state is None or state.contract is None:
            continue
        if kind is None or kind_of_game(state.contract) == kind:
            yield state
