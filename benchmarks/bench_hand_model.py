"""How far the hand model's chances are off, against games that were played.

    python benchmarks/bench_hand_model.py games.sgf --games 4000
    python benchmarks/bench_hand_model.py games.sgf --games 4000 --calls
    python benchmarks/bench_hand_model.py new.sgf --before old.sgf old_model.json --plot chances.svg

Sorts declared games by the chance that the model gave them at the first card, after hearing the
auction, or at the declarer's last call, and shows how many were won. Reviews compare moves of one
hand, where an optimism that is common to all of them drops out: so the error is also told after the
log odds of all games of a kind were moved together. Games that were proved to be won are not told
apart.
"""

from __future__ import annotations

import argparse
import itertools
import math
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from kiebitz._core import skat_bidding as core
from kiebitz.games.skat import Phase, State
from kiebitz.players.skat.hand_model import load_model, shipped_model, shipped_text
from kiebitz.players.skat.hand_refit import PlayedGames, log_odds_of, read_games
from kiebitz.players.skat.hearing import load_heard
from kiebitz.players.skat.judgement import shared_bidder
from kiebitz.players.skat.review import decisions_of

KINDS = ("suit", "grand", "null")
Game = tuple[str, float, bool]


def read_chances(path: Path, skip: int, games: int, model: Path | None) -> list[Game]:
    """Of every declared game: its kind, the chance at the first card, and whether it was won."""
    played = PlayedGames.of(itertools.islice(read_games(path), skip, skip + games))
    text = shipped_text() if model is None else model.read_text()
    weights = shipped_model() if model is None else load_model(text)
    odds, won = log_odds_of(weights, load_heard(text), played)
    kinds = [name.split()[0] for name in core.classes()]
    return [
        (kinds[number], 1 / (1 + math.exp(-one)), bool(result))
        for number, one, result in zip(played.classes, odds, won, strict=True)
    ]


def read_calls(path: Path, skip: int, games: int) -> list[Game]:
    """The same by what the declarer's last call promised, by the shipped model."""
    return [
        ("call", chance_at_call(state), won)
        for state, won in itertools.islice(read_games(path), skip, skip + games)
    ]


def chance_at_call(state: State) -> float:
    """What the declarer's last call promised."""
    view, call = next(
        (one.view(one.to_move), move)
        for one, move in reversed(decisions_of(state))
        if one.phase in (Phase.BID, Phase.ANSWER) and one.to_move == state.declarer and move != "p"
    )
    return shared_bidder().carried(view, view.bid if call == "y" else int(call)).win


def shifted(chance: float, shift: float) -> float:
    """A chance whose log odds are moved."""
    if not 0 < chance < 1:
        return chance
    return 1 / (1 + (1 - chance) / chance * math.exp(-shift))


def common_shift(games: Sequence[Game]) -> float:
    """The shift of all log odds with which as many games are expected as were won."""
    low, high = -5.0, 5.0
    won = sum(one[2] for one in games)
    for _ in range(40):
        middle = (low + high) / 2
        if sum(shifted(chance, middle) for _, chance, _ in games) > won:
            high = middle
        else:
            low = middle
    return low


def tenths(
    games: Sequence[Game], shift: dict[str, float]
) -> dict[tuple[str, int], tuple[float, float, float, float]]:
    """By kind and tenth of the chance: games, their chances, games won, variance of that."""
    sums: dict[tuple[str, int], list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0, 0.0])
    for kind, plain, won in games:
        chance = shifted(plain, shift.get(kind, 0.0))
        one = sums[kind, min(9, int(10 * plain))]
        for place, value in enumerate((1.0, chance, float(won), chance * (1 - chance))):
            one[place] += value
    return {key: (one[0], one[1], one[2], one[3]) for key, one in sums.items()}


def beyond_luck(games: Sequence[Game], shift: dict[str, float]) -> float:
    """How far tenths of chances are off, less what luck would do."""
    squares = sum(
        ((won - chances) ** 2 - variance) / n
        for n, chances, won, variance in tenths(games, shift).values()
    )
    return math.sqrt(max(0.0, squares / len(games)))


def show(games: Sequence[Game]) -> None:
    """Prints tenths, and what is off."""
    for (kind, tenth), (n, chances, won, _) in sorted(tenths(games, {}).items()):
        print(
            f"{kind:6} {10 * tenth:3}-{10 * tenth + 10:3} %: {n:6.0f} games, expected "
            f"{chances / n:6.1%}, won {won / n:6.1%}"
        )
    kinds = {one[0] for one in games}
    shift = {kind: common_shift([one for one in games if one[0] == kind]) for kind in kinds}
    won = sum(one[2] for one in games) / len(games)
    expected = sum(one[1] for one in games) / len(games)
    print(f"{len(games)} games, {won:.1%} won, {expected:.1%} expected;", end=" ")
    print(f"off by {beyond_luck(games, {}):.1%} beyond luck")
    told = ", ".join(f"{kind} {shift[kind]:+.2f}" for kind in sorted(kinds))
    print(f"log odds of all games of a kind moved by {told}: {beyond_luck(games, shift):.1%}")


def draw(sets: Sequence[tuple[str, Sequence[Game]]], path: Path) -> None:
    """Expected beside won, a panel for each set of games."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    from kiebitz.lab.style import STYLE, line

    with mpl.rc_context({**STYLE, "svg.hashsalt": "hand model"}):  # type: ignore[dict-item]
        figure = Figure(figsize=(3.6 * len(sets), 3.6), layout="constrained")
        panels = figure.subplots(1, len(sets), sharey=True, squeeze=False)[0]
        for axes, (name, games) in zip(panels, sets, strict=True):
            axes.plot([0, 100], [0, 100], color="#999999", linewidth=0.8)
            found = tenths(games, {})
            for number, kind in enumerate(KINDS):
                rows = [
                    (100 * chances / n, 100 * won / n, 196 * math.sqrt(won / n * (1 - won / n) / n))
                    for (other, _), (n, chances, won, _) in sorted(found.items())
                    if other == kind and n >= 15
                ]
                if rows:
                    expected, won_share, error = zip(*rows, strict=True)
                    axes.errorbar(expected, won_share, error, label=kind, **line(number))
            axes.set_title(f"{name}, {len(games):,} games", fontsize=10)
            axes.set_xlabel("chance by the model, %")
            axes.set_xlim(0, 100)
            axes.set_ylim(0, 100)
        panels[0].set_ylabel("games won, %")
        panels[-1].legend(loc="upper left")
        figure.savefig(path, format="svg", metadata={"Date": None})


def main() -> None:
    """Measures, prints and draws."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--skip", type=int, default=0, help="leave out so many games first")
    parser.add_argument("--calls", action="store_true", help="at the declarer's last call")
    parser.add_argument("--model", type=Path, help="instead of the shipped one")
    parser.add_argument(
        "--before", type=Path, nargs=2, metavar=("FILE", "MODEL"), help="games and model to compare"
    )
    parser.add_argument("--plot", type=Path, help="an SVG file to draw into")
    wanted = parser.parse_args()
    if wanted.calls:
        show(read_calls(wanted.file, wanted.skip, wanted.games))
        return
    sets = []
    if wanted.before:
        file, model = wanted.before
        sets.append(("before", read_chances(file, wanted.skip, wanted.games, model)))
    sets.append(
        (
            "now" if wanted.before else "games",
            read_chances(wanted.file, wanted.skip, wanted.games, wanted.model),
        )
    )
    for name, games in sets:
        print(f"{name}:")
        show(games)
    if wanted.plot:
        draw(sets, wanted.plot)


if __name__ == "__main__":
    main()
