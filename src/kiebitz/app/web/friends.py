"""Tables with friends: opening one, sitting down by a link, leaving, coming back, the next deal."""

from __future__ import annotations

import asyncio
import hmac
import secrets
import time

from kiebitz.app.web.company import MOST_WATCHERS, Company, Guest, Pointer
from kiebitz.app.web.games import Conflict, Game, NotFound
from kiebitz.app.web.settings import Settings
from kiebitz.app.web.tables import Tables

_NO_TABLE = "there is no such table, or the link is not right"


class Friends:
    """What people do at a table besides playing cards."""

    def __init__(self, settings: Settings, tables: Tables) -> None:
        self._settings = settings
        self._tables = tables
        #: By game: the move it runs for (ply and seat), and what happens at its end.
        self._clocks: dict[str, tuple[tuple[int, int | None], asyncio.TimerHandle]] = {}
        tables.changed = self._wind

    def open(self, visitor: str, strengths: tuple[str, str], name: str, clock: int | None) -> Game:
        """A table that waits for friends; the visitor sits in forehand."""
        company = Company(
            {0: Guest(visitor, name)},
            secrets.token_urlsafe(18),
            secrets.token_urlsafe(18),
            clock,
        )
        return self._tables.start(visitor, strengths, seat=0, company=company)

    def join(self, visitor: str, key: str, secret: str, name: str) -> Game:
        """Sits down or looks on, as the link says, at the game that is played there now."""
        game, company = self._current(key, secret)
        if game.seat_of(visitor) is not None:
            return self.back(game, visitor)
        if hmac.compare_digest(secret.encode(), company.watch.encode()):
            if visitor not in company.watchers:
                company.watchers = [*company.watchers, visitor][-MOST_WATCHERS:]
                self._tables.announce(game)
            return game
        if any(one.visitor == visitor for one in company.queue):
            return game
        free = [seat for seat in range(3) if seat not in company.guests]
        if len(free) <= len(company.queue):
            raise Conflict("all seats of this table are taken", code="table-full")
        if company.waiting:
            company.guests[free[0]] = Guest(visitor, name)
            if len(free) == 1:
                company.waiting = False
        else:
            company.queue.append(Guest(visitor, name))
        self._tables.announce(game)
        return game

    def begin(self, game: Game, visitor: str) -> Game:
        """Nobody else is waited for: computer players take the free seats."""
        company = self._company(game)
        if game.visitor != visitor:
            raise Conflict("only who opened the table can begin", code="not-the-host")
        company.waiting = False
        self._tables.announce(game)
        return game

    def leave(self, game: Game, visitor: str) -> Game:
        """A computer player takes over."""
        company = self._company(game)
        seat = company.seat_of(visitor)
        if seat is not None:
            company.guests[seat].away = True
        company.queue = [one for one in company.queue if one.visitor != visitor]
        self._tables.announce(game)
        return game

    def back(self, game: Game, visitor: str) -> Game:
        """Plays on from where the game is now."""
        seat = self._company(game).seat_of(visitor)
        if seat is not None and self._company(game).guests[seat].away:
            self._company(game).guests[seat].away = False
            self._tables.announce(game)
        return game

    def next(self, game: Game, visitor: str) -> Game:
        """The next deal at the same table, for everybody."""
        company = self._company(game)
        if company.seat_of(visitor) is None:
            raise Conflict("only who plays can deal", code="not-seated")
        if company.following is not None:
            return self._tables.find(visitor, company.following)
        if not game.state.is_over:
            raise Conflict("the next deal comes when this one is over", code="next-when")
        following = company.next_round()
        seat = following.seat_of(game.visitor)
        assert seat is not None
        after = self._tables.start(
            game.visitor,
            game.opponents,
            seat=seat,
            names=game.opponent_names,
            company=following,
        )
        company.following = after.id
        self._tables.announce(game)
        return after

    def point(self, game: Game, visitor: str, decision: int) -> Game:
        """Somebody who played shows everybody a decision of the game that is over."""
        company = self._company(game)
        seat = company.seat_of(visitor)
        if seat is None:
            raise Conflict("only who played can show something", code="not-a-player")
        if not game.state.is_over:
            raise Conflict("a game is reviewed when it is over", code="review-when")
        company.pointer = Pointer(seat, decision)
        self._tables.tell(game)
        return game

    @staticmethod
    def _company(game: Game) -> Company:
        if game.company is None:
            raise Conflict("this game is played without friends", code="no-company")
        return game.company

    def _current(self, key: str, secret: str) -> tuple[Game, Company]:
        """The latest game at the table, if the secret is one of its two."""
        game = self._tables.look(key)
        for _ in range(1000):
            company = game.company if game is not None else None
            known = (company.invite, company.watch) if company is not None else ()
            if not any(hmac.compare_digest(secret.encode(), one.encode()) for one in known):
                raise NotFound(_NO_TABLE, code="no-such-table")
            assert game is not None
            assert company is not None
            if company.following is None:
                return game, company
            game = self._tables.look(company.following)
        raise NotFound(_NO_TABLE, code="no-such-table")

    def _wind(self, game: Game) -> None:
        """Sets the clock for whoever is to move; others who come or go give them no more time."""
        company, state = game.company, game.state
        if company is None or company.clock is None:
            return
        runs = not company.waiting and not state.is_over and company.is_present(state.to_move)
        move = (game.ply, state.to_move if runs else None)
        old = self._clocks.get(game.id)
        if old is not None and old[0] == move:
            return
        if old is not None:
            old[1].cancel()
            del self._clocks[game.id]
        company.deadline = None
        if runs:
            loop = asyncio.get_running_loop()
            timer = loop.call_later(company.clock, self._expired, game, game.ply)
            self._clocks[game.id] = (move, timer)
            company.deadline = time.monotonic() + company.clock

    def _expired(self, game: Game, ply: int) -> None:
        self._clocks.pop(game.id, None)
        company = game.company
        if company is not None and game.ply == ply and company.is_present(game.state.to_move):
            company.guests[game.state.to_move].away = True
            self._tables.announce(game)
