"""How likely whole worlds are, for training: the product of card chances over all worlds, exactly.

What the native core does to draw worlds (`card_places.hpp`) is done here for many decisions at
once, so that a network can learn the likelihood of the true world itself. Sinkhorn scaling
(Solinas 2019, §6.2) brings the sums of the places to 10, 10, 10 and 2 cards.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

_HAND, _SKAT = 10, 2
_SKAT_INPUTS, _PLAYED, _VOIDS, _TRUMP = 32, 64, 288, 355


def sinkhorn(torch: Any, logits: Any, rounds: int) -> Any:
    """Logarithms of chances whose places sum to 10, 10, 10 and 2 (algorithm 5, put right)."""
    wanted = torch.tensor([10.0, 10.0, 10.0, 2.0])
    chances = torch.softmax(logits, dim=2)
    for _ in range(rounds):
        chances = chances * (wanted / chances.sum(dim=1, keepdim=True))
        chances = chances / chances.sum(dim=2, keepdim=True)
    return torch.log(chances.clamp_min(1e-12))


def log_ratios(torch: Any, logits: Any, possible: Any, places: Any) -> Any:
    """By decision the logarithm of how many times likelier than by chance the true world is."""
    blocked = logits.masked_fill(~possible, -1e9)
    weights = torch.exp(blocked - blocked.max(dim=2, keepdim=True).values.detach())
    weights = torch.where(possible, weights.clamp_min(1e-6), torch.zeros(()))
    truth = torch.gather(weights, 2, places[:, :, None])[:, :, 0].clamp_min(1e-6)
    alike = _total(torch, possible.float()).clamp_min(1.0)
    total = _total(torch, weights).clamp_min(1e-30)
    return torch.log(truth).sum(dim=1) - torch.log(total) + torch.log(alike)


def _total(torch: Any, weights: Any) -> Any:
    """The sum over all worlds, card by card; only how many cards a place has matters."""
    decisions = weights.shape[0]
    ways = torch.zeros(decisions, _HAND + 1, _SKAT + 1)
    ways[:, 0, 0] = 1
    pad = torch.nn.functional.pad
    for card in range(32):
        own, a, b, skat = (weights[:, card, place, None, None] for place in range(4))
        to_a = pad(ways[:, :-1, :], (0, 0, 1, 0))
        to_skat = pad(ways[:, :, :-1], (1, 0))
        ways = (own + b) * ways + a * to_a + skat * to_skat
    return ways[:, _HAND, _SKAT]


def possible_places(torch: Any, bits: Any, game: str) -> Any:
    """Which places each card may have, from the inputs of table 4.2."""
    inputs = torch.from_numpy(bits[:, :360]).bool()
    decisions = inputs.shape[0]
    possible = torch.zeros(decisions, 32, 4, dtype=torch.bool)
    possible[:, :, 0] = inputs[:, :32] | inputs[:, _PLAYED : _PLAYED + 32]
    possible[:, :, 3] = inputs[:, _SKAT_INPUTS : _SKAT_INPUTS + 32]
    for opponent in (1, 2):
        first = _PLAYED + 32 * opponent
        possible[:, :, opponent] = inputs[:, first : first + 32]
    unseen = ~possible.any(dim=2)
    knows_skat = inputs[:, _SKAT_INPUTS : _SKAT_INPUTS + 32].any(dim=1)
    possible[:, :, 3] |= unseen & ~knows_skat[:, None]
    suits = _suits(torch, game)[inputs[:, _TRUMP : _TRUMP + 5].int().argmax(dim=1)]
    for opponent in (1, 2):
        first = _VOIDS + 5 * (opponent - 1)
        void = torch.gather(inputs[:, first : first + 5], 1, suits)
        possible[:, :, opponent] |= unseen & ~void
    return possible


@lru_cache(maxsize=4)
def _suits(torch: Any, game: str) -> Any:
    """By trump suit (4: none) the suit of each card, 4 for trumps."""
    rows = []
    for trump in range(5):
        row = [card // 8 for card in range(32)]
        if game != "null":
            row = [4 if card % 8 == 7 or card // 8 == trump else card // 8 for card in range(32)]
        rows.append(row)
    return torch.tensor(rows)
