"""Games that XSkat plays against itself, as ISS records: `xskat_records.py OUT GAMES`.

Debian's xskat writes a log of its games; letters tell who led to a trick (`Club_9`) and who won it
(`CLUB A`). The log tells the last bid only, so the auction is the shortest that ends so.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from kiebitz.arena.skat import declared_game
from kiebitz.errors import KiebitzError
from kiebitz.games.skat.records import Record

SUITS = {"diamond": "D", "heart": "H", "spade": "S", "club": "C"}
GAMES = {**{name.capitalize(): suit for name, suit in SUITS.items()}, "Grand": "G", "Null": "N"}
CARD = re.compile(r"(Diamond|Heart|Spade|Club)([ _])(10|[7-9AKQJ])", re.IGNORECASE)


def card_of(found: re.Match[str]) -> str:
    return SUITS[found[1].lower()] + ("T" if found[3] == "10" else found[3])


def games_of(log: str) -> Iterator[str]:
    """The records of a log; hand games and games that all passed are left out."""
    for text in log.split("=" * 40):
        try:
            record = record_of(text)
        except (KiebitzError, IndexError, ValueError, StopIteration):
            continue
        if record:
            yield record


def record_of(text: str) -> str | None:
    bid = re.search(r"Last bid: (\d+)", text)
    played = re.search(r"Computer(\d) played (\w+)\s*$", text, re.MULTILINE)
    if bid is None or played is None or played[2] not in GAMES:
        return None
    rows = [list(CARD.finditer(line)) for line in text.splitlines()]
    rows = [row for row in rows if len(row) == 3]
    tricks = [[card_of(found) for found in row] for row in rows[:-10]]
    hands = [[card_of(rows[-10 + n][seat]) for n in range(10)] for seat in range(3)]
    skat_is, skat_was = (
        [card_of(found) for found in CARD.finditer(line)]
        for line in re.findall(r"Skat (?:is|was): (.*)", text)
    )
    declarer = int(played[1]) - 1
    hands[declarer] = [card for card in hands[declarer] if card not in skat_was] + [
        card for card in skat_is if card not in hands[declarer]
    ]
    if any(len(hand) != 10 for hand in hands):
        return None
    first = leader_of(rows[0])
    seats = [(first + place) % 3 for place in range(3)]
    deal = ".".join(card for seat in seats for card in hands[seat])
    state = declared_game(
        f"{deal}.{'.'.join(skat_was)}",
        seats.index(declarer),
        GAMES[played[2]],
        int(bid[1]),
        ".".join(skat_is),
    )
    for row, cards in zip(rows, tricks, strict=False):
        leader = leader_of(row)
        for place in range(3):
            if state.is_over:
                return Record.of(state).to_sgf()
            state = state.play(cards[(leader + place) % 3])
    names = {f"P{seat}": "xskat" for seat in range(3)}
    return Record.of(state, **names).to_sgf() if state.is_over else None


def leader_of(row: list[re.Match[str]]) -> int:
    led = [seat for seat, found in enumerate(row) if found[2] == "_"]
    if led:
        return led[0]
    return next(seat for seat, found in enumerate(row) if found[1].isupper())


def main() -> None:
    out, wanted = Path(sys.argv[1]), int(sys.argv[2])
    written = 0
    with out.open("w") as file, tempfile.TemporaryDirectory() as folder:
        while written < wanted:
            log = Path(folder) / "log"
            log.unlink(missing_ok=True)
            command = ["/usr/games/xskat", "-auto", "2000", "-log", str(log), "-unfmt"]
            command += ["-lang", "english", "-s1", "0", "-s2", "0", "-s3", "0"]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            for record in games_of(log.read_text()):
                file.write(f"{record}\n")
                written += 1
    print(f"{written} games in {out}")


if __name__ == "__main__":
    main()
