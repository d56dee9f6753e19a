"""Skat puzzles: positions with one answer that is proved, and the proof in a form that can be told.

A puzzle shows what one seat sees (a View) and offers a few answers. Exactly one is right:

- `declarer`, `null`: the only card after which the game cannot be lost, however the cards lie
  (paranoid search over all worlds).
- `defender`, `null-defence`: the card that beats the game in more of the possible deals than any
  other, and in every deal in which another one does (each deal solved with open cards).
- `sure`: whether the game can still be lost; if so, a deal in which it is.
- `discard`: of the offered pairs, the only one after which the game cannot be lost.
- `bid`: how high the hand can bid for a game that cannot be lost without looking into the skat.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any, Literal, get_args

from kiebitz.errors import InvalidNotation
from kiebitz.games.skat import DECK, Contract, Phase, State, View, sort_cards
from kiebitz.players.skat.paranoid import find_sure_cards, is_unlosable
from kiebitz.solvers.skat import Solver

Kind = Literal["declarer", "null", "defender", "null-defence", "sure", "discard", "bid"]
KINDS: tuple[Kind, ...] = get_args(Kind)
PROOF_NODES = 300_000
MOST_WORLDS = 120
HAND_GAMES = ("DH", "HH", "SH", "CH", "GH", "NH", "NOH")
_FILE = "puzzles.jsonl.gz"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One position with its question and its proved answer."""

    id: str
    kind: Kind
    view: str
    """What the player sees, as `View.parse` reads it."""
    options: tuple[str, ...]
    answer: str
    game: str = ""
    """The contract of a discard, or of the surest game of a bid."""
    worlds: int = 0
    """Of a defence: how many deals are possible."""
    beats: dict[str, int] = field(default_factory=dict)
    """Of a defence: in how many of them each card beats the game."""
    world: tuple[str, ...] = ()
    """A deal in which the game is lost: three hands and the skat."""
    difficulty: float = 0.0
    """How often the computer players fail it, 0 to 1."""
    source: str = ""
    """Where it comes from: a game of self-play, a record."""

    def to_json(self) -> str:
        """One line of a file of puzzles, without what is empty."""
        told: dict[str, Any] = {
            name: getattr(self, name) for name in self.__slots__ if getattr(self, name)
        }
        return json.dumps(told, separators=(",", ":"))

    @classmethod
    def of(cls, told: dict[str, Any]) -> Puzzle:
        """The puzzle of such a line."""
        if told.get("kind") not in KINDS or told.get("answer") not in told.get("options", ()):
            raise InvalidNotation(
                f"this is no puzzle: {json.dumps(told)[:80]}", code="puzzle-form", text=""
            )
        whole: dict[str, Any] = dict(told)
        for name in ("options", "world"):
            whole[name] = tuple(told.get(name, ()))
        return cls(**whole)


@dataclass(frozen=True, slots=True)
class Proof:
    """What a question about a position came to."""

    answer: str
    worlds: int = 0
    beats: dict[str, int] = field(default_factory=dict)
    world: tuple[str, ...] = ()
    game: str = ""


@lru_cache(maxsize=1)
def shipped() -> tuple[Puzzle, ...]:
    """The puzzles that come with Kiebitz.

    >>> len(shipped()) >= 500
    True
    """
    packed = files("kiebitz.players.skat").joinpath(_FILE).read_bytes()
    return tuple(parse_puzzles(gzip.decompress(packed).decode().splitlines()))


def parse_puzzles(lines: Iterable[str]) -> Iterator[Puzzle]:
    """The puzzles of a file, one a line."""
    for line in lines:
        if line.strip():
            yield Puzzle.of(json.loads(line))


def save_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Writes a file of puzzles; packed, and the same bytes each time, if its name ends in .gz."""
    data = "".join(f"{one.to_json()}\n" for one in puzzles).encode()
    path.write_bytes(gzip.compress(data, 9, mtime=0) if path.suffix == ".gz" else data)


def prove(puzzle: Puzzle) -> bool:
    """Whether the answer of a puzzle is proved again, from its View alone.

    >>> easiest = min(shipped(), key=lambda one: len(one.view))
    >>> prove(easiest)
    True
    """
    view = View.parse(puzzle.view)
    if puzzle.kind == "discard":
        return _only_sure_discard(view, puzzle.game, puzzle.options) == puzzle.answer
    if puzzle.kind == "bid":
        found = sure_bid(view.hand)
        return found is not None and found.answer == puzzle.answer
    found = prove_sure(view) if puzzle.kind == "sure" else prove_card(view)
    return found is not None and found.answer == puzzle.answer


def prove_card(view: View, *, nodes: int = PROOF_NODES) -> Proof | None:
    """The one right card of the seat to move, if there is exactly one and it can be proved."""
    if len(view.legal_moves) < 2:
        return None
    if view.declarer == view.seat:
        cards, _ = find_sure_cards(view, nodes=nodes)
        return Proof(cards[0]) if len(cards) == 1 else None
    return _prove_defence(view)


def _prove_defence(view: View) -> Proof | None:
    states = all_worlds(view, MOST_WORLDS)
    if states is None:
        return None
    solver = Solver()
    beaten: dict[str, set[int]] = {card: set() for card in view.legal_moves}
    for number, state in enumerate(states):
        for move in solver.solve(state, moves=True, line=False).moves:
            if move.won is False:
                beaten[move.card].add(number)
    best = max(beaten, key=lambda card: len(beaten[card]))
    others = [worlds for card, worlds in beaten.items() if card != best]
    if not all(worlds < beaten[best] for worlds in others):
        return None
    return Proof(best, len(states), {card: len(worlds) for card, worlds in beaten.items()})


def prove_sure(view: View, *, nodes: int = PROOF_NODES) -> Proof | None:
    """Whether the declarer's game can still be lost; `yes` with a deal in which it is lost."""
    sure = is_unlosable(view, nodes=nodes)
    if sure is None:
        return None
    if sure:
        return Proof("no")
    solver = Solver()
    for seed in range(200):
        state = view.sample(seed)
        if solver.solve(state, line=False).won is False:
            hands = [sort_cards(hand) for hand in (*state.hands, state.skat)]
            return Proof("yes", world=tuple(".".join(hand) for hand in hands))
    return None  # lost only because the cards are hidden: nothing that could be shown


def sure_discards(view: View, game: str, *, nodes: int = 40_000) -> dict[str, bool]:
    """Every pair that can be put away, and whether the game cannot be lost after it."""
    found = {}
    for pair in combinations(view.hand, 2):
        answer = _is_sure_after(view, game, pair, nodes)
        if answer is not None:
            found[".".join(pair)] = answer
    return found


def _only_sure_discard(view: View, game: str, options: Iterable[str]) -> str | None:
    answers = {pair: _is_sure_after(view, game, pair.split("."), PROOF_NODES) for pair in options}
    sure = [pair for pair, answer in answers.items() if answer]
    return sure[0] if len(sure) == 1 and None not in answers.values() else None


def _is_sure_after(view: View, game: str, pair: Iterable[str], nodes: int) -> bool | None:
    state = view.sample(0).play(".".join([game, *pair]))
    return is_unlosable(state.view(view.seat), nodes=nodes)


def sure_bid(hand: tuple[str, ...], *, nodes: int = PROOF_NODES) -> Proof | None:
    """The highest bid that a hand is worth for certain, with the skat left where it is."""
    best: tuple[int, str] | None = None
    for game in HAND_GAMES:
        state = _hand_game(hand, game)
        sure = is_unlosable(state.view(0), nodes=nodes)
        if sure is None:
            return None
        worth = least_worth(hand, game)
        if sure and (best is None or worth > best[0]):
            best = (worth, game)
    return None if best is None else Proof(str(best[0]), game=best[1])


def least_worth(hand: tuple[str, ...], game: str) -> int:
    """What a hand game is worth at least, whatever lies in the skat."""
    unseen = [card for card in DECK if card not in hand]
    contract = Contract.parse(game)
    return min(contract.value((*hand, *skat)) for skat in combinations(unseen, 2))


def _hand_game(hand: tuple[str, ...], game: str) -> State:
    """A game that forehand declares for 18 from the hand; nobody else's cards matter."""
    rest = [card for card in DECK if card not in hand]
    state = State.from_deal([*hand, *rest])
    for move in ("p", "p", "18", game):
        state = state.play(move)
    return state


def all_worlds(view: View, most: int) -> list[State] | None:
    """Every state that a View leaves possible, if they are not too many."""
    count = view.count_worlds()
    if not 0 < count <= most:
        return None
    found: dict[str, State] = {}
    for seed in range(60 * count + 200):
        state = view.sample(seed)
        found.setdefault(str(state), state)
        if len(found) == count:
            return [found[key] for key in sorted(found)]
    return None


def is_card_puzzle(view: View) -> bool:
    """Whether a seat is to play a card here."""
    return view.phase == Phase.PLAY and view.to_move == view.seat
