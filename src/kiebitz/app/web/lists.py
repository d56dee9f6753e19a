"""Lists: a series of deals on a sheet as clubs write it; the visitor has chair 0.

Of four at the table the dealer sits out. The deal goes round, so forehand is one chair further
each time.
"""

from __future__ import annotations

import secrets
import time
from typing import Any

from kiebitz.app.web.computers import COMPUTER_NAMES
from kiebitz.app.web.games import Conflict, Game, InList, NotFound, result_of
from kiebitz.app.web.models import ColumnModel, NewList, SheetModel, SheetRow
from kiebitz.app.web.settings import Settings
from kiebitz.app.web.store import Entry, Store, Unsaved
from kiebitz.app.web.tables import Tables
from kiebitz.cards import derive_seed
from kiebitz.games.skat import ClubSheet, Result
from kiebitz.players.skat.standing import Standing

_NOT_OVER = Result(declarer=None)


class Lists:
    """The lists of all visitors."""

    def __init__(self, settings: Settings, store: Store, tables: Tables) -> None:
        self._settings = settings
        self._store = store
        self._tables = tables

    def start(self, visitor: str, wanted: NewList) -> SheetModel:
        """Begins a list and deals its first game."""
        key = secrets.token_urlsafe(12)
        names = secrets.SystemRandom().sample(COMPUTER_NAMES, wanted.chairs - 1)
        strengths = [*wanted.strengths]
        if wanted.chairs == 4:
            strengths.append(wanted.fourth or wanted.strengths[0])
        body = {
            "strengths": strengths,
            "names": names,
            "chairs": wanted.chairs,
            "deals": wanted.deals,
            "seed": wanted.seed,
            "began": time.time(),
            "games": [],
        }
        settings = self._settings
        self._store.trim("list", visitor, settings.lists_each - 1)
        room = (settings.lists - 1, settings.disk_bytes)
        if not self._store.make_room("list", *room, older_than=settings.keep_seconds):
            raise Unsaved("this server keeps no more lists at present", code="server-full")
        self._deal(visitor, key, body)
        return self.sheet(visitor, key)

    def next(self, visitor: str, key: str) -> Game:
        """The game to be played next: the open one, or a new deal."""
        body = self._body(visitor, key)
        if body["games"]:
            game = self._tables.find(visitor, body["games"][-1])
            if not game.state.is_over:
                return game
        if len(body["games"]) >= body["deals"]:
            raise Conflict("all deals of this list are played", code="list-complete")
        return self._deal(visitor, key, body)

    def sheets(self, visitor: str) -> list[SheetModel]:
        """The visitor's latest lists."""
        return [self.sheet(visitor, key) for key, _, _ in self._store.list("list", visitor, 20)]

    def sheet(self, visitor: str, key: str) -> SheetModel:
        """The list with what is added up below it."""
        body = self._body(visitor, key)
        chairs: int = body.get("chairs", 3)
        played, sheet = self._played(visitor, body)
        rows = []
        current = None
        for (place, game_id, result), line in zip(played, sheet.lines, strict=True):
            if result is None:
                current = game_id
            rows.append(
                SheetRow(
                    number=place + 1,
                    game=game_id,
                    over=result is not None,
                    contract=line.result.contract,
                    chair=line.declarer,
                    dealer=(place - 1) % chairs,
                    won=line.result.won,
                    value=line.result.value,
                    matadors=line.result.matadors,
                    schneider=line.result.schneider,
                    schwarz=line.result.schwarz,
                    overbid=line.result.overbid,
                    running=list(line.running),
                    points=list(line.points),
                    totals=list(line.totals),
                )
            )
        totals = [one.total for one in sheet.columns]
        left = body["deals"] - len(body["games"]) + (current is not None)
        columns = [
            ColumnModel(
                game_points=one.game_points,
                won=one.won,
                lost=one.lost,
                own_bonus=one.own_bonus,
                others_lost=one.others_lost,
                others_bonus=one.others_bonus,
                total=one.total,
            )
            for one in sheet.columns
        ]
        return SheetModel(
            id=key,
            deals=body["deals"],
            chairs=chairs,
            began=body.get("began", 0.0),
            names=["", *body["names"]],
            rows=rows,
            columns=columns,
            totals=totals,
            chances=[
                Standing((*totals[chair:], *totals[:chair]), left).chance()
                for chair in range(chairs)
            ],
            complete=len(rows) >= body["deals"] and current is None,
            current=current,
        )

    def _played(
        self, visitor: str, body: dict[str, Any]
    ) -> tuple[list[tuple[int, str, Result | None]], ClubSheet]:
        """The games that are kept, with their places and results, and their sheet."""
        chairs: int = body.get("chairs", 3)
        played: list[tuple[int, str, Result | None]] = []
        for place, game_id in enumerate(body["games"]):
            kept = self._store.get("game", game_id, visitor)
            if kept is not None:
                played.append((place, game_id, result_of(kept)))
        results = tuple((result or _NOT_OVER, place % chairs) for place, _, result in played)
        return played, ClubSheet(results, chairs)

    def _body(self, visitor: str, key: str) -> dict[str, Any]:
        body = self._store.get("list", key, visitor)
        if body is None:
            raise NotFound("there is no such list here", code="no-such-list")
        return body

    def _deal(self, visitor: str, key: str, body: dict[str, Any]) -> Game:
        number = len(body["games"])
        chairs: int = body.get("chairs", 3)
        columns = self._played(visitor, body)[1].columns
        totals = tuple(columns[(number + seat) % chairs].total for seat in range(chairs))
        game_id = secrets.token_urlsafe(12)
        body["games"].append(game_id)
        # Chairs are seats, counted from forehand on; the last of four seats is the dealer's.
        seat = -number % chairs
        sits_out = seat == 3
        others = list(zip(body["strengths"], body["names"], strict=True))
        fourth = None
        if chairs == 4:
            # Who has the visitor's place while they deal, or sits out while they play.
            fourth = others.pop(0) if sits_out else others.pop(2 - seat)
        left, right = others
        # Derived seeds can be traced back to the list's, and each is shown when its game is over:
        # deals that nobody chose are drawn one by one.
        seed = None if body["seed"] is None else derive_seed(body["seed"], number) >> 11
        return self._tables.start(
            visitor,
            (left[0], right[0]),
            seed=seed,
            seat=0 if sits_out else seat,
            in_list=InList(key, number + 1, totals, body["deals"] - number - 1),
            names=(left[1], right[1]),
            key=game_id,
            also=[Entry("list", key, visitor, body)],
            fourth=fourth,
            sits_out=sits_out,
        )
