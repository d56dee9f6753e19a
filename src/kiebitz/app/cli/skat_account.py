"""A game of Skat told for people: suit symbols and colours where the terminal has them."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kiebitz.cards import SUIT_SYMBOLS
from kiebitz.games.skat import SEAT_NAMES, Contract, Phase, State, card_points
from kiebitz.games.skat.notation import advance
from kiebitz.games.skat.records import Record

_SUIT_STYLES = {"D": "dark_orange", "H": "red", "S": "green", "C": "bold"}


def print_deal(state: State, seed: int) -> None:
    """Draws the three hands and the skat."""
    console = make_console()
    table = Table.grid(padding=(0, 2))
    for name, cards in zip((*SEAT_NAMES, "skat"), (*state.hands, state.skat), strict=True):
        table.add_row(Text(name, style="dim"), card_texts(cards))
    console.print(table)
    console.print(Text(f"seed {seed}", style="dim"))


def print_account(record: Record) -> None:
    """Tells one game from the deal to the score."""
    console = make_console()
    names = [
        f"{SEAT_NAMES[seat]}{f' ({name})' if name else ''}"
        for seat, name in enumerate(record.players)
    ]
    title = f"Game {record.id}" if record.id else "Game"
    console.rule(Text(f"{title}  {record.tags.get('DT', '').replace('/', ' ')}".strip()))
    state = State.from_deal(record.steps[0][1])
    deal = Table.grid(padding=(0, 2))
    for name, cards in zip((*names, "skat"), (*state.hands, state.skat), strict=True):
        deal.add_row(Text(name, style="dim"), card_texts(cards))
    console.print(deal)

    calls: list[str] = []
    tricks = Table(box=None, pad_edge=False, header_style="dim")
    seats = [name or SEAT_NAMES[seat] for seat, name in enumerate(record.players)]
    for heading in ("#", *seats, "taken by", "points"):
        tricks.add_column(heading, justify="right" if heading in ("#", "points") else "left")
    remarks: list[str] = []
    played: dict[int, str] = {}
    for who, token in record.steps[1:]:
        before, state = state, advance(state, who, token)
        if before.phase in (Phase.BID, Phase.ANSWER) and who != "w":
            calls.append(f"{SEAT_NAMES[int(who)]} {_call(token)}")
        if before.phase in (Phase.BID, Phase.ANSWER) and state.phase == Phase.PICK_UP:
            console.print(Text(f"\nAuction: {', '.join(calls)}."))
        if before.contract is None and state.contract is not None:
            _print_declaration(console, before, token)
        if who == "w" or token[:2] in ("RE", "SC"):
            if token[:2] in ("RE", "SC", "TI", "LE"):
                remarks.append(_remark(who, token))
        elif before.phase == Phase.DISCARD:
            console.print(Text("Put away: ") + card_texts(token.split(".")[:2]))
        elif before.phase == Phase.PLAY:
            played[before.to_move] = token
            if len(played) == 3:
                _add_trick(tricks, before, state, played)
                played = {}
    if tricks.row_count:
        console.print(tricks)
    elif calls and state.declarer is None:
        console.print(Text(f"\nAuction: {', '.join(calls)}."))
    for remark in remarks:
        console.print(remark)
    console.print(Text("\n" + result_sentence(record), style="bold"))
    console.print(Text(f"Seeger-Fabian: {_signed(record.result.seeger_fabian)}\n", style="dim"))


def result_sentence(record: Record) -> str:
    """The result in one sentence."""
    result = record.result
    if result.passed:
        return "All passed."
    if result.is_penalty:
        gone = [SEAT_NAMES[seat] for seat, n in enumerate(result.penalties) if n]
        return f"Ended before a game was declared; penalty for {' and '.join(gone)}."
    assert result.declarer is not None
    assert record.state.contract is not None
    contract = record.state.contract
    parts = [
        f"{SEAT_NAMES[result.declarer].capitalize()} "
        f"{'wins' if result.won else 'loses'} {contract.name}"
    ]
    if contract.game == "N":
        parts.append("without a trick" if result.tricks == 0 else "with a trick")
    else:
        parts.append(
            f"with {result.points} points in {result.tricks} "
            f"trick{'' if result.tricks == 1 else 's'}"
        )
        how = "with" if result.matadors > 0 else "without"
        parts.append(f"{how} {abs(result.matadors)}")
        if result.schwarz or result.schneider:
            parts.append("schwarz" if result.schwarz else "schneider")
    if result.overbid:
        parts.append("overbid")
    return ", ".join(parts) + f": {result.value:+d}."


def result_line(record: Record) -> str:
    """The result for a list."""
    return f"{record.id or '-':>10}  {result_sentence(record)}"


def result_json(record: Record) -> dict[str, Any]:
    """The result with stable names."""
    result = record.result
    return {
        "id": record.id,
        "declarer": result.declarer,
        "contract": record.contract_text,
        "won": result.won,
        "value": result.value,
        "matadors": result.matadors,
        "overbid": result.overbid,
        "points": result.points,
        "tricks": result.tricks,
        "schneider": result.schneider,
        "schwarz": result.schwarz,
        "seeger_fabian": list(result.seeger_fabian),
    }


def account_json(record: Record) -> dict[str, Any]:
    """The whole game with stable names."""
    return {
        **result_json(record),
        "players": list(record.players),
        "moves": [list(step) for step in record.steps],
    }


def _print_declaration(console: Console, before: State, token: str) -> None:
    name, _, cards = token.partition(".")
    contract = Contract.parse(name)
    seat = before.to_move
    taken = "" if contract.hand else " takes up the skat and"
    line = Text(f"{SEAT_NAMES[seat].capitalize()}{taken} plays {contract.name}.")
    if cards and not contract.hand:
        line += Text(" Put away: ") + card_texts(cards.split(".")[:2])
    console.print(line)
    console.print()


def _add_trick(table: Table, before: State, after: State, played: dict[int, str]) -> None:
    declarer_took = after.tricks_won[0] > before.tricks_won[0]
    winner = after.leader
    row: list[Text] = [Text(str(sum(after.tricks_won)), style="dim")]
    for seat in range(3):
        mark = ">" if seat == before.leader else " "
        cell = Text(mark, style="dim") + card_texts([played[seat]])
        if seat == winner:
            cell.stylize("underline")
        row.append(cell)
    row.append(Text("declarer" if declarer_took else "defenders"))
    row.append(Text(str(card_points(played.values()))))
    table.add_row(*row)


def _call(token: str) -> str:
    return {"p": "passes", "y": "holds"}.get(token, token)


def _remark(who: str, token: str) -> str:
    name = SEAT_NAMES[int(token[3] if who == "w" else who)].capitalize()
    what = {
        "RE": "resigns",
        "SC": "shows the hand",
        "TI": "runs out of time",
        "LE": "leaves",
    }[token[:2]]
    return f"{name} {what}."


def _signed(points: Iterable[int]) -> str:
    return ", ".join(f"{name} {n:+d}" for name, n in zip(SEAT_NAMES, points, strict=True))


def make_console() -> Console:
    """A console that wraps lines only for people."""
    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


def card_texts(cards: Iterable[str]) -> Text:
    """Cards with suit symbols, or plain letters where the terminal cannot show them."""
    symbols = "utf" in (sys.stdout.encoding or "").lower()
    text = Text()
    for place, card in enumerate(cards):
        rank = "10" if card[1] == "T" and symbols else card[1]
        text.append(" " if place else "")
        if symbols:
            text.append(SUIT_SYMBOLS[card[0]] + rank, style=_SUIT_STYLES[card[0]])
        else:
            text.append(card)
    return text
