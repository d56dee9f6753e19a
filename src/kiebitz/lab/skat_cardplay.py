"""Cardplay between kinds of Skat players, as in chapter 9 of the thesis: deals, games, tables.

The deals are bid, discarded and declared by our own bidder at all three seats, as three Kermits
did for the thesis; deals that all pass are left out. A player that comes to the same situation in
two games of a deal decides alike, because its seed is derived from the deal, the seat and the
number of moves, which makes differences between players clearer (thesis §9.6).
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from kiebitz.arena.declared import declared_deals, quickly_declared_deals
from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.lab.experiment import Done, Parameters, Row, Sum, numbers

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from kiebitz.games.skat import State

THESIS = "Furtak 2013 (thesis)"
SOLINAS = "Solinas 2019"

Meeting = tuple[Sequence[str], Sequence[str]]
"""Soloists, and what both defenders may be: each soloist meets all of these. Players are written
as `make_player` reads them, or `perf`."""


@lru_cache(maxsize=2)
def recorded_games(path: str) -> dict[str, list[State]]:
    """The games of a file of ISS records by kind; those that cannot be read are left out."""
    from kiebitz._core import skat_locations as core
    from kiebitz.arena.skat import kind_of_game
    from kiebitz.games.skat import State

    games: dict[str, list[State]] = {}
    with open(path, encoding="utf-8") as file:  # noqa: PTH123
        for line in file:
            native = core.read_record(line)
            state = None if native is None else State(native)
            if state is not None and state.contract is not None:
                games.setdefault(kind_of_game(state.contract), []).append(state)
    return games


def recorded_game(path: str, kind: str, number: int) -> State:
    """One of the games of a kind in a file."""
    games = recorded_games(path).get(kind, [])
    if number >= len(games):
        raise KiebitzError(f"{path!r} has {len(games)} {kind} games only")
    return games[number]


def decisions_of(state: State) -> Iterator[State]:
    """The states of a game in which a card was played."""
    from kiebitz.games.skat.history import states_of
    from kiebitz.games.skat.moves import Kind, kind_of

    for before, move in zip(states_of(state), state.native.history, strict=False):
        if kind_of(move) == Kind.PLAY:
            yield before


def is_in_doubt(state: State, games: int, seed: int) -> bool:
    """Whether quick games on a deal, with different luck, do not all end alike.

    All seats think of 20 worlds and let the rule player finish the games, which is none of the
    players that are compared. On a deal that they always win, or always lose, better players seldom
    end otherwise: such deals tell little about them.

    >>> state = next(declared_deals(5))
    >>> is_in_doubt(state, 1, seed=5)
    False
    """
    from kiebitz._core import skat_players as core

    player = _quick_player()
    ends = core.play_games(player, player, [native_start(state)] * games, seed)
    return len({won for _, won, _ in ends}) > 1


def native_start(state: State) -> tuple[Any, ...]:
    """A declared game before its first card, as the core's `play_games` takes it."""
    native = state.native
    return (
        native.hands, native.skat, native.declarer, native.contract, state.bid, native.highest_bids,
    )  # fmt: skip


class Chosen(NamedTuple):
    """A deal that is played, and for how many declared deals it stands."""

    state: State
    looked_at: int
    """Declared deals until this one came, itself included."""
    weight: float
    """Above 1 for a deal that is not in doubt, of which only some are played."""


def chosen_deals(
    seed: int, kind: str | None, games: int, others: float = 0.0, *, quickly: bool = False
) -> Iterator[Chosen]:
    """Declared deals in doubt, and a share of the others, which then count for all of them.

    Quickly: by a bidder that does not look for games that cannot be lost.
    """
    looked_at = 0
    deals = (quickly_declared_deals if quickly else declared_deals)(seed, kind)
    for number, state in enumerate(deals):
        looked_at += 1
        weight = 1.0
        if games and not is_in_doubt(state, games, derive_seed(seed, 1, number)):
            if derive_seed(seed, 2, number) % 1_000_000 >= 1_000_000 * others:
                continue
            weight = 1 / others
        yield Chosen(state, looked_at, weight)
        looked_at = 0


class Deal:
    """One declared deal on which several games are played."""

    def __init__(self, start: State, seed: int) -> None:
        self._start = start
        self._seed = seed
        self._decided: dict[tuple[str, tuple[str, ...]], str] = {}

    def play(self, soloist: str, defenders: str) -> State:
        """The end of a game between a soloist and two defenders of one kind."""
        state = self._start
        for card in self.moves(soloist, defenders):
            state = state.play(card)
        return state

    def moves(self, soloist: str, defenders: str) -> list[str]:
        """The cards of that game."""
        state, cards = self._start, list[str]()
        while not state.is_over:
            kind = soloist if state.to_move == state.declarer else defenders
            key = (kind, tuple(cards))
            if key not in self._decided:
                seed = derive_seed(self._seed, state.to_move, len(cards))
                self._decided[key] = card_of(kind, state, seed)
            cards.append(self._decided[key])
            state = state.play(cards[-1])
        return cards


def soloist_score(state: State) -> float:
    """The Seeger-Fabian points of the soloist of a finished game."""
    assert state.declarer is not None
    return float(state.scores[state.declarer])


def payloads(parameters: Parameters, meetings: Sequence[Meeting]) -> Iterator[Any]:
    """A unit is a deal on which all meet."""
    listed = [[list(soloists), list(defenders)] for soloists, defenders in meetings]
    for _ in range(int(parameters["deals"])):
        yield {
            "meetings": listed,
            "kind": parameters.get("kind"),
            "in_doubt": parameters.get("in_doubt", 0),
            "others": parameters.get("others", 0.0),
        }


def asking(parameters: Parameters) -> str:
    """How PIMC players ask the solver, as part of their name: exactly if not told otherwise.

    >>> asking({"values": "win:0.3"}), asking({})
    (',values=win:0.3', '')
    """
    values = str(parameters.get("values", "points"))
    return "" if values == "points" else f",values={values}"


def pairs_of(payload: Any) -> list[tuple[str, str]]:
    """All pairs of a soloist and defenders, in the order of the values."""
    return [
        (soloist, defender)
        for soloists, defenders in payload["meetings"]
        for soloist in soloists
        for defender in defenders
    ]


def unit(payload: Any, seed: int) -> list[list[float]]:
    """The soloist's points, and whether the game was won, of every pair on one deal.

    The last entry says how many declared deals were looked at, and how much this one counts.
    """
    start, looked_at, weight = next(
        chosen_deals(seed, payload["kind"], payload["in_doubt"], payload["others"])
    )
    deal = Deal(start, seed)
    ends = [deal.play(*pair) for pair in pairs_of(payload)]
    values = [
        [soloist_score(end), float(end.result is not None and end.result.won)] for end in ends
    ]
    return [*values, [float(looked_at), weight]]


def over_all_deals(finished: Sequence[Done], values: Sequence[float]) -> tuple[float, float]:
    """The mean of a value over all declared deals, played or not, and half its 95 % interval.

    A ratio of sums, with the variance of its linear approximation.
    """
    looked_at = [float(done.value[-1][0]) for done in finished]
    sums = [done.value[-1][1] * value for done, value in zip(finished, values, strict=True)]
    mean = sum(sums) / sum(looked_at)
    rest = Sum()
    for one, deals in zip(sums, looked_at, strict=True):
        rest.add(one - mean * deals)
    return mean, rest.interval * len(finished) / sum(looked_at)


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """A row a pair: soloist, defenders, games, the soloist's mean points, the share won."""
    if not finished:
        return []
    rows: list[Row] = []
    for place, (soloist, defenders) in enumerate(pairs_of(finished[0].payload)):
        score, interval = over_all_deals(finished, [done.value[place][0] for done in finished])
        won, won_interval = over_all_deals(
            finished, [100 * done.value[place][1] for done in finished]
        )
        rows.append(
            {
                "soloist": soloist,
                "defenders": defenders,
                "games": len(finished),
                "score": score,
                "score_ci": interval,
                "won": won,
                "won_ci": won_interval,
            }
        )
    return rows


def draw_matrix(figure: Figure, table: list[Row]) -> None:
    """The soloist's points over the soloists, one line for each kind of defenders."""
    from kiebitz.lab.style import line

    axes = figure.subplots()
    soloists = list(dict.fromkeys(str(row["soloist"]) for row in table))
    for number, defenders in enumerate(dict.fromkeys(str(row["defenders"]) for row in table)):
        rows = [row for row in table if row["defenders"] == defenders]
        axes.errorbar(
            [soloists.index(str(row["soloist"])) for row in rows],
            numbers(rows, "score"),
            yerr=numbers(rows, "score_ci"),
            label=f"against {defenders}",
            **line(number),
        )
    axes.set_xticks(range(len(soloists)), soloists, rotation=30, ha="right")
    axes.set_ylabel("soloist's points a game")
    axes.legend()


def draw_bars(column: str, label: str, name: Callable[[Row], str]) -> Callable[..., None]:
    """A plot of one bar a row."""

    def draw(figure: Figure, table: list[Row]) -> None:
        from kiebitz.lab.style import COLOURS

        axes = figure.subplots()
        axes.barh(
            [name(row) for row in table],
            numbers(table, column),
            xerr=numbers(table, f"{column}_ci"),
            color=COLOURS[0],
            capsize=3,
        )
        axes.invert_yaxis()
        axes.set_xlabel(label)

    return draw


def card_of(kind: str, state: State, seed: int) -> str:
    """What a player, or `perf`, plays in a state."""
    if kind == "perf":
        return str(_perf().decide_with_open_cards(state).move)
    return str(_player(kind).decide(state.view(state.to_move), seed=seed).move)


@cache
def native_player(text: str) -> Any:
    """A player as one that plays within the core: by rules, or by valuing worlds one by one.

    >>> state = next(declared_deals(5))
    >>> player = native_player("pimc:worlds=4,belief=uniform,sure=0")
    >>> player.choose(state.view(state.to_move).native, 1)
    4
    """
    from kiebitz._core import skat_players as core
    from kiebitz.players.skat import make_player
    from kiebitz.players.skat.cards import MonteCarloChooser, SimpleChooser

    chooser = make_player(text).chooser
    if isinstance(chooser, SimpleChooser):
        return chooser.player
    if not isinstance(chooser, MonteCarloChooser):
        raise KiebitzError(f"{text} does not value worlds one by one, or has no sure=0")
    return core.monte_carlo_player(
        chooser.belief.native, chooser.evaluation, chooser.worlds, chooser.belief.candidates,
        chooser.decision, margin=chooser.margin,
    )  # fmt: skip


@cache
def _player(text: str) -> Any:
    from kiebitz.arena.skat import player_text
    from kiebitz.players.skat import make_player

    return make_player(player_text({"spec": text}))


@cache
def _quick_player() -> Any:
    from kiebitz._core import skat_players as core
    from kiebitz.beliefs.skat import make_belief

    by_rules = core.playout_evaluation(core.rule_player())
    return core.monte_carlo_player(make_belief("table").native, by_rules, 20, 100)


@cache
def _perf() -> Any:
    from kiebitz.players.skat.perf import Perf

    return Perf()


# Native objects go before the interpreter does.
atexit.register(recorded_games.cache_clear)
atexit.register(native_player.cache_clear)
atexit.register(_player.cache_clear)
atexit.register(_quick_player.cache_clear)
atexit.register(_perf.cache_clear)
