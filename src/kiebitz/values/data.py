"""Labelled positions: where the deals come from, and the table that they are kept in.

Positions are kept in shards, one Parquet file for some hundred deals of one source. A shard depends
on the seed, its source and its number only, so that work that was stopped goes on with the next
one. Beside them `shards.json` says what each was made of; one that was made of something else is
made again. Every tenth shard is held out: estimators are tested on deals that they have not seen.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kiebitz._core import skat_solver
from kiebitz._core import values as core
from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import State
from kiebitz.games.skat.cards import from_mask, to_mask
from kiebitz.games.skat.contract import GAMES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Changes when the same seed would give other positions.
DATA_VERSION: Final = 2
DEALS: Final = 200  #: in a shard of whole games
TRICKS: Final = 5000  #: deals in a shard of single tricks or of searches
HELD_OUT: Final = 10  #: one shard in so many

#: How a sample lies in memory (native/values/samples.hpp).
SAMPLE: Final = [
    ("hands", "<u4", (3,)),
    ("deal", "<u2"),
    ("game", "u1"),
    ("player", "u1"),
    ("played", "u1"),
    ("trick", "u1", (2,)),
    ("tricks", "u1"),
    ("value", "u1"),
    ("lower", "u1"),
    ("upper", "u1"),
    ("rest", "u1"),
]

#: A position of the native core.
Deal = skat_solver.Position
#: The deals of a source: (seed, first, count), where a deal depends on the seed and its number.
Source = Callable[[int, int, int], list[Deal]]


@dataclass(frozen=True, slots=True)
class Deals:
    """The first deals of a source."""

    source: Source
    count: int
    made_of: str = ""  #: what they depend on besides the seed and their numbers


@dataclass(frozen=True, slots=True)
class Shard:
    """Some deals of a source."""

    source: str
    number: int

    @property
    def held_out(self) -> bool:
        """Whether it is for tests only."""
        return self.number % HELD_OUT == 0

    def path(self, folder: Path) -> Path:
        """Its file."""
        return folder / f"{self.source}-{self.number:05d}.parquet"


def random_deals(seed: int, first: int, count: int) -> list[skat_solver.Position]:
    """Cards as they fall, with any declarer and leader, in turn suit games and grands.

    >>> [position.tricks_left for position in random_deals(1, 0, 2)]
    [10, 10]
    """
    deals = []
    for number in range(first, first + count):
        luck = derive_seed(seed, 0, number)
        native = State.deal(luck).native
        game = number // 2 % 4 if number % 2 else GAMES.index("G")
        deals.append(
            skat_solver.Position(game, luck % 3, luck // 3 % 3, native.hands, native.skat, [], 0)
        )
    return deals


def null_deals(seed: int, first: int, count: int) -> list[skat_solver.Position]:
    """Nulls that one might play: the seat with the lowest cards declares and puts two away.

    >>> len(null_deals(1, 0, 3))
    3
    """
    deals = []
    for number in range(first, first + count):
        luck = derive_seed(seed, 1, number)
        native = State.deal(luck).native
        hands = list(native.hands)
        choices = [_null_hand(hand | native.skat) for hand in hands]
        seat = min(range(3), key=lambda one: choices[one][0])
        twelve = hands[seat] | native.skat
        hands[seat] = choices[seat][1]
        deals.append(
            skat_solver.Position(
                GAMES.index("N"), seat, 0, (hands[0], hands[1], hands[2]), twelve & ~hands[seat],
                [], 0,
            )
        )  # fmt: skip
    return deals


def played_deals(path: Path, skip: int = 0) -> Deals:
    """Deals of games that others have bid and discarded, from a CSV file.

    It has the columns deal (32 cards, forehand, middlehand, rearhand, skat), declarer, game and
    discard. The first `skip` rows are left out.
    """
    positions = list(_read_games(path))[skip:]

    def source(seed: int, first: int, count: int) -> list[skat_solver.Position]:
        return positions[first : first + count]

    content = hashlib.sha256(path.read_bytes()).hexdigest()
    return Deals(source, len(positions), f"{content[:16]} from row {skip}")


def make_shards(
    folder: Path,
    sources: Mapping[str, Deals],
    tricks: int,
    searches: int = 0,
    *,
    seed: int,
    threads: int = 1,
    report: Callable[[int, int], None] = lambda done, of: None,
) -> list[Shard]:
    """Makes the shards that are missing, and those that were made of something else.

    Whole games are played on the deals of `sources`, as many as each of them says; of `tricks`
    deals one trick is played (`kiebitz._core.values.label_tricks`), and of `searches` deals the
    positions are taken that a search meets (`label_searches`).
    """
    shards = [
        Shard(name, number)
        for name, deals in sources.items()
        for number in range((deals.count + DEALS - 1) // DEALS)
    ]
    makers = {"tricks": core.label_tricks, "searches": core.label_searches}
    for name, wanted in (("tricks", tricks), ("searches", searches)):
        shards += [Shard(name, number) for number in range(wanted // TRICKS)]
    folder.mkdir(parents=True, exist_ok=True)
    made = _made_of(folder)
    for done, shard in enumerate(shards):
        report(done, len(shards))
        given = sources.get(shard.source)
        size = TRICKS if given is None else DEALS
        first = shard.number * size
        count = size if given is None else min(size, given.count - first)
        told = f"version {DATA_VERSION}, seed {seed}, {count} deals"
        told += f", {given.made_of}" if given is not None and given.made_of else ""
        path = shard.path(folder)
        if path.exists() and made.get(path.stem) == told:
            continue
        if given is None:
            samples = _samples(makers[shard.source](first, count, derive_seed(seed, 2), threads))
        else:
            samples = label(given.source(seed, first, count), first, seed, threads)
        _write(shard, folder, samples)
        made[path.stem] = told
        _replace(folder / "shards.json", json.dumps(made, indent=1).encode())
    report(len(shards), len(shards))
    return shards


def label(
    deals: Sequence[skat_solver.Position], first: int, seed: int, threads: int = 1
) -> NDArray[np.void]:
    """Plays deals and labels what comes up in them; a row is as `SAMPLE` says.

    >>> hand = [0b111 << 3 * seat for seat in range(3)]
    >>> short = skat_solver.Position(4, 0, 0, (hand[0], hand[1], hand[2]), 0, [], 0)
    >>> sorted(set(label([short], 0, seed=1)["tricks"].tolist()))
    [7]
    """
    return _samples(core.label_games(list(deals), first, derive_seed(seed, 2), 2, 0.3, threads))


def kept_shards(folder: Path) -> list[Shard]:
    """The shards that are in a folder, in the order of their names."""
    found = []
    for path in sorted(folder.glob("*-*.parquet")):
        source, _, number = path.stem.rpartition("-")
        if number.isdecimal():
            found.append(Shard(source, int(number)))
    return found


def read_shards(folder: Path, shards: Sequence[Shard]) -> NDArray[np.void]:
    """The samples of some shards."""
    import numpy as np
    import polars as pl

    parts = []
    for shard in shards:
        frame = pl.read_parquet(shard.path(folder))
        part = np.zeros(len(frame), np.dtype(SAMPLE))
        for name in frame.columns:
            column = frame[name].to_numpy()
            stem, _, index = name.partition("_")
            if index:
                part[stem][:, int(index)] = column
            else:
                part[name] = column
        parts.append(part)
    return np.concatenate(parts)


def cache_folder(seed: int) -> Path:
    """Where shards are kept: the user's cache directory."""
    base = Path(os.environ.get("XDG_CACHE_HOME", "") or Path.home() / ".cache")
    return base / "kiebitz" / "values" / f"v{DATA_VERSION}-seed{seed}"


def _write(shard: Shard, folder: Path, samples: NDArray[np.void]) -> None:
    import polars as pl

    columns = {}
    for name in samples.dtype.names or ():
        column = samples[name]
        if column.ndim == 1:
            columns[name] = column.copy()
        else:
            for index in range(column.shape[1]):
                columns[f"{name}_{index}"] = column[:, index].copy()
    content = io.BytesIO()
    pl.DataFrame(columns).write_parquet(content)
    _replace(shard.path(folder), content.getvalue())


def _replace(path: Path, content: bytes) -> None:
    # Whole or not at all.
    unfinished = path.with_suffix(".part")
    unfinished.write_bytes(content)
    unfinished.replace(path)


def _made_of(folder: Path) -> dict[str, str]:
    # By the name of a shard, as make_shards has told it.
    try:
        found = json.loads((folder / "shards.json").read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _samples(found: bytes) -> NDArray[np.void]:
    import numpy as np

    return np.frombuffer(found, np.dtype(SAMPLE))


def _null_hand(twelve: int) -> tuple[float, int]:
    # The danger of a suit: cards above what two opponents' lowest cards leave to a safe one.
    order = "789TJQKA"
    kept = list(from_mask(twelve))
    for _ in range(2):
        kept.remove(max(kept, key=lambda card: (_danger(kept, card[0]), order.index(card[1]))))
    return sum(_danger(kept, suit) for suit in "DHSC"), to_mask(kept)


def _danger(cards: Sequence[str], suit: str) -> float:
    ranks = sorted("789TJQKA".index(card[1]) for card in cards if card[0] == suit)
    return sum(max(0, rank - 2 * place) for place, rank in enumerate(ranks))


def _read_games(path: Path) -> Iterator[skat_solver.Position]:
    try:
        file = path.open()
    except OSError as error:
        raise KiebitzError(f"games in {str(path)!r}: {error.strerror}") from None
    with file:
        rows = csv.DictReader(file)
        if not {"deal", "declarer", "game", "discard"} <= set(rows.fieldnames or ()):
            raise KiebitzError(f"{path} needs the columns deal, declarer, game and discard")
        for row in rows:
            cards, discard = row["deal"].split("."), row["discard"].split(".")
            declarer = int(row["declarer"])
            hands = [to_mask(cards[10 * seat : 10 * seat + 10]) for seat in range(3)]
            skat = to_mask(cards[30:])
            if len(discard) == 2:
                twelve, skat = hands[declarer] | skat, to_mask(discard)
                hands[declarer] = twelve & ~skat
            yield skat_solver.Position(
                GAMES.index(row["game"][0]), declarer, 0, (hands[0], hands[1], hands[2]), skat,
                [], 0,
            )  # fmt: skip
