"""Single dummy measured: problems whose answer is proved, and contracts played out.

    python benchmarks/bridge_single_dummy.py problems --count 100 --out problems.jsonl
    python benchmarks/bridge_single_dummy.py match --contract 3NT --minutes 12 --out 3nt.jsonl
    python benchmarks/bridge_single_dummy.py report problems.jsonl 3nt.jsonl 4s.jsonl

*Problems* are endings of random deals, reached by perfect play, with declarer to choose. All
layouts that fit are counted, and every card is searched to the end against best defence, so that it
is proved which cards are best; taken are endings in which some card is better than another and none
is sure. *Matches*: the same deals are played with each declarer against PIMC defenders; nobody
knows anything but the cards seen. Both go on where an output file ends.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from kiebitz.arena.statistics import share_interval
from kiebitz.bridge import SEATS, Deal, PlayPlan, Solver, plan_play
from kiebitz.games.bridge.board import follow_play
from kiebitz.games.bridge.cards import STRAINS, card_number, card_of, each_card
from kiebitz.limits import Limit
from kiebitz.players.bridge.single_dummy import plan_view

SOUTH, WEST = 2, 3
DEPTHS = (1, 2, 3)  # 1 is PIMC


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    problems = verbs.add_parser("problems")
    problems.add_argument("--count", type=int, default=100)
    problems.add_argument("--cards", type=int, default=5, help="in each hand of the ending")
    problems.add_argument("--out", type=Path, required=True)
    match = verbs.add_parser("match")
    match.add_argument("--contract", choices=("3NT", "4S"), required=True)
    match.add_argument("--minutes", type=float, default=10, help="of processor time")
    match.add_argument("--worlds", type=int, default=20)
    match.add_argument("--out", type=Path, required=True)
    report = verbs.add_parser("report")
    report.add_argument("files", type=Path, nargs="+")
    given = parser.parse_args()
    if given.verb == "problems":
        make_problems(given.count, given.cards, given.out)
    elif given.verb == "match":
        play_match(given.contract, given.minutes, given.worlds, given.out)
    else:
        for path in given.files:
            print(f"{path.name}\n" + "\n".join(report_of(lines_of(path))))


def lines_of(path: Path) -> list[dict[str, Any]]:
    """What a run has found so far."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def write_line(path: Path, found: dict[str, Any]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(found) + "\n")


# --- problems ---


def make_problems(number: int, cards: int, out: Path) -> None:
    known = lines_of(out)
    first = known[-1]["seed"] + 1 if known else 0
    found = sum("exact" in one for one in known)
    for seed in count(first):
        if found >= number:
            return
        problem = problem_of(seed, cards)
        write_line(out, problem or {"seed": seed})
        found += problem is not None


def problem_of(seed: int, cards: int) -> dict[str, Any] | None:
    """An ending in which the choice matters, and what each player would choose."""
    deal = Deal.random(seed)
    strain = STRAINS[(4, 0, 4, 1)[seed % 4]]
    line = Solver().line(deal, strain, WEST)
    played = next(
        (
            line[:end]
            for end in range(52 - 4 * cards, 52)
            if follow_play(deal, STRAINS.index(strain), WEST, line[:end]).to_move % 2 == 0
        ),
        None,
    )
    if played is None:
        return None
    for tricks in range(13, 0, -1):
        quick = ask(deal, strain, played, tricks, Limit(worlds=400, depth=1))
        chances = {one.double_dummy for one in quick.cards}
        # Nobody makes it, or even open cards show that all cards are alike and safe.
        if max(chances) == 0:
            continue
        if min(chances) == 1:
            return None
        exact = ask(deal, strain, played, tricks, Limit(worlds=400, depth=52, nodes=6_000_000))
        if not exact.exact:
            continue
        values = {one.card: one.best_defence or 0.0 for one in exact.cards}
        best = max(values.values())
        if not 0 < best < 1 or min(values.values()) == best:
            continue
        chosen = {
            str(depth): ask(deal, strain, played, tricks, Limit(worlds=400, depth=depth)).card
            for depth in DEPTHS
        }
        return {
            "seed": seed,
            "deal": str(deal),
            "strain": strain,
            "played": " ".join(played),
            "tricks": tricks,
            "layouts": exact.layouts,
            "exact": values,
            "chosen": chosen,
        }
    return None


def ask(deal: Deal, strain: str, played: tuple[str, ...], tricks: int, limit: Limit) -> PlayPlan:
    return plan_play(deal, strain, "S", played, tricks=tricks, limit=limit, threads=1)


# --- matches ---


def contracts(contract: str) -> Iterator[tuple[int, Deal]]:
    """Random deals on which South might well be in that contract."""
    for seed in count():
        deal = Deal.random(seed)
        north, south = deal.hands[0], deal.hands[SOUTH]
        points = sum(max(0, (card & 15) - 8) for card in each_card(north | south))
        spades = ((north | south) & 0x1FFF).bit_count()
        if contract == "3NT":
            if 24 <= points <= 27 and spades < 8:
                yield seed, deal
        elif 23 <= points <= 26 and spades >= 8:
            yield seed, deal


def play_match(contract: str, minutes: float, worlds: int, out: Path) -> None:
    done = {one["seed"] for one in lines_of(out)}
    started = time.process_time()
    for seed, deal in contracts(contract):
        if seed in done:
            continue
        if time.process_time() - started > 60 * minutes:
            return
        thoughts: dict[tuple[int, tuple[str, ...]], str] = {}
        made = {
            str(depth): play_out(deal, contract, depth, worlds, seed, thoughts) for depth in DEPTHS
        }
        write_line(out, {"seed": seed, "contract": contract, "tricks": made})


def play_out(
    deal: Deal,
    contract: str,
    depth: int,
    worlds: int,
    seed: int,
    thoughts: dict[tuple[int, tuple[str, ...]], str],
) -> int:
    """South's tricks. What was thought in the same place before is not thought again."""
    strain, target = STRAINS.index(contract[1:]), int(contract[0]) + 6
    play: tuple[str, ...] = ()
    state = follow_play(deal, strain, WEST, play)
    while not state.is_over:
        declares = state.to_move % 2 == SOUTH % 2
        key = (depth if declares else 1, play)
        if key not in thoughts:
            if state.legal_cards.bit_count() == 1:
                thoughts[key] = card_of(state.legal_cards.bit_length() - 1)
            else:
                plan = plan_view(
                    state.view(SOUTH if declares else state.to_move),
                    target,
                    limit=Limit(worlds=worlds, depth=key[0]),
                    seed=seed * 64 + len(play),
                    threads=1,
                    all_cards=False,
                )
                thoughts[key] = plan.card
        play = (*play, thoughts[key])
        state = state.apply(card_number(thoughts[key]))
    return int(state.scores()[SOUTH])


# --- reports ---


def report_of(lines: list[dict[str, Any]]) -> Iterator[str]:
    problems = [one for one in lines if "exact" in one]
    if problems:
        yield f"{len(problems)} problems (from {len(lines)} deals)"
        for depth in map(str, DEPTHS):
            losses = [
                max(one["exact"].values()) - one["exact"][one["chosen"][depth]] for one in problems
            ]
            wrong = sum(loss > 1e-9 for loss in losses)
            yield (
                f"  M = {depth}: wrong in {interval(wrong, len(problems))}, "
                f"chance given away {100 * sum(losses) / len(losses):.2f} points a problem"
            )
    games = [one for one in lines if "contract" in one]
    if games:
        target = int(games[0]["contract"][0]) + 6
        yield f"{len(games)} deals of {games[0]['contract']} by {SEATS[SOUTH]}"
        for depth in map(str, DEPTHS):
            made = sum(one["tricks"][depth] >= target for one in games)
            mean = sum(one["tricks"][depth] for one in games) / len(games)
            better = sum(one["tricks"][depth] >= target > one["tricks"]["1"] for one in games)
            worse = sum(one["tricks"]["1"] >= target > one["tricks"][depth] for one in games)
            yield (
                f"  M = {depth}: made {interval(made, len(games))}, {mean:.3f} tricks; "
                f"against PIMC {better} contracts more, {worse} fewer"
            )


def interval(some: int, whole: int) -> str:
    """A share with its 95 % interval."""
    share = share_interval(some, whole)
    low, high = 100 * share.low, 100 * share.high
    return f"{some} of {whole} = {100 * share.mean:.1f} % ({low:.1f} to {high:.1f})"


if __name__ == "__main__":
    main()
