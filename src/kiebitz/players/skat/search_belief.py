"""Inference by search (thesis §10.1): would PIMC have played in this world as was played?"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

from kiebitz.beliefs.skat.belief import CardView, SkatWorld, WeighingBelief
from kiebitz.cards import derive_seed
from kiebitz.errors import KiebitzError
from kiebitz.games.skat import Phase, State, View
from kiebitz.games.skat.cards import from_mask
from kiebitz.games.skat.history import states_of
from kiebitz.games.skat.moves import Kind, kind_of
from kiebitz.players.skat.registry import make_player

#: Who is asked what it would have played; it knows what the seat knew then, and nothing more.
ASKED = "pimc:worlds=8,values=win:0.3,belief=uniform,threads=1"


class SearchBelief(WeighingBelief):
    """Worlds of one View, weighed by the last cards of the other seats.

    In every world PIMC is asked, in the place of the seat that played, what it thinks of each card.
    A card's chance is its share in a softmax of these values, mixed with a share of plays that
    nobody can foresee. The chances of the cards of the last `tricks` tricks are multiplied. A world
    costs one PIMC decision a card, so `candidates` are few.

    >>> state = State.deal(seed=7)
    >>> for move in ("18", "p", "p", "GH", "CT", "CA"):
    ...     state = state.play(move) if move in state.legal_moves else state.play(
    ...         state.legal_moves[0])
    >>> belief = SearchBelief(state.view(state.to_move), candidates=4)
    >>> make_player("pimc:worlds=4,threads=1", belief=belief).decide(
    ...     state.view(state.to_move), seed=1).move in state.legal_moves
    True
    """

    name = "search"

    def __init__(
        self,
        view: View,
        *,
        tricks: int = 2,
        temperature: float = 0.1,
        unforeseen: float = 0.2,
        player: str = ASKED,
        candidates: int = 40,
    ) -> None:
        super().__init__(candidates)
        if view.phase != Phase.PLAY:
            raise KiebitzError("worlds are weighed by cards during cardplay only")
        self._view = view
        self._cards = 3 * tricks
        self._temperature = temperature
        self._unforeseen = unforeseen
        self._player = make_player(player)

    def weigh(self, view: CardView, worlds: Sequence[SkatWorld]) -> list[float]:
        """The likelihood of every world; the View is the one that the belief was made for."""
        return [exp(self.log_likelihood(self.state_of(world))) for world in worlds]

    def state_of(self, world: SkatWorld) -> State:
        """The whole game, if this was the world; what was put away is taken to be the skat."""
        head, deal, *moves = str(self._view).split()
        put_away = ".".join(from_mask(world.skat))
        hands = [
            ".".join((*from_mask(world.hands[seat]), *self._view.played(seat)))
            if "?" in seen
            else seen
            for seat, seen in enumerate(deal.split("|")[:3])
        ]
        skat = next((moves[i + 1] for i, move in enumerate(moves) if move == "w"), "??.??")
        cards = ".".join((*hands, put_away if "?" in skat else skat))
        told = [move.replace("??.??", put_away) for move in moves]
        return State.parse(" ".join((head, cards, *told)))

    def log_likelihood(self, state: State) -> float:
        """How well the last cards of the others agree with PIMC, as the log of a product."""
        played = [
            (before, move)
            for before, move in zip(states_of(state), state.native.history, strict=False)
            if kind_of(move) == Kind.PLAY
        ]
        total = 0.0
        for number, (before, _) in list(enumerate(played))[-self._cards :]:
            if before.to_move == self._view.seat or len(before.legal_moves) == 1:
                continue
            after = played[number + 1][0] if number + 1 < len(played) else state
            (card,) = set(after.played(before.to_move)) - set(before.played(before.to_move))
            total += log(self.chance(before, card, derive_seed(1, number)))
        return total

    def chance(self, state: State, card: str, seed: int) -> float:
        """How likely the seat to move plays this card, by what PIMC thinks of all its cards."""
        values = self._player.decide(state.view(state.to_move), seed=seed).candidates
        best = max(values.values())
        shares = {one: exp((value - best) / self._temperature) for one, value in values.items()}
        legal = len(state.legal_moves)
        foreseen = shares.get(card, 0.0) / sum(shares.values())
        return (1 - self._unforeseen) * foreseen + self._unforeseen / legal
