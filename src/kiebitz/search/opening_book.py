"""Opening books by self-play (Sturtevant's thesis, §6.4.1): what won in games of the same players.

A book makes assumptions about the opponents: it knows games of the players that made it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.games.native_state import BoardState
from kiebitz.limits import Limit
from kiebitz.search.multiplayer import Method, search


@dataclass(frozen=True, slots=True)
class OpeningBook:
    """For positions the moves that were played there: how often, and how often the mover won."""

    moves: Mapping[str, Mapping[str, tuple[int, int]]]

    def move(self, state: BoardState[Any], *, at_least: int = 4) -> str | None:
        """The move whose share of wins is surely highest, if one was played often enough."""
        best, found = 0.0, None
        for move, (played, won) in self.moves.get(str(state), {}).items():
            share = won / played
            sure = share - sqrt(share * (1 - share) / played)
            if played >= at_least and sure > best:
                best, found = sure, move
        return found


def book_by_self_play(
    start: BoardState[Any],
    method: Method,
    limit: Limit,
    *,
    games: int,
    plies: int,
    seed: int = 0,
) -> OpeningBook:
    """Plays games of one player against itself; equal moves differ by the seed.

    The first `plies` moves of every game go into the book.

    >>> from kiebitz.games import chinese_checkers
    >>> rules = chinese_checkers.Rules(players=2, pegs=6, longest=8)
    >>> start = chinese_checkers.State.start(rules)
    >>> book = book_by_self_play(start, Method("paranoid"), Limit(nodes=50), games=3, plies=2)
    >>> sum(played for played, _ in book.moves[str(start)].values())
    3
    """
    if games < 1 or plies < 1:
        raise KiebitzError("a book needs at least one game and one move")
    counts: dict[str, dict[str, list[int]]] = {}
    for game in range(games):
        state = start
        opening: list[tuple[str, str, int]] = []
        number = 0
        while not state.is_over:
            shuffle = derive_seed(seed, game, number)
            move = search(state, method, limit=limit, shuffle=shuffle).move
            if number < plies:
                opening.append((str(state), move, state.to_move))
            state = state.play(move)
            number += 1
        best = max(state.scores)
        for position, move, mover in opening:
            count = counts.setdefault(position, {}).setdefault(move, [0, 0])
            count[0] += 1
            count[1] += state.scores[mover] == best == state.winning_score
    return OpeningBook(
        {
            position: {move: (played, won) for move, (played, won) in moves.items()}
            for position, moves in counts.items()
        }
    )
