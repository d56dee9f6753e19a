"""Game records of the International Skat Server (ISS), one a line in SGF brackets.

Reading replays every move under the rules and recomputes the result, which must agree with the
recorded one. A bad record does not stop the others.

Old records end in moves that are no moves: ``??`` for a card that was never written down when a
player left, or nothing at all while the result tells who left, ran out of time or gave up. Such a
record is read up to there and ends as the server ended it; one that is damaged is refused.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from kiebitz.errors import KiebitzError
from kiebitz.games.skat.cards import DECK, HIDDEN
from kiebitz.games.skat.contract import GAMES
from kiebitz.games.skat.moves import Phase, seat_event_number
from kiebitz.games.skat.notation import Step, advance, at_move, format_state, split_moves
from kiebitz.games.skat.result import Result
from kiebitz.games.skat.state import State

#: No game is longer: 32 cards of deal and fewer than 200 moves take less than 2 kB.
MAX_RECORD_BYTES = 64 * 1024

_TAG = re.compile(r"([A-Z][A-Z0-9]*)\[([^\]]*)\]\s*")
_MAX_MOVES = 400


class InvalidRecord(KiebitzError):  # noqa: N818
    """A record that cannot be read, with the line it stands in."""

    def __init__(
        self,
        sentence: str,
        line: int = 0,
        record_id: str = "",
        *,
        code: str = "",
        **parameters: str | int | Sequence[str] | KiebitzError,
    ) -> None:
        self.reason = sentence
        self.line = line
        self.record_id = record_id
        name = f"record {record_id}" if record_id else "record"
        place = f"line {line}, {name}: " if line else ""
        super().__init__(f"{place}{sentence}", code=code, **parameters)


@dataclass(frozen=True, slots=True)
class Record:
    """One recorded game: its tags, its moves as written, and the state they lead to."""

    state: State
    steps: tuple[Step, ...]
    tags: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, state: State, **tags: str) -> Record:
        """The record of a game of ours.

        >>> Record.of(State.deal(seed=1), ID="1").tags["ID"]
        '1'
        """
        defaults = {"GM": "Skat", "PC": "Kiebitz", "CO": "", "SE": "", "ID": "", "DT": ""}
        return cls(state, tuple(split_moves(format_state(state))), {**defaults, **tags})

    @classmethod
    def parse(cls, text: str) -> Record:
        """Reads one record and checks its moves and its result; `str` writes it.

        >>> record = Record.of(State.deal(seed=1).play("p").play("p").play("p"))
        >>> str(Record.parse(str(record))) == str(record)
        True
        """
        return parse_record(text)

    def __str__(self) -> str:
        return self.to_sgf()

    def __repr__(self) -> str:
        number = f" {self.id}" if self.id else ""
        return f"<skat.Record{number}: {self.contract_text or 'no game'}, {len(self.steps)} moves>"

    @property
    def id(self) -> str:
        """The number that the server gave the game."""
        return self.tags.get("ID", "")

    @property
    def players(self) -> tuple[str, str, str]:
        """The names at the table, forehand first."""
        a, b, c = (self.tags.get(f"P{seat}", "") for seat in range(3))
        return a, b, c

    @property
    def result(self) -> Result:
        """The result, recomputed from the moves."""
        result = self.state.result
        assert result is not None
        return result

    @property
    def contract_text(self) -> str | None:
        """The contract as the record writes it, without the discard."""
        if self.state.contract is None:
            return None
        for who, token in self.steps:
            # The first thing the declarer says that is neither a call nor a card.
            head = token.partition(".")[0]
            if who == str(self.state.declarer) and head[0] in GAMES and head not in DECK:
                return head
        return str(self.state.contract)

    def to_sgf(self) -> str:
        """The record as one line.

        >>> Record.of(State.deal(seed=1).play("p").play("p").play("p")).to_sgf()[-14:]
        ' ]R[passed] ;)'
        """
        head = "".join(
            f"{key}[{value}]" for key, value in self.tags.items() if key not in ("MV", "R")
        )
        moves = " ".join(word for step in self.steps for word in step)
        result = self.tags.get("R") or self.result.to_iss()
        return f"(;{head}MV[{moves} ]R[{result}] ;)"


def parse_record(text: str) -> Record:
    """Reads one record and checks its moves and its result."""
    tags = _parse_tags(text.strip())
    record_id = tags.get("ID", "")[:40]
    try:
        steps = tuple(split_moves(tags["MV"]))
        state = _ended(_replay(steps), _result_fields(tags.get("R", "")))
        if not state.is_over:
            raise KiebitzError("the game is not over after the last move", code="not-over")
        record = Record(state, steps, tags)
        if tags.get("R"):
            _check_result(record)
    except KiebitzError as error:
        raise InvalidRecord(str(error), 0, record_id, code=error.code, **error.parameters) from None
    return record


def read_records(source: Path | BinaryIO | bytes) -> Iterator[Record | InvalidRecord]:
    """Reads a file of records, one a line. A bad one comes out as its error, in its place.

    >>> line = Record.of(State.deal(seed=1).play("p").play("p").play("p"), ID="9").to_sgf()
    >>> [type(r).__name__ for r in read_records(f"{line}\\nrubbish\\n".encode())]
    ['Record', 'InvalidRecord']
    """
    if isinstance(source, Path):
        with source.open("rb") as opened:
            yield from read_records(opened)
        return
    file: BinaryIO = io.BytesIO(source) if isinstance(source, bytes) else source
    for number, line in enumerate(_bounded_lines(file), start=1):
        if line is None:
            reason = f"the line is longer than {MAX_RECORD_BYTES} bytes, no game record is"
            yield InvalidRecord(reason, number, code="line-too-long", most=MAX_RECORD_BYTES)
        elif line.strip():
            try:
                yield parse_record(_decode(line))
            except InvalidRecord as error:
                yield InvalidRecord(
                    error.reason, number, error.record_id, code=error.code, **error.parameters
                )


def _bounded_lines(file: BinaryIO) -> Iterator[bytes | None]:
    # None stands for a line that is too long; it is read past, never held in memory.
    while line := file.readline(MAX_RECORD_BYTES + 1):
        if len(line) <= MAX_RECORD_BYTES or line.endswith(b"\n"):
            yield line
            continue
        while (rest := file.readline(1 << 20)) and not rest.endswith(b"\n"):
            pass
        yield None


def _decode(line: bytes) -> str:
    # Names in records of early years are in Latin-1.
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def _parse_tags(text: str) -> dict[str, str]:
    if not text.startswith("(;"):
        raise InvalidRecord(
            f"a record begins with '(;', not with {text[:20]!r}",
            code="record-begin",
            text=text[:20],
        )
    tags: dict[str, str] = {}
    place = 2
    while match := _TAG.match(text, place):
        if match[1] in tags:
            raise InvalidRecord(
                f"the tag {match[1]} stands twice",
                record_id=tags.get("ID", ""),
                code="tag-twice",
                text=match[1],
            )
        tags[match[1]] = match[2]
        place = match.end()
    record_id = tags.get("ID", "")[:40]
    rest = text[place:].replace(" ", "")
    if rest not in (";)", ")"):
        found = f"{text[place : place + 20]!r}" if rest else "the end of the line"
        raise InvalidRecord(
            f"a tag like MV[…] or the closing ';)' should stand at character {place + 1}, "
            f"but there is {found}",
            record_id=record_id,
            code="record-tag",
            place=place + 1,
            text=text[place : place + 20],
        )
    if tags.get("GM", "Skat") != "Skat":
        game = tags["GM"][:20]
        raise InvalidRecord(
            f"this is a record of {game!r}, not of Skat",
            record_id=record_id,
            code="record-other-game",
            text=game,
        )
    if "MV" not in tags:
        raise InvalidRecord(
            "the tag MV with the moves is missing", record_id=record_id, code="record-no-moves"
        )
    return tags


def _replay(steps: tuple[Step, ...]) -> State:
    if not steps or steps[0][0] != "w":
        raise KiebitzError("the moves begin with 'w' and the deal", code="moves-begin")
    if len(steps) > _MAX_MOVES:
        raise KiebitzError(
            f"{len(steps)} moves are more than a game has", code="too-many-moves", count=len(steps)
        )
    state = State.from_deal(steps[0][1])
    for number, (who, token) in enumerate(steps[1:], start=1):
        if token == HIDDEN and all(_is_event(later) for later in steps[number + 1 :]):
            # The server stopped the game at a card that it did not write down.
            continue
        if state.is_over and who == "w" and _is_event((who, token)):
            continue  # somebody went away after the end
        try:
            state = advance(state, who, token)
        except KiebitzError as error:
            raise at_move(error, number, who, token) from None
    return state


def _is_event(step: Step) -> bool:
    return seat_event_number(step[1]) is not None or step[1] in ("RE", "SC")


def _ended(state: State, recorded: Mapping[str, str]) -> State:
    """The state with the end that only the recorded result tells: who left, who gave up."""
    if state.is_over:
        return state
    for name, go in (("l", state.leave), ("to", state.time_out)):
        if recorded.get(name, "-1") in ("0", "1", "2"):
            return go(int(recorded[name]))
    if recorded.get("r") == "1" and state.declarer is not None and state.phase == Phase.PLAY:
        gave_up = {"loss": {state.declarer}, "win": {0, 1, 2} - {state.declarer}}
        for seat in sorted(gave_up.get(recorded.get("outcome", ""), ())):
            state = state if state.is_over else state.resign(seat)
    return state


def _check_result(record: Record) -> None:
    recorded = _result_fields(record.tags["R"])
    computed = _result_fields(record.result.to_iss())
    for name, value in recorded.items():
        if computed.get(name, value) != value:
            raise KiebitzError(
                f"the recorded result says {name}:{value}, the moves give {name}:{computed[name]} "
                f"({record.result.to_iss()})",
                code="result-differs",
                text=f"{name}:{value}",
                computed=f"{name}:{computed[name]}",
            )
    if ("passed" in recorded) != ("passed" in computed):
        raise KiebitzError(
            f"the recorded result is {record.tags['R'][:60]!r}, "
            f"the moves give {record.result.to_iss()!r}",
            code="result-differs",
            text=record.tags["R"][:60],
            computed=record.result.to_iss(),
        )


def _result_fields(text: str) -> dict[str, str]:
    words = dict.fromkeys(("win", "loss", "penalty"), "outcome")
    words |= dict.fromkeys(("bidok", "overbid"), "bid")
    fields: dict[str, str] = {}
    for word in text.split():
        name, colon, value = word.partition(":")
        if colon:
            fields[name] = value
        else:
            fields[words.get(word, word)] = word
    return fields
