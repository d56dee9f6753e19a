"""Parts of a table that is too large as a whole: which of it, and what that costs.

A cell is a fine split (who holds how many cards of each suit) with a leader. The search solves some
declared deals and counts the cells that it would ask for; those that are asked most for each of
their ownerships are built, as many as fit into a budget.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import islice

from kiebitz._core import tables as core

#: Declared deals that are solved to see what is asked for, and where they begin.
DEALS = 300
_SEED = 20131
#: Of one part, which takes seconds.
_PART_OWNERSHIPS = 20_000
#: Cells that are built to see what an ownership costs, and how many ownerships they have at most.
_SAMPLE = 16
_SAMPLE_OWNERSHIPS = 4_000
#: Bytes an ownership takes about, to know where to take the sample.
_FIRST_GUESS = {"suit": 150, "grand": 45}


@dataclass(frozen=True, slots=True)
class Plan:
    """What is built."""

    #: The cells of each part.
    parts: list[list[int]]
    ownerships: int
    #: Of all questions that were counted, those about these cells; other deals ask for others.
    share: float
    #: What is expected, by a sample.
    seconds: float
    bytes: float

    def text(self) -> str:
        """As it is kept in a file."""
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> Plan:
        """The other way round."""
        return cls(**json.loads(text))


def plan(kind: str, cards: int, megabytes: float, deals: int = DEALS) -> Plan:
    """Which cells are worth it, and what they will take."""
    counts = count_cells(kind, cards, deals)
    sizes = {cell: core.cell_ownerships(cell) for cell in counts}
    order = sorted(counts, key=lambda cell: (-counts[cell] / sizes[cell], cell))
    # 1. What an ownership takes: some cells of about those that will be chosen.
    likely = _first(order, sizes, megabytes * 1e6 / _FIRST_GUESS[kind])
    sample = _first(likely[:: max(1, len(likely) // _SAMPLE)], sizes, _SAMPLE_OWNERSHIPS)
    started = time.process_time()
    content = core.build_trump_cells(kind, cards, sorted(sample, key=_by_split))
    sampled = sum(sizes[cell] for cell in sample)
    seconds_each = (time.process_time() - started) / sampled
    bytes_each = len(content) / sampled
    # 2. As many as fit, those of one split together.
    chosen = _first(order, sizes, megabytes * 1e6 / bytes_each)
    ownerships = sum(sizes[cell] for cell in chosen)
    parts: list[list[int]] = []
    room = 0
    for cell in sorted(chosen, key=_by_split):
        if room <= 0:
            parts.append([])
            room = _PART_OWNERSHIPS
        parts[-1].append(cell)
        room -= sizes[cell]
    return Plan(
        parts,
        ownerships,
        sum(counts[cell] for cell in chosen) / sum(counts.values()),
        seconds_each * ownerships,
        bytes_each * ownerships,
    )


def count_cells(kind: str, cards: int, deals: int = DEALS, seed: int = _SEED) -> dict[int, int]:
    """How often the search asks for each cell in so many declared deals, with smaller tables."""
    from kiebitz.arena.declared import declared_deals
    from kiebitz.solvers.skat import Position

    states = islice(declared_deals(seed, kind), deals)
    positions = [Position.from_state(state).native() for state in states]
    return dict(core.count_cells(kind, positions, cards))


def _first(order: Iterable[int], sizes: dict[int, int], most: float) -> Sequence[int]:
    """From the beginning, until so many ownerships are there; one cell at least."""
    chosen: list[int] = []
    for cell in order:
        if chosen and sizes[cell] > most:
            break
        chosen.append(cell)
        most -= sizes[cell]
    return chosen


def _by_split(cell: int) -> tuple[list[int], int]:
    """Cells of one split together: how many cards there are of each suit."""
    held = [cell >> (12 * suit) & 0xFFF for suit in range(5)]
    return [(one >> 8) + (one >> 4 & 15) + (one & 15) for one in held], cell
