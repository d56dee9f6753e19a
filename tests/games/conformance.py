"""The games that must pass the conformance suite. To add a game, add its entry here."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kiebitz.games import (
    abalone,
    chinese_checkers,
    cribbage,
    hearts,
    sergeant_major,
    skat,
    spades,
    synthetic,
)

ROOT = Path(__file__).resolve().parents[2]


@cache
def _example(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@dataclass(frozen=True)
class Entry:
    """How the suite begins, checks and reads back one game."""

    name: str
    start: Callable[[int], Any]  # seed to first state
    parse: Callable[[str], Any] | None = None  # reads str(state) back
    parse_view: Callable[[str], Any] | None = None
    scores_fit: Callable[[Any], bool] = lambda state: True  # at the end of a game


def _skat_scores_fit(state: skat.State) -> bool:
    declarer, result = state.declarer, state.result
    assert result is not None
    if declarer is None:
        return state.scores == (0, 0, 0)
    own = result.value + (50 if result.won else -50)
    others = 0 if result.won else 40
    return state.scores == tuple(own if seat == declarer else others for seat in range(3))


def _hearts(seed: int) -> hearts.State:
    passes: tuple[hearts.Pass, ...] = ("hold", "left", "right", "across")
    players = 3 + seed % 2
    rules = hearts.Rules(
        players=players,
        pass_to=passes[seed // 2 % players],
        moon="none" if seed % 5 == 0 else "others pay",
        two_of_clubs_leads=seed % 3 != 0,
        hearts_must_be_broken=seed % 7 != 0,
    )
    return hearts.State.deal(seed, rules)


def _hearts_scores_fit(state: hearts.State) -> bool:
    return sum(state.points) in (26, 26 * (state.players - 1))


def _spades(seed: int) -> spades.State:
    rules = spades.Rules(bidding=seed % 3 != 0, bids_may_not_fit=seed % 2 == 0)
    return spades.State.deal(seed, rules)


def _sergeant_major(seed: int) -> sergeant_major.State:
    surplus = ((0, 0, 0), (2, -1, -1), (-3, 1, 2))[seed % 3]
    return sergeant_major.State.deal(seed, sergeant_major.Rules(surplus=surplus))


def _cribbage(seed: int) -> cribbage.State:
    players = 2 + seed % 3
    start = (115, 100) * 2 if seed % 4 == 0 else (0,) * 4
    rules = cribbage.Rules(players, dealer=seed % players, start=start[:players])
    return cribbage.State.deal(seed, rules)


def _chinese_checkers(seed: int) -> chinese_checkers.State:
    rules = chinese_checkers.Rules(2 + seed % 5, pegs=(6, 10)[seed % 2], longest=60)
    return chinese_checkers.State.start(rules)


GAMES = [
    Entry("hearts", _hearts, hearts.State.parse, hearts.View.parse, _hearts_scores_fit),
    Entry(
        "spades",
        _spades,
        spades.State.parse,
        spades.View.parse,
        lambda state: sum(state.tricks) == 17,
    ),
    Entry(
        "sergeant_major",
        _sergeant_major,
        sergeant_major.State.parse,
        sergeant_major.View.parse,
        lambda state: sum(state.scores) == 0,
    ),
    Entry(
        "cribbage",
        _cribbage,
        cribbage.State.parse,
        cribbage.View.parse,
        lambda state: max(state.scores) <= 121,
    ),
    Entry(
        "chinese_checkers",
        _chinese_checkers,
        chinese_checkers.State.parse,
        scores_fit=lambda state: sum(state.scores) <= 1,
    ),
    Entry(
        "abalone",
        lambda seed: abalone.State.start(abalone.Rules(2 + seed % 5, longest=60)),
        abalone.State.parse,
        scores_fit=lambda state: max(state.scores) <= 6,
    ),
    Entry(
        "skat",
        start=skat.State.deal,
        parse=skat.State.parse,
        parse_view=skat.View.parse,
        scores_fit=_skat_scores_fit,
    ),
    Entry(
        "prefix_tree",
        lambda seed: synthetic.PrefixState.start(synthetic.PrefixParameters(depth=5), seed),
        synthetic.PrefixState.parse,
        scores_fit=lambda state: sum(state.scores) == 0,
    ),
    Entry(
        "maxn_tree",
        lambda seed: synthetic.MaxnState.start(
            synthetic.MaxnParameters(players=2 + seed % 5, constant_sum=seed % 2 == 0), seed
        ),
        synthetic.MaxnState.parse,
        scores_fit=lambda state: all(0 <= score <= 100 for score in state.scores),
    ),
    Entry(
        "bcd_tree",
        lambda seed: synthetic.BcdState.start(synthetic.BcdParameters(moves=4), seed),
        synthetic.BcdState.parse,
        synthetic.BcdView.parse,
        lambda state: sorted(state.scores) == [-1, 1],
    ),
    Entry(
        "nim",
        start=lambda seed: _example("nim").Nim((seed % 4, 1, seed % 3), players=2 + seed % 3),
        scores_fit=lambda state: sum(state.scores) == 1,
    ),
]
