"""Worlds of Skat during cardplay: who holds which of the unseen cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from kiebitz._core import skat_players as core
from kiebitz.beliefs.protocol import Weighted
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import View
from kiebitz.games.skat.cards import from_mask

#: From how many candidates a belief chooses its worlds unless told otherwise.
DEFAULT_CANDIDATES = 5_000


@dataclass(frozen=True, slots=True)
class SkatWorld:
    """The remaining cards of the three hands and the two cards put away, as bit masks."""

    hands: tuple[int, int, int]
    skat: int

    def hand(self, seat: int) -> tuple[str, ...]:
        """The cards of one seat."""
        return from_mask(self.hands[seat])


class SkatBelief(Protocol):
    """A belief that Skat players can use: see :class:`kiebitz.beliefs.protocol.Belief`."""

    @property
    def name(self) -> str:
        """How the belief is called."""

    @property
    def native(self) -> core.Belief | None:
        """The same belief in the native core, if it has one: only such can be used in playouts."""

    def draw(self, view: View, worlds: int, seed: int) -> Sequence[Weighted[SkatWorld]]:
        """Up to `worlds` worlds; all of them with their likelihoods when there are no more."""


class NativeBelief:
    """A belief of the native core."""

    def __init__(self, name: str, native: core.Belief, candidates: int) -> None:
        self._name = name
        self._native = native
        self._candidates = candidates

    @property
    def name(self) -> str:
        """How the belief is called."""
        return self._name

    @property
    def native(self) -> core.Belief:
        """The native object."""
        return self._native

    def draw(self, view: View, worlds: int, seed: int) -> Sequence[Weighted[SkatWorld]]:
        """Up to `worlds` worlds, chosen by weight from the candidates."""
        return _listed(self._native.draw(view.native, worlds, self._candidates, seed))

    def weight(self, view: View, world: SkatWorld) -> float:
        """The likelihood of a world, up to a factor."""
        return self._native.weight(view.native, world.hands, world.skat)


class UniformSkatBelief(NativeBelief):
    """All worlds are equally likely.

    >>> from kiebitz.games.skat import State
    >>> state = State.deal(seed=7)
    >>> for move in ("18", "p", "p", "s", "G", "S7.S8"):
    ...     state = state.play(move) if move in state.legal_moves else state.play(
    ...         state.legal_moves[0])
    >>> worlds = UniformSkatBelief().draw(state.view(0), 5, seed=1)
    >>> len(worlds), {one.weight for one in worlds}
    (5, {1.0})
    """

    def __init__(self) -> None:
        super().__init__("uniform", core.uniform_belief(), 1)


class WeighingBelief:
    """The base of beliefs written in Python: derive and say how likely worlds are.

    Up to `candidates` worlds are drawn uniformly and weighed at once; then as many as a player
    wants are chosen by weight (thesis of Solinas §5.2.3).
    """

    name = "weighing"
    native: core.Belief | None = None

    def __init__(self, candidates: int = DEFAULT_CANDIDATES) -> None:
        self._candidates = candidates
        self._uniform = core.uniform_belief()

    def weigh(self, view: View, worlds: Sequence[SkatWorld]) -> Sequence[float]:
        """The likelihood of every world, up to a factor."""
        raise NotImplementedError

    def draw(self, view: View, worlds: int, seed: int) -> Sequence[Weighted[SkatWorld]]:
        """Up to `worlds` worlds by weight."""
        wanted = max(worlds, self._candidates)
        drawn = _listed(self._uniform.draw(view.native, wanted, 1, seed))
        candidates = [one.world for one in drawn]
        weights = self.weigh(view, candidates)
        if len(weights) != len(candidates) or not all(weight >= 0 for weight in weights):
            raise KiebitzError("a belief must give every world a weight that is not below zero")
        weighed = [
            (world.hands, world.skat, float(weight))
            for world, weight in zip(candidates, weights, strict=True)
        ]
        if len(weighed) <= worlds:
            return _listed(weighed)
        return _listed(core.resample(weighed, worlds, seed))


def make_belief(name: str, candidates: int = DEFAULT_CANDIDATES) -> NativeBelief:
    """The belief with this name: ``uniform`` or ``table``.

    >>> make_belief("uniform").name
    'uniform'
    """
    if name == "uniform":
        return UniformSkatBelief()
    if name == "table":
        from kiebitz.beliefs.skat.tables import TableBelief

        return TableBelief(candidates=candidates)
    raise KiebitzError(f"there is no belief {name[:40]!r}: say uniform or table")


def _listed(
    worlds: Sequence[tuple[Sequence[int], int, float]],
) -> list[Weighted[SkatWorld]]:
    return [
        Weighted(SkatWorld((hands[0], hands[1], hands[2]), skat), weight)
        for hands, skat, weight in worlds
    ]
