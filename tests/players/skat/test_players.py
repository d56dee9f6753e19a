from __future__ import annotations

import pytest

from kiebitz._core import skat_players as core
from kiebitz.beliefs.skat import make_belief
from kiebitz.errors import IllegalMove, KiebitzError
from kiebitz.games.skat import State, View
from kiebitz.games.skat.cards import DECK
from kiebitz.games.skat.moves import Phase
from kiebitz.lab.skat_cardplay import native_start
from kiebitz.limits import Limit
from kiebitz.players.protocol import Player
from kiebitz.players.skat import PLAYERS, make_player
from kiebitz.players.skat.auction import Bidder
from kiebitz.players.skat.cards import MonteCarloChooser
from kiebitz.players.skat.perf import Perf
from kiebitz.players.skat.pondering import expected_views
from tests.players.skat import positions

SMALL = {
    "random": "random",
    "rules": "rules",
    "policy": "policy:temperature=1",
    "policy-iimc": "policy-iimc:worlds=4,candidates=50",
    "rules-iimc": "rules-iimc:worlds=8",
    "pimc": "pimc:worlds=4,candidates=50",
    "recpimc": "recpimc:worlds=2,inner=2,candidates=50",
    "uct": "uct:playouts=60,candidates=50",
    "epimc": "epimc:worlds=8,group=4,from=5,candidates=50",
    "alphamu": "alphamu:worlds=8,group=4,from=5,candidates=50",
    "beginner": "beginner",
    "club": "club",
    "strong": "strong:worlds=4,candidates=50",
    "master": "master:worlds=4,candidates=50",
    "grandmaster": "grandmaster:worlds=2,inner=2,candidates=50",
    "hybrid": "hybrid:worlds=2,inner=2,from=6,candidates=50",
}


def test_every_player_has_a_small_version_here() -> None:
    assert set(SMALL) == set(PLAYERS)


@pytest.mark.parametrize("name", SMALL)
def test_players_are_players_and_play_whole_games(name: str) -> None:
    player = make_player(SMALL[name])
    assert isinstance(player, Player)
    for seed in range(2):
        state = State.deal(seed)
        while not state.is_over:
            decision = player.decide(state.view(state.to_move), seed=seed)
            assert decision.move in state.legal_moves
            state = state.play(decision.move)


@pytest.mark.parametrize(
    ("spec", "belief"),
    [
        ("pimc:sure=0", "small"),
        ("pimc:sure=0,opponents=weak", "table"),
        ("grandmaster:sure=0,opponents=weak", "table"),
        ("pimc:sure=0,opponents=weak,belief=small", "small"),
        ("pimc:sure=0,opponents=weak,belief=uniform", "uniform"),
        ("club:sure=0,opponents=weak", "uniform"),
    ],
)
def test_of_weak_opponents_tables_are_believed_unless_a_belief_is_named(
    spec: str, belief: str
) -> None:
    chooser = make_player(spec).chooser
    assert isinstance(chooser, MonteCarloChooser)
    assert chooser.belief.name == belief


@pytest.mark.parametrize(
    "spec", [*SMALL.values(), "uct:playouts=60,tree=mover", "uct:playouts=60,tree=world"]
)
def test_hidden_cards_do_not_change_the_answer(spec: str) -> None:
    # Two full states that look alike to the seat to move give one answer.
    player = make_player(spec)
    for number, cards in ((0, 0), (1, 4), (2, 8), (3, 13)):
        state = positions.after(number, cards)
        if state.is_over:
            continue
        view = state.view(state.to_move)
        other = view.sample(seed=number)
        assert other.hands != state.hands
        answers = [player.decide(one.view(one.to_move), seed=5) for one in (state, other)]
        assert answers[0].move == answers[1].move
        assert answers[0].candidates == answers[1].candidates


def test_the_auction_does_not_see_hidden_cards_either() -> None:
    bidder = Bidder()
    for seed in range(3):
        state = State.deal(seed)
        while state.phase != Phase.PLAY and not state.is_over:
            view = state.view(state.to_move)
            assert bidder.decide(view).move == bidder.decide(view.sample(seed).view(view.seat)).move
            state = state.play(bidder.decide(view).move)


@pytest.mark.parametrize(
    "spec",
    ["pimc:worlds=12", "rules-iimc:worlds=30", "recpimc:worlds=4", "recpimc:worlds=48,inner=1"],
)
def test_the_answer_does_not_depend_on_the_threads(spec: str) -> None:
    view = _view(positions.after(4, 15))
    answers = [make_player(f"{spec},threads={threads}").decide(view, seed=3) for threads in (1, 3)]
    assert answers[0].candidates == answers[1].candidates
    assert answers[0].move == answers[1].move


def test_cards_that_are_clearly_behind_are_dropped_and_the_choice_stays() -> None:
    spared = 0
    for number in range(5):
        view = _view(positions.after(number, 15))
        patient, hasty = (
            make_player(f"recpimc:worlds=64,inner=1,sure=0,margin={margin}").decide(view, seed=1)
            for margin in (0, 3)
        )
        assert hasty.move == patient.move
        spared += sum(
            hasty.candidates[card] != patient.candidates[card] for card in view.legal_moves
        )
    assert spared > 0


def test_pimc_with_all_worlds_values_cards_as_the_solver_does_on_average() -> None:
    # Few worlds are enumerated: the answer is then exact and needs no seed.
    state = positions.after(5, 24)
    view = _view(state)
    worlds = view.count_worlds()
    assert worlds < 500
    player = make_player("pimc:worlds=500,belief=uniform,sure=0")
    decision = player.decide(view, seed=1)
    assert decision.worlds == worlds
    assert dict(decision.candidates) == pytest.approx(dict(player.decide(view, seed=2).candidates))
    expected = dict.fromkeys(view.legal_moves, 0.0)
    every = [core.World(*view.native.world(index)) for index in range(worlds)]
    for row in core.solver_evaluation().evaluate(view.native, every):
        for card, (win, points) in zip(view.legal_moves, row, strict=True):
            expected[card] += (win + 0.001 * points) / worlds
    assert dict(decision.candidates) == pytest.approx(expected)
    assert set(decision.errors.values()) == {0.0}


@pytest.mark.parametrize("number", [0, 2, 7, 11])
def test_the_solver_and_plain_minimax_agree_on_cards(number: int) -> None:
    state = positions.after(number, 22)
    if state.is_over:
        return
    native = state.native
    view = state.view(state.to_move)
    world = core.World(native.hands, native.skat)
    (row,) = core.solver_evaluation().evaluate(view.native, [world])
    for card, (win, _) in zip(view.legal_moves, row, strict=True):
        declarer_wins = _minimax_win(state.play(card))
        assert win == (declarer_wins if view.seat == view.declarer else not declarer_wins)


def _minimax_win(state: State) -> bool:
    if state.is_over:
        assert state.result is not None
        return state.result.won
    replies = (_minimax_win(state.play(card)) for card in state.legal_moves)
    return any(replies) if state.to_move == state.declarer else all(replies)


def test_ways_to_ask_the_solver_agree_about_winning() -> None:
    for number in range(6):
        state = positions.after(number, 12)
        if state.is_over:
            continue
        view = _view(state)
        worlds = [world for world, _ in core.uniform_belief().draw(view.native, 6, 1, number)]
        answers = [
            core.solver_evaluation(mode).evaluate(view.native, worlds)
            for mode in ("points", "steps", "win")
        ]
        for points, steps, win in zip(*answers, strict=True):
            assert [one[0] for one in points] == [one[0] for one in steps] == [w[0] for w in win]
            for (_, exact), (_, coarse) in zip(points, steps, strict=True):
                assert abs(exact - coarse) <= 45


def test_worlds_bound_the_work() -> None:
    view = _view(positions.start(0))
    assert make_player("pimc").decide(view, limit=Limit(worlds=3)).worlds <= 3
    assert make_player("uct").decide(view, limit=Limit(worlds=50)).worlds == 50


def test_time_is_used_for_new_worlds() -> None:
    # A defender's worlds are of very different weight, so that a round draws some of them twice.
    state = positions.start(0)
    while state.to_move == state.declarer or len(state.legal_moves) < 2:
        state = state.play(state.legal_moves[0])
    player = make_player("rules-iimc:sure=0")
    assert player.decide(_view(state), seed=1).worlds < 160
    assert player.decide(_view(state), limit=Limit(seconds=0.3), seed=1).worlds > 160


def test_a_player_refuses_a_view_in_which_it_is_not_to_move() -> None:
    state = State.deal(1)
    with pytest.raises(IllegalMove):
        make_player("rules").decide(state.view(0))


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("kermit", "there is no player"),
        ("pimc:world=3", "no setting"),
        ("pimc:worlds", "no setting"),
        ("pimc:worlds=0", "whole number"),
        ("pimc:belief=kermit", "uniform, table"),
        ("rules:threshold=nan", "number from 0"),
    ],
)
def test_a_wrong_specification_says_what_is_wrong(spec: str, message: str) -> None:
    with pytest.raises(KiebitzError, match=message):
        make_player(spec)


def test_quick_games_know_what_everybody_bid() -> None:
    state = next(
        state for state in map(positions.start, range(50)) if sorted(state.native.highest_bids)[1]
    )
    native = state.native
    heard: set[tuple[int, int, int]] = set()

    class Listener:
        def choose(self, view: core.CardView, seed: int) -> int:
            heard.add(view.highest_bids)
            return (view.legal & -view.legal).bit_length() - 1

    player = core.python_player(Listener())
    core.play_games(player, player, [native_start(state)], 1)
    assert heard == {tuple(native.highest_bids)}


def test_the_cards_of_quick_games_are_told_if_asked_for() -> None:
    states = [positions.start(number) for number in range(3)]
    rules, forgetful = core.rule_player(), core.rule_player(0)
    deals = [native_start(state) for state in states]
    told = core.play_all_cards(rules, forgetful, deals, 1)
    assert [game[:3] for game in told] == core.play_games(rules, forgetful, deals, 1)
    for state, (points, won, _, cards) in zip(states, told, strict=True):
        for card in cards:
            state = state.play(DECK[card])
        assert state.result is not None
        assert state.result.won == won
        if state.result.contract is not None and not state.result.contract.startswith("N"):
            assert state.result.points == points


def test_perf_is_no_player() -> None:
    perf = Perf()
    assert not isinstance(perf, Player)
    state = positions.after(0, 6)
    assert perf.decide_with_open_cards(state).move in state.legal_moves


def _view(state: State) -> View:
    return state.view(state.to_move)


def test_inner_players_have_settings_of_their_own() -> None:
    view = _view(positions.after(4, 12))
    same = make_player("recpimc:worlds=6,inner=3,threads=1").decide(view, seed=3)
    for setting in ("inner_belief=uniform", "inner_values=estimate:4", "inner_candidates=3"):
        other = make_player(f"recpimc:worlds=6,inner=3,threads=1,{setting}").decide(view, seed=3)
        assert other.candidates.keys() == same.candidates.keys()
        assert other.nodes != same.nodes, setting
    table = make_player("recpimc:worlds=6,inner=3,threads=1,inner_belief=table")
    assert table.decide(view, seed=3).candidates == same.candidates


def test_worlds_of_a_defender_are_distinct_if_asked_for() -> None:
    state = positions.start(0)
    while state.to_move == state.declarer:
        state = state.play(state.legal_moves[0])
    belief = make_belief("table").native
    drawn = belief.draw(_view(state).native, 10, 1000, 1, distinct=True)
    assert len({world for world, _ in drawn}) == len(drawn) == 10


def test_postponing_by_one_card_is_pimc() -> None:
    view = _view(positions.after(4, 15))
    postponed, plain = (
        make_player(f"{spec},worlds=12,values=win,threads=1").decide(view, seed=3)
        for spec in ("epimc:postpone=1,from=1", "pimc:sure=10000")
    )
    assert postponed.candidates == plain.candidates
    # A plan never promises more than open cards do.
    later = make_player("epimc:from=1,worlds=12,group=12,values=win,threads=1").decide(view, seed=3)
    assert all(later.candidates[card] <= plain.candidates[card] + 0.2 for card in view.legal_moves)


def test_who_forgets_plays_other_cards() -> None:
    forgetful, attentive = make_player("rules:memory=0"), make_player("rules")
    moves = [
        (forgetful.decide(view).move, attentive.decide(view).move)
        for number in range(20)
        for view in [_view(positions.after(number, 18))]
    ]
    assert any(one != other for one, other in moves)


def test_thinking_ahead_changes_nothing_but_the_time() -> None:
    spec = "pimc:worlds=6,candidates=50,sure=0,threads=1"
    ahead, plain = make_player(spec), make_player(spec)
    state = positions.after(4, 15)
    seat = (state.to_move + 1) % 3
    known = ahead.ponder(state.view(seat), seed=9)
    expected = expected_views(state.view(seat), 9)
    assert known == len(expected) > 0
    for view in expected:
        found = ahead.decide(view, seed=9)
        assert found is ahead.decide(view, seed=9)  # it was remembered
        asked = plain.decide(view, seed=9)
        assert (found.move, found.candidates) == (asked.move, asked.candidates)
    # Nothing is remembered for another seed, nor thought of after a stop.
    assert ahead.decide(expected[0], seed=8) is not ahead.decide(expected[0], seed=8)
    assert plain.ponder(state.view(seat), seed=9, go_on=lambda: False) == 0
    with pytest.raises(IllegalMove, match="think ahead"):
        ahead.ponder(state.view(state.to_move))
