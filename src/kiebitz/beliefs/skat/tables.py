"""The table belief of Kermit: histograms given the highest bid and the declared game.

The tables hold log-likelihood ratios: how much more often a pattern of cards (which cards of a
suit, which jacks, what was put away) occurs with such a bid or game than in a random hand. They are
counted from games by :func:`train_tables`; `kiebitz train beliefs` does it from the command line.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from kiebitz._core import skat_players as core
from kiebitz.beliefs.skat.belief import DEFAULT_CANDIDATES, SkatBelief
from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import State
from kiebitz.games.skat.moves import Kind, Phase, kind_of

# How many random hands' worth of evidence a pattern needs before its ratio is trusted.
_PRIOR = 20.0


@dataclass(frozen=True, slots=True)
class Tables:
    """Log-likelihood ratios, and how far the naive product of them is trusted (1: wholly)."""

    ratios: tuple[float, ...]
    temper: float = 1.0

    def native(self) -> core.Belief:
        """The belief in the native core."""
        return core.table_belief(list(self.ratios), self.temper)

    def save(self, file: Path) -> None:
        """Writes the tables as the package ships them: as they are not zero, by index."""
        entries = {str(i): round(ratio, 2) for i, ratio in enumerate(self.ratios) if ratio}
        text = json.dumps({"temper": self.temper, "ratios": entries}, separators=(",", ":"))
        file.write_text(text.replace('","', '",\n"') + "\n")


def load_tables(text: str) -> Tables:
    """Reads tables as `Tables.save` writes them."""
    try:
        stored = json.loads(text)
        ratios = [0.0] * core.TABLE_SIZE
        for index, ratio in stored["ratios"].items():
            ratios[int(index)] = float(ratio)
        return Tables(tuple(ratios), float(stored["temper"]))
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise KiebitzError(f"these are not belief tables: {error!r}") from None


@lru_cache(maxsize=1)
def shipped_tables() -> Tables:
    """The tables that come with the package."""
    return load_tables(files("kiebitz.beliefs.skat").joinpath("tables.json").read_text())


class TableBelief(SkatBelief):
    """Worlds weighed by what bids and the declared game usually mean.

    >>> TableBelief().name
    'table'
    """

    def __init__(self, tables: Tables | None = None, candidates: int = DEFAULT_CANDIDATES) -> None:
        tables = tables if tables is not None else shipped_tables()
        super().__init__("table", tables.native(), candidates)


# --- training ---


def train_tables(
    games: Iterable[State], report: Callable[[str], None] = lambda line: None
) -> Tables:
    """Counts the patterns of games that reached cardplay.

    The bids of the two who did not play, and the declarer's cards given the game, are compared with
    random hands. The last tenth of the games decides how far the product of the ratios is trusted.
    """
    played = [state for state in games if state.contract is not None]
    held = played[len(played) - len(played) // 10 :]
    counts = [0.0] * core.TABLE_SIZE
    base = [0.0] * core.TABLE_SIZE
    for number, state in enumerate(played[: len(played) - len(held)]):
        for index in _entries(state):
            counts[index] += 1
        # The same entries for random hands under the same bids and game.
        for copy in range(3):
            shuffled = State.deal(derive_seed(number, copy))
            for index in _entries(state, shuffled):
                base[index] += 1 / 3
    ratios = tuple(_ratio(count, expected) for count, expected in zip(counts, base, strict=True))
    tables = Tables(ratios)
    if not held:
        return tables
    losses = {
        temper: _surprise(replace(tables, temper=temper), held)
        for temper in (0.3, 0.45, 0.6, 0.75, 0.9, 1.0)
    }
    best = min(losses, key=losses.__getitem__)
    report(
        f"{len(played)} games; the true world is {math.exp(-losses[best]):.2f} times as likely as "
        f"under a uniform belief (geometric mean over {len(held)} games, temper {best})"
    )
    return replace(tables, temper=best)


def _ratio(count: float, expected: float) -> float:
    if count + expected == 0:
        return 0.0
    return math.log((count + _PRIOR) / (expected + _PRIOR))


def _entries(state: State, cards: State | None = None) -> list[int]:
    """The table entries of a game, or of other cards in the same game."""
    native = state.native
    contract = state.contract
    assert contract is not None
    declarer = native.declarer
    found: list[int] = []
    for seat in range(3):
        if seat == declarer:
            continue
        dealt = (cards or state).native.dealt_hands[seat]
        found += core.defender_entries(dealt, native.highest_bids[seat])
    if cards is None:
        put_away = _put_away(state)
        ten = (native.dealt_hands[declarer] | native.dealt_skat) & ~put_away
    else:
        ten, put_away = cards.native.dealt_hands[declarer], cards.native.dealt_skat
    return found + core.declarer_entries(contract.code, ten, put_away)


def _put_away(state: State) -> int:
    for number in state.native.history:
        if kind_of(number) == Kind.DISCARD:
            return 1 << (number >> 5 & 31) | 1 << (number & 31)
    return state.native.dealt_skat


def _surprise(tables: Tables, games: Sequence[State]) -> float:
    """How much less likely than the average world the true one is, in nats, seen by the leader."""
    belief = tables.native()
    uniform = core.uniform_belief()
    total, seen = 0.0, 0
    for number, state in enumerate(games[:400]):
        start = _start_of_cardplay(state)
        if start is None:
            continue
        view = start.view(start.to_move)
        true_world = core.World(start.native.hands, start.native.skat)
        drawn = [world for world, _ in uniform.draw(view.native, 300, 1, number)]
        truth, *weights = belief.weigh(view.native, [true_world, *drawn])
        total -= math.log(truth * len(weights) / sum(weights))
        seen += 1
    return total / max(seen, 1)


def _start_of_cardplay(state: State) -> State | None:
    walk = State(type(state.native)(state.native.dealt_hands, state.native.dealt_skat))
    for number in state.native.history:
        if walk.phase == Phase.PLAY:
            return walk
        if kind_of(number).value >= Kind.SHOW.value:
            return None
        walk = State(walk.native.apply(number))
    return walk if walk.phase == Phase.PLAY else None
