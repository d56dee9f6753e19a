"""One suite that every game passes: play, take back, write, read, hide and sample."""

from __future__ import annotations

import itertools
import json
import pickle
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz import games as rooms
from kiebitz.errors import KiebitzError
from kiebitz.games.moves import Move
from kiebitz.games.native_state import BoardState
from kiebitz.games.protocol import GameState
from tests.games.conformance import GAMES, Entry

SEEDS = st.integers(0, 2**32 - 1)
games = pytest.mark.parametrize("game", GAMES, ids=lambda entry: entry.name)
HIDDEN = [entry for entry in GAMES if entry.parse_view]
hidden_games = pytest.mark.parametrize("game", HIDDEN, ids=lambda entry: entry.name)
NATIVE = [entry for entry in GAMES if hasattr(entry.start(0), "native")]
native_games = pytest.mark.parametrize("game", NATIVE, ids=lambda entry: entry.name)


def random_states(game: Entry, seed: int) -> list[Any]:
    """The states of one random game, first to last."""
    chooser = random.Random(seed)
    states = [game.start(seed)]
    while not states[-1].is_over:
        states.append(states[-1].play(chooser.choice(states[-1].legal_moves)))
    return states


def some_state(game: Entry, seed: int) -> Any:
    states = random_states(game, seed)
    return states[seed % len(states)]


@games
@given(seed=SEEDS)
@settings(max_examples=60, deadline=None)
def test_random_play_ends_with_fitting_scores(game: Entry, seed: int) -> None:
    states = random_states(game, seed)
    for state in states[:-1]:
        assert isinstance(state, GameState)
        assert 0 <= state.to_move < state.players
        assert state.legal_moves
        assert len(set(state.legal_moves)) == len(state.legal_moves)
    end = states[-1]
    assert not end.legal_moves
    assert len(end.scores) == end.players
    assert game.scores_fit(end)


@games
@given(seed=SEEDS)
@settings(max_examples=30, deadline=None)
def test_states_are_immutable_values(game: Entry, seed: int) -> None:
    first, second = random_states(game, seed), random_states(game, seed)
    assert first == second
    assert [hash(state) for state in first] == [hash(state) for state in second]
    for before, after in itertools.pairwise(first):
        assert before != after
    assert pickle.loads(pickle.dumps(first[-1])) == first[-1]


@games
@given(seed=SEEDS, rubbish=st.one_of(st.text(max_size=8), st.integers(), st.none()))
@settings(max_examples=60, deadline=None)
def test_only_legal_moves_are_accepted(game: Entry, seed: int, rubbish: object) -> None:
    state = some_state(game, seed)
    for move in state.legal_moves:
        state.play(move)
    move = str(rubbish) if game in NATIVE else rubbish
    if move not in state.legal_moves:
        with pytest.raises(KiebitzError):
            state.play(move)


@native_games
@given(seed=SEEDS, number=st.integers(-(2**70), 2**70))
@settings(max_examples=60, deadline=None)
def test_the_native_core_survives_any_number(game: Entry, seed: int, number: int) -> None:
    native = some_state(game, seed).native
    if number not in native.legal_moves():
        with pytest.raises((ValueError, TypeError)):
            native.apply(number)
        with pytest.raises((ValueError, TypeError)):
            native.walk().apply(number)
    if hasattr(native, "view") and not 0 <= number < native.players:
        with pytest.raises((ValueError, TypeError)):
            native.view(number)


@native_games
@given(seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_undo_restores_everything(game: Entry, seed: int) -> None:
    chooser = random.Random(seed)
    walk = game.start(seed).native.walk()
    snapshots = [walk.state]
    while not walk.state.is_over and len(snapshots) < 400:
        # Step into a random move, back, and into another: nothing may be left of the first.
        moves = walk.state.legal_moves()
        walk.apply(chooser.choice(moves))
        walk.undo()
        assert walk.state == snapshots[-1]
        walk.apply(chooser.choice(moves))
        snapshots.append(walk.state)
    for snapshot in reversed(snapshots[:-1]):
        walk.undo()
        assert walk.state == snapshot
        assert hash(walk.state) == hash(snapshot)
        assert walk.state.legal_moves() == snapshot.legal_moves()
    with pytest.raises(ValueError, match="take back"):
        walk.undo()


@games
@given(seed=SEEDS)
@settings(max_examples=30, deadline=None)
def test_texts_read_back(game: Entry, seed: int) -> None:
    if game.parse is None:
        pytest.skip("this game has no text of its own")
    state = some_state(game, seed)
    assert game.parse(str(state)) == state


@native_games
@given(seed=SEEDS)
@settings(max_examples=20, deadline=None)
def test_moves_are_typed_and_yet_text(game: Entry, seed: int) -> None:
    state = some_state(game, seed)
    for move in state.legal_moves:
        assert isinstance(move, Move)
        assert type(move) is not Move or "tree" in game.name
        assert json.loads(json.dumps(move)) == move == str(move)
        again = pickle.loads(pickle.dumps(move))
        assert (type(again), again) == (type(move), move)
    if state.legal_moves:
        plain = str(state.legal_moves[0])
        assert state.play(plain) == state.play(state.legal_moves[0])


@native_games
@given(seed=SEEDS)
@settings(max_examples=20, deadline=None)
def test_a_representation_is_the_code_that_makes_the_same(game: Entry, seed: int) -> None:
    if "tree" in game.name:
        pytest.skip("trees are made, not parsed")
    state = some_state(game, seed)
    names = {game.name: getattr(rooms, game.name)}
    assert eval(repr(state), names) == state
    if game.parse_view is not None:
        assert eval(repr(state.view(0)), names) == state.view(0)


@native_games
@given(seed=SEEDS)
@settings(max_examples=20, deadline=None)
def test_a_game_says_itself_what_sets_it_apart(game: Entry, seed: int) -> None:
    states = random_states(game, seed)
    kind = type(states[0])
    assert kind.game.replace("-", "_") == game.name
    assert states[0].players in kind.player_counts
    assert len(kind.seat_names) >= states[0].players
    if not isinstance(states[0], BoardState):
        return
    middle = states[len(states) // 2]
    assert kind.depth_unit in ("move", "trick")
    assert len(middle.native.evaluate(kind.default_evaluation)) == middle.players
    if "tree" not in game.name:
        assert kind.forfeit <= min(states[-1].scores)
        assert kind.begin(seed=seed).players == kind.player_counts[0]
    if kind.winning_score is not None:
        assert max(states[-1].scores) <= kind.winning_score


@hidden_games
@given(seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_a_sampled_world_looks_the_same_to_the_seat(game: Entry, seed: int) -> None:
    state = some_state(game, seed)
    for seat in range(state.players):
        view = state.view(seat)
        assert view.allows(state)
        world = view.sample(seed)
        assert view.allows(world)
        assert world == view.sample(seed)
        assert world.to_move == state.to_move
        assert world.is_over == state.is_over
        if state.to_move == seat:
            assert world.legal_moves == state.legal_moves == view.legal_moves
        elif not state.is_over:
            assert not view.legal_moves


@hidden_games
@given(seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_a_view_is_blind_to_hidden_cards(game: Entry, seed: int) -> None:
    state = some_state(game, seed)
    for seat in range(state.players):
        view = state.view(seat)
        other = view.sample(seed + 1)  # the same game with other hidden cards
        assert other.view(seat) == view
        assert hash(other.view(seat)) == hash(view)
        assert str(other.view(seat)) == str(view)
        assert pickle.dumps(other.view(seat)) == pickle.dumps(view)
        if hasattr(view, "drawing"):
            assert other.native.drawing_for(seat) == view.drawing == state.native.drawing_for(seat)


@hidden_games
@given(seed=SEEDS)
@settings(max_examples=10, deadline=None)
def test_the_text_of_a_view_shows_what_is_hidden_as_question_marks(game: Entry, seed: int) -> None:
    state = game.start(seed)
    for seat in range(state.players):
        text = str(state.view(seat))
        assert "??" in text
        assert "??" not in str(state)


@hidden_games
@given(seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_views_read_back(game: Entry, seed: int) -> None:
    state = some_state(game, seed)
    assert game.parse_view is not None
    for seat in range(state.players):
        view = state.view(seat)
        assert game.parse_view(str(view)) == view
