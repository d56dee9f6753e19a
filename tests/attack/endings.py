"""Brute force on endings: every card of random positions, against rules written here once more.

Nothing is shared with Kiebitz but the names of the cards.
"""

from __future__ import annotations

import time
from functools import cache
from random import Random

from kiebitz.games.bridge import Deal
from kiebitz.solvers import bridge, skat

_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
_DECK = [suit + rank for suit in "DHSC" for rank in "789TJQKA"]
Hands = tuple[frozenset[str], ...]


def skat_endings(until: float, seed: int) -> int:
    """Solves random Skat endings of up to five tricks twice; gives the number of cards compared."""
    random, compared = Random(seed), 0
    while True:
        cards = random.sample(_DECK, 32)
        size, game = random.choice((2, 3, 4, 4)), random.choice("DHSCGN")
        hands = tuple(frozenset(cards[size * seat : size * seat + size]) for seat in range(3))
        away = tuple(cards[30:])
        there = sum(_POINTS.get(card[1], 0) for card in (*away, *frozenset.union(*hands)))
        points = random.randrange(121 - there)
        declarer, leader = random.randrange(3), random.randrange(3)
        position = skat.Position.parse(
            game=game,
            declarer=declarer,
            leader=leader,
            hands=[".".join(sorted(hand)) for hand in hands],
            skat=".".join(away),
            points=points,
        )
        solution = skat.Solver().solve(position, moves=True)
        base = points + sum(_POINTS.get(card[1], 0) for card in away)
        for move in solution.moves:
            found = _play_skat(game, declarer, leader, hands, (), move.card)
            ours: object = move.won if game == "N" else move.value
            truth: object = found == 0 if game == "N" else base + found
            assert ours == truth, f"{position} {move.card}: {ours}, by brute force {truth}"
            compared += 1
        forget()
        if time.monotonic() > until:
            return compared


@cache
def _worth_skat(game: str, declarer: int, leader: int, hands: Hands, trick: tuple[str, ...]) -> int:
    """The points (in null, whether there is a trick) that the declarer still makes."""
    mover = (leader + len(trick)) % 3
    if not hands[mover]:
        return 0
    legal = _following(game, hands[mover], trick)
    values = [_play_skat(game, declarer, leader, hands, trick, card) for card in sorted(legal)]
    wants_more = (mover == declarer) != (game == "N")
    return max(values) if wants_more else min(values)


def _play_skat(
    game: str, declarer: int, leader: int, hands: Hands, trick: tuple[str, ...], card: str
) -> int:
    mover = (leader + len(trick)) % 3
    left = tuple(hand - {card} if seat == mover else hand for seat, hand in enumerate(hands))
    trick = (*trick, card)
    if len(trick) < 3:
        return _worth_skat(game, declarer, leader, left, trick)
    winner = (leader + max(range(3), key=lambda i: _skat_power(game, trick[i], trick[0]))) % 3
    own = winner == declarer
    if game == "N":
        return 1 if own else _worth_skat(game, declarer, winner, left, ())
    gained = sum(_POINTS.get(one[1], 0) for one in trick) if own else 0
    return gained + _worth_skat(game, declarer, winner, left, ())


def _suit_of(game: str, card: str) -> str:
    trump = game != "N" and (card[1] == "J" or card[0] == game)
    return "trump" if trump else card[0]


def _following(game: str, hand: frozenset[str], trick: tuple[str, ...]) -> frozenset[str]:
    if not trick:
        return hand
    led = _suit_of(game, trick[0])
    return frozenset(card for card in hand if _suit_of(game, card) == led) or hand


def _skat_power(game: str, card: str, first: str) -> tuple[int, int]:
    suit = _suit_of(game, card)
    order = "789TJQKA" if game == "N" else "789QKTA"
    if suit == "trump":
        return (2, 10 + "DHSC".index(card[0]) if card[1] == "J" else order.index(card[1]))
    return (int(suit == _suit_of(game, first)), order.index(card[1]))


def bridge_endings(until: float, seed: int) -> int:
    """Solves random Bridge endings of up to four tricks twice; gives the number of cards."""
    random, compared = Random(seed), 0
    deck = [suit + rank for suit in "SHDC" for rank in "23456789TJQKA"]
    while True:
        size = random.choice((2, 3, 3, 4))
        cards = random.sample(deck, 4 * size)
        hands = tuple(frozenset(cards[size * seat : size * seat + size]) for seat in range(4))
        trump, leader = random.choice(("S", "H", "D", "C", "NT")), random.randrange(4)
        text = "N:" + " ".join(
            ".".join("".join(card[1] for card in hand if card[0] == suit) for suit in "SHDC")
            for hand in hands
        )
        solution = bridge.Solver().solve(Deal.parse(text), trump, "NESW"[leader])
        for move in solution.moves:
            truth = _play_bridge(trump, leader % 2, leader, hands, (), move.card)
            assert move.value == truth, f"{text} {trump} {move.card}: {move.value}, not {truth}"
            compared += 1
        forget()
        if time.monotonic() > until:
            return compared


@cache
def _worth_bridge(trump: str, side: int, leader: int, hands: Hands, trick: tuple[str, ...]) -> int:
    """The tricks that a side still takes."""
    mover = (leader + len(trick)) % 4
    if not hands[mover]:
        return 0
    led = [card for card in hands[mover] if trick and card[0] == trick[0][0]]
    legal = led or hands[mover]
    values = [_play_bridge(trump, side, leader, hands, trick, card) for card in legal]
    return max(values) if mover % 2 == side else min(values)


def _play_bridge(
    trump: str, side: int, leader: int, hands: Hands, trick: tuple[str, ...], card: str
) -> int:
    mover = (leader + len(trick)) % 4
    left = tuple(hand - {card} if seat == mover else hand for seat, hand in enumerate(hands))
    trick = (*trick, card)
    if len(trick) < 4:
        return _worth_bridge(trump, side, leader, left, trick)

    def power(place: int) -> tuple[bool, bool, int]:
        one = trick[place]
        return (one[0] == trump, one[0] == trick[0][0], "23456789TJQKA".index(one[1]))

    winner = (leader + max(range(4), key=power)) % 4
    return int(winner % 2 == side) + _worth_bridge(trump, side, winner, left, ())


def forget() -> None:
    """Gives the memory of the brute force back."""
    _worth_skat.cache_clear()
    _worth_bridge.cache_clear()
