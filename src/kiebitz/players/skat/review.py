"""Could I have won? Every card of a game judged twice.

Once with what its player knew: what the card cost in chance to win, over the worlds that the player
had to reckon with. Once with open cards: what it cost in card points, or in null the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from kiebitz.cards import derive_seed
from kiebitz.games.skat import Phase, State
from kiebitz.games.skat.cards import DECK
from kiebitz.games.skat.history import states_of
from kiebitz.games.skat.moves import Kind, content_of, kind_of
from kiebitz.limits import Limit
from kiebitz.players.skat.opinion import CardOpinion, OpinedWorld, opine
from kiebitz.solvers.skat import Solver

Verdict = Literal["fine", "forced", "inaccuracy", "mistake", "blunder"]

#: What a card may cost in chance to win before it is called something.
INACCURACY, MISTAKE, BLUNDER = 0.1, 0.2, 0.3


@dataclass(frozen=True, slots=True)
class Judgement:
    """One played card."""

    ply: int
    """How many moves were made before it."""
    number: int
    """Its number among the cards, from 0."""
    seat: int
    card: str
    verdict: Verdict
    cost: float
    """Chance to win that it cost its player's party, as far as the player could know."""
    chance: float
    """The declarer's chance after it, as its player could see it."""
    best: str
    opinions: tuple[CardOpinion, ...]
    worlds: tuple[OpinedWorld, ...]
    open_values: dict[str, int]
    """With open cards: the declarer's points after each legal card; in null tricks survived."""
    open_won: dict[str, bool]
    """With open cards: whether the declarer wins after each legal card."""
    open_cost: int
    """Points (in null, tricks) that it cost its player's party with open cards."""
    open_cost_game: bool
    """Whether with open cards it turned a won game into a lost one."""
    line: tuple[str, ...]
    """With open cards: how it goes on after the better card, or after the best one of them."""


def judge_card(
    state: State,
    card: str,
    *,
    worlds: int = 40,
    seconds: float | None = None,
    seed: int = 0,
    number: int = 0,
    solver: Solver | None = None,
    go_on: Callable[[], None] = lambda: None,
) -> Judgement:
    """Judges a card about to be played in a state.

    A card that looks dear is looked at again in four times as many worlds.
    """
    declarer = state.declarer
    assert declarer is not None
    seat = state.to_move
    mine = seat == declarer
    view = state.view(seat)
    forced = len(view.legal_moves) == 1
    opinion = opine(view, worlds=worlds, seconds=seconds, seed=seed, go_on=go_on)
    if not forced and opinion.best.win - opinion.of(card).win >= INACCURACY - 0.02:
        opinion = opine(
            view,
            worlds=4 * worlds,
            seconds=None if seconds is None else 2 * seconds,
            seed=derive_seed(seed, 2),
            go_on=go_on,
        )
    played = opinion.of(card)
    cost = 0.0 if forced else max(0.0, opinion.best.win - played.win)

    limit = None if seconds is None else Limit(seconds=2 * seconds)
    solution = (solver or Solver()).solve(state, moves=True, line=False, limit=limit)
    sign = 1 if mine else -1
    values = {move.card: move.bounds[0] for move in solution.moves}
    won = {move.card: move.won is True for move in solution.moves}
    top = max(values.values(), key=lambda value: sign * value)
    open_best = max(values, key=lambda name: sign * values[name])
    lost_game = any(won[name] == mine for name in won) and won[card] != mine
    first = opinion.best.card if not forced and cost >= INACCURACY else open_best
    after = state.play(first)
    line: tuple[str, ...] = (first,)
    if after.phase == Phase.PLAY:
        line += (solver or Solver()).solve(after, line=True, limit=limit).line
    return Judgement(
        ply=len(state.native.history),
        number=number,
        seat=seat,
        card=card,
        verdict="forced" if forced else verdict_of(cost),
        cost=cost,
        chance=played.win if mine else 1 - played.win,
        best=opinion.best.card if cost > 0 else card,
        opinions=opinion.cards,
        worlds=opinion.worlds[:6],
        open_values=values,
        open_won=won,
        open_cost=abs(top - values[card]),
        open_cost_game=lost_game,
        line=line,
    )


def verdict_of(cost: float) -> Verdict:
    """What a loss of chance is called.

    >>> [verdict_of(cost) for cost in (0.05, 0.1, 0.25, 0.6)]
    ['fine', 'inaccuracy', 'mistake', 'blunder']
    """
    if cost >= BLUNDER:
        return "blunder"
    if cost >= MISTAKE:
        return "mistake"
    return "inaccuracy" if cost >= INACCURACY else "fine"


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
    state: State, *, worlds: int = 40, seconds: float | None = None, seed: int = 0
) -> Iterator[Judgement]:
    """Judges the cards of a game one by one.

    >>> list(review(State.deal(seed=1)))
    []
    """
    solver = Solver()
    for number, (before, card) in enumerate(played_positions(state)):
        yield judge_card(
            before,
            card,
            worlds=worlds,
            seconds=seconds,
            seed=derive_seed(seed, number),
            number=number,
            solver=solver,
        )
