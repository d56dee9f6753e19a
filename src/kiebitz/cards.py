"""What all card games share: suits and their symbols, and seeds."""

from __future__ import annotations

from collections.abc import Mapping

from kiebitz._core.cards import derive_seed as _derive_seed

SUIT_SYMBOLS: Mapping[str, str] = {"D": "♦", "H": "♥", "S": "♠", "C": "♣"}
SUIT_NAMES: Mapping[str, str] = {"D": "diamonds", "H": "hearts", "S": "spades", "C": "clubs"}


def derive_seed(master: int, *indices: int) -> int:
    """The seed of a part, from the seed of the whole and the part's indices.

    >>> derive_seed(7, 0) != derive_seed(7, 1)
    True
    """
    return _derive_seed(master & (2**64 - 1), list(indices))
