"""`kiebitz bridge …`: double dummy, single dummy, and one suit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kiebitz.app.cli.bridge_play import play
from kiebitz.app.cli.bridge_review import review
from kiebitz.app.cli.bridge_suit import suit
from kiebitz.app.cli.terminal import App, JsonOption, fail, print_json, read_lines, warn

if TYPE_CHECKING:
    from kiebitz.games.bridge import Board
    from kiebitz.limits import Limit
    from kiebitz.solvers.bridge import DDTable, Moves, Solution

app = App(
    help="Bridge: double dummy, par, what each card cost, which card to play, how to play a suit."
)
app.command()(play)
app.command()(review)
app.command()(suit)

DealArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="DEAL",
        help="A deal in PBN, or a .pbn or .lin file. With --batch a file with a deal in each "
        "line; - is standard input, which is also read if nothing is named.",
        show_default=False,
    ),
]
BatchOption = Annotated[
    bool, typer.Option("--batch", help="Many deals, one a line, from a file or standard input.")
]
TrumpOption = Annotated[str, typer.Option("--trump", help="S, H, D, C or NT.")]
LeaderOption = Annotated[str, typer.Option("--leader", help="Who leads first: N, E, S or W.")]
PlayedOption = Annotated[
    str, typer.Option("--played", help="Cards played so far, as in 'SA S3 S2'.")
]
SecondsOption = Annotated[
    float | None, typer.Option("--seconds", help="Stop each deal after so many seconds.")
]
NodesOption = Annotated[
    int | None, typer.Option("--nodes", min=1, help="Stop each deal after so many cards tried.")
]
ThreadsOption = Annotated[
    int | None,
    typer.Option(
        "--threads",
        help="For --batch, a table's strains and a board's cards; all cores.",
        min=1,
        max=1024,
    ),
]


@app.command()
def dd(
    deal: DealArgument = None,
    batch: BatchOption = False,
    vulnerable: Annotated[str, typer.Option("--vul", help="None, NS, EW or All.")] = "",
    dealer: Annotated[str, typer.Option("--dealer", help="N, E, S or W.")] = "",
    seconds: SecondsOption = None,
    nodes: NodesOption = None,
    threads: ThreadsOption = None,
    json: JsonOption = False,
) -> None:
    """The tricks of every declarer in every strain, and par.

    [dim]Examples:[/]

        kiebitz bridge dd \\
          "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"

        kiebitz bridge dd --batch deals.txt --json

        kiebitz bridge dd --batch < deals.txt
    """
    from kiebitz.games.bridge import Vulnerability
    from kiebitz.games.bridge.cards import parse_seat
    from kiebitz.solvers.bridge import dd_table, dd_tables

    if vulnerable:
        Vulnerability.parse(vulnerable)
    if dealer:
        parse_seat(dealer)
    limit = _limit(seconds, nodes)
    boards, bad = _boards(deal, batch)
    if len(boards) == 1:
        tables = [dd_table(boards[0].deal, limit=limit, threads=threads)]
    else:
        with _Progress(len(boards), quiet=not boards) as progress:
            tables = dd_tables(
                [b.deal for b in boards], threads=threads, limit=limit, progress=progress
            )
    for board, table in zip(boards, tables, strict=True):
        zone = Vulnerability.parse(vulnerable) if vulnerable else board.vulnerable
        first = parse_seat(dealer) if dealer else board.dealer or 0
        if json:
            print_json(_table_json(board, table, zone, first))
        else:
            _print_table(board, table, zone, first)
    if bad:
        raise typer.Exit(1)


@app.command()
def solve(
    deal: DealArgument = None,
    trump: TrumpOption = "NT",
    leader: LeaderOption = "W",
    played: PlayedOption = "",
    batch: BatchOption = False,
    cards: Annotated[
        str, typer.Option("--cards", help="Which cards: all, best, one or none.")
    ] = "all",
    line: Annotated[bool, typer.Option("--line", help="Also the rest of the play.")] = False,
    seconds: SecondsOption = None,
    nodes: NodesOption = None,
    threads: ThreadsOption = None,
    json: JsonOption = False,
) -> None:
    """The tricks that the side to move still takes, with each of its cards.

    [dim]Examples:[/]

        kiebitz bridge solve "N:AQ.2.. 53.3.. 42.4.. K7.5.." --trump S --leader N

        kiebitz bridge solve "N:AQ.2.. 53.3.. 42.4.. K7.5.." --leader S \\
            --played "S2 S7" --json
    """
    from kiebitz.solvers.bridge import Solver, solve_many
    from kiebitz.solvers.bridge import solve as solve_board

    moves = _moves(cards)
    limit = _limit(seconds, nodes)
    boards, bad = _boards(deal, batch)
    if len(boards) == 1:
        one = boards[0].deal
        solutions = [
            solve_board(one, trump, leader, played, moves=moves, limit=limit, threads=threads)
        ]
    else:
        with _Progress(len(boards), quiet=not boards) as progress:
            solutions = solve_many(
                [(b.deal, trump, leader, played) for b in boards],
                moves=moves,
                threads=threads,
                limit=limit,
                progress=progress,
            )
    for board, solution in zip(boards, solutions, strict=True):
        rest = Solver().line(board.deal, trump, leader, played, limit=limit) if line else ()
        if json:
            print_json(_solution_json(board, solution, rest, line))
        else:
            _print_solution(board, solution)
            if rest:
                _print_line(board, trump, leader, f"{played} {' '.join(rest)}")
            print()
    if bad:
        raise typer.Exit(1)


@app.command()
def analyse(
    deal: Annotated[
        list[str], typer.Argument(metavar="DEAL", help="A deal in PBN, or a .pbn or .lin file.")
    ],
    trump: Annotated[str, typer.Option("--trump", help="S, H, D, C or NT.")] = "",
    leader: Annotated[str, typer.Option("--leader", help="Who leads first.")] = "",
    played: Annotated[str, typer.Option("--played", help="The cards in the order they fell.")] = "",
    seconds: SecondsOption = None,
    nodes: NodesOption = None,
    json: JsonOption = False,
) -> None:
    """What each card of a played hand cost, double dummy.

    A .pbn or .lin file brings its own contract and play.

    [dim]Examples:[/]

        kiebitz bridge analyse match.lin

        kiebitz bridge analyse "N:AQ.2.. 53.3.. 42.4.. K7.5.." --trump C \\
            --leader S --played S2
    """
    from kiebitz.games.bridge.cards import SEATS, STRAINS, parse_cards
    from kiebitz.solvers.bridge import analyse_play

    boards, bad = _boards(deal, batch=False)
    for board in boards:
        if played:
            strain, first, play = trump, leader, parse_cards(played)
            if not (strain and first):
                fail("--played needs --trump and --leader")
        elif board.contract is not None and board.play:
            strain = STRAINS[board.contract.strain]
            first = SEATS[(board.contract.declarer + 1) % 4]
            play = board.play
        else:
            fail("no play to analyse: give --trump, --leader and --played, or a file that has it")
        found = analyse_play(board.deal, strain, first, play, limit=_limit(seconds, nodes))
        if json:
            print_json(
                {
                    "deal": str(board.deal),
                    "trump": strain,
                    "leader": first,
                    "tricks": list(found.tricks),
                    "cards": [
                        {"card": c.card, "seat": c.seat, "cost": c.cost} for c in found.cards
                    ],
                    "nodes": found.nodes,
                    "seconds": round(found.seconds, 6),
                }
            )
            continue
        print(f"{strain}, {first} leads; declarer's side has {_number(found.tricks[0])} tricks")
        for i in range(0, len(found.cards), 4):
            told = [
                f"{c.seat} {c.card}{f' (-{c.cost})' if c.cost else ''}"
                for c in found.cards[i : i + 4]
            ]
            after = found.tricks[min(i + 4, len(found.cards))]
            print(
                f"{i // 4 + 1:>2}  "
                + "".join(f"{one:<13}" for one in told)
                + f"{_number(after):>3}"
            )
    if bad:
        raise typer.Exit(1)


def _moves(text: str) -> Moves:
    known: dict[str, Moves] = {"none": False, "one": "one", "best": "best", "all": True}
    if text not in known:
        fail(f"--cards is {', '.join(known)}, not {text!r}")
    return known[text]


def _limit(seconds: float | None, nodes: int | None) -> Limit | None:
    from kiebitz.limits import Limit

    return None if seconds is None and nodes is None else Limit(seconds=seconds, nodes=nodes)


def _boards(words: list[str] | None, batch: bool) -> tuple[list[Board], int]:
    """The boards named on the command line, and how many lines could not be read."""
    from kiebitz.errors import KiebitzError
    from kiebitz.games.bridge import Board, Deal, read_lin, read_pbn

    text = " ".join(words or ())
    if not batch:
        if not text:
            fail("name a deal or a file, or say --batch to read deals from standard input")
        path = Path(text)
        if path.suffix.lower() in (".pbn", ".lin") and " " not in path.name.strip():
            content = path.read_text(encoding="utf-8", errors="replace")
            boards = read_lin(content) if path.suffix.lower() == ".lin" else read_pbn(content)
            if not boards:
                fail(f"there is no deal in {text!r}")
            return boards, 0
        return [Board(Deal.parse(text))], 0
    boards, bad = [], 0
    for number, line in enumerate(read_lines(text or "-"), 1):
        if not line.strip() or line.lstrip().startswith(("#", "%")):
            continue
        try:
            boards.append(Board(Deal.parse(line.strip())))
        except KiebitzError as error:
            warn(f"kiebitz: line {number}: {error}")
            bad += 1
    return boards, bad


class _Progress:
    """A bar on stderr while a batch runs; nothing when nobody watches."""

    def __init__(self, total: int, *, quiet: bool) -> None:
        self._total = total
        self._quiet = quiet

    def __enter__(self) -> Any:
        import sys

        self._bar: Any = None
        if self._quiet or not sys.stderr.isatty():
            return None
        from rich.console import Console
        from rich.progress import Progress

        self._bar = Progress(console=Console(stderr=True), transient=True)
        self._bar.start()
        task = self._bar.add_task("deals", total=self._total)
        return lambda done: self._bar.update(task, completed=done)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()


def _table_json(board: Board, table: DDTable, zone: Any, dealer: int) -> dict[str, Any]:
    from kiebitz.games.bridge import SEATS

    told: dict[str, Any] = {"deal": str(board.deal)}
    if board.number is not None:
        told["board"] = board.number
    told["table"] = table.by_seat()
    told["par"] = None
    if table.complete and board.deal.size == 13:
        best = table.par(zone, dealer)
        told["par"] = {
            "score": best.score,
            "vulnerable": zone.value,
            "dealer": SEATS[dealer],
            "contracts": [
                {
                    "contract": c.contract,
                    "declarers": c.declarers,
                    "tricks": c.tricks,
                    "over": c.over,
                }
                for c in best.contracts
            ],
        }
    return told | {"nodes": table.nodes, "seconds": round(table.seconds, 6)}


def _print_table(board: Board, table: DDTable, zone: Any, dealer: int) -> None:
    from kiebitz.games.bridge import draw_deal, draw_table

    print(draw_deal(board.deal))
    print()
    print(draw_table(table.tricks))
    if table.complete and board.deal.size == 13:
        print(f"\nPar ({zone.value} vulnerable): {table.par(zone, dealer)}")
    print()


def _solution_json(
    board: Board, solution: Solution, rest: tuple[str, ...], line: bool
) -> dict[str, Any]:
    told: dict[str, Any] = {
        "deal": str(board.deal),
        "to_move": solution.to_move,
        "tricks": solution.value,
        "cards": {move.card: move.value for move in solution.moves},
    }
    if solution.value is None:
        told["bounds"] = list(solution.bounds)
    if line:
        told["line"] = list(rest)
    return told | {"nodes": solution.nodes, "seconds": round(solution.seconds, 6)}


def _print_solution(board: Board, solution: Solution) -> None:
    from kiebitz.games.bridge import draw_deal

    print(draw_deal(board.deal))
    side = "North-South" if solution.to_move in "NS" else "East-West"
    tricks = (
        _number(solution.value)
        if solution.value is not None
        else f"{solution.bounds[0]} to {solution.bounds[1]}"
    )
    print(f"\n{solution.to_move} to play; {side} take {tricks} more.")
    by_tricks: dict[str, list[str]] = {}
    for move in solution.moves:
        by_tricks.setdefault(_number(move.value), []).append(move.card)
    for number, cards in by_tricks.items():
        print(f"{number:>3}: {' '.join(cards)}")


def _print_line(board: Board, trump: str, leader: str, play: str) -> None:
    """The play trick by trick, who leads in front and who wins behind."""
    from kiebitz.games.bridge import tricks_of_play

    print("\nLine of play:")
    for number, trick in enumerate(tricks_of_play(board.deal, trump, leader, play), 1):
        winner = f"  {trick.winner} wins" if trick.winner else ""
        print(f"{number:>3}  {trick.leader}: {' '.join(trick.cards)}{winner}")


def _number(value: int | None) -> str:
    return "?" if value is None else str(value)
