"""Computes tests/data/value_network.json by PyTorch, for the shipped weights.

python -m tests.values.make_fixture
"""

from __future__ import annotations

import json
from base64 import b64encode

from kiebitz.app.values_training import auction_deals
from kiebitz.values.data import label, null_deals, random_deals
from kiebitz.values.estimator import load_estimator
from kiebitz.values.features import GAMES, network_inputs
from kiebitz.values.network import evaluate_integers, tensors
from tests.values.test_estimator import FIXTURE, weights_digest


def main() -> None:
    import numpy as np
    import torch

    weights = load_estimator().weights
    deals = [*auction_deals(77, 0, 6), *random_deals(77, 0, 4), *null_deals(77, 0, 4)]
    samples = label(deals, 0, seed=77)
    games = []
    for number, game in enumerate(GAMES):
        some = samples[samples["game"] == number]
        some = some[np.random.default_rng(1).permutation(len(some))[:60]]
        integers = {}
        for name, array in weights.arrays.items():
            if name.startswith(f"{game}."):
                numbers = np.frombuffer(array.data, "<" + array.dtype).reshape(array.shape)
                integers[name.removeprefix(f"{game}.")] = torch.from_numpy(numbers.astype(np.int32))
        outputs = evaluate_integers(integers, tensors(network_inputs(some, game)))
        games.append({"samples": b64encode(some.tobytes()).decode(), "outputs": outputs.tolist()})
    FIXTURE.write_text(json.dumps({"weights": weights_digest(weights), "games": games}) + "\n")


if __name__ == "__main__":
    main()
