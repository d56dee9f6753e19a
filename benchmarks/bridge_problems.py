"""Declarer problems whose answer is proved by counting all layouts, and who errs in them.

    python -m benchmarks.bridge_problems make --count 50 --out endings.jsonl
    python -m benchmarks.bridge_problems make --count 50 --suit --out suits.jsonl
    python -m benchmarks.bridge_problems report endings.jsonl suits.jsonl

A problem is an ending with declarer to choose. All layouts of the hidden cards are counted and
every card is searched to the end against best defence, so that it is proved which cards are best;
taken is an ending in which some card is better than another and none is sure. Endings are of random
deals, reached by perfect play, four cards each. With `--suit` one suit is dealt at random, and top
cards of another are entries. What players choose has no say in that.

The kind of a problem is read off proved numbers:

- safety play: the best card is not the best one if a trick more is wanted.
- guess: with open cards some card would win more often than any card wins in truth.
- cash first: the best cards are led and win their trick in every layout; others are worse.
- choice of chances: the rest.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from benchmarks.bridge_single_dummy import interval, lines_of, write_line
from kiebitz.bridge import Deal, PlayPlan, Solver, plan_play
from kiebitz.games.bridge.board import follow_play
from kiebitz.games.bridge.cards import STRAINS
from kiebitz.limits import Limit

WEST = 3
DEPTHS = (1, 2, 3)  # 1 is PIMC
CARDS = 4  # in each hand
EVERYTHING = Limit(worlds=400, depth=52, nodes=6_000_000)
KINDS = ("safety play", "guess", "cash first", "choice of chances")

Question = dict[str, Any]  # what `plan_play` is asked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    make = verbs.add_parser("make")
    make.add_argument("--count", type=int, default=50)
    make.add_argument("--suit", action="store_true", help="one suit with entries")
    make.add_argument("--out", type=Path, required=True)
    report = verbs.add_parser("report")
    report.add_argument("files", type=Path, nargs="+")
    given = parser.parse_args()
    if given.verb == "make":
        make_problems(given.count, given.suit, given.out)
    else:
        lines = [one for path in given.files for one in lines_of(path) if "kind" in one]
        print("\n".join(report_of(lines)))


def make_problems(number: int, suit: bool, out: Path) -> None:
    known = lines_of(out)
    found = sum("kind" in one for one in known)
    for seed in count(known[-1]["seed"] + 1 if known else 0):
        if found >= number:
            return
        question = suit_with_entries(seed) if suit else ending(seed)
        problem = question and problem_of(question, seed)
        write_line(out, {"seed": seed, **(problem or {})})
        found += bool(problem)


def ending(seed: int) -> Question | None:
    """The end of a random deal, with declarer's side to choose."""
    deal = Deal.random(seed)
    strain = STRAINS[(4, 0, 4, 1)[seed // 2 % 4]]
    line = Solver().line(deal, strain, WEST)
    for end in range(52 - 4 * CARDS, 52):
        if follow_play(deal, STRAINS.index(strain), WEST, line[:end]).to_move % 2 == 0:
            return {"deal": str(deal), "contract": strain, "played": " ".join(line[:end])}
    return None


def suit_with_entries(seed: int) -> Question:
    """Spades at random; top hearts as entries beside three of them; the rest does not matter."""
    chance = random.Random(seed)
    lengths = {"N": chance.choice((3, 4, 4)), "S": chance.choice((3, 4, 4)), "E": 0, "W": 0}
    hidden = chance.randint(4, min(6, 13 - lengths["N"] - lengths["S"]))
    spades = list("AKQJT98765432")[: lengths["N"] + lengths["S"] + hidden]
    chance.shuffle(spades)
    lengths["W"] = chance.randint(hidden - CARDS if hidden > CARDS else 0, min(hidden, CARDS))
    lengths["E"] = hidden - lengths["W"]
    rest = {"N": "A..", "S": "K..", "E": ".5432.", "W": "..5432"}
    hands = {}
    for seat, length in lengths.items():
        held = sorted(spades[:length], key="AKQJT98765432".index)
        del spades[:length]
        fill = "." + rest[seat]
        for _ in range(sum(mark != "." for mark in fill) - (CARDS - length)):
            last = max(place for place, mark in enumerate(fill) if mark != ".")
            fill = fill[:last] + fill[last + 1 :]
        hands[seat] = "".join(held) + fill
    return {
        "deal": "N:" + " ".join(hands[seat] for seat in "NESW"),
        "contract": "NT",
        "leader": chance.choice("NS"),
    }


def problem_of(question: Question, seed: int) -> dict[str, Any] | None:
    """With the first number of tricks that makes it a problem; what is proved, and who errs.

    Every other seed begins with few tricks: there are the safety plays.
    """
    numbers = range(1, 1 + (13 if "played" in question else CARDS))
    for tricks in numbers if seed % 2 else reversed(numbers):
        asked = {**question, "tricks": tricks}
        quick = ask(asked, Limit(worlds=400, depth=1))
        # Nobody makes it, or even open cards show that all cards are alike and safe.
        if max(one.double_dummy for one in quick.cards) == 0:
            continue
        if min(one.double_dummy for one in quick.cards) == 1:
            continue
        exact = ask(asked, EVERYTHING)
        if not exact.exact:
            continue
        values = chances(exact)
        if not 0 < max(values.values()) < 1 or len(set(values.values())) == 1:
            continue
        kind = kind_of(asked, exact)
        if kind is None:
            continue
        chosen = {
            str(depth): str(ask(asked, Limit(worlds=400, depth=depth)).card) for depth in DEPTHS
        }
        return {
            **asked,
            "kind": kind,
            "layouts": exact.layouts,
            "best_defence": values,
            "double_dummy": {str(one.card): one.double_dummy for one in exact.cards},
            "chosen": chosen,
        }
    return None


def ask(question: Question, limit: Limit) -> PlayPlan:
    return plan_play(declarer="S", limit=limit, threads=1, **question)


def chances(plan: PlayPlan) -> dict[str, float]:
    return {str(one.card): one.best_defence or 0.0 for one in plan.cards}


def kind_of(question: Question, exact: PlayPlan) -> str | None:
    """None if that could not be proved."""
    values = chances(exact)
    most = max(values.values())
    best = {card for card, value in values.items() if value == most}
    size = 13 if "played" in question else CARDS
    if question["tricks"] < size:
        above = ask({**question, "tricks": question["tricks"] + 1}, EVERYTHING)
        if not above.exact:
            return None
        more = chances(above)
        if max(more.values()) > max(more[card] for card in best):
            return "safety play"
    if max(one.double_dummy for one in exact.cards) > most:
        return "guess"
    if all(wins_for_sure(question, exact, card) for card in best):
        return "cash first"
    return "choice of chances"


def wins_for_sure(question: Question, plan: PlayPlan, card: str) -> bool:
    """Whether the card is led and no layout lets a defender beat it."""
    view = plan.view
    if view is None or view.trick or question["contract"] != "NT":
        return False
    rank = "23456789TJQKA".index(card[1])
    held = {"SHDC".index(card[0]) * 16 + above for above in range(rank + 1, 13)}
    return not any(view.hidden >> number & 1 for number in held)


# --- the report ---


def report_of(problems: list[dict[str, Any]]) -> Iterator[str]:
    yield f"{len(problems)} problems"
    for kind in (*KINDS, None):
        some = [one for one in problems if kind in (None, one["kind"])]
        if not some:
            continue
        blind = sum(cannot_tell(one) for one in some)
        yield f"{kind or 'all'}: {len(some)}; double dummy cannot tell in {blind}"
        for depth in map(str, DEPTHS):
            lost = [loss_of(one, depth) for one in some]
            wrong = sum(loss > 1e-9 for loss in lost)
            yield (
                f"  M = {depth}: wrong in {interval(wrong, len(some))}, "
                f"chance given away {100 * sum(lost) / len(lost):.2f} points a problem"
            )


def loss_of(problem: dict[str, Any], depth: str) -> float:
    values = problem["best_defence"]
    return float(max(values.values()) - values[problem["chosen"][depth]])


def cannot_tell(problem: dict[str, Any]) -> bool:
    """Whether with open cards some worse card looks at least as good as every best one."""
    values, open_cards = problem["best_defence"], problem["double_dummy"]
    most = max(values.values())
    best = max(open_cards[card] for card in values if values[card] == most)
    return any(open_cards[card] >= best for card in values if values[card] < most)


if __name__ == "__main__":
    main()
