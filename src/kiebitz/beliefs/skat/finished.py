"""Networks that are trained and not yet in their file: kept, so that a stopped command goes on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kiebitz.beliefs.skat.location_training import Lesson, Trained

if TYPE_CHECKING:
    from kiebitz.beliefs.skat.location_data import Archive


class Finished:
    """Networks of one lesson on one archive, in the folder of its samples."""

    def __init__(self, folder: Path, lesson: Lesson, archive: Archive) -> None:
        told: Mapping[str, Any] = {
            **asdict(lesson),
            "samples": [archive.samples, archive.records, archive.seed, archive.rate],
        }
        text = json.dumps(told, sort_keys=True, default=repr)
        self._stem = folder / f"trained-{hashlib.sha256(text.encode()).hexdigest()[:16]}"

    def get(self, game: str) -> Trained | None:
        """The network of a kind of game, if it is there and whole."""
        import numpy as np

        try:
            with np.load(self._path(game)) as arrays:
                told = json.loads(str(arrays["told"]))
                layers = tuple(
                    (arrays[f"weights{number}"], arrays[f"bias{number}"])
                    for number in range(told["layers"])
                )
        except Exception:  # damaged or missing: it is trained again
            return None
        curve = tuple((one, other) for one, other in told["curve"])
        return Trained(layers, told["test"], told["samples"], told["epochs"], curve)

    def put(self, game: str, trained: Trained) -> None:
        """Keeps a network; on a full disk it is only in memory."""
        import numpy as np

        told = {
            "layers": len(trained.layers),
            "test": trained.test,
            "samples": trained.samples,
            "epochs": trained.epochs,
            "curve": trained.curve,
        }
        arrays: dict[str, Any] = {"told": np.array(json.dumps(told))}
        for number, (weights, bias) in enumerate(trained.layers):
            arrays[f"weights{number}"], arrays[f"bias{number}"] = weights, bias
        path = self._path(game)
        new = path.with_suffix(".new")
        try:
            with new.open("wb") as file:
                np.savez(file, **arrays)
            new.replace(path)
        except OSError:
            with suppress(OSError):
                new.unlink(missing_ok=True)

    def forget(self) -> None:
        """The file of weights is written: nothing needs to be kept."""
        for path in self._stem.parent.glob(f"{self._stem.name}-*.npz"):
            with suppress(OSError):
                path.unlink()

    def _path(self, game: str) -> Path:
        return self._stem.with_name(f"{self._stem.name}-{game}.npz")
