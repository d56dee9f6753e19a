"""The configuration of a match, read from TOML. Every error names the field."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations, product
from pathlib import Path

from kiebitz.arena.arbiter import Arbiter, Position, Setting, arbiter_for
from kiebitz.arena.reference import absolute_reference
from kiebitz.arena.sprt import Sprt
from kiebitz.arena.table import Contestant
from kiebitz.errors import KiebitzError
from kiebitz.limits import Limit

_MAX_DEALS = 10_000_000
#: Megabytes for each player, unless told.
DEFAULT_MEMORY = 1000
_MATCH_FIELDS = ("game", "play", "seed", "seconds", "memory", "apart", "pairs", "self_play")


@dataclass(frozen=True, slots=True)
class Match:
    """Two players that are compared, on the castings in which both play."""

    players: tuple[str, str]
    castings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Config:
    """What is played: who, what, how often, and how long."""

    contestants: tuple[Contestant, ...]
    deals: int
    game: str = "skat"
    play: str = "whole"
    seed: int = 0
    seconds: float = 0.0
    memory: int = DEFAULT_MEMORY  # megabytes for a player; 0 for no bound
    apart: bool = False  # a process for each player, built-in ones too
    deal_file: str | None = None
    kinds: tuple[str, ...] = ("suit", "grand", "null")
    bidder: str | None = None
    pairs: tuple[tuple[str, str], ...] = ()
    self_play: bool = False
    sprt: Sprt | None = None
    castings: tuple[tuple[str, ...], ...] = field(default=(), compare=False)

    @property
    def by_part(self) -> bool:
        """Whether players are cast as declarer and defenders instead of at seats."""
        return self.play == "cardplay"

    def contestant(self, name: str) -> Contestant:
        """The contestant of this name."""
        return next(one for one in self.contestants if one.name == name)

    @property
    def matches(self) -> tuple[Match, ...]:
        """The pairs of players that meet, with the castings in which they do."""
        names = [one.name for one in self.contestants]
        found = []
        for pair in self.pairs or tuple(combinations(names, 2)):
            together = tuple(
                number for number, cast in enumerate(self.castings) if set(pair) <= set(cast)
            )
            if together:
                found.append(Match(pair, together))
        return tuple(found)


def read_config(path: Path, *, seed: int | None = None, deals: int | None = None) -> Config:
    """Reads a configuration file; a seed or number of deals given here goes before the file's."""
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise KiebitzError(f"{path}: {error}") from None
    if seed is not None:
        table.setdefault("match", {})["seed"] = seed
    if deals is not None:
        table.setdefault("deals", {})["count"] = deals
    try:
        return parse_config(table, path.resolve().parent)
    except KiebitzError as error:
        raise KiebitzError(f"{path}: {error}") from None


def parse_config(table: Mapping[str, Setting], folder: Path) -> Config:
    """Checks a configuration; files are sought from the folder.

    >>> two = {"a": {"kind": "rules"}, "b": {"kind": "rules"}}
    >>> parse_config({"deals": {"count": 5}, "player": two}, Path()).castings[:2]
    (('a', 'a', 'b'), ('a', 'b', 'a'))
    """
    top = _Fields("", table, "match", "deals", "player", "sprt")
    match = _Fields("match", top.table("match"), *_MATCH_FIELDS)
    deals = _Fields("deals", top.table("deals"), "count", "file", "bidder", "kinds")
    game = match.text("game", "skat")
    if ":" in game:
        game = absolute_reference(game, folder)
    arbiter = arbiter_for(game)
    contestants = tuple(
        _contestant(name, spec, folder) for name, spec in top.table("player").items()
    )
    if len(contestants) < 2:
        raise KiebitzError("player: name at least two, as [player.NAME] each")
    names = [one.name for one in contestants]
    deal_file = deals.text("file", "") or None
    config = Config(
        contestants=contestants,
        deals=deals.whole("count", 0, least=0, most=_MAX_DEALS),
        game=game,
        play=match.choice("play", ("whole", "cardplay"), "whole"),
        seed=match.whole("seed", 0, least=0, most=2**63),
        seconds=match.number("seconds", 0.0),
        memory=match.whole("memory", DEFAULT_MEMORY, least=0, most=10**9),
        apart=match.truth("apart", False),
        deal_file=None if deal_file is None else str((folder / deal_file).resolve()),
        kinds=tuple(deals.texts("kinds", ("suit", "grand", "null"))),
        bidder=deals.text("bidder", "") or None,
        pairs=_pairs(match.values.get("pairs", []), names),
        self_play=match.truth("self_play", False),
        sprt=_sprt(top.table("sprt")) if "sprt" in table else None,
    )
    _check(config, arbiter)
    return replace(config, castings=_castings(config, arbiter))


def to_json(config: Config) -> str:
    """The configuration as the log keeps it."""
    players = {
        one.name: {**one.spec, **({"limit": _limit_table(one.limit)} if one.limit else {})}
        for one in config.contestants
    }
    match: dict[str, Setting] = {
        "game": config.game,
        "play": config.play,
        "seed": config.seed,
        "seconds": config.seconds,
        "memory": config.memory,
        "apart": config.apart,
        "pairs": [list(pair) for pair in config.pairs],
        "self_play": config.self_play,
    }
    deals: dict[str, Setting] = {"count": config.deals, "kinds": list(config.kinds)}
    if config.deal_file:
        deals["file"] = config.deal_file
    if config.bidder:
        deals["bidder"] = config.bidder
    table: dict[str, Setting] = {"match": match, "deals": deals, "player": players}
    if config.sprt:
        table["sprt"] = config.sprt.to_table()
    # In the order of the file: the castings, and so the numbers of games, depend on it.
    return json.dumps(table)


def from_json(text: str) -> Config:
    """Reads what `to_json` wrote."""
    return parse_config(json.loads(text), Path("/"))


def _check(config: Config, arbiter: Arbiter[Position, object]) -> None:
    names = [one.name for one in config.contestants]
    if config.play == "cardplay":
        if not arbiter.parts:
            raise KiebitzError("match.play: this game is only played whole")
        if (config.deal_file is None) == (config.bidder is None):
            raise KiebitzError(
                "deals: cardplay needs either a file of deals or a bidder, the player whose auction"
                " is used"
            )
        if config.bidder is not None and config.bidder not in names:
            raise KiebitzError(f"deals.bidder: {config.bidder!r} is not one of the players {names}")
    elif config.deal_file or config.bidder:
        raise KiebitzError('deals: file and bidder belong to match.play = "cardplay"')
    if config.deals == 0 and config.deal_file is None:
        raise KiebitzError("deals.count: say how many deals are played")
    unknown = set(config.kinds) - {"suit", "grand", "null"}
    if unknown or not config.kinds:
        raise KiebitzError(f"deals.kinds: write some of suit, grand, null, not {sorted(unknown)}")


def _castings(config: Config, arbiter: Arbiter[Position, object]) -> tuple[tuple[str, ...], ...]:
    """Who plays what, in every game on a deal.

    As parts: every pair both ways round. At seats: if there are not more players than seats, all
    ways to take the seats in which every player takes part; else every choice of players in all
    orders.
    """
    names = [one.name for one in config.contestants]
    pairs = config.pairs or tuple(combinations(names, 2))
    if config.by_part:
        castings = [cast for pair in pairs for cast in (pair, pair[::-1])]
        if config.self_play:
            castings += [(name, name) for name in names]
        return tuple(dict.fromkeys(castings))
    if config.pairs:
        groups: list[Sequence[str]] = [list(pair) for pair in pairs]
    elif len(names) <= arbiter.seats:
        groups = [names]
    else:
        groups = list(combinations(names, arbiter.seats))
    seatings: list[tuple[str, ...]] = []
    for group in groups:
        if len(group) == arbiter.seats:
            seatings += permutations(group)
        else:
            everyone = set(group)
            seatings += (
                cast for cast in product(group, repeat=arbiter.seats) if set(cast) == everyone
            )
    if config.self_play:
        seatings += [(name,) * arbiter.seats for name in names]
    return tuple(dict.fromkeys(seatings))


def _contestant(name: str, spec: Setting, folder: Path) -> Contestant:
    place = f"player.{name}"
    if not isinstance(spec, dict | str):
        raise KiebitzError(f"{place}: should be a text or a table, as [player.{name}]")
    own = {"spec": spec} if isinstance(spec, str) else dict(spec)
    limit = None
    if "limit" in own:
        values = _Fields(f"{place}.limit", own.pop("limit"), "worlds", "nodes", "seconds", "depth")
        try:
            limit = Limit(**values.values)  # type: ignore[arg-type]  # it checks them itself
        except (KiebitzError, TypeError) as error:
            raise KiebitzError(f"{place}.limit: {error}") from None
    if "factory" in own:
        try:
            own["factory"] = absolute_reference(str(own["factory"]), folder)
        except KiebitzError as error:
            raise KiebitzError(f"{place}.factory: {error}") from None
    return Contestant(name, own, limit)


def _limit_table(limit: Limit) -> dict[str, Setting]:
    values = {name: getattr(limit, name) for name in ("worlds", "nodes", "seconds", "depth")}
    return {name: value for name, value in values.items() if value is not None}


def _pairs(value: Setting, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    pairs = []
    for entry in value if isinstance(value, list) else [value]:
        if not (isinstance(entry, list) and len(entry) == 2 and entry[0] != entry[1]):
            raise KiebitzError(f"match.pairs: {entry!r} is not a pair of two players")
        for name in entry:
            if name not in names:
                raise KiebitzError(f"match.pairs: {name!r} is not one of the players {names}")
        pairs.append((entry[0], entry[1]))
    return tuple(pairs)


def _sprt(table: Setting) -> Sprt:
    fields = _Fields("sprt", table, "lower", "upper", "alpha", "beta", "least")
    try:
        return Sprt(
            lower=fields.number("lower", 0.0, least=None),
            upper=fields.number("upper", None, least=None),
            alpha=fields.number("alpha", 0.05),
            beta=fields.number("beta", 0.05),
            least=fields.whole("least", 30, least=2, most=_MAX_DEALS),
        )
    except KiebitzError as error:
        text = str(error)
        raise KiebitzError(text if text.startswith("sprt") else f"sprt: {text}") from None


class _Fields:
    """A table of a configuration, of which only certain fields are allowed."""

    def __init__(self, place: str, values: Setting, *allowed: str) -> None:
        self.place = place
        if not isinstance(values, dict):
            raise KiebitzError(f"{place}: should be a table")
        self.values: dict[str, Setting] = values
        for name in values:
            if name not in allowed:
                raise KiebitzError(
                    f"{self._name(name)} is not known; there are {', '.join(allowed)}"
                )

    def _name(self, name: str) -> str:
        return f"{self.place}.{name}" if self.place else name

    def _wrong(self, name: str, wanted: str) -> KiebitzError:
        return KiebitzError(f"{self._name(name)}: {wanted}, not {self.values.get(name)!r}")

    def table(self, name: str) -> dict[str, Setting]:
        value = self.values.get(name, {})
        if not isinstance(value, dict):
            raise self._wrong(name, "should be a table")
        return value

    def text(self, name: str, default: str) -> str:
        value = self.values.get(name, default)
        if not isinstance(value, str):
            raise self._wrong(name, "should be a text")
        return value

    def texts(self, name: str, default: Sequence[str]) -> Sequence[str]:
        value = self.values.get(name, list(default))
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            raise self._wrong(name, "should be a list of texts")
        return value

    def choice(self, name: str, choices: Sequence[str], default: str) -> str:
        value = self.text(name, default)
        if value not in choices:
            raise self._wrong(name, f"should be {' or '.join(choices)}")
        return value

    def truth(self, name: str, default: bool) -> bool:
        value = self.values.get(name, default)
        if not isinstance(value, bool):
            raise self._wrong(name, "should be true or false")
        return value

    def whole(self, name: str, default: int, *, least: int, most: int) -> int:
        value = self.values.get(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self._wrong(name, f"should be a whole number from {least} to {most}")
        return value

    def number(self, name: str, default: float | None, *, least: float | None = 0.0) -> float:
        value = self.values.get(name, default)
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise self._wrong(name, "should be a number")
        if not (least is None or value >= least) or value != value:
            raise self._wrong(name, f"should be at least {least}")
        return float(value)
