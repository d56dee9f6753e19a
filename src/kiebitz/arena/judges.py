"""Post-mortem analysis: which decisions of a game threw away a win that was certain.

``pipma`` looks at the open cards (thesis §9.6): a move is an error if it turns a position that its
party wins, were all cards open and all played best, into one that it loses. ``paranoid`` looks at
what the declarer knows (thesis §6.4): a move is an error if it turns a game that cannot be lost,
however the unseen cards lie, into one that can. Decisions in which no error is possible are not
counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from kiebitz.arena.skat import ARBITER, decisions
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import Goal, State
from kiebitz.games.skat.cards import from_mask
from kiebitz.games.skat.records import parse_record

if TYPE_CHECKING:
    from kiebitz.solvers.skat import Solver

#: The seat after the declarer is the first defender.
ROLES = ("declarer", "defender 1", "defender 2")
#: For one question; nearly all need far fewer.
_PARANOID_NODES = 2_000_000


class Judged(NamedTuple):
    """One decision in which an error was possible."""

    trick: int  # from 1
    seat: int
    role: str
    is_error: bool


def judge_game(payload: tuple[str, str], seed: int) -> list[Judged]:
    """What a judge finds in a game, given as (judge, record)."""
    judge, record = payload
    try:
        find = JUDGES[judge]
    except KeyError:
        raise KiebitzError(f"there is no judge {judge!r}: {', '.join(JUDGES)}") from None
    state = parse_record(record).state
    return list(find(state))


def pipma(state: State) -> Iterator[Judged]:
    """The decisions of a game by the open cards."""
    from kiebitz.solvers.skat import threshold_of

    for before, move, declarer in _cardplay(state):
        if before.goal.kind == Goal.Kind.IMPOSSIBLE or len(before.legal_moves) < 2:
            continue
        threshold = threshold_of(before.goal)
        solution = _solver().solve(before, moves=True, line=False, threshold=threshold)
        wins = {one.card: one.won == (before.to_move == declarer) for one in solution.moves}
        yield from _judged(before, declarer, wins, move)


def paranoid(state: State) -> Iterator[Judged]:
    """The declarer's decisions by what the declarer knew; those too hard to settle are left out."""
    from kiebitz._core.skat_paranoid import ParanoidSearch, Proof

    search = ParanoidSearch()
    for before, move, declarer in _cardplay(state):
        if before.to_move != declarer or len(before.legal_moves) < 2:
            continue
        view = before.view(declarer).native
        goal = view.goal
        # Asking about the position first is cheaper when the game can be lost, as it mostly can.
        if search.proves(view, goal, _PARANOID_NODES) == Proof.YES:
            sure, is_settled = search.sure_cards(view, goal, _PARANOID_NODES)
            if is_settled:
                cards = from_mask(sure)
                wins: dict[str, bool] = {card: card in cards for card in before.legal_moves}
                yield from _judged(before, declarer, wins, move)


#: The judges by name.
JUDGES: Mapping[str, Callable[[State], Iterator[Judged]]] = {"pipma": pipma, "paranoid": paranoid}


def _cardplay(state: State) -> Iterator[tuple[State, str, int]]:
    for before, move in decisions(state):
        if not ARBITER.is_auction(before) and before.declarer is not None:
            yield before, move, before.declarer


def _judged(before: State, declarer: int, wins: Mapping[str, bool], move: str) -> Iterator[Judged]:
    if any(wins.values()) and not all(wins.values()):
        seat = before.to_move
        trick = sum(before.tricks_won) + 1
        yield Judged(trick, seat, ROLES[(seat - declarer) % 3], not wins[move])


@cache
def _solver() -> Solver:
    from kiebitz.solvers.skat import Solver

    return Solver()
