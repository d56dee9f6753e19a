from __future__ import annotations

from collections.abc import Sequence

import pytest

from kiebitz.errors import KiebitzError
from kiebitz.games import abalone, catalogue, hearts
from kiebitz.games.native_state import HiddenState
from kiebitz.limits import Limit
from kiebitz.players.hearts_rules import HeartsRulePlayer
from kiebitz.players.protocol import Player
from kiebitz.players.searching import SearchPlayer, average_over_worlds
from kiebitz.search.multiplayer import Method


@pytest.mark.parametrize("name", catalogue.PLAYERS)
@pytest.mark.parametrize("algorithm", ["speculative", "paranoid", "approximate-deep"])
def test_a_game_between_searching_players(name: str, algorithm: str) -> None:
    player = SearchPlayer(Method(algorithm), Limit(worlds=2, nodes=60))
    assert isinstance(player, Player)
    state = catalogue.start(name, seed=3)
    for number in range(30):
        if state.is_over:
            break
        view = state.view(state.to_move) if isinstance(state, HiddenState) else state
        decision = player.decide(view, seed=number)
        assert decision.move in state.legal_moves
        assert decision.move == player.decide(view, seed=number).move
        state = state.play(decision.move)


def test_a_player_of_a_hidden_game_wants_a_view() -> None:
    with pytest.raises(KiebitzError, match="View"):
        SearchPlayer().decide(hearts.State.deal(1))
    with pytest.raises(KiebitzError, match="not to move"):
        SearchPlayer().decide(hearts.State.deal(1).view(0))


def test_decisions_do_not_depend_on_hidden_cards() -> None:
    state = hearts.State.deal(8)
    for _ in range(9):
        state = state.play(state.legal_moves[0])
    view = state.view(state.to_move)
    other = view.sample(99)
    player = SearchPlayer(Method(), Limit(worlds=3, nodes=600))
    assert player.decide(view, seed=1) == _same(player.decide(other.view(view.seat), seed=1), view)


@pytest.mark.parametrize("name", ["hearts", "spades", "sergeant-major", "cribbage"])
def test_the_answer_does_not_depend_on_the_threads(name: str) -> None:
    state = catalogue.start(name, seed=5)
    assert isinstance(state, HiddenState)
    view = state.view(state.to_move)
    limit = Limit(worlds=6, nodes=3000)
    answers = [
        SearchPlayer(Method("paranoid"), limit, threads=threads).decide(view, seed=2)
        for threads in (1, 3)
    ]
    assert answers[0] == _same(answers[1], view)
    assert answers[0].errors == answers[1].errors
    # Worlds share the nodes; each may need one node to see that its share is spent.
    assert answers[0].nodes <= 3000 + 6


class QueenLeft:
    """The queen of spades is with the next seat for sure."""

    name = "queen left"

    def weigh(self, view: hearts.View, worlds: Sequence[hearts.State]) -> Sequence[float]:
        return [float("SQ" in world.hands[(view.seat + 1) % 4]) for world in worlds]


def test_a_belief_is_heard_by_every_search_in_hearts() -> None:
    state = hearts.State.deal(8)
    while "SQ" in state.hands[state.to_move] or len(state.legal_moves) < 2:
        state = state.play(state.legal_moves[0])
    view = state.view(state.to_move)
    for algorithm in ("speculative", "paranoid"):
        found = average_over_worlds(
            view, Method(algorithm), Limit(depth=1), worlds=5, belief=QueenLeft(), remember=True
        )
        seen = [hearts.State(world) for world, _, _ in found.remembered()]
        assert seen
        assert all("SQ" in world.hands[(view.seat + 1) % 4] for world in seen)
        assert all(view.allows(world) for world in seen)


def _same(decision: object, view: object) -> object:
    """Seconds differ from run to run; everything else must not."""

    class Like:
        def __eq__(self, other: object) -> bool:
            fields = ("move", "candidates", "worlds", "nodes", "seed")
            return all(getattr(decision, name) == getattr(other, name) for name in fields)

        __hash__ = None  # type: ignore[assignment]

    return Like()


def test_a_push_off_the_board_is_found() -> None:
    state = abalone.State.parse("b:A1b,A2b,A3b,A4w,A5w,I5w,I6w 5,0 20/1000")
    assert SearchPlayer(Method("minimax"), Limit(depth=1)).decide(state).move == "A1A3-A2"


def test_the_rule_player_finishes_hands_and_beats_the_first_legal_card() -> None:
    rules = HeartsRulePlayer()
    mine = theirs = 0.0
    for seed in range(30):
        state = hearts.State.deal(seed, hearts.Rules(pass_to="left"))
        while not state.is_over:
            seat = state.to_move
            move = rules.decide(state.view(seat)).move if seat == 0 else state.legal_moves[0]
            state = state.play(move)
        mine += state.points[0]
        theirs += sum(state.points[1:]) / 3
    assert mine < theirs
