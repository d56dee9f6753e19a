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
    "values.label_games": "values.label_games([position.native()] * 60000, 0, 1, 1000, 0.3, 2)",
    "values.label_tricks": "[values.label_tricks(0, 60000, 1, 1) for _ in range(99)]",
    "values.label_searches": "[values.label_searches(0, 60000, 1, 2) for _ in range(99)]",
}
SCRIPT = """
import os, signal, threading
from kiebitz import bridge, skat
from kiebitz._core import values
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
