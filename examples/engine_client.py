"""Asks `kiebitz engine` what to bid and what to play: a client in thirty lines."""

import json
import subprocess
import sys
from typing import Any

HAND = "CJ.SJ.CA.CT.CK.C9.SA.ST.HA.D7"
HIDDEN = ".".join(["??"] * 10)
DEAL = f"w {HAND}|{HIDDEN}|{HIDDEN}|??.??"


class EngineClient:
    """Talks to an engine in a process of its own, one query after the other."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kiebitz.app.cli.main", "engine"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def ask(self, **query: Any) -> dict[str, Any]:
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps(query), file=self.process.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise ValueError(f"{answer['field']}: {answer['error']}")
        return answer


if __name__ == "__main__":
    client = EngineClient()
    hold = client.ask(id=1, moves=f"{DEAL} 1 18", player="rules")
    print("to a bid of 18:", hold["move"], hold["candidates"])
    moves = f"{DEAL} 1 18 0 y 1 p 2 p 0 s w D8.H7 0 C.D8.H7"
    card = client.ask(id=2, moves=moves, player="pimc", limit={"worlds": 20}, seed=7)
    print("first card:", card["move"], card["candidates"])
