"""Worlds of Skat during cardplay: who holds which of the unseen cards."""

from __future__ import annotations

from collections.abc import Sequence

from kiebitz._core import skat_players as core
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import View

#: From how many candidates a belief chooses its worlds unless told otherwise.
DEFAULT_CANDIDATES = 5_000
#: What hints, reviews and pictures go by.
DEFAULT_BELIEF = "small"
#: Card-location networks: by name those that ship, with a file others.
LEARNED = ("logistic", "small", "deep")
BELIEF_NAMES = (
    "uniform, table, logistic, small, deep, policy, calls, one of the last five with weights of "
    "your own as small:FILE, or one that chooses from a subset of the worlds as small@100000"
)
#: More worlds than any information set has.
_ALL = 1 << 40

#: What a seat knows during cardplay, as beliefs, evaluations and players see it.
CardView = core.CardView
#: The remaining cards of the three hands and the two cards put away, as bit masks.
SkatWorld = core.World


class SkatBelief:
    """How likely worlds are, and from how many of them a player chooses its own.

    Every belief is one of the native core, so that it can be used in every player and within
    playouts.
    """

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

    @property
    def candidates(self) -> int:
        """How many worlds are weighed at most."""
        return self._candidates

    def draw(self, view: View, worlds: int, seed: int) -> list[tuple[SkatWorld, float]]:
        """Up to `worlds` worlds with their weights, chosen by weight from the candidates.

        All of them with their likelihoods when there are no more.
        """
        return self.native.draw(view.native, worlds, self._candidates, seed)

    def likelihoods(self, view: View, worlds: Sequence[SkatWorld]) -> list[float]:
        """The likelihood of every world, up to a factor."""
        return self.native.weigh(view.native, worlds)


class UniformSkatBelief(SkatBelief):
    """All worlds are equally likely.

    >>> from kiebitz.games.skat import State
    >>> state = State.deal(seed=7)
    >>> for move in ("18", "p", "p", "s", "G", "S7.S8"):
    ...     state = state.play(move) if move in state.legal_moves else state.play(
    ...         state.legal_moves[0])
    >>> worlds = UniformSkatBelief().draw(state.view(0), 5, seed=1)
    >>> len(worlds), {weight for _, weight in worlds}
    (5, {1.0})
    """

    def __init__(self) -> None:
        super().__init__("uniform", core.uniform_belief(), 1)


class WeighingBelief(SkatBelief):
    """The base of beliefs written in Python: derive and say how likely worlds are.

    Up to `candidates` worlds are drawn uniformly and weighed; then as many as a player wants are
    chosen by weight (thesis of Solinas §5.2.3).
    """

    name = "weighing"

    def __init__(self, candidates: int = DEFAULT_CANDIDATES) -> None:
        self._candidates = candidates

    @property
    def native(self) -> core.Belief:
        """A native belief that asks this one."""
        return core.python_belief(self)

    def weigh(self, view: core.CardView, worlds: Sequence[SkatWorld]) -> Sequence[float]:
        """The likelihood of every world, up to a factor; some dozens of worlds at once."""
        raise NotImplementedError


class SubsetBelief(SkatBelief):
    """Chooses worlds from a subset, as Solinas does (§5.2.3), where others may deal them directly.

    The subset is drawn uniformly, no world twice. One as large as the information set is all of it,
    so that ``small@all`` goes through every world.

    >>> SubsetBelief(UniformSkatBelief(), 100_000).name
    'uniform@100000'
    """

    def __init__(self, inner: SkatBelief, size: int, threads: int = 1) -> None:
        told = "all" if size >= _ALL else size
        native = core.subset_belief(inner.native, size, threads)
        super().__init__(f"{inner.name}@{told}", native, inner.candidates)


def subset_of(name: str) -> tuple[str, int | None]:
    """The belief within a name and the size of the subset, if it names one.

    >>> subset_of("small@100000"), subset_of("deep:a@b.weights")
    (('small', 100000), ('deep:a@b.weights', None))
    """
    inner, at, size = name.rpartition("@")
    if at and size == "all":
        return inner, _ALL
    if at and size.isascii() and size.isdigit() and len(size) < 12 and int(size) > 0:
        return inner, int(size)
    return name, None


def is_belief(name: str) -> bool:
    """Whether `make_belief` knows the name, whatever is in the file.

    >>> is_belief("small:my.weights"), is_belief("magic")
    (True, False)
    """
    name, _ = subset_of(name)
    kind, colon, file = name.partition(":")
    is_learned = kind in (*LEARNED, "policy", "calls")
    return name in ("uniform", "table") or (is_learned and bool(file or not colon))


def make_belief(name: str, candidates: int = DEFAULT_CANDIDATES, *, threads: int = 1) -> SkatBelief:
    """The belief with this name: ``uniform``, ``table``, ``small``, or with a file ``small:FILE``.

    ``small@100000`` chooses from a subset of so many worlds, which several threads can weigh.

    >>> make_belief("uniform").name
    'uniform'
    """
    inner, size = subset_of(name)
    if size is not None and is_belief(name):
        return SubsetBelief(make_belief(inner, candidates), size, threads)
    if name == "uniform":
        return UniformSkatBelief()
    if name == "table":
        from kiebitz.beliefs.skat.tables import TableBelief

        return TableBelief(candidates=candidates)
    if not is_belief(name):
        raise KiebitzError(f"there is no belief {name[:40]!r}: say {BELIEF_NAMES}")
    kind, _, file = name.partition(":")
    if kind in LEARNED:
        from kiebitz.beliefs.skat.locations import LocationBelief

        return LocationBelief(kind, file)
    from kiebitz.beliefs.skat.locations import CallsBelief, PolicyBelief

    return CallsBelief(file) if kind == "calls" else PolicyBelief(file)
