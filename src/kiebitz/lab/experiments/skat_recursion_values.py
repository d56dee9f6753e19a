"""RecPIMC with quick values within its playouts: time at the first lead, and its choices."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kiebitz.arena.declared import declared_deals
from kiebitz.cards import derive_seed
from kiebitz.lab.experiment import Done, Experiment, Parameters, Row, Size, Sum, numbers
from kiebitz.lab.skat_cardplay import THESIS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
A defender leads to the first trick of a declared game. RecPIMC decides with each kind of `values`
within its playouts, with the same worlds and seed; the first of them is what the others are
compared with. `seconds` is processor time of one decision. `same` is the share of decisions that
are the same card, `loss` how much less of a chance to win, in percent, the first gives to the card
that was chosen instead of its own (0 if it is the same). Two runs of the first with other worlds
do not agree either: `again` is the first with another seed, and says how much of a difference is
luck. It is asked in one decision of `control`.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is one decision."""
    names = ("kind", "worlds", "inner", "values")
    for number in range(int(parameters["decisions"])):
        again = number % int(parameters["control"]) == 0
        yield {name: parameters[name] for name in names} | {"again": again}


def unit(payload: Any, seed: int) -> dict[str, list[float]]:
    """By values: seconds, whether the card is the same, and the loss."""
    from kiebitz.players.skat import make_player

    state = next(
        state for state in declared_deals(seed, payload["kind"]) if state.to_move != state.declarer
    )
    view = state.view(state.to_move)
    first, *others = [str(one) for one in payload["values"]]
    again = [("again", first, 1)] if payload["again"] else []
    runs = [(first, first, 0), *again, *((one, one, 0) for one in others)]
    found: dict[str, list[float]] = {}
    true: Any = None
    for name, values, luck in runs:
        player = make_player(
            f"recpimc:worlds={payload['worlds']},inner={payload['inner']},"
            f"inner_values={values},sure=0,threads=1"
        )
        start = time.process_time()
        decision = player.decide(view, seed=derive_seed(seed, luck) % 2**63)
        taken = time.process_time() - start
        true = true or decision
        behind = true.candidates[true.move] - true.candidates.get(decision.move, 0.0)
        found[name] = [taken, float(decision.move == true.move), 100 * behind]
    return found


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """A row for each kind of values."""
    rows: list[Row] = []
    first, *others = [str(one) for one in parameters["values"]]
    for name in (first, "again", *others) if finished else ():
        seconds, same, loss = Sum(), Sum(), Sum()
        for done in finished:
            if name not in done.value:
                continue
            taken, alike, behind = done.value[name]
            seconds.add(taken)
            same.add(100 * alike)
            loss.add(behind)
        row: Row = {"kind": parameters["kind"], "values": name, "decisions": same.count}
        for column, total in (("seconds", seconds), ("same", same), ("loss", loss)):
            row |= {column: total.mean, f"{column}_ci": total.interval}
        rows.append(row)
    return rows


def draw(figure: Figure, table: list[Row]) -> None:
    """The loss over the time of a decision."""
    from kiebitz.lab.style import line

    axes = figure.subplots()
    for number, row in enumerate(table):
        axes.errorbar(
            numbers([row], "seconds"),
            numbers([row], "loss"),
            yerr=numbers([row], "loss_ci"),
            label=str(row["values"]),
            **line(number),
        )
    axes.set_xscale("log")
    axes.set_xlabel("processor seconds a decision")
    axes.set_ylabel("chance to win lost, in percent")
    axes.legend()


EXPERIMENT = Experiment(
    name="skat-recursion-values",
    paper=THESIS,
    item="§9.5, cost",
    title="RecPIMC with quick values within its playouts",
    sizes={
        "quick": Size(
            {
                "kind": "suit",
                "worlds": 4,
                "inner": 3,
                "values": ["win", "estimate"],
                "decisions": 2,
                "control": 1,
            },
            20,
        ),
        "paper": Size(
            {
                "kind": "suit",
                "worlds": 160,
                "inner": 10,
                "values": ["win", "win:0.5", "win:0.1", "estimate"],
                "decisions": 200,
                "control": 1,
            },
            10_000,
        ),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
