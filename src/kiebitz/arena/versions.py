"""Older versions of Kiebitz against this one: how strength grew.

Every older version sits in a virtual environment of its own and is asked through the engine
protocol (see :mod:`kiebitz.arena.engine_player`). It meets this version in whole games on the same
deals, in all seat orders; one log a version, which is continued.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from kiebitz.arena.arbiter import Setting
from kiebitz.arena.config import Config, parse_config
from kiebitz.arena.engine_player import PREFIX
from kiebitz.arena.log import LoggedGame, MatchLog
from kiebitz.arena.match import Standing, create_match, play_match
from kiebitz.arena.report import make_report
from kiebitz.arena.statistics import Interval
from kiebitz.errors import KiebitzError

#: The name of this version in the logs.
NOW = "now"


@dataclass(frozen=True, slots=True)
class Version:
    """An older version: its name and the program that speaks for it."""

    name: str
    program: str

    @classmethod
    def parse(cls, text: str) -> Version:
        """Reads ``NAME=PROGRAM``; of a program alone the verb ``engine`` is asked.

        >>> Version.parse("0.1=/old/bin/kiebitz").program
        '/old/bin/kiebitz engine --parallel 1'
        >>> Version.parse("0.1=/old/bin/kiebitz engine --player rules").program
        '/old/bin/kiebitz engine --player rules'
        """
        name, _, program = text.partition("=")
        if not name or not program.strip() or not name.replace(".", "").replace("-", "").isalnum():
            raise KiebitzError(f"{text!r} is no version: write NAME=PROGRAM, as 0.1=/old/kiebitz")
        if name == NOW:
            raise KiebitzError(f"{NOW!r} is this version: give the older one another name")
        try:
            words = shlex.split(program)
        except ValueError as error:
            raise KiebitzError(f"{text!r} cannot be read: {error}") from None
        if len(words) == 1:
            program = f"{program} engine --parallel 1"
        return cls(name, program)

    def player(self, spec: str) -> str:
        """The player of the arena that stands for it."""
        wanted = "" if "--player" in shlex.split(self.program) else f" --player {spec}"
        return f"{PREFIX}{self.program}{wanted}"


@dataclass(frozen=True, slots=True)
class Growth:
    """By how much this version is ahead of an older one, in points a game."""

    version: str
    deals: int
    ahead: Interval
    p: float | None
    """Wilcoxon's."""
    seconds: tuple[float, float]
    """A move of this version, and of the older one."""
    is_over: bool


def play_version(
    folder: Path,
    version: Version,
    *,
    player: str,
    deals: int,
    seed: int,
    workers: int | None = None,
    on_game: Callable[[Standing, LoggedGame], None] = lambda standing, game: None,
) -> Growth:
    """Plays what is missing in the log of one older version, and says what it gave."""
    with _log_of(folder, version, player, deals, seed) as log:
        play_match(log, workers=workers, on_game=on_game)
        return _growth(version.name, log)


def games_played(folder: Path, version: Version) -> int:
    """How many games against an older version are in the log."""
    path = folder / f"{version.name}.arena"
    if not path.exists():
        return 0
    with MatchLog.open(path) as log:
        return Standing(log).played


def _log_of(folder: Path, version: Version, player: str, deals: int, seed: int) -> MatchLog:
    config = _config(version, player, deals, seed)
    path = folder / f"{version.name}.arena"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        return create_match(path, config)
    log = MatchLog.open(path)
    if replace(log.config, deals=deals) != config:
        log.close()
        raise KiebitzError(f"{path} holds another match: choose another folder")
    if log.config.deals > deals:
        planned = log.config.deals
        log.close()
        raise KiebitzError(f"{path} holds a match of {planned} deals: ask for as many, or more")
    if log.config.deals < deals:
        log.claim()
        log.extend(deals)
    return log


def _config(version: Version, player: str, deals: int, seed: int) -> Config:
    table: dict[str, Setting] = {
        "match": {"seed": seed, "play": "whole"},
        "deals": {"count": deals},
        "player": {NOW: player, version.name: version.player(player)},
    }
    return parse_config(table, Path())


def _growth(name: str, log: MatchLog) -> Growth:
    report = make_report(log)
    comparison = report.comparisons[0]
    standing = Standing(log)
    seconds = {one.player: one.seconds_per_move for one in report.accounts}
    return Growth(
        name,
        sum(1 for _ in standing.counted_deals(log.config.matches[0])),
        comparison.difference,
        comparison.wilcoxon_p,
        (seconds[NOW], seconds[name]),
        report.is_over,
    )
