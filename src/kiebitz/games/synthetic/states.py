"""Random trees as games: they run in every search, and pass the suite of all games.

>>> from kiebitz.limits import Limit
>>> from kiebitz.search.multiplayer import search
>>> state = MaxnState.start(MaxnParameters(players=3, branching=3, depth=5), seed=1)
>>> whole = Limit(depth=5)
>>> search(state, "speculative", limit=whole).values == search(state, "maxn", limit=whole).values
True
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kiebitz._core import bcd_game, maxn_game, prefix_game
from kiebitz.games.native_state import BoardState, HiddenState, HiddenView
from kiebitz.games.synthetic.bcd import BcdParameters
from kiebitz.games.synthetic.prefix import PrefixParameters


class PrefixState(BoardState[prefix_game.State]):
    """A position of a prefix value tree (thesis §3.7).

    >>> state = PrefixState.start(PrefixParameters(depth=4), seed=5)
    >>> max(state.play(move).exact for move in state.legal_moves) == state.exact
    True
    """

    __slots__ = ()
    core: ClassVar = prefix_game
    game = "prefix-tree"
    player_counts = (2,)

    @classmethod
    def start(cls, parameters: PrefixParameters | None = None, seed: int = 0) -> PrefixState:
        """The root of a tree."""
        numbers = (parameters or PrefixParameters()).numbers
        return cls.from_rules(",".join(map(str, numbers)), seed)

    @property
    def exact(self) -> int:
        """The minimax value, in the first player's view."""
        return self._native.exact


@dataclass(frozen=True, slots=True)
class MaxnParameters:
    """What a random tree for several players is drawn from.

    Every leaf shares out `total`; without `constant_sum` each score is 0 to `total` on its own.
    """

    players: int = 3
    branching: int = 4
    depth: int = 6
    total: int = 100
    constant_sum: bool = True

    @property
    def text(self) -> str:
        """The parameters as the position text has them."""
        return f"{self.players},{self.branching},{self.depth},{self.total},{self.constant_sum:d}"


class MaxnState(BoardState[maxn_game.State]):
    """A position of a random tree for several players.

    >>> MaxnState.start(MaxnParameters(players=4, branching=2)).play("1").to_move
    1
    """

    __slots__ = ()
    core: ClassVar = maxn_game
    game = "maxn-tree"
    player_counts = (3, 2, 4, 5, 6)

    @classmethod
    def start(cls, parameters: MaxnParameters | None = None, seed: int = 0) -> MaxnState:
        """The root of a tree."""
        return cls.from_rules((parameters or MaxnParameters()).text, seed)


class BcdView(HiddenView["BcdState"]):
    """What one player knows: the tree, the moves, and its own type."""

    __slots__ = ()


class BcdState(HiddenState[bcd_game.State]):
    """A play of a BCD tree in one world.

    >>> state = BcdState.start(BcdParameters(types=4, moves=3), seed=2)
    >>> str(state.view(0)).split()[2].endswith(".??")
    True
    """

    __slots__ = ()
    core: ClassVar = bcd_game
    game = "bcd-tree"
    player_counts = (2,)
    view_type: ClassVar = BcdView

    @classmethod
    def start(cls, parameters: BcdParameters | None = None, seed: int = 0) -> BcdState:
        """A tree, and a world that chance chooses."""
        return cls.from_rules((parameters or BcdParameters()).text, seed)


BcdView.state_type = BcdState
