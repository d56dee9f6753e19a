"""The examples of parts written in Python: each runs, and does what it says."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

from kiebitz import skat
from kiebitz.games.skat import State
from kiebitz.players.skat import make_player

FOLDER = Path(__file__).parents[2] / "examples"
NAMES = ("skat_belief", "skat_evaluation", "skat_playout_player", "hearts_belief", "hidden_coin")


def _load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", NAMES)
def test_an_example_runs_and_says_the_same_again(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    example = _load(name)
    example.main()
    first = capsys.readouterr().out
    assert first
    example.main()
    assert capsys.readouterr().out == first


def test_the_coin_is_looked_for_where_the_noise_was(capsys: pytest.CaptureFixture[str]) -> None:
    _load("hidden_coin").main()
    assert capsys.readouterr().out.splitlines()[-1] == "left"


@pytest.mark.parametrize("spec", ["pimc:worlds=6", "recpimc:worlds=2,inner=2", "uct:playouts=50"])
def test_a_belief_of_ones_own_is_asked_in_every_player(spec: str) -> None:
    state = State.deal(seed=7).play("18").play("p").play("p").play("GH")
    belief = _load("skat_belief").PassersHoldFewJacks()
    asked: list[int] = []
    weigh = belief.weigh

    def listen(view: skat.CardView, worlds: Sequence[skat.SkatWorld]) -> Sequence[float]:
        asked.append(len(worlds))
        weights: Sequence[float] = weigh(view, worlds)
        return weights

    belief.weigh = listen
    make_player(f"{spec},sure=0", belief=belief).decide(state.view(0), seed=1)
    assert sum(asked) > 0


def test_a_mistake_in_ones_own_part_is_raised_and_nothing_else_breaks() -> None:
    from kiebitz.players.skat.plugs import monte_carlo_player, playouts_by

    view = State.deal(seed=7).play("18").play("p").play("p").play("GH").view(0)

    class Broken:
        def evaluate(self, view: object, world: object, cards: object, seed: int) -> list[float]:
            raise ZeroDivisionError("mine")

        def choose(self, view: object, seed: int) -> int:
            return 99

    with pytest.raises(ZeroDivisionError, match="mine"):
        monte_carlo_player("broken", Broken()).decide(view)
    with pytest.raises(ValueError, match="not legal"):
        monte_carlo_player("broken", playouts_by(Broken())).decide(view)
    assert make_player("pimc:worlds=2").decide(view).move in view.legal_moves
