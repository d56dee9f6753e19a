"""Could I have won? Every decision of a game judged, from the first bid to the last card.

Each by what its player could know, in list points, see :mod:`kiebitz.players.skat.judgement`; cards
also with open cards, if that is asked for: what a card cost in card points, or in null the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from kiebitz.games.skat import Phase, State
from kiebitz.games.skat.cards import DECK
from kiebitz.games.skat.history import states_of
from kiebitz.games.skat.moves import Kind, content_of, kind_of, move_text
from kiebitz.limits import Limit
from kiebitz.players.skat.judgement import (
    WORLDS,
    Assessment,
    DecisionPhase,
    Grade,
    Option,
    assess,
    option_for,
)
from kiebitz.players.skat.reasons import Reason, reasons_for
from kiebitz.solvers.skat import Solver

_DECISIONS = (Kind.BID, Kind.HOLD, Kind.PASS, Kind.PICK_UP, Kind.DECLARE, Kind.DISCARD, Kind.PLAY)


@dataclass(frozen=True, slots=True)
class OpenCards:
    """What open cards say to a card."""

    values: dict[str, int]
    """The declarer's points after each legal card; in null tricks survived."""
    won: dict[str, bool]
    """Whether the declarer wins after each legal card."""
    cost: int
    """Points (in null, tricks) that the card cost its player's party."""
    cost_game: bool
    """Whether it turned a won game into a lost one."""
    line: tuple[str, ...]
    """How it goes on after the better card, or after the best one of them."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One decision of a game."""

    ply: int
    """How many moves were made before it."""
    seat: int
    phase: DecisionPhase
    move: str
    best: str
    """The move that promised most; the move itself if nothing promised more."""
    loss: float
    """What it cost its player's party in list points, as far as the player could know."""
    error: float
    """The standard error of the loss."""
    grade: Grade | None
    """What it is called: nothing, an inaccuracy, a mistake or a blunder."""
    before: float | None
    """The chance of its player's party with the best move; None if there was no choice."""
    after: float | None
    """The same with the move that was made."""
    assessment: Assessment
    reasons: tuple[Reason, ...] = ()
    """Why another move was better, as codes with parameters."""
    number: int | None = None
    """The number of a card among all cards, from 0."""
    open: OpenCards | None = None

    @property
    def trick(self) -> int | None:
        """The trick of a card, from 1."""
        return None if self.number is None else self.number // 3 + 1

    @property
    def forced(self) -> bool:
        """Whether there was no other move."""
        return len(self.assessment.options) == 1

    @property
    def verdict(self) -> Literal["fine", "forced", "inaccuracy", "mistake", "blunder"]:
        """The grade, or a word for none."""
        return self.grade or ("forced" if self.forced else "fine")

    @property
    def habit(self) -> str:
        """What was done wrong, in one code: the habit that it may be part of."""
        return self.reasons[0].code if self.reasons else self.phase

    @property
    def options(self) -> tuple[Option, ...]:
        """All that could be done, best first."""
        return self.assessment.options


def judge(
    state: State,
    move: str,
    *,
    worlds: int = WORLDS,
    seconds: float | None = None,
    seed: int = 0,
    number: int | None = None,
    open_cards: bool = False,
    solver: Solver | None = None,
    go_on: Callable[[], None] = lambda: None,
) -> Judgement:
    """Judges a move about to be made in a state.

    >>> state = State.deal(seed=7)
    >>> judge(state, "p").best
    '18'
    """
    view = state.view(state.to_move)
    found = assess(view, worlds=worlds, seconds=seconds, seed=seed, about=move, go_on=go_on)
    option = option_for(view, found, move)
    best = found.best.move if option.loss > 0 and found.best.move != move else move
    return Judgement(
        ply=len(state.native.history),
        seat=state.to_move,
        phase=found.phase,
        move=move,
        best=best,
        loss=option.loss,
        error=option.error,
        grade=option.grade,
        before=found.best.win,
        after=option.win,
        assessment=found,
        reasons=reasons_for(view, found, option),
        number=number,
        open=_with_open_cards(state, move, best, seconds, solver or Solver())
        if open_cards and found.phase == "card"
        else None,
    )


def decisions_of(state: State) -> list[tuple[State, str]]:
    """Every state in which a player decided something, with what was decided.

    >>> [move for _, move in decisions_of(State.deal(seed=7).play("18").play("p"))]
    ['18', 'p']
    """
    return [
        (before, move_text(number))
        for before, number in zip(states_of(state), state.native.history, strict=False)
        if kind_of(number) in _DECISIONS
    ]


def played_positions(state: State) -> list[tuple[State, str]]:
    """Every state in which a card was played, with that card.

    >>> played_positions(State.deal(seed=1))
    []
    """
    return [
        (before, DECK[content_of(number)])
        for before, number in zip(states_of(state), state.native.history, strict=False)
        if kind_of(number) == Kind.PLAY
    ]


def review(
    state: State,
    *,
    worlds: int = WORLDS,
    seconds: float | None = None,
    seed: int = 0,
    open_cards: bool = False,
    go_on: Callable[[], None] = lambda: None,
) -> Iterator[Judgement]:
    """Judges the decisions of a game one by one.

    >>> [one.grade for one in review(State.deal(seed=7).play("18").play("p"))]
    [None, None]
    """
    solver = Solver() if open_cards else None
    cards = 0
    for before, move in decisions_of(state):
        is_card = before.phase == Phase.PLAY
        yield judge(
            before,
            move,
            worlds=worlds,
            seconds=seconds,
            seed=seed,
            number=cards if is_card else None,
            open_cards=open_cards,
            solver=solver,
            go_on=go_on,
        )
        cards += is_card


def _with_open_cards(
    state: State, card: str, best: str, seconds: float | None, solver: Solver
) -> OpenCards:
    mine = state.to_move == state.declarer
    limit = None if seconds is None else Limit(seconds=2 * seconds)
    solution = solver.solve(state, moves=True, line=False, limit=limit)
    sign = 1 if mine else -1
    values = {move.card: move.bounds[0] for move in solution.moves}
    won = {move.card: move.won is True for move in solution.moves}
    first = max(values, key=lambda name: sign * values[name]) if best == card else best
    after = state.play(first)
    line: tuple[str, ...] = (first,)
    if after.phase == Phase.PLAY:
        line += solver.solve(after, line=True, limit=limit).line
    top = max(values.values(), key=lambda value: sign * value)
    return OpenCards(
        values,
        won,
        cost=abs(top - values[card]),
        cost_game=any(won[name] == mine for name in won) and won[card] != mine,
        line=line,
    )
