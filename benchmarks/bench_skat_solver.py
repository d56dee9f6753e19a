"""The open-hand Skat solver: how fast it is, and what each technique brings.

Two sets of start-of-cardplay positions: (a) uniformly random deals, (b) deals that XSkat bid and
discarded. Times are processor time of one core with an empty table for each position, the least of
three runs. Then each technique the other way, one at a time, and the plain baseline, as ratios
within this run: both solve each deal in turn.

    python benchmarks/bench_skat_solver.py --deals 100 --plots docs/_static/skat_solver
    python benchmarks/bench_skat_solver.py --deals 100 --only probcut
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kiebitz.solvers.skat import Position, Solver, Threshold, solve_many
from kiebitz.solvers.skat_options import NullOptions, TrumpOptions

GAMES = Path(__file__).parent.parent / "tests" / "data" / "xskat_games.csv"
KINDS = ("suit", "grand", "null")
REPEATS = 3
#: Played suit games and grands that had no part in choices: the order of cards was fitted to all
#: others, and constants were chosen on the first 160.
HELD_OUT = range(160, 310)
TASKS: dict[str, tuple[bool, Threshold | None]] = {
    "root value": (False, None),
    "all moves": (True, None),
    "win/loss": (False, 61),
}
TECHNIQUES = (
    "payoff_similarity",
    "rank_patterns",
    "won_cards",
    "trick_ordering",
    "fastest_cut_first",
    "static_bounds",
    "sure_tricks",
    "lead_transfer",
    "quasi_symmetry",
    "equivalent_cards",
    "suit_symmetry",
    "settled_trumps",
    "history",
    "table_move",
    "lookahead_cuts",
    "direct_endings",
    "lowest_winning_rank",
    "rank_constraints",
)
Options = TrumpOptions | NullOptions


def default(kind: str) -> Options:
    return NullOptions() if kind == "null" else TrumpOptions()


def solver_of(options: Options) -> Solver:
    """A solver with these techniques for the games that they are for."""
    if isinstance(options, TrumpOptions):
        return Solver(trumps=options)
    return Solver(nulls=options)


def random_deals(kind: str, count: int) -> list[Position]:
    chooser = random.Random(f"skat solver {kind}")
    deals = []
    for _ in range(count):
        deck = [suit + rank for suit in "DHSC" for rank in "789QKTAJ"]
        chooser.shuffle(deck)
        game = {"suit": chooser.choice("DHSC"), "grand": "G", "null": "N"}[kind]
        hands = (tuple(deck[:10]), tuple(deck[10:20]), tuple(deck[20:30]))
        deals.append(Position(game, chooser.randrange(3), 0, hands, tuple(deck[30:])))
    return deals


def played_deals(kind: str, count: int, *, held_out: bool = True) -> list[Position]:
    """Deals of real games that took no part in tuning the solver, or those that did."""
    deals: list[Position] = []
    seen = -1
    with GAMES.open() as file:
        for row in csv.DictReader(file):
            game = row["game"][0]
            if {"G": "grand", "N": "null"}.get(game, "suit") != kind or len(deals) == count:
                continue
            seen += 1
            if kind != "null" and (seen in HELD_OUT) != held_out:
                continue
            cards, discard = row["deal"].split("."), row["discard"].split(".")
            hands = [cards[10 * seat : 10 * seat + 10] for seat in range(3)]
            declarer = int(row["declarer"])
            if len(discard) == 2:
                twelve = hands[declarer] + cards[30:]
                hands[declarer] = [card for card in twelve if card not in discard]
            else:
                discard = cards[30:]
            first, second, third = (tuple(hand) for hand in hands)
            deals.append(Position(game, declarer, 0, (first, second, third), tuple(discard)))
    return deals


Measured = dict[str, list[float]]


def measure(deals: Sequence[Position], options: Options, task: str, repeats: int = 1) -> Measured:
    """Processor milliseconds, the least of some runs, and nodes of each deal."""
    return compare(deals, [options], task, repeats)[0]


def compare(
    deals: Sequence[Position], variants: Sequence[Options], task: str, repeats: int = 1
) -> list[Measured]:
    """The same for several options that take turns: the machine's speed changes with time."""
    moves, threshold = TASKS[task]
    solvers = [solver_of(options) for options in variants]
    results: list[Measured] = [{"ms": [], "nodes": []} for _ in variants]
    for deal in deals:
        times: list[list[float]] = [[] for _ in variants]
        for _ in range(repeats):
            for solver, result, taken in zip(solvers, results, times, strict=True):
                solver.forget()
                start = time.process_time()
                solution = solver.solve(deal, moves=moves, line=False, threshold=threshold)
                taken.append(1000 * (time.process_time() - start))
                if len(taken) == 1:
                    result["nodes"].append(solution.nodes)
        for result, taken in zip(results, times, strict=True):
            result["ms"].append(min(taken))
    return results


def row_of(values: list[float]) -> tuple[float, float, float]:
    ordered = sorted(values)
    p90 = ordered[min(len(ordered) - 1, len(ordered) * 9 // 10)]
    return statistics.fmean(values), statistics.median(values), p90


def print_speed(count: int) -> dict[str, Any]:
    report: dict[str, Any] = {}
    print(f"{'set':<8}{'game':<7}{'task':<12}{'ms mean':>9}{'median':>9}{'p90':>9}", end="")
    print(f"{'nodes mean':>13}{'median':>10}{'p90':>10}{'a second':>10}")
    for name, make in (("random", random_deals), ("played", played_deals)):
        for kind in KINDS:
            deals = make(kind, count)
            for task in TASKS:
                result = measure(deals, default(kind), task, REPEATS)
                ms, nodes = row_of(result["ms"]), row_of(result["nodes"])
                report[f"{name} {kind} {task}"] = {"ms": ms, "nodes": nodes, "deals": len(deals)}
                print(f"{name:<8}{kind:<7}{task:<12}", end="")
                print("".join(f"{value:9.2f}" for value in ms), end="")
                print(f"{nodes[0]:13,.0f}{nodes[1]:10,.0f}{nodes[2]:10,.0f}", end="")
                print(f"{1000 / ms[0]:10.0f}", flush=True)
    return report


def print_techniques(count: int) -> dict[str, Any]:
    """Each technique the other way, all moves, on the same deals as with the default."""
    report: dict[str, Any] = {}
    print(
        f"\n{'switched (all moves)':<28}"
        + "".join(f"{kind + ' ms':>11}{'nodes':>8}" for kind in KINDS)
    )
    sets = {kind: (played_deals if kind != "null" else random_deals)(kind, count) for kind in KINDS}
    for technique in TECHNIQUES:
        cells = []
        on = False
        for kind in KINDS:
            options = default(kind)
            if not hasattr(options, technique):
                cells.append(f"{'':11}{'':8}")
                continue
            on = getattr(options, technique)
            full, off = compare(sets[kind], [options, options.turned(technique)], "all moves")
            ms = sum(off["ms"]) / sum(full["ms"])
            nodes = sum(off["nodes"]) / sum(full["nodes"])
            report[f"{technique} {kind}"] = {"ms": ms, "nodes": nodes}
            cells.append(f"{ms:10.2f}x{nodes:7.2f}x")
        name = f"{technique} {'off' if on else 'on'}"
        print(f"{name:<28}" + "".join(cells), flush=True)
    return report


#: What the solver of the thesis' chapter 7 had, without what came later and what is not in the
#: thesis; and that of table 3.1, which is older than payoff-similarity.
CHAPTER_7 = TrumpOptions(
    driver="mtd",
    rank_patterns=False,
    won_cards=False,
    quasi_symmetry=False,
    sure_tricks=False,
    lead_transfer=False,
    history=False,
    lookahead_cuts=False,
    direct_endings=False,
)
CHAPTER_3 = replace(CHAPTER_7, payoff_similarity=False, settled_trumps=False)


def print_thesis(count: int) -> dict[str, Any]:
    """Payoff-similarity and fastest-cut-first where nothing else does part of their work."""
    report: dict[str, Any] = {}
    print("\nroot value in the thesis' settings: what a technique saves")
    variants = {
        "default": TrumpOptions(),
        "chapter 7": CHAPTER_7,
        "chapter 3": CHAPTER_3,
        "chapter 7 plain": replace(CHAPTER_7, payoff_similarity=False),
        "chapter 3 plain": replace(CHAPTER_3, fastest_cut_first=False),
    }
    saves = {
        "payoff_similarity": ("chapter 7", "chapter 7 plain"),
        "fastest_cut_first": ("chapter 3", "chapter 3 plain"),
        "all since chapter 7": ("default", "chapter 7"),
    }
    for name, make in (("random", random_deals), ("played", played_deals)):
        for kind in ("suit", "grand"):
            results = compare(make(kind, count), list(variants.values()), "root value")
            measured = dict(zip(variants, results, strict=True))
            for technique, (with_it, without) in saves.items():
                saved = {
                    unit: 1 - sum(measured[with_it][unit]) / sum(measured[without][unit])
                    for unit in ("ms", "nodes")
                }
                report[f"{technique} {name} {kind}"] = saved
                print(f"{name:<8}{kind:<7}{technique:<21}{100 * saved['ms']:4.0f} %", end="")
                print(f" of the time,{100 * saved['nodes']:4.0f} % of the nodes", flush=True)
    return report


def print_baseline(count: int) -> dict[str, Any]:
    report: dict[str, Any] = {}
    print("\nroot value: everything against the plain baseline, the same deals")
    for kind in KINDS:
        # Null is cheap, and many deals are lost at once: more of them.
        deals = random_deals(kind, 40 * count) if kind == "null" else played_deals(kind, count)
        full, plain = compare(deals, [default(kind), default(kind).plain()], "root value")
        ms = sum(plain["ms"]) / sum(full["ms"])
        nodes = sum(plain["nodes"]) / sum(full["nodes"])
        report[kind] = {"ms": ms, "nodes": nodes}
        print(f"{kind:<7}{ms:9.0f} times less time, {nodes:9.0f} times fewer nodes", flush=True)
    return report


def print_threads(count: int) -> dict[str, float]:
    """Two threads against one. Processor time shows what they cost each other on a busy machine."""
    deals = played_deals("suit", count)
    wall, processor = [], []
    for threads in (1, 2):
        started, used = time.perf_counter(), time.process_time()
        solve_many(deals, threads=threads)
        wall.append(time.perf_counter() - started)
        processor.append(time.process_time() - used)
    report = {"wall": wall[0] / wall[1], "processor": processor[1] / processor[0]}
    print(f"\ntwo threads: {report['wall']:.2f} times the speed of one by the clock,", end=" ")
    print(f"{report['processor']:.2f} times its processor time")
    return report


def print_sharing(count: int) -> dict[str, float]:
    """Worlds of one decision: the declarer's cards are known, the others' are dealt at random."""
    nodes = {"forgetting": 0.0, "remembering": 0.0, "two tables": 0.0}
    for deal in played_deals("suit", 4):
        chooser = random.Random(str(deal))
        hidden = [c for seat in range(3) if seat != deal.declarer for c in deal.hands[seat]]
        worlds = []
        for _ in range(count):
            chooser.shuffle(hidden)
            hands = [tuple(hidden[:10]), tuple(hidden[10:])]
            hands.insert(deal.declarer, deal.hands[deal.declarer])
            worlds.append(replace(deal, hands=(hands[0], hands[1], hands[2])))
        one, two = Solver(), (Solver(), Solver())
        for place, world in enumerate(worlds):
            nodes["remembering"] += one.solve(world, moves=True, line=False).nodes
            nodes["two tables"] += two[place % 2].solve(world, moves=True, line=False).nodes
        nodes["forgetting"] += sum(measure(worlds, TrumpOptions(), "all moves")["nodes"])
    report = {name: total / nodes["forgetting"] for name, total in nodes.items()}
    print(f"worlds of one decision, nodes: one table {report['remembering']:.2f} times,", end=" ")
    print(f"two threads' tables {report['two tables']:.2f} times those with an empty table each")
    return report


#: Thresholds of ProbCut.
CONFIDENCES = (0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
#: What is asked about all cards, and how. NegaScout is what a solver does by default, zero windows
#: (a window of 1) are what players do.
ASKED: dict[str, tuple[TrumpOptions, int | None]] = {
    "NegaScout": (TrumpOptions(), None),
    "MTD(f), 1": (TrumpOptions(driver="mtd"), None),
    "MTD(f), 10": (TrumpOptions(driver="mtd", mtd_window=10), None),
    "who wins": (TrumpOptions(driver="mtd"), 61),
}


def print_probcut(count: int) -> dict[str, Any]:
    """Exact and ProbCut side by side: all moves, the same played deals, in turns.

    ProbCut never asks lookup tables; the exact search does not either, except in a line of its own.
    """
    report: dict[str, Any] = {}
    print(f"\nProbCut, all moves, {count} played deals a game: speed against the exact search as")
    print("it is by default (NegaScout) and as it is asked here, both without lookup tables; fewer")
    print("nodes than as it is asked here; mean error of a card, or cards said to win wrongly")
    print(f"{'game':<7}{'asked':<12}{'':>7}{'a second':>10}{'default':>9}{'here':>8}", end="")
    print(f"{'fewer nodes':>13}{'off':>9}")
    for kind in ("suit", "grand"):
        deals = played_deals(kind, count)
        default_time = dict[int | None, float]()
        for asked, (options, threshold) in ASKED.items():
            alone = replace(options, lookup_tables=False)
            solvers: dict[str, Solver] = {"exact": Solver(trumps=alone)}
            solvers["tables"] = Solver(trumps=options)
            solvers |= {str(c): Solver(trumps=options, confidence=c) for c in CONFIDENCES}
            spent = {name: [0.0, 0.0, 0.0, 0.0] for name in solvers}
            for deal in deals:
                exact: dict[str, int] = {}
                for name, solver in solvers.items():
                    solver.forget()
                    start = time.process_time()
                    solution = solver.solve(deal, moves=True, line=False, threshold=threshold)
                    row = spent[name]
                    row[0] += time.process_time() - start
                    row[1] += solution.nodes
                    values = {move.card: move.bounds[0] for move in solution.moves}
                    if threshold is not None:
                        values = {c: 100 * (value >= threshold) for c, value in values.items()}
                    exact = exact or values
                    row[2] += sum(abs(values[card] - exact[card]) for card in exact)
                    row[3] += len(exact)
            true = spent["exact"]
            first = default_time.setdefault(threshold, true[0])
            for name, row in spent.items():
                found = {
                    "a second": len(deals) / row[0],
                    "default": first / row[0],
                    "speed": true[0] / row[0],
                    "nodes": true[1] / row[1],
                    "error": row[2] / row[3],
                }
                report[f"{kind} {asked} {name}"] = found
                print(f"{kind:<7}{asked:<12}{name:>7}{found['a second']:10.0f}", end="")
                print(f"{found['default']:9.2f}{found['speed']:8.2f}{found['nodes']:13.2f}", end="")
                print(f"{found['error']:7.2f}{' %' if threshold is not None else ''}", flush=True)
    return report


def print_tables(count: int) -> dict[str, Any]:
    """What lookup tables bring to the exact search, as far as there are any on this machine."""
    report: dict[str, Any] = {}
    print("\nwith lookup tables: times the speed without them, and times fewer nodes")
    variants = [replace(TrumpOptions(), lookup_tables=False), TrumpOptions()]
    for kind in ("suit", "grand"):
        for task in TASKS:
            without, with_them = compare(played_deals(kind, count), variants, task, REPEATS)
            found = {unit: sum(without[unit]) / sum(with_them[unit]) for unit in ("ms", "nodes")}
            report[f"{kind} {task}"] = found
            rates = [1000 * len(one["ms"]) / sum(one["ms"]) for one in (without, with_them)]
            print(f"{kind:<7}{task:<12}{found['ms']:6.2f}{found['nodes']:7.2f}", end="")
            print(f"   {rates[0]:6.0f} and {rates[1]:6.0f} a second", flush=True)
    return report


def draw(report: dict[str, Any], folder: Path) -> None:
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "kiebitz"
    from matplotlib import pyplot as plt

    folder.mkdir(parents=True, exist_ok=True)
    metadata: Any = {"Date": None}

    figure, axes = plt.subplots(figsize=(7, 3.2), layout="constrained")
    tasks = list(TASKS)
    for place, kind in enumerate(KINDS):
        rates = [1000 / report["speed"][f"played {kind} {task}"]["ms"][0] for task in tasks]
        bars = axes.bar([i + 0.27 * (place - 1) for i in range(3)], rates, 0.25, label=kind)
        axes.bar_label(bars, [f"{rate:,.0f}" for rate in rates], fontsize=8)
    axes.set_yscale("log")
    axes.set_xticks(range(3), tasks)
    axes.set_ylabel("positions a second, one core")
    axes.legend()
    figure.savefig(folder / "speed.svg", metadata=metadata)

    figure, axes = plt.subplots(figsize=(7, 5.6), layout="constrained")
    names = [t for t in TECHNIQUES if hasattr(TrumpOptions(), t)][::-1]
    for place, kind in enumerate(("grand", "suit")):
        ratios = [report["techniques"][f"{name} {kind}"]["nodes"] for name in names]
        where = [i + 0.4 * place - 0.2 for i in range(len(names))]
        bars = axes.barh(where, ratios, 0.38, label=kind, color=f"C{1 - place}")
        axes.bar_label(bars, [f"{ratio:.2f}" for ratio in ratios], fontsize=8, padding=2)
    axes.axvline(1, color="grey", linewidth=0.8)
    turned = ["off" if getattr(TrumpOptions(), name) else "on" for name in names]
    labels = [f"{name.replace('_', ' ')} {to}" for name, to in zip(names, turned, strict=True)]
    axes.set_yticks(range(len(names)), labels)
    axes.set_xlabel("nodes with one switch turned, as a multiple of the default's (all moves)")
    axes.margins(x=0.1)
    axes.legend(loc="lower right", reverse=True)
    figure.savefig(folder / "techniques.svg", metadata=metadata)


PARTS = {
    "speed": print_speed,
    "techniques": print_techniques,
    "thesis": print_thesis,
    "baseline": print_baseline,
    "threads": print_threads,
    "sharing": print_sharing,
    "probcut": print_probcut,
    "tables": print_tables,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=40, help="positions a set and kind of game")
    parser.add_argument("--baseline", type=int, default=3, help="positions for the plain baseline")
    parser.add_argument("--plots", type=Path, help="folder for the SVG plots and the figures")
    parser.add_argument("--only", nargs="+", choices=PARTS, help="these parts, without plots")
    arguments = parser.parse_args()
    half = max(1, arguments.deals // 2)
    sizes = {"speed": arguments.deals, "threads": arguments.deals, "baseline": arguments.baseline}
    report = {
        name: part(sizes.get(name, half))
        for name, part in PARTS.items()
        if name in (arguments.only or PARTS)
    }
    if arguments.plots and not arguments.only:
        draw(report, arguments.plots)
        (arguments.plots / "figures.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
