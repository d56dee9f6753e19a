"""Skat in the arena: whole games with their auction, or the cardplay of games already declared."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz._core import skat as core
from kiebitz.arena.arbiter import Declared, Ending, Facts, OpenPlayer, Passed, Spec
from kiebitz.arena.engine_player import PREFIX, EnginePlayer
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import Contract, Phase, State, View, stakes
from kiebitz.games.skat.moves import Kind, kind_of, move_text
from kiebitz.games.skat.records import InvalidRecord, Record, read_records

if TYPE_CHECKING:
    from kiebitz.players.protocol import Player

KINDS = ("suit", "grand", "null")
_LOWEST_BID = 18


def kind_of_game(contract: Contract) -> str:
    """Suit, grand or null.

    >>> kind_of_game(Contract.parse("CH"))
    'suit'
    """
    return {"G": "grand", "N": "null"}.get(contract.game, "suit")


@dataclass(frozen=True)
class SkatArbiter:
    """Three seats; the parts of a declared game are declarer and defender."""

    seats: int = 3
    parts: tuple[str, ...] = ("declarer", "defender")

    def make_player(self, spec: Spec) -> Player[View] | OpenPlayer[State]:
        """A player of `kiebitz.players.skat`, of a text in `spec` or of its kind and settings.

        The kind ``perf`` sees all cards and only plays cards; it is for experiments. With
        ``engine:`` in front the text is a program that speaks the engine protocol.
        """
        if str(spec.get("spec", "")).startswith(PREFIX):
            return EnginePlayer(str(spec["spec"]))
        if dict(spec) in ({"spec": "perf"}, {"kind": "perf"}):
            from kiebitz.players.skat.perf import Perf

            return Perf()
        from kiebitz.players.skat import make_player

        return make_player(player_text(spec))

    def positions(self, path: Path, kinds: Sequence[str]) -> Iterator[str]:
        """The starts of cardplay in a file."""
        return read_positions(path, kinds)

    def start(self, position: str | None, seed: int) -> State:
        """A move list that leads to a position, or a deal."""
        return State.deal(seed) if position is None else State.parse(position)

    def play(self, state: State, move: str) -> State:
        """The state after a move."""
        return state.play(move)

    def view(self, state: State, seat: int) -> View:
        """What a seat may know."""
        return state.view(seat)

    def is_auction(self, state: State) -> bool:
        """All until the cardplay: bidding, skat, declaration, discard."""
        return state.contract is None or state.phase == Phase.DISCARD

    def part_of(self, state: State, seat: int) -> int:
        """The declarer's or the defenders'."""
        return 0 if seat == state.declarer else 1

    def ending(self, state: State, names: Sequence[str], number: int) -> Ending:
        """Seeger-Fabian points, and what the tables count."""
        scores = tuple(float(score) for score in state.scores)
        return Ending(scores, _facts(state), _record(state, names, number))

    def forfeit(
        self, state: State, seat: int, overran: bool, names: Sequence[str], number: int
    ) -> Ending:
        """The party of the disqualified seat loses a game of the declared value.

        Before a declaration the seat loses alone, as if it had declared a game worth the last bid.
        """
        ended = state.time_out(seat) if overran else state.leave(seat)
        record = _record(ended, names, number)
        declarer = state.declarer
        if declarer is None or state.contract is None:
            at_stake = stakes(max(state.bid, _LOWEST_BID))
            scores = tuple(
                float(at_stake.lost if other == seat else at_stake.defender) for other in range(3)
            )
            return Ending(scores, Passed(), record)
        twelve = (*state.hands[declarer], *state.played(declarer), *state.skat)
        at_stake = stakes(max(state.contract.value(twelve), state.bid))
        won = seat != declarer
        own, others = (at_stake.won, 0) if won else (at_stake.lost, at_stake.defender)
        scores = tuple(float(own if other == declarer else others) for other in range(3))
        facts = _facts(ended)
        return Ending(
            scores, replace(facts, won=won) if isinstance(facts, Declared) else facts, record
        )


ARBITER = SkatArbiter()


def player_text(spec: Spec) -> str:
    """A player as `kiebitz.players.skat.make_player` reads it; on one thread unless told otherwise.

    The arena has a game for every core.

    >>> player_text({"kind": "pimc", "worlds": 40})
    'pimc:worlds=40,threads=1'
    >>> player_text({"spec": "rules"})
    'rules'
    """
    from kiebitz.players.skat import PLAYERS

    settings = {name: str(value) for name, value in spec.items() if name not in ("spec", "kind")}
    if ("spec" in spec) == ("kind" in spec) or ("spec" in spec and settings):
        raise KiebitzError("a player has either a spec, or a kind and its settings")
    kind, _, rest = str(spec.get("spec", spec.get("kind"))).partition(":")
    parts = [rest] if rest else []
    parts += (f"{name}={value}" for name, value in settings.items())
    if "threads" in PLAYERS.get(kind, ()) and not any("threads=" in part for part in parts):
        parts.append("threads=1")
    return f"{kind}:{','.join(parts)}" if parts else kind


def _facts(state: State) -> Facts:
    result = state.result
    if result is None or result.contract is None:
        return Passed()
    assert result.declarer is not None
    return Declared(
        declarer=result.declarer,
        contract=result.contract,
        kind=kind_of_game(Contract.parse(result.contract)),
        won=result.won,
        points=result.points,
        tricks=result.tricks,
        value=result.value,
        bid=state.bid,
        schneider=result.schneider,
        schwarz=result.schwarz,
        overbid=result.overbid,
    )


def _record(state: State, names: Sequence[str], number: int) -> str:
    tags = {f"P{seat}": name for seat, name in enumerate(names)}
    return Record.of(state, ID=str(number), **tags).to_sgf()


def read_positions(path: Path, kinds: Sequence[str] = KINDS) -> Iterator[str]:
    """The starts of cardplay in a file: CSV with deal, declarer, game, bid and discard, or records.

    A game that was passed has none and is left out, as are other kinds of games.
    """
    positions = _from_csv(path) if path.suffix == ".csv" else _from_records(path)
    for state in positions:
        assert state.contract is not None
        if kind_of_game(state.contract) in kinds:
            yield str(state)


def declared_game(deal: str, declarer: int, game: str, bid: int, discard: str = "") -> State:
    """The start of cardplay of a game of which only the last bid is known.

    The auction is the shortest that ends so.

    >>> from kiebitz.games.skat.cards import DECK
    >>> state = declared_game(".".join(DECK), declarer=0, game="DH", bid=18)
    >>> state.phase.name, state.highest_bids
    ('PLAY', (18, 0, 0))
    """
    if declarer == 0 and bid == _LOWEST_BID:
        calls = ["p", "p", str(bid)]
    else:
        calls = {0: [str(bid), "y", "p", "p"], 1: [str(bid), "p", "p"], 2: ["p", str(bid), "p"]}[
            declarer
        ]
    state = State.from_deal(deal)
    for call in calls:
        state = state.play(call)
    contract = Contract.parse(game)
    if contract.hand:
        return state.play(game)
    return state.play("s").play(f"{game}.{discard}")


def _from_csv(path: Path) -> Iterator[State]:
    with path.open(newline="", encoding="utf-8") as file:
        rows = csv.DictReader(file)
        missing = {"deal", "declarer", "game", "bid", "discard"} - set(rows.fieldnames or ())
        if missing:
            raise KiebitzError(f"{path}: the columns {', '.join(sorted(missing))} are missing")
        for row in rows:
            try:
                yield declared_game(
                    row["deal"], int(row["declarer"]), row["game"], int(row["bid"]), row["discard"]
                )
            except (KeyError, TypeError, ValueError) as error:
                raise KiebitzError(f"{path}, line {rows.line_num}: {error}") from None


def _from_records(path: Path) -> Iterator[State]:
    for record in read_records(path):
        if isinstance(record, InvalidRecord):
            raise KiebitzError(f"{path}: {record}")
        if record.state.contract is None:
            continue
        for before, _ in decisions(record.state):
            if not ARBITER.is_auction(before):
                yield before
                break


def decisions(state: State) -> Iterator[tuple[State, str]]:
    """Every decision that led to a state: the state before it, and the move.

    >>> [move for _, move in decisions(State.deal(seed=1).play("18").play("p"))]
    ['18', 'p']
    """
    native = state.native
    walk = State(core.State(native.dealt_hands, native.dealt_skat))
    for number in native.history:
        if kind_of(number).value >= Kind.SHOW.value:
            walk = State(walk.native.happen(number))
        else:
            yield walk, move_text(number)
            walk = State(walk.native.apply(number))
