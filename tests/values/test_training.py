"""Training: the same data and seed give the same file, and stopped work goes on."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from kiebitz._core import skat_solver
from kiebitz.errors import KiebitzError

np = pytest.importorskip("numpy")


def short_deals(seed: int, first: int, count: int) -> list[skat_solver.Position]:
    deals = []
    for number in range(first, first + count):
        cards = Random(1000 * seed + number).sample(range(32), 15)
        one, two, three = (sum(1 << c for c in cards[i : i + 5]) for i in (0, 5, 10))
        game = (number % 4, 4, 5)[number % 3]
        deals.append(skat_solver.Position(game, number % 2, 0, (one, two, three), 0, [], 0))
    return deals


@pytest.fixture(scope="module")
def samples() -> Any:
    from kiebitz.values.data import label

    return label(short_deals(1, 0, 90), 0, seed=1)


def test_shards_are_made_once_and_read_back(tmp_path: Path) -> None:
    from kiebitz.values import data

    asked = []

    def source(seed: int, first: int, count: int) -> list[skat_solver.Position]:
        asked.append((first, count))
        return short_deals(seed, first, min(count, 4))

    wanted = data.DEALS + 50
    shards = data.make_shards(tmp_path, {"short": data.Deals(source, wanted)}, 0, seed=3)
    assert asked == [(0, data.DEALS), (data.DEALS, 50)]
    assert [shard.held_out for shard in shards] == [True, False]
    first = data.read_shards(tmp_path, shards[:1])
    expected = data.label(short_deals(3, 0, 4), 0, seed=3)
    assert (first == expected).all()
    # Work that was stopped goes on where it was.
    shards[1].path(tmp_path).unlink()
    data.make_shards(tmp_path, {"short": data.Deals(source, wanted)}, 0, seed=3)
    assert asked[2:] == [(data.DEALS, 50)]
    # What was made of something else is made again: other numbers, another seed, other games.
    data.make_shards(tmp_path, {"short": data.Deals(source, wanted + 10)}, 0, seed=3)
    assert asked[3:] == [(data.DEALS, 60)]
    data.make_shards(tmp_path, {"short": data.Deals(source, wanted + 10)}, 0, seed=4)
    assert asked[4:] == [(0, data.DEALS), (data.DEALS, 60)]
    data.make_shards(tmp_path, {"short": data.Deals(source, 3, "other games")}, 0, seed=4)
    assert asked[6:] == [(0, 3)]


def test_single_tricks_are_of_every_game_and_exact() -> None:
    from kiebitz._core import values as core
    from kiebitz.values.data import SAMPLE

    found = np.frombuffer(core.label_tricks(5, 12, 1, 2), np.dtype(SAMPLE))
    again = np.frombuffer(core.label_tricks(5, 12, 1, 1), np.dtype(SAMPLE))
    assert (found == again).all()
    assert set(found["deal"].tolist()) <= set(range(12))
    assert (found["lower"] <= found["value"]).all()
    assert (found["value"] <= found["upper"]).all()
    assert set(found["played"].tolist()) == {0, 1, 2}


def test_linear_estimators_learn_and_bounds_help(samples: Any) -> None:
    from kiebitz.values.linear import linear_errors

    some = samples[(samples["game"] == 1) & (samples["played"] == 0)]
    train, test = some[: len(some) * 3 // 4], some[len(some) * 3 // 4 :]
    errors = linear_errors(train, test, "grand")
    guess = np.abs(train["value"] - train["value"].mean()).mean()
    assert errors["train"]["LR"].mean < guess
    assert errors["train"]["LR+SA"].mean <= errors["train"]["LR"].mean
    assert errors["test"]["LR+SA"].mean <= errors["test"]["LR"].mean
    assert errors["test"]["LR_bdd+SA"].count == len(test)


def test_the_same_seed_gives_the_same_weights(samples: Any, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from kiebitz.values.estimator import load_estimator
    from kiebitz.values.training import train_values

    texts = []
    for name in ("one", "two"):
        weights = train_values(
            samples, samples, seed=4, data="toy", command="kiebitz train values", epochs=1
        )
        weights.save(tmp_path / name)
        texts.append((tmp_path / name).read_bytes())
    assert texts[0] == texts[1]
    assert set(load_estimator(str(tmp_path / "one")).weights.error) == {"suit", "grand", "null"}


@pytest.mark.parametrize("epochs", [1, 2, 9, 10, 11])
def test_any_number_of_steps_will_do(samples: Any, epochs: int) -> None:
    pytest.importorskip("torch")
    from kiebitz.values.features import network_inputs
    from kiebitz.values.network import ValueNetwork, null_loss, train

    nulls = samples[samples["game"] == 2][:8]
    seen: list[int] = []
    inputs = network_inputs(nulls, "null")
    loss = null_loss(nulls)
    train(ValueNetwork("null"), inputs, loss, epochs=epochs, seed=1, count=seen.append)
    assert seen == [8] * epochs


def test_a_table_without_the_columns_is_refused(tmp_path: Path) -> None:
    from kiebitz.values.data import played_deals

    path = tmp_path / "games.csv"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(KiebitzError, match="needs the columns deal, declarer, game and discard"):
        played_deals(path)


def test_games_of_others_are_read_with_their_discard() -> None:
    from kiebitz.values.data import played_deals

    deals = played_deals(Path(__file__).parents[1] / "data" / "xskat_games.csv", 1990)
    assert deals.count == 10
    assert [position.tricks_left for position in deals.source(1, 8, 5)] == [10, 10]
