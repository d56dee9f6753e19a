"""`make attack`: an hour of trying to break Kiebitz, and a report of what was tried.

python -m tests.attack --minutes 60 --report docs/attack.md
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
import traceback
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from kiebitz import __version__
from tests.attack import endings, engine_lines, page


@dataclass(frozen=True)
class Part:
    """One way to attack; `run` gets the moment to stop at and a seed, and gives what it counted."""

    name: str
    counted: str
    share: float
    run: Callable[[float, int], int]


@dataclass(frozen=True)
class Outcome:
    """What a part counted, how long it took, and how it broke."""

    part: Part
    count: int
    seconds: float
    broken: str


def hostile_lines(until: float, seed: int) -> int:
    """Damaged lines for the engine, with stdout in every encoding in turn."""
    sent, number = 0, seed
    while True:
        encoding = engine_lines.ENCODINGS[number % len(engine_lines.ENCODINGS)]
        sent += engine_lines.attack(1000, number, encoding)
        number += 1
        if time.monotonic() > until:
            return sent


def killed_matches(until: float, seed: int) -> int:
    """Matches killed again and again: no game is lost, none is played twice."""
    from tests.arena import test_resume as resume

    rounds = 0
    while True:
        with TemporaryDirectory() as name:
            resume.test_killed_again_and_again_a_match_loses_no_game_and_plays_none_twice(
                Path(name)
            )
        rounds += 1
        if time.monotonic() > until:
            return rounds


PARTS = (
    Part("Skat endings against brute force", "cards compared", 0.2, endings.skat_endings),
    Part("Bridge endings against brute force", "cards compared", 0.2, endings.bridge_endings),
    Part("Damaged lines to the engine", "lines answered", 0.15, hostile_lines),
    Part("Hostile requests to every route", "requests answered", 0.15, page.hostile_requests),
    Part("Slow clients", "connections held open", 0.05, page.slow_clients),
    Part("Killed servers", "kills", 0.1, page.killed_servers),
    Part("Killed matches", "matches, each killed at least three times", 0.1, killed_matches),
    Part("A full disk", "requests without room", 0.05, page.full_disk),
)


def attack(
    minutes: float, seed: int, parts: tuple[Part, ...] = PARTS, jobs: int = 1
) -> list[Outcome]:
    """Runs all parts, so many at a time; one that breaks does not end the others.

    The minutes are those of all parts together.
    """
    with ProcessPoolExecutor(jobs, max_tasks_per_child=1) as pool:
        running = [pool.submit(_run, part, 60 * minutes * part.share, seed) for part in parts]
        return [one.result() for one in running]


def _run(part: Part, seconds: float, seed: int) -> Outcome:
    started = time.monotonic()
    count, broken = 0, ""
    try:
        count = part.run(started + seconds, seed)
    except Exception as error:
        broken = f"{type(error).__name__}: {error}"
        traceback.print_exc()
    took = time.monotonic() - started
    told = broken or f"{count:,} {part.counted}"
    print(f"{part.name}: {told} in {took:.0f} s", file=sys.stderr, flush=True)
    return Outcome(part, count, took, broken)


def report(outcomes: list[Outcome], seed: int, jobs: int = 1) -> str:
    """The page of the documentation."""
    whole = sum(one.seconds for one in outcomes)
    broken = [one for one in outcomes if one.broken]
    lines = [
        "# The last attack",
        "",
        "`make attack` tries to break Kiebitz for an hour, or with `ATTACK_MINUTES=5` for five",
        "minutes, and writes this page. The first seconds of every part are among the tests.",
        "",
        f"Kiebitz {__version__}, {datetime.now(UTC):%Y-%m-%d}, {whole / 60:.1f} minutes"
        f"{f' of attacks, {jobs} at a time' if jobs > 1 else ''}, "
        f"seed {seed}, {os.cpu_count()} cores, Python {platform.python_version()}.",
        "",
        "| attack | tried | seconds | broken |",
        "| --- | --- | --- | --- |",
    ]
    for one in outcomes:
        tried = f"{one.count:,} {one.part.counted}" if one.count or not one.broken else "–"
        lines.append(
            f"| {one.part.name} | {tried} | {one.seconds:.0f} | {'yes' if one.broken else 'no'} |"
        )
    lines.append("")
    lines += ["Nothing broke."] if not broken else ["What broke:", ""]
    lines += [f"- {one.part.name}: `{' '.join(one.broken.split())[:400]}`" for one in broken]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--jobs", type=int, default=1, help="parts that run at a time")
    parser.add_argument("--report", type=Path, help="a page to write")
    chosen = parser.parse_args()
    outcomes = attack(chosen.minutes, chosen.seed, jobs=chosen.jobs)
    told = report(outcomes, chosen.seed, chosen.jobs)
    if chosen.report is not None:
        chosen.report.write_text(told, encoding="utf-8")
    print(told)
    sys.exit(1 if any(one.broken for one in outcomes) else 0)
