"""What a match has shown: comparisons of two players, the cross table, and each player's games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from kiebitz.arena.arbiter import Declared, Passed
from kiebitz.arena.config import Config, Match
from kiebitz.arena.log import MatchLog
from kiebitz.arena.match import Standing, deal_scores
from kiebitz.arena.statistics import (
    Interval,
    mean_interval,
    ratio_interval,
    share_interval,
    wilcoxon_p,
)
from kiebitz.arena.table import GameResult

ALL = "all"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two players on the same deals; scores are points a game."""

    players: tuple[str, str]
    kind: str  # of games, or all
    scores: tuple[Interval, Interval]
    difference: Interval
    wilcoxon_p: float | None


@dataclass(frozen=True, slots=True)
class Test:
    """How a sequential test stands; `verdict` is upper, lower or None."""

    players: tuple[str, str]
    verdict: str | None
    llr: float
    bounds: tuple[float, float]
    lower: float
    upper: float
    deals: int


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of the cross table: a declarer against defenders."""

    declarer: str
    defenders: str
    kind: str
    score: Interval
    defence: Interval
    won: Interval
    points: Interval


@dataclass(frozen=True, slots=True)
class Account:
    """One player's games: shares are of all its games, or of those it declared."""

    player: str
    games: int
    score: Interval
    declared: Interval
    won: Interval
    won_by_kind: Mapping[str, Interval]
    points: Interval
    forfeits: int
    seconds_per_move: float


@dataclass(frozen=True, slots=True)
class Report:
    """All tables of a match."""

    config: Config
    games: int
    total: int
    counted: int
    passed: int
    is_over: bool
    comparisons: tuple[Comparison, ...]
    tests: tuple[Test, ...]
    cells: tuple[Cell, ...]
    accounts: tuple[Account, ...]
    notes: tuple[tuple[int, str], ...]


def make_report(log: MatchLog) -> Report:
    """Computes the tables of a match, finished or not."""
    standing = Standing(log)
    config = log.config
    counted = _counted(standing)
    games = [(deal, result) for deal, _, result in counted]
    played = [(deal, result) for deal, result in games if _is_played(config, result)]
    return Report(
        config=config,
        games=standing.played,
        total=standing.total,
        counted=len(counted),
        passed=sum(isinstance(result.facts, Passed) for _, result in games),
        is_over=standing.is_over,
        comparisons=tuple(
            comparison for match in config.matches for comparison in _comparisons(standing, match)
        ),
        tests=tuple(_tests(standing)),
        cells=tuple(_cells(config, counted)) if config.by_part else (),
        accounts=tuple(_account(one.name, played) for one in config.contestants),
        notes=tuple((g.number, g.result.note) for g in log.games() if g.result.note),
    )


def _counted(standing: Standing) -> list[tuple[int, int, GameResult]]:
    """The games that count, as (deal, casting, result): those played before their tests ended."""
    config = standing.config
    wanted: set[tuple[int, int]] = set()
    in_a_match: set[int] = set()
    for match in config.matches:
        in_a_match.update(match.castings)
        for deal in standing.counted_deals(match):
            wanted.update((deal, casting) for casting in match.castings)
    for deal in range(standing.deals):
        for casting in standing.results(deal):
            if casting not in in_a_match:
                wanted.add((deal, casting))
    return [(deal, casting, standing.results(deal)[casting]) for deal, casting in sorted(wanted)]


def _is_played(config: Config, result: GameResult) -> bool:
    # The bidder's name stands at all seats when all passed.
    return not (config.by_part and isinstance(result.facts, Passed))


def _comparisons(standing: Standing, match: Match) -> Iterable[Comparison]:
    config = standing.config
    by_kind: dict[str, list[list[float]]] = defaultdict(list)
    for deal in standing.counted_deals(match):
        results = [standing.results(deal)[casting] for casting in match.castings]
        scores = deal_scores(config, match, results)
        if scores is not None:
            by_kind[ALL].append(scores)
            # As parts, all games on a deal are of one kind.
            if config.by_part:
                facts = results[0].facts
                by_kind[facts.kind if isinstance(facts, Declared) else ALL].append(scores)
    kinds = [ALL, *sorted(set(by_kind) - {ALL})]
    for kind in kinds if len(kinds) > 2 else [ALL]:
        pairs = by_kind[kind]
        differences = [first - second for first, second in pairs]
        yield Comparison(
            match.players,
            kind,
            (
                mean_interval([first for first, _ in pairs]),
                mean_interval([second for _, second in pairs]),
            ),
            mean_interval(differences),
            wilcoxon_p(differences),
        )


def _tests(standing: Standing) -> Iterable[Test]:
    for match in standing.config.matches:
        run = standing.test_of(match)
        if run is not None:
            test = run.test
            yield Test(
                match.players,
                run.verdict,
                run.llr,
                test.bounds,
                test.lower,
                test.upper,
                run.count,
            )


def _cells(config: Config, counted: Sequence[tuple[int, int, GameResult]]) -> Iterable[Cell]:
    for casting, (declarer, defenders) in enumerate(config.castings):
        games = [
            (r, r.facts) for _, c, r in counted if c == casting and isinstance(r.facts, Declared)
        ]
        kinds = sorted({facts.kind for _, facts in games})
        for kind in [ALL, *kinds] if len(kinds) > 1 else [ALL]:
            chosen = [(game, facts) for game, facts in games if kind in (ALL, facts.kind)]
            yield Cell(
                declarer,
                defenders,
                kind,
                mean_interval([game.scores[facts.declarer] for game, facts in chosen]),
                mean_interval([game.scores[facts.declarer - 1] for game, facts in chosen]),
                share_interval(sum(facts.won for _, facts in chosen), len(chosen)),
                mean_interval([float(facts.points) for _, facts in chosen if facts.kind != "null"]),
            )


def _declared(game: GameResult, seat: int) -> Declared | None:
    """The game if this seat declared it."""
    facts = game.facts
    return facts if isinstance(facts, Declared) and facts.declarer == seat else None


def _account(player: str, games: Sequence[tuple[int, GameResult]]) -> Account:
    def ratio(
        above: Callable[[GameResult, int], float], below: Callable[[GameResult, int], float]
    ) -> Interval:
        deals: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
        for deal, result in games:
            for seat, name in enumerate(result.seats):
                if name == player and below(result, seat):
                    deals[deal][0] += above(result, seat)
                    deals[deal][1] += below(result, seat)
        return ratio_interval([(part[0], part[1]) for part in deals.values()])

    def declares(result: GameResult, seat: int, kind: str | None = None) -> bool:
        facts = _declared(result, seat)
        return facts is not None and kind in (None, facts.kind)

    def won(result: GameResult, seat: int) -> bool:
        facts = _declared(result, seat)
        return facts is not None and facts.won

    def is_scored(result: GameResult, seat: int) -> bool:
        # Card points mean nothing in null.
        return declares(result, seat) and not declares(result, seat, "null")

    def points(result: GameResult, seat: int) -> float:
        facts = _declared(result, seat)
        return 0.0 if facts is None else facts.points

    mine = [(r, seat) for _, r in games for seat, name in enumerate(r.seats) if name == player]
    kinds = sorted({facts.kind for r, seat in mine if (facts := _declared(r, seat))})
    thinking = [(r.seconds[s], r.decisions[s]) for r, s in mine if r.seconds]
    moves = sum(count for _, count in thinking)
    return Account(
        player=player,
        games=len(mine),
        score=ratio(lambda r, seat: r.scores[seat], lambda r, seat: 1),
        declared=ratio(declares, lambda r, seat: 1),
        won=ratio(won, declares),
        won_by_kind={
            kind: ratio(won, lambda r, seat, kind=kind: declares(r, seat, kind))  # type: ignore[misc]
            for kind in kinds
        },
        points=ratio(points, is_scored),
        forfeits=sum(r.forfeited_by == seat for r, seat in mine),
        seconds_per_move=sum(spent for spent, _ in thinking) / moves if moves else 0.0,
    )
