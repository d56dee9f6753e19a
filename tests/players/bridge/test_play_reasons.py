"""Why a card is better: concepts of Bridge, each found on an ending that shows it."""

from __future__ import annotations

import pytest

from kiebitz._core import bridge as rules
from kiebitz.app.bridge_words import WORDS, told
from kiebitz.games.bridge import Deal
from kiebitz.games.bridge.cards import STRAINS, card_number
from kiebitz.games.bridge.seen import look
from kiebitz.games.moves import Card
from kiebitz.players.bridge.play_reasons import concepts_of
from kiebitz.players.bridge.review import judge_known
from kiebitz.players.bridge.single_dummy import SeenLayout, plan_view


def view_of(deal: str, strain: str, declarer: str, leader: str, played: str) -> rules.View:
    _, _, view = look(
        deal, STRAINS.index(strain), "NESW".index(declarer), played, "NESW".index(leader)
    )
    return view


# Every ending: deal, strain, declarer, leader, cards so far; the better card, a worse one, and what
# the better one does.
ENDINGS = [
    # following
    ("N:AQ.2.. 53.3.. 42.4.. K7.5..", "NT", "S", "S", "S2 S7", "SQ", "SA", "finesse"),
    ("N:A2.A2.. K.KQ4.. QJ.53.. 3.J76..", "NT", "S", "S", "SQ S3", "S2", "SA", "finesse"),
    ("N:A2.A2.. K.KQ4.. QJ.53.. 3.J76..", "NT", "S", "S", "SQ S3", "SA", "S2", "no-finesse"),
    ("N:.2.2. .KQ.. .A4.. .J3..", "NT", "S", "E", "HK", "HA", "H4", "take"),
    ("N:.2.2. .KQ.. .A4.. .J3..", "NT", "S", "E", "HK", "H4", "HA", "hold-up"),
    ("N:AQJ... 543... K2.2.. 876...", "NT", "S", "W", "S6 SA S3", "SK", "S2", "unblock"),
    ("N:A3.2.. K4.3.. Q2.4.. J5.5..", "NT", "E", "N", "SA", "S4", "SK", "keep-high"),
    ("N:3..A. .K.2. 2.J.. .T.3.", "S", "S", "E", "HK HJ HT", "S3", "DA", "ruff"),
    ("N:3..A. .K.2. 2.J.. .T.3.", "S", "S", "E", "HK HJ HT", "DA", "S3", "no-ruff"),
    ("N:53... .K.2. 2.J.. .T.3.", "S", "S", "W", "HT", "S5", "S3", "ruff-high"),
    ("N:53... .K.2. 2.J.. .T.3.", "S", "S", "W", "HT", "S3", "S5", "ruff-low"),
    ("N:AKJ2... 543..2. .2..432 Q76..3.", "NT", "S", "S", "C4", "D3", "S6", "keep-guard"),
    ("N:K2.7.. 43.8.. ..A2.3 A5.2..", "NT", "S", "S", "DA", "H2", "SA", "keep-winner"),
    ("N:K2.7.. 43.8.. ..A2.3 95.2..", "NT", "S", "S", "DA", "H2", "S5", "keep-suit"),
    # declarer leads
    ("N:AK.A.. 3.KQ.. 2.J3.. 4.T2..", "S", "N", "N", "", "SA", "HA", "draw-trumps"),
    ("N:AK.A.. 3.KQ.. 2.J3.. 4.T2..", "S", "N", "N", "", "HA", "SA", "wait-trumps"),
    ("N:A.A2.. 3.K4.. 54..2. 6.Q.3.", "S", "N", "N", "", "H2", "SA", "lead-to-ruff"),
    ("N:A2.3.. K3.4.. Q4.5.. J5.6..", "NT", "N", "N", "", "SA", "H3", "cash"),
    ("N:A2.3.. K3.4.. Q4.5.. J5.6..", "NT", "N", "N", "", "SA", "S2", "lead-high"),
    ("N:K2.A.. A3.5.. 54.3.. Q6.4..", "NT", "S", "S", "", "S4", "H3", "lead-towards"),
    ("N:KQ4.A.. A3.K2.. 52.43.. 6.QJ8..", "NT", "N", "N", "", "SK", "HA", "set-up"),
    # a defender leads
    ("N:A.4.. 2..7. 3.A.. .5.5.", "S", "S", "W", "", "H5", "D5", "partner-ruffs"),
    ("N:5.4.. 3.7.. 4.3.. 2.A..", "S", "S", "W", "", "HA", "S2", "cash"),
    ("N:5.4.. 3.7.. 4.3.. 2.8..", "S", "S", "W", "", "S2", "H8", "lead-trump"),
    ("N:.K.3. .4.4. .5.5. .6.6.", "NT", "S", "E", "", "D4", "H4", "up-to-weakness"),
    ("N:.K.3. .4.4. .5.5. .6.6.", "NT", "S", "W", "", "H6", "D6", "through-strength"),
    ("N:.24.3. .57.4. .AQ.A. .K3.2.",
     "NT", "S", "W", "", "D2", "H3", "away-from"),
    ("N:.24.3. .57.K. .AQ.A. .9.QJ.", "NT", "S", "W", "", "DQ", "H9", "sequence"),
]  # fmt: skip


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending[-1])
def test_what_the_better_card_does(ending: tuple[str, ...]) -> None:
    *position, card, other, code = ending
    view = view_of(*position)
    # The player is sure of the layout: one that is looked at again and again.
    rest = [
        hand & ~gone for hand, gone in zip(Deal.parse(position[0]).hands, view.gone, strict=True)
    ]
    ends = {Card(card): 1, Card(other): 0}
    seen = [SeenLayout(tuple(rest), {one: bool(n) for one, n in ends.items()}, ends)] * 4
    reasons = concepts_of(view, seen, Card(card), Card(other))
    named = next((reason for reason in reasons if reason.code == code), None)
    assert named is not None
    assert named not in concepts_of(view, seen, Card(other), Card(card))
    assert "{" not in str(told(reasons))


def test_every_concept_has_an_ending() -> None:
    numbers = {"makes-more", "beats-more", "could-not-know", "tricks-lost", "open-too", "got-away"}
    layouts = {"layout-holds", "layout-void", "layout-even", "danger-hand", "go-up"}
    assert {ending[-1] for ending in ENDINGS} == set(WORDS) - numbers - layouts


def layout(deal: str, gone: str, better: str, worse: str, gains: bool) -> SeenLayout:
    hands = [hand & ~(1 << card_number(gone)) for hand in Deal.parse(deal).hands]
    return SeenLayout(tuple(hands), {}, {Card(better): int(gains), Card(worse): 0})


def test_third_hand_goes_up_when_the_king_wins_more_often() -> None:
    # South may have ace and jack, or jack and ten.
    deals = ("N:Q2.2.. K9.3.. AJ.4.. T5.5..", "N:Q2.2.. K9.3.. JT.4.. A5.5..")
    view = view_of(deals[0], "NT", "S", "W", "S5 S2")
    seen = [layout(deal, "S5", "SK", "S9", True) for deal in deals]
    assert concepts_of(view, seen, Card("SK"), Card("S9"))[0].code == "go-up"


def test_what_the_layouts_have_in_common_in_which_it_matters() -> None:
    # West has no heart, or the spades divide evenly: each seen in the layouts that gain.
    view = view_of("N:A2.A.. 43.K.. Q5.2.. 76.3..", "NT", "S", "S", "")
    void = ["N:A2.A.. 3.K3.. Q5.2.. 764...", "N:A2.A.. 43.K.. Q5.2.. 76.3.."]
    for code, deals in (("layout-void", void), ("layout-even", void[::-1])):
        seen = [layout(deals[0], "C2", "S5", "H2", True)] * 3
        seen += [layout(deals[1], "C2", "S5", "H2", False)] * 5
        found = concepts_of(view, seen, Card("S5"), Card("H2"))[-1]
        assert found.code in (code, "layout-holds")
        assert found.parameters["n"] == 38


def test_keep_the_danger_hand_off_lead() -> None:
    # East has the ace of spades, West that of hearts.
    deal = "N:3.3.. A.4.. 2.2.. 4.A.."
    view = view_of(deal, "NT", "S", "S", "")
    layout = SeenLayout(Deal.parse(deal).hands, {}, {Card("H2"): 1, Card("S2"): 0})
    reasons = concepts_of(view, [layout] * 3, Card("H2"), Card("S2"))
    assert reasons[0].code == "danger-hand"
    assert told(reasons[:1]) == "keep East off lead: the trick goes to the other defender"


def test_a_finesse_names_who_must_hold_the_king_and_how_often_that_is_so() -> None:
    view = view_of("N:AQ.2.. 53.3.. 42.4.. K7.5..", "NT", "S", "S", "S2 S7")
    known = judge_known(plan_view(view, 2), Card("SA"))
    assert (known.best, known.grade) == ("SQ", "blunder")
    codes = [reason.code for reason in known.reasons]
    assert codes[0] == "finesse"
    assert "layout-holds" in codes
    assert codes[-1] == "makes-more"
    assert str(told(known.reasons)).startswith("finesse: the SQ holds if West has the SK, in ")
    # The card that was right needs no reason.
    assert judge_known(plan_view(view, 2), Card("SQ")).reasons == ()


def test_hidden_cards_do_not_change_a_reason() -> None:
    one = view_of("N:AQ.2.. 53.3.. 42.4.. K7.5..", "NT", "S", "S", "S2 S7")
    other = view_of("N:AQ.2.. K3.3.. 42.4.. 75.5..", "NT", "S", "S", "S2 S7")
    told_of = [judge_known(plan_view(view, 2, seed=3), Card("SA")) for view in (one, other)]
    assert told_of[0] == told_of[1]
