"""Every table, figure and theorem of the papers, and what became of it here.

They stand in `items.txt`, whose first lines say how it is written.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import Literal, cast, get_args

from kiebitz.lab.registry import all_experiments

State = Literal["reproduced", "reproduced smaller", "differs", "not done"]
STATES: tuple[State, ...] = get_args(State)


@dataclass(frozen=True, slots=True)
class Item:
    """One table, figure or theorem of a paper."""

    paper: str
    item: str
    title: str
    state: State
    where: str
    note: str


def all_items() -> list[Item]:
    """All of them, in the order of the papers; then experiments that the list does not name.

    >>> next(item.state for item in all_items() if item.item == "figure 9.2")
    'reproduced'
    """
    found = []
    paper = ""
    for line in files(__package__).joinpath("items.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            paper = line.strip("[]")
        elif line and not line.startswith("#"):
            item, title, state, where, note = (part.strip() for part in line.split("|"))
            found.append(Item(paper, item, title, cast("State", state), where, note))
    named = {item.where for item in found}
    for experiment in all_experiments():
        if experiment.name not in named:
            about = (experiment.paper, experiment.item, experiment.title)
            found.append(Item(*about, "not done", experiment.name, "nobody has judged its run yet"))
    return found
