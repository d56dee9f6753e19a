"""What wins, what a game counts, and what is at stake: asked of one place, told of every level."""

from __future__ import annotations

import pytest

from kiebitz.arena.judges import pipma
from kiebitz.games.skat import Contract, Goal, State, stakes
from kiebitz.games.skat.records import InvalidRecord, parse_record
from kiebitz.players.skat.paranoid import is_unlosable
from kiebitz.players.skat.review import judge
from kiebitz.solvers.skat import solve_many, solve_moves

# Forehand's ten cards; the skat is S7 H7, middlehand and rearhand have the rest.
FOUR_JACKS = (
    "CJ.SJ.HJ.DJ.CA.CT.CK.C9.C8.SA"
    ".C7.CQ.S8.S9.SQ.SK.ST.D7.D8.H8.H9.HQ.HK.HT.HA.D9.DQ.DK.DT.DA"
    ".S7.H7"
)
# Forehand's hand is as bad as can be: middlehand and rearhand take all the tricks in clubs.
HOPELESS = (
    "S7.S8.S9.H7.H8.H9.D7.D8.D9.C7"
    ".CJ.HJ.CA.CK.C9.SA.SK.HA.HK.DA.SJ.DJ.CT.CQ.C8.ST.SQ.HT.HQ.DT"
    ".DK.DQ"
)


def declared(deal: str, contract: str, bid: int = 18) -> State:
    state = State.from_deal(deal).play("p").play("p").play(str(bid))
    if "H" in contract[1:] or "O" in contract[1:]:
        return state.play(contract)
    return state.play("s").play(contract).play("S7.H7")


def finished(state: State, last: bool = True) -> State:
    while not state.is_over:
        state = state.play(state.legal_moves[-1 if last else 0])
    return state


@pytest.mark.parametrize(
    ("contract", "goal"),
    [
        ("C", Goal.reach(61)),
        ("CH", Goal.reach(61)),
        ("CHS", Goal.reach(90)),
        ("CHZ", Goal.all_tricks()),
        ("CO", Goal.all_tricks()),
        ("G", Goal.reach(61)),
        ("NH", Goal.no_trick()),
    ],
)
def test_an_announcement_is_the_goal(contract: str, goal: Goal) -> None:
    assert declared(FOUR_JACKS, contract).goal == goal


@pytest.mark.parametrize(
    ("bid", "goal"),
    # With four matadors a diamonds hand game is worth 6 · 9 = 54, schneider 63, schwarz 72.
    [
        (54, Goal.reach(61)),
        (55, Goal.reach(90)),
        (63, Goal.reach(90)),
        (66, Goal.all_tricks()),
        (72, Goal.all_tricks()),
        (77, Goal.impossible()),
    ],
)
def test_a_bid_that_the_game_is_not_worth_asks_for_more(bid: int, goal: Goal) -> None:
    assert declared(FOUR_JACKS, "DH", bid).goal == goal


def test_a_lost_trick_makes_schwarz_impossible_and_an_own_trick_null() -> None:
    # Forehand lets the club king go to middlehand's ace: no schwarz any more.
    state = declared(HOPELESS, "GHZ")
    assert state.goal == Goal.all_tricks()
    after = finished(state)
    assert after.goal == Goal.impossible()
    null = declared(FOUR_JACKS, "NH")
    assert finished(null).goal == Goal.impossible()


@pytest.mark.parametrize(
    ("contract", "value"),
    # Grand with four, hand: 6 levels; schneider announced 8, schwarz announced 10, ouvert 11.
    [("GH", 6 * 24), ("GHS", 8 * 24), ("GHZ", 10 * 24), ("GO", 11 * 24)],
)
def test_a_lost_announcement_counts_its_level_and_itself(contract: str, value: int) -> None:
    lost = declared(FOUR_JACKS, contract).resign(0)
    assert lost.result is not None
    assert (lost.result.won, lost.result.value) == (False, -2 * value)
    assert (lost.result.schneider, lost.result.schwarz) == (False, False)
    assert lost.scores == (-2 * value - 50, 40, 40)


@pytest.mark.parametrize("contract", ["CH", "CHS"])
def test_own_schneider_counts_once_and_schwarz_only_at_the_end(contract: str) -> None:
    result = finished(declared(HOPELESS, contract)).result
    assert result is not None
    assert result.tricks == 0
    # An announced game stops at the defenders' 31st point, before anybody is schwarz.
    announced = contract == "CHS"
    assert (result.schneider, result.schwarz) == (not announced, not announced)
    assert result.value == -2 * 12 * (1 + abs(result.matadors) + 1 + 2)


def test_an_announced_schneider_stopped_at_31_points_is_not_schwarz() -> None:
    state = State.deal(seed=1).play("p").play("p").play("18").play("CHS")
    result = finished(state).result
    assert result is not None
    assert (result.schwarz, result.schneider) == (False, False)
    matadors = abs(result.matadors)
    assert result.value == -2 * 12 * (1 + matadors + 1 + 2)


def test_an_overbid_announcement_counts_the_next_multiple_of_the_base() -> None:
    # Clubs hand with eight: schneider announced is worth 12 · 12 = 144; 162 asks for more.
    result = declared(FOUR_JACKS, "CHS", 162).resign(0).result
    assert result is not None
    assert (result.overbid, result.value) == (True, -2 * 168)


def test_clubs_ouvert_lost_as_the_server_wrote_it() -> None:
    record = parse_record(
        "(;GM[Skat]PC[Internet Skat Server]CO[]SE[1901]ID[13577]DT[2008-05-03/14:17:03/UTC]"
        "P0[bert]P1[Madmax]P2[ernie]R0[0.0]R1[0.0]R2[0.0]MV[w H9.HT.C8.SA.D8.DQ.CQ.SJ.SQ.CK."
        "S8.CT.C7.CA.C9.D7.CJ.H7.H8.HJ.HA.HK.S9.DT.S7.DJ.DK.SK.D9.DA.HQ.ST 1 18 0 p 2 p 1 CO "
        "0 SA 1 S8 2 SK ]R[d:1 loss v:-192 m:1 bidok p:13 t:0 s:0 z:0 p0:0 p1:0 p2:0 l:-1 to:-1 "
        "r:0] ;)"
    )
    assert record.result.value == -192


LEFT = (
    "(;GM[Skat]PC[Internet Skat Server]SE[2171]ID[18358]DT[2008-05-25/17:57:24/UTC]P0[kermit2]"
    "P1[kermit1]P2[mic]R0[0.0]R1[null]R2[0.0]MV[w C9.D7.HT.HA.SA.HQ.SJ.S7.C8.HJ.H7.CQ.DQ.D9.H9."
    "S8.H8.CT.HK.SQ.CA.CK.SK.CJ.D8.DT.DK.C7.DJ.S9.ST.DA 1 18 0 p 2 20 1 p 2 s w ST.DA 2 G.DT.ST "
    "0 ?? w LE.1 ]R[d:2 win v:96 m:1 bidok p:120 t:10 s:1 z:1 p0:0 p1:0 p2:0 l:1 to:-1] ;)"
)


def test_a_card_that_was_not_written_down_when_a_player_left_ends_the_game() -> None:
    result = parse_record(LEFT).result
    assert (result.won, result.value, result.points, result.left) == (True, 96, 120, 1)


def test_the_recorded_result_tells_who_left_when_no_move_does() -> None:
    assert parse_record(LEFT.replace("0 ?? w LE.1 ", "")).result.left == 1


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("0 ?? w LE.1", "0 ?? 1 H7", "??"),
        ("v:96", "v:72", "v:72"),
        ("0 ?? w LE.1", "0 XX w LE.1", "XX"),
    ],
)
def test_a_damaged_record_is_still_refused(old: str, new: str, reason: str) -> None:
    with pytest.raises(InvalidRecord) as refusal:
        parse_record(LEFT.replace(old, new))
    assert reason in str(refusal.value)


def test_a_solved_state_is_won_by_its_own_contract_and_bid() -> None:
    plain, announced = (declared(FOUR_JACKS, name) for name in ("DH", "DHS"))
    for state, needed in ((plain, 61), (announced, 90)):
        solution = solve_moves(state)
        assert solution.goal == Goal.reach(needed)
        assert solution.value is not None
        assert solution.won == (solution.value >= needed)
        assert all(move.won == (move.bounds[0] >= needed) for move in solution.moves)
    hopeless = declared(FOUR_JACKS, "DH", 77)
    assert solve_moves(hopeless).won is False


def test_an_empty_trick_loses_an_announced_schwarz() -> None:
    # All the points are forehand's whatever happens, but the last trick goes to the seven above.
    state = declared(
        "CJ.SJ.HJ.DJ.CA.CT.CK.CQ.SA.D7"
        ".C7.C8.C9.S7.S8.S9.H7.H8.H9.D8.ST.SK.SQ.HA.HT.HK.HQ.DA.DT.DK"
        ".D9.DQ",
        "CHZ",
    )
    solution = solve_moves(state)
    assert solution.goal == Goal.all_tricks()
    assert solution.won is False
    [same] = solve_many([state])
    assert (same.won, [move.won for move in same.moves]) == (
        False,
        [move.won for move in solution.moves],
    )
    judgement = judge(state, state.legal_moves[0], worlds=2, open_cards=True).open
    assert judgement is not None
    assert not any(judgement.won.values())
    assert list(pipma(finished(state))) == []
    assert is_unlosable(state.view(0)) is False


def test_review_and_judges_agree_about_an_overbid_game() -> None:
    state = declared(FOUR_JACKS, "DH", 55)
    judgement = judge(state, state.legal_moves[0], worlds=2, open_cards=True).open
    assert judgement is not None
    assert judgement.won == {card: points >= 90 for card, points in judgement.values.items()}


def test_stakes_are_seeger_and_fabians() -> None:
    contract = Contract.parse("C")
    value = contract.value(FOUR_JACKS.split(".")[:10])
    at_stake = stakes(value)
    assert (at_stake.won, at_stake.lost, at_stake.defender) == (value + 50, -2 * value - 50, 40)
