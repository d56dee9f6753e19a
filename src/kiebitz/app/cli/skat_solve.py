"""`kiebitz skat solve`: what a position is worth with open cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kiebitz.app.cli.terminal import JsonOption, fail, print_json, read_lines
from kiebitz.errors import KiebitzError

if TYPE_CHECKING:
    from kiebitz.solvers.skat import Position, Solution, Solver, Threshold, Value

_FIELDS = ("game", "declarer", "leader", "hands", "skat", "played", "points")


def solve(
    file: Annotated[
        str,
        typer.Argument(
            metavar="[FILE]", help="With --batch: one JSON object a line; - is standard input."
        ),
    ] = "-",
    game: Annotated[str | None, typer.Option(help="D H S C, G grand or N null.")] = None,
    declarer: Annotated[int | None, typer.Option(help="The declarer's seat, 0 to 2.")] = None,
    leader: Annotated[int, typer.Option(help="Who leads the current trick.")] = 0,
    hands: Annotated[
        str | None,
        typer.Option(help="Three hands by seat, separated by |, without the cards of the trick."),
    ] = None,
    skat: Annotated[str, typer.Option(help="The two cards put away.")] = "",
    played: Annotated[str, typer.Option(help="The current trick, from the leader on.")] = "",
    points: Annotated[int, typer.Option(help="Points in the declarer's tricks so far.")] = 0,
    win: Annotated[bool, typer.Option("--win", help="Only whether the game is won.")] = False,
    threshold: Annotated[
        int | None, typer.Option(help="Only whether the declarer reaches so many points.")
    ] = None,
    all_tricks: Annotated[
        bool, typer.Option("--all-tricks", help="Only whether the declarer makes all tricks.")
    ] = False,
    batch: Annotated[
        bool,
        typer.Option("--batch", help="Many positions, one JSON object a line; answers likewise."),
    ] = False,
    threads: Annotated[
        int | None, typer.Option(help="For --batch; all cores by default.", min=1, max=256)
    ] = None,
    nodes: Annotated[int | None, typer.Option(help="Stop after so many nodes.", min=1)] = None,
    seconds: Annotated[float | None, typer.Option(help="Stop after so many seconds.")] = None,
    confidence: Annotated[
        float | None,
        typer.Option(help="Faster and approximate (ProbCut): a threshold between 0 and 1, as 0.5."),
    ] = None,
    weights: Annotated[
        str | None,
        typer.Option(help="With --confidence: a file that kiebitz train values has made."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """The value of a position, and of every card, if all cards lay open and all played best.

    [dim]Examples:[/]

        kiebitz skat solve --game C --declarer 0 --skat H7.H8 \\
            --hands 'CJ.CA.D7|SJ.CT.DA|HJ.CK.DT'

        kiebitz skat solve --batch --threads 2 < positions.jsonl

        kiebitz skat solve --batch --confidence 0.5 < positions.jsonl

    A line for --batch: {"game": "C", "declarer": 0, "leader": 0, "hands": ["CJ.CA", "SJ.CT",
    "HJ.CK"], "skat": "H7.H8", "played": "", "points": 0}. A bad line is answered with
    {"error": "…"}, and the exit status is then 1.
    """
    from kiebitz.limits import Limit
    from kiebitz.solvers.skat import ALL_TRICKS, Position, Solver

    asked = [win, threshold is not None, all_tricks]
    if sum(asked) > 1:
        fail("--win, --threshold and --all-tricks exclude each other")
    goal: Threshold | None = ALL_TRICKS if all_tricks else 61 if win else threshold
    limit = Limit(nodes=nodes, seconds=seconds)
    if batch:
        if game is not None or hands is not None or declarer is not None:
            fail("with --batch the lines say --game, --declarer and --hands: leave them out")
        from kiebitz.machine import cores

        _solve_batch(file, goal, limit, threads or cores(), confidence, weights)
        return
    if file != "-":
        fail(f"{file!r} is read only with --batch")
    if game is None or declarer is None or hands is None:
        fail("--game, --declarer and --hands are needed, or --batch")
    position = Position.parse(
        game=game,
        declarer=declarer,
        leader=leader,
        hands=hands,
        skat=skat,
        played=played,
        points=points,
    )
    solver = Solver(confidence=confidence, weights=weights)
    solution = solver.solve(position, moves=True, threshold=goal, limit=limit)
    if json:
        print_json(answer_json(solution))
        return
    from kiebitz.app.cli.skat_solution import print_solution

    print_solution(position, solution)


def answer_json(solution: Solution) -> dict[str, Any]:
    """A solution as one JSON object."""
    answer: dict[str, Any] = _value_json(solution)
    if solution.game == "N" and solution.threshold is None:
        answer["moves"] = {move.card: _value_json(move) for move in solution.moves}
    else:
        answer["moves"] = {move.card: _only(_value_json(move)) for move in solution.moves}
    if solution.threshold is None:
        answer["line"] = list(solution.line)
    if solution.approximate:
        answer["approximate"] = True
        answer["confidence"] = solution.confidence
    answer["nodes"] = solution.nodes
    answer["seconds"] = round(solution.seconds, 6)
    if not solution.complete:
        answer["complete"] = False
        answer["bounds"] = list(solution.bounds)
        answer["move_bounds"] = {move.card: list(move.bounds) for move in solution.moves}
    return answer


def read_position(line: str) -> Position:
    """Reads a position from one line of JSON.

    >>> read_position('{"game": "G", "declarer": 0, "leader": 0, "hands": ["CJ", "SJ", "HJ"]}').game
    'G'
    """
    import json

    from kiebitz.errors import InvalidNotation
    from kiebitz.solvers.skat import Position

    try:
        given = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidNotation(f"not a JSON object: {error}") from None
    if not isinstance(given, dict):
        raise InvalidNotation(f"not a JSON object but {type(given).__name__}")
    unknown = sorted(set(given) - set(_FIELDS) - {"id"})
    if unknown:
        raise InvalidNotation(f"unknown field {unknown[0][:40]!r}; known: {', '.join(_FIELDS)}")

    def number(name: str, default: int | None = None) -> int:
        value = given.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int):
            raise InvalidNotation(f"{name} must be a whole number, not {value!r:.60}")
        return value

    def cards(name: str, value: object) -> str:
        if isinstance(value, list) and all(isinstance(card, str) for card in value):
            value = ".".join(value)
        if not isinstance(value, str):
            raise InvalidNotation(f"{name} must be cards joined by dots, not {value!r:.60}")
        return value

    game = given.get("game")
    if not isinstance(game, str):
        raise InvalidNotation(f"game must be one of D H S C G N, not {game!r:.60}")
    hands = given.get("hands")
    if isinstance(hands, str):
        hands = hands.split("|")
    if not isinstance(hands, list) or len(hands) != 3:
        raise InvalidNotation("hands must be three texts, one a seat")
    return Position.parse(
        game=game,
        declarer=number("declarer"),
        leader=number("leader"),
        hands=[cards("hands", hand) for hand in hands],
        skat=cards("skat", given.get("skat") or ""),
        played=cards("played", given.get("played") or ""),
        points=number("points", 0),
    )


def _value_json(value: Value) -> dict[str, Any]:
    if value.threshold is not None:
        return {"won": value.won}
    if value.game == "N":
        return {"won": value.won, "lost_in_trick": value.lost_in_trick}
    return {"value": value.value}


def _only(fields: dict[str, Any]) -> Any:
    (value,) = fields.values()
    return value


def _solve_batch(
    file: str,
    goal: Threshold | None,
    limit: Any,
    threads: int,
    confidence: float | None,
    weights: str | None,
) -> None:
    """Answers in order, as soon as they are known; each thread has a solver of its own.

    A bad line has an error in its place; exits with status 1 if there was one.
    """
    import queue
    import threading
    from concurrent.futures import Future, ThreadPoolExecutor

    from kiebitz.solvers.skat import Solver

    own = threading.local()
    Solver(
        confidence=confidence, weights=weights
    )  # what is wrong with it is said once, not on every line

    def answer(line: str) -> dict[str, Any]:
        try:
            position = read_position(line)
            solver: Solver | None = getattr(own, "solver", None)
            if solver is None:
                solver = own.solver = Solver(confidence=confidence, weights=weights)
            return answer_json(solver.solve(position, moves=True, threshold=goal, limit=limit))
        except KiebitzError as error:
            return {"error": str(error)}

    bad = False

    def tell(answered: dict[str, Any]) -> None:
        nonlocal bad
        bad = bad or "error" in answered
        print_json(answered)

    if threads == 1:
        for line in _lines(file):
            tell(answer(line))
        if bad:
            raise typer.Exit(1)
        return
    waiting: queue.Queue[Future[dict[str, Any]] | None] = queue.Queue(64 * threads)
    trouble: list[BaseException] = []

    def write() -> None:
        while (future := waiting.get()) is not None:
            if not trouble:
                try:
                    tell(future.result())
                except BaseException as error:  # nobody reads, or nothing can be written
                    trouble.append(error)

    writer = threading.Thread(target=write)
    writer.start()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for line in _lines(file):
                if trouble:
                    break
                waiting.put(pool.submit(answer, line))
        finally:
            waiting.put(None)
            writer.join()
    if trouble:
        raise trouble[0]
    if bad:
        raise typer.Exit(1)


def _lines(file: str) -> Iterator[str]:
    return (line for line in map(str.strip, read_lines(file)) if line)
