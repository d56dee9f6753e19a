"""The plain Monte Carlo players, on a game written here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from kiebitz.cards import derive_seed
from kiebitz.limits import Limit
from kiebitz.players.monte_carlo import (
    MonteCarloPlayer,
    PlayoutEvaluation,
    RandomPlayer,
    SearchEvaluation,
)
from kiebitz.players.protocol import Player


@dataclass(frozen=True)
class Boxes:
    """A coin lies in box a, b or c, and seat 0 does not know where.

    It may open a box (3 if the coin is there), or take 1 for sure; then seat 1, who knows the coin,
    says yes or no.
    """

    coin: str
    chosen: str = ""
    over: bool = False

    players = 2

    @property
    def to_move(self) -> int:
        return 1 if self.chosen else 0

    @property
    def is_over(self) -> bool:
        return self.over

    @property
    def legal_moves(self) -> Sequence[str]:
        if self.over:
            return ()
        return ("yes", "no") if self.chosen else ("a", "b", "c", "safe")

    @property
    def scores(self) -> Sequence[int]:
        won = 1 if self.chosen == "safe" else 3 * (self.chosen == self.coin)
        return (won, -won)

    def play(self, move: str) -> Boxes:
        if self.chosen:
            return replace(self, over=True)
        return replace(self, chosen=move)

    def view(self, seat: int) -> BoxesView:
        return BoxesView(seat, self.coin if seat == 1 else "?", self.chosen, self.over)


@dataclass(frozen=True)
class BoxesView:
    seat: int
    coin: str
    chosen: str
    over: bool

    @property
    def legal_moves(self) -> Sequence[str]:
        state = Boxes("a", self.chosen, self.over)
        return state.legal_moves if state.to_move == self.seat else ()

    def sample(self, seed: int) -> Boxes:
        coin = "aab"[derive_seed(seed) % 3] if self.coin == "?" else self.coin
        return Boxes(coin, self.chosen, self.over)


def _value(state: Any, seat: int) -> float:
    return float(state.scores[seat])


VIEW = Boxes("c").view(0)


def test_the_average_takes_the_likely_box() -> None:
    player = MonteCarloPlayer("pimc", SearchEvaluation(_value), worlds=60)
    assert isinstance(player, Player)
    decision = player.decide(VIEW, seed=1)
    assert decision.move == "a"
    assert decision.worlds == 60
    assert 1.5 < decision.candidates["a"] < 2.5
    assert decision.candidates["safe"] == 1


def test_the_worst_case_plays_safe_and_the_vote_does_not() -> None:
    search = SearchEvaluation(_value)
    assert MonteCarloPlayer("p", search, decision="worst", worlds=30).decide(VIEW).move == "safe"
    assert MonteCarloPlayer("v", search, decision="vote", worlds=30).decide(VIEW).move == "a"


class CoinInB:
    """A belief that is sure."""

    name = "sure"

    def weigh(self, view: Any, worlds: Sequence[Any]) -> Sequence[float]:
        return [float(world.coin == "b") for world in worlds]


def test_a_belief_decides_which_worlds_count() -> None:
    player = MonteCarloPlayer("pimc", SearchEvaluation(_value), belief=CoinInB(), worlds=8)
    decision = player.decide(VIEW, seed=1)
    assert decision.move == "b"
    assert decision.candidates["b"] == 3
    assert decision.errors["b"] == 0


def test_recursion_to_any_level() -> None:
    player: Any = RandomPlayer()
    for level in range(3):
        player = MonteCarloPlayer(f"r{level}", PlayoutEvaluation(player), worlds=9)
    first = player.decide(VIEW, seed=4, limit=Limit(worlds=12))
    assert first.move == "a"
    assert first.worlds == 12
    again = player.decide(VIEW, seed=4, limit=Limit(worlds=12))
    assert again.candidates == first.candidates
