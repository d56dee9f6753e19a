"""`kiebitz bench`: a fixed workload whose counts identify the engine."""

from __future__ import annotations

from kiebitz.app.cli.terminal import JsonOption, print_json


def bench(json: JsonOption = False) -> None:
    """Runs a fixed workload; its counts identify the engine, its times only this machine.

    [dim]Example:[/]

        kiebitz bench --json
    """
    import time

    from kiebitz.games.skat import Contract
    from kiebitz.games.skat.state import random_cardplays

    total = 0
    identity = 0
    for game in "DHSCGN":
        start = time.perf_counter()
        cards, checksum = random_cardplays(100_000, Contract(game), 1)
        seconds = time.perf_counter() - start
        total += cards
        identity ^= checksum
        part = {"part": f"skat cardplay {game}", "moves": cards, "checksum": f"{checksum:016x}"}
        if json:
            print_json({**part, "seconds": round(seconds, 4)})
        else:
            rate = cards / seconds / 1e6
            print(f"{part['part']:<16} {cards:>9} moves  {checksum:016x}  {rate:6.1f} M/s")
    nodes, values = _solve_deals(json)
    total += nodes
    identity ^= values
    if json:
        print_json({"part": "total", "moves": total, "checksum": f"{identity:016x}"})
    else:
        print(f"Bench: {total} moves, {identity:016x}")


def _solve_deals(json: bool) -> tuple[int, int]:
    """The solver's part: the nodes for every card of some deals, and a checksum of the values."""
    import time

    from kiebitz.games.skat import State
    from kiebitz.solvers.skat import Position, Solver
    from kiebitz.solvers.skat_options import NullOptions, TrumpOptions

    all_nodes = all_values = 0
    for game in "DHSCGN":
        # What somebody has built here must not change the numbers.
        off = TrumpOptions(lookup_tables=False), NullOptions(lookup_tables=False)
        solver = Solver(trumps=off[0], nulls=off[1])
        nodes = values = 0
        start = time.perf_counter()
        for seed in range(10):
            state = State.deal(seed)
            first, second, third = state.hands
            position = Position(game, seed % 3, 0, (first, second, third), state.skat)
            solution = solver.solve(position, moves=True, line=False)
            nodes += solution.nodes
            for move in solution.moves:
                values = (31 * values + move.bounds[0]) & (2**64 - 1)
        seconds = time.perf_counter() - start
        part = {"part": f"skat solver {game}", "nodes": nodes, "checksum": f"{values:016x}"}
        if json:
            print_json({**part, "seconds": round(seconds, 4)})
        else:
            rate = nodes / seconds / 1e6
            print(f"{part['part']:<16} {nodes:>9} nodes  {values:016x}  {rate:6.1f} M/s")
        all_nodes += nodes
        all_values ^= values
    return all_nodes, all_values
