"""A game taken apart again: who said what, the states on the way, the tricks."""

from __future__ import annotations

from dataclasses import dataclass

from kiebitz._core import skat as core
from kiebitz.games.skat.cards import DECK, card_points
from kiebitz.games.skat.moves import Kind, content_of, kind_of, move_text
from kiebitz.games.skat.state import State, View


@dataclass(frozen=True, slots=True)
class Said:
    """One move of a game; `seat` is None for what happens to the table, like a lost connection."""

    seat: int | None
    move: str
    kind: str


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick, from the leader on; the winner of one that is still open is None."""

    leader: int
    cards: tuple[str, ...]
    winner: int | None

    @property
    def points(self) -> int:
        """The card points in it."""
        return card_points(self.cards)


def states_of(state: State) -> list[State]:
    """Every state of a game from the deal on, the given one last.

    >>> state = State.deal(seed=7).play("18").play("p")
    >>> [len(s.native.history) for s in states_of(state)]
    [0, 1, 2]
    """
    walk = core.State(state.native.dealt_hands, state.native.dealt_skat)
    states = [State(walk)]
    for number in state.native.history:
        event = kind_of(number).value >= Kind.SHOW.value
        walk = walk.happen(number) if event else walk.apply(number)
        states.append(State(walk))
    return states


def moves_of(state: State, seen_by: View | None = None) -> list[Said]:
    """Who said what; what a seat may not see is ``??`` in the moves of its View.

    >>> [said.move for said in moves_of(State.deal(seed=7).play("18").play("p"))]
    ['18', 'p']
    """
    numbers = state.native.history if seen_by is None else seen_by.native.history
    said = []
    for before, number in zip(states_of(state), numbers, strict=False):
        kind = kind_of(number)
        if kind in (Kind.TIME_OUT, Kind.LEAVE):
            seat = None
        elif kind == Kind.SHOW:
            seat = before.declarer
        elif kind == Kind.RESIGN:
            seat = content_of(number)
        else:
            seat = before.to_move
        said.append(Said(seat, move_text(number), kind.name.lower()))
    return said


def tricks_of(state: State) -> list[Trick]:
    """The tricks of a game so far, the open one last.

    >>> tricks_of(State.deal(seed=7))
    []
    """
    tricks: list[Trick] = []
    states = states_of(state)
    leader = 0
    cards: list[str] = []
    for before, after, number in zip(states, states[1:], state.native.history, strict=False):
        if kind_of(number) != Kind.PLAY:
            continue
        if not cards:
            leader = before.to_move
        cards.append(DECK[content_of(number)])
        if len(cards) == 3:
            tricks.append(Trick(leader, tuple(cards), after.leader))
            cards = []
    if cards:
        tricks.append(Trick(leader, tuple(cards), None))
    return tricks
