"""A solved position drawn for people."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from kiebitz.app.cli.skat_account import card_texts, make_console
from kiebitz.games.skat import SEAT_NAMES, Contract, sort_cards
from kiebitz.solvers.skat import ALL_TRICKS, Position, Solution, Value


def print_solution(position: Position, solution: Solution) -> None:
    """Draws the position, the value and the cards, best first."""
    console = make_console()
    table = Table.grid(padding=(0, 2))
    for seat, name in enumerate(SEAT_NAMES):
        mark = "declarer" if seat == position.declarer else ""
        table.add_row(
            Text(name, style="dim"), card_texts(sort_cards(position.hands[seat])), Text(mark)
        )
    if position.skat:
        table.add_row(Text("skat", style="dim"), card_texts(sort_cards(position.skat)), Text(""))
    if position.played:
        table.add_row(Text("trick", style="dim"), card_texts(position.played), Text(""))
    console.print(table)
    name = Contract(position.game).name
    mover = SEAT_NAMES[(position.leader + len(position.played)) % 3]
    console.print(Text(f"\n{name}, {mover} to play: {_words(solution)}"))
    cards = Table(box=None, pad_edge=False, header_style="dim")
    cards.add_column("card")
    cards.add_column(_heading(solution))
    best_first = sorted(
        solution.moves, key=lambda move: move.bounds, reverse=solution.to_move_is_declarer
    )
    for move in best_first:
        cards.add_row(card_texts((move.card,)), _words(move))
    console.print(cards)
    if solution.line:
        console.print(Text("best line: ", style="dim") + card_texts(solution.line))
    effort = f"{solution.nodes:,} nodes, {solution.seconds * 1000:.1f} ms"
    if not solution.complete:
        effort += ", stopped by the limit"
    if solution.approximate:
        effort += f"; approximate: ProbCut with confidence {solution.confidence}"
    console.print(Text(effort, style="dim"))


def _heading(solution: Solution) -> str:
    if solution.threshold is not None or solution.game == "N":
        return "declarer"
    return "declarer's points"


def _words(value: Value) -> str:
    if value.threshold is not None or value.game == "N":
        if value.won is None:
            return "not proved"
        if value.game != "N" and value.threshold == ALL_TRICKS:
            return "makes all tricks" if value.won else "loses a trick"
        if value.game != "N":
            return f"{'reaches' if value.won else 'does not reach'} {value.threshold} points"
        trick = value.lost_in_trick
        return "won" if value.won else "lost" + (f" in trick {trick}" if trick else "")
    if value.value is None:
        return f"{value.bounds[0]} to {value.bounds[1]} points"
    return f"{value.value} points"
