"""The value network as PyTorch trains it, and as the native core computes it.

A weight of 1 is 64, an input of 1 is 127, a sum of 1 is their product: while it is trained, the
network already rounds as its integer form does, so that nothing is lost when it is written down.
Only this module needs PyTorch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from kiebitz._core import values as core
from kiebitz.values.features import CONTEXTS, NO_CARD, Inputs, Layout
from kiebitz.values.weights import Array

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from torch import Tensor

# Whoever needs PyTorch has asked for it before (machine.require); without it this can be imported.
if TYPE_CHECKING or find_spec("torch") is not None:
    import torch
    from torch.nn import Module, functional
else:
    Module = object

WEIGHT: Final = 64
INPUT: Final = 127
UNIT: Final = WEIGHT * INPUT
#: Codes are what suits and trumps are turned into; they are added up.
SIZES: Final = {"suit1": 64, "trump1": 64, "codes": 160, "hidden": 32, "deep": 32}
#: Grand has only four trumps.
GRAND_SIZES: Final = {**SIZES, "trump1": 32}
NULL_SIZES: Final = {**SIZES, "codes": 64}
BOUNDS: Final = 3  #: inputs: static bounds and points left
PLAYERS: Final = 3  #: each has layers of his own for the positions in which he is to move
LARGEST_CODE: Final = 3000  #: in parts of INPUT; so no sum of codes overflows


class Layer(Module):  # type: ignore[misc]
    """A dense layer with weights that fit into a byte."""

    def __init__(self, width: int, rows: int, gain: float, bias: float = 0.1) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(torch.randn(rows, width) * (gain / width**0.5))
        self.bias = torch.nn.Parameter(torch.full((rows,), bias))

    def forward(self, inputs: Tensor) -> Tensor:
        """The sums."""
        rounded = torch.round(self.weight * WEIGHT) / WEIGHT
        return inputs @ (self.weight + (rounded - self.weight).detach()).T + self.bias


class ValueNetwork(Module):  # type: ignore[misc]
    """See native/values/network.hpp: every suit is turned into a code, the codes are added up."""

    def __init__(self, game: str, outputs: int = 2) -> None:
        super().__init__()
        layout = self.layout = Layout.of(game)
        sizes = {"suit": SIZES, "grand": GRAND_SIZES, "null": NULL_SIZES}[game]
        self.ways: Tensor
        self.register_buffer("ways", _ways(layout.width).float())
        codes = sizes["codes"]
        self.suit1 = Layer(3 * layout.width + 1, sizes["suit1"], 1.5)
        self.suit2 = Layer(sizes["suit1"], codes, 0.5)
        if layout.trumps:
            self.trump1 = Layer(3 * layout.trumps, sizes["trump1"], 1.5)
            self.trump2 = Layer(sizes["trump1"], codes, 0.5)
            self.known = Layer(BOUNDS, codes, 0.3)
        self.contexts = torch.nn.Parameter(torch.zeros(CONTEXTS, codes))
        self.table_cards = torch.nn.Parameter(torch.zeros(2, NO_CARD, codes))
        for player in range(PLAYERS):
            self.add_module(f"hidden{player}", Layer(codes, sizes["hidden"], 1.2))
            self.add_module(f"deep{player}", Layer(sizes["hidden"], sizes["deep"], 1.2))
            self.add_module(f"output{player}", Layer(sizes["deep"], outputs, 1.0))

    def forward(self, inputs: dict[str, Tensor]) -> Tensor:
        """The outputs, 1 for what the integers call UNIT."""
        ways, place = torch.unique(inputs["suits"], return_inverse=True)
        codes = _round(self.suit2(_activate(self.suit1(self.ways[ways]))))
        sums = functional.embedding_bag(place, codes, mode="sum")
        if self.layout.trumps:
            sums = sums + _round(self.trump2(_activate(self.trump1(inputs["trumps"]))))
            sums = sums + self.known(inputs["bounds"])
        sums = sums + self.contexts[inputs["context"]]
        nothing = torch.zeros(1, self.table_cards.shape[2])
        for number, name in enumerate(("lead", "second")):
            sums = sums + torch.cat([self.table_cards[number], nothing])[inputs[name]]
        mixed = _activate(sums)
        player = inputs["context"] // 3
        order = torch.argsort(player, stable=True)
        parts = []
        for number, some in enumerate(order.split(torch.bincount(player, minlength=3).tolist())):
            hidden = _activate(self.get_submodule(f"hidden{number}")(mixed[some]))
            deep = _activate(self.get_submodule(f"deep{number}")(hidden))
            parts.append(self.get_submodule(f"output{number}")(deep))
        return torch.cat(parts)[torch.argsort(order)]

    def layers(self) -> Iterator[tuple[str, Layer]]:
        """The dense layers by name."""
        for name, module in self.named_children():
            if isinstance(module, Layer):
                yield name, module

    def keep_in_range(self) -> None:
        """Weights stay within a byte."""
        for _, layer in self.layers():
            layer.weight.data.clamp_(-127 / WEIGHT, 127 / WEIGHT)

    def integers(self) -> dict[str, Tensor]:
        """The network in integers, as the native core computes it."""
        found = {}
        for name, layer in self.layers():
            found[f"{name}.weights"] = torch.round(layer.weight.data * WEIGHT).to(torch.int32)
            found[f"{name}.bias"] = torch.round(layer.bias.data * UNIT).to(torch.int32)
        for name in ("contexts", "table_cards"):
            numbers = torch.round(getattr(self, name).data * INPUT)
            found[name] = numbers.clamp(-LARGEST_CODE, LARGEST_CODE).to(torch.int32)
        return found

    def arrays(self, prefix: str) -> dict[str, Array]:
        """The same for a weights file."""
        found = {}
        for name, tensor in self.integers().items():
            kind = "i1" if name.endswith("weights") else "i4"
            data = tensor.numpy().astype("<" + kind).tobytes()
            found[f"{prefix}.{name}"] = Array(kind, tuple(tensor.shape), data)
        return found


def evaluate_integers(integers: dict[str, Tensor], inputs: dict[str, Tensor]) -> Tensor:
    """The outputs of `integers` in units of 1 / UNIT, computed by PyTorch in integers.

    It is what the native core is tested against, to the last bit.
    """
    ways = _ways((integers["suit1.weights"].shape[1] - 1) // 3).int() * INPUT

    def dense(name: str, values: Tensor) -> Tensor:
        return values @ integers[f"{name}.weights"].T + integers[f"{name}.bias"]

    def rounded(sums: Tensor) -> Tensor:
        return (sums + WEIGHT // 2) >> 6

    def activate(sums: Tensor) -> Tensor:
        return rounded(sums).clamp(0, INPUT)

    def code(sums: Tensor) -> Tensor:
        return rounded(sums).clamp(-LARGEST_CODE, LARGEST_CODE)

    sums = code(dense("suit2", activate(dense("suit1", ways))))[inputs["suits"]].sum(1)
    if "trump1.weights" in integers:
        held = inputs["trumps"].int() * INPUT
        sums = sums + code(dense("trump2", activate(dense("trump1", held))))
        known = (inputs["bounds"] * INPUT).round().int()[:, None, :]
        sums = sums + code(known * integers["known.weights"]).sum(2)
        sums = sums + code(integers["known.bias"])
    sums = sums + integers["contexts"][inputs["context"]]
    nothing = torch.zeros(1, sums.shape[1], dtype=torch.int32)
    for place, name in enumerate(("lead", "second")):
        sums = sums + torch.cat([integers["table_cards"][place], nothing])[inputs[name]]
    mixed = sums.clamp(0, INPUT).int()
    player = inputs["context"] // 3
    found = []
    for number in range(PLAYERS):
        hidden = activate(dense(f"hidden{number}", mixed))
        found.append(dense(f"output{number}", activate(dense(f"deep{number}", hidden))))
    return torch.stack(found)[player, torch.arange(len(player))]


def tensors(inputs: Inputs) -> dict[str, Tensor]:
    """Inputs for PyTorch."""
    return {name: torch.from_numpy(getattr(inputs, name)) for name in Inputs.__slots__}


def train(
    network: ValueNetwork,
    inputs: Inputs,
    loss: Callable[[Tensor, Tensor], Tensor],
    *,
    epochs: int,
    seed: int,
    batch: int = 1024,
    rate: float = 2e-3,
    count: Callable[[int], None] = lambda positions: None,
) -> None:
    """Fits a network: `loss` gets the outputs and the numbers of the positions in a batch.

    `count` hears after each batch how many positions it had.

    One thread and fixed seeds: the same data give the same weights.
    """
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    order = torch.Generator().manual_seed(seed)
    given = tensors(inputs)
    steps = (len(inputs) + batch - 1) // batch
    optimiser = torch.optim.Adam(network.parameters(), lr=rate)
    total = epochs * steps
    # A tenth of ten steps would end with the step that it begins with, which PyTorch cannot do.
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, rate, total_steps=total, pct_start=0.2 if total == 10 else 0.1
    )
    for _ in range(epochs):
        shuffled = torch.randperm(len(inputs), generator=order)
        for chosen in shuffled.split(batch):
            value = loss(network({name: one[chosen] for name, one in given.items()}), chosen)
            optimiser.zero_grad()
            value.backward()
            optimiser.step()
            schedule.step()
            network.keep_in_range()
            count(len(chosen))


def points_loss(samples: NDArray[np.void]) -> Callable[[Tensor, Tensor], Tensor]:
    """The error in points after the static bounds, which also cap how hard a position pulls.

    The second output learns how large the error is.
    """
    value, lower, upper = (
        torch.from_numpy(samples[name].astype("f4")) for name in ("value", "lower", "upper")
    )

    def loss(outputs: Tensor, chosen: Tensor) -> Tensor:
        points = outputs[:, 0] * 120
        clipped = torch.minimum(torch.maximum(points, lower[chosen]), upper[chosen])
        error = points + (clipped - points).detach() - value[chosen]
        size = error.detach().abs()
        off = functional.smooth_l1_loss(error, torch.zeros_like(error), beta=3.0)
        return off + 0.03 * functional.mse_loss(outputs[:, 1] * core.SPREAD_UNIT, size)

    return loss


def null_loss(samples: NDArray[np.void]) -> Callable[[Tensor, Tensor], Tensor]:
    """Whether the declarer gets through, and the share of the tricks that he survives if not."""
    left = 10 - samples["tricks"]
    survived = torch.from_numpy(samples["value"].astype("f4") / left.astype("f4"))
    won = torch.from_numpy((samples["value"] == left).astype("f4"))

    def loss(outputs: Tensor, chosen: Tensor) -> Tensor:
        lost = 1 - won[chosen]
        surprise = functional.binary_cross_entropy_with_logits(outputs[:, 0] * 16, won[chosen])
        off = functional.smooth_l1_loss(outputs[:, 1] * lost, survived[chosen] * lost, beta=0.1)
        return surprise + off

    return loss


def outputs_of(network: ValueNetwork, inputs: Inputs, batch: int = 16384) -> Any:
    """The outputs of the integer network, as NumPy has them."""
    integers = network.integers()
    given = tensors(inputs)
    parts = [
        evaluate_integers(integers, {name: one[at : at + batch] for name, one in given.items()})
        for at in range(0, len(inputs), batch)
    ]
    return torch.cat(parts).numpy()


def _ways(width: int) -> Tensor:
    # A row for each way to hold a suit, whether it was led or not: a one for each player and card
    # that he holds, and for led.
    digits = torch.arange(4**width)[:, None] >> (2 * torch.arange(width)) & 3
    held = torch.cat([digits == player + 1 for player in range(3)], 1)
    plain, led = torch.zeros(len(held), 1), torch.ones(len(held), 1)
    return torch.cat([torch.cat([held, plain], 1), torch.cat([held, led], 1)])


def _round(sums: Tensor) -> Tensor:
    return sums + (torch.floor(sums * INPUT + 0.5) / INPUT - sums).detach()


def _activate(sums: Tensor) -> Tensor:
    return _round(sums.clamp(0, 1))
