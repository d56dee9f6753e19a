"""Reading LIN, the format of Bridge Base Online."""

from __future__ import annotations

import re
from urllib.parse import unquote_plus

from kiebitz.errors import InvalidNotation, InvalidPosition, KiebitzError, placed
from kiebitz.games.bridge.board import Board
from kiebitz.games.bridge.calls import Bid, Double, Redouble, parse_call
from kiebitz.games.bridge.cards import RANKS, SUITS, parse_card, parse_strain
from kiebitz.games.bridge.deal import Deal
from kiebitz.games.bridge.scoring import Contract, Vulnerability
from kiebitz.games.moves import Move, Pass

_ZONES = {
    "o": Vulnerability.NONE,
    "0": Vulnerability.NONE,
    "": Vulnerability.NONE,
    "n": Vulnerability.NS,
    "e": Vulnerability.EW,
    "b": Vulnerability.BOTH,
}
_FULL = sum(0x1FFF << (16 * suit) for suit in range(4))


def read_lin(text: str) -> list[Board]:
    """The boards of a LIN text, of a whole session too: deal, auction, contract and play.

    The address of a hand at Bridge Base Online, with the LIN text in it, will do as well.

    >>> board = read_lin("md|1SAHDC,SKHDC,SQHDC,SJHDC|sv|n|mb|p|mb|p|mb|1N|mb|p|mb|p|mb|p|")[0]
    >>> str(board.deal), str(board.contract), board.contract.declarer
    ('N:Q... J... A... K...', '1NT', 0)
    """
    if re.search(r"%7C", text, re.IGNORECASE):
        text = unquote_plus(re.sub(r"^.*[?&]lin=", "", text.strip()))
    fields = text.removeprefix("\ufeff").replace("\r", "").replace("\n", "").split("|")
    boards: list[Board] = []
    entry: dict[str, list[str]] = {}
    for key, value in zip(fields[::2], fields[1::2], strict=False):
        name = key.strip().lower()
        if name in ("md", "qx") and "md" in entry:
            boards.append(_named_board(entry, len(boards) + 1))
            entry = {}
        entry.setdefault(name, []).append(value.strip())
    if "md" in entry:
        boards.append(_named_board(entry, len(boards) + 1))
    if not boards:
        raise InvalidNotation("there is no deal (md|…|) in this LIN text")
    return boards


def _named_board(entry: dict[str, list[str]], place: int) -> Board:
    """A board; what is wrong with it says which of the text it is."""
    try:
        return _board(entry)
    except KiebitzError as error:
        raise placed(error, f"board {place} of the text", code="at-board", number=place) from None


def _board(entry: dict[str, list[str]]) -> Board:
    deal, dealer = _deal(entry["md"][0])
    zone = entry.get("sv", ["o"])[0].lower()
    if zone not in _ZONES:
        raise InvalidNotation(f"sv|{zone}| is not a vulnerability: o, n, e or b")
    calls = tuple(parse_call(call.rstrip("!")) for call in entry.get("mb", []))
    contract = _contract(calls, dealer)
    play = tuple(parse_card(card) for card in entry.get("pc", [])) if contract else ()
    number = re.search(r"\d+", entry.get("ah", entry.get("qx", [""]))[0])
    claimed = entry.get("mc", [""])[0]
    return Board(
        deal,
        int(number[0]) if number else None,
        dealer,
        _ZONES[zone],
        calls,
        contract,
        play,
        int(claimed) if claimed.isdigit() else None,
    )


def _deal(text: str) -> tuple[Deal, int]:
    """A digit for the dealer, then South, West, North, East; the last may be left out."""
    if not text or text[0] not in "1234":
        raise InvalidNotation(f"md|{text}| must begin with the dealer, 1 South to 4 East")
    dealer = (int(text[0]) + 1) % 4
    parts = text[1:].split(",")
    hands = [0, 0, 0, 0]
    for number, part in enumerate(parts[:4]):
        hands[(number + 2) % 4] = _hand(part)
    if len(parts) < 4 or not parts[3].strip():
        rest = _FULL & ~(hands[2] | hands[3] | hands[0])
        if rest.bit_count() != 13:
            raise InvalidPosition(
                f"md|{text}|: the fourth hand can be left out only of a full deal"
            )
        hands[1] = rest
    return Deal((hands[0], hands[1], hands[2], hands[3])), dealer


def _hand(text: str) -> int:
    mask = 0
    suit = -1
    for letter in text.upper().replace("10", "T"):
        if letter in SUITS:
            suit = SUITS.index(letter)
        elif letter in RANKS and suit >= 0:
            mask |= 1 << (16 * suit + RANKS.index(letter))
        elif letter not in " -":
            raise InvalidNotation(
                f"{letter!r} in the LIN hand {text!r} is neither a suit nor a rank"
            )
    return mask


def _contract(calls: tuple[Move, ...], dealer: int) -> Contract | None:
    bid: Bid | None = None
    doubled = 0
    first: dict[tuple[int, str], int] = {}  # who first named a strain for a side
    for number, call in enumerate(calls):
        seat = (dealer + number) % 4
        if isinstance(call, Double):
            doubled = 1
        elif isinstance(call, Redouble):
            doubled = 2
        elif isinstance(call, Bid):
            bid, doubled = call, 0
            first.setdefault((seat % 2, call.strain), seat)
            last = seat
        elif not isinstance(call, Pass):
            raise InvalidNotation(f"{call!r} is not a call")
    if bid is None:
        return None
    return Contract(bid.level, parse_strain(bid.strain), doubled, first[last % 2, bid.strain])
