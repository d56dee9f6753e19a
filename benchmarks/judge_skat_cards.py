"""What Skat players' cards are worth, judged by playouts: candidates are told apart cheaply.

Whole games between players of like strength tell little for their cost. Here PIMC (160 worlds, who
wins) plays declared deals, some of its decisions are kept, and every legal card is tried in fresh
worlds that the table belief draws, the rest of the game being played by PIMC with 32 worlds at all
seats. Any number of players can then be asked about the same decisions.

    $ python benchmarks/judge_skat_cards.py judge cards.jsonl --minutes 7
    $ python benchmarks/judge_skat_cards.py ask cards.jsonl answers.jsonl pimc:worlds=160,values=win:0.3 recpimc
    $ python benchmarks/judge_skat_cards.py show cards.jsonl answers.jsonl

The first player asked is the one that all are compared with. `judge` and `ask` go on where they
stopped. Gains are points a declared deal; decisions count for those that were not kept. A gain is
what the judges make of it: they believe in the tables and play as PIMC does.
"""  # noqa: E501

from __future__ import annotations

import argparse
import gzip
import json
import math
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from kiebitz._core import skat_players as core
from kiebitz.beliefs.skat import make_belief
from kiebitz.cards import derive_seed
from kiebitz.games.skat import State
from kiebitz.games.skat.cards import DECK
from kiebitz.lab.skat_cardplay import Chosen, chosen_deals
from kiebitz.players.skat import make_player
from kiebitz.players.skat.evaluations import make_evaluation

WORLDS, INNER = 48, 32
# The share of decisions that is kept: those in which something is at stake by PIMC, and others.
AT_STAKE, OTHERS = 0.3, 0.02
LAST_STEP = 24


def read(file: Path) -> list[dict[str, Any]]:
    """All lines of a file that is there."""
    if not file.exists():
        return []
    data = file.read_bytes()
    text = gzip.decompress(data) if file.suffix == ".gz" else data
    return [json.loads(line) for line in text.splitlines()]


def judge(file: Path, seed: int, minutes: float) -> None:
    """Adds decisions with the value of every card in every world."""
    belief = make_belief("table").native
    quick = make_evaluation("win:0.3")
    inner = core.monte_carlo_player(belief, quick, INNER, 2000, distinct=True)
    playouts = core.playout_evaluation(inner)
    first = max((row["deal"] for row in read(file)), default=-1) + 1
    end = time.monotonic() + 60 * minutes
    number = first
    while time.monotonic() < end:
        own = derive_seed(seed, number)
        deal = next(chosen_deals(own, None, 8, 0.1))
        rows = list(_judged(deal, number, own, belief, quick, playouts))
        with file.open("a") as log:
            for row in rows or [{"deal": number, "looked": deal.looked_at}]:
                log.write(json.dumps(row) + "\n")
        number += 1


def _judged(
    deal: Chosen, number: int, seed: int, belief: Any, quick: Any, playouts: Any
) -> Iterator[dict[str, Any]]:
    state, luck = deal.state, random.Random(seed)
    assert state.declarer is not None
    assert state.contract is not None
    twelve = (*state.hands[state.declarer], *state.skat)
    stake = 3 * max(state.contract.value(twelve), state.bid) + 100
    step = 0
    while not state.is_over:
        legal = state.legal_moves
        card = str(legal[0])
        if len(legal) > 1:
            own, view = derive_seed(seed, 3, step), state.view(state.to_move).native
            search = core.MonteCarloSearch(
                view, belief, quick, worlds=160, candidates=5000, seed=own
            )
            search.run(worlds=160)
            card, wins = DECK[search.best], [win for win, _ in search.values]
            keep = AT_STAKE if max(wins) > 0.03 and min(wins) < 0.97 else OTHERS
            if step < LAST_STEP and luck.random() < keep:
                judged = core.MonteCarloSearch(
                    view, belief, playouts, worlds=WORLDS, candidates=5000,
                    seed=derive_seed(own, 9), margin=3.0, remember=True,
                )  # fmt: skip
                judged.run(worlds=WORLDS)
                yield {
                    "deal": number,
                    "step": step,
                    "state": str(state),
                    "role": "s" if state.to_move == state.declarer else "d",
                    "weight": deal.weight / keep,
                    "looked": deal.looked_at,
                    "stake": stake,
                    "moves": [DECK[move] for move in judged.moves],
                    "base": card,
                    "pi": wins,
                    "mat": [
                        [weight, [None if value is None else value[0] for value in values]]
                        for _, weight, values in judged.remembered()
                    ],
                }
        state = state.play(card)
        step += 1


def ask(cards: Path, answers: Path, specs: Sequence[str], minutes: float) -> None:
    """Adds what players would play; a decision in which all were asked is not asked again."""
    players = {spec: make_player(spec) for spec in specs}
    known = {(row["deal"], row["step"]): row["cards"] for row in read(answers)}
    decisions = [row for row in read(cards) if "moves" in row]
    random.Random(4).shuffle(decisions)
    end = time.monotonic() + 60 * minutes
    for row in decisions:
        key = row["deal"], row["step"]
        missing = [spec for spec in players if spec not in known.get(key, {})]
        if not missing or time.monotonic() > end:
            continue
        state = State.parse(row["state"])
        view, seed = state.view(state.to_move), derive_seed(row["deal"], 77, row["step"])
        found = {}
        for spec in missing:
            start = time.process_time()
            card = str(players[spec].decide(view, seed=seed).move)
            found[spec] = [card, round(time.process_time() - start, 4)]
        with answers.open("a") as log:
            log.write(json.dumps({"deal": key[0], "step": key[1], "cards": found}) + "\n")


def show(cards: Path, answers: Path, at_stake: bool) -> None:
    """Gains over the first player, by role."""
    rows = read(cards)
    if at_stake:
        # Of deals in doubt, the decisions of which AT_STAKE were kept.
        rows = [row if row.get("weight", 9) < 4 else _without(row) for row in rows]
    looked = {row["deal"]: row["looked"] for row in rows}
    decisions = {(row["deal"], row["step"]): row for row in rows if "moves" in row}
    chosen: dict[tuple[int, int], dict[str, Any]] = {}
    for row in read(answers):
        chosen.setdefault((row["deal"], row["step"]), {}).update(row["cards"])
    names = list(dict.fromkeys(name for row in chosen.values() for name in row))
    asked = {key: row for key, row in chosen.items() if set(names) <= set(row) and key in decisions}
    deals = sum(looked.values()) * len(asked) / max(1, len(decisions))
    print(f"{len(asked)} decisions in {len(looked)} games, worth {deals:.0f} declared deals")
    for role, title in (("s", "soloist"), ("d", "defenders")):
        keys = [key for key in asked if decisions[key]["role"] == role]
        print(f"{title}, {len(keys)} decisions")
        for name in names[1:]:
            per_deal = dict.fromkeys(looked, 0.0)
            others = seconds = 0.0
            for key in keys:
                one, base = (
                    decisions[key]["moves"].index(asked[key][who][0]) for who in (name, names[0])
                )
                others += one != base
                seconds += asked[key][name][1]
                gain = worth(decisions[key], one, base)
                per_deal[key[0]] += decisions[key]["weight"] * gain
            print(f"  {in_words(list(per_deal.values()), deals)}"
                  f"  other cards {100 * others / len(keys):3.0f} %"
                  f"  {seconds / len(keys):6.3f} s  {name}")  # fmt: skip


def _without(row: dict[str, Any]) -> dict[str, Any]:
    return {"deal": row["deal"], "looked": row["looked"]}


def worth(decision: dict[str, Any], card: int, base: int) -> float:
    """How many points a card is ahead of another one, in worlds in which both were tried."""
    both = [
        (weight, values[card] - values[base])
        for weight, values in decision["mat"]
        if values[card] is not None and values[base] is not None
    ]
    total = sum(weight for weight, _ in both)
    if card == base or not total:
        return 0.0
    return float(decision["stake"] * sum(weight * more for weight, more in both) / total)


def in_words(sums: Sequence[float], deals: float) -> str:
    """A gain a deal with its 95 % interval, games being drawn independently."""
    mean = sum(sums) / len(sums)
    spread = math.sqrt(sum((one - mean) ** 2 for one in sums))
    return f"{sum(sums) / deals:+6.2f} ± {1.96 * spread / deals:5.2f}"


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    judging = commands.add_parser("judge")
    judging.add_argument("cards", type=Path)
    judging.add_argument("--seed", type=int, default=901)
    judging.add_argument("--minutes", type=float, default=7.0)
    asking = commands.add_parser("ask")
    asking.add_argument("cards", type=Path)
    asking.add_argument("answers", type=Path)
    asking.add_argument("players", nargs="+")
    asking.add_argument("--minutes", type=float, default=math.inf)
    showing = commands.add_parser("show")
    showing.add_argument("cards", type=Path)
    showing.add_argument("answers", type=Path)
    showing.add_argument(
        "--at-stake", action="store_true", help="only decisions and deals in which much is at stake"
    )
    arguments = parser.parse_args()
    if arguments.command == "judge":
        judge(arguments.cards, arguments.seed, arguments.minutes)
    elif arguments.command == "ask":
        ask(arguments.cards, arguments.answers, arguments.players, arguments.minutes)
    else:
        show(arguments.cards, arguments.answers, arguments.at_stake)


if __name__ == "__main__":
    main()
