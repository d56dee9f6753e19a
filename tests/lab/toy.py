"""Small experiments for the tests, in a module that workers can import."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size


def payloads(parameters: Parameters) -> Iterator[Any]:
    for number in range(parameters["units"]):
        yield {"number": number, "factor": parameters["factor"], "trap": parameters["trap"]}


def unit(payload: Any, seed: int) -> dict[str, Any]:
    """Multiplies; with a trap, fails or dies as long as the trap's file is there."""
    trap = payload["trap"]
    if trap and payload["number"] == 2 and Path(trap).exists():
        if trap.endswith(".kill"):
            os._exit(9)
        raise ValueError("the trap snapped")
    return {"product": payload["number"] * payload["factor"], "seed": seed}


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    return [
        {
            "number": done.payload["number"],
            "product": done.value["product"],
            "product_ci": 0.5,
            "seed": str(done.value["seed"]),
        }
        for done in finished
    ]


def draw(figure: Any, table: list[Row]) -> None:
    figure.subplots().plot([row["product"] for row in table])


TOY = Experiment(
    name="toy",
    paper="Nobody 1900",
    item="table 1",
    title="Products",
    sizes={
        "quick": Size({"units": 4, "factor": 1.5, "trap": ""}, 1),
        "paper": Size({"units": 8, "factor": 1.5, "trap": ""}, 2),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    printed=(
        Printed({"number": 2}, "product", 3.25),
        Printed({"number": 3}, "product", 4.5),
        Printed({"number": 99}, "product", 1.0),
    ),
    aim=0.1,
)
