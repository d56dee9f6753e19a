"""Double dummy, ours and DDS's on the same deals in one run, one thread, in CPU time.

`python benchmarks/bench_bridge.py [--deals N] [--random M] [--seed S]`; the hundred deals of
dd_list100.txt unless told, and as many random ones as asked for. Both solvers take each deal in
turn, so that a busy machine slows both; both keep their memory from deal to deal and forget what
they learned.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from kiebitz import bridge

LIST = Path(__file__).resolve().parents[1] / "tests" / "data" / "bridge" / "dd_list100.txt"


class Board(NamedTuple):
    """A deal in PBN, the trump (0 spades to 4 no trump) and the leader (0 North to 3 West)."""

    deal: str
    trump: int
    leader: int


def listed_boards() -> list[Board]:
    """The boards of the list."""
    found = []
    for line in LIST.read_text().splitlines():
        if line.startswith("PBN"):
            numbers, deal = line.split('"')[:2]
            _, _, _, trump, leader = numbers.split()
            found.append(Board(deal, int(trump), int(leader)))
    return found


def random_boards(number: int, seed: int) -> list[Board]:
    """Any deal, strain and leader."""
    chance = random.Random(seed)
    return [
        Board(str(bridge.Deal.random(seed + index)), chance.randrange(5), chance.randrange(4))
        for index in range(number)
    ]


def dds_calls() -> tuple[Callable[[Board], Any], Callable[[Board], int], Callable[[Board], int]]:
    """Table, one card and all cards by DDS, through endplay; the last two return its nodes."""
    from endplay import _dds
    from endplay.dds import calc_dd_table, solve_board
    from endplay.dds.solve import SolveMode
    from endplay.types import Deal, Denom, Player

    _dds.SetMaxThreads(1)
    strains = [Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs, Denom.nt]
    seats = [Player.north, Player.east, Player.south, Player.west]

    def deal_of(board: Board) -> Any:
        deal = Deal(board.deal)
        deal.trump, deal.first = strains[board.trump], seats[board.leader]
        return deal

    return (
        lambda board: calc_dd_table(deal_of(board)),
        lambda board: int(solve_board(deal_of(board), mode=SolveMode.OptimalOne)._data.nodes),
        lambda board: int(solve_board(deal_of(board))._data.nodes),
    )


def cpu_ms(call: Callable[[Board], Any], board: Board) -> tuple[float, Any]:
    """CPU time of one call on all threads of the process, and its answer."""
    start = time.process_time()
    answer = call(board)
    return 1000 * (time.process_time() - start), answer


def peak_megabytes(which: str) -> float:
    """The memory of a process that computes tables with one of the two and nothing else."""
    done = subprocess.run(
        [sys.executable, __file__, "--memory", which], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def print_memory(which: str) -> None:
    """What five tables take beyond what the process held before the first."""

    def peak() -> int:
        status = Path("/proc/self/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0])

    from endplay.types import Deal

    Deal()
    before = peak()
    table: Callable[[Board], Any]
    if which == "kiebitz":
        solver = bridge.Solver()
        table = lambda board: solver.table(board.deal)  # noqa: E731
    else:
        table = dds_calls()[0]
    for board in listed_boards()[:5]:
        table(board)
    print((peak() - before) / 1024)


def main() -> None:
    """Prints milliseconds a deal, the ratio, nodes and memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100, help="how many of dd_list100.txt")
    parser.add_argument("--random", type=int, default=0, help="how many random deals besides")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--memory", choices=["kiebitz", "dds"], help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.memory:
        print_memory(asked.memory)
        return
    chosen = listed_boards()[: asked.deals] + random_boards(asked.random, asked.seed)
    dds_table, dds_one, dds_all = dds_calls()
    solver = bridge.Solver()

    def fresh(call: Callable[[Board], Any]) -> Callable[[Board], Any]:
        def first_forget(board: Board) -> Any:
            solver.forget()
            return call(board)

        return first_forget

    kinds: list[tuple[str, Callable[[Board], Any], Callable[[Board], Any]]] = [
        ("full table", fresh(lambda b: solver.table(b.deal)), dds_table),
        ("one card", fresh(lambda b: solver.solve(*b, moves="one")), dds_one),
        ("all cards", fresh(lambda b: solver.solve(*b)), dds_all),
    ]
    print(f"{len(chosen)} deals, one thread, CPU time a deal")
    for name, ours, theirs in kinds:
        our_ms = their_ms = 0.0
        our_nodes = their_nodes = positions = 0
        for board in chosen:
            ms, answer = cpu_ms(ours, board)
            our_ms += ms
            our_nodes += answer.nodes
            positions += getattr(answer, "positions", 0)
            ms, nodes = cpu_ms(theirs, board)
            their_ms += ms
            their_nodes += nodes if isinstance(nodes, int) else 0
        count = len(chosen)
        print(
            f"{name:<12} kiebitz {our_ms / count:7.1f} ms   DDS {their_ms / count:7.1f} ms   "
            f"ratio {our_ms / their_ms:5.2f}   cards tried {our_nodes / count:,.0f}"
            + (
                f"   positions between tricks {positions / count:,.0f}, DDS "
                f"{their_nodes / count:,.0f}"
                if their_nodes
                else ""
            )
        )
    print(
        f"memory for tables: kiebitz {peak_megabytes('kiebitz'):.0f} MB   "
        f"DDS {peak_megabytes('dds'):.0f} MB"
    )


if __name__ == "__main__":
    main()
