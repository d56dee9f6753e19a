"""What open cards promise, and how the game then ends between players who do not see them."""

from __future__ import annotations

import atexit
import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from kiebitz.cards import derive_seed
from kiebitz.lab.experiment import Done, Experiment, Parameters, Row, Size, numbers
from kiebitz.lab.skat_cardplay import THESIS, chosen_deals

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
PIMC plays all seats of declared deals. After every card that was a choice the points with open
cards, in the true world, are set beside the points with which the game ended. `shift` is how many
points more the declarer got, `deviation` its standard deviation, by the number of cards in hand of
the player who chose; positions with 25 to 95 points only, those in which something is at stake.
The evaluation `values=likely` turns points into chances by these numbers. Deals are chosen by
`in_doubt` and `others` as in skat-recursion, and count one each.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is a game."""
    names = ("worlds", "values", "in_doubt", "others")
    for _ in range(int(parameters["deals"])):
        yield {name: parameters[name] for name in names}


def unit(payload: Any, seed: int) -> list[list[float]]:
    """Cards in hand, the declarer's points with open cards, and at the end."""
    from kiebitz._core import skat_players as core
    from kiebitz.games.skat.cards import DECK

    player, solver = _parts(payload["worlds"], payload["values"])
    deals = chosen_deals(seed, None, payload["in_doubt"], payload["others"])
    state = next(deal.state for deal in deals if _has_trumps(deal.state))
    seen: list[tuple[int, float]] = []
    step = 0
    while not state.is_over:
        native, view = state.native, state.view(state.to_move)
        card = player.choose(view.native, derive_seed(seed, 3, step))
        if len(state.legal_moves) > 1:
            world = core.World(native.hands, native.skat)
            ((_, points),) = solver.evaluate(view.native, [world], 0, [card])[0]
            declares = state.to_move == state.declarer
            seen.append((len(view.hand), points if declares else 120 - points))
        state = state.play(DECK[card])
        step += 1
    assert state.result is not None
    return [[float(cards), points, float(state.result.points)] for cards, points in seen]


def _has_trumps(state: Any) -> bool:
    return state.contract is not None and state.contract.game != "N"


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """A row for every number of cards."""
    games: dict[int, list[list[float]]] = {}
    for done in finished:
        mine: dict[int, list[float]] = {}
        for cards, points, end in done.value:
            if 25 <= points <= 95:
                mine.setdefault(int(cards), []).append(end - points)
        for cards, these in mine.items():
            games.setdefault(cards, []).append(these)
    rows: list[Row] = []
    for cards, of_games in sorted(games.items(), reverse=True):
        every = [one for these in of_games for one in these]
        mean = sum(every) / len(every)
        # Decisions of one game end alike, so the interval is one of games.
        spread = sum((sum(these) - mean * len(these)) ** 2 for these in of_games)
        rows.append(
            {
                "cards": cards,
                "games": len(of_games),
                "decisions": len(every),
                "shift": mean,
                "shift_ci": 1.96 * math.sqrt(spread) / len(every),
                "deviation": math.sqrt(
                    sum((one - mean) ** 2 for one in every) / max(1, len(every) - 1)
                ),
            }
        )
    return rows


def draw(figure: Figure, table: list[Row]) -> None:
    """Shift and deviation over the cards left."""
    from kiebitz.lab.style import line

    axes = figure.subplots()
    for number, column in enumerate(("shift", "deviation")):
        axes.errorbar(numbers(table, "cards"), numbers(table, column), label=column, **line(number))
    axes.invert_xaxis()
    axes.set_xlabel("cards in hand")
    axes.set_ylabel("the declarer's points at the end, less those with open cards")
    axes.legend()


@cache
def _parts(worlds: int, values: str) -> Any:
    from kiebitz._core import skat_players as core
    from kiebitz.beliefs.skat import make_belief
    from kiebitz.players.skat.evaluations import make_evaluation

    belief = make_belief("table")
    player = core.monte_carlo_player(
        belief.native, make_evaluation(values), worlds, belief.candidates
    )
    return player, core.solver_evaluation("points")


# Native objects go before the interpreter does.
atexit.register(_parts.cache_clear)

_SETTINGS: dict[str, Any] = {"values": "win:0.3", "in_doubt": 8, "others": 0.2}

EXPERIMENT = Experiment(
    name="skat-played-out",
    paper=THESIS,
    item="§9.3, what perfect information promises",
    title="Open-card points and how games end",
    sizes={
        "quick": Size({"worlds": 20, "deals": 12, **_SETTINGS}, 10),
        "paper": Size({"worlds": 160, "deals": 1500, **_SETTINGS}, 600),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
