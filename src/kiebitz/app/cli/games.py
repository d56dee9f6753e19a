"""`kiebitz games …` and `kiebitz search`: the games for several players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from kiebitz.app.cli.terminal import App, JsonOption, SeedOption, fail, print_json

if TYPE_CHECKING:
    from kiebitz.games.native_state import BoardState

app = App(help="Hearts, Cribbage, Abalone and others: their rules, positions and moves.")


def complete_game(start: str) -> list[str]:
    """The names of games, for the shell."""
    from kiebitz.games.catalogue import PLAYERS

    return [name for name in ("skat", *PLAYERS) if name.startswith(start)]


GameArgument = Annotated[
    str,
    typer.Argument(
        help="hearts, spades, sergeant-major, cribbage, chinese-checkers or abalone.",
        autocompletion=complete_game,
    ),
]
PositionOption = Annotated[
    str | None, typer.Option("--position", help="A position as text; default: the start.")
]
PlayersOption = Annotated[
    int | None, typer.Option("--players", help="How many play, as `games list` says.")
]
RuleOption = Annotated[
    list[str] | None,
    typer.Option("--rule", help="A rule, as name=value; `games list` names them. May be repeated."),
]
AlgorithmOption = Annotated[
    str,
    typer.Option(
        "--algorithm",
        help="How is searched: maxn, immediate, shallow, branch-and-bound, "
        "alpha-beta-branch-and-bound, last-branch, speculative, approximate-deep, "
        "paranoid or minimax.",
    ),
]


def first_state(
    game: str, position: str | None, players: int | None, seed: int, rules: list[str] | None
) -> BoardState[Any]:
    """The position that is given as text, or the first one by these rules."""
    from kiebitz.games import catalogue

    if position is None:
        return catalogue.start(game, players=players, seed=seed, rules=settings_of(rules))
    if players is not None or rules:
        fail("a position says itself how many play by which rules: leave --players and --rule out")
    return catalogue.state_type(game).parse(position)


def settings_of(rules: list[str] | None) -> dict[str, str]:
    """Rules of the command line, name=value each, by their names.

    >>> settings_of(["pass_to=left"])
    {'pass_to': 'left'}
    """
    return dict(rule.partition("=")[::2] for rule in rules or ())


@app.command("list")
def list_games(json: JsonOption = False) -> None:
    """Names the games, for how many each is, and the rules that can be chosen.

    [dim]Examples:[/]

        kiebitz games list
    """
    from kiebitz.games.catalogue import PLAYERS, rules_of

    for name, players in PLAYERS.items():
        rules = rules_of(name)
        if json:
            print_json({"game": name, "players": sorted(players), "rules": rules})
            continue
        print(f"{name:18} {', '.join(map(str, sorted(players)))} players")
        print("  " + " ".join(f"{rule}={_rule_text(value)}" for rule, value in rules.items()))


def _rule_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return f"'{text}'" if " " in text else text


@app.command()
def show(
    game: GameArgument,
    position: PositionOption = None,
    players: PlayersOption = None,
    rules: RuleOption = None,
    seed: SeedOption = None,
    json: JsonOption = False,
) -> None:
    """Draws a position.

    [dim]Examples:[/]

        kiebitz games show chinese-checkers --players 3

        kiebitz games show abalone --position b:A1b,A2b,A3b,A4w,A5w
    """
    state = first_state(game, position, players, seed or 0, rules)
    if json:
        print_json({"game": game, "position": str(state), "drawing": state.drawing})
    else:
        print(state.drawing, end="")
        print(state)


@app.command()
def moves(
    game: GameArgument,
    position: PositionOption = None,
    players: PlayersOption = None,
    rules: RuleOption = None,
    seed: SeedOption = None,
    json: JsonOption = False,
) -> None:
    """Lists the legal moves of a position, and counts the positions that they lead to.

    [dim]Examples:[/]

        kiebitz games moves abalone --position b:A1b,A2b,A3b,A4w,A5w --json

        kiebitz games moves hearts --seed 1
    """
    state = first_state(game, position, players, seed or 0, rules)
    if json:
        print_json(
            {
                "game": game,
                "position": str(state),
                "to_move": None if state.is_over else state.to_move,
                "moves": list(state.legal_moves),
                "successors": state.successors,
            }
        )
        return
    print(state.drawing, end="")
    print(" ".join(state.legal_moves) or "the game is over")
    print(f"{len(state.legal_moves)} moves, {state.successors} different positions after them")


@app.command()
def perft(
    game: GameArgument,
    depth: Annotated[int, typer.Option("--depth", help="How many moves.", min=0, max=64)],
    position: PositionOption = None,
    players: PlayersOption = None,
    rules: RuleOption = None,
    seed: SeedOption = None,
    json: JsonOption = False,
) -> None:
    """Counts all ways to make so many moves (perft), which tests the rules.

    [dim]Examples:[/]

        kiebitz games perft abalone --depth 3

        kiebitz games perft chinese-checkers --players 2 --depth 3 --json
    """
    import time

    state = first_state(game, position, players, seed or 0, rules)
    start = time.perf_counter()
    count = state.perft(depth)
    seconds = time.perf_counter() - start
    if json:
        print_json({"game": game, "position": str(state), "depth": depth, "positions": count})
    else:
        print(f"{count:,} positions after {depth} moves ({seconds:.2f} s)")


@app.command()
def book(
    path: Annotated[
        Path | None, typer.Option("--file", help="Where it is kept; default: the user's cache.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Solves the single-player game on the small board of Chinese Checkers, once.

    The evaluation `book` of `kiebitz search chinese-checkers` reads it.

    [dim]Examples:[/]

        kiebitz games book
    """
    import sys

    from kiebitz.games.chinese_checkers import load_book
    from kiebitz.games.chinese_checkers.book import default_path

    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True)) as bar:
            task = bar.add_task("solving", total=1)
            found = load_book(
                path, lambda known, total: bar.update(task, completed=known, total=total)
            )
    else:
        found = load_book(path)
    where = str(path or default_path())
    if json:
        print_json({"file": where, "positions": found.known, "complete": found.is_complete})
    else:
        print(f"{found.known:,} positions in {where}")


def search(
    game: GameArgument,
    position: PositionOption = None,
    algorithm: AlgorithmOption = "speculative",
    depth: Annotated[
        int | None,
        typer.Option(
            "--depth", help="Moves ahead; tricks, once cards are played in tricks.", min=1
        ),
    ] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", help="Stop after so many positions.", min=1)
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="Stop after so many seconds.", min=0.001)
    ] = None,
    width: Annotated[
        int | None, typer.Option("--width", help="Only so many moves a position.", min=1)
    ] = None,
    evaluation: Annotated[
        str | None,
        typer.Option(
            "--evaluation",
            help="How positions at the depth are judged; `score`, "
            "or `book` in Chinese Checkers, and others: a wrong name lists them.",
        ),
    ] = None,
    ties: Annotated[
        str,
        typer.Option(
            "--ties", help="Which of equal moves: first, last, least-for-root, most-for-root."
        ),
    ] = "first",
    order: Annotated[
        str,
        typer.Option(
            "--order",
            help="Moves by rules of thumb, or by the value after them: game, value.",
        ),
    ] = "game",
    table: Annotated[
        int,
        typer.Option("--table", help="Positions to keep for when they come up again.", min=0),
    ] = 0,
    alike_once: Annotated[
        bool, typer.Option("--alike-once", help="One of cards next to each other is enough.")
    ] = False,
    history: Annotated[
        Path | None,
        typer.Option("--history", help="Order moves by a table that --learn has written."),
    ] = None,
    learn: Annotated[
        Path | None,
        typer.Option("--learn", help="Count the best moves of this search into such a table."),
    ] = None,
    all_moves: Annotated[bool, typer.Option("--all-moves", help="Values of every move.")] = False,
    players: PlayersOption = None,
    rules: RuleOption = None,
    seed: SeedOption = None,
    json: JsonOption = False,
) -> None:
    """Searches a position with all cards open.

    [dim]Examples:[/]

        kiebitz search chinese-checkers --algorithm speculative --depth 4 --json

        kiebitz search hearts --players 3 --seed 1 --algorithm paranoid --depth 3

        kiebitz search abalone --position b:A1b,A2b,A3b,A4w,A5w \\
            --algorithm minimax --depth 2

        kiebitz search chinese-checkers --width 10 --order value \\
            --table 1000000 --depth 6

        kiebitz search hearts --seed 1 --depth 3 --learn cards.json

        kiebitz search hearts --seed 2 --depth 3 --history cards.json --ties last
    """
    from kiebitz.limits import Limit
    from kiebitz.search.multiplayer import History, Method
    from kiebitz.search.multiplayer import search as run

    state = first_state(game, position, players, seed or 0, rules)
    if depth is None and nodes is None and seconds is None:
        nodes = 200_000
    method = Method(
        algorithm,
        evaluation=evaluation,
        width=width,
        ties=cast("Any", ties.replace("-", " ")),
        order=cast("Any", order),
        table_entries=table,
        alike_once=alike_once,
    )
    if evaluation == "book":
        from kiebitz.games.chinese_checkers import load_book

        load_book()
    limit = Limit(depth=depth, nodes=nodes, seconds=seconds)
    from kiebitz.search.history_file import read_history, write_history

    by = None if history is None else read_history(history)
    lessons = None
    if learn is not None:
        lessons = read_history(learn) if learn.exists() else History()
    found = run(state, method, limit=limit, all_moves=all_moves, history=by, learn=lessons)
    if learn is not None and lessons is not None:
        write_history(learn, lessons)
    if json:
        print_json(
            {
                "game": game,
                "position": str(state),
                "algorithm": algorithm,
                "to_move": state.to_move,
                "move": found.move,
                "values": list(found.values),
                "depth": found.depth,
                "complete": found.complete,
                "nodes": found.nodes,
                "candidates": {move: list(each) for move, each in found.candidates.items()},
                "statistics": dict(found.statistics),
            }
        )
        return
    print(state.drawing, end="")
    print(f"{algorithm} plays {found.move}: values {found.values} at depth {found.depth}")
    for move, values in sorted(found.candidates.items(), key=lambda item: item[1], reverse=True):
        print(f"  {move:12} {values}")
    print(f"{found.nodes:,} nodes in {found.seconds:.2f} s")
