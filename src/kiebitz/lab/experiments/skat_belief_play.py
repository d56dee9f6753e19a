"""Tables 5.1 to 5.7 of Solinas: what beliefs are worth at the table."""

from __future__ import annotations

import atexit
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from kiebitz.arena.skat import KINDS
from kiebitz.arena.statistics import wilcoxon_p
from kiebitz.beliefs.skat.belief import is_belief, subset_of
from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import soloist_points
from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size, Sum
from kiebitz.lab.skat_cardplay import (
    SOLINAS,
    chosen_deals,
    decisions_of,
    draw_bars,
    is_in_doubt,
    native_start,
    recorded_game,
)

NOTES = """
Seeger-Fabian points a game of two players on the same deals, each of them once the soloist and
once both defenders; a player's points are the mean of its two games, as in the paper. Both are
PIMC with `worlds` worlds, or with `inner` above zero RecPIMC whose inner players have so many, and
differ in nothing but the belief, in inner players too. `table` is our counterpart of Kermit's
inference. `p` is Wilcoxon's. The deals of Solinas are from human games, ours from our bidder (which
does not look for games that cannot be lost), or with `records` the starts of recorded games; with
`in_doubt` above zero only deals are played on which so many quick games do not all end alike.
With `roles` a third game, the second player against itself, tells how many points the first makes
more as soloist, and how many fewer a soloist makes against it as defenders.
A belief like `deep@100000` chooses its worlds from a subset of so many, within playouts from 10,000
at most (table 5.4; its players with Logistic are left out).
`values` says how a world is valued; `win:0.3` is a cheap one. With `margin` cards so many standard
deviations behind are dropped on the way, in the outer search alone. `seconds` is the time a card
takes, both players together.
"""
#: From so many worlds inner players choose at most, if there are subsets (§5.2.4).
_INNER_SUBSET = 10_000
#: From so many other beliefs choose there, as in the player `recpimc`.
_INNER_CANDIDATES = 1000
_KEYS = ("inner", "values", "candidates", "margin", "in_doubt", "records", "roles")


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a deal on which all pairs meet, both ways round."""
    for worlds in parameters["worlds"]:
        for kind in parameters["kinds"]:
            for number in range(int(parameters["deals"])):
                yield {
                    "kind": kind,
                    "number": number,
                    "worlds": worlds,
                    "pairs": parameters["pairs"],
                    **{key: parameters[key] for key in _KEYS},
                }


def unit(payload: Any, seed: int) -> list[list[float]]:
    """For each pair: soloist's points and whether it won, both ways round and of the second alone.

    The seconds of a card of the first two games lie between them.
    """
    from kiebitz._core import skat_players as core

    if payload["records"]:
        game = recorded_game(payload["records"], payload["kind"], payload["number"])
        state = next(decisions_of(game))
        if payload["in_doubt"] and not is_in_doubt(state, payload["in_doubt"], derive_seed(seed)):
            return []
    else:
        deals = chosen_deals(seed, payload["kind"], payload["in_doubt"], quickly=True)
        state = next(deals).state
    deal = native_start(state)
    settings = (payload["worlds"], *(payload[key] for key in _KEYS[:4]))
    found = []
    alone: dict[str, list[float]] = {}
    for pair in payload["pairs"]:
        values: list[float] = []
        begin = time.process_time()
        first, second = (pimc_of(belief, *settings) for belief in beliefs_of(pair))
        for soloist, defenders in ((first, second), (second, first)):
            values += _game(core, soloist, defenders, deal, seed)
        values.append((time.process_time() - begin) / 60)
        if payload["roles"]:
            name = beliefs_of(pair)[1]
            if name not in alone:
                alone[name] = _game(core, second, second, deal, seed)
            values += alone[name]
        found.append(values)
    return found


def beliefs_of(pair: str) -> tuple[str, str]:
    """The two beliefs of a pair; the name of a file in the first one may hold a dash.

    >>> beliefs_of("deep:my-own.weights-table")
    ('deep:my-own.weights', 'table')
    """
    first, dash, second = pair.rpartition("-")
    if not dash or not (is_belief(first) and is_belief(second)):
        raise KiebitzError(f"a pair is two beliefs like 'small-table', not {pair[:80]!r}")
    return first, second


def _game(core: Any, soloist: Any, defenders: Any, deal: Any, seed: int) -> list[float]:
    """The soloist's points, and whether it won."""
    [(_, won, value)] = core.play_games(soloist, defenders, [deal], derive_seed(seed, 1))
    return [float(soloist_points(value)), float(won)]


@lru_cache(maxsize=64)
def pimc_of(
    belief: str, worlds: int, inner: int, values: str, candidates: int, margin: float
) -> Any:
    """The native player of a belief; with inner players RecPIMC."""
    from kiebitz._core import skat_players as core
    from kiebitz.beliefs.skat import make_belief
    from kiebitz.players.skat.evaluations import make_evaluation

    known = make_belief(belief, candidates)
    evaluation = make_evaluation(values, quick_null=inner > 0)
    if inner:
        name, size = subset_of(belief)
        same = known if size is None else make_belief(f"{name}@{min(size, _INNER_SUBSET)}")
        within = core.monte_carlo_player(
            same.native, evaluation, inner, min(candidates, _INNER_CANDIDATES), distinct=True
        )
        evaluation = core.playout_evaluation(within)
    return core.monte_carlo_player(
        known.native, evaluation, worlds, known.candidates, margin=margin
    )


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """By kind of game, worlds and pair: the points of both, and their difference on a deal."""
    rows: list[Row] = []
    for kind in parameters["kinds"]:
        for worlds in parameters["worlds"]:
            for place, pair in enumerate(parameters["pairs"]):
                rows.append(_row(kind, worlds, pair, place, finished))
    return rows


def _row(kind: str, worlds: int, pair: str, place: int, finished: Sequence[Done]) -> Row:
    first, second, difference, seconds, first_won, second_won = (Sum() for _ in range(6))
    as_soloist, as_defenders = Sum(), Sum()
    differences = []
    for done in finished:
        if (done.payload["kind"], done.payload["worlds"]) != (kind, worlds) or not done.value:
            continue
        own, own_won, other, other_won, spent, *alone = done.value[place]
        # A defender gets 40 for a lost game.
        points = (own + 40 * (1 - other_won)) / 2, (other + 40 * (1 - own_won)) / 2
        first.add(points[0])
        second.add(points[1])
        differences.append(points[0] - points[1])
        difference.add(differences[-1])
        seconds.add(spent)
        first_won.add(100 * own_won)
        second_won.add(100 * other_won)
        if alone:
            as_soloist.add(own - alone[0])
            as_defenders.add(alone[0] - other)
    roles: Row = {}
    if as_soloist.count:
        roles = {
            "as_soloist": as_soloist.mean,
            "as_soloist_ci": as_soloist.interval,
            "as_defenders": as_defenders.mean,
            "as_defenders_ci": as_defenders.interval,
        }
    return {
        "game": kind,
        "worlds": worlds,
        "pair": pair,
        "deals": first.count,
        "first": first.mean,
        "second": second.mean,
        "difference": difference.mean,
        "difference_ci": difference.interval,
        "p": wilcoxon_p(differences) if differences else None,
        "first_won": first_won.mean,
        "second_won": second_won.mean,
        "seconds": seconds.mean,
        **roles,
    }


_PRINTED = {
    "table-uniform": {
        "grand": ((39.72, 37.57), (39.26, 37.77), (39.28, 37.75)),
        "suit": ((24.05, 17.23), (23.23, 18.00), (22.94, 18.11)),
        "null": ((17.30, 10.68), (16.65, 11.09), (17.17, 10.77)),
    },
    "logistic-uniform": {
        "grand": ((39.61, 37.73), (39.39, 37.45), (39.12, 37.92)),
        "suit": ((22.61, 20.14), (22.44, 19.39), (22.17, 19.60)),
        "null": ((17.10, 10.82), (16.96, 10.68), (16.90, 10.57)),
    },
    "deep-uniform": {
        "grand": ((40.17, 36.46), (40.01, 35.81), (39.39, 36.46)),
        "suit": ((24.16, 16.14), (23.87, 16.15), (23.80, 15.98)),
        "null": ((18.40, 7.98), (17.89, 8.23), (18.43, 7.72)),
    },
    "logistic-table": {
        "grand": ((38.51, 38.47), (38.53, 37.38), (38.08, 38.28)),
        "suit": ((18.73, 21.87), (18.66, 21.25), (19.11, 20.91)),
        "null": ((12.93, 12.71), (13.13, 12.36), (13.23, 12.04)),
    },
    "deep-table": {
        "grand": ((38.46, 36.92), (38.68, 36.46), (38.84, 36.32)),
        "suit": ((20.59, 17.59), (20.31, 17.69), (20.73, 17.42)),
        "null": ((14.17, 9.87), (14.17, 9.65), (14.31, 9.34)),
    },
    "deep@500000-deep": {
        "grand": ((37.47, 37.31), (36.88, 37.01), (37.08, 37.11)),
        "suit": ((18.63, 18.5), (18.83, 18.41), (18.72, 18.19)),
        "null": ((11.25, 11.35), (10.75, 11.37), (11.25, 11.34)),
    },
    "deep@100000-deep": {
        "grand": ((37.29, 37.64), (36.74, 37.21), (37.36, 37.02)),
        "suit": ((18.51, 18.97), (18.85, 18.46), (18.58, 18.55)),
        "null": ((11.06, 11.39), (10.95, 11.30), (10.48, 11.71)),
    },
    "deep@500000-table": {
        "grand": ((38.50, 36.75), (38.75, 36.54), (38.64, 36.55)),
        "suit": ((20.62, 17.7), (20.48, 17.47), (20.49, 17.65)),
        "null": ((14.11, 9.77), (14.14, 9.74), (14.63, 9.01)),
    },
    "deep@100000-table": {
        "grand": ((38.35, 37.09), (38.64, 36.87), (38.74, 36.52)),
        "suit": ((20.60, 17.72), (20.49, 17.55), (20.65, 17.45)),
        "null": ((13.97, 10.15), (13.87, 9.86), (14.35, 9.68)),
    },
    "deep-logistic": {
        "grand": ((38.66, 36.85), (38.38, 37.05), (38.71, 36.57)),
        "suit": ((22.50, 16.85), (21.96, 16.81), (21.82, 16.82)),
        "null": ((13.92, 10.09), (13.85, 9.83), (13.33, 10.31)),
    },
}
WORLDS = (80, 160, 320)


def printed_for(pair: str, table: Mapping[str, tuple[tuple[float, float], ...]]) -> list[Printed]:
    """The printed points of a pair by game and number of worlds."""
    return [
        Printed({"game": game, "worlds": worlds, "pair": pair}, column, round(value, 2))
        for game, pairs in table.items()
        for worlds, (first, second) in zip(WORLDS, pairs, strict=True)
        for column, value in (
            ("first", first), ("second", second), ("difference", first - second),
        )
    ]  # fmt: skip


DRAW = draw_bars(
    "difference",
    "points a game that the first is ahead",
    lambda row: f"{row['game']}, {row['pair']}, {row['worlds']} worlds",
)

EXPERIMENT = Experiment(
    name="skat-belief-play",
    paper=SOLINAS,
    item="tables 5.1 to 5.4",
    title="What beliefs are worth to PIMC",
    sizes={
        "quick": Size(
            {
                "kinds": list(KINDS),
                "worlds": [20],
                "pairs": ["small-table"],
                "deals": 6,
                "inner": 0,
                "values": "win:0.3",
                "in_doubt": 0,
                "candidates": 5000,
                "margin": 0.0,
                "records": "",
                "roles": 0,
            },
            25,
        ),
        "paper": Size(
            {
                "kinds": list(KINDS),
                "worlds": list(WORLDS),
                "pairs": [*_PRINTED, "small-uniform", "small-table", "policy-table"],
                "deals": 5000,
                "inner": 0,
                "values": "points",
                "in_doubt": 0,
                "candidates": 5000,
                "margin": 0.0,
                "records": "",
                "roles": 0,
            },
            1_000_000,
        ),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=DRAW,
    printed=[one for pair, table in _PRINTED.items() for one in printed_for(pair, table)],
    notes=NOTES,
)

atexit.register(pimc_of.cache_clear)
