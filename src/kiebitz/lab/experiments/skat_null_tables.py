"""Table 8.3: null with lookup tables of various sizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size
from kiebitz.lab.skat_cardplay import THESIS
from kiebitz.lab.skat_solving import WHOLE, draw, random_nulls
from kiebitz.lab.skat_solving import reduce as solving_reduce

NOTES = """
Null on random deals, forehand declaring; the value is the trick in which the game is lost. A row of
so many cards uses the tables for that many cards and fewer. Tables that are missing in the cache
directory are built first; that time is not counted. Seconds are those of the search alone, the
least of three runs: a deal takes microseconds, less than the call from Python around it.
"""
_RUNS = 3


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a batch of deals, solved in all variants."""
    for _ in range(0, int(parameters["positions"]), int(parameters["batch"])):
        yield {
            "kind": "random null",
            "height": WHOLE,
            "batch": parameters["batch"],
            "cards": parameters["cards"],
        }


def unit(payload: Any, seed: int) -> dict[str, list[list[float]]]:
    """By variant, the nodes and seconds of each deal, from an empty memory."""
    from kiebitz.solvers.skat import Solver
    from kiebitz.solvers.skat_options import NullOptions
    from kiebitz.tables import only_tables

    states = list(islice(random_nulls(seed), payload["batch"]))
    found: dict[str, list[list[float]]] = {}
    answers: list[list[int | None]] = []

    def solve_all(name: str, options: NullOptions) -> None:
        solver = Solver(nulls=options)
        found[name] = []
        answers.append([])
        for state in states:
            runs = []
            for _ in range(_RUNS):
                solver.forget()
                runs.append(solver.solve(state, line=False))
            found[name].append([runs[0].nodes, min(run.seconds for run in runs)])
            answers[-1].append(runs[0].value)

    solve_all("vanilla", NullOptions(lowest_winning_rank=False, lookup_tables=False))
    solve_all("LWRS", NullOptions(lookup_tables=False))
    for cards in payload["cards"]:
        with only_tables("null", cards):
            solve_all(f"{cards}-card", NullOptions())
    if any(one != answers[0] for one in answers):
        raise AssertionError("a table changed a value")
    return found


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """A row for each variant; savings are against the first."""
    return solving_reduce({"kinds": ["random null"], "heights": [WHOLE]}, finished)


EXPERIMENT = Experiment(
    name="skat-null-tables",
    paper=THESIS,
    item="table 8.3 (tables)",
    title="Null with lookup tables",
    sizes={
        "quick": Size({"positions": 200, "batch": 100, "cards": [3, 4]}, 5),
        "paper": Size({"positions": 4000, "batch": 500, "cards": [4, 5, 6, 7]}, 5000),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    printed=[
        Printed({"variant": name}, "nodes", nodes)
        for name, nodes in (
            ("vanilla", 506.0),
            ("LWRS", 445.3),
            ("4-card", 395.2),
            ("5-card", 302.0),
            ("6-card", 196.9),
            ("7-card", 103.9),
            ("8-card", 40.8),
            ("9-card", 13.2),
        )
    ],
    notes=NOTES,
)
