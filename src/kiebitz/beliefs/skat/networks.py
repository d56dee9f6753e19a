"""Files of networks over what a player sees: one for suit games, one for grand, one for null.

A number of a layer takes one byte; every row has a scale. The networks may lie in one file, or in
three of which each holds those of one kind of game (``deep-suit.weights`` beside
``deep-grand.weights`` and ``deep-null.weights`` is read as ``deep.weights``).
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kiebitz.errors import KiebitzError
from kiebitz.values.weights import Array, Weights, load

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

GAMES: Final = ("suit", "grand", "null")
#: Sets of inputs by their number in the core.
INPUTS: Final = ("table", "acts", "history", "all")
VERSION: Final = 2
_HANDS: Final = "hands"
_SHIPPED: Final = files("kiebitz.beliefs.skat") / "weights"

#: Rows, width, weights and bias of a layer, and the scales of its rows.
Layer = tuple[int, int, bytes, bytes, bytes]


@dataclass(frozen=True, slots=True)
class Networks:
    """The layers of a network for each kind of game, and what they are told."""

    layers: Mapping[str, Sequence[Layer]]
    inputs: int
    hands: tuple[float, ...] | None = None
    """Log-likelihood ratios of whole hands above which the networks tell the rest."""
    data: Mapping[str, str] = field(default_factory=dict)
    """What each network learned from."""

    @property
    def by_game(self) -> tuple[Sequence[Layer], Sequence[Layer], Sequence[Layer]]:
        """Suit games, grand, null."""
        return self.layers["suit"], self.layers["grand"], self.layers["null"]


def shipped(name: str) -> Path:
    """The weights of this name that come with the package.

    >>> shipped("small").name
    'small.weights'
    """
    return Path(str(_SHIPPED / f"{name}.weights"))


def rounded(weights: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """The nearest numbers of one byte, and the scale of each row."""
    import numpy as np

    scale = np.maximum(np.abs(weights).max(axis=1), 1e-9).astype(np.float32) / np.float32(127)
    return np.rint(weights / scale[:, None]).astype(np.int8), scale


def as_numbers(
    layers: Sequence[Layer],
) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """Weights and biases of the layers of a file."""
    import numpy as np

    found = []
    for rows, width, weights, bias, scale in layers:
        small = np.frombuffer(weights, np.int8).reshape(rows, width).astype(np.float32)
        by_row = np.frombuffer(scale, np.float32)[:, None]
        found.append((small * by_row, np.frombuffer(bias, np.float32).copy()))
    return found


def save_networks(
    path: Path,
    networks: Mapping[str, Sequence[tuple[Any, Any]]],
    *,
    kind: str,
    model: str,
    inputs: str,
    data: str,
    seed: int,
    command: str,
    error: dict[str, Any],
    hands: Sequence[float] | None = None,
    more: Mapping[str, Array] | None = None,
) -> None:
    """Writes networks, matrices and biases, with where they come from."""
    arrays = dict(more or {})
    if hands is not None:
        packed = struct.pack(f"<{len(hands)}f", *hands)
        arrays[_HANDS] = Array("f4", (len(hands),), packed)
    for game, layers in networks.items():
        for number, (matrix, bias) in enumerate(layers):
            small, scale = rounded(matrix)
            name = f"{game}.{number}"
            arrays[f"{name}.weights"] = Array("i1", tuple(small.shape), small.tobytes())
            for part, numbers in (("scale", scale), ("bias", bias)):
                listed = numbers.astype("<f4")
                arrays[f"{name}.{part}"] = Array("f4", tuple(listed.shape), listed.tobytes())
    features = f"{inputs} inputs, {model}"
    Weights(kind, VERSION, features, data, seed, command, error, arrays).save(path)


def load_networks(path: Path, kind: str, model: str) -> Networks:
    """Reads a file, or the three of it; whatever is wrong is said in one sentence."""
    parts = [path.with_name(f"{path.stem}-{game}{path.suffix}") for game in GAMES]
    found = parts if not path.exists() and all(part.exists() for part in parts) else [path]
    layers: dict[str, Sequence[Layer]] = {}
    data: dict[str, str] = {}
    told: set[str] = set()
    hands: set[tuple[float, ...] | None] = set()
    for file in found:
        weights = load(file, kind, VERSION)
        inputs, _, of_model = weights.features.partition(" inputs, ")
        if of_model != model or inputs not in INPUTS:
            raise KiebitzError(
                f"{str(file)!r} holds weights of {of_model or weights.features!r}, not of {model!r}"
            )
        told.add(inputs)
        ratios = weights.arrays.get(_HANDS)
        if ratios is not None and (ratios.dtype != "f4" or len(ratios.shape) != 1):
            raise KiebitzError(f"weights file {str(file)!r} is damaged: tables of hands")
        hands.add(None if ratios is None else struct.unpack(f"<{ratios.shape[0]}f", ratios.data))
        for game in GAMES:
            if f"{game}.0.weights" in weights.arrays:
                layers[game] = layers_of(weights.arrays, game, file)
                data[game] = weights.data
    missing = [game for game in GAMES if game not in layers]
    if missing or len(told) != 1 or len(hands) != 1:
        raise KiebitzError(f"{str(path)!r} has no weights for {', '.join(missing) or 'one model'}")
    return Networks(layers, INPUTS.index(told.pop()), hands.pop(), data)


def layers_of(arrays: Mapping[str, Array], game: str, file: Path) -> list[Layer]:
    """The layers of one network of a file."""
    layers: list[Layer] = []
    while (matrix := arrays.get(f"{game}.{len(layers)}.weights")) is not None:
        name = f"{game}.{len(layers)}"
        bias, scale = arrays.get(f"{name}.bias"), arrays.get(f"{name}.scale")
        if bias is None or scale is None or len(matrix.shape) != 2 or matrix.dtype != "i1":
            raise KiebitzError(f"weights file {str(file)!r} is damaged: layer {name}")
        rows, width = matrix.shape
        if bias.shape != (rows,) or scale.shape != (rows,):
            raise KiebitzError(f"weights file {str(file)!r} is damaged: layer {name}")
        layers.append((rows, width, matrix.data, bias.data, scale.data))
    return layers
