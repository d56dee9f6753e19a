"""Cardplay move by move beside OpenSpiel's Skat, which somebody else wrote."""

from __future__ import annotations

import random
import re

import pyspiel
import pytest

from kiebitz.games.skat import Contract, State
from kiebitz.games.skat.cards import DECK

GAMES_EACH = 1700  # six game types: 10,200 cardplays
_PASS = 32
_BIDS = {"D": 33, "H": 34, "S": 35, "C": 36, "G": 37, "N": 38}
_POINTS = re.compile(r"Points \(Solo / Team\): \((\d+) / (\d+)\)")


def test_openspiel_numbers_cards_as_we_do() -> None:
    state = pyspiel.load_game("skat").new_initial_state()
    assert tuple(state.action_to_string(0, card) for card in range(32)) == DECK


@pytest.mark.parametrize("game_type", "DHSCGN")
def test_random_cardplay_agrees(game_type: str) -> None:
    game = pyspiel.load_game("skat")
    chooser = random.Random(game_type)
    for _ in range(GAMES_EACH):
        declarer = chooser.randrange(3)
        deck = chooser.sample(range(32), 32)
        theirs = game.new_initial_state()
        for card in deck:
            theirs.apply_action(card)
        hands = _dealt_hands(deck)
        ours = State.from_deal([DECK[card] for hand in hands for card in hand])

        for _ in range(declarer):
            theirs.apply_action(_PASS)
        theirs.apply_action(_BIDS[game_type])
        for call in {0: ("p", "p", "18"), 1: ("18", "p", "p"), 2: ("p", "18", "p")}[declarer]:
            ours = ours.play(call)
        twelve = [*hands[declarer], *hands[3]]
        first, second = chooser.sample(twelve, 2)
        assert sorted(theirs.legal_actions()) == sorted(twelve)
        theirs.apply_action(first)
        theirs.apply_action(second)
        ours = ours.play("s").play(f"{Contract(game_type)}.{DECK[first]}.{DECK[second]}")

        walk = ours.native.walk()
        while not walk.state.is_over:
            moves = walk.state.legal_moves()
            assert [move & 0xFFF for move in moves] == sorted(theirs.legal_actions())
            assert walk.state.to_move == theirs.current_player()
            move = chooser.choice(moves)
            walk.apply(move)
            theirs.apply_action(move & 0xFFF)
        if game_type != "N":
            assert theirs.is_terminal()
            points = walk.state.result().points
            match = _POINTS.search(str(theirs))
            assert match is not None
            assert points == int(match[1])
            assert 120 - points == int(match[2])


def _dealt_hands(deck: list[int]) -> list[list[int]]:
    # Deal order: three cards to each seat, two to the skat, four to each, three to each.
    rounds = [(0, 3), (1, 3), (2, 3), (3, 2), (0, 4), (1, 4), (2, 4), (0, 3), (1, 3), (2, 3)]
    hands: list[list[int]] = [[], [], [], []]
    rest = iter(deck)
    for seat, number in rounds:
        hands[seat] += [next(rest) for _ in range(number)]
    return hands
