"""The best line in rows."""

from __future__ import annotations

from kiebitz.bridge import plan_play
from kiebitz.limits import Limit


def test_a_finesse_is_told_with_what_the_defender_plays() -> None:
    plan = plan_play(
        "N:AQ... K2... 54... 73...", "NT", "S", leader="S", tricks=2, limit=Limit(depth=12)
    )
    assert plan.exact
    first, *rest = plan.line
    assert first.cards[0] == ("S", plan.card)
    told = [(row.when and row.when.cards, row.cards[:1]) for row in plan.line]
    # The king is covered; low from West, the queen is tried.
    assert told == [
        (None, (("S", "S4"),)),
        (("SK",), (("N", "SA"),)),
        (("S7", "S3", "S2"), (("N", "SQ"),)),
    ]
    assert rest[-1].when is not None
    assert rest[-1].when.otherwise
    assert sum(layout.line_wins for layout in plan.seen) / plan.worlds == plan.chance


def test_one_move_deep_and_for_defenders_there_is_no_line() -> None:
    seen = "N:AQT5.K82.A74.975 - K43.A76.K82.AJ42 -"
    assert plan_play(seen, "4S", "S", "H5 H2 HJ HA", limit=Limit(worlds=5, depth=1)).line == ()
    defender = "N:AQT5.K82.A74.975 J972.QJT.Q65.KT6 - -"
    assert plan_play(defender, "3NT", "S", "H5 H2", limit=Limit(worlds=4, depth=2)).line == ()
