"""Single suits: published chances, the problems of 001, and a plain search without any merging."""

from __future__ import annotations

import csv
import itertools
import math
import random
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.errors import KiebitzError
from kiebitz.limits import Limit
from kiebitz.search.best_defence import ALGORITHMS
from kiebitz.solvers.single_suit import RANKS, plan_suit, read_holdings, solve_suit

DATA = Path(__file__).parent.parent / "data" / "bridge" / "single_suit.csv"
PROBLEMS = list(csv.DictReader(DATA.open()))


@pytest.mark.parametrize(
    "problem", PROBLEMS, ids=lambda p: f"{p['north']}-{p['south']}-{p['tricks']}"
)
def test_known_chances(problem: dict[str, str]) -> None:
    plan = plan_suit(problem["north"], problem["south"], int(problem["tricks"]))
    assert plan.percent == pytest.approx(float(problem["exact"]), abs=0.06)
    assert plan.proved
    assert sum(layout.probability for layout in plan.wins) == pytest.approx(plan.value)


def test_problem_583_strategy_fusion() -> None:
    # 001 Fig. 13: the finesse of the nine, then of the eight: 0.51. Monte Carlo continues with the
    # jack, for it thinks that it can later choose between queen and nine knowing the layout: 0.289.
    best = plan_suit("QJ98", "32", 2)
    assert best.value == pytest.approx(0.51, abs=0.005)
    assert best.line.startswith("low to the nine (the queen on the ten)")
    sampled = plan_suit("QJ98", "32", 2, "monte-carlo")
    assert sampled.value == pytest.approx(0.289, abs=0.0005)
    assert sampled.believed > best.value
    assert "if both follow low, low to the queen" in sampled.line


def test_problem_12_non_locality() -> None:
    # 001 Fig. 14: repeat the finesse of the nine, 0.24. Monte Carlo expects over 0.3 of cashing a
    # top honour after the first finesse, but that is worth 0.054.
    best = plan_suit("AKQ9", "xx", 4)
    assert best.value == pytest.approx(0.24, abs=0.005)
    sampled = plan_suit("AKQ9", "xx", 4, "monte-carlo")
    assert sampled.value == pytest.approx(0.054, abs=0.0005)
    assert sampled.believed > 0.3
    assert sampled.line.startswith("low to the nine")
    assert "cash" in sampled.line or "to the king" in sampled.line


def test_no_algorithm_beats_the_exact_one() -> None:
    for north, south, tricks in (("AJ92", "K843", 4), ("QT98", "A432", 3), ("AT42", "953", 2)):
        best = plan_suit(north, south, tricks).value
        values = {a: plan_suit(north, south, tricks, a).value for a in ALGORITHMS}
        assert max(values.values()) == values["exact"] == pytest.approx(best)
        assert values["iprm-beta"] == pytest.approx(best)


def test_the_most_tricks_to_expect_lie_between_the_bounds() -> None:
    for north, south in (("AJ92", "K843"), ("KT64", "Q92"), ("A9832", "JT54")):
        solution = solve_suit(north, south, expected=True)
        assert solution.expected is not None
        # No line has more than the sum of the best chances, and each of those lines is a line too.
        most = solution.expected.value
        assert most <= sum(plan.value for plan in solution.tricks.values()) + 1e-9
        assert most >= max(tricks * plan.value for tricks, plan in solution.tricks.items()) - 1e-9
        assert most == pytest.approx(
            sum(layout.tricks * layout.probability for layout in solution.expected.layouts)
        )


def test_vacant_places_change_the_chances() -> None:
    even = plan_suit("AQ", "32", 2).value
    assert even == pytest.approx(0.5)
    # West has 13 places for the king, East 6: 13 in 19.
    assert plan_suit("AQ", "32", 2, vacant=(13, 6)).value == pytest.approx(13 / 19, abs=0.001)
    assert plan_suit("AKQJT98765", "432", 10, vacant=(0, 0)).value == 1


def test_a_limit_ends_with_what_is_proved() -> None:
    whole = plan_suit("QT86", "K42", 3)
    part = plan_suit("QT86", "K42", 3, limit=Limit(nodes=60_000))
    assert not part.finished
    assert part.value <= whole.value <= part.upper
    assert part.line
    nothing = plan_suit("QT86", "K42", 3, limit=Limit(nodes=10))
    assert nothing.value == 0
    assert nothing.line == "none found within the limit"
    assert not nothing.finished
    assert nothing.upper >= whole.value


def test_a_limit_in_seconds_covers_the_building_of_the_graph() -> None:
    plan = plan_suit("KJ9753", "-", 3, limit=Limit(seconds=0.001))
    assert not plan.finished
    assert plan.nodes == 0
    assert plan.upper == 1
    assert plan.line == "none found within the limit"


def test_lines_in_words() -> None:
    assert plan_suit("AQ", "2", 2).line == "low to the queen (the ace on the king)"
    assert plan_suit("AK", "32", 2).line == "cash the ace and king"
    assert plan_suit("AK", "32", 1).line == "cash the ace"
    assert plan_suit("AKQ2", "543", 4).line == "cash the ace, king and queen"
    assert plan_suit("AJ92", "K843", 4).line == (
        "cash the king; if the queen appears, cash the top cards; "
        "otherwise low to the jack (the ace on the queen) …"
    )
    assert plan_suit("A432", "QJT9", 3).line == "run the queen, then run the jack"
    assert plan_suit("AQJ9", "8765", 2).line == "run the eight, then run the seven"
    assert plan_suit("32", "54", 1).line == "there is no chance"
    assert plan_suit("KT98765", "QJ432", 7).line == "there is no chance"
    assert plan_suit("KQ", "32", 1).tree().splitlines()[0].startswith("South")


def test_layouts_are_written_as_players_do() -> None:
    plan = plan_suit("AQ32", "K54", 4)
    assert [(layout.west, layout.east) for layout in plan.wins] == [("xxx", "xxx")]
    assert sum(layout.probability for layout in plan.layouts) == pytest.approx(1)
    honours = plan_suit("AT2", "543", 2)
    assert ("KQJ9876", "-") in {(layout.west, layout.east) for layout in honours.layouts}
    assert ("Hxx", "HHxx") in {(layout.west, layout.east) for layout in honours.layouts}


@pytest.mark.parametrize(
    ("north", "south", "message"),
    [
        ("AK1", "32", "'1' in 'AK1'"),
        ("AK", "A2", "the A is there twice"),
        ("-", "", "no card"),
        ("xxxxxxx", "xxxxxxx", "more than 13"),
    ],
)
def test_bad_holdings_are_refused(north: str, south: str, message: str) -> None:
    with pytest.raises(KiebitzError, match=message):
        read_holdings(north, south)


def test_bad_wishes_are_refused() -> None:
    with pytest.raises(KiebitzError, match="5 tricks from 4 rounds"):
        plan_suit("AK32", "Q4", 5)
    with pytest.raises(KiebitzError, match="iprm-beta"):
        plan_suit("AK", "32", 1, "best")
    with pytest.raises(KiebitzError, match="do not fit"):
        plan_suit("AK", "32", 1, vacant=(4, 4))
    with pytest.raises(KiebitzError, match="0 to 13"):
        plan_suit("AK", "32", 1, vacant=(14, 4))


Front = list[frozenset[int]]
Cards = frozenset[int]
State = tuple[Cards, Cards, Cards, Cards, frozenset[str]]
"""North, South, what West and East have played, and who has shown out."""


def plain_chance(north: str, south: str, tricks: int, *, every_strategy: bool = False) -> float:
    """The same by a search that merges and cuts off nothing.

    Every missing card stands by itself, every node keeps all undominated sets of layouts, or what
    every single strategy wins. Only of declarer's cards that are neighbours in one hand the lowest
    is tried.
    """
    missing = [r for r in range(13) if RANKS[r] not in north + south]
    worlds = [
        frozenset(cards)
        for n in range(len(missing) + 1)
        for cards in itertools.combinations(missing, n)
    ]  # West's cards
    every = frozenset(missing)

    def best_only(vectors: set[frozenset[int]]) -> Front:
        if every_strategy:
            return list(vectors)
        return [v for v in vectors if not any(v < other for other in vectors)]

    def different(hand: frozenset[int], others: frozenset[int]) -> list[int]:
        cards = sorted(hand)
        return [
            card
            for i, card in enumerate(cards)
            if i == 0 or any(cards[i - 1] < other < card for other in others)
        ]

    def possible(west: frozenset[int], east: frozenset[int], outs: frozenset[str]) -> list[int]:
        return [
            w
            for w, cards in enumerate(worlds)
            if west <= cards
            and east <= every - cards
            and ("W" not in outs or cards == west)
            and ("E" not in outs or every - cards == east)
        ]

    @cache
    def lead(state: State, need: int) -> Front:
        north_hand, south_hand, west, east, outs = state
        if need <= 0:
            return [frozenset(possible(west, east, outs))]
        if max(len(north_hand), len(south_hand)) < need:
            return [frozenset()]
        found: set[frozenset[int]] = set()
        for seat, hand in (("N", north_hand), ("S", south_hand)):
            for card in different(hand, every - west - east):
                found |= set(defend(state, need, ((seat, card),)))
        return best_only(found)

    def defend(state: State, need: int, trick: tuple[tuple[str, int], ...]) -> Front:
        north_hand, south_hand, west, east, outs = state
        seat = {"N": "E", "E": "S", "S": "W", "W": "N"}[trick[-1][0]]
        branches: list[tuple[frozenset[int], Front]] = []
        own = west if seat == "W" else east
        for card in [*sorted(every - west - east), -1]:
            if card >= 0 and seat in outs:
                continue
            after_outs = outs | {seat} if card < 0 else outs
            after = own if card < 0 else own | {card}
            played = (after, east) if seat == "W" else (west, after)
            worlds_here = frozenset(possible(*played, after_outs))
            if not worlds_here:
                continue
            following: State = (north_hand, south_hand, *played, after_outs)
            if len(trick) == 1:
                front = third(following, need, (*trick, (seat, card)), west | east)
            else:
                front = finish(following, need, (*trick, (seat, card)))
            branches.append((worlds_here, front))
        everything = frozenset(possible(west, east, outs))
        front = [everything]
        for worlds_here, options in branches:
            front = best_only({one - (worlds_here - v) for one in front for v in options})
        return front

    def third(
        state: State, need: int, trick: tuple[tuple[str, int], ...], gone: frozenset[int]
    ) -> Front:
        seat = "S" if trick[0][0] == "N" else "N"
        hand = state[1] if seat == "S" else state[0]
        if not hand:
            return defend(state, need, (*trick, (seat, -1)))
        found: set[frozenset[int]] = set()
        for card in different(hand, (every - gone) | {trick[0][1]}):
            found |= set(defend(state, need, (*trick, (seat, card))))
        return best_only(found)

    def finish(state: State, need: int, trick: tuple[tuple[str, int], ...]) -> Front:
        north_hand, south_hand, west, east, outs = state
        cards = dict(trick)
        won = max(cards, key=lambda seat: cards[seat]) in "NS"
        after = (north_hand - {cards["N"]}, south_hand - {cards["S"]}, west, east, outs)
        return lead(after, need - won)

    start: State = (
        frozenset(RANKS.index(card) for card in north),
        frozenset(RANKS.index(card) for card in south),
        frozenset(),
        frozenset(),
        frozenset(),
    )
    n = len(missing)

    def chance(west: frozenset[int]) -> float:
        return math.comb(26 - n, 13 - len(west)) / math.comb(26, 13)

    return max(sum(chance(worlds[w]) for w in vector) for vector in lead(start, tricks))


@given(st.data())
@settings(max_examples=12, deadline=None)
def test_a_plain_search_agrees(data: st.DataObject) -> None:
    missing = data.draw(st.sets(st.integers(0, 12), min_size=2, max_size=3))
    own = [rank for rank in range(12, -1, -1) if rank not in missing]
    length = data.draw(st.integers(3, 5))
    north = frozenset(data.draw(st.permutations(own))[:length])
    first = "".join(RANKS[r] for r in own if r in north)
    second = "".join(RANKS[r] for r in own if r not in north)
    rounds = max(len(first), len(second))
    for tricks in range(rounds, rounds - 3, -1):
        plan = plan_suit(first, second, tricks)
        assert plan.value == pytest.approx(plain_chance(first, second, tricks)), (plan, tricks)


@pytest.mark.parametrize(
    ("north", "south", "tricks"),
    [
        ("AQ9", "876543", 6),
        ("KT9", "A8765", 5),
        ("AJ9", "K876", 4),
        ("QT", "K", 1),
        ("KJ", "32", 1),
    ],
)
def test_a_plain_search_agrees_with_more_cards_missing(north: str, south: str, tricks: int) -> None:
    short = 13 - len(north) - len(south) > 5
    if short:  # fewer missing cards, all else alike: give the lowest to South
        south += "".join(RANKS[r] for r in range(13) if RANKS[r] not in north + south)[:3]
        tricks = min(tricks, max(len(north), len(south)))
    plan = plan_suit(north, south, tricks)
    assert plan.value == pytest.approx(plain_chance(north, south, tricks))


@pytest.mark.parametrize(
    ("north", "south"),
    [("AQT987", "5432"), ("AJ9876", "T543"), ("KJ987", "65432"), ("AQ9", "8765432")],
)
def test_no_strategy_at_all_is_better(north: str, south: str) -> None:
    north, south = read_holdings(north, south)
    for tricks, plan in solve_suit(north, south).tricks.items():
        every = plain_chance(north, south, tricks, every_strategy=True)
        assert plan.value == pytest.approx(every)


def sample_of_holdings(number: int, seed: int) -> list[tuple[str, str]]:
    chance = random.Random(seed)
    found = []
    for _ in range(number):
        longer = chance.randint(1, 7)
        shorter = chance.randint(0, min(longer, 6))
        cards = chance.sample(RANKS, longer + shorter)
        found.append(read_holdings("".join(cards[:longer]), "".join(cards[longer:])))
    return found


def test_a_sample_of_holdings_is_consistent() -> None:
    for index, (north, south) in enumerate(sample_of_holdings(200, 28)):
        before = 1.0
        for tricks, plan in solve_suit(north, south).tricks.items():
            assert plan.proved
            assert plan.value <= before + 1e-9, "more tricks are never more likely"
            before = plan.value
            assert sum(layout.probability for layout in plan.wins) == pytest.approx(plan.value)
            assert sum(layout.probability for layout in plan.layouts) == pytest.approx(1)
            if index % 4 == 0:  # telling a long line takes longer than finding it
                assert plan.line
            if index % 10 == 0:
                for algorithm in ALGORITHMS:
                    found = plan_suit(north, south, tricks, algorithm)
                    assert found.value <= plan.value + 1e-9, algorithm
