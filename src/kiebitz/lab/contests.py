"""Two searching players in one game: the experiments of Sturtevant's thesis, chapter 7.

Every deal is played with all assignments of the two kinds of player to the seats, except those in
which all are of one kind (§7.2). A unit of work is one deal, or one board game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from math import isnan
from typing import TYPE_CHECKING, Any

from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.lab.experiment import (
    Done,
    Experiment,
    Parameters,
    Row,
    Size,
    SizeName,
    Sum,
    numbers,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from kiebitz.games.native_state import BoardState
    from kiebitz.limits import Limit
    from kiebitz.search.multiplayer import Method

PAPER = "Sturtevant 2003 (thesis)"
NAMES = {
    "maxn": "maxⁿ",
    "immediate": "maxⁿ",
    "speculative": "speculative maxⁿ",
    "approximate-deep": "approximate deep maxⁿ",
    "paranoid": "paranoid",
    "rules": "rule player",
}


def seatings(players: int) -> list[tuple[int, ...]]:
    """Who sits where: 0 and 1 in all ways, but not all alike.

    >>> len(seatings(3)), len(seatings(4)), len(seatings(6))
    (6, 14, 62)
    """
    return [seats for seats in product((0, 1), repeat=players) if 0 < sum(seats) < players]


Contest = Mapping[str, Any]


def contest(
    label: str,
    game: str,
    players: int,
    first: str | Mapping[str, Any],
    second: str | Mapping[str, Any],
    **more: Any,
) -> Contest:
    """Two kinds of player in one game: names of algorithms, or all that makes a `Method`.

    `rules` of the game are texts, as on the command line.
    """
    return {
        "label": label,
        "game": game,
        "players": players,
        "first": {"algorithm": first} if isinstance(first, str) else first,
        "second": {"algorithm": second} if isinstance(second, str) else second,
        **more,
    }


def card_experiment(
    *,
    contests: Sequence[Contest],
    score: str,
    sizes: Mapping[SizeName, Size],
    unit: Callable[[Any, int], Any] | None = None,
    **about: Any,
) -> Experiment:
    """A table of card games; `score` names what is counted. A unit is a deal, all seatings."""
    return Experiment(
        paper=PAPER,
        sizes=_naming_contests(sizes, contests),
        payloads=partial(card_payloads, contests=contests),
        unit=unit or card_unit,
        reduce=card_table,
        draw=draw_bars("score", score),
        **about,
    )


def board_experiment(
    *, contests: Sequence[Contest], sizes: Mapping[SizeName, Size], **about: Any
) -> Experiment:
    """A table of board games. A unit is a game with one seating."""
    return Experiment(
        paper=PAPER,
        sizes=_naming_contests(sizes, contests),
        payloads=partial(board_payloads, contests=contests),
        unit=board_unit,
        reduce=board_table,
        draw=draw_bars("won", "games won (%)"),
        **about,
    )


def _naming_contests(
    sizes: Mapping[SizeName, Size], contests: Sequence[Contest]
) -> dict[SizeName, Size]:
    """The sizes with the names of all contests, so that some of them can be left out."""
    names = [contest["label"] for contest in contests]
    return {
        name: Size({**size.parameters, "contests": names}, size.core_seconds)
        for name, size in sizes.items()
    }


def _chosen(parameters: Parameters, contests: Sequence[Contest]) -> list[Contest]:
    wanted = parameters["contests"]
    known = [contest["label"] for contest in contests]
    for name in wanted:
        if name not in known:
            raise KiebitzError(f"there is no contest {name!r}; " + ", ".join(known))
    return [contest for contest in contests if contest["label"] in wanted]


def card_payloads(parameters: Parameters, contests: Sequence[Contest]) -> Iterator[Any]:
    """One unit a deal and contest."""
    for contest in _chosen(parameters, contests):
        for deal in range(parameters["deals"]):
            yield {**contest, "number": deal, **_limits(parameters, contest)}


def board_payloads(parameters: Parameters, contests: Sequence[Contest]) -> Iterator[Any]:
    """One unit a game, with its seating.

    `games` is for each seating, and in percent of `rounds` where a contest has that: the thesis
    plays fewer rounds where more sit at the board.
    """
    for contest in _chosen(parameters, contests):
        players = {key: value for key, value in contest.items() if key != "rounds"}
        games = max(1, parameters["games"] * contest.get("rounds", 100) // 100)
        for seats in seatings(contest["players"]):
            for game in range(games):
                limit = {} if "depth" in contest else {"nodes": parameters["nodes"]}
                yield {**players, **limit, "seats": list(seats), "number": game}


def card_unit(payload: Any, seed: int) -> list[Any]:
    """A deal with all seatings: mean score and mean depth of both kinds."""
    sides = [[Sum(), Sum()], [Sum(), Sum()]]
    for number, seats in enumerate(seatings(payload["players"])):
        scores, depths = play_cards(payload, seats, seed, derive_seed(seed, number))
        for seat, side in enumerate(seats):
            sides[side][0].add(scores[seat])
            sides[side][1].merge(depths[seat].packed)
    return [[score.mean, depth.packed] for score, depth in sides]


def play_cards(
    payload: Any, seats: Sequence[int], deal_seed: int, seed: int
) -> tuple[list[float], list[Sum]]:
    """One hand, or hands of a match where the payload says how far it goes: points and depths."""
    from kiebitz.games import catalogue

    depths = [Sum() for _ in range(payload["players"])]
    if "whole_game" not in payload:
        end = play_out(_begin(payload, deal_seed), payload, seats, seed, depths)
        return [float(points) for points in end.points], depths
    match = catalogue.start_match(payload["game"], players=payload["players"], seed=deal_seed)
    hands = 0
    while not match.is_over and (hands == 0 or payload["whole_game"]):
        end = play_out(match.next_hand(), payload, seats, derive_seed(seed, hands), depths)
        match = match.after(end)
        hands += 1
    return [float(total) for total in match.totals], depths


def _begin(payload: Any, seed: int = 0) -> BoardState[Any]:
    from kiebitz.games import catalogue

    return catalogue.start(
        payload["game"], players=payload["players"], seed=seed, rules=payload.get("rules")
    )


def play_out(
    state: BoardState[Any],
    payload: Any,
    seats: Sequence[int],
    seed: int,
    depths: Sequence[Sum],
) -> BoardState[Any]:
    """Plays a position to its end; the kind of a seat decides its moves."""
    from kiebitz.limits import Limit
    from kiebitz.search.multiplayer import Method

    methods = [Method(**payload["first"]), Method(**payload["second"])]
    limit = Limit(depth=payload.get("depth"), nodes=payload.get("nodes"))
    number = 0
    while not state.is_over:
        legal = state.legal_moves
        if len(legal) == 1:
            state = state.play(legal[0])
            continue
        number += 1
        seat = state.to_move
        move, depth = _choose(
            state, methods[seats[seat]], limit, payload.get("worlds"), derive_seed(seed, number)
        )
        depths[seat].add(depth)
        state = state.play(move)
    return state


def _choose(
    state: BoardState[Any], method: Method, limit: Limit, worlds: int | None, seed: int
) -> tuple[str, float]:
    from kiebitz.players.searching import average_over_worlds
    from kiebitz.search.multiplayer import search

    if worlds is None:
        found = search(state, method, limit=limit, shuffle=seed)
        return found.move, found.depth
    view = state.view(state.to_move)  # type: ignore[attr-defined]
    # The nodes are for each world, as the seconds of the thesis are.
    average = average_over_worlds(view, method, limit, worlds=worlds, seed=seed)
    return state.native.move_text(average.best), average.mean_depth


def board_unit(payload: Any, seed: int) -> list[Any]:
    """One board game: for both kinds wins, standings, and mean depth."""
    depths = [Sum() for _ in range(payload["players"])]
    end = play_out(_begin(payload), payload, payload["seats"], seed, depths)
    standings = end.standings
    sides: list[Any] = [[0, Sum(), Sum()], [0, Sum(), Sum()]]
    for seat, side in enumerate(payload["seats"]):
        # Nobody wins a game that was broken off.
        sides[side][0] += end.scores[seat] == max(end.scores) == end.winning_score
        standing = standings[seat]
        if standing is not None:
            sides[side][1].add(standing)
        sides[side][2].merge(depths[seat].packed)
    return [[wins, away.packed, depth.packed] for wins, away, depth in sides]


def card_table(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """One line a contest and kind: mean score over deals, mean depth.

    `lead` is by how much the first kind scored more than the second on the same deals: its interval
    is free of what the deals have in common.
    """
    sums: dict[tuple[str, int], list[Any]] = {}
    for done in finished:
        (first, _), (second, _) = done.value
        for side, (score, depth) in enumerate(done.value):
            entry = sums.setdefault(
                (done.payload["label"], side), [Sum(), Sum(), done.payload, Sum()]
            )
            entry[0].add(score)
            entry[1].merge(depth)
            if side == 0:
                entry[3].add(first - second)
    table: list[Row] = []
    for (label, side), (score, depth, payload, lead) in sums.items():
        table.append(
            {
                "contest": label,
                "player": _name(payload, side),
                "score": score.mean,
                "score_ci": score.interval,
                "lead": lead.mean if side == 0 else None,
                "lead_ci": lead.interval if side == 0 else None,
                "depth": depth.mean,
            }
        )
    return table


def board_table(parameters: Parameters, finished: Sequence[Done]) -> list[Row]:
    """One line a contest and kind: share of games won, standing, mean depth."""
    from kiebitz.games.catalogue import state_type

    sums: dict[tuple[str, int], list[Any]] = {}
    for done in finished:
        for side, (wins, away, depth) in enumerate(done.value):
            entry = sums.setdefault(
                (done.payload["label"], side), [Sum(), Sum(), Sum(), done.payload]
            )
            entry[0].add(wins)
            entry[1].merge(away)
            entry[2].merge(depth)
    table: list[Row] = []
    for (label, side), (won, away, depth, payload) in sums.items():
        column = state_type(payload["game"]).standing_name
        table.append(
            {
                "contest": label,
                "player": _name(payload, side),
                "won": 100 * won.mean,
                "won_ci": 100 * won.interval,
                column: away.mean,
                f"{column}_ci": away.interval,
                "depth": depth.mean,
            }
        )
    return table


#: What a letter of a name takes of the height of a plot.
_LETTER = 0.024


def draw_bars(column: str, label: str) -> Any:
    """A plot of one column, the two players of a contest side by side."""

    def draw(figure: Figure, table: list[Row]) -> None:
        from matplotlib.patheffects import withStroke

        from kiebitz.lab.style import COLOURS

        axes = figure.subplots()
        contests = list(dict.fromkeys(str(row["contest"]) for row in table))
        height = max(_tops(table, column))
        for place, row in enumerate(table):
            side = place % 2
            at = contests.index(str(row["contest"])) + 0.4 * side - 0.2
            axes.bar(
                at,
                numbers([row], column),
                0.38,
                yerr=numbers([row], f"{column}_ci"),
                capsize=2.5,
                color=COLOURS[side],
                hatch="" if side == 0 else "///",
                edgecolor="white",
            )
            # The name stands in its bar, or above if the bar is too short for it and there is room.
            name = str(row["player"])
            needed = _LETTER * (len(name) + 1) * height
            top = _tops([row], column)[0]
            within = numbers([row], column)[0] > needed or top + needed > height
            stroke = withStroke(linewidth=3, foreground=COLOURS[side] if within else "white")
            axes.annotate(
                name,
                (at, 0 if within else top),
                xytext=(0, 6),
                textcoords="offset points",
                rotation=90,
                color="white" if within else COLOURS[side],
                path_effects=[stroke],
                fontsize=9,
                ha="center",
                va="bottom",
            )
        axes.set_xticks(range(len(contests)), [name.replace(", ", ",\n") for name in contests])
        axes.set_ylabel(label)

    return draw


def _tops(table: list[Row], column: str) -> list[float]:
    """Where the bars of a column end, with their intervals; one game alone has none."""
    ends = zip(numbers(table, column), numbers(table, f"{column}_ci"), strict=True)
    return [sum(part for part in end if not isnan(part)) for end in ends]


def _name(payload: Any, side: int) -> str:
    return NAMES[payload["second" if side else "first"]["algorithm"]]


def _limits(parameters: Parameters, contest: Contest) -> dict[str, Any]:
    """Nodes and worlds; a contest with `more_worlds` has so many times more with fewer nodes."""
    more = contest.get("more_worlds", 1)
    if "worlds" not in parameters:
        return {"nodes": parameters["nodes"]}
    return {"nodes": parameters["nodes"] // more, "worlds": parameters["worlds"] * more}
