"""Small Chinese Checkers: maxⁿ against paranoid for 3, 4 and 6 players (table 7.2)."""

from __future__ import annotations

from kiebitz.lab.contests import board_experiment, contest
from kiebitz.lab.experiment import Printed, Size

NOTES = """
Six pegs a player, 100, 50 and 20 rounds of all seatings for three, four and six, 250,000 nodes a
move. `moves away` is what those who did not win still needed, exactly, from the solved
single-player game. The maxⁿ of this table is from before speculative pruning and prunes only at a
won position. The evaluation is ours: the thesis names its features and not their weights. Moves are
ordered by it, and those that it finds equal are shuffled. Five players, with one point empty, are
ours.

Two contests ask what the printed lead depends on. *By chance*: the moves at the root are searched
in random order, so that chance decides between all moves that the search finds equal. *Own value*:
the evaluations do not add up to a constant, and paranoid looks only at its own, not at its lead
over the others as §4.2 has it.
"""

PARANOID = {"algorithm": "paranoid", "order": "value"}
MAXN = {"algorithm": "immediate", "order": "value"}
BY_CHANCE = {"random_root": True}
ALONE = {"evaluation": "progress"}
SMALL = {"pegs": "6", "longest": "600"}
CONTESTS = [
    contest("3 players", "chinese_checkers", 3, PARANOID, MAXN, rules=SMALL, rounds=100),
    contest(
        "3 players, by chance",
        "chinese_checkers",
        3,
        {**PARANOID, **BY_CHANCE},
        {**MAXN, **BY_CHANCE},
        rules=SMALL,
    ),
    contest(
        "3 players, own value",
        "chinese_checkers",
        3,
        {**PARANOID, **ALONE, "own_value_only": True},
        {**MAXN, **ALONE},
        rules=SMALL,
    ),
    contest("4 players", "chinese_checkers", 4, PARANOID, MAXN, rules=SMALL, rounds=50),
    contest("5 players", "chinese_checkers", 5, PARANOID, MAXN, rules=SMALL, rounds=30),
    contest("6 players", "chinese_checkers", 6, PARANOID, MAXN, rules=SMALL, rounds=20),
]

EXPERIMENT = board_experiment(
    name="checkers-small",
    item="table 7.2",
    title="Small Chinese Checkers: maxⁿ against paranoid for 3, 4 and 6 players",
    sizes={
        "quick": Size({"games": 1, "nodes": 1000}, 60),
        "paper": Size({"games": 100, "nodes": 250_000}, 8000),
    },
    contests=CONTESTS,
    printed=[
        Printed({"contest": "3 players", "player": "paranoid"}, "won", 60.6),
        Printed({"contest": "3 players", "player": "maxⁿ"}, "won", 39.4),
        Printed({"contest": "3 players", "player": "paranoid"}, "moves_away", 3.52),
        Printed({"contest": "3 players", "player": "maxⁿ"}, "moves_away", 4.92),
        Printed({"contest": "3 players", "player": "paranoid"}, "depth", 4.9),
        Printed({"contest": "3 players", "player": "maxⁿ"}, "depth", 3.1),
        *(
            Printed({"contest": f"3 players, {how}", "player": player}, column, value)
            for how in ("by chance", "own value")
            for player, column, value in (
                ("paranoid", "won", 60.6),
                ("paranoid", "moves_away", 3.52),
                ("maxⁿ", "moves_away", 4.92),
                ("paranoid", "depth", 4.9),
                ("maxⁿ", "depth", 3.1),
            )
        ),
        Printed({"contest": "4 players", "player": "paranoid"}, "won", 59.3),
        Printed({"contest": "4 players", "player": "paranoid"}, "moves_away", 4.23),
        Printed({"contest": "4 players", "player": "maxⁿ"}, "moves_away", 4.73),
        Printed({"contest": "4 players", "player": "paranoid"}, "depth", 4.0),
        Printed({"contest": "4 players", "player": "maxⁿ"}, "depth", 3.2),
        Printed({"contest": "6 players", "player": "paranoid"}, "won", 58.2),
        Printed({"contest": "6 players", "player": "paranoid"}, "moves_away", 4.93),
        Printed({"contest": "6 players", "player": "maxⁿ"}, "moves_away", 5.49),
        Printed({"contest": "6 players", "player": "paranoid"}, "depth", 4.6),
        Printed({"contest": "6 players", "player": "maxⁿ"}, "depth", 3.85),
    ],
    notes=NOTES,
)
