"""Worlds by tables of whole hands and by networks that stand on them: exact, drawn and learned."""

from __future__ import annotations

import json
import math
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from kiebitz._core import skat_locations as core
from kiebitz._core import skat_players as players
from kiebitz.beliefs.skat import make_belief
from kiebitz.beliefs.skat.locations import KIND, load_model, tempered
from kiebitz.beliefs.skat.networks import load_networks, shipped
from kiebitz.beliefs.skat.tables import shipped_tables
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import State, View
from kiebitz.games.skat.records import Record
from tests.beliefs.test_locations import decisions, played

SEEDS = range(1, 13)


def late(seed: int, most: int) -> list[State]:
    """Decisions of a random game that leave a few worlds."""
    return [
        state
        for state in decisions(played(seed))
        if len(state.legal_moves) > 1 and 2 < state.view(state.to_move).count_worlds() <= most
    ]


def listed(view: View) -> list[players.World]:
    drawn = players.uniform_belief().draw(view.native, 1_000_000, 1, 1)
    return [world for world, _ in drawn]


def model(hands: bool = True) -> core.LocationModel:
    networks = load_networks(shipped("small"), KIND, "small")
    ratios = tempered(None) if hands else None
    return core.LocationModel(*networks.by_game, 1.0, 0.0, networks.inputs, False, ratios)


@pytest.mark.parametrize("seed", SEEDS)
def test_tables_of_hands_give_each_world_the_share_that_weighing_all_of_them_gives(
    seed: int,
) -> None:
    tables = shipped_tables()
    for state in late(seed, 6000)[:3]:
        view = state.view(state.to_move)
        worlds = listed(view)
        weights = np.array(
            players.table_belief(list(tables.ratios), 1.0).weigh(view.native, worlds)
        )
        places = core.table_places(view.native, list(tables.ratios))
        ratios = [places.ratio(world.hands, world.skat) for world in worlds]
        assert np.allclose(ratios, weights / weights.mean(), rtol=1e-5)
        chances = np.zeros((32, 4))
        for world, share in zip(worlds, weights / weights.sum(), strict=True):
            for place, mask in enumerate((*world.hands, world.skat)):
                for card in range(32):
                    chances[card, place] += share * (mask >> card & 1)
        assert np.allclose(chances, places.chances(), atol=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_network_above_tables_multiplies_both(seed: int) -> None:
    tables = players.table_belief(tempered(None), 1.0)
    for state in late(seed, 3000)[:2]:
        view = state.view(state.to_move)
        worlds = listed(view)
        alone = model(hands=False).places(view.native)
        both = model().places(view.native)
        weights = np.array(tables.weigh(view.native, worlds))
        weights *= [alone.ratio(world.hands, world.skat) for world in worlds]
        ratios = [both.ratio(world.hands, world.skat) for world in worlds]
        assert np.allclose(ratios, weights / weights.mean(), rtol=1e-5)


def test_worlds_are_drawn_as_often_as_they_are_likely() -> None:
    checked = 0
    for seed in SEEDS:
        for state in islice(late(seed, 300), 1):
            view = state.view(state.to_move)
            places = model().places(view.native)
            worlds = listed(view)
            chances = {
                (world.hands, world.skat): places.ratio(world.hands, world.skat) / len(worlds)
                for world in worlds
            }
            assert sum(chances.values()) == pytest.approx(1, rel=1e-6)
            draws = 4000
            seen: dict[tuple[tuple[int, ...], int], int] = {}
            for number in range(draws):
                hands, skat = places.sample(number)
                seen[tuple(hands), skat] = seen.get((tuple(hands), skat), 0) + 1
            assert set(seen) <= set(chances)
            for world, chance in chances.items():
                spread = math.sqrt(draws * chance * (1 - chance)) + 1
                assert abs(seen.get(world, 0) - draws * chance) < 5 * spread
            checked += 1
    assert checked > 8


def test_what_is_learned_from_is_what_the_view_says() -> None:
    hands = core.HandTables(tempered(None))
    for seed in (*SEEDS, 101, 102):
        game = played(seed)
        contract = game.contract
        if contract is None or contract.ouvert:  # an open hand is not among the inputs
            continue
        kind = {"G": 1, "N": 2}.get(contract.game, 0)
        found = core.sample_records(Record.of(game).to_sgf().encode(), 1.0, 1, 1)
        size, places = core.FEATURE_BYTES, found.places
        for number, state in enumerate(decisions(game)[: found.count]):
            if number % 5:
                continue
            view = state.view(state.to_move)
            answers = np.log(np.maximum(np.array(model().chances(view.native)), 1e-30))
            [ratio] = np.frombuffer(
                hands.log_ratios(
                    found.features[number * size : (number + 1) * size],
                    places[number * 8 : (number + 1) * 8],
                    answers.astype(np.float32).tobytes(),
                    kind,
                )[0],
                np.float32,
            )
            told = model().places(view.native).ratio(state.native.hands, state.native.skat)
            assert ratio == pytest.approx(math.log(told), abs=2e-3), (seed, number)


@pytest.mark.parametrize("seed", [3, 5, 8])
def test_derivatives_are_the_differences(seed: int) -> None:
    hands = core.HandTables(tempered(None))
    game = played(seed)
    assert game.contract is not None
    kind = {"G": 1, "N": 2}.get(game.contract.game, 0)
    found = core.sample_records(Record.of(game).to_sgf().encode(), 1.0, 1, 1)
    row = found.features[7 * core.FEATURE_BYTES : 8 * core.FEATURE_BYTES]
    truth = found.places[56:64]
    answers = np.random.default_rng(seed).normal(size=(32, 4)).astype(np.float32)

    def asked(numbers: NDArray[np.float32]) -> tuple[float, NDArray[np.float32]]:
        ratios, slopes = hands.log_ratios(row, truth, numbers.tobytes(), kind)
        return float(np.frombuffer(ratios, np.float32)[0]), np.frombuffer(slopes, np.float32)

    _, slopes = asked(answers)
    for place in range(0, 128, 7):
        more, less = answers.copy(), answers.copy()
        more.flat[place] += 0.05
        less.flat[place] -= 0.05
        slope = (asked(more)[0] - asked(less)[0]) / 0.1
        assert slope == pytest.approx(slopes[place], abs=2e-3)


def test_a_file_with_tables_of_another_size_is_refused(tmp_path: Path) -> None:
    whole = shipped("small").read_bytes()
    start = whole.index(b"\n") + 1
    header = json.loads(whole[start : whole.index(b"\n", start)])
    assert ["hands", "f4", [players.TABLE_SIZE]] in header["arrays"]
    networks = load_networks(shipped("small"), KIND, "small")
    assert networks.hands is not None
    with pytest.raises(ValueError, match="right size"):
        core.LocationModel(*networks.by_game, 1.0, 0.0, 0, False, [0.0] * 7)
    damaged = tmp_path / "small.weights"
    damaged.write_bytes(whole.replace(b'"hands", "f4"', b'"hands", "i1"', 1))
    with pytest.raises(KiebitzError, match="damaged"):
        load_model(damaged, "small")


def test_the_small_networks_stand_on_tables_and_draw_worlds_for_players() -> None:
    state = late(5, 5000)[0]
    view = state.view(state.to_move)
    drawn = make_belief("small").draw(view, 40, seed=3)
    assert sum(weight for _, weight in drawn) == 40 or len(drawn) == view.count_worlds()
    worlds = [world for world, _ in drawn]
    assert min(make_belief("small").likelihoods(view, worlds)) > 0
