"""Lists: a series of deals with Seeger-Fabian scores; the visitor has chair 0."""

from __future__ import annotations

import secrets
from typing import Any

from kiebitz.app.web.computers import COMPUTER_NAMES
from kiebitz.app.web.games import Conflict, Game, NotFound, result_of
from kiebitz.app.web.models import SheetModel, SheetRow
from kiebitz.app.web.settings import Settings
from kiebitz.app.web.store import Entry, Store, Unsaved
from kiebitz.app.web.tables import Tables
from kiebitz.cards import derive_seed


class Lists:
    """The lists of all visitors."""

    def __init__(self, settings: Settings, store: Store, tables: Tables) -> None:
        self._settings = settings
        self._store = store
        self._tables = tables

    def start(
        self, visitor: str, strengths: tuple[str, str], deals: int, seed: int | None
    ) -> SheetModel:
        """Begins a list and deals its first game."""
        key = secrets.token_urlsafe(12)
        body = {
            "strengths": strengths,
            "names": secrets.SystemRandom().sample(COMPUTER_NAMES, 2),
            "deals": deals,
            "seed": seed,
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
        """The list with its running totals."""
        body = self._body(visitor, key)
        rows: list[SheetRow] = []
        totals = (0, 0, 0)
        current = None
        for place, game_id in enumerate(body["games"]):
            kept = self._store.get("game", game_id, visitor)
            if kept is None:
                continue
            result = result_of(kept)
            seat: int = kept["seat"]
            points = (0, 0, 0)
            if result is None:
                current = game_id
            else:
                by_seat = result.seeger_fabian
                points = (by_seat[seat], by_seat[(seat + 1) % 3], by_seat[(seat + 2) % 3])
            totals = (totals[0] + points[0], totals[1] + points[1], totals[2] + points[2])
            declarer = result.declarer if result else None
            rows.append(
                SheetRow(
                    number=place + 1,
                    game=game_id,
                    over=result is not None,
                    contract=result.contract if result else None,
                    chair=None if declarer is None else (declarer - seat) % 3,
                    value=result.value if result else 0,
                    points=points,
                    totals=totals,
                )
            )
        first, second = body["names"]
        return SheetModel(
            id=key,
            deals=body["deals"],
            names=("", first, second),
            rows=rows,
            totals=totals,
            complete=len(rows) >= body["deals"] and current is None,
            current=current,
        )

    def _body(self, visitor: str, key: str) -> dict[str, Any]:
        body = self._store.get("list", key, visitor)
        if body is None:
            raise NotFound("there is no such list here", code="no-such-list")
        return body

    def _deal(self, visitor: str, key: str, body: dict[str, Any]) -> Game:
        number = len(body["games"])
        first, second = body["strengths"]
        game_id = secrets.token_urlsafe(12)
        body["games"].append(game_id)
        # Derived seeds can be traced back to the list's, and each is shown when its game is over:
        # deals that nobody chose are drawn one by one.
        seed = None if body["seed"] is None else derive_seed(body["seed"], number) >> 11
        return self._tables.start(
            visitor,
            (first, second),
            seed=seed,
            seat=-number % 3,  # the deal goes round: forehand is one chair further each time
            in_list=(key, number + 1),
            names=(body["names"][0], body["names"][1]),
            key=game_id,
            also=[Entry("list", key, visitor, body)],
        )
