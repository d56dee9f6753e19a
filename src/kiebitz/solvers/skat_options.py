"""The techniques of the Skat solver, a switch each."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal, TypeVar

from kiebitz._core import skat_solver as core
from kiebitz.errors import KiebitzError

Driver = Literal["mtd", "negascout", "alpha-beta"]


@dataclass(frozen=True, slots=True)
class TrumpOptions:
    """The techniques for suit games and grand; those are on that make the solver faster.

    None changes a value; each can be switched off, to measure it. Switches that contradict each
    other are refused.

    >>> TrumpOptions(payoff_similarity=False)
    Traceback (most recent call last):
    ...
    kiebitz.errors.KiebitzError: rank_patterns needs payoff_similarity: its patterns are shared by \
positions that differ in points
    """

    driver: Driver = "negascout"
    mtd_window: int = 1
    table: bool = True
    equivalent_cards: bool = True
    quasi_symmetry: bool = True
    payoff_similarity: bool = True
    rank_patterns: bool = True
    rank_constraints: bool = False
    won_cards: bool = True
    settled_trumps: bool = True
    suit_symmetry: bool = True
    static_bounds: bool = True
    declarer_bounds: bool = True
    defender_bounds: bool = True
    sure_tricks: bool = True
    lead_transfer: bool = True
    trick_ordering: bool = True
    fastest_cut_first: bool = True
    history: bool = True
    table_move: bool = False
    lookahead_cuts: bool = True
    direct_endings: bool = True
    lookup_tables: bool = True
    lookup_cards: int = 4

    def __post_init__(self) -> None:
        self.native()

    @classmethod
    def plain(cls) -> TrumpOptions:
        """The baseline: alpha-beta with a table of positions, and nothing else."""
        off = {field.name: False for field in fields(cls) if isinstance(field.default, bool)}
        return cls(driver="alpha-beta", **(off | {"table": True}))

    def turned(self, technique: str) -> TrumpOptions:
        """One technique the other way, and what would contradict it.

        >>> options = TrumpOptions().turned("payoff_similarity")
        >>> options.payoff_similarity, options.rank_patterns
        (False, False)
        """
        changed: dict[str, Any] = {technique: not getattr(self, technique)}
        if technique in ("payoff_similarity", "table_move"):
            changed |= {"rank_patterns": False, "rank_constraints": False}
        if technique in ("rank_patterns", "rank_constraints"):
            changed |= {"payoff_similarity": True, "table_move": False}
        if changed.get("rank_constraints"):
            changed["rank_patterns"] = False
        if changed.get("rank_patterns"):
            changed["rank_constraints"] = False
        return replace(self, **changed)

    def native(self) -> core.TrumpOptions:
        """The same for the native core."""
        return _filled(core.TrumpOptions(), self)


@dataclass(frozen=True, slots=True)
class NullOptions:
    """The techniques for null, as :class:`TrumpOptions`.

    >>> NullOptions().turned("rank_constraints").lowest_winning_rank
    False
    """

    driver: Driver = "negascout"
    mtd_window: int = 1
    table: bool = True
    equivalent_cards: bool = True
    suit_symmetry: bool = True
    static_bounds: bool = True
    trick_ordering: bool = True
    fastest_cut_first: bool = True
    lowest_winning_rank: bool = True
    rank_constraints: bool = False
    lookup_tables: bool = True

    def __post_init__(self) -> None:
        self.native()

    @classmethod
    def plain(cls) -> NullOptions:
        """The baseline: alpha-beta with a table of positions, and nothing else."""
        off = {field.name: False for field in fields(cls) if isinstance(field.default, bool)}
        return cls(driver="alpha-beta", **(off | {"table": True}))

    def turned(self, technique: str) -> NullOptions:
        """One technique the other way, and what would contradict it."""
        changed: dict[str, Any] = {technique: not getattr(self, technique)}
        if changed.get("rank_constraints"):
            changed["lowest_winning_rank"] = False
        if changed.get("lowest_winning_rank"):
            changed["rank_constraints"] = False
        return replace(self, **changed)

    def native(self) -> core.NullOptions:
        """The same for the native core."""
        return _filled(core.NullOptions(), self)


_DRIVERS: Final = {
    "mtd": core.Driver.MTD,
    "negascout": core.Driver.NEGASCOUT,
    "alpha-beta": core.Driver.ALPHA_BETA,
}


_Native = TypeVar("_Native", core.TrumpOptions, core.NullOptions)


def _filled(native: _Native, options: TrumpOptions | NullOptions) -> _Native:
    if options.driver not in _DRIVERS:
        raise KiebitzError(f"{options.driver!r} is not a driver: {', '.join(_DRIVERS)}")
    native.driver = _DRIVERS[options.driver]
    for field in fields(options):
        if field.name != "driver":
            setattr(native, field.name, getattr(options, field.name))
    if native.problem:
        raise KiebitzError(native.problem)
    return native
