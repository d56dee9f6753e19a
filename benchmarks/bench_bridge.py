"""Double dummy, ours and its peers' on the same deals in one run, one thread, in CPU time.

`python benchmarks/bench_bridge.py [--deals N] [--random M] [--seed S] [--peer PATH]`; the hundred
deals of dd_list100.txt unless told, and as many random ones as asked for. All solvers take each
deal in turn, so that a busy machine slows all. Ours and DDS (through endplay) keep their memory
from deal to deal and forget what they learned. `--peer` names the program of macroxue's solver,
built by its own makefile; it is started anew for each deal, and what starting takes is measured
and taken off. It is asked for whole tables and for the tricks of one contract. `--folder` adds the
deals of a folder in that program's form (its own hard ones, say): North; West and East; South.
"""

from __future__ import annotations

import argparse
import random
import re
import resource
import subprocess
import sys
import tempfile
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


def folder_boards(folder: Path) -> list[Board]:
    """The deals of a folder's files named deal.*, in no trump with West to lead."""
    found = []
    for file in sorted(folder.glob("deal.*")):
        north, middle, south = file.read_text().splitlines()[:3]
        west, east = re.split(r" {4,}|\t", middle.strip(), maxsplit=1)
        suits = []
        for hand in (north, east, south, west):
            ranks = (
                re.sub(r"[^AKQJT0-9-]", " ", hand.upper()).replace("10", "T").replace("-", " - ")
            )
            suits.append(".".join("" if suit == "-" else suit for suit in ranks.split()))
        found.append(Board("N:" + " ".join(suits), 4, 3))
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


class Peer:
    """The program of macroxue/bridge-solver: a deal in a file, tricks on its output."""

    def __init__(self, program: Path) -> None:
        self._program = program
        self._folder = tempfile.TemporaryDirectory()
        self._file = Path(self._folder.name) / "deal"

    def _ask(self, board: Board, *more: str) -> list[list[int]]:
        north, east, south, west = (
            " ".join(suit or "-" for suit in bridge.Deal.parse(board.deal).hand(seat).split("."))
            for seat in "NESW"
        )
        self._file.write_text("\n".join([north, f"{west}    {east}", south, *more]) + "\n")
        words = [str(self._program), "-f", str(self._file)]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        rows = [line.split() for line in done.stdout.splitlines()]
        return [
            [int(one) for one in row[1:5] if one.isdigit()] for row in rows if row[0] in "NSHDC"
        ]

    def table(self, board: Board) -> list[list[int]]:
        """Rows NT S H D C, declarers South North West East."""
        return [row for row in self._ask(board) if len(row) == 4]

    def one(self, board: Board) -> Any:
        """One contract, one leader."""
        return self._ask(board, "SHDCN"[board.trump], "NESW"[board.leader])

    def start_ms(self) -> float:
        """What starting it takes: a deal whose tricks are counted at once."""
        suits = ("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")
        easy = Board("N:" + " ".join(suits), 4, 0)
        return min(children_ms(self.one, easy)[0] for _ in range(5))


def children_ms(call: Callable[[Board], Any], board: Board) -> tuple[float, Any]:
    """CPU time of the programs that a call started, and its answer."""

    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    start = spent()
    answer = call(board)
    return 1000 * (spent() - start), answer


def compare_with_peer(program: Path, boards: list[Board], solver: bridge.Solver) -> None:
    """Tables and single contracts, in turns; values must agree."""
    peer = Peer(program)
    start = peer.start_ms()
    sums = {"full table": [0.0, 0.0], "one contract": [0.0, 0.0]}
    for board in boards:
        solver.forget()
        ours, table = cpu_ms(lambda b: solver.table(b.deal), board)
        theirs, rows = children_ms(peer.table, board)
        wanted = [[table[seat, strain] for seat in "SNWE"] for strain in ("NT", "S", "H", "D", "C")]
        if rows != wanted:
            raise SystemExit(f"different values: {board.deal}: {wanted} {rows}")
        sums["full table"][0] += ours
        sums["full table"][1] += theirs - start
        solver.forget()
        ours, _ = cpu_ms(lambda b: solver.solve(*b, moves=False), board)
        theirs, _ = children_ms(peer.one, board)
        sums["one contract"][0] += ours
        sums["one contract"][1] += theirs - start
    print(
        f"{len(boards)} deals, all tables alike; starting the peer takes {start:.1f} ms, taken off"
    )
    for name, (ours, theirs) in sums.items():
        print(
            f"{name:<12} kiebitz {ours / len(boards):7.1f} ms   peer {theirs / len(boards):7.1f} ms"
            f"   ratio {ours / theirs:5.2f}"
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
    parser.add_argument("--peer", type=Path, help="the program of macroxue/bridge-solver")
    parser.add_argument("--folder", type=Path, help="a folder of deals in the peer's form besides")
    parser.add_argument("--peer-only", action="store_true", help="without DDS")
    parser.add_argument("--memory", choices=["kiebitz", "dds"], help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.memory:
        print_memory(asked.memory)
        return
    chosen = listed_boards()[: asked.deals] + random_boards(asked.random, asked.seed)
    if asked.folder:
        chosen += folder_boards(asked.folder)
    solver = bridge.Solver()
    if asked.peer:
        compare_with_peer(asked.peer, chosen, solver)
        if asked.peer_only:
            return
    dds_table, dds_one, dds_all = dds_calls()

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
