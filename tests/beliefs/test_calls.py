"""Calls and silence: what they bound, how likely they are, and what worlds follow."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from kiebitz._core import skat_locations as core
from kiebitz._core import skat_players as players
from kiebitz.beliefs.skat import make_belief
from kiebitz.beliefs.skat.calls import load_calls
from kiebitz.beliefs.skat.locations import load_policy, places_by_name, tempered
from kiebitz.beliefs.skat.networks import shipped
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import State
from kiebitz.games.skat.cards import to_mask
from kiebitz.players.skat import make_player
from kiebitz.players.skat.self_play import play_games
from tests.app.command import kiebitz
from tests.beliefs.test_locations import layers, network

LOW = (18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46, 48, 50)
BIDS = (*LOW, 54, 55, 59, 60, 63, 66, 70, 72)


@pytest.mark.parametrize(
    ("moves", "calls"),
    [
        # middlehand to forehand, then rearhand
        ("18 p 20 y 22 y p", [(0, 18), (22, 0), (22, 23)]),
        ("18 y 20 y p 22 p", [(20, 22), (20, 22), (22, 0)]),
        ("p 18 y p", [(18, 0), (0, 18), (18, 20)]),
        ("p 18 p", [(0, 18), (0, 18), (18, 0)]),
        ("18 y 20 y 22 y p p", [(22, 0), (22, 23), (0, 23)]),
        ("18 p p", [(0, 18), (18, 0), (0, 20)]),
        ("p p 18", [(18, 0), (0, 18), (0, 18)]),
        ("p p p", [(0, 18), (0, 18), (0, 18)]),
    ],
)
def test_what_was_said_and_what_was_declined(moves: str, calls: list[tuple[int, int]]) -> None:
    state = State.deal(seed=3)
    for move in moves.split():
        state = state.play(move)
    declarer = -1 if state.is_over else state.to_move
    assert core.calls_of(state.native.highest_bids, declarer) == calls


def model(mistakes: float = 0.0) -> tuple[core.CallModel, np.ndarray]:
    seats = np.linspace(-1, 1, 3 * core.CALL_LEVELS).astype("<f4").reshape(3, -1)
    return core.CallModel(layers(4, (8,), 0, core.CALL_LEVELS), seats.tobytes(), mistakes), seats


def test_all_ways_to_call_have_a_chance_of_one_together() -> None:
    calls, _ = model(0.2)
    hand = to_mask(State.deal(seed=3).hands[0])
    for seat in range(3):
        # It stops at one of the bids, or goes beyond them all.
        chances = [
            math.exp(calls.log_likelihood(hand, seat, said, declined))
            for said, declined in zip((0, *BIDS), (*BIDS, 0), strict=True)
        ]
        assert sum(chances) == pytest.approx(1, abs=1e-6)
        # Silence at 23 is silence at 18, 20, 22 or 23.
        silent = math.exp(calls.log_likelihood(hand, seat, 0, 23))
        assert silent == pytest.approx(sum(chances[:4]), abs=1e-6)


def test_what_is_learned_is_what_is_used() -> None:
    torch = pytest.importorskip("torch")
    from kiebitz.beliefs.skat.calls import log_likelihoods

    calls, seats = model(1.0)  # only the seats count
    cases = [(-1, 0), (-1, 5), (0, 1), (3, 4), (3, -1), (23, 23), (23, -1), (7, 9)]
    said, declined = (np.array(one, np.int64) for one in zip(*cases, strict=True))
    for seat in range(3):
        told = torch.from_numpy(np.repeat(seats[seat : seat + 1], len(cases), axis=0))
        found = log_likelihoods(torch, told, said, declined)
        for number, (most, least) in enumerate(cases):
            wanted = calls.log_likelihood(
                0, seat, BIDS[most] if most >= 0 else 0, BIDS[least] if least >= 0 else 0
            )
            assert float(found[number]) == pytest.approx(wanted, abs=1e-4)


def test_a_declarer_weighs_worlds_by_the_calls_of_the_others() -> None:
    state = State.deal(seed=7).play("18").play("p").play("p").play("GH")
    calls, _ = model()
    belief = players.policy_belief(
        load_policy(shipped("policy")), network(1), calls=calls, ratios=tempered(None)
    )
    view = state.view(state.declarer or 0)
    worlds = [world for world, _ in players.uniform_belief().draw(view.native, 8, 1, 1)]
    got = np.log(belief.weigh(view.native, worlds))
    heard = core.calls_of(state.native.highest_bids, state.declarer or 0)
    wanted = [
        sum(
            calls.log_likelihood(world.hands[seat], seat, *heard[seat])
            for seat in range(3)
            if seat != state.declarer
        )
        for world in worlds
    ]
    assert np.allclose(got - got[0], np.array(wanted) - wanted[0], atol=1e-4)


def test_it_hears_more_of_our_own_auctions_than_the_tables() -> None:
    bidder = make_player("rules")
    table, calls = 0.0, 0.0
    for seed in range(30, 60):
        state = State.deal(seed)
        while not state.is_over and state.phase.name != "PLAY":
            state = state.play(bidder.decide(state.view(state.to_move)).move)
        if state.is_over or state.declarer is None:
            continue
        view = state.view(state.declarer)
        for name in ("table", "calls"):
            ratio = places_by_name(view, name, (state.hands, state.skat), sample=300).ratio
            told = math.log(ratio or 1e-9)
            table, calls = (table + told, calls) if name == "table" else (table, calls + told)
    # About a nat a deal; a network that learned from another bidder tells next to nothing.
    assert calls > table + 10


def test_a_seat_may_think_while_others_play() -> None:
    state = State.deal(seed=7).play("18").play("p").play("p").play("GH")
    for seat in range(3):
        for name in ("uniform", "table", "small", "policy", "calls"):
            drawn = make_belief(name).draw(state.view(seat), 5, 1)
            assert 1 <= len(drawn) <= 5
            told = places_by_name(state.view(seat), name, (state.hands, state.skat), sample=50)
            assert told.ratio is not None


def test_calls_are_learned_written_and_used_by_name(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    games = tmp_path / "games.sgf"
    play_games(games, 200, player="rules", seed=2)
    with games.open("a") as file:
        file.write("(;GM[Skat] cut in the mid")
    files = [tmp_path / "a.weights", tmp_path / "b.weights"]
    for out in files:
        run = kiebitz("train", "calls", str(out), "--records", str(games), "--json")
        assert run.returncode == 0, run.stderr
    assert files[0].read_bytes() == files[1].read_bytes()
    told = json.loads(run.stdout)
    assert told["bad_records"] == 1
    assert 0 < told["errors"]["nats"] < 3
    state = State.deal(seed=7).play("18").play("p").play("p").play("GH")
    view = state.view(state.to_move)
    player = make_player(f"pimc:worlds=4,belief=calls:{files[0]}")
    assert player.decide(view, seed=1).move in view.legal_moves
    with pytest.raises(KiebitzError, match="holds weights for 'skat calls'"):
        make_belief(f"policy:{files[0]}")
    with pytest.raises(KiebitzError, match="holds weights for 'skat policy'"):
        load_calls(shipped("policy"))
    games.write_text("nothing\n")
    run = kiebitz("train", "calls", str(files[0]), "--records", str(games))
    assert (run.returncode, "holds no auction" in run.stderr) == (2, True)
