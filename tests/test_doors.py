"""One door a game: `import kiebitz` offers them, and behind each the same words mean the same."""

from __future__ import annotations

import inspect
import io
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import kiebitz

DOORS = [name for name in kiebitz.__all__ if isinstance(getattr(kiebitz, name), ModuleType)]
SEVERAL = ["abalone", "chinese_checkers", "cribbage", "hearts", "sergeant_major", "spades"]
GAMES = ["bridge", "skat", *SEVERAL]
doors = pytest.mark.parametrize("name", DOORS)
games_for_several = pytest.mark.parametrize("name", SEVERAL)


def door(name: str) -> Any:
    return getattr(kiebitz, name)


def test_every_game_has_a_door_and_there_is_one_to_extend() -> None:
    assert sorted(DOORS) == sorted([*GAMES, "extend"])
    assert set(kiebitz.__all__) <= set(dir(kiebitz))


def test_nothing_is_loaded_before_it_is_used() -> None:
    loaded = "import sys, kiebitz; print([m for m in sys.modules if m.startswith('kiebitz.')])"
    found = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True)
    assert found.stdout.strip() == "[]", found.stderr


def test_what_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="poker"):
        kiebitz.poker  # noqa: B018


@doors
def test_a_door_says_what_is_behind_it(name: str) -> None:
    module = door(name)
    assert module.__doc__
    assert ">>> " in module.__doc__
    assert len(set(module.__all__)) == len(module.__all__)
    private = [word for word in module.__all__ if word.startswith("_")]
    assert not private
    assert not [word for word in module.__all__ if not hasattr(module, word)]


@doors
def test_what_is_behind_a_door_is_explained(name: str) -> None:
    module = door(name)
    for word in module.__all__:
        thing = getattr(module, word)
        if inspect.isfunction(thing):
            assert ">>> " in (thing.__doc__ or ""), f"{name}.{word} has no example"
        elif inspect.isclass(thing):
            assert thing.__doc__, f"{name}.{word} has no docstring"
            for member, value in vars(thing).items():
                if inspect.isfunction(value) and not member.startswith("_"):
                    assert value.__doc__, f"{name}.{word}.{member} has no docstring"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_reads_games_and_names_its_words(name: str) -> None:
    words = {"skat": "State View Record read solve player review PLAYERS", "bridge": "read review"}
    usual = "State Rules Record read search player PLAYERS"
    assert set(words.get(name, usual).split()) <= set(door(name).__all__)


@games_for_several
def test_games_are_read_from_paths_texts_and_files(name: str, tmp_path: Path) -> None:
    module = door(name)
    start = module.State.begin(seed=3)
    record = module.Record.of(start, [start.legal_moves[0]], ["a", "b"])
    text = f"{record}\n\n{record}\n"
    path = tmp_path / "games.jsonl"
    path.write_text(text)
    with path.open("rb") as binary, path.open() as plain:
        for source in (path, str(path), text, text.encode(), binary, plain, io.StringIO(text)):
            assert list(module.read(source)) == [record, record]
    other = "spades" if name == "hearts" else "hearts"
    with pytest.raises(kiebitz.InvalidNotation, match=r"line 1"):
        list(door(other).read(text))
    with pytest.raises(kiebitz.KiebitzError, match="cannot be read"):
        list(module.read(tmp_path / "nowhere"))


def test_skat_games_are_read_from_paths_texts_and_files(tmp_path: Path) -> None:
    passed = kiebitz.skat.State.deal(seed=1).play("p").play("p").play("p")
    text = str(kiebitz.skat.Record.of(passed, ID="9"))
    path = tmp_path / "games.sgf"
    path.write_text(f"{text}\nrubbish\n{text}\n")
    bad: list[kiebitz.skat.InvalidRecord] = []
    with path.open("rb") as binary, path.open() as plain:
        for source in (path, str(path), path.read_text(), path.read_bytes(), binary, plain):
            assert [game.id for game in kiebitz.skat.read(source, bad=bad.append)] == ["9", "9"]
    assert [error.line for error in bad] == [2] * 6
    with pytest.raises(kiebitz.skat.InvalidRecord, match="line 2"):
        list(kiebitz.skat.read(path))
    assert [one.move for one in kiebitz.skat.review(text)] == ["p", "p", "p"]


def test_boards_are_read_from_pbn_lin_and_plain_deals(tmp_path: Path) -> None:
    bridge = kiebitz.bridge
    deal = bridge.Deal.random(3)
    pbn = bridge.write_pbn([bridge.Board(deal, number=5)])
    path = tmp_path / "boards.pbn"
    path.write_text(pbn)
    for source in (path, str(path), pbn, pbn.encode(), io.StringIO(pbn)):
        assert [board.number for board in bridge.read(source)] == [5]
    assert [board.deal for board in bridge.read(f"{deal}\n{deal}\n")] == [deal, deal]
    assert [board.deal for board in bridge.read(str(deal))] == [deal]
    lin = "md|1SAHDC,SKHDC,SQHDC,SJHDC|sv|n|mb|p|mb|p|mb|1N|mb|p|mb|p|mb|p|"
    assert [str(board.deal) for board in bridge.read(lin)] == ["N:Q... J... A... K..."]
    with pytest.raises(kiebitz.InvalidPosition, match="nothing to review"):
        bridge.review(bridge.Board(deal))


@games_for_several
def test_every_named_player_plays(name: str) -> None:
    module = door(name)
    rules = {"players": 3} if 3 in module.State.player_counts else {}
    counts = len(module.State.player_counts) > 1
    state = module.State.begin(module.Rules(**rules) if counts else None, seed=5)
    for spec in module.PLAYERS:
        if spec == "minimax" and state.players != 2:
            continue
        settings = "" if spec in ("random", "rules") else ":nodes=60,worlds=1"
        seen = state.view(state.to_move) if hasattr(module, "View") else state
        move = module.player(spec + settings).decide(seen, seed=2).move
        assert move in state.legal_moves
