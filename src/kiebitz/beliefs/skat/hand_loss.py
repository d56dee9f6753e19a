"""Learning above tables of hands: the likelihood of the true world, summed exactly in the core.

Tables say what bids and the declared game mean for whole hands; a network tells the rest. The
derivative of the logarithm of a sum over all worlds by what the network says of a card is the
card's chance, which the core computes along with the sum.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from kiebitz._core import skat_locations as core


def log_ratios(
    torch: Any,
    logits: Any,
    hands: core.HandTables,
    features: NDArray[np.uint8],
    places: NDArray[np.int64],
    kind: int,
) -> tuple[Any, Any]:
    """By decision the logarithm of how many times likelier than by chance the true world is.

    Also its derivatives by the logits: one or zero, less the chance of the card in that place.
    """
    ratios, slopes = _function(torch).apply(logits, hands, features, places, kind)
    return ratios, slopes


@lru_cache(maxsize=1)
def _function(torch: Any) -> Any:
    import numpy as np

    class LogRatios(torch.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(
            ctx: Any, logits: Any, hands: Any, features: Any, places: Any, kind: int
        ) -> Any:
            shifts = (2 * np.arange(32, dtype=np.uint64))[None, :]
            packed = (places.astype(np.uint64) << shifts).sum(axis=1, dtype=np.uint64)
            found, slopes = hands.log_ratios(
                features.tobytes(),
                packed.tobytes(),
                logits.detach().contiguous().numpy().astype(np.float32).tobytes(),
                kind,
                1,
            )
            ratios = torch.from_numpy(np.frombuffer(found, np.float32).copy())
            slope = torch.from_numpy(np.frombuffer(slopes, np.float32).copy()).reshape(-1, 32, 4)
            ctx.save_for_backward(slope)
            ctx.mark_non_differentiable(slope)
            return ratios, slope

        @staticmethod
        def backward(ctx: Any, by_ratio: Any, by_slope: Any) -> Any:
            (slope,) = ctx.saved_tensors
            return by_ratio[:, None, None] * slope, None, None, None, None

    return LogRatios
