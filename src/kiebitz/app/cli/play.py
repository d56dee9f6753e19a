"""`kiebitz play`: the games for several players in the terminal, against searching players."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kiebitz.app.cli.games import (
    AlgorithmOption,
    GameArgument,
    PlayersOption,
    PositionOption,
    RuleOption,
    first_state,
    settings_of,
)
from kiebitz.app.cli.terminal import SeedOption, fail, warn

if TYPE_CHECKING:
    from kiebitz.games.native_state import BoardState
    from kiebitz.players.searching import SearchPlayer


def play(
    game: GameArgument,
    seat: Annotated[int, typer.Option("--seat", help="Your seat; -1 to watch.", min=-1, max=5)] = 0,
    players: PlayersOption = None,
    algorithm: AlgorithmOption = "speculative",
    worlds: Annotated[int, typer.Option("--worlds", help="Sampled for each move.", min=1)] = 20,
    nodes: Annotated[int, typer.Option("--nodes", help="For each move.", min=1)] = 200_000,
    position: PositionOption = None,
    rules: RuleOption = None,
    match: Annotated[
        bool,
        typer.Option("--match", help="Many hands: Hearts to 100, Spades to 300, Cribbage to 121."),
    ] = False,
    seed: SeedOption = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", help="Add the game to a file, each hand as a line of JSON."),
    ] = None,
) -> None:
    """Plays against the searching players; type a move, `moves`, `hint`, `undo`, `help` or `quit`.

    [dim]Examples:[/]

        kiebitz play hearts --rule pass_to=left --rule moon='shooter gains'

        kiebitz play cribbage --match

        kiebitz play abalone --players 3 --algorithm paranoid
    """
    import secrets

    from kiebitz.cards import derive_seed
    from kiebitz.games import catalogue
    from kiebitz.games.native_state import HiddenState
    from kiebitz.limits import Limit
    from kiebitz.players.searching import SearchPlayer
    from kiebitz.search.multiplayer import Method

    chosen = secrets.randbits(32) if seed is None else seed
    if match and position is not None:
        fail("a match begins with its first deal: leave --position out")
    state = first_state(game, position, players, chosen, rules)
    hands = None
    if match:
        hands = catalogue.start_match(game, players=players, seed=chosen, rules=settings_of(rules))
        state = hands.next_hand()
    if seat >= state.players:
        fail(f"seat {seat} does not exist: seats are 0 to {state.players - 1}")
    hidden = isinstance(state, HiddenState)
    player = SearchPlayer(Method(algorithm), Limit(worlds=worlds if hidden else None, nodes=nodes))
    you = "you watch" if seat == -1 else f"you are seat {seat}"
    warn(f"seed {chosen}; {you}; the others: {player.name}; `help` says what you can type")
    table = Table(game, seat, player, record)
    end = table.play(state, chosen)
    played = 1
    while hands is not None and end is not None:
        hands = hands.after(end)
        print(f"totals after hand {played}: " + _by_seat(hands.totals))
        if hands.is_over:
            return
        end = table.play(hands.next_hand(), derive_seed(chosen, played))
        played += 1


@dataclass(frozen=True)
class Table:
    """One seat at the terminal, searching players at the others."""

    game: str
    seat: int
    player: SearchPlayer
    record: Path | None

    def play(self, state: BoardState[Any], seed: int) -> BoardState[Any] | None:
        """Plays a game, or a hand of one, to its end; None if it was left."""
        from kiebitz.cards import derive_seed
        from kiebitz.games.native_state import HiddenState

        start = str(state)
        moves: list[str] = []
        turns: list[Any] = []  # your positions, each with the number of moves before it
        while not state.is_over:
            mover = state.to_move
            view = state.view(mover) if isinstance(state, HiddenState) else state
            thinking = derive_seed(seed, len(moves) + 1)
            if mover == self.seat:
                print(view.drawing, end="")
                move = _ask(view, self.player, thinking, can_undo=bool(turns))
                if move is None:
                    break
                if move == UNDO:
                    state, made = turns.pop()
                    del moves[made:]
                    continue
                turns.append((state, len(moves)))
            else:
                move = self.player.decide(view, seed=thinking).move
                print(f"seat {mover}: {_as_seen(state, move, self.seat)}")
            moves.append(move)
            state = state.play(move)
        if self.record is not None:
            from kiebitz.games.records import Record

            with self.record.open("a", encoding="utf-8") as lines:
                print(Record(self.game, start, tuple(moves)).text, file=lines)
        if not state.is_over:
            return None
        print(state.drawing, end="")
        print("scores: " + _by_seat(state.scores))
        return state


def _by_seat(points: tuple[int, ...]) -> str:
    return ", ".join(f"seat {seat} {number}" for seat, number in enumerate(points))


def _as_seen(state: BoardState[Any], move: str, seat: int) -> str:
    """A move of another seat: `??` where any other move would look the same to this one."""
    from kiebitz.games.native_state import HiddenState

    if seat == -1 or not isinstance(state, HiddenState):
        return move
    seen = state.play(move).view(seat)
    others = (other for other in state.legal_moves if other != move)
    return "??" if any(state.play(other).view(seat) == seen for other in others) else move


HELP = """  a move       as `moves` writes it; capitals do not matter, and its beginning is enough
  moves        lists the legal moves
  show         draws the position again
  hint         what the searching player would do
  undo         takes your last move back, and what the others did since
  quit         leaves the game"""
UNDO = "undo"


def _ask(view: Any, player: Any, seed: int, *, can_undo: bool) -> str | None:
    """A legal move from the terminal, or UNDO; None to leave."""
    legal = view.legal_moves
    while True:
        try:
            answer = input("your move> ").strip()
        except (EOFError, KeyboardInterrupt):
            print()
            return None
        word = answer.lower()
        if word in ("quit", "q", "exit"):
            return None
        if word in ("", "moves"):
            print(" ".join(legal))
        elif word in ("help", "?"):
            print(HELP)
        elif word == "show":
            print(view.drawing, end="")
        elif word == "hint":
            print(player.decide(view, seed=seed).move)
        elif word in (UNDO, "u"):
            if can_undo:
                return UNDO
            print("you have not moved yet")
        else:
            exact = [move for move in legal if move.lower() == word]
            meant = exact or [move for move in legal if move.lower().startswith(word)]
            if len(meant) == 1:
                return str(meant[0])
            if meant:
                print(f"{answer!r} may be {' '.join(meant[:12])}{' …' if len(meant) > 12 else ''}")
            else:
                print(
                    f"{answer!r} is not legal here; a move is like {legal[0]}, `moves` lists all, "
                    "`hint` suggests one"
                )
