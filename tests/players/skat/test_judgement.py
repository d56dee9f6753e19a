"""What moves are worth in the list: one judgement for the whole game."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiebitz import skat
from kiebitz._core import skat_players as core
from kiebitz.app.web.settings import Settings
from kiebitz.games.skat import Phase, State, stakes
from kiebitz.games.skat.records import parse_record
from kiebitz.players.skat.judgement import (
    GRADES,
    SUPPORT,
    WORLDS,
    assess,
    grade_of,
    option_for,
    shared_belief,
)
from kiebitz.players.skat.report import Report, wrong_decisions
from kiebitz.players.skat.review import decisions_of, judge, played_positions, review
from kiebitz.players.skat.verdicts import decisive_moment, verdict_of

DATA = Path(__file__).parents[2] / "data"
BLUNDER = parse_record((DATA / "skat_blunder.sgf").read_text().strip())
GOOD_HEARTS = (
    "CJ.SJ.HA.HT.HK.H9.CA.SA.D7.D8|C7.C8.C9.CQ.S7.S8.S9.SQ.DA.DT|"
    "HJ.DJ.H7.H8.HQ.CK.CT.SK.ST.DK|D9.DQ"
)


def deal(text: str) -> State:
    return State.from_deal(text.replace("|", "."))


def list_points(state: State, points: int) -> float:
    """What so many card points are worth to the declarer, with the other side's forty."""
    assert state.declarer is not None
    assert state.contract is not None
    cards = [*state.hands[state.declarer], *state.skat, *state.played(state.declarer)]
    contract = state.contract
    run = abs(contract.matadors(cards))
    base = contract.value(cards) // (1 + run + contract.hand)
    won = points >= 61
    schneider = points >= 90 or points <= 30
    at_stake = stakes(base * (1 + run + contract.hand + schneider))
    return at_stake.won if won else at_stake.lost - at_stake.defender


def test_the_list_sees_schneider_on_both_sides() -> None:
    points = core.solver_evaluation("points")
    in_list = core.solver_evaluation("list")
    seen = 0
    for before, _ in played_positions(BLUNDER.state)[12:]:
        view = before.view(before.to_move)
        worlds = [world for world, _ in shared_belief().draw(view, 5, 1)]
        mine = view.seat == view.declarer
        for row, exact in zip(
            in_list.evaluate(view.native, worlds), points.evaluate(view.native, worlds), strict=True
        ):
            for (win, score), (won, value) in zip(row, exact, strict=True):
                assert win == won
                declarers = value if mine else 120 - value
                # Schwarz is worth a level more; it is rare and told apart from points elsewhere.
                if 0 < declarers < 120:
                    expected = list_points(before, int(declarers))
                    assert score == (expected if mine else -expected)
                    seen += 1
    assert seen > 100


def test_both_jacks_put_away_is_a_blunder_in_the_discard() -> None:
    state = deal(GOOD_HEARTS)
    for move in ("p", "p", "18", "s", "H"):
        state = state.play(move)
    assert state.phase == Phase.DISCARD
    found = judge(state, "SJ.CJ")
    assert (found.phase, found.grade) == ("discard", "blunder")
    assert found.reasons[0].code == "discard-trump"
    assert found.before is not None
    assert found.after is not None
    assert found.before - found.after > 0.3
    best = judge(state, found.best)
    assert (best.grade, best.loss) == (None, 0.0)


def test_too_early_a_pass_and_one_call_too_many() -> None:
    strong = deal(GOOD_HEARTS).play("p").play("p")
    assert judge(strong, "p").grade in ("mistake", "blunder")
    assert judge(strong, "18").grade is None
    view = strong.view(0)
    assert option_for(view, assess(view), "264").grade == "blunder"
    last = State.from_deal(".".join(reversed(GOOD_HEARTS.replace("|", ".").split("."))))
    assert judge(last.play("18"), "y").grade is not None
    assert judge(last.play("18"), "p").loss == 0


def test_a_bid_names_pass_and_how_far_the_hand_carries() -> None:
    found = assess(State.deal(seed=7).view(1))
    assert {one.move for one in found.options} == {"18", "p"}
    assert found.carried is not None
    assert found.carried.limit >= 20
    assert 0 < found.carried.makes <= 231
    assert found.carried.jacks == 2


@pytest.mark.parametrize(("loss", "error"), [(11, 0.6), (100, 45), (30, 3), (9, 0)])
def test_nothing_is_called_what_its_error_does_not_support(loss: float, error: float) -> None:
    grade = grade_of(loss, error)
    least = dict(GRADES)
    if grade is not None:
        assert loss - SUPPORT * error >= least[grade]
    else:
        assert loss - SUPPORT * error < least["inaccuracy"]


def test_the_same_view_and_seed_give_the_same_numbers() -> None:
    (before, card) = played_positions(BLUNDER.state)[9]
    first, again = (judge(before, card, worlds=64) for _ in range(2))
    assert first.options == again.options
    # Few layouts are looked at all, and then nothing is left to chance.
    (late, card) = played_positions(BLUNDER.state)[22]
    first, other = (judge(late, card, seed=seed) for seed in (1, 2))
    assert first.assessment.complete
    for one, same in zip(first.options, other.options, strict=True):
        assert one.move == same.move
        assert one.loss == pytest.approx(same.loss)
        assert one.error == pytest.approx(same.error)


def test_hint_and_review_say_the_same_of_a_card() -> None:
    for number in (6, 9, 12, 15):
        before, card = played_positions(BLUNDER.state)[number]
        view = before.view(before.to_move)
        hint = assess(view, worlds=128, seed=3)
        about = assess(view, worlds=128, seed=3, about=card)
        one, same = hint.of(card), about.of(card)
        assert one is not None
        assert same is not None
        if hint.best.move != card and about.best.move != card:
            assert (one.loss, one.error, one.grade) == (same.loss, same.error, same.grade)
        for found in (hint, about):
            assert found.best.loss == found.best.error == 0
            assert found.best.score == max(option.score for option in found.options)
            for option in found.options:
                assert option.loss == pytest.approx(found.best.score - option.score)


def test_what_all_layouts_say_needs_no_belief() -> None:
    # The last but one trick: the loss has no error where no layout says anything else.
    errors = []
    for before, card in played_positions(BLUNDER.state)[21:]:
        judged = judge(before, card)
        if judged.forced:
            continue
        assert judged.assessment.complete
        gaps = {
            world.scores[judged.best] - world.scores[card] for world in judged.assessment.worlds
        }
        if judged.best != card:
            assert (judged.error == 0) == (len(gaps) == 1)
            errors.append(judged.error)
    assert errors


def test_page_and_terminal_draw_as_many_worlds_as_the_door() -> None:
    assert Settings().review_worlds == WORLDS


def test_the_verdict_names_the_dearest_decision_of_those_who_lost() -> None:
    state = BLUNDER.state
    judged = list(review(state, worlds=32))
    assert len(judged) == len(decisions_of(state))
    assert {one.phase for one in judged} == {"bid", "pickup", "declare", "discard", "card"}
    verdict = verdict_of(state, judged)
    moment = decisive_moment(state, judged)
    assert moment is not None
    assert moment.seat == state.declarer
    assert (verdict.code, verdict.parameters["trick"]) == ("lost-in", 8)
    report = Report()
    report.add("1", state, judged)
    wrong = [one for one in judged if one.grade is not None]
    for tallies in (report.roles, report.contracts, report.phases):
        assert sum(one.loss for one in tallies.values()) == pytest.approx(
            sum(one.loss for one in wrong)
        )
        assert sum(one.decisions for one in tallies.values()) == len(judged)
    assert sum(habit.loss for habit in report.habits) == pytest.approx(
        sum(one.loss for one in wrong)
    )


def test_all_passed_is_judged_too() -> None:
    passed = skat.State.deal(seed=7).play("p").play("p").play("p")
    judged = list(review(passed))
    assert verdict_of(passed, judged).code == "passed-too-early"


def test_announcing_too_much_is_criticised_and_a_sure_schneider_is_not() -> None:
    # Three jacks and a long suit win; that they lose no trick is hardly ever so.
    state = deal(
        "CJ.SJ.HJ.CA.CT.CK.C9.SA.HA.D7|C7.C8.CQ.S7.S8.S9.SQ.DA.DT.H7|"
        "DJ.H8.HQ.HK.HT.SK.ST.DK.D8.H9|D9.DQ"
    )
    for move in ("p", "p", "18"):
        state = state.play(move)
    assert state.phase == Phase.PICK_UP
    too_much = judge(state, "CHSZ")
    assert too_much.phase == "pickup"
    assert too_much.grade == "blunder"
    assert too_much.reasons
    assert judge(state, "CH").grade != "blunder"
    sure = deal(
        "CJ.SJ.HJ.DJ.CA.CT.CK.SA.ST.HA|C7.C8.C9.CQ.S7.S8.S9.SQ.SK.H7|"
        "H8.H9.HQ.HK.HT.D7.D8.D9.DQ.DK|DT.DA"
    )
    for move in ("p", "p", "18"):
        sure = sure.play(move)
    assert judge(sure, "GHS").grade is None


def test_an_auction_is_lost_once_however_many_calls_were_too_many() -> None:
    # Forehand has nothing, not even a null, and answers three times.
    nothing = deal(
        "CK.C9.SK.SQ.HT.HK.DK.DQ.H9.D9|CJ.SJ.CA.CT.C8.C7.SA.ST.HA.DA|"
        "HJ.DJ.CQ.S9.S8.S7.HQ.H8.DT.D8|H7.D7"
    )
    for move in ("18", "y", "20", "y", "22", "y"):
        nothing = nothing.play(move)
    judged = [one for one in review(nothing) if one.seat == 0]
    assert len(judged) == 3
    assert all(one.grade is not None for one in judged)
    (counted,) = wrong_decisions(judged)
    assert counted.loss == max(one.loss for one in judged)
    report = Report()
    report.add("1", nothing, judged)
    assert sum(report.roles["bidder"].grades.values()) == 1


def test_a_game_below_the_bid_is_lost_whatever_is_put_away() -> None:
    # Two jacks, 36 was bid, diamonds are worth 18: the declaration is the blunder, not the discard.
    state = deal(
        "CT.CK.C9.C8.C7.SK.S9.S8.S7.HA|SJ.DJ.HT.HQ.H9.H8.DA.DT.D8.D7|"
        "CJ.HJ.CA.CQ.SA.ST.SQ.H7.DQ.D9|HK.DK"
    )
    for move in ("p", "36", "p", "s"):
        state = state.play(move)
    declared = judge(state, "D")
    assert (declared.grade, declared.reasons[0].code) == ("blunder", "game-below-bid")
    discard = judge(state.play("D"), "D9.DQ")
    assert (discard.grade, discard.loss, discard.error, discard.after) == (None, 0.0, 0.0, 0.0)


def test_a_game_that_somebody_left_was_not_passed() -> None:
    records = {record.id: record for record in skat.read(DATA / "iss_games.sgf")}
    state = records["8"].state
    assert verdict_of(state, list(review(state))).code == "unfinished"


def test_an_announcement_is_weighed_against_the_same_game_without_it() -> None:
    # Five trumps are out, among them ace and ten: schwarz fails when four of them lie together.
    records = {record.id: record for record in skat.read(DATA / "iss_games.sgf")}
    state, move = next(
        one for one in decisions_of(records["26496"].state) if one[0].phase == Phase.PICK_UP
    )
    found = judge(state, move)
    assert move == "CHZ"
    assert found.after is not None
    assert 0.7 < found.after < 0.85
    assert [reason.code for reason in found.reasons] == ["announced-too-much"]
    plain = found.assessment.of("CH")
    assert plain is not None
    assert plain.grade is None
