"""`kiebitz train values`: deals from all sources, labels, training, test, in one go."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz.errors import KiebitzError

if TYPE_CHECKING:
    from kiebitz.values.data import Deal
    from kiebitz.values.weights import Weights


@dataclass(frozen=True, slots=True)
class Plan:
    """What decides the weights; the same plan gives the same file."""

    seed: int
    auctions: int
    random: int
    nulls: int
    tricks: int
    searches: int
    games: Path | None
    games_from: int
    epochs: int

    @property
    def command(self) -> str:
        """The command line of this plan."""
        parts = [
            f"kiebitz train values OUT --seed {self.seed} --auctions {self.auctions}",
            f"--random {self.random} --nulls {self.nulls} --tricks {self.tricks}",
            f"--searches {self.searches} --epochs {self.epochs}",
        ]
        if self.games is not None:
            parts.append(f"--games {self.games} --games-from {self.games_from}")
        return " ".join(parts)


def train_values(
    plan: Plan,
    *,
    folder: Path | None = None,
    threads: int = 1,
    report: Callable[[str], None] = lambda line: None,
) -> Weights:
    """Makes what positions are missing, trains on them and tests on those held out."""
    from kiebitz.machine import require

    require("train", "training", "polars", "torch")
    from kiebitz.values import data
    from kiebitz.values.training import train_values as fit

    sources = {
        "auctions": data.Deals(auction_deals, plan.auctions, _bidder()),
        "random": data.Deals(data.random_deals, plan.random),
        "nulls": data.Deals(data.null_deals, plan.nulls),
    }
    if plan.games is not None:
        sources["games"] = data.played_deals(plan.games, plan.games_from)
    for option, wanted, least in (
        ("--tricks", plan.tricks, 2 * data.TRICKS),
        ("--searches", plan.searches, 0),
    ):
        if wanted < least or wanted % data.TRICKS:
            raise KiebitzError(
                f"{option} is a multiple of {data.TRICKS}, at least {least} (some train, others "
                f"test), not {wanted}"
            )
    kept = folder if folder is not None else data.cache_folder(plan.seed)
    with _Progress("deals") as progress:
        shards = data.make_shards(
            kept, sources, plan.tricks, plan.searches,
            seed=plan.seed, threads=threads, report=progress,
        )  # fmt: skip
    train = data.read_shards(kept, [shard for shard in shards if not shard.held_out])
    test = data.read_shards(kept, [shard for shard in shards if shard.held_out])
    told = ", ".join(
        f"{deals.count} {name}" + (f" ({deals.made_of})" if deals.made_of else "")
        for name, deals in sources.items()
    )
    told += f", {plan.tricks} for one trick, {plan.searches} searched"
    size = f"{len(train)} positions to train, {len(test)} to test"
    report(size)
    with _Progress("training") as progress:
        return fit(
            train,
            test,
            seed=plan.seed,
            data=f"{size}; deals: {told}",
            command=plan.command,
            epochs=plan.epochs,
            processes=min(3, threads),
            report=report,
            progress=progress,
        )


def auction_deals(seed: int, first: int, count: int) -> list[Deal]:
    """Deals that our own players bid and declare.

    >>> [position.tricks_left for position in auction_deals(1, 0, 1)]
    [10]
    """
    from kiebitz.cards import derive_seed
    from kiebitz.games.skat import Phase, State
    from kiebitz.players.skat.judgement import shared_bidder
    from kiebitz.solvers.skat import Position

    deals = []
    for number in range(first, first + count):
        attempt = 0
        while True:
            state = State.deal(derive_seed(seed, 3, number, attempt))
            attempt += 1
            while not state.is_over and state.phase != Phase.PLAY:
                state = state.play(shared_bidder().decide(state.view(state.to_move)).move)
            if not state.is_over:
                break
        deals.append(Position.from_state(state).native())
    return deals


def _bidder() -> str:
    # What the auctions depend on.
    from hashlib import sha256
    from importlib.resources import files

    from kiebitz import __version__

    model = files("kiebitz.players.skat").joinpath("hand_model.json").read_bytes()
    return f"bidder of {__version__} with hand model {sha256(model).hexdigest()[:16]}"


class _Progress:
    """A bar with an estimate on a terminal; elsewhere nothing."""

    def __init__(self, what: str) -> None:
        self._what = what

    def __enter__(self) -> Callable[[int, int], None]:
        from rich.console import Console
        from rich.progress import Progress, TimeRemainingColumn

        self._bar = Progress(
            *Progress.get_default_columns(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
            disable=not sys.stderr.isatty(),
        )
        self._bar.start()
        task = self._bar.add_task(self._what, total=None)
        return lambda done, total: self._bar.update(task, completed=done, total=total)

    def __exit__(self, *_: object) -> None:
        self._bar.stop()
