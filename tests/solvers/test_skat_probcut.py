"""ProbCut: approximate answers say so, are near the exact ones, and leave exact answers alone."""

from __future__ import annotations

from random import Random

import pytest

from kiebitz.errors import KiebitzError
from kiebitz.games.skat import DECK
from kiebitz.solvers.skat import (
    ALL_TRICKS,
    Position,
    Solution,
    Solver,
    estimate,
    solve,
    solve_many,
    solve_moves,
)
from kiebitz.solvers.skat_options import TrumpOptions


def positions(count: int, cards: int = 8) -> list[Position]:
    chooser = Random("probcut")
    found = []
    for number in range(count):
        deck = chooser.sample(DECK, 3 * cards)
        first, second, third = (tuple(deck[i * cards : (i + 1) * cards]) for i in range(3))
        game = "DHSCGG"[number % 6]
        found.append(Position(game, number % 3, number % 2, (first, second, third)))
    return found


def test_approximate_values_are_near_the_exact_ones_and_cheaper() -> None:
    asked = positions(24)
    exact = solve_many(asked, threads=1)
    rough = solve_many(asked, threads=1, confidence=0.3)
    fine = solve_many(asked, threads=1, confidence=0.95)

    def error(found: list[Solution]) -> float:
        return sum(
            abs(mine.bounds[0] - true.bounds[0]) for mine, true in zip(found, exact, strict=True)
        ) / len(exact)

    assert error(fine) <= error(rough) + 0.5 < 8
    assert sum(one.nodes for one in rough) < sum(one.nodes for one in fine)
    assert sum(one.nodes for one in fine) <= sum(one.nodes for one in exact)
    for solution in (*rough, *fine):
        assert solution.approximate
        assert solution.line == ()
        assert all(move.approximate for move in solution.moves)
        low, high = solution.bounds
        assert 0 <= low <= high <= 120
    assert not any(solution.approximate for solution in exact)


def test_answers_do_not_depend_on_threads_nor_on_what_came_before() -> None:
    asked = positions(12)
    once = [one.bounds for one in solve_many(asked, threads=1, confidence=0.5)]
    assert [one.bounds for one in solve_many(asked, threads=2, confidence=0.5)] == once
    solver = Solver(confidence=0.5)
    backwards = [solver.solve(one, moves=True).bounds for one in reversed(asked)]
    assert backwards[::-1] == once


def test_exact_answers_are_not_touched() -> None:
    asked = positions(6)
    before = [(one.bounds, one.nodes) for one in map(Solver().solve, asked)]
    solver = Solver()
    after = []
    for position in asked:
        solve(position, confidence=0.5)
        after.append(solver.solve(position))
    assert [(one.bounds, one.nodes) for one in after] == before


def test_values_are_exact_where_no_estimate_is_asked_for() -> None:
    solver = Solver(trumps=TrumpOptions(driver="mtd"), confidence=0.1)
    for position in positions(12, cards=5):
        told = {move.card: move.bounds for move in solver.solve(position, moves=True).moves}
        assert told == {move.card: move.bounds for move in solve_moves(position).moves}


def test_null_and_all_tricks_stay_exact() -> None:
    null = Position.parse(game="N", declarer=0, leader=2, hands="C8.S7|C7.H9|C9.SA", skat="D7.D8")
    answer = solve(null, confidence=0.5)
    assert (answer.won, answer.approximate) == (True, False)
    position = positions(1)[0]
    told = solve(position, threshold=ALL_TRICKS, confidence=0.5)
    assert told.won == solve(position, threshold=ALL_TRICKS).won
    assert not told.approximate


@pytest.mark.parametrize("driver", ["mtd", "negascout", "alpha-beta"])
def test_every_driver_comes_to_an_end(driver: str) -> None:
    window = 7 if driver == "mtd" else 1
    options = TrumpOptions(driver=driver, mtd_window=window)  # type: ignore[arg-type]
    solver = Solver(trumps=options, confidence=0.1)
    for position in positions(8):
        solution = solver.solve(position, moves=True)
        assert solution.complete
        assert solution.value is not None


def test_a_threshold_can_be_asked_about() -> None:
    answers = [solve(one, threshold=61, confidence=0.9).won for one in positions(12)]
    true = [solve(one, threshold=61).won for one in positions(12)]
    assert sum(a == b for a, b in zip(answers, true, strict=True)) >= 9


@pytest.mark.parametrize("confidence", [0, 1, -0.5, 1.5, float("nan"), True])
def test_a_confidence_out_of_range_is_refused(confidence: float) -> None:
    with pytest.raises(KiebitzError, match="a confidence lies between 0 and 1, not"):
        solve_moves(positions(1)[0], confidence=confidence)
    with pytest.raises(KiebitzError, match="a confidence lies between 0 and 1, not"):
        solve_many(positions(1), confidence=confidence)


def test_a_variant_that_probcut_does_not_know_is_refused() -> None:
    with pytest.raises(KiebitzError, match="a confidence needs rank_patterns"):
        Solver(trumps=TrumpOptions(rank_patterns=False), confidence=0.5)


def test_weights_that_are_not_there_make_no_value() -> None:
    with pytest.raises(KiebitzError, match="there is no weights file 'none'"):
        Solver(confidence=0.5, weights="none")
    with pytest.raises(KiebitzError, match="there is no weights file 'none'"):
        estimate(positions(1)[0], weights="none")


def test_what_was_forgotten_often_stays_forgotten() -> None:
    # The table counts how often it has forgotten, in 16 bits.
    position = positions(1)[0]
    solver = Solver(memory=1 << 20)
    nodes = solver.solve(position, line=False).nodes
    assert solver.solve(position, line=False).nodes < nodes
    for _ in range(2**16 - 1):
        solver.forget()
    assert solver.solve(position, line=False).nodes == nodes
