"""Declarer problems whose answer is proved by counting all layouts, and who errs in them.

    python -m benchmarks.bridge_problems make --from squeezes --count 20 --out squeezes.jsonl
    python -m benchmarks.bridge_problems report tests/data/bridge/problems.jsonl squeezes.jsonl

A problem is an ending with declarer to choose, four cards each. All layouts of the hidden cards are
counted and every card is searched to the end against best defence, so that it is proved which cards
are best; taken is an ending in which some card is better than another and none is sure. What
players choose has no say in that. Where endings come from:

- endings: of random deals, reached by perfect play.
- suits: one suit at random, and top cards of another as entries.
- finesses: ace, king, jack and ten of a suit in two hands without the queen, and other suits.
- squeezes: winners to run, a threat with an entry beside them, other threats; ranks at random.

Of the last two, and of suits with `--kind`, only problems of the kind are taken, and only those
that tempt: some worse card wins at least half as often as the best. Kinds are read off numbers
that are proved (`tests/players/bridge/problem_kinds.py`).
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

from benchmarks.bridge_single_dummy import interval, lines_of, write_line
from kiebitz.bridge import Deal, Solver
from kiebitz.games.bridge.board import follow_play
from kiebitz.games.bridge.cards import STRAINS
from kiebitz.limits import Limit
from tests.players.bridge.problem_kinds import (
    CARDS,
    EVERYTHING,
    KINDS,
    Question,
    ask,
    chances,
    kind_of,
    might_squeeze,
)

WEST = 3
DEPTHS = (1, 2, 3)  # 1 is PIMC
ASKED = ("deal", "contract", "leader", "played", "tricks")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    make = verbs.add_parser("make")
    make.add_argument("--count", type=int, default=50)
    make.add_argument("--from", dest="source", choices=SOURCES, default="endings")
    make.add_argument("--kind", choices=KINDS, help="take these alone")
    make.add_argument("--out", type=Path, required=True)
    prove = verbs.add_parser("prove", help="prove problems again and name their kinds")
    prove.add_argument("files", type=Path, nargs="+")
    prove.add_argument("--out", type=Path, required=True)
    report = verbs.add_parser("report")
    report.add_argument("files", type=Path, nargs="+")
    given = parser.parse_args()
    if given.verb == "make":
        make_problems(given.count, given.source, given.kind, given.out)
        return
    problems = [one for path in given.files for one in lines_of(path) if "kind" in one]
    if given.verb == "report":
        print("\n".join(report_of(problems)))
        return
    for one in problems:
        asked = {name: one[name] for name in ASKED if name in one}
        write_line(given.out, {"set": one["set"], "seed": one["seed"], **(proved(asked) or {})})


def make_problems(number: int, source: str, kind: str | None, out: Path) -> None:
    known = lines_of(out)
    found = sum("kind" in one for one in known)
    kind = kind or {"finesses": "two-way finesse", "squeezes": "squeeze or endplay"}.get(source)
    for seed in count(known[-1]["seed"] + 1 if known else 0):
        if found >= number:
            return
        question = SOURCES[source](seed)
        problem = question and problem_of(question, seed, kind)
        write_line(out, {"set": source, "seed": seed, **(problem or {})})
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


def finesse(seed: int) -> Question:
    """Spades without the queen, whose other honours lie in both hands; the rest at random."""
    chance = random.Random(seed)
    north, south = chance.choice((("AJ", "KT"), ("KJ", "AT"), ("AT", "KJ"), ("KT", "AJ")))
    spades = list("98765432")[: chance.randint(3, 5)]
    chance.shuffle(spades)
    north += "".join(spades.pop() for _ in range(chance.randint(0, 1)))
    south += "".join(spades.pop() for _ in range(chance.randint(0, 1)))
    return filled({"N": north, "S": south}, ["Q", *spades], chance)


def squeeze(seed: int) -> Question:
    """Clubs to run, a spade threat with an entry beside it, threats in the red suits."""
    chance = random.Random(seed)
    ranks = list("AKQJT98")
    entry = ranks.pop(chance.randint(0, 1))
    threat = ranks.pop(chance.randint(0, 2))
    small = ranks.pop()
    running = chance.randint(1, 2)
    return filled(
        {"N": entry + threat, "S": small},
        ranks[: chance.randint(2, 4)],
        chance,
        clubs="AK"[:running],
    )


def filled(
    spades: dict[str, str], hidden_spades: list[str], chance: random.Random, clubs: str = ""
) -> Question:
    """Hands of four: these spades, South's clubs (all there are), the rest red and at random."""
    hands = {seat: {"S": spades.get(seat, ""), "C": ""} for seat in "NESW"}
    hands["S"]["C"] = clubs
    hidden = [("S", rank) for rank in hidden_spades]
    red = [(suit, rank) for rank in "AKQJT98" for suit in "HD"][: chance.randint(10, 14)]
    chance.shuffle(red)
    for seat in "NS":
        while sum(map(len, hands[seat].values())) < CARDS:
            suit, rank = red.pop()
            hands[seat][suit] = hands[seat].get(suit, "") + rank
    hidden = (hidden + sorted(red, key=lambda card: "AKQJT98".index(card[1])))[: 2 * CARDS]
    chance.shuffle(hidden)
    for number, (suit, rank) in enumerate(hidden):
        seat = "EW"[number % 2]
        hands[seat][suit] = hands[seat].get(suit, "") + rank
    texts = (
        ".".join(
            "".join(sorted(hands[seat].get(suit, ""), key="AKQJT98765432".index)) for suit in "SHDC"
        )
        for seat in "NESW"
    )
    return {"deal": "N:" + " ".join(texts), "contract": "NT", "leader": chance.choice("NS")}


SOURCES: dict[str, Callable[[int], Question | None]] = {
    "endings": ending,
    "suits": suit_with_entries,
    "finesses": finesse,
    "squeezes": squeeze,
}


def problem_of(question: Question, seed: int, wanted: str | None = None) -> dict[str, Any] | None:
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
        if wanted == "squeeze or endplay" and not might_squeeze(quick):
            continue
        problem = proved(asked)
        if problem is None or wanted not in (None, problem["kind"]):
            continue
        values = problem["best_defence"].values()
        if wanted and not any(max(values) / 2 <= value < max(values) for value in values):
            continue
        return problem
    return None


def proved(question: Question) -> dict[str, Any] | None:
    """What is proved, and who errs; None if all cards are alike, or one is sure."""
    exact = ask(question, EVERYTHING)
    values = chances(exact)
    if not exact.exact or not 0 < max(values.values()) < 1 or len(set(values.values())) == 1:
        return None
    kind = kind_of(question, exact)
    if kind is None:
        return None
    chosen = {
        str(depth): str(ask(question, Limit(worlds=400, depth=depth)).card) for depth in DEPTHS
    }
    return {
        **question,
        "kind": kind,
        "layouts": exact.layouts,
        "best_defence": rounded(values),
        "double_dummy": rounded({str(one.card): one.double_dummy for one in exact.cards}),
        "chosen": chosen,
    }


def rounded(values: dict[str, float]) -> dict[str, float]:
    return {card: round(value, 6) for card, value in values.items()}


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
