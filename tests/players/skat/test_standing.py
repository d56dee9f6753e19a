from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.app.web.games import Game
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import State
from kiebitz.players.skat.auction import Bidder
from kiebitz.players.skat.standing import Standing

BIDDER = Bidder()
TOTALS = st.lists(st.integers(-900, 1500), min_size=3, max_size=4).map(tuple)


def turned(totals: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [totals[place:] + totals[:place] for place in range(len(totals))]


@given(totals=TOTALS, left=st.integers(0, 40))
def test_one_of_all_chairs_ends_first(totals: tuple[int, ...], left: int) -> None:
    chances = [Standing(chair, left).chance() for chair in turned(totals)]
    assert sum(chances) == pytest.approx(1, abs=1e-3)
    more = Standing(totals, left).chance((50, 0, 0))
    assert more >= chances[0] - 1e-9


def test_chances_are_those_of_deals_that_change_totals_by_chance() -> None:
    chance, wins = random.Random(3), 0
    for _ in range(20_000):
        ends = [
            total + chance.gauss(0, 67 * 3**0.5) for total in (200, 260, 0, 150)
        ]  # three deals to come
        wins += ends[0] == max(ends)
    assert Standing((200, 260, 0, 150), 3).chance() == pytest.approx(wins / 20_000, abs=0.012)


def test_far_from_the_end_a_point_is_a_point() -> None:
    for value in (18, 48, 96):
        for bid in (True, False):
            asked = Standing((0, 0, 0), 400).threshold(0.6, value, [1, 2], bid=bid)
            assert asked == pytest.approx(0.6, abs=0.03)


def test_before_the_last_three_deals_nothing_changes() -> None:
    changed = 0
    for seed in range(60):
        view = State.deal(seed).view(1)
        usual = BIDDER.decide(view).candidates
        assert BIDDER.in_list(Standing((0, 80, 60), 3)).decide(view).candidates == usual
        changed += BIDDER.in_list(Standing((0, 80, 60), 2)).decide(view).candidates != usual
    assert changed > 30


def test_who_must_win_bids_more_and_who_leads_bids_less() -> None:
    behind, ahead = Standing((0, 80, 60), 0), Standing((250, 100, 60), 0)
    more = less = 0
    for seed in range(60):
        view = State.deal(seed).view(1)
        usual = BIDDER.decide(view).move != "p"
        needs = BIDDER.in_list(behind).decide(view).move != "p"
        leads = BIDDER.in_list(ahead).decide(view).move != "p"
        assert needs or not usual
        assert usual or not leads
        more += needs and not usual
        less += usual and not leads
    assert more > 3
    assert less > 3


def test_where_nothing_is_left_to_win_it_bids_as_ever() -> None:
    for totals in ((2000, 100, 60), (0, 5000, 60)):
        bidder = BIDDER.in_list(Standing(totals, 0))
        for seed in range(20):
            view = State.deal(seed).view(1)
            assert bidder.decide(view).candidates == BIDDER.decide(view).candidates


def test_what_is_declared_is_what_wins_the_list() -> None:
    surer = dearer = 0
    for seed in range(80):
        state = State.deal(seed)
        for move in ("18", "p", "p", "s"):
            state = state.play(move)
        view = state.view(1)
        games = {one.move: one for one in BIDDER.promises(view)}
        usual = BIDDER.decide(view).move
        close = BIDDER.in_list(Standing((200, 240, 100), 0)).decide(view)
        assert all(0 <= chance <= 1 for chance in close.candidates.values())
        # Any game that is won is enough, so it is the likeliest one.
        assert games[close.move].win == max(one.win for one in games.values())
        surer += close.move != usual
        far = BIDDER.in_list(Standing((200, 340, 100), 0)).decide(view)
        dearer += games[far.move].value > games[close.move].value
    assert surer > 3
    assert dearer > 3


def test_every_seat_sees_the_list_from_its_own_chair() -> None:
    game = Game("a", "v", State.deal(1), 0, ("rules", "rules"), ("A", "B"), 1)
    assert game.standing_of(0) is None
    game.list_totals, game.list_left = (10, 20, 30), 4
    assert game.standing_of(1) == Standing((20, 30, 10), 4)
    game.list_totals = (10, 20, 30, 40)
    assert game.standing_of(2) == Standing((30, 10, 20, 40), 4)
    kept = Game.of_document("a", "v", game.to_document())
    assert kept.standing_of(2) == game.standing_of(2)


@pytest.mark.parametrize(
    ("totals", "left", "said"),
    [
        ((1, 2), 0, "three or four totals, not 2"),
        ((1, 2, "3"), 0, "whole numbers"),
        ((1, 2, 3), True, "whole numbers"),
        ((1, 2, 3), -1, "from 0 to 1000"),
        ((1, 2, 10**9), 1, "at most 100000 points"),
    ],
)
def test_what_is_no_standing_is_told(totals: tuple[int, ...], left: int, said: str) -> None:
    with pytest.raises(KiebitzError, match=said):
        Standing(totals, left)
