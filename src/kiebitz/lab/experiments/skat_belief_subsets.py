"""Table 5.5 of Solinas: worlds from a subset or dealt directly, their quality and their cost."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import islice
from math import sqrt
from typing import Any

from kiebitz.arena.declared import declared_deals as deals_of
from kiebitz.arena.skat import KINDS
from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size, Sum
from kiebitz.lab.experiments.skat_belief_play import pimc_of
from kiebitz.lab.skat_cardplay import SOLINAS, decisions_of, draw_bars, recorded_game

NOTES = """
Before a decision worlds are drawn by a belief: dealt directly from the product of its chances
(`small`), or chosen by weight from a subset of all possible worlds (`small@100000`; `@all` goes
through all of them), as in the paper. *Error* is how far the chances of the unseen cards in the
drawn worlds are from the exact ones, in per cent (root of the mean square over cards and places);
*distinct* is how many of the drawn worlds are different. *Draw* is the time that drawing takes,
*seconds* that of the whole decision of PIMC, both of one core. Only decisions with a choice and
with more worlds than `least` are counted: of fewer there is no subset.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a game."""
    for kind in parameters["kinds"]:
        for number in range(int(parameters["games"])):
            yield {
                "kind": kind,
                "number": number,
                **{
                    key: parameters[key]
                    for key in ("beliefs", "worlds", "values", "every", "least", "records")
                },
            }


def unit(payload: Any, seed: int) -> list[list[Any]]:
    """For some decisions and each belief and number of worlds: role, belief, worlds, measures."""
    from kiebitz.beliefs.skat import make_belief
    from kiebitz.beliefs.skat.belief import subset_of
    from kiebitz.beliefs.skat.locations import places_by_name

    found = []
    for number, state in enumerate(_decisions(payload, seed)):
        view = state.view(state.to_move)
        if (number + seed) % payload["every"] or len(view.legal_moves) == 1:
            continue
        if view.count_worlds() <= payload["least"]:
            continue
        role = "soloist" if state.to_move == state.declarer else "defender"
        # In turns, so that no belief always comes first.
        beliefs = payload["beliefs"][:: 1 if number % 2 else -1]
        for belief in beliefs:
            exact = places_by_name(view, subset_of(belief)[0]).chances
            for worlds in payload["worlds"]:
                begin = time.process_time()
                drawn = make_belief(belief).draw(view, worlds, seed + number)
                spent = time.process_time() - begin
                error = _error(drawn, exact)
                player = pimc_of(belief, worlds, 0, payload["values"], 5000, 0.0)
                begin = time.process_time()
                player.choose(view.native, seed + number)
                whole = time.process_time() - begin
                found.append([role, belief, worlds, error, len(drawn), spent, whole])
    return found


def _decisions(payload: Any, seed: int) -> Iterator[Any]:
    if payload["records"]:
        game = recorded_game(payload["records"], payload["kind"], payload["number"])
        yield from islice(decisions_of(game), 27)
    else:
        yield next(deals_of(seed, payload["kind"]))


def _error(drawn: Sequence[tuple[Any, float]], exact: Any) -> float:
    from kiebitz.games.skat import DECK

    total = sum(weight for _, weight in drawn)
    squares = 0.0
    for card, chances in exact.items():
        number = DECK.index(card)
        for place, chance in enumerate(chances):
            seen = sum(
                weight for world, weight in drawn if (*world.hands, world.skat)[place] >> number & 1
            )
            squares += (seen / total - chance) ** 2
    return 100 * sqrt(squares / (4 * len(exact)))


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """By role, belief and worlds, over all games."""
    rows: list[Row] = []
    for role in ("soloist", "defender"):
        for belief in parameters["beliefs"]:
            for worlds in parameters["worlds"]:
                error, distinct, draw, seconds = Sum(), Sum(), Sum(), Sum()
                for done in finished:
                    for one in done.value:
                        if one[:3] == [role, belief, worlds]:
                            for total, value in zip(
                                (error, distinct, draw, seconds), one[3:], strict=True
                            ):
                                total.add(value)
                if error.count:
                    rows.append(
                        {
                            "role": role,
                            "belief": belief,
                            "worlds": worlds,
                            "decisions": error.count,
                            "error": error.mean,
                            "error_ci": error.interval,
                            "distinct": distinct.mean,
                            "draw": draw.mean,
                            "seconds": seconds.mean,
                            "seconds_ci": seconds.interval,
                        }
                    )
    return rows


_PRINTED = {
    "logistic@500000": (0.16, 0.22, 0.35),
    "logistic@100000": (0.10, 0.17, 0.30),
    "deep@500000": (0.16, 0.22, 0.35),
    "deep@100000": (0.10, 0.16, 0.30),
}

EXPERIMENT = Experiment(
    name="skat-belief-subsets",
    paper=SOLINAS,
    item="table 5.5",
    title="Worlds from a subset, or dealt directly",
    sizes={
        "quick": Size(
            {
                "kinds": ["suit"],
                "games": 4,
                "beliefs": ["small", "small@10000"],
                "worlds": [80],
                "values": "win:0.3",
                "every": 1,
                "least": 100_000,
                "records": "",
            },
            10,
        ),
        "paper": Size(
            {
                "kinds": list(KINDS),
                "games": 100,
                "beliefs": ["small", "small@100000", "small@500000", "deep", *_PRINTED],
                "worlds": [80, 160, 320],
                "values": "points",
                "every": 3,
                "least": 100_000,
                "records": "",
            },
            3000,
        ),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw_bars(
        "error",
        "error of the cards' chances, per cent",
        lambda row: f"{row['role']}, {row['belief']}, {row['worlds']}",
    ),
    printed=[
        Printed({"role": role, "belief": belief, "worlds": worlds}, "seconds", value)
        for role in ("soloist", "defender")
        for belief, values in _PRINTED.items()
        for worlds, value in zip((80, 160, 320), values, strict=True)
    ],
    notes=NOTES,
)
