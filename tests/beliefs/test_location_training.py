"""Networks of card locations: the same seed, the same file; learned is better than chance."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kiebitz.beliefs.skat import make_belief
from kiebitz.beliefs.skat.locations import load_model, places
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import Phase, State
from kiebitz.players.skat import make_player
from kiebitz.players.skat.self_play import play_games
from tests.app.command import kiebitz


def test_self_play_is_the_same_on_any_number_of_processes_and_goes_on(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.sgf", tmp_path / "parts.sgf"
    assert play_games(whole, 60, player="rules", seed=5) == 60
    play_games(parts, 20, player="rules", seed=5)
    with parts.open("ab") as file:
        file.write(b"(;GM[Skat] half a line")
    play_games(parts, 60, player="rules", seed=5, processes=2)
    assert parts.read_bytes() == whole.read_bytes()
    with pytest.raises(KiebitzError, match="other games"):
        play_games(parts, 70, player="rules", seed=6)


def test_what_is_learned_is_written_read_and_used(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    games = tmp_path / "games.sgf"
    play_games(games, 300, player="rules", seed=2)
    files = [tmp_path / "a.weights", tmp_path / "b.weights"]
    for file in files:
        run = kiebitz(
            "train", "locations", str(file), "--records", str(games), "--epochs", "30", "--json"
        )
        assert run.returncode == 0, run.stderr
    assert files[0].read_bytes() == files[1].read_bytes()
    errors = json.loads(run.stdout)["cross_entropy"]
    assert 0 < errors["suit"] < 1.2  # nothing known: log 4 = 1.39

    state = next(
        s for s in map(declared, range(100)) if s.contract is not None and s.contract.game == "G"
    )
    view = state.view(state.to_move)
    told = places(view, load_model(files[0], "small"), (state.hands, state.skat))
    assert told.ratio is not None
    assert told.ratio > 0
    for name in ("pimc:worlds=4", "recpimc:worlds=2,inner=2", "uct:playouts=20"):
        player = make_player(f"{name}{',' if ':' in name else ':'}belief=small:{files[0]}")
        assert player.decide(view, seed=1).move in view.legal_moves
    with pytest.raises(KiebitzError, match="not of 'deep'"):
        make_belief(f"deep:{files[0]}")
    damaged = tmp_path / "damaged.weights"
    damaged.write_bytes(files[0].read_bytes()[:-10])
    with pytest.raises(KiebitzError, match="damaged"):
        make_belief(f"small:{damaged}")
    with pytest.raises(KiebitzError, match="no weights file"):
        make_belief("small:nowhere.weights")


def declared(seed: int) -> State:
    bidder = make_player("rules")
    state = State.deal(seed)
    while not state.is_over and state.phase != Phase.PLAY:
        state = state.play(bidder.decide(state.view(state.to_move)).move)
    return state


def test_the_command_tells_where_cards_are() -> None:
    state = State.deal(seed=7).play("18").play("p").play("p").play("GH")
    world = "|".join(".".join(part) for part in (*state.hands, state.skat))
    lines = [
        json.dumps({"view": str(state.view(0)), "world": world}),
        json.dumps({"view": str(state.view(0)), "world": "CJ|CJ|CJ|CJ"}),
        json.dumps({"view": str(State.deal(seed=1).view(0))}),
        "rubbish",
    ]
    for belief in ("uniform", "table"):
        run = kiebitz(
            "skat", "belief", "--belief", belief, "--batch", "--json", stdin="\n".join(lines)
        )
        answers = [json.loads(line) for line in run.stdout.splitlines()]
        assert answers[0]["worlds"] == 42678636
        assert len(answers[0]["cards"]) == 22
        assert answers[0]["ratio"] > 0
        assert all(abs(sum(chances) - 1) < 1e-4 for chances in answers[0]["cards"].values())
        assert ["error" in answer for answer in answers] == [False, True, True, True]
    wrong = kiebitz("skat", "belief", "--belief", "magic", str(state.view(0)))
    assert wrong.returncode == 2
    assert "there is no belief 'magic'" in wrong.stderr
