"""Deals of Skat that are bid, discarded and declared by our own bidder at all three seats."""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from kiebitz.cards import derive_seed

if TYPE_CHECKING:
    from kiebitz.games.skat import State
    from kiebitz.players.skat.auction import Bidder


def declared_deal(seed: int, bidder: Bidder | None = None) -> State | None:
    """A deal after its auction and declaration, or None if all pass; by our bidder, or another.

    >>> state = declared_deal(2)
    >>> state.phase.name
    'PLAY'
    """
    from kiebitz.games.skat import Phase, State
    from kiebitz.players.skat.judgement import shared_bidder

    bidder = bidder or shared_bidder()
    state = State.deal(seed)
    while not state.is_over and state.phase != Phase.PLAY:
        state = state.play(bidder.decide(state.view(state.to_move)).move)
    return None if state.is_over else state


def declared_deals(
    seed: int, kind: str | None = None, bidder: Bidder | None = None
) -> Iterator[State]:
    """Deals that are played, one after the other; only suit games, grands or nulls if told so."""
    from kiebitz.arena.skat import kind_of_game

    number = 0
    while True:
        state = declared_deal(derive_seed(seed, number), bidder)
        number += 1
        if state is None or state.contract is None:
            continue
        if kind is None or kind_of_game(state.contract) == kind:
            yield state


def quickly_declared_deals(seed: int, kind: str) -> Iterator[State]:
    """Deals of a kind by our bidder, which does not look for games that cannot be lost.

    It plays another game on about one deal of a hundred then, and takes a small part of the time:
    for those who need many deals, and not just these.

    >>> next(quickly_declared_deals(2, "grand")).contract.game
    'G'
    """
    return declared_deals(seed, kind, _without_proofs())


@cache
def _without_proofs() -> Bidder:
    from kiebitz.players.skat.auction import Bidder

    return Bidder(proves=False)


# Native objects go before the interpreter does.
atexit.register(_without_proofs.cache_clear)
