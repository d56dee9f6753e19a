from __future__ import annotations

import csv
import random
from pathlib import Path

import pytest

from kiebitz.errors import IllegalMove, InvalidPosition
from kiebitz.games import abalone

ROWS = list(
    csv.DictReader(
        (Path(__file__).parents[2] / "data" / "abalone_movegen.csv").open(encoding="utf-8")
    )
)


@pytest.mark.parametrize("row", ROWS)
def test_successors_are_those_counted_by_others(row: dict[str, str]) -> None:
    state = abalone.State.parse(f"{row['to_move']}:{row['position']}")
    assert state.successors == int(row["successors"])


def test_six_pushed_off_win() -> None:
    state = abalone.State.parse("b:A1b,A2b,A3b,A4w,A5w,I5w 5,0 20/1000")
    assert state.play("A1A3-A2").is_over


@pytest.mark.parametrize(
    "text",
    [
        "",
        "b",
        "b:",
        "x:A1b",
        "b:A1",
        "b:A9b",
        "b:A1b,A1w",
        "b:A1b 1",
        "b:A1b 9,0 0/10",
        "b:A1b 0,0 5",
    ],
)
def test_bad_positions_are_refused(text: str) -> None:
    with pytest.raises(InvalidPosition):
        abalone.State.parse(text)


def test_illegal_moves_name_the_legal_ones() -> None:
    with pytest.raises(IllegalMove, match="legal: "):
        abalone.State.start().play("A1-A2")


Cells = dict[tuple[int, int], str]
AXES = ((0, 1), (1, 1), (1, 0))


def on_board(row: int, column: int) -> bool:
    return 0 <= row <= 8 and max(1, row - 3) <= column <= min(9, row + 5)


def successors_by_definition(cells: Cells, own: str) -> set[frozenset[tuple[tuple[int, int], str]]]:
    """All positions after one move, from the rules: move a row, push what is in its way."""
    found = set()
    for (row, column), colour in cells.items():
        for along in AXES:
            for length in (1, 2, 3):
                group = [(row + k * along[0], column + k * along[1]) for k in range(length)]
                if colour != own or any(cells.get(cell) != own for cell in group):
                    continue
                for sign in (1, -1):
                    for axis in AXES:
                        step = (sign * axis[0], sign * axis[1])
                        after = moved(cells, own, group, step, in_line=axis == along)
                        if after is not None:
                            found.add(frozenset(after.items()))
    return found


def moved(
    cells: Cells, own: str, group: list[tuple[int, int]], step: tuple[int, int], in_line: bool
) -> Cells | None:
    targets = [(row + step[0], column + step[1]) for row, column in group]
    if not all(on_board(*target) for target in targets):
        return None
    pushed = []
    in_the_way = [target for target in targets if target not in group and target in cells]
    if in_the_way:
        if not in_line or len(group) == 1:
            return None
        cell = in_the_way[0]
        while cell in cells:
            if cells[cell] == own:
                return None
            pushed.append(cell)
            cell = (cell[0] + step[0], cell[1] + step[1])
        if len(pushed) >= len(group):
            return None
    after = {cell: colour for cell, colour in cells.items() if cell not in (*group, *pushed)}
    for row, column in pushed:
        if on_board(row + step[0], column + step[1]):
            after[row + step[0], column + step[1]] = cells[row, column]
    after.update(dict.fromkeys(targets, own))
    return after


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("seed", range(6))
def test_moves_are_those_of_the_rules(players: int, seed: int) -> None:
    chooser = random.Random(seed)
    state = abalone.State.start(abalone.Rules(players))
    for _ in range(60):
        marbles = str(state).split()[0][2:].split(",")
        cells = {("ABCDEFGHI".index(m[0]), int(m[1])): m[2] for m in marbles}
        expected = successors_by_definition(cells, "bwrgyp"[state.to_move])
        reached = set()
        for move in state.legal_moves:
            after = str(state.play(move)).split()[0][2:].split(",")
            reached.add(frozenset((("ABCDEFGHI".index(m[0]), int(m[1])), m[2]) for m in after))
        assert reached == expected
        # Prefer pushes, so that all kinds of moves are met.
        pushes = [m for m in state.legal_moves if len(m) == 7]
        state = state.play(chooser.choice(pushes or state.legal_moves))
        if state.is_over:
            break
