"""Playouts in part: a few tricks by players who see only their own cards, or two players a game."""

from __future__ import annotations

import pytest

from kiebitz._core import skat_players as core
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import Contract, State, View
from kiebitz.players.skat import make_player
from kiebitz.players.skat.plugs import playouts_by
from tests.players.skat import positions

SOLVER = core.solver_evaluation("points", 1)
RULES = core.rule_player()


def _view(state: State) -> View:
    return state.view(state.to_move)


def _worlds(view: View, count: int) -> list[core.World]:
    return [world for world, _ in core.uniform_belief().draw(view.native, count, count, 1)]


def _null(seed: int, cards: int) -> State:
    state = State.deal(seed)
    for move in ("18", "p", "p", "s"):
        state = state.play(move)
    hand = state.hands[1]
    state = state.play(f"{Contract.parse('N')}.{hand[0]}.{hand[1]}")
    for _ in range(cards):
        if not state.is_over:
            state = state.play(state.legal_moves[0])
    return state


@pytest.mark.parametrize("number", range(4))
def test_a_short_playout_of_all_tricks_is_a_whole_one(number: int) -> None:
    view = _view(positions.after(number, 9 + number))
    worlds = _worlds(view, 6)
    short = core.short_playout_evaluation(RULES, SOLVER, 10)
    whole = core.playout_evaluation(RULES)
    assert short.evaluate(view.native, worlds) == whole.evaluate(view.native, worlds)


def test_with_the_last_card_of_a_trick_all_cards_lie_open() -> None:
    short = core.short_playout_evaluation(RULES, SOLVER, 1)
    for number in range(6):
        state = positions.after(number, 14)
        while len(state.trick) < 2 and not state.is_over:
            state = state.play(state.legal_moves[0])
        view = _view(state)
        worlds = _worlds(view, 4)
        assert short.evaluate(view.native, worlds) == SOLVER.evaluate(view.native, worlds)


def test_short_playouts_of_nulls_are_valued_by_the_tricks_survived() -> None:
    short = core.short_playout_evaluation(RULES, SOLVER, 1)
    seen = set()
    for seed in range(40):
        state = _null(seed, 8)
        if state.is_over or len(state.trick) < 2:
            continue
        view = _view(state)
        worlds = _worlds(view, 4)
        rows = short.evaluate(view.native, worlds)
        assert rows == SOLVER.evaluate(view.native, worlds)
        seen |= {win for row in rows for win, _ in row}
    assert seen == {0.0, 1.0}


@pytest.mark.parametrize(
    "spec", ["recpimc:worlds=2,inner=2,tricks=2,values=win", "policy-iimc:worlds=6,tricks=1"]
)
def test_hidden_cards_do_not_change_what_a_short_playout_says(spec: str) -> None:
    player = make_player(f"{spec},candidates=50,threads=1")
    for number, cards in ((1, 4), (3, 13)):
        state = positions.after(number, cards)
        other = _view(state).sample(seed=number)
        assert other.hands != state.hands
        answers = [player.decide(_view(one), seed=5) for one in (state, other)]
        assert answers[0].candidates == answers[1].candidates


def test_the_late_player_plays_short_hands_and_the_early_one_the_others() -> None:
    lowest, highest = _picker(lambda legal: legal & -legal), _picker(_highest)
    staged = core.staged_player(lowest, highest, 6)
    for number in range(4):
        for cards in (3, 9, 12, 15):
            view = _view(positions.after(number, cards))
            expected = highest if len(view.hand) <= 6 else lowest
            assert staged.choose(view.native, 1) == expected.choose(view.native, 1)


def test_every_seat_may_have_a_player_of_its_own_within_playouts() -> None:
    asked: list[list[int]] = [[], [], []]

    def picker(role: int) -> core.Player:
        class Noting:
            def choose(self, view: core.CardView, seed: int) -> int:
                asked[role].append((view.seat - view.declarer) % 3)
                return _highest(view.legal).bit_length() - 1

        return core.python_player(Noting())

    view = _view(positions.after(1, 4))
    same = playouts_by(picker(0)).evaluate(view.native, _worlds(view, 2))
    assert set(asked[0]) == {0, 1, 2}
    asked[0].clear()
    mixed = playouts_by(picker(0), picker(1), picker(2))
    assert mixed.evaluate(view.native, _worlds(view, 2)) == same
    assert [set(one) for one in asked] == [{0}, {1}, {2}]
    for one in asked:
        one.clear()
    playouts_by(picker(0), picker(1)).evaluate(view.native, _worlds(view, 2))
    assert [set(one) for one in asked] == [{0}, {1, 2}, set()]
    with pytest.raises(KiebitzError, match="one for each of three seats"):
        playouts_by(*[picker(0)] * 4)


def test_inner_defenders_may_think_of_more_worlds() -> None:
    view = _view(positions.after(4, 12))
    spec = "recpimc:worlds=6,inner=2,threads=1"
    plain = make_player(spec).decide(view, seed=3)
    more = make_player(f"{spec},inner_defenders=8").decide(view, seed=3)
    as_many = make_player(f"{spec},inner_defenders=2").decide(view, seed=3)
    assert more.nodes > plain.nodes
    assert as_many.candidates == plain.candidates


def test_what_is_left_of_a_short_playout_is_solved() -> None:
    with pytest.raises(KiebitzError, match="solved, not estimated"):
        make_player("recpimc:tricks=1,values=estimate")


def _highest(cards: int) -> int:
    return 1 << (cards.bit_length() - 1)


def _picker(pick: object) -> core.Player:
    class Picker:
        def choose(self, view: core.CardView, seed: int) -> int:
            return pick(view.legal).bit_length() - 1  # type: ignore[operator, no-any-return]

    return core.python_player(Picker())


@pytest.mark.parametrize("number", range(3))
def test_likely_values_grow_with_the_points_of_open_cards(number: int) -> None:
    likely = core.likely_evaluation(SOLVER)
    for cards in (12, 21):
        view = _view(positions.after(number, cards))
        for row, plain in zip(
            likely.evaluate(view.native, _worlds(view, 6)),
            SOLVER.evaluate(view.native, _worlds(view, 6)),
            strict=True,
        ):
            assert [points for _, points in row] == [points for _, points in plain]
            ordered = sorted(row, key=lambda value: value[1])
            wins = [win for win, _ in ordered]
            assert wins == sorted(wins)
            assert all(0 <= win <= 1 for win in wins)


def test_likely_values_agree_with_exact_ones_at_the_end() -> None:
    likely = core.likely_evaluation(SOLVER)
    for number in range(8):
        state = positions.after(number, 27)
        if state.is_over or (len(state.legal_moves) < 2 and state.trick):
            continue
        view = _view(state)
        for row, plain in zip(
            likely.evaluate(view.native, _worlds(view, 6)),
            SOLVER.evaluate(view.native, _worlds(view, 6)),
            strict=True,
        ):
            for one, other in zip(row, plain, strict=True):
                assert round(one[0]) == other[0] or abs(other[1] - 60) < 3


def test_what_is_decided_is_certain() -> None:
    likely = core.likely_evaluation(SOLVER)
    decided = 0
    for number in range(20):
        state = positions.after(number, 18)
        if state.is_over or state.contract is None or state.contract.game == "N":
            continue
        view = _view(state)
        lost = state.trick_points[1] >= 60
        if not lost:
            continue
        decided += 1
        declares = view.seat == view.declarer
        wins = {win for row in likely.evaluate(view.native, _worlds(view, 4)) for win, _ in row}
        assert wins == {0.0 if declares else 1.0}
    assert decided > 0


def test_nulls_are_valued_as_without_it() -> None:
    likely = core.likely_evaluation(SOLVER)
    view = _view(next(s for s in (_null(n, 4) for n in range(40)) if not s.is_over))
    worlds = _worlds(view, 4)
    assert likely.evaluate(view.native, worlds) == SOLVER.evaluate(view.native, worlds)
