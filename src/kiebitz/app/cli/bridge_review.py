"""`kiebitz bridge review`: a played board, card by card."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kiebitz.app.cli.terminal import JsonOption, fail, print_json


def review(
    file: Annotated[Path, typer.Argument(help="A .pbn or .lin file with the cards played.")],
    worlds: Annotated[
        int, typer.Option(help="Layouts of the hidden hands for each card.", min=2, max=10_000)
    ] = 60,
    seed: Annotated[
        int, typer.Option("--seed", help="The same seed gives the same review.", min=0)
    ] = 0,
    json: JsonOption = False,
) -> None:
    """Judges every card of played boards twice: with open cards, and by what could be known.

    A card is an inaccuracy if it cost a tenth of the chance to make the contract (for a defender,
    to beat it), a mistake at two tenths, a blunder at three, with two standard errors to spare.
    Nothing is concluded from the auction.

    With --json a line a board: {"board", "contract", "declarer", "verdict", "decisions": [{"seat",
    "trick", "move", "best", "cost", "loss", "loss_error", "class", "why"}]}. `cost` is in tricks
    with open cards, `loss` in chance.

    [dim]Examples:[/]

        kiebitz bridge review match.lin

        kiebitz bridge review boards.pbn --json --worlds 100
    """
    from kiebitz import bridge
    from kiebitz.app.bridge_words import told, verdict_sentence
    from kiebitz.games.bridge.cards import SEATS
    from kiebitz.players.bridge.review import review_play

    boards = [board for board in bridge.read(file) if board.contract is not None and board.play]
    if not boards:
        fail("no board of this file has cards that were played")
    for board in boards:
        judged = list(review_play(board, worlds=worlds, seed=seed))
        assert board.contract is not None
        declarer = SEATS[board.contract.declarer]
        if json:
            print_json(
                {
                    "board": board.number,
                    "contract": str(board.contract),
                    "declarer": declarer,
                    "verdict": verdict_sentence(judged),
                    "decisions": [
                        {
                            "seat": one.seat,
                            "trick": one.trick,
                            "move": one.card,
                            "best": one.best,
                            "cost": one.cost,
                            "loss": round(one.loss, 4),
                            "loss_error": round(one.error, 4),
                            "class": one.grade,
                            "why": told(one.reasons),
                        }
                        for one in judged
                    ],
                }
            )
            continue
        print(f"{f'board {board.number}' if board.number else 'board'}: {board.contract}")
        print(f"  {verdict_sentence(judged)}")
        for one in judged:
            if one.grade is None and not one.cost:
                continue
            called = f"{one.grade}, " if one.grade else ""
            because = told(one.reasons)
            print(
                f"  trick {one.trick}, {one.seat} {one.card}, best {one.best}: {called}"
                f"{100 * one.loss:.0f} ± {100 * one.error:.0f} % of the chance"
                f"{f' ({because})' if because else ''}"
            )
        print(flush=True)
