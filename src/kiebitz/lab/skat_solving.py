"""What a technique of the Skat solver saves: the same positions solved with and without it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from itertools import islice
from math import sqrt
from typing import TYPE_CHECKING, Any

from kiebitz.arena.declared import declared_deals, quickly_declared_deals
from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.lab.experiment import Done, Parameters, Row, Sum, numbers

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from kiebitz.games.skat import State

WHOLE = 30
"""Cards to play at the start."""
NULL_KINDS = ("null", "random null")

#: What may be asked of a position, and how; `questions` of an experiment are some of these.
QUESTIONS: dict[str, dict[str, Any]] = {
    "value": {},
    "won or lost": {"threshold": 61},
    "all cards": {"moves": True},
}


def payloads(
    parameters: Parameters, variants: dict[str, dict[str, Any]], *, together: bool = False
) -> Iterator[Any]:
    """A unit is a batch of positions of one kind and height, solved in all variants.

    With `questions` each of them is asked of the same positions; else it is the value. `together`:
    a unit has all heights of the same deals, and our bidder declares them without proofs, so that
    the deals are not most of the work.
    """
    asked = {"questions": parameters["questions"]} if "questions" in parameters else {}
    heights = parameters["heights"]
    for kind in parameters["kinds"]:
        for height in [heights] if together else heights:
            left = int(parameters["positions"])
            while left > 0:
                batch = min(left, int(parameters["batch"]))
                left -= batch
                size = {"kind": kind, "height": height, "batch": batch}
                yield {**size, "variants": variants, **asked}


def without(variants: dict[str, dict[str, Any]], off: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The variants without some techniques of the solver for suit games and grand.

    >>> without({"X": {"fastest_cut_first": False}}, ["history"])
    {'X': {'fastest_cut_first': False, 'history': False}}
    """
    from kiebitz.solvers.skat_options import TrumpOptions

    switches = [one.name for one in fields(TrumpOptions) if isinstance(one.default, bool)]
    for name in off:
        if name not in switches:
            raise KiebitzError(f"no technique is called {name!r}; known: {', '.join(switches)}")
    return {name: {**changes, **dict.fromkeys(off, False)} for name, changes in variants.items()}


def unit(payload: Any, seed: int) -> Any:
    """By variant, the nodes and processor seconds of each position, from an empty table.

    If the payload has several heights, a list of that.
    """
    height = payload["height"]
    if isinstance(height, int):
        return _solved(payload, islice(_positions(payload, seed), payload["batch"]))
    deals = list(islice(quickly_declared_deals(seed, payload["kind"]), payload["batch"]))
    return [_solved(payload, _all_played_down(deals, one, seed)) for one in payload["height"]]


def _solved(payload: Any, positions: Iterable[State]) -> dict[str, list[list[float]]]:
    from kiebitz.solvers.skat import Solver
    from kiebitz.solvers.skat_options import NullOptions, TrumpOptions

    found: dict[str, list[list[float]]] = {}
    states = list(positions)
    for name, changes in payload["variants"].items():
        # What somebody has built here must not change the numbers.
        options = {"lookup_tables": False} | changes
        if payload["kind"] in NULL_KINDS:
            solver = Solver(nulls=NullOptions(**options))
        else:
            solver = Solver(trumps=TrumpOptions(**options))
        for question in payload.get("questions", [None]):
            solved = found[_asked(name, question)] = []
            for state in states:
                solver.forget()
                start = time.process_time()
                solution = solver.solve(state, line=False, **QUESTIONS[question or "value"])
                solved.append([solution.nodes, time.process_time() - start])
    return found


def _asked(variant: str, question: str | None) -> str:
    return variant if question is None else f"{variant}, {question}"


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """A row for each kind, height and variant; savings are against the first variant, in percent.

    The intervals of savings are those of a ratio of means over the same positions.
    """
    rows: list[Row] = []
    for kind in parameters["kinds"]:
        for height in parameters["heights"]:
            units = [
                value
                for done in finished
                if done.payload["kind"] == kind and (value := _of_height(done, height)) is not None
            ]
            if not units:
                continue
            solved = {name: [one for value in units for one in value[name]] for name in units[0]}
            for question in parameters.get("questions", [None]):
                names = [
                    name for name in solved if question is None or name.endswith(f", {question}")
                ]
                first = solved[names[0]]
                rows += [
                    _row(kind, height, name, solved[name], first if name != names[0] else [])
                    for name in names
                ]
    return rows


def _of_height(done: Done, height: int) -> Any:
    solved = done.payload["height"]
    if isinstance(solved, int):
        return done.value if solved == height else None
    return done.value[solved.index(height)] if height in solved else None


def draw(figure: Figure, table: list[Row]) -> None:
    """Nodes over the cards left, or over the variants if there is one height only."""
    from kiebitz.lab.style import COLOURS, line

    axes = figure.subplots()
    heights = {row["cards"] for row in table}
    if len(heights) == 1:
        names = [f"{row['game']}, {row['variant']}" for row in table]
        axes.barh(names, numbers(table, "nodes"), xerr=numbers(table, "nodes_ci"), color=COLOURS[0])
        axes.invert_yaxis()
        axes.set_xlabel("nodes")
        return
    lines = dict.fromkeys((str(row["game"]), str(row["variant"])) for row in table)
    for number, (game, variant) in enumerate(lines):
        rows = [row for row in table if (row["game"], row["variant"]) == (game, variant)]
        axes.errorbar(
            numbers(rows, "cards"),
            numbers(rows, "nodes"),
            yerr=numbers(rows, "nodes_ci"),
            label=f"{game}, {variant}",
            **line(number),
        )
    axes.set_yscale("log")
    axes.set_xlabel("cards to be played")
    axes.set_ylabel("nodes")
    axes.legend()


def _positions(payload: Any, seed: int) -> Iterator[State]:
    # Declared deals, or random ones with a random soloist; played down by the rules.
    kind, height = payload["kind"], payload["height"]
    starts = random_nulls(seed) if kind == "random null" else declared_deals(seed, kind)
    yield from _all_played_down(starts, height, seed)


def _all_played_down(deals: Iterable[State], height: int, seed: int) -> Iterator[State]:
    for number, deal in enumerate(deals):
        ended = _played_down(deal, height, derive_seed(seed, 1, number))
        if ended is not None:
            yield ended


def _played_down(state: State, height: int, seed: int) -> State | None:
    from kiebitz.players.skat import make_player

    rules = make_player("rules")
    for step in range(WHOLE - height):
        if state.is_over:
            return None
        view = state.view(state.to_move)
        state = state.play(rules.decide(view, seed=derive_seed(seed, step)).move)
    return None if state.is_over else state


def random_nulls(seed: int) -> Iterator[State]:
    """Random deals with forehand in null, one after the other."""
    from kiebitz.games.skat import State

    number = 0
    while True:
        state = State.deal(derive_seed(seed, number))
        number += 1
        for move in ("18", "p", "p", "NH"):
            state = state.play(move)
        yield state


def _row(
    kind: str, height: int, name: str, solved: list[list[float]], first: list[list[float]]
) -> Row:
    nodes, seconds = Sum(), Sum()
    for one in solved:
        nodes.add(one[0])
        seconds.add(1000 * one[1])
    row: Row = {
        "game": kind,
        "cards": height,
        "variant": name,
        "positions": nodes.count,
        "nodes": nodes.mean,
        "nodes_ci": nodes.interval,
        "milliseconds": seconds.mean,
        "saved_nodes": None,
        "saved_nodes_ci": None,
        "saved_time": None,
    }
    if first:
        base = Sum()
        for one in first:
            base.add(one[0])
        ratio = nodes.mean / base.mean
        rest = [one[0] - ratio * other[0] for one, other in zip(solved, first, strict=True)]
        spread = sqrt(sum(x * x for x in rest) / max(1, len(rest) - 1) / len(rest)) / base.mean
        row["saved_nodes"] = 100 * (1 - ratio)
        row["saved_nodes_ci"] = 196 * spread
        row["saved_time"] = 100 * (1 - seconds.first / (1000 * sum(one[1] for one in first)))
    return row
