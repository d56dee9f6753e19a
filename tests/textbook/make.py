"""Sets up the endings of `tests/data/skat_textbook_N.csv` from the motifs.

    python -m tests.textbook.make 1 tests/data/skat_textbook_1.csv

For every motif: suits and seats are exchanged, the cards that are gone are dealt and played at
random, and the ending is kept if the solver proves that the game hangs on the card, in the
layouts that the player to move cannot rule out (all count alike, no belief is asked): in each of
them in which another card wins the game it wins too, and each other one loses it in at least one
of ten more. Of motifs for which that is not found soon, such are taken in which it wins five
times as often where another one does not as the other way round. What a text says of points is
checked. Nothing is explained here, and no ending is left out for what is said of it.
"""

from __future__ import annotations

import csv
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from kiebitz._core import skat_players as core
from kiebitz.arena.skat import declared_game
from kiebitz.beliefs.skat import make_belief
from kiebitz.games.skat import DECK, Contract, State, View, card_points
from kiebitz.players.skat.card_reasons import trick_winner
from tests.textbook.motifs import MOTIFS, Motif

FIELDS = ("concept", "deal", "declarer", "game", "bid", "discard", "plays", "best", "text")
_EACH = 2
_TRIES = 4000
_MOST_LAYOUTS = 4000
_CLEARLY = 0.1
_SUITS = "CSHD"


def prove(view: View, wanted: Sequence[str], is_strict: bool) -> bool:
    """Whether the wanted card, or one of two that are alike, is the only best one."""
    if view.count_worlds() > _MOST_LAYOUTS:
        return False
    worlds = [world for world, _ in make_belief("uniform").draw(view, _MOST_LAYOUTS, 0)]
    rows = core.solver_evaluation("list").evaluate(view.native, worlds)
    wins: dict[str, list[bool]] = {
        str(card): [row[at][0] > 0.5 for row in rows] for at, card in enumerate(view.legal_moves)
    }
    best = wins[wanted[0]]
    for card, other in wins.items():
        if card in wanted:
            if other != best:
                return False
            continue
        better = sum(b > o for b, o in zip(best, other, strict=True))
        worse = sum(b < o for b, o in zip(best, other, strict=True))
        if better < _CLEARLY * len(best) or worse > (0 if is_strict else better / 5):
            return False
    return True


def set_up(motif: Motif, chance: random.Random, is_strict: bool) -> dict[str, str] | None:
    """One ending with a game before it, or none."""
    suits = dict(zip(_SUITS, chance.sample(_SUITS, 4), strict=True))

    def cards(text: str) -> list[str]:
        # Jacks are trumps in their own order, whatever suit is called clubs.
        return [
            c if c[1] == "J" and motif.game[0] != "N" else suits[c[0]] + c[1] for c in text.split()
        ]

    game = suits.get(motif.game, motif.game)
    contract = Contract.parse(game)
    mover = chance.randrange(3)
    places = {"me": mover, "left": (mover + 1) % 3, "right": (mover + 2) % 3}
    declarer = places[motif.declarer]
    table = cards(motif.table)
    hands = [cards(getattr(motif, role)) for role in sorted(places, key=places.__getitem__)]
    leader = (mover - len(table)) % 3
    for at, card in enumerate(table):
        hands[(leader + at) % 3].append(card)
    gone: list[str] = [card for card in DECK if not any(card in hand for hand in hands)]
    chance.shuffle(gone)
    skat, gone = gone[:2], gone[2:]
    rest: list[list[str]] = []
    for hand in hands:
        rest.append(gone[: 10 - len(hand)])
        gone = gone[10 - len(hand) :]
    plays = _play(contract, rest, hands, leader, chance)
    if plays is None:
        return None
    deal = [card for seat in range(3) for card in rest[seat] + hands[seat]] + skat
    row = {
        "concept": motif.concept,
        "deal": ".".join(deal),
        "declarer": str(declarer),
        "game": game,
        "bid": "18",
        "discard": ".".join(skat),
        "plays": ".".join(plays + table),
        "best": "|".join(card for text in motif.best.split("|") for card in cards(text)),
        "text": motif.text,
    }
    state = ending(row)
    if state is None or state.to_move != mover:
        return None
    view = state.view(mover)
    best = row["best"].split("|")
    if motif.concept == "count" and not _counts(view, best[0]):
        return None
    return row if prove(view, best, is_strict) else None


def _counts(view: View, card: str) -> bool:
    """Whether the last card of a trick decides the game by its points."""
    own, others = view.trick_points
    here = card_points((*view.trick, card))
    if view.seat == view.declarer:
        so_far = own + card_points(view.discard)
        return so_far < 61 <= so_far + here
    return others < 60 <= others + here


def ending(row: dict[str, str]) -> State | None:
    """The position of a row; none if the game was over before."""
    state = declared_game(
        row["deal"], int(row["declarer"]), row["game"], int(row["bid"]), row["discard"]
    )
    for card in row["plays"].split("."):
        if state.is_over:
            return None
        state = state.play(card)
    return None if state.is_over else state


def _play(
    contract: Contract,
    rest: list[list[str]],
    kept: list[list[str]],
    last: int,
    chance: random.Random,
) -> list[str] | None:
    """The cards that are gone, in tricks by the rules, so that one seat leads the ending."""

    def suit(card: str) -> str:
        return "T" if contract.is_trump(card) else card[0]

    left = [list(cards) for cards in rest]
    plays: list[str] = []
    leader = 0
    while any(left):
        trick: list[str] = []
        for at in range(3):
            seat = (leader + at) % 3
            choice = left[seat]
            if trick:
                led = suit(trick[0])
                follow = [card for card in left[seat] if suit(card) == led]
                if not follow and any(suit(card) == led for card in kept[seat]):
                    return None
                choice = follow or left[seat]
            trick.append(chance.choice(choice))
            left[seat].remove(trick[-1])
        leader = (leader + trick_winner(contract, trick)) % 3
        plays += trick
    return plays if leader == last else None


def main() -> None:
    """Writes the file and says which motifs could not be proved."""
    rows = []
    for number, motif in enumerate(MOTIFS):
        chance = random.Random(f"{sys.argv[1]} {number}")
        found: list[dict[str, str]] = []
        tries = 0
        while len(found) < _EACH and tries < _TRIES * _EACH:
            tries += 1
            row = set_up(motif, chance, tries <= _TRIES)
            if row is not None:
                found.append(row)
        print(f"{len(found)} of {motif.concept}: {motif.text} ({tries} tries)", flush=True)
        rows += found
    with Path(sys.argv[2]).open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    print(f"{len(rows)} endings")


if __name__ == "__main__":
    main()
