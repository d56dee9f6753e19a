"""Single dummy: what can be said of a card when two hands are hidden."""

from __future__ import annotations

import pytest

from kiebitz.bridge import Deal, HandFacts, PlayPlan, plan_play, plan_suit
from kiebitz.errors import InvalidNotation, InvalidPosition, KiebitzError
from kiebitz.limits import Limit

SEEN = "N:AQT5.K82.A74.975 - K43.A76.K82.AJ42 -"


def same(a: PlayPlan, b: PlayPlan) -> bool:
    return a.cards == b.cards and a.nodes == b.nodes and a.worlds == b.worlds


def test_layouts_are_counted_exactly() -> None:
    few = Limit(worlds=2, depth=1)
    # 26 hidden cards, of which West led one: 25 over 12.
    assert plan_play(SEEN, "3NT", "S", "H5", limit=few).layouts == 5_200_300


def test_nobody_holds_a_suit_that_was_shown_out_of() -> None:
    # Seven hearts are hidden; West led one, East discarded: the other six are West's, and West has
    # six of the 19 other hidden cards less the one discarded.
    plan = plan_play(SEEN, "3NT", "S", "H5 H2 D3 HA", limit=Limit(worlds=2, depth=1))
    assert plan.layouts == 18_564  # 18 over 6


@pytest.mark.parametrize(
    ("facts", "complaint"),
    [
        ("13+ spades and 5+ hearts", "that is 18 cards, and a hand has 13"),
        ("5+H 0-3H", "5 hearts at least and 3 at most"),
        ("SA", "SA: it was dealt to North"),
        ("HQ noHQ", "HQ and not have it"),
        ("HQ 0-1", "2 points in the cards named and 1 at most"),
        ("balanced 6+H", "no shape is left"),
        ("5443", "that is 16 cards"),
        ("30+", "no layout of the hidden cards fits East '30+'"),
    ],
)
def test_contradictions_get_one_sentence(facts: str, complaint: str) -> None:
    with pytest.raises(InvalidPosition, match=complaint.replace("+", r"\+")):
        plan_play(SEEN, "3NT", "S", "H5", east=facts)


@pytest.mark.parametrize("facts", ["13+ spades and 5+ hearts", "SA", "30+"])
def test_a_contradiction_is_told_before_whose_hand_is_missing(facts: str) -> None:
    with pytest.raises(InvalidPosition, match="West"):
        plan_play(SEEN, "3NT", "S")
    with pytest.raises(InvalidPosition, match="East"):
        plan_play(SEEN, "3NT", "S", east=facts)


def test_averages_have_standard_errors() -> None:
    drawn = plan_play(SEEN, "3NT", "S", "H5", limit=Limit(worlds=16, depth=1))
    for one in drawn.cards:
        variance = one.double_dummy * (1 - one.double_dummy)
        assert one.double_dummy_error == pytest.approx((variance / 16) ** 0.5)
    assert any(one.tricks_error > 0 for one in drawn.cards)
    ending = "N:AJ5... Q98... KT4... 762..."
    every = plan_play(ending, "NT", "S", leader="S", tricks=3)
    assert every.exhaustive
    assert all(one.double_dummy_error == one.tricks_error == 0 for one in every.cards)


def test_what_is_not_understood_is_named() -> None:
    with pytest.raises(InvalidNotation, match="'banana' in '5\\+H banana'"):
        HandFacts.parse("5+H banana")


def test_facts_are_read_as_players_write_them() -> None:
    assert HandFacts.parse("4-6 spades, 12+ points").least == (4, 0, 0, 0)
    assert HandFacts.parse("void in clubs").most[3] == 0
    assert HandFacts.parse("5=4=3=1").shapes == ((5, 4, 3, 1),)
    assert len(HandFacts.parse("4432 or 4333").shapes) == 12 + 4
    assert len(HandFacts.parse("unbalanced").shapes) == 560 - 28
    assert HandFacts.parse("♠AK noD10").held == ("SK", "SA")
    assert HandFacts.parse("noD10").not_held == ("DT",)
    assert HandFacts.parse("15-17 balanced").points == (15, 17)


def test_the_hidden_hands_of_a_whole_deal_do_not_matter() -> None:
    first = Deal.parse(
        SEEN.replace(" - ", " J972.QJT.Q65.KT6 ", 1).replace(" -", " 86.9543.JT93.Q83")
    )
    other = Deal.parse(
        SEEN.replace(" - ", " 8762.QJT.JT9.KT6 ", 1).replace(" -", " J9.9543.Q653.Q83")
    )
    limit = Limit(worlds=5, depth=2)
    told = [
        plan_play(deal, "4S", "S", "H5 H2 HJ HA", limit=limit, seed=3, threads=threads)
        for deal, threads in ((first, 1), (other, 2), (str(first), 1), (SEEN, 3))
    ]
    assert all(same(told[0], one) for one in told[1:])


def test_a_defender_uses_dummy_and_the_own_hand() -> None:
    deal = "N:AQT5.K82.A74.975 J972.QJT.Q65.KT6 - -"
    plan = plan_play(deal, "3NT", "S", "H5 H2", limit=Limit(worlds=4, depth=2))
    assert (plan.seat, plan.to_move, plan.declares) == ("E", "E", False)
    assert {one.card for one in plan.cards} == {"HQ", "HJ", "HT"}
    # A defender wants declarer's chances to be low: best first.
    chances = [one.best_defence for one in plan.cards if one.best_defence is not None]
    assert chances == sorted(chances)


def test_the_leader_sees_one_hand() -> None:
    plan = plan_play(
        "W:86.9543.JT93.Q83 - - -",
        *("3NT", "S"),
        south="balanced 15-17",
        north="8-10 noSA",
        limit=Limit(worlds=2, depth=1),
    )
    assert plan.seat == plan.to_move == "W"
    assert len(plan.cards) == 13


def test_a_limit_of_nodes_gives_the_same_answer_on_any_number_of_threads() -> None:
    limit = Limit(worlds=40, depth=4, nodes=2_000_000)
    one = plan_play(SEEN, "4S", "S", "H5 H2 HJ HA", limit=limit, threads=1)
    two = plan_play(SEEN, "4S", "S", "H5 H2 HJ HA", limit=limit, threads=2)
    assert same(one, two)
    assert not one.complete


def ending_of_one_suit(north: str, south: str) -> str:
    """Three cards of a suit in each hand, and an entry to South that the defenders cannot use."""
    missing = [rank for rank in "AKQJT98765432" if rank not in north + south]
    return f"N:{north}.3.. {''.join(missing[:4])}... {south}.A.. {''.join(missing[4:])}.2.."


@pytest.mark.parametrize(
    ("north", "south", "tricks"),
    [
        ("AQT", "543", 3),
        ("KJ2", "543", 2),
        ("KQ2", "543", 2),
        ("AKJ", "432", 3),
        ("KJT", "432", 2),
        ("AKT", "432", 3),
        ("Q32", "A54", 2),
        ("AK7", "T98", 3),
        ("AT3", "QJ2", 3),
        ("AQJ", "953", 3),
        ("AKT", "642", 3),
        ("K82", "AJ6", 3),
        ("KJ9", "A62", 3),
        ("A73", "KJ8", 3),
        ("AJ8", "K63", 3),
        ("K62", "AJ7", 3),
        ("AT4", "QJ6", 3),
        ("KJ3", "A87", 3),
        ("AQ8", "JT4", 3),
        ("A98", "KQ4", 3),
        ("Q85", "AKT", 3),
    ],
)
def test_a_suit_alone_is_worth_what_the_suit_solver_says(
    north: str, south: str, tricks: int
) -> None:
    deal = ending_of_one_suit(north, south)
    limit = Limit(worlds=100, depth=52)
    plan = plan_play(deal, "NT", "S", leader="S", tricks=tricks + 1, limit=limit)
    assert plan.exact
    assert plan.layouts == 70
    assert plan.chance == pytest.approx(plan_suit(north, south, tricks, vacant=(4, 4)).value)


@pytest.mark.parametrize(
    ("deal", "north", "south", "tricks", "printed"),
    [
        ("N:Q32.3.. KT84... A76.A.. J95.2..", "Q32", "A76", 3, 50),
        ("N:AJ92... QT7.2.. K843... 65.43..", "AJ92", "K843", 4, 41.52),
    ],
)
def test_suits_with_known_chances_are_worth_in_play_what_the_suit_solver_says(
    deal: str, north: str, south: str, tricks: int, printed: float
) -> None:
    # The chance that others give is that of whole hands, in which 13 places are vacant on either
    # side (tests/data/bridge/single_suit.csv). These two suits need no entries for which an ending
    # of four cards has no room.
    side = 4 - len(north)
    assert plan_suit(north, south, tricks - side).percent == pytest.approx(printed, abs=0.5)
    limit = Limit(worlds=100, depth=52)
    plan = plan_play(deal, "NT", "S", leader="S", tricks=tricks, limit=limit)
    assert plan.exact
    assert plan.chance == pytest.approx(plan_suit(north, south, tricks - side, vacant=(4, 4)).value)


@pytest.mark.parametrize(("north", "south"), [("AJ2", "KT8"), ("AT2", "KJ5")])
def test_a_two_way_guess_is_put_off_until_the_other_suit_was_counted(
    north: str, south: str
) -> None:
    limit = Limit(worlds=100, depth=52)
    plan = plan_play(ending_of_one_suit(north, south), "NT", "S", leader="S", tricks=4, limit=limit)
    # Who follows to the ace of hearts has three spades, and the other four.
    assert plan.card == "HA"
    assert plan.chance == pytest.approx(4 / 7)
    assert plan_suit(north, south, 3, vacant=(4, 4)).value == pytest.approx(1 / 2)


def test_defenders_who_must_open_the_suit_give_more_than_the_suit_solver_knows() -> None:
    limit = Limit(worlds=100, depth=52)
    plan = plan_play(ending_of_one_suit("AQ9", "432"), "NT", "S", leader="S", tricks=3, limit=limit)
    assert plan.chance == 1.0 > plan_suit("AQ9", "432", 2, vacant=(4, 4)).value


def test_bad_questions_are_refused() -> None:
    with pytest.raises(InvalidPosition, match="how many of the 3 tricks"):
        plan_play("N:AJ5... Q98... KT4... 762...", "NT", "S", leader="S")
    with pytest.raises(InvalidPosition, match="only if the others have 13 cards"):
        plan_play("N:AJ5... - KT4... -", "NT", "S", leader="S", tricks=2)
    with pytest.raises(InvalidPosition, match="West is to decide, but this hand is not known"):
        plan_play(SEEN, "3NT", "S")
    with pytest.raises(InvalidPosition, match="has shown out of this suit before"):
        plan_play(SEEN, "3NT", "S", "H5 H2 D3 HA S3 S6 SA S2 S5 H9")
    with pytest.raises(InvalidPosition, match="dummy lies open"):
        plan_play("S:K43.A76.K82.AJ42 - - -", "3NT", "S", "H5")
    with pytest.raises(KiebitzError, match="worlds are from 1 to"):
        plan_play(SEEN, "3NT", "S", "H5", limit=Limit(worlds=10**6))
