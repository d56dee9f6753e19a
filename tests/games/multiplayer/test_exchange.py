"""What an exchange in Sergeant Major tells is kept in every sampled world."""

from __future__ import annotations

import random

import pytest

from kiebitz.games import sergeant_major

RULES = sergeant_major.Rules(surplus=(-3, 1, 2))  # seats 1 and 2 give to seat 0, the declarer


def hands(state: sergeant_major.State) -> list[int]:
    return list(state.native.hands)


@pytest.mark.parametrize("seed", range(4))
def test_both_sides_know_the_cards_that_changed_hands(seed: int) -> None:
    before = sergeant_major.State.deal(seed, RULES)
    giver = before.to_move
    given = before.legal_moves[seed]
    after = before.play(given)
    given_card = hands(before)[giver] & ~hands(after)[giver]
    back = hands(after)[giver] & ~hands(before)[giver]
    for number in range(20):
        world = hands(after.view(giver).sample(number))
        assert world[0] & given_card == given_card
        # The declarer gave its highest card of the suit: above it there is nothing but the gift.
        if back:
            suit = (back.bit_length() - 1) // 13
            higher = (1 << 13 * (suit + 1)) - (back << 1)
            assert world[0] & higher & ~given_card == 0
        world = hands(after.view(0).sample(number))
        assert world[giver] & back == back


@pytest.mark.parametrize("seed", range(4))
def test_a_card_given_to_the_declarer_is_in_its_hand_or_in_the_kitty(seed: int) -> None:
    chooser = random.Random(seed)
    state = sergeant_major.State.deal(seed, sergeant_major.Rules(surplus=(-2, 2, 0)))
    given = 0
    while not state.table:
        before = hands(state)
        state = state.play(chooser.choice(state.legal_moves))
        if state.trump is None:
            given |= before[1] & ~hands(state)[1]
    given &= ~hands(state)[1] & ~sum(1 << card for card in state.native.table)
    assert given
    places = set()
    for number in range(40):
        world = state.view(1).sample(number)
        assert hands(world)[2] & given == 0
        assert (hands(world)[0] | world.native.kitty) & given == given
        places.add(world.native.kitty & given != 0)
    assert places == {True, False}  # it may have been laid away, or not
