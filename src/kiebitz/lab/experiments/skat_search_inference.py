"""Inference by search, §10.1 of the thesis: how well it knows where the cards are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp, log
from typing import TYPE_CHECKING, Any

from kiebitz.arena.declared import declared_deals
from kiebitz.lab.experiment import Done, Experiment, Parameters, Row, Size, Sum, numbers
from kiebitz.lab.skat_cardplay import THESIS, Deal

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from kiebitz.games.skat import State

NOTES = """
How many times likelier than by chance a belief makes the true world (the true state sampling ratio,
TSSR). `search` is the thesis' proposal for future work: a world is likely if PIMC (of 8 worlds,
win chances) would have played in it what was played in the last tricks. `small` is the network that
ships, `small, search` weighs its worlds by search. The ratio of `search` is the true world's weight
against the mean weight of worlds drawn from all, or from `small`. `nats` is the mean of its
logarithm, `likelier` per cent of decisions in which the true world became likelier. The games are
those of PIMC players, which search like the one that is asked, so this is the best case.
"""
BELIEFS = ("search", "small", "small, search")


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is one game."""
    about = {key: parameters[key] for key in ("sample", "tricks", "temperature", "player")}
    for kind in parameters["kinds"]:
        for _ in range(parameters["games"]):
            yield {"kind": kind, **about}


def unit(payload: Any, seed: int) -> list[list[Any]]:
    """For one decision in each trick from the second to the eighth: the three ratios."""
    from kiebitz.cards import derive_seed

    state = next(declared_deals(seed, payload["kind"]))
    found = []
    for number, move in enumerate(Deal(state, seed).moves(payload["player"], payload["player"])):
        trick = number // 3
        if 1 <= trick <= 7 and number % 3 == (seed + trick) % 3:
            ratios = _ratios(state, payload, derive_seed(seed, number))
            found.append([trick + 1, state.to_move == state.declarer, ratios])
        state = state.play(move)
    return found


def _ratios(state: State, payload: Any, seed: int) -> list[float]:
    from kiebitz.beliefs.skat.belief import make_belief
    from kiebitz.beliefs.skat.locations import places_by_name
    from kiebitz.players.skat.search_belief import SearchBelief

    view = state.view(state.to_move)
    search = SearchBelief(view, tricks=payload["tricks"], temperature=payload["temperature"])
    truth = exp(search.log_likelihood(state))
    small = places_by_name(view, "small", (state.hands, state.skat)).ratio or 0.0
    means = []
    for belief in ("uniform", "small"):
        drawn = make_belief(belief).draw(view, payload["sample"], seed)
        # Few worlds come all, with their likelihoods; else they come as often as they were drawn.
        weights = search.weigh(view.native, [world for world, _ in drawn])  # type: ignore[arg-type]
        total = sum(share for _, share in drawn)
        means.append(
            sum(weight * share for weight, (_, share) in zip(weights, drawn, strict=True)) / total
        )
    return [truth / means[0], small, small * truth / means[1]]


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """By game, role and belief; and by trick."""
    groups: dict[tuple[str, str, int, str], tuple[Sum, Sum, Sum]] = {}
    for done in finished:
        for trick, declares, ratios in done.value:
            role = "soloist" if declares else "defender"
            for belief, ratio in zip(BELIEFS, ratios, strict=True):
                for place in (0, trick):
                    key = (str(done.payload["kind"]), role, place, belief)
                    sums = groups.setdefault(key, (Sum(), Sum(), Sum()))
                    for total, value in zip(
                        sums, (ratio, log(max(ratio, 1e-9)), 100.0 * (ratio > 1)), strict=True
                    ):
                        total.add(value)
    return [
        {
            "game": kind,
            "role": role,
            "trick": trick or None,
            "belief": belief,
            "decisions": ratio.count,
            "ratio": ratio.mean,
            "ratio_ci": ratio.interval,
            "nats": nats.mean,
            "nats_ci": nats.interval,
            "likelier": likelier.mean,
        }
        for (kind, role, trick, belief), (ratio, nats, likelier) in sorted(groups.items())
    ]


def draw(figure: Figure, table: list[Row]) -> None:
    """Nats by trick, a panel a game and role."""
    from kiebitz.lab.style import line

    columns = list(dict.fromkeys((str(row["game"]), str(row["role"])) for row in table))
    figure.set_size_inches(2.6 * max(2, len(columns)), 3.4)
    for axes, (game, role) in zip(
        figure.subplots(1, len(columns), squeeze=False, sharey=True)[0], columns, strict=True
    ):
        for number, belief in enumerate(BELIEFS):
            rows = [
                row
                for row in table
                if (row["game"], row["role"], row["belief"]) == (game, role, belief)
                and row["trick"] is not None
            ]
            axes.errorbar(
                numbers(rows, "trick"),
                numbers(rows, "nats"),
                yerr=numbers(rows, "nats_ci"),
                label=belief,
                **line(number),
            )
        axes.set_title(f"{game}, {role}", fontsize=9)
        axes.set_xlabel("trick")
    figure.axes[0].set_ylabel("log of the true state sampling ratio")
    figure.axes[0].legend(fontsize=7)


_SHARED: dict[str, Any] = {
    "kinds": ["suit", "grand"],
    "tricks": 2,
    "temperature": 0.1,
    "player": "pimc:worlds=20,values=win:0.3,belief=table,threads=1",
}

EXPERIMENT = Experiment(
    name="skat-search-inference",
    paper=THESIS,
    item="§10, inference",
    title="Inference by search: worlds weighed by what PIMC would have played in them",
    sizes={
        "quick": Size({**_SHARED, "games": 3, "sample": 10}, 10),
        "paper": Size({**_SHARED, "games": 200, "sample": 60}, 1200),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
