"""Reading and writing PBN, the Portable Bridge Notation."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kiebitz.errors import InvalidNotation, KiebitzError, placed
from kiebitz.games.bridge.board import Board, follow_play
from kiebitz.games.bridge.calls import parse_call
from kiebitz.games.bridge.cards import SEATS, parse_card, parse_seat
from kiebitz.games.bridge.deal import Deal
from kiebitz.games.bridge.scoring import Contract, Vulnerability
from kiebitz.games.moves import Card

_TAG = re.compile(r'^\[\s*(\w+)\s+"(.*)"\s*\]\s*$')
_KNOWN = {
    "Deal",
    "Board",
    "Dealer",
    "Vulnerable",
    "Auction",
    "Contract",
    "Declarer",
    "Play",
    "Result",
}
_NAMES = {name.lower(): name for name in _KNOWN}


def read_pbn(text: str) -> list[Board]:
    """The boards of a PBN file; a line that is only a deal is a board too.

    >>> boards = read_pbn('[Board "1"]\\n[Dealer "N"]\\n[Deal "N:A... K... Q... J..."]')
    >>> boards[0].number, str(boards[0].deal)
    (1, 'N:A... K... Q... J...')
    """
    boards: list[Board] = []
    tags: dict[str, tuple[str, int]] = {}
    sections: dict[str, list[str]] = {}
    current = ""

    def finish() -> None:
        if "Deal" in tags:
            boards.append(_board(tags, sections))
        tags.clear()
        sections.clear()

    for number, raw in enumerate(_without_comments(text).splitlines(), 1):
        line = raw.strip()
        if line.startswith("%") or not line:
            if not line:
                current = ""
            continue
        match = _TAG.match(line)
        if match is None and line.startswith("["):
            raise InvalidNotation(
                f'line {number}: {line!r} is not a PBN tag like [Dealer "N"]',
                code="pbn-not-a-tag",
                line=number,
                text=line[:60],
            )
        if match is None:
            if current in ("Auction", "Play"):
                sections.setdefault(current, []).append(line)
            elif re.match(r"^([NESWnesw]:)?[^\s.]*\.[^\s.]*\.[^\s.]*\.\S*\s", line):
                finish()
                boards.append(Board(_at(number, Deal.parse, line)))
            continue
        name, value = _NAMES.get(match[1].lower(), match[1]), match[2]
        if name in tags:  # the next board begins
            finish()
        tags[name] = (value, number)
        current = name
    finish()
    return boards


def write_pbn(boards: Iterable[Board]) -> str:
    """Boards as a PBN file.

    >>> board = read_pbn('[Board "1"]\\n[Deal "N:A... K... Q... J..."]')[0]
    >>> read_pbn(write_pbn([board])) == [board]
    True
    """
    return "\n".join(_written(board) for board in boards)


def _without_comments(text: str) -> str:
    # Comments in braces may run over lines; keep the line count for messages.
    braces = re.compile(r"\{[^}]*\}")
    text = braces.sub(lambda match: "\n" * match[0].count("\n"), text)
    return re.sub(r"(?m);.*$", "", text)


def _at(number: int, parse, value: str):  # type: ignore[no-untyped-def]
    try:
        return parse(value)
    except KiebitzError as error:
        raise placed(error, f"line {number}", code="at-line", line=number) from None


def _board(tags: dict[str, tuple[str, int]], sections: dict[str, list[str]]) -> Board:
    def value(name: str) -> tuple[str, int] | None:
        found = tags.get(name)
        return found if found and found[0] not in ("", "?", "-", "#") else None

    deal = _at(tags["Deal"][1], Deal.parse, tags["Deal"][0])
    number = value("Board")
    dealer = value("Dealer")
    zone = value("Vulnerable")
    contract = None
    bid, declarer = value("Contract"), value("Declarer")
    if bid and declarer and bid[0].upper() not in ("PASS", "AP"):
        who = declarer[0].lstrip("^")
        contract = _at(bid[1], lambda text: Contract.parse(text, who), bid[0])
    play: tuple[Card, ...] = ()
    if contract is not None and "Play" in sections:
        play = _at(
            tags["Play"][1],
            lambda first: _play(deal, contract, first, sections["Play"]),
            tags["Play"][0],
        )
    result = value("Result")
    calls = [
        parse_call(word)
        for line in sections.get("Auction", [])
        for word in line.split()
        if not word.startswith(("=", "$", "*", "+"))
    ]
    return Board(
        deal,
        int(number[0]) if number and number[0].isdigit() else None,
        _at(dealer[1], parse_seat, dealer[0]) if dealer else None,
        _at(zone[1], Vulnerability.parse, zone[0]) if zone else Vulnerability.NONE,
        tuple(calls),
        contract,
        play,
        int(result[0].lstrip("^")) if result and result[0].lstrip("^").isdigit() else None,
        {name: text for name, (text, _) in tags.items() if name not in _KNOWN},
    )


def _play(deal: Deal, contract: Contract, first: str, lines: list[str]) -> tuple[Card, ...]:
    """PBN writes a trick a line, by seat from the opening leader; the order of play follows."""
    start = parse_seat(first)
    order: list[Card] = []
    for line in lines:
        cards = [word for word in line.split() if not word.startswith(("=", "$", "*", "+"))]
        if not cards:
            continue
        by_seat = {(start + i) % 4: word for i, word in enumerate(cards)}
        state = follow_play(deal, contract.strain, (contract.declarer + 1) % 4, tuple(order))
        for i in range(4):
            word = by_seat.get((state.to_move + i) % 4, "-")
            if word.startswith("-"):
                return tuple(order)
            order.append(parse_card(word))
    return tuple(order)


def _written(board: Board) -> str:
    lines = [f'[{name} "{value}"]' for name, value in board.tags.items()]
    if board.number is not None:
        lines.append(f'[Board "{board.number}"]')
    if board.dealer is not None:
        lines.append(f'[Dealer "{SEATS[board.dealer]}"]')
    lines.append(f'[Vulnerable "{board.vulnerable.value}"]')
    lines.append(f'[Deal "{board.deal.pbn(board.dealer or 0)}"]')
    if board.contract is not None:
        lines.append(f'[Declarer "{SEATS[board.contract.declarer]}"]')
        lines.append(f'[Contract "{board.contract}"]'.replace("x", "X"))
    if board.tricks is not None:
        lines.append(f'[Result "{board.tricks}"]')
    if board.auction:
        lines.append(f'[Auction "{SEATS[board.dealer or 0]}"]')
        lines += [" ".join(board.auction[i : i + 4]) for i in range(0, len(board.auction), 4)]
    if board.play and board.contract is not None:
        opening = (board.contract.declarer + 1) % 4
        lines.append(f'[Play "{SEATS[opening]}"]')
        for i in range(0, len(board.play), 4):
            state = follow_play(board.deal, board.contract.strain, opening, board.play[:i])
            row = ["-"] * 4
            for k, card in enumerate(board.play[i : i + 4]):
                row[(state.to_move + k - opening) % 4] = card
            lines.append(" ".join(row))
        if len(board.play) < 4 * board.deal.size:
            lines.append("*")
    return "\n".join(lines) + "\n"
