"""How often players threw away a certain win, by trick and role (thesis figures 6.2 and 9.6)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kiebitz.arena.arbiter import Declared
from kiebitz.arena.executor import Cluster, Executor, Unit
from kiebitz.arena.judges import JUDGES, ROLES, judge_game
from kiebitz.arena.log import LoggedGame, MatchLog
from kiebitz.arena.statistics import Interval, share_interval
from kiebitz.errors import KiebitzError


@dataclass(frozen=True, slots=True)
class ErrorRate:
    """A player's errors in a role, in one trick or (trick 0) in all.

    `against` are the players of the other party, by name.
    """

    player: str
    role: str
    against: str
    trick: int
    errors: int
    rate: Interval


def judge_match(
    log: MatchLog,
    judge: str,
    *,
    workers: int | None = None,
    cluster: Cluster | None = None,
    on_game: Callable[[], None] = lambda: None,
) -> None:
    """Lets a judge look at all games of a match that it has not seen; what it finds is logged."""
    if log.config.game != "skat":
        raise KiebitzError("only games of Skat can be judged")
    if judge not in JUDGES:
        raise KiebitzError(f"there is no judge {judge!r}: {', '.join(JUDGES)}")
    log.claim()
    units = (Unit(game.number, (judge, game.result.record), 0) for game in unjudged(log, judge))
    with Executor(workers=workers, cluster=cluster) as executor:
        for outcome in executor.run(judge_game, units, ordered=False):
            log.add_judgement(outcome.index, judge, outcome.value)
            on_game()


def unjudged(log: MatchLog, judge: str) -> Iterator[LoggedGame]:
    """The games that a judge has not seen."""
    seen = log.judgements(judge)
    return (game for game in log.games() if game.number not in seen)


def error_rates(log: MatchLog, judge: str) -> list[ErrorRate]:
    """The rates of all players, with Wilson's 95 % intervals."""
    found = log.judgements(judge)
    counts: dict[tuple[str, str, str, int], list[int]] = defaultdict(lambda: [0, 0])
    for game in log.games():
        facts = game.result.facts
        if not isinstance(facts, Declared):
            continue
        for trick, seat, role, is_error in found.get(game.number, ()):
            others = _others(game, seat, facts.declarer)
            for place in (trick, 0):
                count = counts[game.result.seats[seat], role, others, place]
                count[0] += bool(is_error)
                count[1] += 1
    names = [one.name for one in log.config.contestants]
    order = sorted(
        counts, key=lambda key: (names.index(key[0]), ROLES.index(key[1]), key[2], key[3])
    )
    return [ErrorRate(*key, counts[key][0], share_interval(*counts[key])) for key in order]


def _others(game: LoggedGame, seat: int, declarer: int) -> str:
    seats = game.result.seats
    if seat != declarer:
        return seats[declarer]
    return ", ".join(sorted({name for other, name in enumerate(seats) if other != declarer}))
