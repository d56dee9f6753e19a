"""Hearts, Cribbage and Chinese Checkers move by move beside OpenSpiel, where the rules agree.

They differ here, and only here:

- Cribbage: OpenSpiel counts a flush of four in the crib and all hands of a show even when somebody
  has reached 121; ours follow the usual rules. OpenSpiel makes a go a move, ours says it by itself.
- Chinese Checkers: OpenSpiel lets a peg stop in any point; ours do so only with `open_points`.
  OpenSpiel makes every jump of a chain a move of its own.
"""

from __future__ import annotations

import random
from typing import Any

import pyspiel
import pytest

from kiebitz.games import chinese_checkers, cribbage, hearts
from kiebitz.games.deck52 import DECK

PASSES: tuple[hearts.Pass, ...] = ("hold", "left", "across", "right")


def hearts_number(card: str) -> int:
    """OpenSpiel counts rank first: 4 * rank + suit."""
    return 4 * "23456789TJQKA".index(card[1]) + "CDHS".index(card[0])


@pytest.mark.parametrize("seed", range(24))
def test_hearts(seed: int) -> None:
    chooser = random.Random(seed)
    options = {
        "qs_breaks_hearts": seed % 2 == 0,
        "jd_bonus": seed % 3 == 0,
        "avoid_all_tricks_bonus": seed % 5 == 0,
        "no_pts_on_first_trick": seed % 4 != 0,
        "must_break_hearts": seed % 7 != 0,
    }
    direction = seed % 4
    theirs = pyspiel.load_game("hearts", options).new_initial_state()
    theirs.apply_action(direction)
    ours = hearts.State.deal(
        seed,
        hearts.Rules(
            pass_to=PASSES[direction],
            queen_breaks_hearts=options["qs_breaks_hearts"],
            jack_of_diamonds_bonus=options["jd_bonus"],
            no_trick_bonus=options["avoid_all_tricks_bonus"],
            no_points_on_first_trick=options["no_pts_on_first_trick"],
            hearts_must_be_broken=options["must_break_hearts"],
        ),
    )
    for rank in range(13):
        for hand in ours.hands:
            theirs.apply_action(hearts_number(hand[rank]))
    while not theirs.is_terminal():
        assert ours.to_move == theirs.current_player()
        assert {hearts_number(move) for move in ours.legal_moves} == set(theirs.legal_actions())
        move = chooser.choice(ours.legal_moves)
        ours = ours.play(move)
        theirs.apply_action(hearts_number(move))
    assert ours.is_over
    assert [26 - points for points in ours.points] == theirs.returns()


def test_hearts_moon() -> None:
    """A shot moon, which random play never shows: everybody else pays."""
    ours = hearts.State.parse(
        "4-ocfb open -|-|-|- 22,0,0,0 - SA.HA|S2.D2|S3.D3|H2.H3 0 - 11,0,0,0 -".replace(
            "22,0", "23,0"
        )
    )
    for card in ("HA", "D2", "D3", "H2", "SA", "S2", "S3", "H3"):
        ours = ours.play(card)
    assert ours.points == (0, 26, 26, 26)


def cribbage_number(card: str) -> int:
    """OpenSpiel counts from the ace: 13 * suit + rank."""
    return 13 * "CDHS".index(card[0]) + "A23456789TJQK".index(card[1])


PASS = 52 + 52 * 52


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(15))
def test_cribbage(players: int, seed: int) -> None:
    chooser = random.Random(seed)
    theirs = pyspiel.load_game("cribbage", {"players": players}).new_initial_state()
    scores = (0,) * players
    for number in range(5):
        rules = cribbage.Rules(players, dealer=number % players, start=scores)
        ours = cribbage.State.deal(100 * seed + number, rules)
        if not play_cribbage_hand(ours, theirs, chooser, players):
            break
        scores = their_scores(theirs, players)
    assert max(scores) > 0


def their_scores(theirs: Any, players: int) -> tuple[int, ...]:
    line = next(line for line in str(theirs).splitlines() if line.startswith("Scores:"))
    values = tuple(int(word) for word in line.split()[1:])
    assert len(values) == players
    return values


def play_cribbage_hand(
    ours: cribbage.State, theirs: Any, chooser: random.Random, players: int
) -> bool:
    """Plays one hand beside each other; false if a known difference ends the comparison."""
    fields = str(ours).split()
    starter, to_crib = fields[4], fields[5]
    for hand in ours.hands:
        for card in hand:
            theirs.apply_action(cribbage_number(card))
    if players == 3:
        theirs.apply_action(cribbage_number(to_crib))
    while not ours.is_playing:
        assert ours.to_move == theirs.current_player()
        if players == 2:
            first = chooser.choice(ours.legal_moves)
            ours = ours.play(first)
            second = chooser.choice(ours.legal_moves)
            ours = ours.play(second)
            numbers = sorted(
                (cribbage_number(first), cribbage_number(second)),
                key=lambda number: (number % 13, number // 13),
            )
            theirs.apply_action(52 + 52 * numbers[0] + numbers[1])
        else:
            move = chooser.choice(ours.legal_moves)
            ours = ours.play(move)
            theirs.apply_action(cribbage_number(move))
    theirs.apply_action(cribbage_number(starter))
    dealer = int(fields[0].split(",")[1])
    crib = [card for part in str(ours).split()[6].split("|") for card in part.split(".")]
    crib += [to_crib] if players == 3 else []
    while not ours.is_over:
        while theirs.legal_actions() == [PASS]:
            theirs.apply_action(PASS)
        assert ours.to_move == theirs.current_player()
        assert {cribbage_number(m) for m in ours.legal_moves} == set(theirs.legal_actions()) - {
            PASS
        }
        assert ours.scores == their_scores(theirs, players)
        move = chooser.choice(ours.legal_moves)
        ours = ours.play(move)
        theirs.apply_action(cribbage_number(move))
        if max(ours.scores) >= 121:
            return False
    while not theirs.is_chance_node() and theirs.legal_actions() == [PASS]:
        theirs.apply_action(PASS)
    expected = list(their_scores(theirs, players))
    if len({card[0] for card in crib}) == 1 and starter[0] != crib[0][0]:
        expected[dealer] -= 4  # the flush of four that only OpenSpiel counts in the crib
    if max(expected) >= 121:
        return False
    assert list(ours.scores) == expected
    return list(ours.scores) == list(their_scores(theirs, players))


def jumps(board: chinese_checkers.State, theirs: Any) -> dict[tuple[int, int], list[int]]:
    """Every move of OpenSpiel from this position: (from, to) and the actions that make it."""
    seat = theirs.current_player()
    found: dict[tuple[int, int], list[int]] = {}

    def follow(state: Any, start: int, actions: list[int]) -> None:
        for action in state.legal_actions():
            text = state.action_to_string(seat, action)
            if text == "Pass":
                continue
            to = int(text.split(">")[1])
            after = state.clone()
            after.apply_action(action)
            if (start, to) not in found:
                found[start, to] = [*actions, action]
                if not after.is_terminal() and after.current_player() == seat:
                    follow(after, start, [*actions, action])

    for action in theirs.legal_actions():
        text = theirs.action_to_string(seat, action)
        start, to = (int(word) for word in text.replace("=", "-").split("->"))
        after = theirs.clone()
        after.apply_action(action)
        if (start, to) not in found or len(found[start, to]) > 1:
            found[start, to] = [action]
        if not after.is_terminal() and after.current_player() == seat:
            follow(after, start, [action])
    return {ends: way for ends, way in found.items() if ends[0] != ends[1]}


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_chinese_checkers(players: int) -> None:
    chooser = random.Random(players)
    theirs = pyspiel.load_game("chinese_checkers", {"players": players}).new_initial_state()
    ours = chinese_checkers.State.start(chinese_checkers.Rules(players, open_points=True))
    for _ in range(40):
        assert ours.to_move == theirs.current_player()
        expected = jumps(ours, theirs)
        numbers = ours.native.legal_moves()
        assert {(number >> 7, number & 127) for number in numbers} == set(expected)
        number = chooser.choice(numbers)
        for action in expected[number >> 7, number & 127]:
            theirs.apply_action(action)
        if not theirs.is_terminal() and theirs.current_player() == ours.to_move:
            theirs.apply_action(theirs.legal_actions()[-1])  # end the chain of jumps
        ours = ours.play(ours.native.move_text(number))


def test_decks_agree() -> None:
    assert len({hearts_number(card) for card in DECK}) == 52
    assert len({cribbage_number(card) for card in DECK}) == 52
