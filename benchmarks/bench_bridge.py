"""Double dummy, ours and its peers' on the same deals in one run, one thread, in CPU time.

`python benchmarks/bench_bridge.py [--deals N] [--random M] [--hard] [--peer PATH] [--dds PATH]`:
the hundred deals of dd_list100.txt unless told, and as many random and hard ones as asked for. All
solvers take each deal in turn, so that a busy machine slows all; the values must agree. Ours and
DDS keep their memory from deal to deal and forget what they learned. DDS is the build of the
package endplay, and with `--dds` any other build besides, such as Debian's libdds.so.0. `--peer`
names the program of macroxue's solver, built by its own makefile (or several builds of it); it is
started anew for each deal, and what starting takes is measured and taken off. It is asked for whole
tables and for the tricks of one contract. `--folder` adds the deals of a folder in that program's
form: North; West and East; South.
"""

from __future__ import annotations

import argparse
import os
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

DATA = Path(__file__).resolve().parents[1] / "tests" / "data" / "bridge"
KINDS = ("full table", "one card", "all cards")
#: CPU milliseconds, nodes if told, and the value to compare.
Answer = tuple[float, int, Any]


class Board(NamedTuple):
    """A deal in PBN, the trump (0 spades to 4 no trump) and the leader (0 North to 3 West)."""

    deal: str
    trump: int
    leader: int


def listed_boards() -> list[Board]:
    """The boards of the list."""
    found = []
    for line in (DATA / "dd_list100.txt").read_text().splitlines():
        if line.startswith("PBN"):
            numbers, deal = line.split('"')[:2]
            _, _, _, trump, leader = numbers.split()
            found.append(Board(deal, int(trump), int(leader)))
    return found


def hard_boards() -> list[Board]:
    """Deals that take solvers long, in no trump with West to lead."""
    return [Board(deal, 4, 3) for deal in (DATA / "hard_deals.txt").read_text().splitlines()]


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


class Ours:
    """This package's solver."""

    name = "kiebitz"

    def __init__(self) -> None:
        self._solver = bridge.Solver()

    def ask(self, kind: str, board: Board) -> Answer:
        """One question from an empty table."""
        self._solver.forget()
        start = time.process_time()
        if kind == "full table":
            table = self._solver.table(board.deal)
            spent, value, nodes = time.process_time() - start, table.tricks, table.nodes
            return 1000 * spent, nodes, [list(row) for row in value]
        found = self._solver.solve(*board, moves=True if kind == "all cards" else "one")
        return 1000 * (time.process_time() - start), found.positions, found.value


class EndplayDds:
    """DDS as the package endplay builds it."""

    name = "DDS (endplay)"

    def __init__(self) -> None:
        from endplay import _dds
        from endplay.types import Denom, Player

        _dds.SetMaxThreads(1)
        self._strains = [Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs, Denom.nt]
        self._seats = [Player.north, Player.east, Player.south, Player.west]

    def ask(self, kind: str, board: Board) -> Answer:
        """One question."""
        from endplay.dds import calc_dd_table, solve_board
        from endplay.dds.solve import SolveMode
        from endplay.types import Deal

        deal = Deal(board.deal)
        deal.trump, deal.first = self._strains[board.trump], self._seats[board.leader]
        start = time.process_time()
        if kind == "full table":
            rows = calc_dd_table(deal)
            spent = time.process_time() - start
            value = [[rows[strain, seat] for seat in self._seats] for strain in self._strains]
            return 1000 * spent, 0, value
        mode = SolveMode.Default if kind == "all cards" else SolveMode.OptimalOne
        found = solve_board(deal, mode=mode)
        spent = time.process_time() - start
        return 1000 * spent, int(found._data.nodes), int(found._data.score[0])


class OtherDds:
    """DDS from a library's path."""

    def __init__(self, path: Path) -> None:
        from dds_library import DdsLibrary  # type: ignore[import-not-found, unused-ignore]

        self._library = DdsLibrary(path)
        self.name = f"DDS ({path.name})"

    def ask(self, kind: str, board: Board) -> Answer:
        """One question."""
        start = time.process_time()
        if kind == "full table":
            table = self._library.table(board.deal)
            return 1000 * (time.process_time() - start), 0, table
        value, nodes = self._library.solve(*board, all_cards=kind == "all cards")
        return 1000 * (time.process_time() - start), nodes, value


class Peer:
    """The program of macroxue/bridge-solver: a deal in a file, tricks on its output."""

    def __init__(self, program: Path) -> None:
        self.name = f"peer ({program.parent.name}/{program.name})"
        self._program = program
        self._folder = tempfile.TemporaryDirectory()
        self._file = Path(self._folder.name) / "deal"
        self.start = self.start_ms()

    def ask(self, kind: str, board: Board) -> Answer | None:
        """One question; it does not list all cards."""
        if kind == "full table":
            spent, rows = children_ms(self.table, board)
            by_strain = rows[1:] + rows[:1]
            value = [[row[1], row[3], row[0], row[2]] for row in by_strain]
            return spent - self.start, 0, value
        if kind == "all cards":
            return None
        spent, _ = children_ms(self.one, board)
        return spent - self.start, 0, None

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


def compare(solvers: list[Any], boards: list[Board]) -> None:
    """Milliseconds a deal for each kind of question, in turns; values must agree."""
    for kind in KINDS:
        sums = {one.name: 0.0 for one in solvers}
        nodes = dict.fromkeys(sums, 0)
        for board in boards:
            expected = None
            for one in solvers:
                answer = one.ask(kind, board)
                if answer is None:
                    sums.pop(one.name, None)
                    continue
                ms, count, value = answer
                sums[one.name] += ms
                nodes[one.name] += count
                expected = value if expected is None else expected
                if value is not None and value != expected:
                    raise SystemExit(f"{one.name} differs: {board}: {value}, not {expected}")
        ours = sums["kiebitz"]
        others = [ms for name, ms in sums.items() if name != "kiebitz"]
        told = (
            f"{ours / min(others):.2f} of the best of the others" if others else "no other does it"
        )
        print(f"{kind}: {told}")
        for name, ms in sums.items():
            counted = f"   nodes {nodes[name] / len(boards):,.0f}" if nodes[name] else ""
            print(f"  {name:<24} {ms / len(boards):8.1f} ms   {ours / ms:5.2f}{counted}")


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
    solver: Any = Ours() if which == "kiebitz" else EndplayDds()
    for board in listed_boards()[:5]:
        solver.ask("full table", board)
    print((peak() - before) / 1024)


def main() -> None:
    """Prints milliseconds a deal, the ratio, nodes and memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100, help="how many of dd_list100.txt")
    parser.add_argument("--random", type=int, default=0, help="how many random deals besides")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hard", action="store_true", help="the deals of hard_deals.txt besides")
    parser.add_argument(
        "--peer", type=Path, action="append", default=[], help="program of macroxue/bridge-solver"
    )
    parser.add_argument(
        "--dds", type=Path, action="append", default=[], help="another DDS library (libdds.so)"
    )
    parser.add_argument("--folder", type=Path, help="a folder of deals in the peer's form besides")
    parser.add_argument("--peer-only", action="store_true", help="without DDS of endplay")
    parser.add_argument("--memory", choices=["kiebitz", "dds"], help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.memory:
        print_memory(asked.memory)
        return
    chosen = listed_boards()[: asked.deals] + random_boards(asked.random, asked.seed)
    if asked.hard:
        chosen += hard_boards()
    if asked.folder:
        chosen += folder_boards(asked.folder)
    solvers: list[Any] = [Ours()]
    solvers += [] if asked.peer_only else [EndplayDds()]
    solvers += [OtherDds(path) for path in asked.dds] + [Peer(path) for path in asked.peer]
    print(f"{len(chosen)} deals, one thread, CPU time a deal; {processor()}")
    for one in solvers:
        if isinstance(one, Peer):
            print(f"{one.name}: starting it takes {one.start:.1f} ms, taken off")
    compare(solvers, chosen)
    if not asked.peer_only:
        print(
            f"memory for tables: kiebitz {peak_megabytes('kiebitz'):.0f} MB   "
            f"DDS (endplay) {peak_megabytes('dds'):.0f} MB"
        )
    sys.stdout.flush()
    if asked.dds:
        os._exit(0)  # Debian's build crashes when it is unloaded


def processor() -> str:
    """What the solvers run on, and whether ours finds what its fast engine needs."""
    facts = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    name = re.search(r"model name\s*: (.*)", facts)
    fast = all(f" {flag} " in facts for flag in ("avx2", "bmi2", "popcnt"))
    return (
        f"{name[1] if name else 'processor unknown'}, {'with' if fast else 'without'} AVX2 and BMI2"
    )


if __name__ == "__main__":
    main()
