"""Who chooses cards in Skat: belief, evaluation and decision put together over the native core.

Every chooser thinks in steps, so that it can be stopped, limited in time and asked what it thinks
so far. The answer for a number of worlds and a seed is the same on any number of threads.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from kiebitz._core import skat_players as core
from kiebitz.beliefs.skat import SkatBelief
from kiebitz.cards import derive_seed
from kiebitz.games.skat import View
from kiebitz.games.skat.cards import DECK
from kiebitz.limits import Limit
from kiebitz.machine import cores
from kiebitz.players.protocol import Decision
from kiebitz.players.skat.paranoid import find_sure_cards
from kiebitz.players.thinking import run_in_steps

#: A card point against a won game: winning counts first, points break ties (thesis §6.5).
POINT = 0.001
# Between two answers so many worlds a thread are valued, for a quick stop.
_STEP = 8
_PLAYOUT_STEP = 200


class CardChooser(Protocol):
    """Chooses cards, step by step."""

    def think(self, view: View, limit: Limit, seed: int) -> Iterator[Decision]:
        """Better and better decisions; the last one counts. At least one."""


@dataclass(frozen=True)
class SimpleChooser:
    """A native player that answers at once: chance or rules."""

    player: core.Player

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
    step: int = _STEP
    """Worlds a thread between two answers; a group of worlds that are valued together."""

    def think(self, view: View, limit: Limit, seed: int) -> Iterator[Decision]:
        """A decision after every few worlds."""
        start = time.perf_counter()
        forced = _forced(view.legal_moves, seed)
        if forced is not None:
            yield forced
            return
        threads = self.threads or cores()
        search = core.MonteCarloSearch(
            view.native,
            self.belief.native,
            self.evaluation,
            decision=self.decision,
            worlds=limit.worlds or self.worlds,
            candidates=self.belief.candidates,
            seed=seed,
            threads=threads,
            margin=self.margin,
        )
        cards = [DECK[number] for number in search.moves]
        spent = time.perf_counter() - start
        for _ in run_in_steps(
            search, limit, worlds=self.worlds, step=self.step * threads, spent=spent
        ):
            known = search.worlds > 0
            yield Decision(
                DECK[search.best],
                dict(zip(cards, search.merits, strict=True)) if known else {},
                worlds=search.worlds,
                nodes=search.nodes,
                seconds=time.perf_counter() - start,
                seed=seed,
                errors=dict(zip(cards, search.merit_errors, strict=True)) if known else {},
            )


@dataclass(frozen=True)
class UctChooser:
    """Information-set UCT; a limit in worlds is one in playouts."""

    belief: core.Belief
    playout: core.Player
    playouts: int
    exploration: float
    candidates: int
    subset_armed: bool = True
    """Whether a card's bonus counts how often it was available, not how often its node was met."""
    nodes: core.UctNodes = core.UctNodes.PLAYED
    """Which playouts meet in a node."""

    def think(self, view: View, limit: Limit, seed: int) -> Iterator[Decision]:
        """A decision after every few playouts."""
        start = time.perf_counter()
        forced = _forced(view.legal_moves, seed)
        if forced is not None:
            yield forced
            return
        search = core.UctSearch(
            view.native, self.belief, self.playout, self.exploration, self.candidates,
            derive_seed(seed), self.subset_armed, self.nodes,
        )  # fmt: skip
        for _ in run_in_steps(search, limit, worlds=self.playouts, step=_PLAYOUT_STEP):
            yield Decision(
                DECK[search.best],
                {DECK[card]: win + POINT * points for card, _, win, points in search.candidates()},
                worlds=search.draws,
                nodes=search.nodes,
                seconds=time.perf_counter() - start,
                seed=seed,
            )


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
class RoleChooser:
    """One chooser for the declarer, another one for the defenders."""

    declarer: CardChooser
    defenders: CardChooser

    def think(self, view: View, limit: Limit, seed: int) -> Iterator[Decision]:
        """The decisions of the one whose role it is."""
        declares = view.declarer == view.seat
        return (self.declarer if declares else self.defenders).think(view, limit, seed)


@dataclass(frozen=True)
class SureWinFilter:
    """Never throws away a sure win: keeps the declarer to cards that cannot lose the game.

    Among these, and in all other positions, another chooser decides.
    """

    inner: CardChooser
    nodes: int = 10_000

    def think(self, view: View, limit: Limit, seed: int) -> Iterator[Decision]:
        """The inner decisions, kept to the sure cards if there are any."""
        start = time.perf_counter()
        sure: Sequence[str] = ()
        nodes = 0
        if view.declarer == view.seat and len(view.legal_moves) > 1:
            most = self.nodes
            if limit.nodes is not None:
                most = max(1, min(most, limit.nodes // (len(view.legal_moves) + 1)))
            sure, nodes = find_sure_cards(view, nodes=most)
        spent = time.perf_counter() - start
        if len(sure) == 1 or (limit.nodes is not None and nodes >= limit.nodes):
            move = sure[0] if sure else DECK[core.rule_player().choose(view.native, seed)]
            yield Decision(move, dict.fromkeys(sure, 1.0), nodes=nodes, seconds=spent, seed=seed)
            return
        left = replace(
            limit,
            nodes=None if limit.nodes is None else limit.nodes - nodes,
            seconds=None if limit.seconds is None else max(1e-6, limit.seconds - spent),
        )
        for inner in self.inner.think(view, left, seed):
            decision = replace(inner, nodes=inner.nodes + nodes, seconds=inner.seconds + spent)
            yield _kept_to(decision, sure) if sure else decision


def _kept_to(decision: Decision, sure: Sequence[str]) -> Decision:
    values: Mapping[str, float] = {
        card: decision.candidates.get(card, 0.0) for card in decision.candidates or sure
    }
    allowed = {card: value for card, value in values.items() if card in sure} or dict.fromkeys(
        sure, 0.0
    )
    move = decision.move if decision.move in sure else max(allowed, key=allowed.__getitem__)
    return replace(decision, move=move, candidates=values)


def _forced(cards: Sequence[str], seed: int) -> Decision | None:
    return Decision(cards[0], {cards[0]: 0.0}, seed=seed) if len(cards) == 1 else None
