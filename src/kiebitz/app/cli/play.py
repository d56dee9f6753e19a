"""`kiebitz play`: the games in the terminal, against computer players."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from kiebitz.app.cli.games import (
    AlgorithmOption,
    PlayersOption,
    PositionOption,
    RuleOption,
    complete_game,
    first_state,
    settings_of,
)
from kiebitz.app.cli.terminal import JsonOption, SeedOption, fail, print_json, warn


def play(
    game: Annotated[
        str,
        typer.Argument(
            help="skat, hearts, spades, sergeant-major, cribbage, chinese-checkers or abalone.",
            autocompletion=complete_game,
        ),
    ],
    seat: Annotated[
        int,
        typer.Option(
            "--seat", help="Your seat, 0 for who leads to the first trick; -1 to watch.", min=-1
        ),
    ] = 0,
    opponent: Annotated[
        str | None,
        typer.Option(
            "--opponent",
            metavar="PLAYER",
            help="In Skat, who plays the other seats: rules, pimc, pimc:worlds=40, recpimc …",
        ),
    ] = None,
    players: PlayersOption = None,
    algorithm: AlgorithmOption = "speculative",
    worlds: Annotated[
        int,
        typer.Option(
            "--worlds",
            help="Guesses at the hidden cards for each move; in Skat without --opponent.",
            min=1,
        ),
    ] = 20,
    nodes: Annotated[
        int,
        typer.Option("--nodes", help="Positions searched for each move; not in Skat.", min=1),
    ] = 200_000,
    position: PositionOption = None,
    rules: RuleOption = None,
    match: Annotated[
        bool,
        typer.Option(
            "--match",
            help="Many hands: Skat a list of 36, Hearts to 100, Spades to 300, Cribbage to 121.",
        ),
    ] = False,
    seed: SeedOption = None,
    record: Annotated[
        Path | None,
        typer.Option(
            "--record", help="Add the game to a file: in Skat an ISS record, else a line of JSON."
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Plays a game with you; type a move, `moves`, `hint`, `undo`, `help` or `quit`.

    The other seats are played by the computer, which sees only what its seat may see. With --json
    every event is a line: a `turn` with its legal moves, a `move`, the `end`.

    [dim]Examples:[/]

        kiebitz play skat --opponent pimc --seed 7

        kiebitz play hearts --rule pass_to=left --rule moon='shooter gains'

        kiebitz play cribbage --match

        kiebitz play abalone --players 3 --algorithm paranoid
    """
    import secrets

    chosen = secrets.randbits(32) if seed is None else seed
    if match and position is not None:
        fail("a match begins with its first deal: leave --position out")
    if game == "skat":
        from kiebitz.app.cli.play_skat import play_skat

        if rules or players not in (None, 3):
            fail(
                "skat is played by three, by the International Skat Order: leave --players "
                "and --rule out"
            )
        if seat > 2:
            fail(f"seat {seat} does not exist: seats are 0 to 2")
        spec = opponent or f"pimc:worlds={worlds}"
        play_skat(seat, spec, position, chosen, record, match=match, json=json)
        return
    if opponent is not None:
        fail("--opponent is for Skat; in other games --algorithm says how the others search")
    _play_searching(
        game, seat, players, algorithm, worlds, nodes, position, rules, match, chosen, record, json
    )


def _play_searching(
    game: str,
    seat: int,
    players: int | None,
    algorithm: str,
    worlds: int,
    nodes: int,
    position: str | None,
    rules: list[str] | None,
    match: bool,
    seed: int,
    record: Path | None,
    json: bool,
) -> None:
    """A game of the catalogue, against searching players."""
    from kiebitz.cards import derive_seed
    from kiebitz.games import catalogue
    from kiebitz.games.native_state import HiddenState
    from kiebitz.limits import Limit
    from kiebitz.players.searching import SearchPlayer
    from kiebitz.search.multiplayer import Method

    state = first_state(game, position, players, seed, rules)
    hands = None
    if match:
        hands = catalogue.start_match(game, players=players, seed=seed, rules=settings_of(rules))
        state = hands.next_hand()
    if seat >= state.players:
        fail(f"seat {seat} does not exist: seats are 0 to {state.players - 1}")
    hidden = isinstance(state, HiddenState)
    player = SearchPlayer(Method(algorithm), Limit(worlds=worlds if hidden else None, nodes=nodes))
    table = Table(game, seat, player, record, json)
    table.greet(seed)
    end = table.play(state, seed)
    played = 1
    while hands is not None and end is not None:
        hands = hands.after(end)
        table.tell_totals(played, hands.totals)
        if hands.is_over:
            return
        end = table.play(hands.next_hand(), derive_seed(seed, played))
        played += 1


@dataclass
class Table:
    """One seat at the terminal, computer players at the others."""

    game: str
    seat: int
    player: Any
    record: Path | None
    json: bool

    def greet(self, seed: int) -> None:
        """Says who plays."""
        you = "you watch" if self.seat == -1 else f"you are {self.name_of(self.seat)}"
        warn(f"seed {seed}; {you}; the others: {self.player.name}; `help` says what you can type")

    def name_of(self, seat: int) -> str:
        """How a seat is called."""
        return f"seat {seat}"

    def view_of(self, state: Any, seat: int) -> Any:
        """What a seat may see of a position."""
        from kiebitz.games.native_state import HiddenState

        return state.view(seat) if isinstance(state, HiddenState) else state

    def draw(self, view: Any) -> None:
        """Shows a position, or what is seen of it."""
        print(view.drawing, end="")

    def meant(self, view: Any, answer: str) -> list[str]:
        """The legal moves that were probably meant."""
        word = answer.lower()
        exact = [move for move in view.legal_moves if move.lower() == word]
        return exact or [move for move in view.legal_moves if move.lower().startswith(word)]

    def keep(self, start: Any, state: Any, moves: list[str]) -> str:
        """The game as a line for a file."""
        from kiebitz.games.records import Record

        return str(Record(self.game, str(start), tuple(moves)))

    def tell_end(self, state: Any) -> None:
        """Says how the game ended."""
        if self.json:
            print_json({"event": "end", "scores": list(state.scores)})
            return
        self.draw(state)
        print("scores: " + self.by_seat(state.scores))

    def tell_totals(self, hands: int, totals: tuple[int, ...]) -> None:
        """Says how a match stands."""
        if self.json:
            print_json({"event": "totals", "hands": hands, "totals": list(totals)})
        else:
            print(f"totals after hand {hands}: " + self.by_seat(totals))

    def by_seat(self, points: tuple[int, ...]) -> str:
        """Points of all seats."""
        return ", ".join(f"{self.name_of(seat)} {number}" for seat, number in enumerate(points))

    def play(self, state: Any, seed: int) -> Any:
        """Plays a game, or a hand of one, to its end; None if it was left."""
        from kiebitz.cards import derive_seed

        start = state
        moves: list[str] = []
        turns: list[Any] = []  # your positions, each with the number of moves before it
        while not state.is_over:
            mover = state.to_move
            view = self.view_of(state, mover)
            thinking = derive_seed(seed, len(moves) + 1)
            if mover == self.seat:
                move = self.ask(view, thinking, can_undo=bool(turns))
                if move is None:
                    break
                if move == UNDO:
                    state, made = turns.pop()
                    del moves[made:]
                    continue
                turns.append((state, len(moves)))
            else:
                move = self.player.decide(view, seed=thinking).move
            seen = self.as_seen(state, move)
            if self.json:
                print_json({"event": "move", "seat": mover, "move": seen})
            elif mover != self.seat:
                print(f"{self.name_of(mover)}: {seen}")
            moves.append(move)
            state = state.play(move)
        if self.record is not None:
            with self.record.open("a", encoding="utf-8") as lines:
                print(self.keep(start, state, moves), file=lines)
        if not state.is_over:
            return None
        self.tell_end(state)
        return state

    def as_seen(self, state: Any, move: str) -> str:
        """A move as this seat sees it: `??` where any other move would look the same to it."""
        if self.seat == -1 or self.seat == state.to_move:
            return move
        seen = self.view_of(state.play(move), self.seat)
        if seen == state.play(move):
            return move
        others = (other for other in state.legal_moves if other != move)
        same = (self.view_of(state.play(other), self.seat) == seen for other in others)
        return "??" if any(same) else move

    def ask(self, view: Any, seed: int, *, can_undo: bool) -> str | None:
        """A legal move from the terminal, or UNDO; None to leave."""
        if self.json:
            legal = list(view.legal_moves)
            print_json({"event": "turn", "seat": self.seat, "position": str(view), "legal": legal})
        else:
            self.draw(view)
        while True:
            try:
                answer = input("" if self.json else "your move> ").strip()
            except (EOFError, KeyboardInterrupt):
                if not self.json:
                    print()
                return None
            word = answer.lower()
            if word in ("quit", "q", "exit"):
                return None
            if word in (UNDO, "u") and can_undo:
                return UNDO
            meant = self.meant(view, answer) if word and word not in _WORDS else []
            if len(meant) == 1:
                return meant[0]
            self.reply(view, answer, meant, seed)

    def reply(self, view: Any, answer: str, meant: list[str], seed: int) -> None:
        """What is said to something that is not a move."""
        legal, word = view.legal_moves, answer.lower()
        say = warn if self.json else print
        if word in ("", "moves"):
            say(" ".join(legal))
        elif word in ("help", "?"):
            say(HELP)
        elif word == "show":
            self.draw(view)
        elif word == "hint":
            say(self.player.decide(view, seed=seed).move)
        elif word in (UNDO, "u"):
            say("you have not moved yet")
        elif meant:
            say(f"{answer!r} may be {' '.join(meant[:12])}{' …' if len(meant) > 12 else ''}")
        else:
            say(
                f"{answer!r} is not legal here; a move is like {legal[0]}, `moves` lists all, "
                "`hint` suggests one"
            )


HELP = """  a move       as `moves` writes it; capitals do not matter, and its beginning is enough
  moves        lists the legal moves
  show         draws the position again
  hint         what the computer would do in your place
  undo         takes your last move back, and what the others did since
  quit         leaves the game"""
UNDO = "undo"
_WORDS = ("moves", "help", "?", "show", "hint", UNDO, "u")
