from __future__ import annotations

import sys
from pathlib import Path

import pytest

from kiebitz.arena.config import parse_config
from kiebitz.arena.engine_player import EnginePlayer
from kiebitz.arena.skat import ARBITER
from kiebitz.arena.table import Contestant, GameTask, play_game
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import Phase, State, View
from kiebitz.limits import Limit
from kiebitz.players.protocol import Player
from kiebitz.players.skat import make_player

OURS = f"engine:{sys.executable} -m kiebitz.app.cli.main engine --parallel 1 --player"


def _decided(player: Player[View], state: State) -> str:
    return player.decide(state.view(state.to_move), limit=Limit(worlds=3), seed=5).move


def test_a_player_behind_the_engine_decides_as_it_does_here() -> None:
    behind = EnginePlayer(f"{OURS} pimc:worlds=4,candidates=50")
    here = make_player("pimc:worlds=4,candidates=50")
    state = State.deal(3)
    while not state.is_over:
        move = _decided(here, state)
        if state.phase == Phase.DECLARE and state.play(move).phase == Phase.DISCARD:
            move += "." + _decided(here, state.play(move))  # the engine declares in one move
        assert _decided(behind, state) == move
        state = state.play(move)
    behind.close()


def test_versions_meet_in_a_match() -> None:
    spec = {"spec": f"{OURS} rules"}
    assert isinstance(ARBITER.make_player(spec), EnginePlayer)
    two = {"old": spec["spec"], "new": "rules"}
    config = parse_config({"deals": {"count": 1}, "player": two}, Path())
    cast = (*config.contestants, config.contestants[0])
    ended = play_game(GameTask(0, "skat", cast), 1)
    alone = play_game(GameTask(0, "skat", (Contestant("new", {"spec": "rules"}),) * 3), 1)
    assert ended.note == ""
    assert ended.scores == alone.scores


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("engine:/no/such/program", "cannot be started"),
        (f"engine:{sys.executable} -c pass", "without an answer"),
        (f"engine:{sys.executable} -c 'print(1)'", "does not speak the protocol"),
        (f"{OURS} nobody", "there is no player"),
    ],
)
def test_what_is_wrong_with_a_program_is_said(text: str, message: str) -> None:
    with pytest.raises(KiebitzError, match=message):
        EnginePlayer(text).decide(State.deal(1).view(1))


@pytest.mark.parametrize("text", ["engine:", "engine:'a", "engine:a --player"])
def test_a_text_without_a_program_is_refused(text: str) -> None:
    with pytest.raises(KiebitzError):
        EnginePlayer(text)
