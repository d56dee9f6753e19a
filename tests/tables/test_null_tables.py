"""Tables of null: built small, and the same answers with them and without."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kiebitz._core import tables as core
from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import DECK, State
from kiebitz.solvers.skat import Position, Solver
from kiebitz.solvers.skat_options import NullOptions
from kiebitz.tables import (
    build,
    directory,
    find_table,
    list_tables,
    recipes,
    remove_table,
    verify_table,
)
from tests.app.command import kiebitz


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The tables of null for one to four cards."""
    with pytest.MonkeyPatch.context() as patch:
        place = tmp_path_factory.mktemp("tables")
        patch.setenv("KIEBITZ_TABLES", str(place))
        build("null", 4, workers=1)
        yield place
    core.forget()


def random_null(seed: int, cards: int) -> Position:
    """Any position of so many cards at a trick boundary."""
    order = sorted(DECK, key=lambda card: derive_seed(seed, DECK.index(card)))
    hands = tuple(tuple(order[cards * seat : cards * (seat + 1)]) for seat in range(3))
    return Position("N", seed % 3, derive_seed(seed) % 3, hands)  # type: ignore[arg-type]


def random_deal(seed: int) -> State:
    state = State.deal(seed)
    for move in ("18", "p", "p", "NH"):
        state = state.play(move)
    return state


def test_values_of_every_small_size_equal_those_of_the_search(small: Path) -> None:
    with_tables, without = Solver(), Solver(nulls=NullOptions(lookup_tables=False))
    for cards in (1, 2, 3, 4):
        for seed in range(400):
            position = random_null(seed, cards)
            found = with_tables.solve(position, line=False)
            assert found.value == without.solve(position, line=False).value
            assert found.nodes <= 3, "a position of the table is not searched"


def test_whole_deals_have_the_same_values_of_all_cards_and_cost_less(small: Path) -> None:
    with_tables, without = Solver(), Solver(nulls=NullOptions(lookup_tables=False))
    less = more = 0
    for seed in range(60):
        state = random_deal(seed)
        one = with_tables.solve(state, moves=True, line=False)
        other = without.solve(state, moves=True, line=False)
        assert one.value == other.value
        assert [move.value for move in one.moves] == [move.value for move in other.moves]
        less, more = less + one.nodes, more + other.nodes
    assert less < more


def test_with_a_limit_of_nodes_tables_are_not_used(small: Path) -> None:
    from kiebitz.limits import Limit

    state = random_deal(3)
    without = Solver(nulls=NullOptions(lookup_tables=False))
    limit = Limit(nodes=10**9)
    with_limit = Solver().solve(state, line=False, limit=limit)
    assert with_limit.nodes == without.solve(state, line=False, limit=limit).nodes


def test_a_damaged_table_is_told_and_not_used(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    content = bytearray((small / "null-3.table").read_bytes())
    content[len(content) // 2] ^= 1
    (tmp_path / "null-3.table").write_bytes(content)
    (tmp_path / "null-2.table").write_bytes(b"something else")
    (tmp_path / "null-4.table").write_bytes((small / "null-3.table").read_bytes())
    monkeypatch.setenv("KIEBITZ_TABLES", str(tmp_path))
    problems = {info.name: info.problem for info in list_tables(whole=True)}
    assert "not a table" in problems["null-2"]
    assert "checksum" in problems["null-3"]
    assert "null of 3 cards" in problems["null-4"]
    position = random_null(1, 3)
    plain = Solver(nulls=NullOptions(lookup_tables=False)).solve(position, line=False)
    used = Solver().solve(position, line=False)
    assert (used.value, used.nodes) == (plain.value, plain.nodes)
    told = capfd.readouterr().err.splitlines()
    assert len(told) == 3
    assert all("is not used: " in line for line in told)
    assert kiebitz("tables", "verify").returncode == 1


def test_a_cut_table_is_refused(small: Path, tmp_path: Path) -> None:
    content = (small / "null-4.table").read_bytes()
    for size in (0, 100, 256, len(content) - 1):
        (tmp_path / "cut").write_bytes(content[:size])
        assert core.inspect(str(tmp_path / "cut"), False)[1]


def test_a_build_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIEBITZ_TABLES", str(tmp_path))
    build("null", 2, workers=1)
    recipe = recipes()["null"]
    content = recipe.part(3, 0, 1, {})
    place = tmp_path / "building" / "null-3"
    place.mkdir(parents=True)
    (place / "0").write_bytes(b"0x1.8p+1\n" + content)
    [*_, info] = build("null", 3, workers=1)
    assert info.seconds >= 3.0, "the part that was kept is counted, and was not made again"
    assert not place.exists()
    assert verify_table("null-3").problem == ""


def test_the_verbs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_TABLES", str(tmp_path / "new"))
    assert directory() == tmp_path / "new"
    empty = kiebitz("tables", "list")
    assert empty.returncode == 0
    assert "there are no tables" in empty.stderr
    assert kiebitz("tables", "build", "null", "--cards", "2").returncode == 0
    assert find_table("null-2").complete
    assert "null-2" in kiebitz("tables", "list").stdout
    assert remove_table("null-2").name == "null-2"
    wrong = kiebitz("tables", "remove", "null-2")
    assert wrong.returncode == 2
    assert "there is no table 'null-2'" in wrong.stderr
    assert kiebitz("tables", "build", "chess").returncode == 2
    assert kiebitz("tables", "build", "null", "--cards", "11").returncode == 2
    with pytest.raises(KiebitzError):
        find_table("../secret")
