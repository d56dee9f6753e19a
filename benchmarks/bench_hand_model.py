"""How far the hand model's chances are off, against games that were played.

    python benchmarks/bench_hand_model.py games.sgf --games 4000
    python benchmarks/bench_hand_model.py games.sgf --games 4000 --calls

Sorts declared games by the chance that the model gave them at the first card, or at the
declarer's last call, and shows how many were won. Reviews compare moves of one hand, where an
optimism that is common to all of them drops out: so the error is also told after the log odds of
all games of a kind were moved together.
"""

from __future__ import annotations

import argparse
import itertools
import math
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from kiebitz import skat
from kiebitz.games.skat import Phase
from kiebitz.players.skat.judgement import shared_bidder
from kiebitz.players.skat.review import decisions_of

Game = tuple[str, float, bool]


def read_chances(path: Path, skip: int, games: int, calls: bool) -> Iterator[Game]:
    """Of every declared game: its kind, its chance, and whether it was won."""
    for record in itertools.islice(skat.read(path), skip, skip + games):
        state = record.state
        first = next((one for one, _ in decisions_of(state) if one.phase == Phase.PLAY), None)
        if state.contract is None or state.result is None or first is None:
            continue
        if calls:
            yield "call", chance_at_call(state), state.result.won
            continue
        kind = {"G": "grand", "N": "null"}.get(state.contract.game, "suit")
        yield kind, shared_bidder().chance_of(first), state.result.won


def chance_at_call(state: skat.State) -> float:
    """What the declarer's last call promised."""
    view, call = next(
        (one.view(one.to_move), move)
        for one, move in reversed(decisions_of(state))
        if one.phase in (Phase.BID, Phase.ANSWER) and one.to_move == state.declarer and move != "p"
    )
    return shared_bidder().carried(view, view.bid if call == "y" else int(call)).win


def shifted(chance: float, shift: float) -> float:
    """A chance whose log odds are moved."""
    if not 0 < chance < 1:
        return chance
    return 1 / (1 + (1 - chance) / chance * math.exp(-shift))


def common_shift(games: list[Game]) -> float:
    """The shift of all log odds with which as many games are expected as were won."""
    low, high = -5.0, 5.0
    won = sum(one[2] for one in games)
    for _ in range(40):
        middle = (low + high) / 2
        if sum(shifted(chance, middle) for _, chance, _ in games) > won:
            high = middle
        else:
            low = middle
    return low


def show(games: list[Game], shift: dict[str, float], is_shown: bool) -> float:
    """How far tenths of chances are off beyond luck; prints them, if wanted."""
    sums: dict[tuple[str, int], list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0, 0.0])
    for kind, plain, won in games:
        chance = shifted(plain, shift.get(kind, 0.0))
        one = sums[kind, min(9, int(10 * plain))]
        for place, value in enumerate((1.0, chance, float(won), chance * (1 - chance))):
            one[place] += value
    squares = 0.0
    for (kind, tenth), (n, chances, won_games, variance) in sorted(sums.items()):
        if is_shown:
            print(
                f"{kind:6} {10 * tenth:3}-{10 * tenth + 10:3} %: {n:6.0f} games, expected "
                f"{chances / n:6.1%}, won {won_games / n:6.1%}"
            )
        squares += ((won_games - chances) ** 2 - variance) / n
    return math.sqrt(max(0.0, squares / len(games)))


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--skip", type=int, default=0, help="leave out so many games first")
    parser.add_argument("--calls", action="store_true", help="at the declarer's last call")
    wanted = parser.parse_args()
    games = list(read_chances(wanted.file, wanted.skip, wanted.games, wanted.calls))
    plain = show(games, {}, True)
    kinds = {one[0] for one in games}
    shift = {kind: common_shift([one for one in games if one[0] == kind]) for kind in kinds}
    print(f"{len(games)} games; off by {plain:.1%} beyond luck")
    told = ", ".join(f"{kind} {shift[kind]:+.2f}" for kind in sorted(kinds))
    print(f"log odds of all games of a kind moved by {told}: {show(games, shift, False):.1%}")


if __name__ == "__main__":
    main()
