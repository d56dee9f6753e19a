"""Who chooses cards in Skat: belief, evaluation and decision put together over the native core.

Every chooser thinks in steps, so that it can be stopped, limited in time and asked what it thinks
so far. The answer for a number of worlds and a seed is the same on any number of threads.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from kiebitz._core import skat_players as core
from kiebitz.beliefs.skat import SkatBelief
from kiebitz.cards import derive_seed
from kiebitz.games.skat import View
from kiebitz.games.skat.cards import DECK
from kiebitz.limits import Limit
from kiebitz.players.protocol import Decision
from kiebitz.players.skat.paranoid import sure_cards

#: A card point against a won game: winning counts first, points break ties (thesis §6.5).
POINT = 0.001
# Between two answers at most this many worlds a thread are valued, for a quick stop.
_STEP = 8
# Cards are dropped after every so many worlds, on any number of threads.
_RACE_STEP = 16
_PLAYOUT_STEP = 200


class CardChooser(Protocol):
    """Chooses cards, step by step."""

    def think(self, view: View, limit: Limit, seed: int) -> Iterator[Decision]:
        """Better and better decisions; the last one counts. At least one."""


def all_threads() -> int:
    """As many threads as this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class SimpleChooser:
    """A native player that answers at once: chance or rules."""

    player: core.CardPlayer

    def think(self, view: View, limit: Limit, seed: int) -> Iterator[Decision]:
        """One decision."""
        start = time.perf_counter()
        card = DECK[self.player.choose(view.native, derive_seed(seed))]
        yield Decision(card, seconds=time.perf_counter() - start, seed=seed)


@dataclass(frozen=True)
class MonteCarloChooser:
    """Worlds by a belief, each card valued in each world, the values added up: PIMC and IIMC."""

    belief: SkatBelief
    evaluation: core.Evaluation
    worlds: int
    decision: str = "average"
    threads: int = 0
    margin: float = 0.0
    """Cards so many standard deviations behind are dropped on the way; 0 drops none."""

    def think(self, view: View, limit: Limit, seed: int) -> Iterator[Decision]:
        """A decision after every few worlds."""
        start = time.perf_counter()
        cards = view.legal_moves
        forced = _forced(cards, seed)
        if forced is not None:
            yield forced
            return
        threads = self.threads or all_threads()
        evaluator = core.Evaluator(self.evaluation, threads)
        tally = core.Tally(self.decision, len(cards), self.margin)
        step = _RACE_STEP if self.margin else _STEP * threads
        valued = 0

        def so_far() -> Decision:
            values: dict[str, float] = {
                card: tally.value(place)[0] + POINT * tally.value(place)[1]
                for place, card in enumerate(cards)
            }
            return Decision(
                cards[tally.best()],
                values,
                worlds=valued,
                nodes=evaluator.nodes,
                seconds=time.perf_counter() - start,
                seed=seed,
            )

        for drawn in self._rounds(view, limit, seed):
            for first in range(0, len(drawn), step):
                part = drawn[first : first + step]
                left = 0.0
                if limit.seconds is not None:
                    left = limit.seconds - (time.perf_counter() - start)
                    if left <= 0 and valued:
                        yield so_far()
                        return
                    left = max(left, 1e-6)
                rows = evaluator.evaluate(
                    view.native, part, valued, derive_seed(seed, 1), left, tally.running
                )
                for row, (_, _, weight) in zip(rows, part, strict=True):
                    if row is not None:
                        tally.add(row, weight)
                        valued += 1
                tally.drop_behind()
                if len(tally.running) == 1:
                    yield so_far()
                    return
                if limit.nodes is not None and evaluator.nodes >= limit.nodes:
                    yield so_far()
                    return
                yield so_far()

    def _rounds(
        self, view: View, limit: Limit, seed: int
    ) -> Iterator[Sequence[tuple[tuple[int, int, int], int, float]]]:
        # Limited by time alone, new worlds are drawn until it is up.
        endless = limit.worlds is None and (limit.seconds is not None or limit.nodes is not None)
        wanted = limit.worlds or self.worlds
        number = 0
        while True:
            drawn = self.belief.draw(view, wanted, derive_seed(seed, 0, number))
            yield [(one.world.hands, one.world.skat, one.weight) for one in drawn]
            number += 1
            if not endless or view.count_worlds() <= wanted:
                return


@dataclass(frozen=True)
class UctChooser:
    """Information-set UCT; a limit in worlds is one in playouts."""

    belief: core.Belief
    playout: core.CardPlayer
    playouts: int
    exploration: float
    candidates: int
    subset_armed: bool = True
    """Whether a card's bonus counts how often it was available, not how often its node was met."""

    def think(self, view: View, limit: Limit, seed: int) -> Iterator[Decision]:
        """A decision after every few playouts."""
        start = time.perf_counter()
        forced = _forced(view.legal_moves, seed)
        if forced is not None:
            yield forced
            return
        search = core.UctSearch(
            view.native, self.belief, self.playout, self.exploration, self.candidates,
            derive_seed(seed), self.subset_armed,
        )  # fmt: skip
        endless = limit.worlds is None and limit.seconds is not None
        wanted = 10**9 if endless else limit.worlds or self.playouts
        while search.playouts < wanted:
            search.run(min(_PLAYOUT_STEP, wanted - search.playouts))
            seconds = time.perf_counter() - start
            found = search.candidates()
            most = max(found, key=lambda one: one[1])
            yield Decision(
                DECK[most[0]],
                {DECK[card]: win + POINT * points for card, _, win, points in found},
                worlds=search.playouts,
                seconds=seconds,
                seed=seed,
            )
            if limit.seconds is not None and seconds >= limit.seconds:
                return


@dataclass(frozen=True)
class HybridChooser:
    """One chooser for the first tricks, another one from a given trick on."""

    early: CardChooser
    late: CardChooser
    from_trick: int

    def think(self, view: View, limit: Limit, seed: int) -> Iterator[Decision]:
        """The decisions of the one whose turn it is."""
        is_late = sum(view.tricks_won) + 1 >= self.from_trick
        return (self.late if is_late else self.early).think(view, limit, seed)


@dataclass(frozen=True)
class SureWinFilter:
    """Never throws away a sure win: keeps the declarer to cards that cannot lose the game.

    Among these, and in all other positions, another chooser decides.
    """

    inner: CardChooser
    nodes: int = 10_000

    def think(self, view: View, limit: Limit, seed: int) -> Iterator[Decision]:
        """The inner decisions, kept to the sure cards if there are any."""
        sure: Sequence[str] = ()
        if view.declarer == view.seat and len(view.legal_moves) > 1:
            sure = sure_cards(view, nodes=self.nodes)
        if len(sure) == 1:
            yield Decision(sure[0], {sure[0]: 1.0}, seed=seed)
            return
        for decision in self.inner.think(view, limit, seed):
            yield _kept_to(decision, sure) if sure else decision


def _kept_to(decision: Decision, sure: Sequence[str]) -> Decision:
    values: Mapping[str, float] = {
        card: decision.candidates.get(card, 0.0) for card in decision.candidates or sure
    }
    allowed = {card: value for card, value in values.items() if card in sure} or dict.fromkeys(
        sure, 0.0
    )
    move = decision.move if decision.move in sure else max(allowed, key=allowed.__getitem__)
    return Decision(move, values, decision.worlds, decision.nodes, decision.seconds, decision.seed)


def _forced(cards: Sequence[str], seed: int) -> Decision | None:
    return Decision(cards[0], {cards[0]: 0.0}, seed=seed) if len(cards) == 1 else None
