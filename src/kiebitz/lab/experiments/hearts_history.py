"""The history heuristic in Hearts: what it learns, and what it saves (table 6.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kiebitz.cards import derive_seed
from kiebitz.lab.contests import PAPER
from kiebitz.lab.experiment import Done, Experiment, Parameters, Printed, Row, Size, Sum, numbers
from kiebitz.lab.experiments.hearts_open import OLD

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NOTES = """
A table is learned in hands of Hearts for four (rules of §3.3.1) that speculative maxⁿ plays against
itself: whenever a search returns from a node with a choice, the best move there gets 2^d more, d
being the number of moves searched below it (two tricks at most: what is searched deeper, near the
end of a hand, would outweigh all else). Table 6.4 shows what it then says of each card when the
ace of spades is led; since sums depend on how long one learns, both are in per cent of all weights
there. Rows *nodes*: what searches of other deals cost to a fixed depth with the table's order, in
per cent of what they cost with the rules of thumb; the thesis found “no discernible difference”.
"""
RANKS = "AKQJT98765432"
SUITS = "SHDC"
#: Table 6.4: spades, two plain suits, hearts. Which plain suit is which is lost.
SPADES = (
    *(0, 5081366, 8392112, 3247574, 2931582, 2396322, 1540746),
    *(1455590, 992640, 490956, 431818, 145032, 56600),
)
HEARTS = (316562, 129116, 58678, 51348, 11432, 24566, 9246, 8950, 2070, 6730, 1450, 910, 620)
PLAIN = (
    *(15846, 10732, 7630, 5472, 3212, 7220, 4122, 3502, 764, 5872, 1546, 1296, 1152),
    *(16378, 3472, 4774, 4402, 12992, 2820, 1966, 3086, 1116, 1488, 1556, 280, 832),
)
ALL = sum(SPADES) + sum(HEARTS) + sum(PLAIN)
METHODS = ("speculative", "paranoid")


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit learns a table of its own, and tries it."""
    for number in range(parameters["tables"]):
        yield {"number": number, **{key: parameters[key] for key in ("hands", "tricks", "trials")}}


def unit(payload: Any, seed: int) -> list[Any]:
    """The weights behind an ace of spades, and for each method nodes by thumb and by table."""
    from kiebitz.games import catalogue
    from kiebitz.limits import Limit
    from kiebitz.search.multiplayer import History, search

    def deal(number: int) -> Any:
        return catalogue.start("hearts", players=4, seed=derive_seed(seed, number), rules=OLD)

    history = History()
    for hand in range(payload["hands"]):
        state = deal(hand)
        while not state.is_over:
            legal = state.legal_moves
            if len(legal) > 1:
                limit = Limit(depth=payload["tricks"])
                found = search(state, "speculative", limit=limit, learn=history)
                state = state.play(found.move)
            else:
                state = state.play(legal[0])
    weights = history.weights
    # The native order of suits is clubs, diamonds, hearts, spades, of ranks two to ace.
    first = 128 * 51
    cards = {
        suit + rank: weights[first + 13 * "CDHS".index(suit) + 12 - RANKS.index(rank)]
        for suit in SUITS
        for rank in RANKS
    }
    costs = []
    for method in METHODS:
        by_thumb = by_table = 0
        for trial in range(payload["trials"]):
            state = deal(10_000 + trial)
            for _ in range(4 * (trial % 10)):
                state = state.play(state.legal_moves[0])
            depth = Limit(depth=2)
            by_thumb += search(state, method, limit=depth).nodes
            by_table += search(state, method, limit=depth, history=history).nodes
        costs.append([by_thumb, by_table])
    return [cards, costs]


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """One line a card behind the ace of spades, then one a method."""
    total = {suit + rank: 0.0 for suit in SUITS for rank in RANKS}
    for done in finished:
        for card, weight in done.value[0].items():
            total[card] += weight
    everything = sum(total.values())
    table: list[Row] = [
        {"what": "weight", "card": card, "percent": 100 * weight / everything}
        for card, weight in total.items()
    ]
    for place, method in enumerate(METHODS):
        ratio = Sum()
        for done in finished:
            by_thumb, by_table = done.value[1][place]
            ratio.add(100 * by_table / by_thumb)
        table.append(
            {
                "what": "nodes",
                "card": method,
                "percent": ratio.mean,
                "percent_ci": ratio.interval,
            }
        )
    return table


def draw(figure: Figure, table: list[Row]) -> None:
    """Weights of spades and hearts behind the ace of spades."""
    from kiebitz.lab.style import COLOURS

    axes = figure.subplots()
    for place, suit in enumerate("SH"):
        rows = [row for row in table if row["what"] == "weight" and str(row["card"])[0] == suit]
        at = [number + 0.4 * place - 0.2 for number in range(len(rows))]
        name = "spades" if suit == "S" else "hearts"
        axes.bar(at, numbers(rows, "percent"), 0.38, color=COLOURS[place], label=name)
    axes.set_xticks(range(len(RANKS)), list(RANKS))
    axes.set_ylabel("weight behind the ace of spades (%)")
    axes.legend()


EXPERIMENT = Experiment(
    name="hearts-history",
    paper=PAPER,
    item="table 6.4",
    title="The history heuristic in Hearts",
    sizes={
        "quick": Size({"tables": 2, "hands": 4, "tricks": 2, "trials": 4}, 5),
        "paper": Size({"tables": 20, "hands": 40, "tricks": 2, "trials": 20}, 400),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    printed=[
        Printed({"what": "weight", "card": suit + rank}, "percent", 100 * weight / ALL)
        for suit, column in (("S", SPADES), ("H", HEARTS))
        for rank, weight in zip(RANKS, column, strict=True)
    ],
    notes=NOTES,
)
