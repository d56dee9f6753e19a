"""The value network as PyTorch trains it, and as the native core computes it.

A weight of 1 is 64, an input of 1 is 127, a sum of 1 is their product: while it is trained, the
network already rounds as its integer form does, so that nothing is lost when it is written down.
Only this module needs PyTorch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

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
SIZES: Final = {"suit1": 64, "suit2": 40, "trump1": 64, "trump2": 64, "mix": 96, "hidden": 32}
#: Grand has only four trumps.
GRAND_SIZES: Final = {**SIZES, "trump1": 32, "trump2": 24}
BOUNDS: Final = 3  #: inputs: static bounds and points left


class Layer(Module):  # type: ignore[misc]
    """A dense layer with weights that fit into a byte."""

    def __init__(self, width: int, rows: int, gain: float) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(torch.randn(rows, width) * (gain / width**0.5))
        self.bias = torch.nn.Parameter(torch.full((rows,), 0.1))

    def forward(self, inputs: Tensor) -> Tensor:
        """The sums."""
        rounded = torch.round(self.weight * WEIGHT) / WEIGHT
        return inputs @ (self.weight + (rounded - self.weight).detach()).T + self.bias


class ValueNetwork(Module):  # type: ignore[misc]
    """See native/values/network.hpp: suits encoded by themselves, then mixed."""

    def __init__(self, game: str, outputs: int = 1) -> None:
        super().__init__()
        layout = self.layout = Layout.of(game)
        sizes = GRAND_SIZES if game == "grand" else SIZES
        digits = torch.arange(4**layout.width)[:, None] >> (2 * torch.arange(layout.width)) & 3
        self.ways: Tensor
        self.register_buffer("ways", torch.cat([digits == p + 1 for p in range(3)], 1).float())
        self.suit1 = Layer(3 * layout.width, sizes["suit1"], 1.5)
        self.suit2 = Layer(sizes["suit1"], sizes["suit2"], 1.2)
        mixed = layout.suits * sizes["suit2"]
        if layout.trumps:
            self.trump1 = Layer(3 * layout.trumps, sizes["trump1"], 1.5)
            self.trump2 = Layer(sizes["trump1"], sizes["trump2"], 1.2)
            mixed += sizes["trump2"] + BOUNDS
        self.mix = Layer(mixed, sizes["mix"], 1.2)
        self.contexts = torch.nn.Parameter(torch.zeros(CONTEXTS, sizes["mix"]))
        self.table_cards = torch.nn.Parameter(torch.zeros(2, NO_CARD, sizes["mix"]))
        self.hidden = Layer(sizes["mix"], sizes["hidden"], 1.2)
        self.output = Layer(sizes["hidden"], outputs, 1.0)

    def forward(self, inputs: dict[str, Tensor]) -> Tensor:
        """The outputs, 1 for what the integers call UNIT."""
        ways, place = torch.unique(inputs["suits"], return_inverse=True)
        codes = _activate(self.suit2(_activate(self.suit1(self.ways[ways]))))
        mixed = codes[place].flatten(1)
        if self.layout.trumps:
            trumps = _activate(self.trump2(_activate(self.trump1(inputs["trumps"]))))
            mixed = torch.cat([mixed, trumps, inputs["bounds"]], 1)
        nothing = torch.zeros(1, self.table_cards.shape[2])
        sums = self.mix(mixed) + self.contexts[inputs["context"]]
        for place, name in enumerate(("lead", "second")):
            sums = sums + torch.cat([self.table_cards[place], nothing])[inputs[name]]
        return self.output(_activate(self.hidden(_activate(sums))))

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
        found["contexts"] = torch.round(self.contexts.data * UNIT).to(torch.int32)
        found["table_cards"] = torch.round(self.table_cards.data * UNIT).to(torch.int32)
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
    width = integers["suit1.weights"].shape[1] // 3
    digits = torch.arange(4**width)[:, None] >> (2 * torch.arange(width)) & 3
    ways = torch.cat([digits == player + 1 for player in range(3)], 1).int() * INPUT

    def dense(name: str, values: Tensor) -> Tensor:
        return values @ integers[f"{name}.weights"].T + integers[f"{name}.bias"]

    def activate(sums: Tensor) -> Tensor:
        return ((sums + WEIGHT // 2) >> 6).clamp(0, INPUT)

    codes = activate(dense("suit2", activate(dense("suit1", ways))))
    mixed = codes[inputs["suits"]].flatten(1)
    if "trump1.weights" in integers:
        held = inputs["trumps"].int() * INPUT
        trumps = activate(dense("trump2", activate(dense("trump1", held))))
        mixed = torch.cat([mixed, trumps, (inputs["bounds"] * INPUT).round().int()], 1)
    sums = dense("mix", mixed) + integers["contexts"][inputs["context"]]
    nothing = torch.zeros(1, sums.shape[1], dtype=torch.int32)
    for place, name in enumerate(("lead", "second")):
        sums = sums + torch.cat([integers["table_cards"][place], nothing])[inputs[name]]
    return dense("output", activate(dense("hidden", activate(sums))))


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
    batch: int = 4096,
    rate: float = 3e-3,
    report: Callable[[int, float], None] = lambda epoch, loss: None,
) -> None:
    """Fits a network: `loss` gets the outputs and the numbers of the positions in a batch.

    One thread and fixed seeds: the same data give the same weights.
    """
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    order = torch.Generator().manual_seed(seed)
    given = tensors(inputs)
    steps = (len(inputs) + batch - 1) // batch
    optimiser = torch.optim.Adam(network.parameters(), lr=rate)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, rate, total_steps=epochs * steps, pct_start=0.1
    )
    for epoch in range(epochs):
        total = 0.0
        shuffled = torch.randperm(len(inputs), generator=order)
        for chosen in shuffled.split(batch):
            value = loss(network({name: one[chosen] for name, one in given.items()}), chosen)
            optimiser.zero_grad()
            value.backward()
            optimiser.step()
            schedule.step()
            network.keep_in_range()
            total += value.item() * len(chosen)
        report(epoch, total / len(inputs))


def points_loss(samples: NDArray[np.void]) -> Callable[[Tensor, Tensor], Tensor]:
    """The error in points after the static bounds, which also cap how hard a position pulls."""
    value, lower, upper = (
        torch.from_numpy(samples[name].astype("f4")) for name in ("value", "lower", "upper")
    )

    def loss(outputs: Tensor, chosen: Tensor) -> Tensor:
        points = outputs[:, 0] * 120
        clipped = torch.minimum(torch.maximum(points, lower[chosen]), upper[chosen])
        error = points + (clipped - points).detach() - value[chosen]
        return functional.smooth_l1_loss(error, torch.zeros_like(error), beta=3.0)

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


def _activate(sums: Tensor) -> Tensor:
    clipped = sums.clamp(0, 1)
    return clipped + (torch.floor(clipped * INPUT + 0.5) / INPUT - clipped).detach()
