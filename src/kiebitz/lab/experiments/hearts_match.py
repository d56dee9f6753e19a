"""Searching Hearts players against players by rules of thumb (table 7.13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.lab.contests import PAPER, draw_bars
from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size, Sum

if TYPE_CHECKING:
    from kiebitz.limits import Limit

NOTES = """
One player that searches sampled worlds (speculative maxⁿ, 280,000 nodes over all worlds in the
thesis) against three others, to 100 points, no passing, and −26 for shooting the moon. The
commercial program of the thesis is not available: the three others are our player by rules of
thumb, so only the direction can be compared.

`schedule` says how many worlds are searched: `fixed` so many as `worlds` says, `thesis` 40 in the
first trick, fewer and fewer down to 13 in the tenth, and in the last three tricks 30 to the end of
the game. `evaluation` is `estimate`, or `match` with the thesis' terms: the queen costs more while
its taker holds other spades, and it is good to split the points; their weights are ours.
"""
#: Tricks before the end from which on worlds are searched to the end.
COMPLETE = 3


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a game to 100 points; the searching player changes seats."""
    for game in range(parameters["games"]):
        yield {
            "seat": game % 4,
            "game": game,
            "nodes": parameters["nodes"],
            "worlds": parameters["worlds"],
            "limit": parameters["limit"],
            "schedule": parameters["schedule"],
            "evaluation": parameters["evaluation"],
        }


def limit_of(payload: Any, tricks: int) -> Limit:
    """What a decision may cost after so many tricks (thesis §7.6.1).

    >>> payload = {"schedule": "thesis", "nodes": 280_000, "worlds": 30}
    >>> [limit_of(payload, tricks).worlds for tricks in (0, 3, 9, 10)]
    [40, 31, 13, 30]
    """
    from kiebitz.limits import Limit

    if payload["schedule"] == "fixed":
        return Limit(nodes=payload["nodes"], worlds=payload["worlds"])
    if payload["schedule"] != "thesis":
        raise KiebitzError(f"a schedule is fixed or thesis, not {payload['schedule']!r}")
    if tricks >= 13 - COMPLETE:
        return Limit(depth=COMPLETE, worlds=30)
    return Limit(nodes=payload["nodes"], worlds=40 - 3 * tricks)


def unit(payload: Any, seed: int) -> list[Any]:
    """Totals of the searching player and of the others, and the number of hands."""
    from kiebitz.games import hearts
    from kiebitz.players.hearts_rules import HeartsRulePlayer
    from kiebitz.players.searching import SearchPlayer
    from kiebitz.search.multiplayer import Method

    rules = hearts.Rules(moon="shooter gains")
    match = hearts.Match(rules, passing=False, seed=seed, limit=payload["limit"])
    method = Method("speculative", evaluation=payload["evaluation"])
    searching, others = SearchPlayer(method), HeartsRulePlayer()
    number = 0
    while not match.is_over:
        state = match.next_hand()
        while not state.is_over:
            number += 1
            mover = state.to_move
            view = state.view(mover)
            chance = derive_seed(seed, number)
            if mover == payload["seat"]:
                limit = limit_of(payload, sum(state.tricks))
                move = searching.decide(view, limit=limit, seed=chance).move
            else:
                move = others.decide(view, seed=chance).move
            state = state.play(move)
        match = match.after(state)
    mine = match.totals[payload["seat"]]
    return [mine, (sum(match.totals) - mine) / 3, match.hands]


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """One line a kind of player."""
    table: list[Row] = []
    for place, name in enumerate(("speculative maxⁿ", "rule player")):
        games, hands = Sum(), Sum()
        for done in finished:
            games.add(done.value[place])
            hands.add(done.value[place] / done.value[2])
        table.append(
            {
                "contest": "4 players",
                "player": name,
                "game": games.mean,
                "game_ci": games.interval,
                "hand": hands.mean,
                "hand_ci": hands.interval,
            }
        )
    return table


_SHARED = {"limit": 100, "schedule": "fixed", "evaluation": "estimate"}

EXPERIMENT = Experiment(
    name="hearts-match",
    paper=PAPER,
    item="table 7.13",
    title="Hearts to 100 points: search against rules of thumb",
    sizes={
        "quick": Size({"games": 4, "nodes": 2000, "worlds": 10, **_SHARED}, 60),
        "paper": Size({"games": 90, "nodes": 280_000, "worlds": 30, **_SHARED}, 1_200),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw_bars("game", "points a game"),
    printed=[
        Printed({"player": "speculative maxⁿ"}, "game", 55.8),
        Printed({"player": "rule player"}, "game", 75.1),
        Printed({"player": "speculative maxⁿ"}, "hand", 5.16),
        Printed({"player": "rule player"}, "hand", 6.98),
    ],
    notes=NOTES,
)
