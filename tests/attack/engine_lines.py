"""Mutated lines for `kiebitz engine`: whatever they say, each is answered and the engine goes on.

python -m tests.attack.engine_lines 100000 --seed 7
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from random import Random
from typing import Any

from kiebitz.games.skat import State

#: What stdout may be told to be; Python's own choice first.
ENCODINGS = ("", "utf-8", "ascii", "latin-1", "utf-8:surrogateescape")
#: Asked for between the lines, so that never more queries are under way than the engine takes.
_PAUSE = 200
_TEXTS = ("", "é", "\ud800", "\udfff\ud800", "😀", "\0", "\n", "ÿ" * 300, "skat", "18", "rules")
_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 2, 2**63, 2**64, 10**40, 1.5, float("nan"), float("inf"), 1e308),
    *([], {}, [[]], {"": ""}, [None] * 50, {"worlds": 0}, {"seconds": -1}, {"nodes": 1}),
    *_TEXTS,
)
_FIELDS = ("id", "game", "seat", "moves", "player", "limit", "seed", "report_every", "action")
_PLAYERS = ("rules", "random", "pimc:worlds=2", "rules-iimc:worlds=2", "none", "rules:threads=")


def lines(count: int, seed: int = 0) -> Iterator[bytes]:
    """So many lines, good ones and damaged ones; the same for the same seed."""
    random = Random(seed)
    good = [query for deal in range(4) for query in _queries(deal)]
    for number in range(count):
        message = {**random.choice(good), "id": number}
        for _ in range(random.choice((0, 1, 1, 2, 3))):
            _damage(message, random)
        line = json.dumps(message, ensure_ascii=random.random() < 0.5)
        yield _damaged(line.encode("utf-8", "surrogatepass"), random)


def attack(count: int, seed: int = 0, encoding: str = "") -> int:
    """Sends so many lines to an engine; gives the number of answers, each of which is checked."""
    environment = {**os.environ, **({"PYTHONIOENCODING": encoding} if encoding else {})}
    engine = subprocess.Popen(
        [sys.executable, "-m", "kiebitz.app.cli.main", "engine", "--parallel", "2"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )
    assert engine.stdin is not None
    assert engine.stdout is not None
    assert engine.stderr is not None
    answers: list[bytes] = []
    passed = threading.Semaphore(0)

    def listen(stdout: Any) -> None:
        for answer in stdout:
            answers.append(answer)
            if b'"pause"' in answer and b'"version"' in answer:
                passed.release()
        passed.release()  # and never again: it has ended

    ears = threading.Thread(target=listen, args=(engine.stdout,))
    ears.start()
    asked = 0
    for number, line in enumerate(lines(count, seed)):
        asked += bool(line.strip())
        engine.stdin.write(line + b"\n")
        if number % _PAUSE == _PAUSE - 1 or number == count - 1:
            asked += 1
            engine.stdin.write(b'{"id": "pause", "action": "version"}\n')
            engine.stdin.flush()
            passed.acquire()
            assert engine.poll() is None, (number, engine.stderr.read())
    engine.stdin.close()
    ears.join()
    said = engine.stderr.read()
    assert engine.wait() == 0, said
    assert said == b""
    final = [answer for answer in map(_strictly, answers) if "partial" not in answer]
    assert all("id" in answer for answer in final)
    assert len(final) == asked, f"{len(final)} answers to {asked} lines"
    return len(final)


def _queries(deal: int) -> Iterator[dict[str, Any]]:
    """A query for every decision of a game in which forehand plays hearts with its first cards."""
    state = State.deal(deal)
    while not state.is_over:
        view = state.view(state.to_move)
        yield {"moves": str(view), "player": "rules", "seed": deal, "limit": {"worlds": 2}}
        moves = {"BID": "p" if state.to_move else "18", "PICK_UP": "s", "DECLARE": "H"}
        state = state.play(moves.get(state.phase.name, state.legal_moves[0]))


def _damage(message: dict[str, Any], random: Random) -> None:
    kind = random.randrange(5)
    if kind == 0:
        message[random.choice((*_FIELDS, *_TEXTS))] = random.choice(_VALUES)
    elif kind == 1 and message:
        del message[random.choice(list(message))]
    elif kind == 2:
        message["player"] = random.choice(_PLAYERS)
    elif kind == 3 and isinstance(message.get("moves"), str):
        words = message["moves"].split(" ")
        words[random.randrange(len(words))] = random.choice((*_TEXTS, "??", "C.??.??", "CJ"))
        message["moves"] = " ".join(words)
    else:
        message.update(action=random.choice(("partial", "terminate", "terminate_all", "x")))
        message["query"] = random.choice((*range(5), *_VALUES))


def _damaged(line: bytes, random: Random) -> bytes:
    content = bytearray(line)
    for _ in range(random.choice((0, 0, 0, 1, 2, 8))):
        start = random.randrange(len(content) + 1)
        end = start + random.choice((0, 1, 1, 5, 100))
        content[start:end] = random.choice((b"", b"\xff", b'"', b"\\ud800", b"[" * 2000, b"\0"))
    return bytes(content).replace(b"\n", b" ")


def _strictly(line: bytes) -> dict[str, Any]:
    """The answer, read as a strict reader does: UTF-8, no half pairs, no NaN."""

    def refuse(number: str) -> None:
        raise AssertionError(f"{number} is not JSON: {line!r}")

    answer = json.loads(line.decode(), parse_constant=refuse)
    json.dumps(answer, ensure_ascii=False).encode()
    assert isinstance(answer, dict)
    return answer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lines", type=int, help="how many, for each encoding of stdout")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    for encoding in ENCODINGS:
        answers = attack(chosen.lines, chosen.seed, encoding)
        print(
            f"stdout {encoding or 'as it is'}: {chosen.lines} lines, {answers} answers", flush=True
        )


if __name__ == "__main__":
    main()
