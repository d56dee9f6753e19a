"""Searching Hearts players against players by rules of thumb (table 7.13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kiebitz.cards import derive_seed
from kiebitz.lab.contests import PAPER, draw_bars
from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size, Sum

NOTES = """
One player that searches sampled worlds (speculative maxⁿ, 280,000 nodes over all worlds in the
thesis) against three others, to 100 points, no passing, and −26 for shooting the moon. The
commercial program of the thesis is not available: the three others are our player by rules of
thumb, so only the direction can be compared.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a game to 100 points; the searching player changes seats."""
    for game in range(parameters["games"]):
        yield {
            "seat": game % 4,
            "game": game,
            "nodes": parameters["nodes"],
            "worlds": parameters["worlds"],
            "limit": parameters["limit"],
        }


def unit(payload: Any, seed: int) -> list[Any]:
    """Totals of the searching player and of the others, and the number of hands."""
    from kiebitz.games import hearts
    from kiebitz.limits import Limit
    from kiebitz.players.hearts_rules import HeartsRulePlayer
    from kiebitz.players.searching import SearchPlayer
    from kiebitz.search.multiplayer import Method

    rules = hearts.Rules(moon="shooter gains")
    match = hearts.Match(rules, passing=False, seed=seed, limit=payload["limit"])
    limit = Limit(nodes=payload["nodes"], worlds=payload["worlds"])
    searching, others = SearchPlayer(Method("speculative"), limit), HeartsRulePlayer()
    number = 0
    while not match.is_over:
        state = match.next_hand()
        while not state.is_over:
            number += 1
            mover = state.to_move
            view = state.view(mover)
            player = searching if mover == payload["seat"] else others
            state = state.play(player.decide(view, seed=derive_seed(seed, number)).move)
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


EXPERIMENT = Experiment(
    name="hearts-match",
    paper=PAPER,
    item="table 7.13",
    title="Hearts to 100 points: search against rules of thumb",
    sizes={
        "quick": Size({"games": 4, "nodes": 2000, "worlds": 10, "limit": 100}, 60),
        "paper": Size({"games": 90, "nodes": 280_000, "worlds": 30, "limit": 100}, 1_200),
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
