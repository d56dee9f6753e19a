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

from kiebitz.beliefs.protocol import Belief
from kiebitz.errors import KiebitzError
from kiebitz.games.native_state import BoardState, HiddenState, HiddenView
from kiebitz.limits import Limit
from kiebitz.machine import cores
from kiebitz.players.plugs import native_belief
from kiebitz.players.protocol import Decision
from kiebitz.search.multiplayer import Method, search
from kiebitz.shown import show_unusual

WORLDS = 20


@dataclass(frozen=True, slots=True)
class SearchPlayer:
    """Searches open positions, and worlds of hidden ones that a belief finds likely.

    Nodes and seconds of the limit are for the whole decision; worlds share them evenly.
    """

    method: Method = field(default_factory=Method)
    limit: Limit = field(default_factory=lambda: Limit(nodes=100_000))
    belief: Belief[Any, Any] | None = None
    """How likely worlds are; all alike unless it says so."""
    threads: int = 0
    """0 takes all cores."""

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
        worlds = bound.worlds or WORLDS
        searched = average_over_worlds(
            view,
            self.method,
            Limit(depth=bound.depth, nodes=bound.nodes and max(1, bound.nodes // worlds)),
            worlds=worlds,
            seconds=bound.seconds,
            belief=self.belief,
            seed=seed,
            threads=self.threads or cores(),
            shuffle=seed,
        )
        world = view.sample(0).native
        ranked = sorted(
            zip(
                map(world.move_text, searched.moves),
                searched.merits,
                searched.merit_errors,
                strict=True,
            ),
            key=lambda one: -one[1],
        )
        return Decision(
            world.move_text(searched.best),
            {text: mean for text, mean, _ in ranked},
            worlds=searched.worlds,
            nodes=searched.nodes,
            seconds=searched.seconds,
            seed=seed,
            errors={text: error for text, _, error in ranked},
        )


def average_over_worlds(
    view: HiddenView[Any],
    method: Method,
    each: Limit,
    *,
    worlds: int,
    seconds: float | None = None,
    belief: Belief[Any, Any] | None = None,
    seed: int = 0,
    threads: int = 1,
    shuffle: int | None = None,
    remember: bool = False,
) -> Any:
    """A finished Monte Carlo search with a method as its evaluation.

    Depth and nodes of the limit are for each world, seconds for all of them. Its worlds can be seen
    if they are to be remembered.

    >>> from kiebitz.games import spades
    >>> state = spades.State.deal(seed=1, rules=spades.Rules(bidding=False))
    >>> view = state.view(state.to_move)
    >>> average_over_worlds(view, Method("maxn"), Limit(depth=1), worlds=3).worlds
    3
    """
    state = view.state_type
    evaluation = state.core.search_evaluation(
        method.evaluation_of(state),
        method.options(state, shuffle=shuffle),
        each.depth,
        each.nodes,
    )
    found = state.core.MonteCarloSearch(
        view.native,
        native_belief(view, belief),
        evaluation,
        worlds=worlds,
        seed=seed,
        threads=threads,
        remember=remember,
    )
    found.run(worlds=worlds, seconds=seconds)
    return found
