"""The auction, the values and the worlds of Skat."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.errors import IllegalMove, InvalidNotation, InvalidPosition, KiebitzError
from kiebitz.games.skat import BIDS, Contract, Phase, Result, ScoreList, State, View
from kiebitz.games.skat.cards import DECK


def played(*moves: str, seed: int = 1) -> State:
    state = State.deal(seed)
    for move in moves:
        state = state.play(move)
    return state


@pytest.mark.parametrize(
    ("calls", "declarer", "bid"),
    [
        (["p", "p", "18"], 0, 18),
        (["18", "p", "p"], 1, 18),
        (["18", "y", "p", "p"], 0, 18),
        (["18", "y", "20", "p", "22", "p"], 2, 22),
        (["18", "y", "20", "p", "22", "y", "p"], 1, 22),
        (["p", "18", "y", "p"], 0, 18),
        (["p", "18", "p"], 2, 18),
    ],
)
def test_the_auction_finds_the_declarer(calls: list[str], declarer: int, bid: int) -> None:
    state = played(*calls)
    assert state.phase == Phase.PICK_UP
    assert (state.declarer, state.bid, state.to_move) == (declarer, bid, declarer)


def test_three_passes_end_the_game_without_points() -> None:
    state = played("p", "p", "p")
    assert state.is_over
    assert state.scores == (0, 0, 0)
    assert state.result == Result(declarer=None)


def test_a_bid_must_be_higher_and_legal() -> None:
    state = played("20", "y")
    assert state.legal_moves == ("p", *(str(bid) for bid in BIDS if bid > 20))
    for wrong in ("20", "18", "25", "265", "y", "CJ", ""):
        with pytest.raises(IllegalMove):
            state.play(wrong)


def test_after_the_skat_no_hand_game_and_no_announcement() -> None:
    state = played("18", "p", "p", "s")
    assert state.legal_moves == ("D", "H", "S", "C", "G", "N", "NO")
    hand = played("18", "p", "p")
    assert {"DH", "DHS", "DHZ", "DO", "NH", "NOH"} < set(hand.legal_moves)
    assert not {"D", "NO"} & set(hand.legal_moves)


def test_a_null_game_below_the_bid_cannot_be_declared() -> None:
    state = played("24", "p", "p", "s")
    assert "N" not in state.legal_moves
    assert "NO" in state.legal_moves


# Some of the declarer's cards, the contract and its worth if just made: matadors, one for the game,
# one for each announcement and one for keeping it (thesis, appendix A).
J = "CJ SJ HJ DJ"
VALUES = [
    ("CJ SJ HJ", "C", 4 * 12),
    (J, "C", 5 * 12),
    (J + " CA", "C", 6 * 12),
    (J + " CA CT CK CQ C9 C8 C7 D7", "C", 12 * 12),
    (J + " CA CT CK CQ C9 C8 C7 D7", "G", 5 * 24),
    ("DJ SJ", "G", 2 * 24),
    ("DJ", "H", 4 * 10),
    ("HA", "H", 5 * 10),
    ("HT", "H", 6 * 10),
    ("D7", "C", 12 * 12),
    ("D7", "S", 12 * 11),
    ("CJ", "CH", 3 * 12),
    ("CJ", "CHS", 5 * 12),
    ("CJ", "CHZ", 7 * 12),
    ("CJ", "CO", 8 * 12),
    ("D7", "N", 23),
    ("D7", "NH", 35),
    ("D7", "NO", 46),
    ("D7", "NOH", 59),
]


@pytest.mark.parametrize(("cards", "contract", "value"), VALUES)
def test_game_values(cards: str, contract: str, value: int) -> None:
    assert Contract.parse(contract).value(cards.split()) == value


# A deal in which middlehand holds all that a clubs game needs.
STRONG = (
    "CQ.S7.S8.S9.SQ.SK.D7.D8.D9.DQ|CJ.SJ.HJ.DJ.CA.CT.CK.SA.HA.DA|"
    "C9.C8.ST.H7.H8.H9.HQ.HK.HT.DK|C7.DT"
)


def strong_game(contract: str, bid: str = "18") -> State:
    return State.from_deal(STRONG).play(bid).play("p").play("p").play(contract)


def test_a_declarer_who_makes_all_tricks_wins_schwarz() -> None:
    # Forehand leads; the declarer draws trumps and cashes the aces.
    state = strong_game("CH")
    for trick_lead in ["D7", "CJ", "SJ", "HJ", "DJ", "CA", "CT", "CK", "SA", "HA"]:
        state = state.play(trick_lead)
        while state.trick:
            state = state.play("DA" if "DA" in state.legal_moves else state.legal_moves[0])
    result = state.result
    assert result is not None
    assert (result.points, result.tricks, result.schwarz, result.matadors) == (120, 10, True, 7)
    assert result.value == (7 + 1 + 1 + 1 + 1) * 12
    assert result.seeger_fabian == (0, result.value + 50, 0)


@pytest.mark.parametrize("contract", ["CHS", "CHZ", "CO"])
def test_an_announcement_counts_on_top_of_what_is_made(contract: str) -> None:
    state = strong_game(contract).resign(0).resign(2)
    result = state.result
    assert result is not None
    announced = {"CHS": 1, "CHZ": 2, "CO": 3}[contract]
    assert result.won
    assert result.value == (7 + 1 + 1 + 2 + announced) * 12


def test_resigning_before_a_trick_is_lost_without_schneider() -> None:
    result = strong_game("CH").resign(1).result
    assert result is not None
    assert (result.won, result.schneider, result.value) == (False, False, -2 * 9 * 12)


def test_an_overbid_game_is_lost_at_the_next_value() -> None:
    # With seven, game, hand, schneider and schwarz a clubs game is worth 132: 144 is out of reach.
    result = strong_game("CH", bid="144").resign(0).resign(2).result
    assert result is not None
    assert (result.won, result.overbid, result.value) == (False, True, -2 * 144)


def test_ouvert_shows_the_hand_and_showing_does_too() -> None:
    assert strong_game("NOH").view(0).shown == strong_game("NOH").hands[1]
    state = strong_game("CH")
    assert state.view(0).shown == ()
    assert state.show().view(2).shown == state.hands[1]
    with pytest.raises(IllegalMove):
        State.from_deal(STRONG).show()


def test_who_leaves_before_the_declaration_is_penalised() -> None:
    state = played("18")
    for seat in range(3):
        result = state.leave(seat).result
        assert result is not None
        assert result.penalties == tuple(int(seat == other) for other in range(3))
    result = played("18", "p", "p").time_out(0).result
    assert result is not None
    assert result.penalties == (1, 0, 1)


def test_a_score_list_adds_up_to_36_deals() -> None:
    result = Result(declarer=1, contract="G", won=True, value=48, seeger_fabian=(0, 98, 0))
    sheet = ScoreList.of([result] * 36)
    assert sheet.is_complete
    assert sheet.totals == (0, 36 * 98, 0)
    assert sheet.running_totals[1] == (0, 196, 0)
    with pytest.raises(KiebitzError):
        sheet.add(result)


@pytest.mark.parametrize("text", ["", "X", "GG", "GS", "NS", "COO", "GHSZOX", "c"])
def test_wrong_contracts_are_refused(text: str) -> None:
    with pytest.raises(InvalidNotation):
        Contract.parse(text)


def test_every_contract_reads_back() -> None:
    state = played("18", "p", "p")
    for text in (*state.legal_moves[1:], *state.play("s").legal_moves):
        assert str(Contract.parse(text)) == text
        assert Contract.from_code(Contract.parse(text).code) == Contract.parse(text)


@pytest.mark.parametrize("cards", [31, 33])
def test_a_deal_has_32_cards(cards: int) -> None:
    with pytest.raises(InvalidPosition):
        State.from_deal((DECK * 2)[:cards])


# --- worlds ---


def all_worlds(view: View) -> set[tuple[tuple[int, ...], int]]:
    native = view.native
    return {
        (tuple(hands), skat)
        for hands, skat in (native.world(index) for index in range(native.count_worlds()))
    }


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=40, deadline=None)
def test_worlds_are_counted_listed_and_sampled_alike(seed: int) -> None:
    chooser = random.Random(seed)
    state = State.deal(seed)
    for call in chooser.choice([["p", "p", "18"], ["18", "p", "p"], ["p", "18", "p"]]):
        state = state.play(call)
    if chooser.random() < 0.5:
        state = state.play("s").play(chooser.choice(["C", "G", "NO"]))
    else:
        state = state.play(chooser.choice(["CH", "GH", "NH"]))
    late = chooser.randrange(15, 27)
    while not state.is_over and sum(len(state.played(seat)) for seat in range(3)) < late:
        state = state.play(chooser.choice(state.legal_moves))
    for seat in range(3):
        view = state.view(seat)
        count = view.count_worlds()
        assert count > 0
        if count > 3000:
            continue
        worlds = all_worlds(view)
        assert len(worlds) == count
        assert (tuple(state.native.hands), state.native.skat) in worlds
        for index in range(20):
            sampled = view.sample(index)
            assert view.allows(sampled)
            assert (tuple(sampled.native.hands), sampled.native.skat) in worlds


def test_sampling_is_uniform() -> None:
    # Deep in a game with voids shown, every world must come up about equally often.
    chooser = random.Random(5)
    state = State.deal(5).play("18").play("p").play("p").play("GH")
    while sum(len(state.played(seat)) for seat in range(3)) < 24:
        state = state.play(chooser.choice(state.legal_moves))
    view = state.view(0)
    count = view.count_worlds()
    assert 5 < count < 400
    draws = 200 * count
    seen: dict[object, int] = {}
    for seed in range(draws):
        world = view.sample(seed).native
        key = (tuple(world.hands), world.skat)
        seen[key] = seen.get(key, 0) + 1
    assert len(seen) == count
    chi_square = sum((n - 200) ** 2 / 200 for n in seen.values())
    # Mean count - 1, standard deviation sqrt(2 (count - 1)); five of them leave no room for bias.
    assert chi_square < count - 1 + 5 * (2 * (count - 1)) ** 0.5
