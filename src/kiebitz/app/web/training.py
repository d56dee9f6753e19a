"""The trainer: which puzzle comes next, what was answered, and when it comes again."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from kiebitz.app.web.games import Conflict, NotFound
from kiebitz.app.web.models import ProgressModel, PuzzleModel, TrickModel, VerdictModel
from kiebitz.app.web.store import Store
from kiebitz.cards import derive_seed
from kiebitz.games.skat import State, View
from kiebitz.games.skat.history import tricks_of
from kiebitz.players.skat.puzzle_making import mistakes_of, rated
from kiebitz.players.skat.puzzles import Puzzle, shipped

#: When a puzzle comes again after so many right answers in a row; a wrong one begins anew.
PAUSES = (600.0, 86_400.0, 3 * 86_400.0, 7 * 86_400.0, 21 * 86_400.0, 60 * 86_400.0)
_OWN = 200  # puzzles from one's own games
_DAY = 86_400


class Training:
    """What every visitor has solved; one document each."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._shipped = {one.id: one for one in shipped()}

    def progress(self, visitor: str) -> ProgressModel:
        """How far the visitor is."""
        body = self._body(visitor)
        now = time.time()
        due = sum(at <= now for _, at in body["done"].values())
        return ProgressModel(
            solved=sum(box > 0 for box, _ in body["done"].values()),
            tried=len(body["done"]),
            due=due,
            streak=body["streak"],
            best=body["best"],
            days=_days_in_a_row(body["days"], now),
            own=len(body["own"]),
            puzzles=len(self._shipped) + len(body["own"]),
        )

    def next(self, visitor: str, kind: str | None = None) -> PuzzleModel:
        """What is due first, then what is new and about as hard as the visitor can take."""
        body = self._body(visitor)
        every = [one for one in self._all(body).values() if kind in (None, one.kind)]
        if not every:
            raise NotFound("there is no puzzle of this kind", code="no-puzzle")
        done, now = body["done"], time.time()
        due = [one for one in every if one.id in done and done[one.id][1] <= now]
        if due:
            chosen = min(due, key=lambda one: done[one.id][1])
        elif new := [one for one in every if one.id not in done]:
            # Own ones first; among equally hard ones, kinds in turn.
            spread = {one.id: derive_seed(hash_of(one.id)) for one in new}
            chosen = min(
                new,
                key=lambda one: (
                    not one.id.startswith("own-"),
                    round(abs(one.difficulty - body["level"]), 1),
                    spread[one.id],
                ),
            )
        else:
            chosen = min(every, key=lambda one: done[one.id][1])
        return model_of(chosen)

    def answer(self, visitor: str, key: str, answer: str) -> VerdictModel:
        """Judges an answer and remembers it."""
        body = self._body(visitor)
        puzzle = self._all(body).get(key)
        if puzzle is None:
            raise NotFound("there is no such puzzle here", code="no-puzzle")
        if answer not in puzzle.options:
            raise Conflict("this answer is not offered", code="no-such-answer")
        right = answer == puzzle.answer
        box, _ = body["done"].get(key, (0, 0.0))
        box = min(box + 1, len(PAUSES) - 1) if right else 0
        now = time.time()
        body["done"][key] = (box, now + PAUSES[box])
        body["streak"] = body["streak"] + 1 if right else 0
        body["best"] = max(body["best"], body["streak"])
        body["level"] = min(1.0, max(0.0, body["level"] + (0.03 if right else -0.05)))
        today = int(now // _DAY)
        if today not in body["days"]:
            body["days"] = [*body["days"][-400:], today]
        self._store.put("training", visitor, visitor, body)
        return VerdictModel(
            right=right,
            answer=puzzle.answer,
            reason=puzzle.kind if puzzle.kind != "sure" else f"sure-{puzzle.answer}",
            worlds=puzzle.worlds,
            beats=puzzle.beats,
            world=[hand.split(".") for hand in puzzle.world],
            game=puzzle.game or None,
            progress=self.progress(visitor),
        )

    def add(self, visitor: str, puzzles: list[Puzzle]) -> int:
        """Takes in puzzles from the visitor's own games; those that are there stay once."""
        body = self._body(visitor)
        known = {one["view"] for one in body["own"]}
        new = [one for one in puzzles if one.view not in known]
        number = 1 + max((int(one["id"][4:]) for one in body["own"]), default=0)
        named = [asdict(replace(one, id=f"own-{number + n}")) for n, one in enumerate(new)]
        body["own"] = [*body["own"], *named][-_OWN:]
        if new:
            self._store.put("training", visitor, visitor, body)
        return len(new)

    def _all(self, body: dict[str, Any]) -> dict[str, Puzzle]:
        own = {one["id"]: Puzzle.of(one) for one in body["own"]}
        return {**own, **self._shipped}

    def _body(self, visitor: str) -> dict[str, Any]:
        fresh = {"done": {}, "streak": 0, "best": 0, "level": 0.2, "days": [], "own": []}
        return {**fresh, **(self._store.get("training", visitor, visitor) or {})}


def mistakes_in(state: State, plies: Sequence[int]) -> list[Puzzle]:
    """The puzzles at decisions that a review called mistakes, with their difficulty."""
    return [
        rated(replace(one, source="own"))
        for one in mistakes_of(state, plies, seed=hash_of(str(state)))
    ]


def model_of(puzzle: Puzzle) -> PuzzleModel:
    """The question as the page shows it, without the answer."""
    view = View.parse(puzzle.view)
    cardplay = puzzle.kind not in ("bid", "discard")
    return PuzzleModel(
        id=puzzle.id,
        kind=puzzle.kind,
        seat=view.seat,
        declarer=view.declarer,
        contract=str(view.contract) if view.contract else None,
        game=puzzle.game or None if puzzle.kind == "discard" else None,
        bid=view.bid,
        hand=list(view.hand),
        skat=list(view.discard or view.skat),
        shown=list(view.shown) if view.declarer != view.seat else [],
        tricks=[
            TrickModel(leader=t.leader, cards=list(t.cards), winner=t.winner, points=t.points)
            for t in tricks_of(view.sample(0))
        ]
        if cardplay
        else [],
        points=view.trick_points,
        options=list(puzzle.options),
        difficulty=puzzle.difficulty,
        own=puzzle.id.startswith("own-"),
    )


def hash_of(text: str) -> int:
    """A number that a text always has."""
    value = 0
    for letter in text.encode():
        value = (value * 131 + letter) & (2**53 - 1)
    return value


def _days_in_a_row(days: list[int], now: float) -> int:
    """How many days in a row somebody has trained, today or yesterday the last."""
    known, day, count = set(days), int(now // _DAY), 0
    if day not in known:
        day -= 1
    while day in known:
        count, day = count + 1, day - 1
    return count
