"""Whole games of Skat against XSkat 4.0, with our player behind the engine protocol.

XSkat has no protocol of its own. Debian's binary (package xskat 4.0-8, amd64) plays games by
itself without a display (`xskat -auto`). This script runs it as a debugger would: it stops the
program where a seat bids, declares or plays, reads what XSkat's seats do, and writes what
`kiebitz engine` answers for ours. The engine is sent the View of its seat, in which every card
that the seat has not seen is `??`; XSkat's seats decide by XSkat's own code and data. The addresses
are facts about that one binary, so its build ID is checked. Linux only.

    $ sudo apt install xskat
    $ python benchmarks/play_xskat.py play games.jsonl --deals 300 --player pimc:worlds=40,threads=1
    $ python benchmarks/play_xskat.py play games.jsonl --deals 300 --player rules --ours 2
    $ python benchmarks/play_xskat.py show games.jsonl

Each deal is played three times, so that every seat is once ours alone (`--ours 2`: XSkat's alone).
Games that are already in the file are not played again.

Cardplay alone, as in the thesis (§9.6): deals that our bidder bids, discards and declares at all
three seats, a soloist of ours against two of XSkat. With `--others` a dear player plays only deals
on which those who are in the file did not all win or all lose, and this share of the rest, each of
which counts for those left out.

    $ python benchmarks/play_xskat.py cards games.jsonl --deals 300 --player pimc:threads=1
    $ python benchmarks/play_xskat.py cards games.jsonl --deals 300 --player perf
    $ python benchmarks/play_xskat.py cards games.jsonl --deals 300 --player recpimc --others 0.2
    $ python benchmarks/play_xskat.py show games.jsonl
"""

from __future__ import annotations

import argparse
import ctypes
import json
import math
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from kiebitz.arena.declared import quickly_declared_deals
from kiebitz.arena.skat import kind_of_game
from kiebitz.cards import derive_seed
from kiebitz.games.skat import Contract, Phase, State
from kiebitz.games.skat.cards import from_mask
from kiebitz.games.skat.history import states_of
from kiebitz.players.skat.auction import Bidder
from kiebitz.players.skat.perf import Perf

XSKAT = Path("/usr/games/xskat")
BUILD_ID = bytes.fromhex("743489a71e8497e198c7f67832f363da9b1c34ca")

# Where to stop.
CALL = 0xEB70  # a seat is about to bid, or to answer a bid
PASSED = 0xEA60  # nobody bids
SKAT = 0xBD80  # the declarer is about to look at the skat
DECLARED = 0xBD0F  # where the program goes on after the discard
CHOOSE = 0x13451  # the legal cards are listed, one is about to be chosen
CARD = 0x134D2  # the card chosen is about to be played
OVER = 0x12F62  # the result is known

# Variables: whole numbers of four bytes, and arrays of them.
NO_CLAIMS = 0x6B60C
RANDOM = 0x6B668  # eight bytes
SCHNEIDER, SCHWARZ, OUVERT = 0x6D3B0, 0x6D3AC, 0x6D3A8
VALUE, WON = 0x6D3C4, 0x6D3C8
TRUMP, HAND_GAME = 0x6D420, 0x6D41C  # trump: the suits as ours, 4 grand, -1 null
LEGAL_COUNT, LEGAL = 0x6D434, 0x6D440
BID_INDEX, BIDDING, DECLARER, SPEAKER, LISTENER, DEALER = range(0x6D478, 0x6D490, 4)
PUT_AWAY = 0x6D474
KNOWN, CARDS = 0x6D4A0, 0x6D520  # cards: ten a player, then the skat
HIGHEST = 0x6D8F0  # how far a player bids
BIDS = 0x46060

SOLO = -1  # in place of the number of our seats: the declarer's cards alone are ours

_RANKS = "ATKQJ987"  # in XSkat's order
_SUITS = "DHSC"


def card_text(number: int) -> str:
    """XSkat's number of a card as text.

    >>> card_text(28), card_text(7)
    ('CJ', 'D7')
    """
    return _SUITS[number >> 3] + _RANKS[number & 7]


def card_number(text: str) -> int:
    """XSkat's number of a card."""
    return _SUITS.index(text[0]) * 8 + _RANKS.index(text[1])


_libc = ctypes.CDLL(None, use_errno=True)
_libc.ptrace.restype = ctypes.c_long
_libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
_TRACE_ME, _CONTINUE, _STEP, _GET_REGISTERS, _SET_REGISTERS = 0, 7, 9, 12, 13
_INT3 = b"\xcc"
# Places in struct user_regs_struct.
_RDI, _RIP = 14, 16


def _ptrace(request: int, pid: int, data: Any = None) -> None:
    if _libc.ptrace(request, pid, None, data) == -1:
        raise OSError(ctypes.get_errno(), "ptrace failed")


class Traced:
    """A program that runs from stop to stop, with its memory open to us."""

    def __init__(self, command: Sequence[str], stops: Iterable[int]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdout=subprocess.DEVNULL,
                env={"HOME": "/nonexistent"},
                preexec_fn=lambda: _ptrace(_TRACE_ME, 0),
            )
        except subprocess.SubprocessError:
            raise SystemExit("this system does not let programs be traced") from None
        self.pid = self._process.pid
        os.waitpid(self.pid, 0)
        first = Path(f"/proc/{self.pid}/maps").read_text().split("-")[0]
        self._base = int(first, 16)
        self._memory = os.open(f"/proc/{self.pid}/mem", os.O_RDWR)
        self._at: int | None = None
        self._original = {stop: os.pread(self._memory, 1, self._base + stop) for stop in stops}
        for stop in self._original:
            self._write(stop, _INT3)

    def run(self) -> int | None:
        """Goes on to the next stop; None if the program has ended."""
        if self._at in self._original:
            self._write(self._at, self._original[self._at])
            self._resume(_STEP)
            self._write(self._at, _INT3)
        if not self._resume(_CONTINUE):
            return None
        registers = self.registers()
        self._at = registers[_RIP] - 1 - self._base
        self.jump(self._at)
        return self._at

    def jump(self, address: int) -> None:
        """Lets the program go on from another place."""
        registers = self.registers()
        registers[_RIP] = self._base + address
        _ptrace(_SET_REGISTERS, self.pid, ctypes.byref(registers))
        self._at = address

    def registers(self) -> Any:
        """All registers, as the kernel orders them."""
        registers = (ctypes.c_ulong * 27)()
        _ptrace(_GET_REGISTERS, self.pid, ctypes.byref(registers))
        return registers

    def read(self, address: int, index: int = 0) -> int:
        """A variable, or an element of an array."""
        four = os.pread(self._memory, 4, self._base + address + 4 * index)
        return int.from_bytes(four, "little", signed=True)

    def write(self, address: int, value: int, index: int = 0, size: int = 4) -> None:
        """Sets a variable, or an element of an array."""
        self._write(address + 4 * index, value.to_bytes(size, "little", signed=True))

    def close(self) -> None:
        """Ends the program."""
        os.close(self._memory)
        self._process.kill()
        self._process.wait()

    def _write(self, address: int, data: bytes) -> None:
        os.pwrite(self._memory, data, self._base + address)

    def _resume(self, request: int) -> bool:
        _ptrace(request, self.pid)
        _, status = os.waitpid(self.pid, 0)
        if os.WIFSTOPPED(status) and os.WSTOPSIG(status) != signal.SIGTRAP:
            raise RuntimeError(f"XSkat stopped with signal {os.WSTOPSIG(status)}")
        return os.WIFSTOPPED(status)


class Engine:
    """`kiebitz engine` in a process of its own."""

    def __init__(self, player: str) -> None:
        self._player = player
        self._process = subprocess.Popen(
            [sys.executable, "-m", "kiebitz.app.cli.main", "engine", "--parallel", "1"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def ask(self, state: State, seed: int) -> str:
        """The move of the seat that is to move, which is sent its View and nothing else."""
        assert self._process.stdin
        assert self._process.stdout
        view = str(state.view(state.to_move))
        query = {"id": 1, "moves": view, "player": self._player, "seed": seed}
        print(json.dumps(query), file=self._process.stdin, flush=True)
        answer = json.loads(self._process.stdout.readline())
        if "error" in answer:
            raise RuntimeError(f"{answer['field']}: {answer['error']} in {view}")
        return str(answer["move"])

    def close(self) -> None:
        """Ends the engine."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


class Table:
    """XSkat with some of its three seats taken by others."""

    def __init__(self, deals: Sequence[State]) -> None:
        if BUILD_ID not in XSKAT.read_bytes()[:4096]:
            raise SystemExit(f"{XSKAT} is not the binary of Debian's package xskat 4.0-8 (amd64)")
        self._file = tempfile.NamedTemporaryFile("w", suffix=".txt")  # noqa: SIM115
        for deal in deals:
            # XSkat wants the owner of every card: the skat, middlehand, rearhand, forehand.
            owner: dict[str, int] = dict.fromkeys(deal.skat, 0)
            for seat, number in enumerate((3, 1, 2)):
                owner |= dict.fromkeys(deal.hands[seat], number)
            print(*(owner[card_text(number)] for number in range(32)), file=self._file)
        self._file.flush()
        command = [str(XSKAT), "-auto", str(len(deals)), "-game", self._file.name, "-nolog"]
        command += ["-s1", "0", "-s2", "0", "-s3", "0", "-newrules", "-noramsch", "-nokontra"]
        stops = (CALL, PASSED, SKAT, CHOOSE, CARD, OVER)
        self._xskat = Traced(command, stops)

    def play(
        self,
        deal: State,
        ours: Sequence[int],
        ask: Callable[[State], str],
        seed: int,
        callers: Sequence[int] | None = None,
    ) -> State:
        """The next game: `ask` decides for our seats, and for the callers in the auction."""
        xskat = self._xskat
        state, begun = deal, False
        callers = ours if callers is None else callers
        while (stop := xskat.run()) is not None:
            if not begun:
                begun = True
                xskat.write(RANDOM, random.Random(seed).randrange(1, 2**31), size=8)
                xskat.write(NO_CLAIMS, 1)
                self._forehand = (xskat.read(DEALER) + 1) % 3
                self._check_deal(deal)
            if stop == CALL:
                state = self._call(state, callers, ask)
            elif stop == SKAT and self._seat(xskat.read(DECLARER)) in callers:
                state = self._declare(state, ask)
            elif stop == CHOOSE:
                if state.phase != Phase.PLAY:
                    state = self._see_declaration(state)
                if state.to_move in ours:
                    self._choose(state, ask(state))
            elif stop == CARD:
                number = xskat.registers()[_RDI] & 0xFFFFFFFF
                state = state.play(card_text(xskat.read(CARDS, number)))
            elif stop in (OVER, PASSED):
                self._check_result(state)
                return state
        raise RuntimeError("XSkat has ended")

    def close(self) -> None:
        """Ends XSkat."""
        self._xskat.close()
        self._file.close()

    def _seat(self, player: int) -> int:
        return (player - self._forehand) % 3

    def _player(self, seat: int) -> int:
        return (seat + self._forehand) % 3

    def _hand(self, player: int) -> list[int]:
        return [self._xskat.read(CARDS, 10 * player + place) for place in range(10)]

    def _check_deal(self, deal: State) -> None:
        for seat in range(3):
            assert set(map(card_text, self._hand(self._player(seat)))) == set(deal.hands[seat])

    def _call(self, state: State, ours: Sequence[int], ask: Callable[[State], str]) -> State:
        xskat = self._xskat
        bids = bool(xskat.read(BIDDING))
        player = xskat.read(SPEAKER if bids else LISTENER)
        assert self._seat(player) == state.to_move
        assert (state.phase == Phase.BID) == bids
        bid = xskat.read(BIDS, xskat.read(BID_INDEX))
        if state.to_move in ours:
            move = ask(state)
            if move not in ("y", "p", str(bid)):
                raise RuntimeError(f"XSkat knows no call of {move} where {bid} is next")
            xskat.write(HIGHEST, 0 if move == "p" else 999, player)
        else:
            highest = xskat.read(HIGHEST, player)
            # 17 is a hand that says 18 but never holds it.
            holds = highest >= bid or (bids and highest == 17 and bid == 18)
            move = ("p", str(bid) if bids else "y")[holds]
        return state.play(move)

    def _declare(self, state: State, ask: Callable[[State], str]) -> State:
        """Puts our game in place of XSkat's thoughts about the discard."""
        move = ask(state)
        state = state.play(move)
        if move == "s":
            state = state.play(ask(state))
            while state.phase != Phase.PLAY:
                state = state.play(ask(state))
        assert state.contract is not None
        assert state.declarer is not None
        xskat, contract, player = self._xskat, state.contract, self._player(state.declarer)
        skat = from_mask(state.native.skat)
        for i, card in enumerate((*from_mask(state.native.hands[state.declarer]), *skat)):
            xskat.write(CARDS, card_number(card), 10 * player + i if i < 10 else 20 + i)
        if not contract.hand:
            for card in skat:
                xskat.write(KNOWN, 1, card_number(card))
        xskat.write(TRUMP, {"G": 4, "N": -1}.get(contract.game, _SUITS.find(contract.game)))
        xskat.write(HAND_GAME, contract.hand)
        xskat.write(SCHNEIDER, contract.schneider)
        xskat.write(SCHWARZ, contract.schwarz)
        xskat.write(OUVERT, contract.ouvert)
        xskat.write(PUT_AWAY, 2)
        xskat.jump(DECLARED)
        return state

    def _see_declaration(self, state: State) -> State:
        xskat = self._xskat
        trump = xskat.read(TRUMP)
        game = "N" if trump == -1 else (_SUITS + "G")[trump]
        ouvert = "O" if xskat.read(OUVERT) else ""
        if xskat.read(HAND_GAME):
            return state.play(f"{game}H{ouvert}")
        skat = [card_text(xskat.read(CARDS, index)) for index in (30, 31)]
        return state.play("s").play(".".join((game + ouvert, *skat)))

    def _choose(self, state: State, card: str) -> None:
        """Leaves XSkat a single legal card."""
        player = self._player(state.to_move)
        place = self._hand(player).index(card_number(card))
        self._xskat.write(LEGAL, 10 * player + place)
        self._xskat.write(LEGAL_COUNT, 1)

    def _check_result(self, state: State) -> None:
        """XSkat counts the game as we do."""
        assert state.is_over
        result = state.result
        if result is None or result.passed:
            return
        assert bool(self._xskat.read(WON)) == result.won
        assert self._xskat.read(VALUE) == abs(result.value)


def seats_of_ours(ours: int, turn: int) -> list[int]:
    """One of ours at seat `turn`, or two of ours at the others; or nobody, or all three."""
    if ours in (0, 3):
        return list(range(ours))
    return [seat for seat in range(3) if (seat == turn) == (ours == 1)]


def play(path: Path, deals: int, seed: int, player: str, ours: int, minutes: float) -> None:
    """Plays what is missing in the file."""
    done = {
        (game["player"], game["ours"], game["seed"], game["turn"])
        for game in read(path)
        if game["ours"] != SOLO
    }
    tasks = [
        (number, turn)
        for number in range(seed * 1_000_000, seed * 1_000_000 + deals)
        for turn in range(3 if ours in (1, 2) else 1)
        if (player, ours, number, turn) not in done
    ]
    if not tasks:
        return
    engine = Engine(player)
    starts = [State.deal(number) for number, _ in tasks]
    table = Table(starts)
    end = time.monotonic() + 60 * minutes
    with path.open("a") as file:
        for (number, turn), start in zip(tasks, starts, strict=True):
            if time.monotonic() > end:
                break
            begin = time.monotonic()
            seats = seats_of_ours(ours, turn)
            state = table.play(start, seats, partial(engine.ask, seed=number), number)
            row = {
                "player": player, "ours": ours, "seed": number, "turn": turn, "seats": seats,
                "moves": str(state), "scores": list(state.scores),
                "seconds": round(time.monotonic() - begin, 2),
            }  # fmt: skip
            print(json.dumps(row), file=file, flush=True)
    table.close()
    engine.close()


def play_cards(
    path: Path, deals: int, seed: int, player: str, others: float, minutes: float
) -> None:
    """Plays what is missing of games that our bidder declared, as soloist against two of XSkat."""
    solo = [game for game in read(path) if game["ours"] == SOLO]
    done = {game["seed"] for game in solo if game["player"] == player}
    won: dict[int, set[bool]] = {}
    for game in solo:
        # Who plays a share only says nothing about which deals are in doubt.
        if game["player"] != player and game.get("weight", 1) == 1:
            won.setdefault(game["seed"], set()).add(game["scores"][game["seats"][0]] > 0)
    weights = {}
    for number in (derive_seed(seed, number) for number in range(deals)):
        if others == 1 or len(won.get(number, {True, False})) > 1:
            weights[number] = 1.0
        elif derive_seed(number, 2) % 1_000_000 < 1_000_000 * others:
            weights[number] = 1 / others
    numbers = [number for number in weights if number not in done]
    if not numbers:
        return
    bidder = Bidder(proves=False)
    engine = None if player == "perf" else Engine(player)
    perf = Perf()
    declared = [next(quickly_declared_deals(number, None)) for number in numbers]
    starts = [states_of(state)[0] for state in declared]
    table = Table(starts)
    end = time.monotonic() + 60 * minutes

    def ask(state: State, number: int) -> str:
        if state.phase != Phase.PLAY:
            return str(bidder.decide(state.view(state.to_move)).move)
        if engine is None:
            return str(perf.decide_with_open_cards(state).move)
        return engine.ask(state, number)

    with path.open("a") as file:
        for number, wanted, start in zip(numbers, declared, starts, strict=True):
            if time.monotonic() > end:
                break
            begin = time.monotonic()
            assert wanted.declarer is not None
            seats = [wanted.declarer]
            state = table.play(start, seats, partial(ask, number=number), number % 2**31, range(3))
            assert state.contract == wanted.contract
            row = {
                "player": player, "ours": SOLO, "seed": number, "seats": seats,
                "weight": weights[number],
                "moves": str(state), "scores": list(state.scores),
                "seconds": round(time.monotonic() - begin, 2),
            }  # fmt: skip
            print(json.dumps(row), file=file, flush=True)
    table.close()
    if engine is not None:
        engine.close()


def read(path: Path) -> list[dict[str, Any]]:
    """The games of a file; none if it is not there."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines()]


def interval(values: Sequence[float]) -> str:
    """Mean with its 95 % interval."""
    mean = statistics.fmean(values)
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0
    return f"{mean:6.1f} ± {half:4.1f}"


def show(path: Path) -> None:
    """Points a deal and player, and who declared what."""
    groups: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for game in read(path):
        groups.setdefault((game["player"], game["ours"]), []).append(game)
    show_cards({player: games for (player, ours), games in groups.items() if ours == SOLO})
    for (player, ours), games in groups.items():
        if ours == SOLO:
            continue
        print(f"{ours} × {player} against {3 - ours} × XSkat, {len(games)} games")
        deals: dict[int, list[tuple[float, float]]] = {}
        sides: dict[str, Counter[str]] = {"ours": Counter(), "XSkat": Counter()}
        for game in games:
            points = [0.0, 0.0]
            for seat, score in enumerate(game["scores"]):
                mine = seat in game["seats"]
                points[not mine] += score / (ours if mine else 3 - ours)
            deals.setdefault(game["seed"], []).append((points[0], points[1]))
            _count(State.parse(game["moves"]), game["seats"], sides)
        turns = 3 if ours in (1, 2) else 1
        whole = [deal for deal in deals.values() if len(deal) == turns]
        means = [
            [statistics.fmean(game[side] for game in deal) for deal in whole] for side in (0, 1)
        ]
        differences = [a - b for a, b in zip(*means, strict=True)]
        print(
            f"  {len(whole)} deals: ours {interval(means[0])}, XSkat {interval(means[1])},", end=""
        )
        print(f" difference {interval(differences)} points a player and deal")
        for name, side in sides.items():
            seats = len(games) * (ours if name == "ours" else 3 - ours)
            if not seats:
                continue
            print(f"  {name}: ", end="")
            print(f"bids on {side['bids'] / seats:.1%} of its hands, ", end="")
            print(f"declares {side['declared'] / seats:.1%}, ", end="")
            print(f"wins {side['won'] / max(1, side['declared']):.1%},", end=" ")
            print(f"gets {side['points'] / max(1, side['declared']):.1f} points a game of its own")
            for kind in ("suit", "grand", "null", "hand"):
                number = side[kind]
                if number:
                    print(f"    {kind}: {number} games, {side[kind + ' won'] / number:.1%} won")
        print(f"  passed by all: {sides['ours']['passed']}")


def show_cards(groups: dict[str, list[dict[str, Any]]]) -> None:
    """Points of soloists against two of XSkat, on the deals that all of them played."""
    if not groups:
        return
    scores = {
        player: {game["seed"]: float(game["scores"][game["seats"][0]]) for game in games}
        for player, games in groups.items()
    }
    first = next(iter(scores.values()))
    print("soloist against 2 × XSkat, on deals that our bidder declared")
    for player, games in groups.items():
        weights = [game.get("weight", 1.0) for game in games]
        ours = [scores[player][game["seed"]] for game in games]
        won = sum(w for w, one in zip(weights, ours, strict=True) if one > 0) / sum(weights)
        text = f"  {player}: {len(games)} deals for {sum(weights):.0f}, "
        text += f"{weighted(ours, weights)} points a game, {won:.1%} won"
        pairs = [
            (game.get("weight", 1.0), scores[player][game["seed"]] - first[game["seed"]])
            for game in games
            if game["seed"] in first
        ]
        if scores[player] is not first and pairs:
            more = weighted([gain for _, gain in pairs], [weight for weight, _ in pairs])
            text += f", {more} more than the first on these deals"
        print(text)


def weighted(values: Sequence[float], weights: Sequence[float]) -> str:
    """A weighted mean with its 95 % interval (a ratio of sums)."""
    mean = sum(w * one for w, one in zip(weights, values, strict=True)) / sum(weights)
    squares = sum((w * (one - mean)) ** 2 for w, one in zip(weights, values, strict=True))
    return f"{mean:6.1f} ± {1.96 * math.sqrt(squares) / sum(weights):4.1f}"


def _count(state: State, seats: Sequence[int], sides: dict[str, Counter[str]]) -> None:
    for seat, bid in enumerate(state.highest_bids):
        sides["ours" if seat in seats else "XSkat"]["bids"] += bid > 0
    result = state.result
    if result is None or result.passed or result.contract is None:
        sides["ours"]["passed"] += 1
        return
    assert state.declarer is not None
    side = sides["ours" if state.declarer in seats else "XSkat"]
    contract = Contract.parse(result.contract)
    names = [kind_of_game(contract)] + ["hand"] * contract.hand
    side["declared"] += 1
    side["won"] += result.won
    side["points"] += state.scores[state.declarer]
    for name in names:
        side[name] += 1
        side[name + " won"] += result.won


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("file", type=Path)
    playing.add_argument("--deals", type=int, default=100)
    playing.add_argument("--seed", type=int, default=1, help="other seeds deal other cards")
    playing.add_argument("--player", default="pimc:worlds=40,threads=1")
    playing.add_argument("--ours", type=int, choices=range(4), default=1, help="seats that we take")
    playing.add_argument("--minutes", type=float, default=math.inf)
    cards = commands.add_parser("cards")
    cards.add_argument("file", type=Path)
    cards.add_argument("--deals", type=int, default=100)
    cards.add_argument("--seed", type=int, default=1, help="other seeds deal other cards")
    cards.add_argument("--player", default="pimc:threads=1", help="also perf, who sees all cards")
    cards.add_argument("--others", type=float, default=1.0, help="share of deals not in doubt")
    cards.add_argument("--minutes", type=float, default=math.inf)
    showing = commands.add_parser("show")
    showing.add_argument("file", type=Path)
    arguments = parser.parse_args()
    if arguments.command == "show":
        show(arguments.file)
        return
    if arguments.command == "cards":
        play_cards(
            arguments.file, arguments.deals, arguments.seed, arguments.player, arguments.others,
            arguments.minutes,
        )  # fmt: skip
        return
    play(
        arguments.file, arguments.deals, arguments.seed, arguments.player, arguments.ours,
        arguments.minutes,
    )  # fmt: skip


if __name__ == "__main__":
    main()
