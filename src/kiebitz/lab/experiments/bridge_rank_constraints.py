"""§4.3 in Bridge: lowest winning ranks and single comparisons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.lab.experiment import Experiment, Parameters, Size
from kiebitz.lab.skat_cardplay import THESIS
from kiebitz.lab.skat_solving import draw, reduce
from kiebitz.lab.skat_solving import payloads as solving_payloads

NOTES = """
Random endings of Bridge, `cards` being those of each hand, searched with three memories: positions
with all their ranks, classes by the lowest rank that won (LWRS) and classes by single comparisons
of two cards (RCS). The search is a plain one beside the solver, without static bounds: every trick
of a proof is searched, so that it names no more cards than it needs. Cards for which the proof
against another one holds are not tried: touching ones and, with LWRS, those below the lowest
winning rank; with RCS those that satisfy the same comparisons. All three find the same tricks. The
thesis has no numbers; it expects little difference between the last two.
"""

MEMORIES = ("all ranks", "LWRS", "RCS")
STRAINS = {"no trump": 4, "spades": 0}


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a batch of endings of one size and strain."""
    for height in parameters["heights"]:
        if not 1 <= height <= 13:
            raise KiebitzError(f"a hand has 1 to 13 cards, not {height}")
    for kind in parameters["kinds"]:
        if kind not in STRAINS:
            raise KiebitzError(f"a kind is {' or '.join(STRAINS)}, not {kind!r}")
    return solving_payloads(parameters, {name: {} for name in MEMORIES})


def unit(payload: Any, seed: int) -> dict[str, list[list[float]]]:
    """By memory, the nodes and processor seconds of each ending."""
    import random
    from time import process_time

    from kiebitz._core.bridge_solver import partition_search

    found: dict[str, list[list[float]]] = {name: [] for name in MEMORIES}
    for number in range(payload["batch"]):
        chance = random.Random(derive_seed(seed, number))
        deck = [suit * 16 + rank for suit in range(4) for rank in range(13)]
        dealt = chance.sample(deck, 4 * payload["height"])
        hands = [sum(1 << card for card in dealt[seat::4]) for seat in range(4)]
        leader, tricks = chance.randrange(4), set()
        for memory, name in enumerate(MEMORIES):
            start = process_time()
            value, nodes, _ = partition_search(hands, STRAINS[payload["kind"]], leader, memory)
            found[name].append([nodes, process_time() - start])
            tricks.add(value)
        assert len(tricks) == 1, "the memories find different tricks"
    return found


_SHARED: dict[str, Any] = {"kinds": list(STRAINS)}

EXPERIMENT = Experiment(
    name="bridge-rank-constraints",
    paper=THESIS,
    item="§4.3, Bridge",
    title="Lowest winning ranks and rank constraints in Bridge",
    sizes={
        "quick": Size({**_SHARED, "heights": [4, 5], "positions": 40, "batch": 20}, 1),
        "paper": Size({**_SHARED, "heights": [5, 6, 7, 8, 9], "positions": 1000, "batch": 50}, 200),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
