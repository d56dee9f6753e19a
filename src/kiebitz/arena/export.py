"""The games of a match as a table for other programs: Parquet or CSV, one row a seat."""

from __future__ import annotations

from pathlib import Path

from kiebitz.arena.arbiter import Scalar, facts_to_table
from kiebitz.arena.log import MatchLog
from kiebitz.errors import KiebitzError
from kiebitz.machine import require


def export_games(log: MatchLog, path: Path) -> int:
    """Writes all games, one row for each seat; gives the number of rows."""
    require("arena", "a table of games")
    import polars

    if path.suffix not in (".parquet", ".csv"):
        raise KiebitzError(f"{path.name!r} should end in .parquet or .csv")
    rows: list[dict[str, Scalar]] = []
    for game in log.games():
        result = game.result
        for seat, name in enumerate(result.seats):
            rows.append(
                {
                    "number": game.number,
                    "deal": game.deal,
                    "casting": game.casting,
                    "seed": game.seed,
                    "seat": seat,
                    "player": name,
                    "score": result.scores[seat],
                    **facts_to_table(result.facts),
                    "forfeited_by": result.forfeited_by,
                    "note": result.note,
                    "seconds": result.seconds[seat] if result.seconds else None,
                    "decisions": result.decisions[seat] if result.decisions else None,
                    "record": result.record,
                }
            )
    schema = {"seed": polars.UInt64, "forfeited_by": polars.Int64}
    table = polars.DataFrame(rows, schema_overrides=schema, infer_schema_length=None)
    try:
        if path.suffix == ".parquet":
            table.write_parquet(path)
        else:
            table.write_csv(path)
    except (OSError, polars.exceptions.PolarsError) as error:
        # Polars says what is wrong, but not always where.
        reason = getattr(error, "strerror", None) or str(error).splitlines()[0]
        raise KiebitzError(f"{path} cannot be written: {reason}") from None
    return len(rows)
