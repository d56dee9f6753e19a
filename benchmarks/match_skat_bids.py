"""Whole games of two Skat players that differ only in what they do before the first card.

    $ python benchmarks/match_skat_bids.py play games.jsonl pimc:tries=48 pimc --worlds 80 --minutes 6
    $ python benchmarks/match_skat_bids.py play games.jsonl pimc pimc --model-b old.json
    $ python benchmarks/match_skat_bids.py show games.jsonl

Every deal is bid in the six mixed seat orders of A and B. The cards are played by one and the same
PIMC player (`values=win:0.3`, `belief=small`) at all seats, natively and with the same luck, and only
where what is declared differs between the seat orders: elsewhere nobody gains. Gains are list points a
deal of a seat of A over one of B. `--model-a` and `--model-b` give them other hand models. `play` goes
on where it stopped.
"""  # noqa: E501

from __future__ import annotations

import argparse
import json
import math
import time
from collections import Counter
from pathlib import Path
from typing import Any

from kiebitz._core import skat_players as core
from kiebitz.beliefs.skat import make_belief
from kiebitz.cards import derive_seed
from kiebitz.games.skat import Phase, State, soloist_points, stakes
from kiebitz.players.skat import make_player
from kiebitz.players.skat.auction import Bidder
from kiebitz.players.skat.evaluations import make_evaluation
from kiebitz.players.skat.hand_model import load_model
from kiebitz.players.skat.hearing import load_heard


class Caller:
    """One of the two, who remembers what it decided on a deal."""

    def __init__(self, spec: str, model: Path | None) -> None:
        self._bidder = make_player(spec).bidder
        if model is not None:
            text = model.read_text()
            self._bidder = Bidder(self._bidder.threshold, load_model(text), load_heard(text))
        self._known: dict[str, str] = {}

    def forget(self) -> None:
        """Another deal."""
        self._known.clear()

    def decide(self, state: State, seed: int) -> str:
        """The move of the seat that is to move."""
        view = state.view(state.to_move)
        key = str(view)
        if key not in self._known:
            self._known[key] = self._bidder.decide(view, seed=seed).move
        return self._known[key]


def bid(deal: State, callers: list[Caller], seed: int) -> State:
    """The start of cardplay, or the end if all pass."""
    state = deal
    while not state.is_over and state.phase != Phase.PLAY:
        state = state.play(callers[state.to_move].decide(state, seed))
    return state


def play(
    file: Path, callers: tuple[Caller, Caller], worlds: int, seed: int, minutes: float
) -> None:
    """Adds deals to a file."""
    belief = make_belief("small")
    player = core.monte_carlo_player(
        belief.native, make_evaluation("win:0.3"), worlds, belief.candidates
    )
    number = len(file.read_text().splitlines()) if file.exists() else 0
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        own = derive_seed(seed, number)
        for caller in callers:
            caller.forget()
        deal = State.deal(own)
        orders = [[mask >> seat & 1 for seat in range(3)] for mask in range(1, 7)]
        starts = [bid(deal, [callers[side] for side in order], own) for order in orders]
        row: dict[str, Any] = {"n": number, "gain": 0.0, "games": []}
        if len({_declared(start) for start in starts}) > 1:
            played: dict[Any, tuple[list[int], bool]] = {}
            for order, start in zip(orders, starts, strict=True):
                key = (_declared(start), tuple(start.native.highest_bids))
                if key not in played:
                    played[key] = _scores(player, start, own)
                scores, won = played[key]
                sides = [[scores[s] for s in range(3) if order[s] == side] for side in (0, 1)]
                row["gain"] += (_mean(sides[0]) - _mean(sides[1])) / 6
                if start.declarer is not None:
                    side = "AB"[order[start.declarer]]
                    row["games"].append([side, str(start.contract), won])
        with file.open("a") as log:
            log.write(json.dumps(row) + "\n")
        number += 1


def _declared(start: State) -> Any:
    n = start.native
    return None if start.is_over else (n.declarer, n.contract, n.skat, start.bid)


def _scores(player: core.Player, start: State, seed: int) -> tuple[list[int], bool]:
    if start.is_over:
        return [0, 0, 0], False
    n = start.native
    deal = (n.hands, n.skat, n.declarer, n.contract, start.bid, n.highest_bids)
    ((_, won, value),) = core.play_games(player, player, [deal], seed)
    scores = [0 if won else stakes(abs(value)).defender] * 3
    scores[n.declarer] = soloist_points(value)
    return scores, won


def _mean(values: list[int]) -> float:
    return sum(values) / len(values)


def show(file: Path) -> None:
    """A's gain over B, and what they declared on deals where they differ."""
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    gains = [row["gain"] for row in rows]
    mean = sum(gains) / len(gains)
    spread = math.sqrt(sum((gain - mean) ** 2 for gain in gains) / len(gains))
    differ = sum(bool(row["games"]) for row in rows)
    print(
        f"{len(rows)} deals, {differ} differ: A gains {mean:+.2f} ± "
        f"{1.96 * spread / math.sqrt(len(gains)):.2f} points a deal over B"
    )
    for side in "AB":
        games = [game for row in rows for game in row["games"] if game[0] == side]
        kinds = Counter(_kind(game[1]) for game in games)
        won = Counter(_kind(game[1]) for game in games if game[2])
        told = ", ".join(
            f"{kind} {n} ({won[kind] / n:.1%} won)" for kind, n in sorted(kinds.items())
        )
        print(f"  {side} declared there: {told}")


def _kind(contract: str) -> str:
    kind = {"G": "grand", "N": "null"}.get(contract[0], "suit")
    return kind + (" hand" if "H" in contract[1:] else "")


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("file", type=Path)
    playing.add_argument("a")
    playing.add_argument("b")
    playing.add_argument("--model-a", type=Path)
    playing.add_argument("--model-b", type=Path)
    playing.add_argument("--worlds", type=int, default=20, help="of the players at the table")
    playing.add_argument("--seed", type=int, default=31)
    playing.add_argument("--minutes", type=float, default=6.0)
    showing = commands.add_parser("show")
    showing.add_argument("file", type=Path)
    wanted = parser.parse_args()
    if wanted.command == "play":
        callers = Caller(wanted.a, wanted.model_a), Caller(wanted.b, wanted.model_b)
        play(wanted.file, callers, wanted.worlds, wanted.seed, wanted.minutes)
    show(wanted.file)


if __name__ == "__main__":
    main()
