"""`kiebitz play skat`: a game, or a list of 36, at the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.text import Text

from kiebitz.app.cli.play import Table
from kiebitz.app.cli.skat_account import card_texts, make_console, result_sentence
from kiebitz.app.cli.terminal import print_json
from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import SEAT_NAMES, Phase, ScoreList, State, View, sort_cards
from kiebitz.games.skat.records import Record
from kiebitz.players.skat import make_player

_ASKED = {
    Phase.BID: "bid, or p to pass",
    Phase.ANSWER: "y to hold {bid}, or p to pass",
    Phase.PICK_UP: "s to take up the skat, or a game from the hand, such as GH",
    Phase.DECLARE: "your game: D H S C, G grand, N null; O behind it for ouvert",
    Phase.DISCARD: "two cards to put away, such as H7 D8",
    Phase.PLAY: "a card",
}


def play_skat(
    seat: int,
    opponent: str,
    position: str | None,
    seed: int,
    record: Path | None,
    *,
    match: bool,
    json: bool,
) -> None:
    """Plays a game from the deal on, or from a move list; or a list, in which the deal goes round.

    In a list `seat` is where you sit in the first deal.
    """
    table = SkatTable("skat", seat, make_player(opponent), record, json)
    state = State.deal(seed) if position is None else State.parse(position)
    if state.is_over:
        raise KiebitzError("this game is over already")
    table.greet(seed)
    if not match:
        table.play(state, seed)
        return
    sheet = ScoreList()
    while not sheet.is_complete:
        number = len(sheet.results)
        if seat >= 0:
            table.seat = (seat - number) % 3
        end = table.play(State.deal(derive_seed(seed, number)), derive_seed(seed, number))
        if end is None:
            return
        result = Record.of(end).result
        points = tuple(result.seeger_fabian[(chair - number) % 3] for chair in range(3))
        sheet = sheet.add(_turned(result, points))
        table.tell_list(sheet, max(seat, 0))


def _turned(result: Any, points: tuple[int, ...]) -> Any:
    """A result whose points stand at the chairs of the players."""
    from dataclasses import replace

    return replace(result, seeger_fabian=points)


class SkatTable(Table):
    """Your seat at the terminal, computer players at the two others."""

    def name_of(self, seat: int) -> str:
        """Seats have names in Skat."""
        return SEAT_NAMES[seat]

    def view_of(self, state: State, seat: int) -> View:
        """What a seat may see."""
        return state.view(seat)

    def draw(self, view: View) -> None:
        """The trick, the hand, and what is asked."""
        console = make_console()
        if view.contract is not None and view.declarer is not None:
            own, others = view.trick_points
            game = f"{SEAT_NAMES[view.declarer]} plays {view.contract.name}"
            known = f"{own} : {others} points in tricks" if view.contract.game != "N" else ""
            console.print(Text(f"\n{game}" + (f", {known}" if known else ""), style="dim"))
        else:
            console.print(Text(f"\nhighest bid: {view.bid or 'none'}", style="dim"))
        if view.declarer != view.seat and view.shown:
            console.print(Text("shown      ") + card_texts(sort_cards(view.shown)))
        if view.trick:
            console.print(Text("trick      ") + card_texts(view.trick))
        console.print(Text("your hand  ") + card_texts(sort_cards(view.hand)))
        console.print(Text(_ASKED[view.phase].format(bid=view.bid), style="dim"))

    def meant(self, view: View, answer: str) -> list[str]:
        """Moves as they are spoken: cards to put away in any order, capitals or not."""
        words = answer.upper().replace(".", " ").replace(",", " ").split()
        if view.phase == Phase.DISCARD and len(words) == 2:
            pairs = (".".join(words), ".".join(reversed(words)))
            return [move for move in view.legal_moves if move in pairs]
        if view.phase in (Phase.DECLARE, Phase.PICK_UP, Phase.BID):  # 1 is not 18, C is not CO
            return [move for move in view.legal_moves if move.lower() == answer.lower()]
        return super().meant(view, answer)

    def keep(self, start: Any, state: State, moves: list[str]) -> str:
        """An ISS record."""
        names = {f"P{seat}": "you" if seat == self.seat else self.player.name for seat in range(3)}
        return Record.of(state, **names).to_sgf()

    def tell_end(self, state: State) -> None:
        """The result, and all cards."""
        record = Record.of(state)
        if self.json:
            from kiebitz.app.cli.skat_account import result_json

            print_json({"event": "end", **result_json(record)})
            return
        print("\n" + result_sentence(record))
        points = record.result.seeger_fabian
        print("Seeger-Fabian: " + self.by_seat(points))

    def tell_list(self, sheet: ScoreList, you: int) -> None:
        """How the list stands."""
        chairs = [(you + step) % 3 for step in range(3)]
        totals = [sheet.totals[chair] for chair in chairs]
        if self.json:
            print_json({"event": "totals", "hands": len(sheet.results), "totals": totals})
            return
        names = ("you", "next", "last") if self.seat >= 0 else ("first", "second", "third")
        told = ", ".join(f"{name} {n:+d}" for name, n in zip(names, totals, strict=True))
        print(f"after deal {len(sheet.results)} of {sheet.deals}: {told}")
