"""Estimates: the native network is PyTorch's to the last bit, and close to the solver's values."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from kiebitz._core import skat_solver
from kiebitz._core import values as core
from kiebitz.solvers.skat import Position
from kiebitz.values.estimator import Estimator, load_estimator
from kiebitz.values.weights import Array, Weights

FIXTURE = Path(__file__).parents[1] / "data" / "value_network.json"


def weights_digest(weights: Weights) -> str:
    return sha256(b"".join(array.data for array in weights.arrays.values())).hexdigest()


@pytest.mark.parametrize("portable", [False, True])
def test_the_network_is_pytorchs_to_the_last_bit(portable: bool) -> None:
    """PyTorch computed the fixture with the shipped weights (tests/values/make_fixture.py)."""
    fixture = json.loads(FIXTURE.read_text())
    estimator = load_estimator()
    assert fixture["weights"] == weights_digest(estimator.weights), "make the fixture again"
    for game, part in enumerate(fixture["games"]):
        samples = b64decode(part["samples"])
        assert estimator.native.network_outputs(game, samples, portable) == part["outputs"]


def test_any_network_is_pytorchs_to_the_last_bit() -> None:
    torch = pytest.importorskip("torch")
    import numpy as np

    from kiebitz.values.data import label
    from kiebitz.values.features import GAMES, network_inputs
    from kiebitz.values.network import ValueNetwork, outputs_of

    torch.manual_seed(5)
    samples = label(list(_short_deals()), 0, seed=3)
    arrays: dict[str, Array] = {"deviations": Array("f4", (1440,), bytes(5760))}
    expected = []
    for number, game in enumerate(GAMES):
        network = ValueNetwork(game)
        with torch.no_grad():
            network.contexts.normal_(0, 0.3)
            network.table_cards.normal_(0, 0.3)
        arrays |= network.arrays(game)
        some = samples[samples["game"] == number]
        assert len(some) > 20
        assert len(np.unique(some["played"])) == 3
        expected.append((some, outputs_of(network, network_inputs(some, game))))
    native = Estimator(Weights("", 1, "", "", 1, "", {}, arrays)).native
    for number, (some, outputs) in enumerate(expected):
        for portable in (False, True):
            found = native.network_outputs(number, some.tobytes(), portable)
            assert found == outputs.tolist()


def test_estimates_of_games_that_were_played_are_near_the_exact_values() -> None:
    from kiebitz.values.data import played_deals

    source = played_deals(Path(__file__).parents[1] / "data" / "xskat_games.csv").source
    off = []
    for position in source(1, 0, 20):
        estimate = load_estimator().estimate(position)
        assert estimate.points is not None
        assert estimate.deviation is not None
        assert estimate.chance is None
        solver = skat_solver.Solver(skat_solver.TrumpOptions(), skat_solver.NullOptions(), 1 << 24)
        value = solver.solve(position, False, False, skat_solver.EXACT, None, 0, 0.0).value[0]
        off.append(abs(estimate.points - value))
    assert sum(off) / len(off) < 10


def test_a_null_has_a_chance() -> None:
    safe = Position.parse(
        game="N", declarer=0, leader=1, hands="C7.C8.C9.S7.S8|CT.CA.SA.HA.DA|CK.CQ.SK.HK.DK"
    )
    hopeless = Position.parse(
        game="N", declarer=0, leader=0, hands="CA.CK.CQ.SA.SK|C7.C8.S7.H7.D7|C9.CT.S8.H8.D8"
    )
    good, bad = (load_estimator().estimate(one.native()) for one in (safe, hopeless))
    assert good.points is None
    assert good.chance is not None
    assert bad.chance is not None
    assert good.survived is not None
    assert bad.survived is not None
    assert good.chance > 0.7 > 0.3 > bad.chance
    assert good.survived > bad.survived


def test_bad_numbers_do_not_reach_the_network() -> None:
    native = load_estimator().native
    with pytest.raises(ValueError, match="game must be from 0 to 2"):
        native.network_outputs(3, b"", False)
    with pytest.raises(ValueError, match="array 'samples' is cut off"):
        native.network_outputs(0, b"123", False)
    with pytest.raises(ValueError, match="a sample is no position"):
        native.network_outputs(0, b"\xff" * 24, False)
    with pytest.raises(ValueError, match="threads must be from 1"):
        core.label_games([], 0, 1, 2, 0.3, 0)


def _short_deals() -> Iterator[skat_solver.Position]:
    chooser = Random(3)
    for number in range(9):
        cards = chooser.sample(range(32), 18)
        first, second, third = (sum(1 << c for c in cards[i : i + 6]) for i in (0, 6, 12))
        game = (number % 4, 4, 5)[number % 3]
        yield skat_solver.Position(game, number % 2, number % 3, (first, second, third), 0, [], 0)
