"""Ctrl-C ends every kind of question to the solvers."""

from __future__ import annotations

import subprocess
import sys

import pytest

#: Questions that take hours: without a table, and in Skat without an order of cards.
ENDLESS = {
    "skat.Solver.solve": "skat.Solver(trumps=slow).solve(position)",
    "skat.solve_many": "skat.solve_many([position] * 3, trumps=slow, threads=2)",
    "bridge.Solver.solve": "bridge.Solver(plain).solve(deal, 'NT', 'N')",
    "bridge.analyse_plays": "bridge.analyse_plays([(deal, 'NT', 'N', '')] * 2, options=plain)",
}
SCRIPT = """
import os, signal, threading
from kiebitz import bridge, skat
slow = skat.TrumpOptions(table=False, trick_ordering=False)
state = skat.State.deal(3)
position = skat.Position("C", 0, 0, state.hands, state.skat)
plain, deal = bridge.Options(table=False), bridge.Deal.random(1)
for question in {questions!r}:
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        eval(question)
    except KeyboardInterrupt:
        print("interrupted")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way there")
def test_ctrl_c_ends_a_search() -> None:
    script = SCRIPT.format(questions=list(ENDLESS.values()))
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False
    )
    assert run.stdout.split() == ["interrupted"] * len(ENDLESS), run.stderr
