"""The double-dummy solver against the solved deals of the DDS project, and DDS itself."""

from __future__ import annotations

from typing import Any

import pytest

from kiebitz import bridge
from kiebitz.errors import IllegalMove, InvalidNotation, InvalidPosition, KiebitzError
from kiebitz.limits import Limit
from tests.games.bridge.dds_lists import Solved, read

TEN = read("dd_list10.txt")
HUNDRED = read("dd_list100.txt")


def test_tables_of_the_lists() -> None:
    tables = bridge.dd_tables([solved.deal for solved in TEN + HUNDRED])
    for solved, table in zip(TEN + HUNDRED, tables, strict=True):
        assert [list(row) for row in table.tricks] == solved.table


def test_every_card_of_the_lists() -> None:
    boards = [(solved.deal, solved.trump, solved.leader) for solved in TEN + HUNDRED]
    for solved, solution in zip(TEN + HUNDRED, bridge.solve_many(boards), strict=True):
        assert {move.card: move.value for move in solution.moves} == solved.cards
        assert solution.value == max(solved.cards.values())


@pytest.mark.parametrize("solved", TEN + HUNDRED, ids=lambda solved: solved.deal[:12])
def test_par_of_the_lists(solved: Solved) -> None:
    for dealer in (0, 1):
        par = bridge.par(solved.table, solved.vulnerable, dealer)
        assert par.score == solved.par_score
        groups: dict[tuple[str, str], str] = {}
        for one in par.contracts:
            strain = one.contract[1:].replace("NT", "N")
            groups[one.declarers, strain] = (
                groups.get((one.declarers, strain), "") + one.contract[0]
            )
        told = sorted(f"{who} {levels}{strain}" for (who, strain), levels in groups.items())
        assert told == sorted(solved.par_contracts[dealer].split(","))


def test_traces_of_the_lists() -> None:
    plays = [(s.deal, s.trump, s.leader, s.play) for s in TEN + HUNDRED]
    for solved, analysis in zip(TEN + HUNDRED, bridge.analyse_plays(plays), strict=True):
        # DDS stops before the last trick, where nobody has a choice.
        assert list(analysis.tricks)[: len(solved.trace)] == solved.trace
        assert sum(card.cost for card in analysis.cards) >= abs(solved.trace[0] - solved.trace[-1])


def test_random_deals_against_dds() -> None:
    dds: Any = pytest.importorskip("endplay.dds")
    types: Any = pytest.importorskip("endplay.types")
    deals = [bridge.Deal.random(seed) for seed in range(60)]
    strains = [
        types.Denom.spades,
        types.Denom.hearts,
        types.Denom.diamonds,
        types.Denom.clubs,
        types.Denom.nt,
    ]
    seats = [types.Player.north, types.Player.east, types.Player.south, types.Player.west]
    boards = [(deal, seed % 5, seed % 4) for seed, deal in enumerate(deals)]
    for (deal, trump, leader), solution in zip(boards, bridge.solve_many(boards), strict=True):
        other = types.Deal(str(deal))
        other.trump, other.first = strains[trump], seats[leader]
        theirs = {}
        for card, tricks in dds.solve_board(other):
            theirs[card.suit.name[0].upper() + card.rank.name[1]] = tricks
        assert {move.card: move.value for move in solution.moves} == theirs


def test_a_solver_keeps_its_answers_between_questions() -> None:
    solver = bridge.Solver()
    deal, trump = HUNDRED[0].deal, HUNDRED[0].trump
    first = solver.solve(deal, trump, "N", moves=False)
    again = solver.solve(deal, trump, "N", moves=False)
    assert again.value == first.value
    assert again.nodes < first.nodes / 2
    solver.forget()
    assert solver.solve(deal, trump, "N", moves=False).nodes == first.nodes


def test_one_best_and_all_cards_fit_together() -> None:
    for solved in TEN:
        one = bridge.solve(solved.deal, solved.trump, solved.leader, moves="one")
        best = bridge.solve(solved.deal, solved.trump, solved.leader, moves="best")
        top = max(solved.cards.values())
        expected = {card for card, tricks in solved.cards.items() if tricks == top}
        assert set(best.best_moves) == expected
        assert len(one.moves) == 1
        assert one.moves[0].card in expected


def test_a_line_of_play_keeps_the_value() -> None:
    for solved in TEN[:4]:
        line = bridge.best_line(solved.deal, solved.trump, solved.leader)
        analysis = bridge.analyse_play(solved.deal, solved.trump, solved.leader, line)
        assert len(line) == 52
        assert all(card.cost == 0 for card in analysis.cards)


def test_limits_stop_cleanly() -> None:
    deal = HUNDRED[1].deal
    table = bridge.dd_table(deal, limit=Limit(nodes=2000))
    assert not table.complete
    with pytest.raises(InvalidPosition, match="limit"):
        table.par()
    solution = bridge.solve(deal, "NT", "N", limit=Limit(nodes=1000))
    assert not solution.complete
    assert 1000 <= solution.nodes < 1100
    assert solution.value is None
    assert solution.bounds[0] < solution.bounds[1]
    assert bridge.dd_tables([deal], limit=Limit(nodes=2000), threads=2)[0].tricks == table.tricks


def test_progress_is_told_and_may_stop_the_batch() -> None:
    class StopError(Exception):
        pass

    def stop(done: int) -> None:
        raise StopError

    with pytest.raises(StopError):
        bridge.dd_tables([solved.deal for solved in HUNDRED], threads=1, progress=stop)


def test_bad_input_is_named() -> None:
    deal = TEN[0].deal
    with pytest.raises(IllegalMove, match="card 2 of the play, SA"):
        bridge.solve(deal, "S", "N", "CT SA")
    with pytest.raises(InvalidNotation, match="'Q'"):
        bridge.solve(deal, "Q", "N")
    with pytest.raises(InvalidNotation, match="'X'"):
        bridge.solve(deal, "S", "X")
    with pytest.raises(KiebitzError, match="moves is True"):
        bridge.solve(deal, "S", "N", moves="all")  # type: ignore[arg-type]
    with pytest.raises(KiebitzError, match="memory"):
        bridge.Solver(memory=0)
    with pytest.raises(KiebitzError, match="threads"):
        bridge.solve_many([(deal, "S", "N")], threads=0)


def test_native_code_checks_every_number() -> None:
    from kiebitz._core import bridge_solver as core

    hands = list(bridge.Deal.parse(TEN[0].deal).hands)
    bad: list[Any] = [
        (hands, 5, 0, []),
        (hands, 0, 4, []),
        (hands, 0, -1, []),
        (hands, 0, 0, [200]),
        (hands, 0, 0, [0, 1, 2, 3]),
        ([hands[0]] * 4, 0, 0, []),
        ([hands[0], hands[1], hands[2], 0], 0, 0, []),
        ([1 << 63, 0, 0, 0], 0, 0, []),
    ]
    for position in bad:
        with pytest.raises(ValueError, match=r"."):
            core.Position(*position)


def test_the_strains_of_one_table_side_by_side_give_the_same_table() -> None:
    deal = bridge.Deal.random(11)
    alone = bridge.dd_table(deal, threads=1)
    together = bridge.dd_table(deal, threads=2)
    assert together.tricks == alone.tricks
    assert together.complete


def test_the_cards_of_one_board_side_by_side_are_worth_the_same() -> None:
    for solved in TEN[:3]:
        board = (solved.deal, solved.trump, solved.leader)
        for threads in (1, 2, 3):
            found = bridge.solve(*board, threads=threads)
            assert {move.card: move.value for move in found.moves} == solved.cards
            assert found.value == max(solved.cards.values())


def test_progress_of_one_board_is_told_and_may_stop_it() -> None:
    class StopError(Exception):
        pass

    def stop(done: int) -> None:
        raise StopError

    with pytest.raises(StopError):
        bridge.solve(TEN[0].deal, "NT", "W", threads=2, progress=stop)
