"""Figure 4.3 of Solinas: how well beliefs know where the cards are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import exp, log
from typing import TYPE_CHECKING, Any

from kiebitz.arena.declared import quickly_declared_deals
from kiebitz.lab.experiment import Done, Experiment, Parameters, Row, Size, Sum, numbers
from kiebitz.lab.skat_cardplay import SOLINAS, Deal, decisions_of, recorded_game

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from kiebitz.games.skat import State

NOTES = """
For decisions of the first nine tricks, by trick and role (the soloist knows the skat):
*cross-entropy*, the mean surprise at the place of a card, over all 32 cards (`skat-cards-known`
draws it by the number of cards known, as figure 4.2), and the *true state sampling ratio* (TSSR,
figure 4.3), how many times likelier than by chance a belief makes the true world. *Oracle* is the
number of worlds, the most that is possible. Ratios are skewed, so the median, the geometric mean
and `likelier`, per cent of decisions in which the true world became likelier, are given too.
Chances are those after hand sizes and shown voids are taken into account, exactly; only `policy`
weighs a sample of worlds. Networks learned from self-play with another seed, so these games are
held out; with `records` the games of a file are taken instead. The drawings of the paper are lost.
"""


def payloads(parameters: Parameters) -> Iterator[Any]:
    """A unit is one game."""
    for kind in parameters["kinds"]:
        for number in range(int(parameters["games"])):
            yield {
                "kind": kind,
                "number": number,
                **{
                    key: parameters[key]
                    for key in ("beliefs", "every", "sample", "player", "records")
                },
            }


def unit(payload: Any, seed: int) -> list[list[Any]]:
    """For decisions of a game: the trick, the role, worlds, how each belief fares.

    At the end how many cards the player knows, and whether the skat is among them.
    """
    from kiebitz.beliefs.skat.locations import places_by_name
    from kiebitz.games.skat import DECK

    found = []
    for number, state in enumerate(_decisions(payload, seed)):
        if (number + seed) % payload["every"]:
            continue
        view = state.view(state.to_move)
        truth = {str(card): seat for seat in range(3) for card in state.hands[seat]}
        truth |= {str(card): 3 for card in state.skat}
        judged: list[list[float]] = []
        worlds = unseen = 0
        for belief in payload["beliefs"]:
            told = places_by_name(view, belief, (state.hands, state.skat), sample=payload["sample"])
            worlds, unseen = told.worlds, len(told.chances)
            surprise = -sum(
                log(max(chances[truth[card]], 1e-9)) for card, chances in told.chances.items()
            )
            assert told.ratio is not None
            judged.append([surprise / len(DECK), told.ratio])
        role = state.to_move == state.declarer
        known = len(DECK) - unseen
        found.append([number // 3 + 1, role, worlds, judged, known, len(view.discard) > 0])
    return found


def _decisions(payload: Any, seed: int) -> Iterator[State]:
    """The states before the cards of the first nine tricks."""
    if payload["records"]:
        game = recorded_game(payload["records"], payload["kind"], payload["number"])
        yield from islice(decisions_of(game), 27)
        return
    state = next(quickly_declared_deals(seed, payload["kind"]))
    moves = Deal(state, seed).moves(payload["player"], payload["player"])
    for move in moves[:27]:
        yield state
        state = state.play(move)


def reduce(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """By game, role, trick and belief."""
    groups: dict[tuple[str, str, int, str], list[tuple[float, float, int]]] = {}
    for done in finished:
        for trick, declares, worlds, judged, *_ in done.value:
            role = "soloist" if declares else "defender"
            for belief, (surprise, ratio) in zip(done.payload["beliefs"], judged, strict=True):
                key = (str(done.payload["kind"]), role, int(trick), str(belief))
                groups.setdefault(key, []).append((surprise, ratio, worlds))
    rows: list[Row] = []
    for (kind, role, trick, belief), values in groups.items():
        error, ratio, nats, above, oracle = Sum(), Sum(), Sum(), Sum(), Sum()
        for surprise, one, worlds in values:
            error.add(surprise)
            ratio.add(one)
            nats.add(log(max(one, 1e-9)))
            above.add(100.0 * (one > 1))
            oracle.add(worlds)
        rows.append(
            {
                "game": kind,
                "role": role,
                "trick": trick,
                "belief": belief,
                "decisions": len(values),
                "cross_entropy": error.mean,
                "cross_entropy_ci": error.interval,
                "ratio": ratio.mean,
                "ratio_ci": ratio.interval,
                "median": sorted(one for _, one, _ in values)[len(values) // 2],
                "geometric": exp(nats.mean),
                "likelier": above.mean,
                "likelier_ci": above.interval,
                "oracle": oracle.mean,
            }
        )
    rows.sort(key=lambda row: (str(row["game"]), str(row["role"]), int(str(row["trick"]))))
    return rows


def draw(figure: Figure, table: list[Row]) -> None:
    """Cross-entropy above, ratio below; a column for each game and role, a line for each belief."""
    from kiebitz.lab.style import line

    columns = list(dict.fromkeys((str(row["game"]), str(row["role"])) for row in table))
    beliefs = list(dict.fromkeys(str(row["belief"]) for row in table))
    figure.set_size_inches(2.6 * max(2, len(columns)), 6)
    panels = figure.subplots(2, len(columns), squeeze=False, sharex=True)
    for place, (game, role) in enumerate(columns):
        for number, belief in enumerate(beliefs):
            rows = [
                row
                for row in table
                if (row["game"], row["role"], row["belief"]) == (game, role, belief)
            ]
            for axes, column in zip(panels[:, place], ("cross_entropy", "ratio"), strict=True):
                axes.errorbar(
                    numbers(rows, "trick"),
                    numbers(rows, column),
                    yerr=numbers(rows, f"{column}_ci"),
                    label=belief,
                    **line(number),
                )
        oracle = [row for row in table if (row["game"], row["role"]) == (game, role)]
        tricks = dict.fromkeys(numbers(oracle, "trick"))
        most = {
            trick: max(numbers([r for r in oracle if r["trick"] == trick], "oracle"))
            for trick in tricks
        }
        panels[1, place].plot(list(most), list(most.values()), color="#999999", label="oracle")
        panels[1, place].set_yscale("log")
        panels[1, place].set_ylim(0.8, 300)
        panels[0, place].set_title(f"{game}, {role}")
        panels[1, place].set_xlabel("trick")
    panels[0, 0].set_ylabel("cross-entropy a card")
    panels[1, 0].set_ylabel("true state sampling ratio")
    panels[0, 0].legend(fontsize=7)


BELIEFS = ["uniform", "table", "logistic", "small", "deep", "policy"]
EXPERIMENT = Experiment(
    name="skat-true-world",
    paper=SOLINAS,
    item="figure 4.3",
    title="How well beliefs know where the cards are",
    sizes={
        "quick": Size(
            {
                "kinds": ["suit", "grand", "null"],
                "games": 10,
                "beliefs": BELIEFS,
                "every": 3,
                "sample": 200,
                "player": "pimc:worlds=20,values=win:0.3,threads=1",
                "records": "",
            },
            30,
        ),
        "paper": Size(
            {
                "kinds": ["suit", "grand", "null"],
                "games": 3000,
                "beliefs": BELIEFS,
                "every": 3,
                "sample": 2000,
                "player": "pimc:worlds=20,values=win:0.3,threads=1",
                "records": "",
            },
            20_000,
        ),
    },
    payloads=payloads,
    unit=unit,
    reduce=reduce,
    draw=draw,
    notes=NOTES,
)
