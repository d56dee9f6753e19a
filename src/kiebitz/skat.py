"""Skat: rules, records, the open-hand solver, players and review.

>>> from kiebitz import skat
>>> state = skat.State.deal(seed=7)
>>> skat.player("rules").decide(state.view(state.to_move)).move
'18'
>>> position = skat.Position.parse(
...     game="G", declarer=0, leader=0, hands="CJ.CA|SJ.CT|HJ.CK", skat="H7.H8"
... )
>>> skat.solve(position).value
31
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kiebitz.beliefs.skat import CardView, SkatBelief, SkatWorld, WeighingBelief
from kiebitz.games.moves import Bid, Card, Move, Pass
from kiebitz.games.skat import (
    BIDS,
    DECK,
    SEAT_NAMES,
    ClubSheet,
    Contract,
    Phase,
    Result,
    ScoreList,
    State,
    View,
    card_points,
    parse_cards,
    sort_cards,
)
from kiebitz.games.skat.history import Said, Trick, moves_of, states_of, tricks_of
from kiebitz.games.skat.moves import Declaration, Discard, Hold, PickUp
from kiebitz.games.skat.records import InvalidRecord, Record, read_records
from kiebitz.games.skat.set_up import set_up_view
from kiebitz.games.sources import Source, opened
from kiebitz.players.protocol import Decision
from kiebitz.players.skat import PLAYERS, SkatPlayer, make_player
from kiebitz.players.skat.certainty import certainty
from kiebitz.players.skat.judgement import WORLDS
from kiebitz.players.skat.plugs import monte_carlo_player, playouts_by
from kiebitz.players.skat.review import Judgement
from kiebitz.players.skat.review import review as _review
from kiebitz.players.skat.standing import Standing
from kiebitz.solvers.skat import (
    ALL_TRICKS,
    MoveValue,
    Position,
    Solution,
    Solver,
    estimate,
    solve,
    solve_many,
    solve_moves,
)
from kiebitz.solvers.skat_options import NullOptions, TrumpOptions
from kiebitz.values.estimator import Estimate

__all__ = [
    "ALL_TRICKS",
    "BIDS",
    "DECK",
    "PLAYERS",
    "SEAT_NAMES",
    "Bid",
    "Card",
    "CardView",
    "ClubSheet",
    "Contract",
    "Decision",
    "Declaration",
    "Discard",
    "Estimate",
    "Hold",
    "InvalidRecord",
    "Judgement",
    "Move",
    "MoveValue",
    "NullOptions",
    "Pass",
    "Phase",
    "PickUp",
    "Position",
    "Record",
    "Result",
    "Said",
    "ScoreList",
    "SkatBelief",
    "SkatPlayer",
    "SkatWorld",
    "Solution",
    "Solver",
    "Standing",
    "State",
    "Trick",
    "TrumpOptions",
    "View",
    "WeighingBelief",
    "card_points",
    "certainty",
    "estimate",
    "monte_carlo_player",
    "moves_of",
    "parse_cards",
    "player",
    "playouts_by",
    "read",
    "review",
    "set_up_view",
    "solve",
    "solve_many",
    "solve_moves",
    "sort_cards",
    "states_of",
    "tricks_of",
]


def read(
    source: Source, *, bad: Callable[[InvalidRecord], object] | None = None
) -> Iterator[Record]:
    """The games of a path, a text or an open file of ISS records, one a line.

    They are read one at a time, so that a file may have any size. A record that cannot be read
    raises `InvalidRecord`; if `bad` is given, it gets the error and reading goes on.

    >>> from kiebitz import skat
    >>> passed = skat.State.deal(seed=1).play("p").play("p").play("p")
    >>> text = str(skat.Record.of(passed, ID="9"))
    >>> [game.result.passed for game in skat.read(text)]
    [True]
    >>> complaints = []
    >>> len(list(skat.read(text + "\\n(;rubbish", bad=complaints.append))), complaints[0].line
    (1, 2)
    """
    with opened(source, lambda text: text.lstrip().startswith("(;")) as file:
        for record in read_records(file):
            if isinstance(record, Record):
                yield record
            elif bad is None:
                raise record
            else:
                bad(record)


def player(spec: str | Mapping[str, Any], *, belief: SkatBelief | None = None) -> SkatPlayer:
    """A player by its name, with settings after a colon. It decides for a `View`.

    A `belief` of your own, derived from `WeighingBelief`, takes the place of the one it is named
    with.

    >>> from kiebitz import skat
    >>> view = skat.State.deal(seed=7).play("18").view(0)
    >>> skat.player("pimc:worlds=20").decide(view, seed=1).move in ("y", "p")
    True
    """
    return make_player(spec, belief=belief)


def review(
    game: Record | State | str,
    *,
    worlds: int = WORLDS,
    seconds: float | None = None,
    seed: int = 0,
    open_cards: bool = False,
) -> Iterator[Judgement]:
    """Judges the decisions of a game one by one: a record, its state, or its text.

    Each is judged in list points by what its player could know; cards in up to `worlds` worlds, in
    late tricks more. With `open_cards` cards are judged with all cards open as well. `seconds`
    bounds the time for one decision.

    >>> from kiebitz import skat
    >>> passed = skat.State.deal(seed=7).play("p").play("p").play("p")
    >>> [(one.phase, one.move, one.best, one.grade) for one in skat.review(passed)][0]
    ('bid', 'p', '18', 'inaccuracy')
    """
    if isinstance(game, str):
        (game,) = read(game)
    state = game.state if isinstance(game, Record) else game
    return _review(state, worlds=worlds, seconds=seconds, seed=seed, open_cards=open_cards)
