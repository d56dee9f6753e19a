"""How far the hand model's chances are off: against games that were played, and between moves.

    python benchmarks/bench_hand_model.py games.sgf --games 4000 --hands 60

The first table sorts declared games by the chance that the model gave them at the first card, and
shows how many were won. The second number is what reviews need: two discards of one hand are
compared, by the model and by the open-hand solver in the same random layouts; the error of the
difference is what is left after the chance of the draw.
"""

from __future__ import annotations

import argparse
import itertools
import math
from collections import defaultdict
from pathlib import Path

from kiebitz import skat
from kiebitz.games.skat import Phase
from kiebitz.players.skat.card_judgement import open_value
from kiebitz.players.skat.judgement import assess, shared_bidder
from kiebitz.players.skat.review import decisions_of


def calibration(path: Path, skip: int, games: int) -> None:
    """Prints chances and results, and how far they are apart beyond luck."""
    sums: dict[tuple[str, int], list[float]] = defaultdict(lambda: [0, 0.0, 0.0, 0.0])
    for record in itertools.islice(skat.read(path), skip, skip + games):
        state = record.state
        if state.contract is None or state.declarer is None or not state.is_over:
            continue
        first = next(
            (before for before, _ in decisions_of(state) if before.phase == Phase.PLAY), None
        )
        if first is None:
            continue
        chance = shared_bidder().chance_of(first)
        kind = {"G": "grand", "N": "null"}.get(state.contract.game, "suit")
        one = sums[kind, min(9, int(10 * chance))]
        one[0] += 1
        one[1] += chance
        one[2] += state.result is not None and state.result.won
        one[3] += chance * (1 - chance)
    squares = noise = total = 0.0
    for (kind, tenth), (n, chances, won, variance) in sorted(sums.items()):
        print(
            f"{kind:6} {10 * tenth:3}-{10 * tenth + 10:3} %: {n:6.0f} games, expected "
            f"{chances / n:6.1%}, won {won / n:6.1%}"
        )
        squares += n * ((won - chances) / n) ** 2
        noise += variance / n
        total += n
    print(
        f"off by {math.sqrt(max(0.0, (squares - noise) / max(1.0, total))):.1%} beyond luck, "
        f"{total:.0f} games"
    )


def differences(path: Path, skip: int, hands: int, layouts: int) -> None:
    """Prints how far differences between discards are off."""
    squares: list[float] = []
    for record in skat.read(path):
        if skip > 0:
            skip -= 1
            continue
        before = next(
            (one for one, _ in decisions_of(record.state) if one.phase == Phase.DISCARD), None
        )
        if before is None:
            continue
        view = before.view(before.to_move)
        options = [one for one in assess(view).options if one.win is not None]
        if len(options) < 6 or not 0.1 < (options[0].win or 0) < 0.97:
            continue
        first, other = options[0], options[1 + len(squares) % 5]
        gaps = []
        for number in range(layouts):
            drawn = view.sample(seed=number)
            gaps.append(
                open_value(drawn.play(first.move))[0] - open_value(drawn.play(other.move))[0]
            )
        mean = sum(gaps) / layouts
        variance = (sum(gap * gap for gap in gaps) / layouts - mean * mean) / layouts
        squares.append((mean - ((first.win or 0) - (other.win or 0))) ** 2 - variance)
        if len(squares) == hands:
            break
    mean = sum(squares) / len(squares)
    spread = math.sqrt(sum((one - mean) ** 2 for one in squares) / len(squares) / len(squares))
    low, high = (math.sqrt(max(0.0, mean + sign * 1.96 * spread)) for sign in (-1, 1))
    print(
        f"differences between two discards are off by {math.sqrt(max(0.0, mean)):.1%} "
        f"({low:.1%} to {high:.1%}), {len(squares)} hands, {layouts} layouts each"
    )


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--hands", type=int, default=60)
    parser.add_argument("--layouts", type=int, default=100)
    parser.add_argument("--skip", type=int, default=0, help="leave out so many games first")
    wanted = parser.parse_args()
    calibration(wanted.file, wanted.skip, wanted.games)
    differences(wanted.file, wanted.skip, wanted.hands, wanted.layouts)


if __name__ == "__main__":
    main()
