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
from kiebitz.games.skat.cards import card_number
from kiebitz.games.skat.records import parse_record

if TYPE_CHECKING:
    from kiebitz.solvers.skat import Solver

#: The seat after the declarer is the first defender.
ROLES = ("declarer", "defender 1", "defender 2")
#: For one question; nearly all need far fewer.
_PARANOID_NODES = 2_000_000
#: Worlds in which a win with open cards is looked at before anything is proved.
_WITNESSES = 24


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
    from kiebitz._core.skat_players import solver_evaluation, uniform_belief

    uniform, open_cards = uniform_belief(), solver_evaluation("win", 2)
    search = ParanoidSearch()
    for before, move, declarer in _cardplay(state):
        if before.to_move != declarer or len(before.legal_moves) < 2:
            continue
        view = before.view(declarer).native
        # 1. A no mostly has a witness: a world that a card loses even if all cards are seen.
        worlds = [world for world, _ in uniform.draw(view, _WITNESSES, _WITNESSES, 0)]
        moves = [card_number(card) for card in before.legal_moves]
        each = zip(*open_cards.evaluate(view, worlds, 0, moves), strict=True)
        in_doubt = [
            card
            for card, values in zip(before.legal_moves, each, strict=True)
            if min(values)[0] > 0
        ]
        # 2. Asking about the position first is cheaper when the game can be lost, as it often can.
        if not in_doubt or search.proves(view, view.goal, _PARANOID_NODES) != Proof.YES:
            continue
        proofs = {
            card: search.proves(before.play(card).view(declarer).native, view.goal, _PARANOID_NODES)
            for card in in_doubt
        }
        if Proof.UNKNOWN not in proofs.values():
            wins: dict[str, bool] = {
                card: proofs.get(card) == Proof.YES for card in before.legal_moves
            }
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
