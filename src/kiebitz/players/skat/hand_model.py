"""The models of how often a hand wins: those that ship, and how one is read."""

from __future__ import annotations

import atexit
import json
from functools import lru_cache
from importlib.resources import files

from kiebitz._core import skat_bidding as core
from kiebitz.errors import KiebitzError

#: For whom to bid: players as strong as PIMC, or ones that defend as XSkat does; with the model.
OPPONENTS = {"strong": "hand_model.json", "weak": "hand_model_weak.json"}


@lru_cache(maxsize=len(OPPONENTS))
def shipped_model(opponents: str = "strong") -> core.HandModel:
    """A model that comes with the package, by the opponents it was fitted to."""
    return load_model(shipped_text(opponents))


# Native objects go before the interpreter does.
atexit.register(shipped_model.cache_clear)


def shipped_text(opponents: str = "strong") -> str:
    """The file of that model."""
    return files("kiebitz.players.skat").joinpath(OPPONENTS[opponents]).read_text()


def load_model(text: str) -> core.HandModel:
    """Reads a model as `hand_training.save` writes it."""
    try:
        weights = json.loads(text)
        model = core.HandModel()
        for index, name in enumerate(core.classes()):
            model.set_weights(index, weights[name])
    except (KeyError, TypeError, ValueError) as error:
        raise KiebitzError(f"this is not a hand model: {error}") from None
    return model
