"""An experiment in one file: how many points fewer does the rule player of Hearts get than chance?

Run it with `python examples/rules_against_chance.py`. It uses all cores, can be stopped and goes on
later, and leaves a table, a plot and a record of how they were made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from kiebitz import extend, hearts


def payloads(parameters: extend.Parameters) -> Iterator[Any]:
    """What each unit of work is about, as JSON: one deal."""
    for deal in range(parameters["deals"]):
        yield {"deal": deal}


def unit(payload: Any, seed: int) -> dict[str, float]:
    """One unit: a hand in which the rule player sits at seat 0. Workers import this function."""
    players = [hearts.player("rules"), *[hearts.player("random")] * 3]
    state = hearts.State.deal(seed)
    step = 0
    while not state.is_over:
        view = state.view(state.to_move)
        move = players[state.to_move].decide(view, seed=extend.derive_seed(seed, step)).move
        state = state.play(move)
        step += 1
    return {"rules": state.points[0], "chance": sum(state.points[1:]) / 3}


def reduce(parameters: extend.Parameters, finished: Sequence[extend.Done]) -> list[extend.Row]:
    """The table; the column points_ci is half the 95 % interval of the column points."""
    table: list[extend.Row] = []
    for player in ("rules", "chance"):
        points = extend.Sum()
        for done in finished:
            points.add(done.value[player])
        table.append({"player": player, "points": points.mean, "points_ci": points.interval})
    return table


def draw(figure: Any, table: list[extend.Row]) -> None:
    """The plot, on a figure of matplotlib."""
    figure.subplots().bar([row["player"] for row in table], [row["points"] for row in table])


EXPERIMENT = extend.Experiment(
    name="rules-against-chance",
    paper="Nobody yet",
    item="table 1",
    title="The rule player of Hearts among three that play at random",
    sizes={
        "quick": extend.Size({"deals": 20}, core_seconds=1),
        "paper": extend.Size({"deals": 2000}, core_seconds=100),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
)

if __name__ == "__main__":
    found = import_module("rules_against_chance")  # workers find `unit` by the name of its module
    result = extend.run_experiment(found.EXPERIMENT, "quick", seed=1)
    for row in result.table:
        print(row)
    print("more in", result.folder)
