"""Players that search: an algorithm, an evaluation and a limit (Sturtevant's thesis, §7.1).

In a game with hidden cards the same searches look at sampled worlds, and what each move is worth to
the player is averaged over them: PIMC with maxⁿ or paranoid as its evaluation.

>>> from kiebitz.games import hearts
>>> from kiebitz.limits import Limit
>>> from kiebitz.search.multiplayer import Method
>>> player = SearchPlayer(Method("speculative"), Limit(worlds=4, nodes=2000))
>>> player.decide(hearts.State.deal(seed=1).view(3)).move
'C2'
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.games.native_state import BoardState, HiddenState, HiddenView
from kiebitz.limits import Limit
from kiebitz.players.protocol import Decision
from kiebitz.search.multiplayer import Method, search
from kiebitz.shown import show_unusual

WORLDS = 20


@dataclass(frozen=True, slots=True)
class SearchPlayer:
    """Searches open positions, and sampled worlds of hidden ones.

    Nodes and seconds of the limit are for the whole decision; worlds share them evenly.
    """

    method: Method = field(default_factory=Method)
    limit: Limit = field(default_factory=lambda: Limit(nodes=100_000))

    __repr__ = show_unusual

    @property
    def name(self) -> str:
        """The algorithm, and what it may cost."""
        spent = ", ".join(
            f"{getattr(self.limit, unit)} {unit}"
            for unit in ("worlds", "nodes", "seconds", "depth")
            if getattr(self.limit, unit) is not None
        )
        return f"{self.method.algorithm} ({spent})"

    def decide(self, view: Any, *, limit: Limit | None = None, seed: int = 0) -> Decision:
        """The move for a View whose seat is to move; open games are their own View."""
        bound = limit or self.limit
        if isinstance(view, HiddenView):
            return self._over_worlds(view, bound, seed)
        if isinstance(view, HiddenState):
            raise KiebitzError("a player is given a View, not the cards of all; see decide_open")
        return self.decide_open(view, limit=bound, seed=seed)

    def decide_open(
        self, state: BoardState[Any], *, limit: Limit | None = None, seed: int = 0
    ) -> Decision:
        """The move with all cards open, as in the experiments of §7.5."""
        found = search(state, self.method, limit=limit or self.limit, shuffle=seed)
        return Decision(
            found.move,
            {found.move: float(found.value)},
            nodes=found.nodes,
            seconds=found.seconds,
            seed=seed,
        )

    def _over_worlds(self, view: HiddenView[Any], bound: Limit, seed: int) -> Decision:
        if view.to_move != view.seat or view.is_over:
            raise KiebitzError(f"seat {view.seat} is not to move")
        world = view.sample(seed)
        worlds = bound.worlds or WORLDS
        found = world.core.average(
            view.native,
            self.method.evaluation_of(world),
            self.method.options(world, shuffle=seed),
            worlds,
            derive_seed(seed),
            bound.depth,
            None if bound.nodes is None else max(1, bound.nodes // worlds),
            None if bound.seconds is None else bound.seconds / worlds,
        )
        texts = dict(zip(world.native.legal_moves(), world.legal_moves, strict=True))
        candidates = {texts[move]: mean for move, mean in found.moves}
        return Decision(
            next(iter(candidates)),
            candidates,
            worlds=found.worlds,
            nodes=found.statistics.nodes,
            seconds=found.seconds,
            seed=seed,
        )
