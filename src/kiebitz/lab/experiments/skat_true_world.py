"""Figure 4.3 of Solinas: how much likelier a belief makes the true world."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log
from typing import TYPE_CHECKING, Any

from kiebitz.cards import derive_seed
from kiebitz.lab.experiment import Done, Experiment, Parameters, Row, Size, Sum, numbers
from kiebitz.lab.skat_cardplay import SOLINAS, Deal, declared_deals

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
The *true state sampling ratio*: how many times likelier the table belief, our counterpart of
Kermit's histograms, makes the true world than uniform sampling does. It is the weight of the true
world over the mean weight of all worlds, which is exact where there are few and estimated from a
sample where there are many. Games are declared by our bidder and played by IIMC; the drawing is
lost. Ratios are skewed: the median, and the share of decisions in which the true world became
likelier, say more than the mean. Since the belief hears nothing of the cardplay, its advantage
shrinks as cards are shown.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is one game."""
    for kind in parameters["kinds"]:
        for _ in range(int(parameters["games"])):
            yield {"kind": kind, "sample": parameters["sample"], "player": parameters["player"]}


def unit(payload: Any, seed: int) -> list[list[Any]]:
    """For every decision of a game: cards played, whether the declarer's, the ratio."""
    from kiebitz.beliefs.skat import make_belief
    from kiebitz.beliefs.skat.belief import SkatWorld, UniformSkatBelief
    from kiebitz.games.skat import Phase

    table = make_belief("table", payload["sample"])
    state = next(declared_deals(seed, payload["kind"]))
    moves = Deal(state, seed).moves(payload["player"], payload["player"])
    found = []
    for number, move in enumerate(moves[:27]):
        assert state.phase == Phase.PLAY
        view = state.view(state.to_move)
        drawn = UniformSkatBelief().draw(view, payload["sample"], derive_seed(seed, number))
        true_world = SkatWorld(state.native.hands, state.native.skat)
        truth, *weights = table.likelihoods(view, [true_world, *(world for world, _ in drawn)])
        mean = sum(weights) / len(weights)
        ratio = truth / mean if mean else 1.0
        found.append([number, state.to_move == state.declarer, ratio])
        state = state.play(move)
    return found


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """By game, role and trick: the mean, the median and the mean logarithm of the ratio."""
    ratios: dict[tuple[str, str, int], list[float]] = {}
    for done in finished:
        for number, declares, ratio in done.value:
            role = "soloist" if declares else "defender"
            key = (str(done.payload["kind"]), role, number // 3 + 1)
            ratios.setdefault(key, []).append(ratio)
    rows: list[Row] = []
    for (kind, role, trick), values in sorted(ratios.items()):
        mean, nats, above = Sum(), Sum(), Sum()
        for value in values:
            mean.add(value)
            nats.add(log(max(value, 1e-9)))
            above.add(100.0 * (value > 1))
        rows.append(
            {
                "game": kind,
                "role": role,
                "trick": trick,
                "decisions": len(values),
                "ratio": mean.mean,
                "ratio_ci": mean.interval,
                "median": sorted(values)[len(values) // 2],
                "nats": nats.mean,
                "nats_ci": nats.interval,
                "likelier": above.mean,
                "likelier_ci": above.interval,
            }
        )
    return rows


def draw(figure: Figure, table: list[Row]) -> None:
    """The mean ratio over the tricks, a line for each game and role."""
    from kiebitz.lab.style import line

    axes = figure.subplots()
    lines = dict.fromkeys((str(row["game"]), str(row["role"])) for row in table)
    for number, (game, role) in enumerate(lines):
        rows = [row for row in table if (row["game"], row["role"]) == (game, role)]
        axes.errorbar(
            numbers(rows, "trick"),
            numbers(rows, "ratio"),
            yerr=numbers(rows, "ratio_ci"),
            label=f"{game}, {role}",
            **line(number),
        )
    axes.axhline(1, color="#999999", linewidth=0.8)
    axes.set_xlabel("trick")
    axes.set_ylabel("true state sampling ratio")
    axes.legend()


EXPERIMENT = Experiment(
    name="skat-true-world",
    paper=SOLINAS,
    item="figure 4.3",
    title="How much likelier the table belief makes the true world",
    sizes={
        "quick": Size(
            {
                "kinds": ["suit", "grand", "null"],
                "games": 25,
                "sample": 300,
                "player": "rules-iimc:worlds=20",
            },
            30,
        ),
        "paper": Size(
            {
                "kinds": ["suit", "grand", "null"],
                "games": 3000,
                "sample": 2000,
                "player": "rules-iimc:worlds=160",
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
