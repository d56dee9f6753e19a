"""How long a review takes, and whether other seeds give the same verdicts.

    python benchmarks/bench_review.py games.sgf --games 200 --seeds 5

Reads recorded games of Skat: ISS records, or lines of tests/data/xskat_games.csv. CPU seconds are
those of one thread. Agreement is counted over all decisions, and over those that any of the
seeds called something: how many of them all seeds called the same, and how often two seeds agree.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import json
import time
from collections.abc import Iterator
from pathlib import Path

from kiebitz import skat
from kiebitz.arena.skat import declared_game
from kiebitz.players.skat.judgement import WORLDS
from kiebitz.players.skat.review import review


def read_games(path: Path) -> Iterator[skat.State]:
    """The games of a file of records, or of a table of deals with their cards."""
    if path.suffix != ".csv":
        for record in skat.read(path):
            yield record.state
        return
    with path.open() as file:
        for row in csv.DictReader(file):
            yield _from_row(row)


def _from_row(row: dict[str, str]) -> skat.State:
    state = declared_game(
        row["deal"], int(row["declarer"]), row["game"], int(row["bid"]), row["discard"]
    )
    for card in row["plays"].split("."):
        if not state.is_over:
            state = state.play(card)
    return state


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--skip", type=int, default=0, help="leave out so many games first")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--keep", type=Path, help="append every decision here, as JSON lines")
    wanted = parser.parse_args()
    decisions = flagged = same = flagged_same = pairs = pairs_same = 0
    spent = 0.0
    games = 0
    for state in itertools.islice(read_games(wanted.file), wanted.skip, wanted.skip + wanted.games):
        runs = []
        for seed in range(wanted.seeds):
            begin = time.process_time()
            runs.append(list(review(state, worlds=wanted.worlds, seed=seed)))
            spent += time.process_time() - begin
        games += 1
        for one in zip(*runs, strict=True):
            grades = [judged.grade for judged in one]
            decisions += 1
            agree = len(set(grades)) == 1
            same += agree
            if wanted.keep is not None:
                with wanted.keep.open("a") as file:
                    row = [
                        (judged.loss, judged.error, judged.grade, judged.assessment.draws)
                        for judged in one
                    ]
                    file.write(
                        json.dumps([wanted.skip + games, one[0].phase, one[0].trick, row]) + "\n"
                    )
            if not any(grades):
                continue
            flagged += 1
            flagged_same += agree
            for a, b in itertools.combinations(grades, 2):
                pairs += 1
                pairs_same += a == b
        if games % 20 == 0 or games == wanted.games:
            print(
                f"{games} games, {spent / games / wanted.seeds:.2f} CPU s a game; {decisions} "
                f"decisions, {same / decisions:.2%} the same in {wanted.seeds} seeds; {flagged} "
                f"called something by any seed, {flagged_same / max(1, flagged):.1%} the same by "
                f"all, {pairs_same / max(1, pairs):.1%} of pairs of seeds",
                flush=True,
            )


if __name__ == "__main__":
    main()
