"""Fits the weights of the double-dummy solver's move order (native/solvers/bridge/move_order.hpp).

`python benchmarks/tune_bridge_ordering.py [--deals N] [--seed S] [--out FILE]`: builds
bridge_move_samples.cpp, which searches every move of some nodes of random deals, and fits the
weights so that moves come first that decide their node, and decide it cheaply. It starts from the
present weights, or with `--afresh` from nothing. Without `--out` the weights are written to
native/solvers/bridge/move_weights.inc; `make core` then builds them in. The same seed and the same
start give the same weights. Two thousand deals take some minutes.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

HERE = Path(__file__).resolve().parent
NATIVE = HERE.parent / "native"
WEIGHTS = NATIVE / "solvers" / "bridge" / "move_weights.inc"
HEADER = (
    "// Fitted weights of the move order, in the order of namespace feature in move_order.hpp.\n"
)
SCALE = 15  # weights are stored as eight-bit numbers

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]


@dataclass
class Samples:
    """Nodes, their moves and the features of those, one after the other."""

    first_move: Numbers  # of each node, and the end
    gain: Floats  # of each move: 0 if it does not decide, 1 for the cheapest that does
    weight: Floats  # of each node: more for those that cost more
    first_feature: Numbers  # of each move, and the end
    features: Numbers

    @property
    def nodes(self) -> int:
        """How many there are."""
        return len(self.first_move) - 1

    def part(self, chosen: Numbers) -> Samples:
        """Some of the nodes."""
        moves = _ranges(self.first_move, chosen)
        features = _ranges(self.first_feature, moves)
        return Samples(
            _ends(np.diff(self.first_move)[chosen]),
            self.gain[moves],
            self.weight[chosen],
            _ends(np.diff(self.first_feature)[moves]),
            self.features[features],
        )

    def scores(self, weights: Floats) -> Floats:
        """Of each move."""
        return np.add.reduceat(weights[self.features], self.first_feature[:-1])


def make_samples(deals: int, seed: int, share: float) -> Samples:
    """Builds and runs the native part."""
    with tempfile.TemporaryDirectory() as folder:
        program, file = Path(folder) / "samples", Path(folder) / "samples.bin"
        sources = [
            HERE / "bridge_move_samples.cpp",
            NATIVE / "cards/budget.cpp",
            NATIVE / "solvers/bridge/move_weights.cpp",
        ]
        compiler = os.environ.get("CXX", "c++")
        options = ["-std=c++20", "-O3", "-DNDEBUG", "-march=native", f"-I{NATIVE}"]
        subprocess.run([compiler, *options, *sources, "-o", program], check=True)
        subprocess.run([program, str(deals), str(seed), str(share), file], check=True)
        return read_samples(np.fromfile(file, dtype=np.int32))


def read_samples(numbers: NDArray[np.int32]) -> Samples:
    """Reads what bridge_move_samples writes."""
    values = numbers.tolist()
    moves_of_node, gains, weights, features_of_move = [], [], [], []
    features: list[int] = []
    at = 0
    while at < len(values):
        moves = values[at]
        at += 1
        decides, costs = [], []
        for _ in range(moves):
            good, cost, count = values[at : at + 3]
            decides.append(good)
            costs.append(cost)
            features_of_move.append(count)
            features += values[at + 3 : at + 3 + count]
            at += 3 + count
        least = min(cost for good, cost in zip(decides, costs, strict=True) if good)
        gains += [
            ((least + 3) / (cost + 3)) ** 1.5 if good else 0.0
            for good, cost in zip(decides, costs, strict=True)
        ]
        weights.append(min(6.0, (least + 1) ** 0.3))
        moves_of_node.append(moves)
    return Samples(
        _ends(np.array(moves_of_node)),
        np.array(gains),
        np.array(weights),
        _ends(np.array(features_of_move)),
        np.array(features, dtype=np.int64),
    )


def fit(samples: Samples, start_from: Floats, rate: float, epochs: int, seed: int) -> Floats:
    """Softmax over the moves of a node, the expected gain to be large; Adagrad in small batches."""
    chance = np.random.default_rng(seed)
    size = len(start_from)
    weights, squares = start_from.copy(), np.full(size, 1e-2)
    for epoch in range(epochs):
        order = chance.permutation(samples.nodes)
        loss = 0.0
        for start in range(0, samples.nodes, 128):
            batch = samples.part(order[start : start + 128])
            node_of_move = np.repeat(np.arange(batch.nodes), np.diff(batch.first_move))
            scores = batch.scores(weights)
            scores -= np.maximum.reduceat(scores, batch.first_move[:-1])[node_of_move]
            share = np.exp(scores)
            share /= np.add.reduceat(share, batch.first_move[:-1])[node_of_move]
            gained = share * batch.gain
            total = np.add.reduceat(gained, batch.first_move[:-1]) + 1e-9
            loss -= float(np.log(total).sum())
            slope = batch.weight[node_of_move] * (gained / total[node_of_move] - share)
            slope_of_feature = np.repeat(slope, np.diff(batch.first_feature))
            step = np.bincount(batch.features, weights=slope_of_feature, minlength=size)
            squares += step * step
            weights += rate * step / np.sqrt(squares)
        print(f"epoch {epoch + 1}: loss {loss / samples.nodes:.4f}")
    return weights


def first_choices_that_decide(samples: Samples, weights: Floats) -> float:
    """The share of nodes whose first move in this order is one that decides."""
    scores = samples.scores(weights)
    good = 0
    for start, end in zip(samples.first_move[:-1], samples.first_move[1:], strict=True):
        good += samples.gain[start + int(np.argmax(scores[start:end]))] > 0
    return good / samples.nodes


def read_weights() -> Floats:
    """The weights as they are now."""
    text = WEIGHTS.read_text().split("\n", 1)[1].replace("\n", " ")
    return np.array([float(number) for number in text.split(",") if number.strip()]) / SCALE


def write_weights(weights: Floats, file: Path) -> None:
    """Writes what move_weights.cpp includes."""
    numbers = np.clip(np.rint(weights * SCALE), -127, 127).astype(int).tolist()
    lines = [", ".join(map(str, numbers[i : i + 24])) + ",\n" for i in range(0, len(numbers), 24)]
    file.write_text(HEADER + "".join(lines))


def _ends(counts: NDArray[np.int64]) -> Numbers:
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)


def _ranges(first: Numbers, chosen: Numbers) -> Numbers:
    """The numbers from first[i] up to first[i + 1] for all chosen i, in their order."""
    counts = np.diff(first)[chosen]
    skipped = np.repeat(first[chosen] - (np.cumsum(counts) - counts), counts)
    return np.asarray(skipped + np.arange(counts.sum()), dtype=np.int64)


def main() -> None:
    """Makes samples, fits, compares with the present weights and writes the new ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--share", type=float, default=0.05, help="of the nodes that are used")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--afresh", action="store_true", help="start from nothing")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    asked = parser.parse_args()
    samples = make_samples(asked.deals, asked.seed, asked.share)
    print(f"{samples.nodes:,} nodes, {len(samples.gain):,} moves")
    kept = np.arange(samples.nodes)
    tested = samples.part(kept[kept % 20 == 0])
    before = read_weights()
    start, rate = (np.zeros_like(before), 0.3) if asked.afresh else (before, 0.05)
    after = fit(samples.part(kept[kept % 20 != 0]), start, rate, asked.epochs, asked.seed)
    for name, weights in (("present", before), ("new", after)):
        share = first_choices_that_decide(tested, weights)
        print(f"{name} weights: the first move decides {100 * share:.2f} % of the nodes left out")
    write_weights(after, asked.out)
    print(f"written to {asked.out}")


if __name__ == "__main__":
    main()
