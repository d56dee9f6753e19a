"""The engine: queries as JSON lines in, decisions as JSON lines out. See docs/reference/engine.md.

Queries run side by side and answer in any order; every answer carries the query's `id`. A wrong
query is answered with an error that names its field, and nothing that a query says ends the engine.
"""

from __future__ import annotations

import atexit
import json
import math
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from kiebitz import __version__
from kiebitz.app.engine_belief import FIELDS as BELIEF_FIELDS
from kiebitz.app.engine_belief import BeliefQuery, world_of
from kiebitz.app.engine_bridge import FIELDS as BRIDGE_FIELDS
from kiebitz.app.engine_bridge import BridgeQuery, texts_of
from kiebitz.app.engine_judge import FIELDS as JUDGE_FIELDS
from kiebitz.app.engine_judge import LIMIT_FIELDS as JUDGE_LIMITS
from kiebitz.app.engine_judge import JudgeQuery, checked_move
from kiebitz.app.json_lines import can_be_written
from kiebitz.beliefs.skat import make_belief
from kiebitz.beliefs.skat.belief import DEFAULT_BELIEF
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import View
from kiebitz.games.skat.moves import Phase, move_number
from kiebitz.limits import Limit
from kiebitz.players.protocol import Decision
from kiebitz.players.skat import SkatPlayer, make_player
from kiebitz.players.skat.standing import Standing

#: A line longer than this is refused; the longest sensible query has some two thousand bytes.
MAX_LINE_BYTES = 64 * 1024
MAX_IN_FLIGHT = 256
DEFAULT_PLAYER = "pimc"

_QUERY_FIELDS = frozenset(
    [
        "id",
        "game",
        "seat",
        "moves",
        "player",
        "limit",
        "seed",
        "list",
        "report_every",
        "ponder",
        "judge",
        "belief",
    ]
)
_LIMIT_FIELDS = {"worlds": int, "nodes": int, "seconds": float}
_ACTIONS = ("partial", "terminate", "terminate_all", "version")


class QueryError(KiebitzError):
    """What is wrong with a query, and in which field."""

    def __init__(self, field_name: str | None, message: str) -> None:
        super().__init__(message)
        self.field = field_name


@dataclass
class Query:
    """A query that was understood."""

    id: str | int
    view: View
    player: SkatPlayer
    limit: Limit
    seed: int
    report_every: float | None
    ponder: bool = False
    """Another seat is to move: think ahead."""
    stop: threading.Event = field(default_factory=threading.Event)
    wants_partial: threading.Event = field(default_factory=threading.Event)


AnyQuery = Query | BridgeQuery | JudgeQuery | BeliefQuery


class Engine:
    """Answers queries; `write` is called with one answer at a time."""

    def __init__(self, write: Callable[[dict[str, Any]], None], parallel: int = 2) -> None:
        self._write = write
        self._lock = threading.Lock()
        self._in_flight: dict[str | int, AnyQuery] = {}
        self._pool = ThreadPoolExecutor(parallel, thread_name_prefix="query")

    def run(self, lines: Iterable[bytes]) -> None:
        """Takes lines until they end, then waits for the queries under way."""
        for line in lines:
            self.take(line)
        self.close()

    def take(self, line: bytes) -> None:
        """One line: a query, an action, or something wrong."""
        message: Any = None
        try:
            message = _parse_line(line)
            if message is None:
                return
            if "action" in message:
                self._act(message)
            else:
                self._start(_parse_query(message))
        except QueryError as error:
            self._answer({"id": _id_of(message), "error": str(error), "field": error.field})
        except Exception as error:
            self._answer({"id": _id_of(message), "error": f"internal: {error!r}", "field": None})

    def close(self) -> None:
        """Waits for the queries under way."""
        self._pool.shutdown(wait=True)

    def _start(self, query: AnyQuery) -> None:
        with self._lock:
            if query.id in self._in_flight:
                raise QueryError("id", f"a query with id {query.id!r} is under way")
            if len(self._in_flight) >= MAX_IN_FLIGHT:
                raise QueryError(None, f"{MAX_IN_FLIGHT} queries are under way; wait for answers")
            self._in_flight[query.id] = query
        self._pool.submit(self._work, query)

    def _work(self, query: AnyQuery) -> None:
        answer: dict[str, Any]
        try:
            answer = self._think(query) if isinstance(query, Query) else query.answer()
        except KiebitzError as error:
            place = "deal" if isinstance(query, BridgeQuery) else "moves"
            if isinstance(query, BeliefQuery):
                place = query.field_of(error)
            answer = {"id": query.id, "error": str(error), "field": place}
        except Exception as error:
            answer = {"id": query.id, "error": f"internal: {error!r}", "field": None}
        with self._lock:
            del self._in_flight[query.id]
        self._answer(answer)

    def _think(self, query: Query) -> dict[str, Any]:
        if query.ponder:
            known = query.player.ponder(
                query.view,
                limit=query.limit,
                seed=query.seed,
                go_on=lambda: not query.stop.is_set(),
            )
            ended = {"terminated": True} if query.stop.is_set() else {}
            return {"id": query.id, "pondered": known, **ended}
        reported = 0.0
        answer: dict[str, Any] = {}
        for decision in query.player.think(query.view, limit=query.limit, seed=query.seed):
            answer = _answer_of(query, decision)
            if query.stop.is_set():
                return {**answer, "terminated": True}
            due = (
                query.report_every is not None and decision.seconds - reported >= query.report_every
            )
            if due or query.wants_partial.is_set():
                query.wants_partial.clear()
                reported = decision.seconds
                self._answer({**answer, "partial": True})
        return answer

    def _act(self, message: Mapping[str, Any]) -> None:
        action = message["action"]
        own = _checked_id(message)
        if action == "version":
            self._answer({"id": own, "version": __version__, "games": ["skat", "bridge"]})
            return
        if action not in _ACTIONS:
            raise QueryError("action", f"{_short(action)} is not one of {', '.join(_ACTIONS)}")
        with self._lock:
            if action == "terminate_all":
                chosen = list(self._in_flight.values())
            else:
                if "query" not in message:
                    raise QueryError("query", f"{action} needs the id of a query")
                wanted = message["query"]
                if not _is_id(wanted) or wanted not in self._in_flight:
                    raise QueryError("query", f"no query {_short(wanted)} is under way")
                chosen = [self._in_flight[wanted]]
            for query in chosen:
                (query.wants_partial if action == "partial" else query.stop).set()
        self._answer({"id": own, "action": action, "queries": [query.id for query in chosen]})

    def _answer(self, answer: dict[str, Any]) -> None:
        with self._lock:
            self._write(answer)


def _answer_of(query: Query, decision: Decision) -> dict[str, Any]:
    move = decision.move
    if query.view.phase == Phase.DECLARE:
        # A declaration and its discard are one token.
        declared = query.view.see(move_number(move, Phase.DECLARE))
        move += "." + query.player.decide(declared, seed=query.seed).move
    return {
        "id": query.id,
        "move": move,
        "candidates": {name: round(value, 6) for name, value in decision.candidates.items()},
        "worlds": decision.worlds,
        "nodes": decision.nodes,
        "seconds": round(decision.seconds, 6),
        "seed": query.seed,
    }


# --- reading ---


def _parse_line(line: bytes) -> dict[str, Any] | None:
    if len(line) > MAX_LINE_BYTES:
        raise QueryError(None, f"a line has at most {MAX_LINE_BYTES} bytes")
    try:
        text = line.decode("utf-8").strip()
        if not text:
            return None
        message = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise QueryError(None, f"this line is not JSON: {error}") from None
    if not isinstance(message, dict):
        raise QueryError(None, "a query is a JSON object")
    return message


def _parse_query(message: Mapping[str, Any]) -> AnyQuery:
    own = _checked_id(message)
    bridge = message.get("game") == "bridge"
    judge = "judge" in message and not bridge
    belief = "belief" in message and not bridge
    fields = BRIDGE_FIELDS if bridge else BELIEF_FIELDS if belief else JUDGE_FIELDS
    if not (bridge or belief or judge):
        fields = _QUERY_FIELDS
    for name in message:
        if name not in fields:
            known = ", ".join(sorted(fields))
            raise QueryError(name[:80], f"there is no field {_short(name)}; there are {known}")
    if bridge:
        return _parse_bridge(own, message)
    if message.get("game", "skat") != "skat":
        raise QueryError(
            "game", f"{_short(message['game'])} is not played here; say skat or bridge"
        )
    if belief:
        return _parse_belief(own, message)
    ponder = message.get("ponder", False)
    if not isinstance(ponder, bool):
        raise QueryError("ponder", "ponder must be true or false")
    view = _parse_view(message, to_move=not ponder)
    if ponder and view.to_move == view.seat:
        raise QueryError("ponder", f"seat {view.seat} is to move: ask for its decision")
    if judge:
        return _parse_judge(own, view, message)
    return Query(
        own,
        view,
        _in_list(_parse_player(message.get("player", DEFAULT_PLAYER)), message),
        _parse_limit(message.get("limit", {})),
        _whole(message.get("seed", 0), "seed", 0, 2**64 - 1),
        _seconds(message["report_every"], "report_every") if "report_every" in message else None,
        ponder,
    )


def _parse_judge(own: str | int, view: View, message: Mapping[str, Any]) -> JudgeQuery:
    move = message["judge"]
    if move is not True and not isinstance(move, str):
        raise QueryError("judge", "judge must be a move like CJ, or true for the best one")
    try:
        checked = None if move is True else checked_move(view, move)
    except KiebitzError as error:
        raise QueryError("judge", str(error)) from None
    return JudgeQuery(
        own,
        view,
        checked,
        _parse_limit(message.get("limit", {}), JUDGE_LIMITS),
        _whole(message.get("seed", 0), "seed", 0, 2**64 - 1),
    )


def _parse_belief(own: str | int, message: Mapping[str, Any]) -> BeliefQuery:
    view = _parse_view(message, to_move=False)
    name = DEFAULT_BELIEF if message["belief"] is True else message["belief"]
    if not isinstance(name, str):
        raise QueryError("belief", "belief must be a name like small, or true for the usual one")
    try:
        make_belief(name)
    except KiebitzError as error:
        raise QueryError("belief", str(error)) from None
    try:
        world = world_of(message["world"]) if "world" in message else None
    except KiebitzError as error:
        raise QueryError("world", str(error)) from None
    return BeliefQuery(own, view, name, world)


def _parse_bridge(own: str | int, message: Mapping[str, Any]) -> BridgeQuery:
    try:
        texts = texts_of(message)
    except KiebitzError as error:
        raise QueryError(str(error).split()[0], str(error)) from None
    return BridgeQuery(
        own,
        texts,
        _whole(message["tricks"], "tricks", 0, 13) if "tricks" in message else None,
        _parse_limit(message.get("limit", {}), {**_LIMIT_FIELDS, "depth": int}),
        _whole(message.get("seed", 0), "seed", 0, 2**64 - 1),
        _parse_card_to_judge(message),
    )


def _parse_card_to_judge(message: Mapping[str, Any]) -> str | None:
    card = message.get("judge")
    if card is not None and (not isinstance(card, str) or len(card) > 10):
        raise QueryError("judge", "judge must be a card like SQ")
    return card


def _parse_view(message: Mapping[str, Any], *, to_move: bool = True) -> View:
    moves = message.get("moves")
    if not isinstance(moves, str):
        raise QueryError("moves", "moves must be the text of a move list with ?? for hidden cards")
    try:
        view = View.parse(moves)
    except KiebitzError as error:
        raise QueryError("moves", str(error)) from None
    if "seat" in message:
        seat = _whole(message["seat"], "seat", 0, 2)
        if seat != view.seat:
            raise QueryError("seat", f"the known hand in moves is seat {view.seat}'s, not {seat}'s")
    if view.is_over:
        raise QueryError("moves", "the game is over")
    if to_move and view.to_move != view.seat:
        raise QueryError("moves", f"seat {view.to_move} is to move, not seat {view.seat}")
    return view


def _parse_player(spec: Any) -> SkatPlayer:
    if not isinstance(spec, str):
        raise QueryError("player", "player must be a text like pimc or pimc:worlds=160")
    try:
        return _player(spec)
    except KiebitzError as error:
        raise QueryError("player", str(error)) from None


def _in_list(player: SkatPlayer, message: Mapping[str, Any]) -> SkatPlayer:
    """The player as it bids while a list stands as the query says."""
    if "list" not in message:
        return player
    stands = message["list"]
    if (
        not isinstance(stands, dict)
        or stands.keys() != {"totals", "left"}
        or not isinstance(stands["totals"], list)
    ):
        example = '{"totals": [120, 300, 250], "left": 2}'
        raise QueryError("list", f"list must be how a list stands, like {example}")
    try:
        return player.in_list(Standing(tuple(stands["totals"]), stands["left"]))
    except KiebitzError as error:
        raise QueryError("list", str(error)) from None


@lru_cache(maxsize=32)
def _player(spec: str) -> SkatPlayer:
    return make_player(spec)


# Native objects go before the interpreter does.
atexit.register(_player.cache_clear)


def _parse_limit(limit: Any, kinds: Mapping[str, type] = _LIMIT_FIELDS) -> Limit:
    if not isinstance(limit, dict):
        raise QueryError("limit", 'limit must be an object like {"worlds": 160}')
    values: dict[str, Any] = {}
    for name, value in limit.items():
        if name == "depth" and name not in kinds:
            raise QueryError("limit.depth", "Skat players think to the end: depth cannot be kept")
        if name not in kinds:
            known = ", ".join(kinds)
            raise QueryError(f"limit.{name[:80]}", f"limits are {known}, not {_short(name)}")
        if kinds[name] is int:
            highest = {"worlds": 1_000_000, "depth": 52}.get(name, 2**62)
            values[name] = _whole(value, f"limit.{name}", 1, highest)
        else:
            values[name] = _seconds(value, f"limit.{name}")
    return Limit(**values)


def _whole(value: Any, name: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise QueryError(name, f"{name} must be a whole number from {low} to {high}")
    return value


def _seconds(value: Any, name: str) -> float:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not math.isfinite(value) or not 0 < value <= 1e6:
        raise QueryError(name, f"{name} must be a positive number of seconds")
    return float(value)


def _is_id(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) <= 200 and can_be_written(value)
    return isinstance(value, int) and not isinstance(value, bool)


def _checked_id(message: Mapping[str, Any]) -> str | int:
    own = message.get("id")
    if not _is_id(own):
        wanted = "a text of at most 200 characters or a whole number"
        raise QueryError("id", f"every message needs an id that can be echoed: {wanted}")
    assert isinstance(own, str | int)
    return own


def _id_of(message: Any) -> str | int | None:
    own = message.get("id") if isinstance(message, dict) else None
    return own if _is_id(own) else None


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:60] + "…"
