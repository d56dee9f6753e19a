"""PBN, LIN, cards and contracts."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.errors import IllegalMove, InvalidNotation, InvalidPosition, KiebitzError
from kiebitz.games.bridge import Contract, Deal, Vulnerability, read_lin, read_pbn, write_pbn
from kiebitz.games.bridge.board import Board
from kiebitz.games.bridge.cards import card_text, parse_card
from tests.games.bridge.dds_lists import read


@given(st.integers(0, 2**32), st.sampled_from("NESW"))
def test_a_deal_reads_back(seed: int, first: str) -> None:
    deal = Deal.random(seed)
    assert Deal.parse(deal.pbn(first)) == deal
    assert sum(hand.bit_count() for hand in deal.hands) == 52


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("N:AK.QJ.. x", "four hands"),
        ("N:A... K... Q... Z...", "'Z' is not a rank"),
        ("N:A... A... Q... J...", "SA is dealt twice"),
        ("N:A... K... Q... J..", "has 3 suits"),
        ("N:AA... KQ... JT... 98...", "SA twice"),
        ("N:A2... K... Q... J...", "same number of cards"),
        ("X:A... K... Q... J...", "not a seat"),
        ("", "four hands"),
    ],
)
def test_a_bad_deal_says_what_is_wrong(text: str, told: str) -> None:
    with pytest.raises(KiebitzError, match=told):
        Deal.parse(text)


def test_forgiving_reader() -> None:
    assert Deal.parse('"a10..-. kq... .. .a2 .k3.."'.replace(".. .a2", ".a2..")) == Deal.parse(
        "N:AT... KQ... .A2.. .K3.."
    )


@given(st.text(max_size=40))
def test_no_text_crashes_a_reader(text: str) -> None:
    for reader in (Deal.parse, read_pbn, read_lin, parse_card):
        with contextlib.suppress(KiebitzError):
            reader(text)


@given(st.integers(0, 3), st.integers(0, 12))
def test_a_card_reads_back(suit: int, rank: int) -> None:
    assert parse_card(card_text(16 * suit + rank)) == 16 * suit + rank


def test_boards_with_play_read_back() -> None:
    boards = []
    for number, solved in enumerate(read("dd_list10.txt"), 1):
        contract = Contract(1, solved.trump, 0, (solved.leader + 3) % 4)
        play = tuple(parse_card(card) for card in solved.play)
        boards.append(
            Board(
                Deal.parse(solved.deal),
                number,
                solved.dealer,
                Vulnerability.parse(solved.vulnerable),
                ("1C", "Pass", "Pass", "Pass"),
                contract,
                play,
                7,
                {"Event": "Test"},
            )
        )
    assert read_pbn(write_pbn(boards)) == boards


def test_pbn_errors_name_the_line() -> None:
    with pytest.raises(InvalidNotation, match="line 2"):
        read_pbn('[Board "1"]\n[Deal "N:A... K... Q..."]')
    with pytest.raises(InvalidNotation, match="line 1"):
        read_pbn("[Board 1]")
    with pytest.raises(IllegalMove, match="card 2"):
        read_pbn(
            '[Deal "N:A... K... Q... J..."]\n[Contract "1NT"]\n[Declarer "W"]\n'
            '[Play "N"]\nSA SQ SK SJ'
        )


def test_lin_of_a_whole_hand() -> None:
    text = (
        "qx|o3|md|3S2468TQH357DJKC9A,S357HT2468D9C2468,SJKH9AD2468TC357J,|sv|b|ah|Board 3|"
        "mb|1S!|mb|d|mb|2S|mb|p|mb|p|mb|p|pc|HJ|pc|H3|"
    )
    board = read_lin(text)[0]
    assert board.number == 3
    assert board.vulnerable is Vulnerability.BOTH
    assert str(board.contract) == "2S"
    assert board.contract is not None
    assert board.contract.declarer == 0  # North opened the suit
    with pytest.raises(KiebitzError):
        read_lin("md|9S|")
    with pytest.raises(InvalidPosition):
        read_lin("md|1SAHDC,SKHDC,SQHDC|")
