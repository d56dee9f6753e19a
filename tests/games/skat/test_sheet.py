"""The sheet of a list: what clubs write below it is what Seeger-Fabian gives deal by deal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.errors import KiebitzError
from kiebitz.games.skat import ClubSheet, Result, State


def result(declarer: int | None, value: int) -> Result:
    if declarer is None:
        return Result(declarer=None)
    own = value + (50 if value > 0 else -50)
    others = 0 if value > 0 else 40
    scores = [own if seat == declarer else others for seat in range(3)]
    return Result(
        declarer=declarer,
        contract="G",
        won=value > 0,
        value=value,
        seeger_fabian=(scores[0], scores[1], scores[2]),
    )


results = st.builds(
    result,
    st.sampled_from([None, 0, 1, 2]),
    st.sampled_from([18, 48, 120, -36, -96, -288]),
)


@given(st.lists(results, max_size=36))
def test_of_three_the_sheet_adds_up_to_the_scores_of_the_deals(deals: list[Result]) -> None:
    sheet = ClubSheet(tuple((one, number % 3) for number, one in enumerate(deals)))
    by_chair = [0, 0, 0]
    for number, one in enumerate(deals):
        for seat in range(3):
            by_chair[(number + seat) % 3] += one.seeger_fabian[seat]
    assert [column.total for column in sheet.columns] == by_chair
    if deals:
        assert list(sheet.lines[-1].totals) == by_chair
        assert list(sheet.lines[-1].running) == [one.game_points for one in sheet.columns]


def test_of_four_everybody_else_has_30_points_the_dealer_too() -> None:
    lost = ClubSheet(((result(1, -96), 2),), chairs=4)  # forehand is chair 2: chair 3 declared
    assert lost.lines[0].declarer == 3
    assert lost.lines[0].points == (30, 30, 30, -146)
    won = ClubSheet(((result(1, 48), 2),), chairs=4)
    assert won.lines[0].points == (0, 0, 0, 98)


def test_the_scores_of_played_games_are_those_of_the_rules() -> None:
    state = State.deal(seed=3).play("18").play("p").play("p").play("GH").resign(1)
    sheet = ClubSheet(((state.result, 0),)) if state.result else None
    assert sheet is not None
    assert sheet.lines[0].points == state.scores


def test_only_three_or_four_play() -> None:
    with pytest.raises(KiebitzError, match="three or four"):
        ClubSheet((), chairs=5)
