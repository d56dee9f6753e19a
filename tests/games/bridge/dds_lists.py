"""The solved deals of the DDS project."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "data" / "bridge"
ZONES = ("None", "All", "NS", "EW")


@dataclass(frozen=True)
class Solved:
    deal: str
    dealer: int
    vulnerable: str
    trump: int
    leader: int
    cards: dict[str, int]
    table: list[list[int]]
    par_score: int
    par_contracts: tuple[str, str]  # when North-South and when East-West speak first
    play: list[str]
    trace: list[int]


def read(name: str) -> list[Solved]:
    solved: list[Solved] = []
    found: dict[str, str] = {}
    for line in (FOLDER / name).read_text().splitlines():
        word, _, rest = line.strip().partition(" ")
        found[word] = rest
        if word == "TRACE":
            solved.append(_solved(found))
            found = {}
    return solved


def _solved(found: dict[str, str]) -> Solved:
    numbers, deal = found["PBN"].split('"')[:2]
    dealer, zone, trump, leader = map(int, numbers.split())
    future = list(map(int, found["FUT"].split()))
    n = future[0]
    suits, ranks, equals, scores = (future[1 + i * n : 1 + (i + 1) * n] for i in range(4))
    cards: dict[str, int] = {}
    for suit, rank, equal, score in zip(suits, ranks, equals, scores, strict=True):
        for value in [rank, *(bit for bit in range(2, 15) if equal >> bit & 1)]:
            cards["SHDC"[suit] + "23456789TJQKA"[value - 2]] = score
    table = list(map(int, found["TABLE"].split()))
    par = re.findall(r'"([^"]*)"', found["PAR"])
    play = found["PLAY"].split('"')[1]
    return Solved(
        deal,
        dealer,
        ZONES[zone],
        trump,
        leader,
        cards,
        [table[4 * i : 4 * i + 4] for i in range(5)],
        int(par[0].split()[1]),
        (par[2].removeprefix("NS:"), par[3].removeprefix("EW:")),
        [play[i : i + 2] for i in range(0, len(play), 2)],
        list(map(int, found["TRACE"].split()))[1:],
    )
