"""PBN, LIN, cards and contracts."""

from __future__ import annotations

import contextlib
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.errors import IllegalMove, InvalidNotation, InvalidPosition, KiebitzError
from kiebitz.games.bridge import Contract, Deal, Vulnerability, read_lin, read_pbn, write_pbn
from kiebitz.games.bridge.board import Board
from kiebitz.games.bridge.calls import Bid, Double, parse_call
from kiebitz.games.bridge.cards import card_number, card_of, parse_card
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


FULL = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"


@pytest.mark.parametrize(
    "text",
    [
        FULL.lower(),
        FULL.replace("T", "10"),
        f"  {FULL.replace(' ', '   ')} ",
        FULL.replace("N:", "N: "),
        FULL.replace(" ", "\t"),
        FULL.replace(" ", ", "),
        FULL.removeprefix("N:"),
        f'[Deal "{FULL}"]',
        FULL.removesuffix(" AT942.AQ4.32.KJ3"),
        FULL.replace("873.J97.AT764.Q4", "-"),
        FULL.replace("873.J97.AT764.Q4", "..."),
    ],
)
def test_a_deal_in_other_dress(text: str) -> None:
    assert str(Deal.parse(text)) == FULL


def test_a_hand_is_left_out_of_a_full_deal_only() -> None:
    with pytest.raises(KiebitzError, match="West's hand can be left out only of a full deal"):
        Deal.parse("N:A... K... Q...")
    assert Deal.parse("N:... ... ... ...").size == 0


def test_tags_in_small_letters_comments_and_escaped_lines() -> None:
    text = (
        '% PBN 2.1\r\n[event "x"] ; more\r\n{ over\r\nlines [Deal "y"] }\r\n'
        f'[board "3"]\r\n[deal "{FULL}"]\r\n'
    )
    (board,) = read_pbn(text)
    assert (board.number, str(board.deal)) == (3, FULL)


HAND = (
    "md|3SAT942HAQ4D32CKJ3,SQJ6HK652DJ85CT98,S873HJ97DAT764CQ4,|sv|o|mb|1S!|an|five|mb|p|mb|2S|"
    "mb|p|mb|p|mb|p|pg||pc|d9|pc|d2|pc|d5|pc|dA|pg||"
)


def test_lin_of_a_session_and_an_address() -> None:
    session = f"vg|Final,Round 1|\nrs|2SN=|\npn|a,b,c,d|pg||\nqx|o7|{HAND}\nqx|c7|{HAND}mc|8|\n"
    boards = read_lin(session)
    assert [board.number for board in boards] == [7, 7]
    assert [board.tricks for board in boards] == [None, 8]
    assert boards[0].deal == boards[1].deal == read_lin(HAND.lower())[0].deal
    assert len(boards[0].play) == 4
    address = "https://www.bridgebase.com/tools/handviewer.html?bbo=y&lin=" + quote(HAND)
    assert read_lin(address) == read_lin(HAND)


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
    card = card_of(16 * suit + rank)
    assert card_number(card) == 16 * suit + rank
    assert parse_card(card.rank.lower() + card.suit) == parse_card(card.symbol) == card


def test_calls_and_cards_of_a_board_know_what_they_say() -> None:
    board = read_lin(HAND)[0]
    pbn = read_pbn(write_pbn([board]))[0]
    assert pbn.auction == board.auction
    bids = [(call.level, call.strain) for call in board.auction if isinstance(call, Bid)]
    assert bids
    assert board.contract is not None
    assert bids[-1][0] == board.contract.level
    assert [type(call) for call in map(parse_call, ("X", "d", "dbl"))] == [Double] * 3
    assert [card.suit + card.rank for card in board.play] == list(board.play)


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
                tuple(map(parse_call, ("1C", "Pass", "Pass", "Pass"))),
                contract,
                play,
                7,
                {"Event": "Test"},
            )
        )
    assert read_pbn(write_pbn(boards)) == boards


def test_pbn_errors_name_the_line() -> None:
    with pytest.raises(InvalidNotation, match="line 2"):
        read_pbn('[Board "1"]\n[Deal "N:A... K..."]')
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
