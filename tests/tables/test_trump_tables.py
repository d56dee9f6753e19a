"""Tables of suit games and grand: the same answers with them and without."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from itertools import product
from pathlib import Path
from random import Random

import pytest

from kiebitz._core import tables as core
from kiebitz.errors import KiebitzError
from kiebitz.lab import row_budgets
from kiebitz.limits import Limit
from kiebitz.solvers.skat import Position, Solver
from kiebitz.solvers.skat_options import TrumpOptions
from kiebitz.tables import build
from kiebitz.tables.chosen import plan
from tests.tables.test_null_tables import random_null

building = import_module("kiebitz.tables.build")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Grand: one and two cards whole, of three cards the most frequent split."""
    with pytest.MonkeyPatch.context() as patch:
        place = tmp_path_factory.mktemp("tables")
        patch.setenv("KIEBITZ_TABLES", str(place))
        [*_, info] = build("grand", 3, splits=1, workers=1)
        assert not info.complete
        yield place


def as_grand(seed: int, cards: int) -> Position:
    null = random_null(seed, cards)
    return Position("G", null.declarer, null.leader, null.hands)


def test_positions_and_longer_games_have_the_same_values(small: Path) -> None:
    with_tables, without = Solver(), Solver(trumps=TrumpOptions(lookup_tables=False))
    fewer = 0
    for cards, number in ((3, 500), (6, 60)):
        for seed in range(number):
            position = as_grand(seed, cards)
            with_tables.forget()
            without.forget()
            one = with_tables.solve(position, line=False)
            other = without.solve(position, line=False)
            assert one.value == other.value
            fewer += one.nodes < other.nodes
    assert fewer > 0, "some positions were looked up"


def test_larger_ones_than_those_asked_for_are_not_used(small: Path) -> None:
    position = as_grand(1, 6)
    plain = Solver(trumps=TrumpOptions(lookup_tables=False)).solve(position, line=False)
    smaller = Solver(trumps=TrumpOptions(lookup_cards=2)).solve(position, line=False)
    assert smaller.nodes == plain.nodes


def test_with_a_limit_of_nodes_they_are_not_used(small: Path) -> None:
    position = as_grand(1, 6)
    plain = Solver(trumps=TrumpOptions(lookup_tables=False)).solve(position, line=False)
    limited = Solver().solve(position, line=False, limit=Limit(nodes=10**9))
    assert limited.nodes == plain.nodes


def test_every_row_of_two_cards_equals_the_search(small: Path) -> None:
    for kind in ("suit", "grand"):
        build(kind, 2, workers=1)
        compared, different = core.compare_rows(kind, 2, 3, 1)
        assert compared > 10_000
        assert different == 0


def test_within_a_budget_values_stay_the_same(small: Path, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIEBITZ_TABLES", str(tmp_path))
        core.forget()
        [*_, whole] = build("grand", 3, workers=1)
        assert whole.complete
        [*_, part] = build("grand", 3, megabytes=1.0, again=True, workers=1)
        assert not part.complete
        assert part.bytes <= 1_000_000 < whole.bytes
        with_tables, without = Solver(), Solver(trumps=TrumpOptions(lookup_tables=False))
        for seed in range(300):
            position = as_grand(seed, 3 + seed % 4)
            one = with_tables.solve(position, line=False)
            assert one.value == without.solve(position, line=False).value
    core.forget()


@pytest.mark.parametrize("kind", ["grand", "suit"])
def test_what_is_asked_for_most_is_built_from_the_table_of_one_card_less(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIEBITZ_TABLES", str(tmp_path))
    monkeypatch.setattr(building, "CHOSEN", 3)
    monkeypatch.setattr(building, "plan", partial(plan, deals=2))
    core.forget()
    with pytest.raises(KiebitzError, match="--megabytes"):
        build(kind, 3, workers=1)
    [*_, smaller, part] = build(kind, 3, megabytes=0.2, workers=1)
    assert smaller.complete
    assert not part.complete
    assert part.bytes <= 200_000
    compared, different = core.compare_rows(kind, 3, 3, 1)
    assert compared > 3000
    assert different == 0
    cells = list(plan(kind, 3, 0.05, deals=2).parts[0])
    one = core.merge_trump_parts(kind, [core.build_trump_cells(kind, 3, cells)])[1]
    assert one[0] == len(cells)
    assert one[-1] == 0
    core.forget()


def test_an_oracle_changes_no_value() -> None:
    deals = [as_grand(seed, 7).native() for seed in range(10)]
    plain = core.solve_with_oracle(deals, 0, 0)
    for cards, tolerance in product((3, 4), (0, 3)):
        answers = core.solve_with_oracle(deals, cards, tolerance)
        assert [value for value, _ in answers] == [value for value, _ in plain]


def test_an_oracle_of_some_cells_saves_less_than_one_of_all(small: Path) -> None:
    deals = [as_grand(seed, 7).native() for seed in range(10)]
    plain = core.solve_with_oracle(deals, 0, 0)
    cells = [cell for cell, _ in core.count_cells("grand", deals, 5)]
    assert len(cells) > 20
    some, every = (core.solve_with_oracle(deals, 5, 0, 1, part) for part in (cells[::9], cells))
    values, nodes = zip(*plain, strict=True)
    assert [value for value, _ in some] == [value for value, _ in every] == list(values)
    assert sum(n for _, n in every) < sum(n for _, n in some) <= sum(nodes)


def test_the_dynamic_programme_finds_the_best_allocation() -> None:
    chance = Random(1)
    for _ in range(200):
        curves = [
            [*sorted((chance.randint(0, 20) for _ in range(chance.randint(1, 5))), reverse=True), 0]
            for _ in range(chance.randint(1, 4))
        ]
        budget = chance.randint(0, sum(len(curve) - 1 for curve in curves))
        allocations = product(*(range(len(curve)) for curve in curves))
        least = min(row_budgets.cost(curves, one) for one in allocations if sum(one) <= budget)
        kept = row_budgets.best(curves, budget)
        assert sum(kept) <= budget
        assert row_budgets.cost(curves, kept) == least
        assert row_budgets.cost(curves, row_budgets.greedy(curves, budget)) >= least


def test_null_has_no_splits_to_choose() -> None:
    with pytest.raises(KiebitzError):
        build("null", 2, splits=3)
