"""Random Skat cardplays a second of CPU time, ours and OpenSpiel's, both in native loops."""

from __future__ import annotations

import random
import time

import pyspiel

from kiebitz._core import skat
from kiebitz.games.skat import Contract

GRAND_BID = 37


def openspiel_cardplays(games: int) -> tuple[int, float]:
    """Cards played and seconds; only the cardplay is timed, by two uniformly random native bots."""
    game = pyspiel.load_game("skat")
    chooser = random.Random(1)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(3)]
    cards = 0
    seconds = 0.0
    for number in range(games):
        state = game.new_initial_state()
        for card in chooser.sample(range(32), 32):
            state.apply_action(card)
        state.apply_action(GRAND_BID)
        for _ in range(2):
            state.apply_action(chooser.choice(state.legal_actions()))
        start = time.process_time()
        pyspiel.evaluate_bots(state, bots, number)
        seconds += time.process_time() - start
        cards += 30
    return cards, seconds


def our_cardplays(games: int) -> tuple[int, float]:
    start = time.process_time()
    skat.random_playouts(games // 100, 100, Contract("G").code, 1)
    return 30 * games, time.process_time() - start


def main() -> None:
    rounds = [(our_cardplays(400_000), openspiel_cardplays(2_000)) for _ in range(3)]
    for (our_cards, our_seconds), (their_cards, their_seconds) in rounds:
        ours, theirs = our_cards / our_seconds, their_cards / their_seconds
        print(
            f"kiebitz {ours / 30:12,.0f} games/s   OpenSpiel {theirs / 30:10,.0f} games/s   "
            f"ratio {ours / theirs:6.0f}"
        )


if __name__ == "__main__":
    main()
