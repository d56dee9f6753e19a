"""A player behind the engine protocol: another version of Kiebitz, or another program.

``engine:/path/to/venv/bin/kiebitz engine --player pimc:worlds=40`` is a player of the arena, so
that a released version, in a virtual environment of its own, plays this one. It is sent the View of
its seat as text, as any other user of the engine.
"""

from __future__ import annotations

import atexit
import json
import shlex
import subprocess
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from kiebitz.errors import KiebitzError
from kiebitz.players.protocol import Decision

if TYPE_CHECKING:
    from kiebitz.games.skat import View
    from kiebitz.limits import Limit

PREFIX = "engine:"


class EnginePlayer:
    """Asks a program that is started with the first question and ends with this process.

    What stands behind ``--player`` is sent with every question; the program need not know that
    option.

    >>> EnginePlayer("engine:kiebitz engine --player rules").command
    ['kiebitz', 'engine']
    >>> EnginePlayer("engine:")
    Traceback (most recent call last):
    kiebitz.errors.KiebitzError: 'engine:' names no program: write engine:/path/to/kiebitz engine
    """

    def __init__(self, text: str) -> None:
        self._name = text
        try:
            words = shlex.split(text.removeprefix(PREFIX))
        except ValueError as error:
            raise KiebitzError(f"{text!r} cannot be read: {error}") from None
        self._player: str | None = None
        if "--player" in words:
            at = words.index("--player")
            if at + 1 == len(words):
                raise KiebitzError(f"{text!r}: --player is not followed by a player")
            self._player = words[at + 1]
            del words[at : at + 2]
        if not words:
            raise KiebitzError(f"{text!r} names no program: write engine:/path/to/kiebitz engine")
        self.command = words
        self._process: subprocess.Popen[str] | None = None
        self._asked = 0

    @property
    def name(self) -> str:
        """The text it was made from."""
        return self._name

    def decide(self, view: View, *, limit: Limit | None = None, seed: int = 0) -> Decision:
        """What the program answers."""
        self._asked += 1
        query: dict[str, Any] = {"id": self._asked, "moves": str(view), "seed": seed % 2**53}
        if self._player is not None:
            query["player"] = self._player
        if limit is not None:
            query["limit"] = {
                name: value for name, value in asdict(limit).items() if value is not None
            }
        answer = self._ask(query)
        if "error" in answer:
            raise KiebitzError(f"{self._name}: {answer['error']}")
        return Decision(
            str(answer["move"]),
            answer.get("candidates", {}),
            worlds=int(answer.get("worlds", 0)),
            nodes=int(answer.get("nodes", 0)),
            seconds=float(answer.get("seconds", 0.0)),
            seed=seed,
        )

    def close(self) -> None:
        """Ends the program."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.close()
            process.wait(5)
        except (OSError, subprocess.TimeoutExpired):
            process.kill()
            process.wait()
        process.stdout.close()

    def _ask(self, query: dict[str, Any]) -> dict[str, Any]:
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(query) + "\n")
            process.stdin.flush()
            while line := process.stdout.readline():
                answer = json.loads(line)
                if answer.get("id") == query["id"] and not answer.get("partial"):
                    return dict(answer)
                if answer.get("id") is None and "error" in answer:
                    return dict(answer)
        except (OSError, ValueError, AttributeError) as error:
            self.close()
            raise KiebitzError(f"{self._name}: does not speak the protocol: {error}") from None
        self.close()
        raise KiebitzError(f"{self._name}: has ended without an answer")

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None:
            try:
                self._process = subprocess.Popen(
                    self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
                )
            except OSError as error:
                raise KiebitzError(
                    f"{self._name}: {self.command[0]!r} cannot be started: {error.strerror}"
                ) from None
            atexit.register(self.close)
        return self._process
