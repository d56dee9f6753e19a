"""What estimators look at: labelled positions as arrays of numbers.

Cards are numbered as in the native core (native/values/open_hand.hpp): plain suits first, then
trumps. Plain suits are interchangeable: no input tells one from another.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

GAMES: Final = ("suit", "grand", "null")
CONTEXTS: Final = 9  #: player to move times cards on the table
NO_CARD: Final = 32  #: as a card on the table


@dataclass(frozen=True, slots=True)
class Layout:
    """How the 32 cards of a game are numbered."""

    suits: int
    width: int
    trumps: int

    @classmethod
    def of(cls, game: str) -> Layout:
        """The layout of a game.

        >>> Layout.of("grand").trumps
        4
        """
        return {"suit": cls(3, 7, 11), "grand": cls(4, 7, 4), "null": cls(4, 8, 0)}[game]


@dataclass(frozen=True, slots=True)
class Inputs:
    """Positions as the network sees them."""

    suits: Numbers  #: which way each plain suit is held, and whether it was led
    trumps: NDArray[np.float32]  #: a one for each player and trump he holds
    context: Numbers  #: three times the player to move plus the cards on the table
    lead: Numbers  #: the cards on the table as in native/values/network.hpp, or NO_CARD
    second: Numbers
    bounds: NDArray[np.float32]  #: static bounds and points left, in parts of 127; not in null

    def at(self, index: Any) -> Inputs:
        """Some of them."""
        return Inputs(*(getattr(self, name)[index] for name in self.__slots__))

    def __len__(self) -> int:
        return len(self.context)


def network_inputs(samples: NDArray[np.void], game: str) -> Inputs:
    """The inputs of samples of one game."""
    import numpy as np

    layout = Layout.of(game)
    held = _held(samples, layout)
    spread = np.array([sum(4**i for i in range(8) if mask >> i & 1) for mask in range(256)])
    ways = np.asarray(sum((player + 1) * spread[held[player]] for player in range(3)))
    trumps = np.concatenate(
        [_bits(_trumps(samples, p, layout), layout.trumps) for p in range(3)], 1
    )
    cards = samples["trick"].astype(np.int64)
    suit = np.minimum(cards // layout.width, layout.suits)
    rank = cards - suit * layout.width
    played = samples["played"].astype(np.int64)
    led = (np.arange(layout.suits) == suit[:, :1]) & (played > 0)[:, None]
    slot = np.where(suit == layout.suits, 16 + rank, rank)
    slot[:, 1] += np.where((suit[:, 1] < layout.suits) & (suit[:, 1] != suit[:, 0]), 8, 0)
    on_table = np.where(played[:, None] > np.arange(2), slot, NO_CARD)

    seen = ("lower", "upper", "rest") if layout.trumps else ()
    known = np.stack([samples[name] for name in seen], 1) if seen else np.zeros((len(samples), 0))
    return Inputs(
        ways + 4**layout.width * led,
        trumps.astype(np.float32),
        samples["player"].astype(np.int64) * 3 + played,
        on_table[:, 0],
        on_table[:, 1],
        (np.floor(known * (127 / 120) + 0.5) / 127).astype(np.float32),
    )


def patterns(samples: NDArray[np.void], game: str) -> list[Numbers]:
    """Hand-made patterns of positions at trick boundaries, after tables 7.1 and 7.2 of the thesis.

    Each entry is one group of patterns that share weights: a column for every place where the
    pattern is looked for. A number stands for one pattern.
    """
    import numpy as np

    layout = Layout.of(game)
    held = _held(samples, layout)
    counts = np.bitwise_count(held).astype(np.int64)
    four = np.array([sum(4**i for i in range(11) if mask >> i & 1) for mask in range(2048)])
    ways = sum((player + 1) * four[held[player]] for player in range(3))
    trumps = np.stack([_trumps(samples, player, layout) for player in range(3)])
    trump_counts = np.bitwise_count(trumps).astype(np.int64)
    jacks = trumps >> (layout.trumps - 4)
    jack_way = sum((player + 1) * four[jacks[player]] for player in range(3))
    jack_counts = np.bitwise_count(jacks).astype(np.int64)
    # Aces and tens are the two highest plain cards, kings and queens the next.
    high = held >> 5 & 3
    high_way = sum((player + 1) * four[high[player]] for player in range(3))
    honours = held >> 3
    lows = np.bitwise_count(held & 7).astype(np.int64).sum(axis=2)
    high_counts = np.bitwise_count(high).astype(np.int64).sum(axis=2)
    lengths = (counts[0] << 6) | (counts[1] << 3) | counts[2]
    voids = ((counts == 0) << np.arange(3)[:, None, None]).sum(axis=0)
    split = (trump_counts[0] << 8) | (trump_counts[1] << 4) | trump_counts[2]
    low_split = (lows[0] << 8) | (lows[1] << 4) | lows[2]
    groups = [
        _column(ways),
        _column(jack_way, _together(high_way)),
        _column(split, jack_way),
        _column(split, low_split),
        _column(_together(lengths)),
        _column(_together(voids), split),
        _column(_together((voids << 4) | high_way)),
        _column(
            honours[0], counts[1], counts[2], jack_counts[0][:, None],
            (trump_counts[1] > 0)[:, None], (trump_counts[2] > 0)[:, None],
        ),
        _column(jack_way, _together(lengths)),
    ]  # fmt: skip
    for one in range(3):
        for other in range(3):
            if one != other:
                groups.append(_column(_together(high[one]), trumps[other]))
        groups.append(_column(high_counts[one], trump_counts[one], lows[one]))
    if layout.trumps > 4:
        low_trumps = trumps & 127
        low_way = sum((player + 1) * four[low_trumps[player]] for player in range(3))
        top_way = sum((player + 1) * four[trumps[player] >> 5] for player in range(3))
        groups += [_column(low_way, jack_counts[0], jack_counts[1]), _column(top_way)]
        groups.append(_column(top_way, _together(voids)))
    return groups


def _column(*parts: Any) -> Numbers:
    # One number from several, by hashing: patterns are compared, never taken apart.
    import numpy as np

    code: Any = np.uint64(14695981039346656037)
    with np.errstate(over="ignore"):
        for part in parts:
            code = (code ^ np.asarray(part).astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
            code = code ^ (code >> np.uint64(29))
    found: Numbers = np.asarray(code).astype(np.int64)
    return found if found.ndim == 2 else found[:, None]


def _together(by_suit: Any) -> Any:
    # The plain suits' numbers as one, whatever the order of the suits.
    import numpy as np

    ordered = np.sort(np.asarray(by_suit), axis=1)
    total = np.zeros(len(ordered), np.int64)
    for column in range(ordered.shape[1]):
        total = (total << 12) | ordered[:, column].astype(np.int64)
    return total


def _held(samples: NDArray[np.void], layout: Layout) -> Numbers:
    # By player, position and plain suit: the ranks held.
    import numpy as np

    hands = samples["hands"].astype(np.int64).T[:, :, None]
    held: Numbers = hands >> (layout.width * np.arange(layout.suits)) & ((1 << layout.width) - 1)
    return held


def _trumps(samples: NDArray[np.void], player: int, layout: Layout) -> Numbers:
    import numpy as np

    found: Numbers = samples["hands"][:, player].astype(np.int64) >> (layout.suits * layout.width)
    return found


def _bits(masks: Numbers, width: int) -> Numbers:
    import numpy as np

    found: Numbers = masks[:, None] >> np.arange(width) & 1
    return found
