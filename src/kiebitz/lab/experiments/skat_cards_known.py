"""Figure 4.2 of Solinas: how surprised beliefs are, by how many cards a player knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kiebitz.lab.experiment import Done, Experiment, Parameters, Row, Sum, numbers
from kiebitz.lab.experiments import skat_true_world
from kiebitz.lab.skat_cardplay import SOLINAS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
The mean surprise at the place of a card (cross-entropy, over all 32 cards) for decisions of the
first nine tricks, by how many cards the player knows: its own, those that were played and, if it
put it away, the skat. Chances are those after hand sizes and shown voids are taken into account,
exactly; only `policy` weighs a sample of worlds. The games are those of `skat-true-world`. The
drawings of the paper are lost; in its words beliefs are furthest ahead of Uniform while the skat
is not known, and stay ahead nearly everywhere.
"""


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """By game, the skat, the number of cards known and belief."""
    groups: dict[tuple[str, bool, int, str], Sum] = {}
    for done in finished:
        for _, _, _, judged, known, skat in done.value:
            for belief, (surprise, _) in zip(done.payload["beliefs"], judged, strict=True):
                key = (str(done.payload["kind"]), bool(skat), int(known), str(belief))
                groups.setdefault(key, Sum()).add(surprise)
    kinds, beliefs = list(parameters["kinds"]), list(parameters["beliefs"])
    order = sorted(
        groups, key=lambda key: (kinds.index(key[0]), key[1], key[2], beliefs.index(key[3]))
    )
    return [
        {
            "game": kind,
            "skat": "known" if skat else "unknown",
            "cards": known,
            "belief": belief,
            "decisions": groups[kind, skat, known, belief].count,
            "cross_entropy": groups[kind, skat, known, belief].mean,
            "cross_entropy_ci": groups[kind, skat, known, belief].interval,
        }
        for kind, skat, known, belief in order
    ]


def draw(figure: Figure, table: list[Row]) -> None:
    """A column for each game, the skat known above and unknown below, a line for each belief."""
    from kiebitz.lab.style import line

    games = list(dict.fromkeys(str(row["game"]) for row in table))
    beliefs = list(dict.fromkeys(str(row["belief"]) for row in table))
    figure.set_size_inches(3.2 * max(len(games), 2), 6)
    panels = figure.subplots(2, len(games), squeeze=False, sharex=True, sharey=True)
    for place, game in enumerate(games):
        for axes, skat in zip(panels[:, place], ("known", "unknown"), strict=True):
            for number, belief in enumerate(beliefs):
                rows = [
                    row
                    for row in table
                    if (row["game"], row["skat"], row["belief"]) == (game, skat, belief)
                ]
                axes.errorbar(
                    numbers(rows, "cards"),
                    numbers(rows, "cross_entropy"),
                    yerr=numbers(rows, "cross_entropy_ci"),
                    label=belief,
                    **line(number),
                )
            axes.set_title(f"{game}, skat {skat}")
        panels[1, place].set_xlabel("cards known")
    for axes in panels[:, 0]:
        axes.set_ylabel("cross-entropy a card")
    panels[0, 0].legend(fontsize=7)


EXPERIMENT = Experiment(
    name="skat-cards-known",
    paper=SOLINAS,
    item="figure 4.2",
    title="How surprised beliefs are, by how many cards are known",
    sizes=skat_true_world.EXPERIMENT.sizes,
    payloads=skat_true_world.payloads,
    unit=skat_true_world.unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
