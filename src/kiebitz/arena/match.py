"""Plays a match: hands out the games that are missing in its log, and logs them as they end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from kiebitz.arena.arbiter import arbiter_for
from kiebitz.arena.config import Config, Match
from kiebitz.arena.executor import Cluster, Executor, Unit
from kiebitz.arena.log import LoggedGame, MatchLog
from kiebitz.arena.sprt import SprtRun
from kiebitz.arena.table import (
    GameResult,
    GameTask,
    make_contestant_player,
    play_game,
)
from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError


def create_match(path: Path, config: Config) -> MatchLog:
    """Begins a match: a new log with the configuration and its positions."""
    check_players(config)
    positions: list[str] = []
    if config.deal_file is not None:
        for position in arbiter_for(config.game).positions(Path(config.deal_file), config.kinds):
            if config.deals and len(positions) == config.deals:
                break
            positions.append(position)
        if not positions:
            raise KiebitzError(f"{config.deal_file} holds no game of the kinds {config.kinds}")
    return MatchLog.create(path, config, positions)


def check_players(config: Config) -> None:
    """Makes every player once, so that a wrong description or limit is found before the match."""
    for contestant in config.contestants:
        try:
            player = make_contestant_player(contestant, config.game)
            if hasattr(player, "check_limit"):
                player.check_limit(contestant.limit)
        except (LookupError, ImportError, TypeError, ValueError) as error:
            raise KiebitzError(f"player.{contestant.name}: {error}") from None


class Standing:
    """What is known while a match goes on: which games are played, which comparisons decided.

    A comparison looks at the deals in their order, whatever order they end in. So where a test
    stops does not depend on how many workers there were, or on what was killed.
    """

    def __init__(self, log: MatchLog) -> None:
        self.config = log.config
        self.deals = number_of_deals(log)
        self._played: dict[int, dict[int, GameResult]] = {}
        self._counts = [0] * len(self.config.castings)
        self._comparisons = [_Comparison(self.config, match) for match in self.config.matches]
        for game in log.games():
            self.add(game)

    def add(self, game: LoggedGame) -> None:
        """Takes a game into account."""
        results = self._played.setdefault(game.deal, {})
        results[game.casting] = game.result
        self._counts[game.casting] += 1
        for comparison in self._comparisons:
            comparison.advance(self._played)

    def is_played(self, deal: int, casting: int) -> bool:
        """Whether this game is in the log."""
        return casting in self._played.get(deal, {})

    def is_wanted(self, casting: int) -> bool:
        """Whether further games with this casting can still tell something."""
        concerned = [one for one in self._comparisons if casting in one.match.castings]
        return not concerned or any(one.verdict is None for one in concerned)

    def results(self, deal: int) -> Mapping[int, GameResult]:
        """The games on a deal, by casting."""
        return self._played.get(deal, {})

    def test_of(self, match: Match) -> SprtRun | None:
        """The test of a comparison, if there is one."""
        return next(one.run for one in self._comparisons if one.match == match)

    def counted_deals(self, match: Match) -> Iterator[int]:
        """The deals on which a comparison rests: all that are complete, up to the test's end."""
        (comparison,) = (one for one in self._comparisons if one.match == match)
        end = comparison.next_deal if comparison.verdict else self.deals
        for deal in range(end):
            results = self.results(deal)
            if all(casting in results for casting in match.castings):
                yield deal

    @property
    def played(self) -> int:
        """The number of games in the log."""
        return sum(self._counts)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play."""
        return self.played == self.total

    @property
    def total(self) -> int:
        """How many games there will be at most."""
        return sum(
            self.deals if self.is_wanted(casting) else count
            for casting, count in enumerate(self._counts)
        )

    @property
    def note(self) -> str:
        """How the tests stand, for the progress bar."""
        if self.config.sprt is None:
            return ""
        return ", ".join(
            f"{one.match.players[0]}–{one.match.players[1]} "
            + (one.verdict or f"{one.run.share:+.0%}")
            for one in self._comparisons
            if one.run is not None
        )


@dataclass
class _Comparison:
    config: Config
    match: Match

    def __post_init__(self) -> None:
        self.run: SprtRun | None = self.config.sprt.start() if self.config.sprt else None
        self.next_deal = 0

    @property
    def verdict(self) -> str | None:
        return self.run.verdict if self.run else None

    def advance(self, played: dict[int, dict[int, GameResult]]) -> None:
        if self.run is None:
            return
        while self.verdict is None:
            results = played.get(self.next_deal, {})
            if not all(casting in results for casting in self.match.castings):
                return
            difference = deal_difference(
                self.config, self.match, [results[casting] for casting in self.match.castings]
            )
            if difference is not None:
                self.run.see(difference)
            self.next_deal += 1


def deal_scores(config: Config, match: Match, results: list[GameResult]) -> list[float] | None:
    """What the two players of a comparison scored in all its games on one deal, per game.

    As parts, the mean over the games of what one seat of the player got; at seats, the mean over
    all seats that the player took. None if nothing was played, because all passed.
    """
    if config.by_part and any(not set(match.players) & set(result.seats) for result in results):
        return None
    scores = []
    for player in match.players:
        games = [
            [score for score, name in zip(r.scores, r.seats, strict=True) if name == player]
            for r in results
        ]
        if config.by_part:
            scores.append(sum(sum(game) / len(game) for game in games if game) / len(games))
        else:
            seats = [score for game in games for score in game]
            scores.append(sum(seats) / len(seats))
    return scores


def deal_difference(config: Config, match: Match, results: list[GameResult]) -> float | None:
    """By how much the first player of a comparison did better on one deal, per game."""
    scores = deal_scores(config, match, results)
    return None if scores is None else scores[0] - scores[1]


def number_of_deals(log: MatchLog) -> int:
    """How many deals a match has at most."""
    return log.config.deals if log.config.deal_file is None else log.position_count()


def play_match(
    log: MatchLog,
    *,
    workers: int | None = None,
    cluster: Cluster | str | None = None,
    on_game: Callable[[Standing, LoggedGame], None] = lambda standing, game: None,
) -> Standing:
    """Plays all games that are missing, until all deals are played or all tests decided."""
    log.claim()
    standing = Standing(log)
    if standing.is_over:
        return standing
    config = log.config
    with Executor(workers=workers, cluster=cluster) as executor:
        tasks: dict[int, Unit[GameTask]] = {}
        log.note("begin")
        for outcome in executor.run(play_game, _units(log, standing, tasks), ordered=False):
            unit = tasks.pop(outcome.index)
            if outcome.failure is not None:  # and no player's: those are part of the result
                raise KiebitzError(f"game {outcome.index}: {outcome.failure.message}")
            deal, casting = divmod(outcome.index, len(config.castings))
            game = LoggedGame(
                outcome.index,
                deal,
                casting,
                unit.seed,
                outcome.value,
                outcome.host,
                outcome.attempts,
            )
            log.add(game)
            standing.add(game)
            on_game(standing, game)
            if standing.is_over:
                break
        log.note("end")
    return standing


def _units(
    log: MatchLog, standing: Standing, tasks: dict[int, Unit[GameTask]]
) -> Iterator[Unit[GameTask]]:
    config = log.config
    bidder = None if config.bidder is None else config.contestant(config.bidder)
    for deal in range(standing.deals):
        for casting, names in enumerate(config.castings):
            if standing.is_played(deal, casting) or not standing.is_wanted(casting):
                continue
            number = deal * len(config.castings) + casting
            task = GameTask(
                number=number,
                game=config.game,
                cast=tuple(map(config.contestant, names)),
                by_part=config.by_part,
                position=log.position(deal),
                bidder=bidder,
                seconds=config.seconds,
                memory=config.memory,
                apart=config.apart,
            )
            # All games on a deal share its seed: the same cards, and the same luck in deciding.
            tasks[number] = Unit(number, task, derive_seed(config.seed, deal))
            yield tasks[number]
