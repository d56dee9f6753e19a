"""The tables: a visitor against two computer players, kept so that a restart loses nothing."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from kiebitz.app.web import computers
from kiebitz.app.web.company import Company
from kiebitz.app.web.computers import COMPUTER_NAMES
from kiebitz.app.web.games import Conflict, Game, InList, NotFound, Practice
from kiebitz.app.web.settings import Settings
from kiebitz.app.web.store import Entry, Store, Unsaved
from kiebitz.app.web.work import QueueFull, Work
from kiebitz.cards import derive_seed
from kiebitz.errors import IllegalMove, KiebitzError
from kiebitz.games.skat import Phase, State
from kiebitz.games.skat.history import states_of
from kiebitz.games.skat.records import parse_record
from kiebitz.players.protocol import Decision

_OPEN_GAMES = 2000  # in memory; others are read from the store when they are asked for
_RETRY_SECONDS = (1.0, 30.0)  # the first and the longest pause before something is tried again
_log = logging.getLogger("kiebitz.web")


class Tables:
    """All games; the computer players at them move as soon as it is their turn."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        work: Work,
    ) -> None:
        self._settings = settings
        self._store = store
        self._work = work
        self._open: OrderedDict[str, Game] = OrderedDict()
        self.closing = False
        """Whether those who follow a game should let go."""
        self.changed: Callable[[Game], None] = lambda game: None
        """Told of every change of a game."""

    # --- finding and starting ---

    def find(self, visitor: str, key: str) -> Game:
        """A visitor's game; a computer whose turn it is starts to think."""
        game = self.look(key, visitor)
        if game is None or not game.may_look(visitor):
            raise NotFound("there is no such game here", code="no-such-game-here")
        self._drive(game)
        return game

    def find_to_help(self, visitor: str, key: str, ply: int) -> Game:
        """The same for somebody who asks for help at a move; not among friends."""
        game = self.find(visitor, key)
        self._expect(game, ply)
        if game.company is not None:
            raise Conflict("among friends there are no hints", code="friends-hint")
        if game.sits_out:
            raise Conflict("it is not your turn", code="not-your-turn")
        return game

    def look(self, key: str, visitor: str | None = None) -> Game | None:
        """A game, whoever asks; the visitor is the owner of one that was kept without."""
        game = self._open.get(key)
        if game is None:
            body = self._store.get("game", key)
            if body is None:
                return None
            owner = body.get("owner")
            if owner is None:  # kept by an earlier version: it belongs to one visitor alone
                if visitor is None or self._store.get("game", key, visitor) is None:
                    return None
                owner = visitor
            game = Game.of_document(key, owner, body)
            self._remember(game)
            self.changed(game)
        return game

    @property
    def open_games(self) -> int:
        """How many games are in memory."""
        return len(self._open)

    def announce(self, game: Game) -> None:
        """Keeps and shows what has changed about the people at a table."""
        self._commit(game, note=game.lasting_note)
        self._drive(game)

    def start(
        self,
        visitor: str,
        strengths: tuple[str, str],
        *,
        seed: int | None = None,
        deal: str | None = None,
        seat: int | None = None,
        practice: Practice | None = None,
        in_list: InList | None = None,
        names: tuple[str, str] | None = None,
        key: str | None = None,
        also: Sequence[Entry] = (),
        company: Company | None = None,
        fourth: tuple[str, str] | None = None,
        sits_out: bool = False,
    ) -> Game:
        """Deals a new game; what is given in `also` is saved with it."""
        settings = self._settings
        if self._work.waiting >= settings.moves_waiting:
            raise QueueFull
        if deal is None:
            seed = secrets.randbits(53) if seed is None else seed
        state = State.deal(seed or 0) if deal is None else _dealt(deal.strip())
        if names is None:
            first, second = secrets.SystemRandom().sample(COMPUTER_NAMES, 2)
            names = (first, second)
        game = Game(
            id=key or secrets.token_urlsafe(12),
            visitor=visitor,
            state=state,
            seat=secrets.randbelow(3) if seat is None else seat,
            opponents=strengths,
            opponent_names=names,
            seed=secrets.randbits(53),
            deal_seed=seed,
            practice=[practice] if practice else [],
            list_id=in_list.key if in_list else None,
            list_number=in_list.number if in_list else None,
            list_totals=in_list.totals if in_list else (),
            list_left=in_list.left if in_list else 0,
            company=company,
            fourth=fourth,
            sits_out=sits_out,
            began=time.time(),
        )
        self._store.trim("game", visitor, settings.games_each - 1)
        room = (settings.games - 1, settings.disk_bytes)
        if not self._store.make_room("game", *room, older_than=settings.keep_seconds):
            raise Unsaved("this server keeps no more games at present", code="server-full")
        self._commit(game, also=also)
        self._remember(game)
        self._drive(game)
        return game

    def again(self, game: Game, visitor: str) -> Game:
        """The same deal, from the start, for one of those who were there."""
        if not game.may_be_known:
            raise Conflict("a deal is played again only when it is over", code="again-when")
        own = game.seat_of(visitor)
        return self.start(
            visitor,
            game.opponents,
            seed=game.deal_seed,
            deal=str(game.state).split()[1],
            seat=game.seat if own is None else own,
            practice="again",
            names=game.opponent_names,
        )

    # --- what the visitor does ---

    def move(self, game: Game, move: str, ply: int, visitor: str | None = None) -> None:
        """The visitor moves."""
        self._expect(game, ply)
        if game.state.is_over:
            raise Conflict("the game is over", code="over")
        seat = game.seat_of(visitor or game.visitor)
        waiting = game.company is not None and game.company.waiting
        if waiting or game.state.to_move != seat or not game.waits_for(seat):
            raise Conflict("it is not your turn", code="not-your-turn")
        # A declaration of somebody who took up the skat carries the two cards with it.
        if game.state.phase == Phase.DECLARE and move.count(".") != 2:
            raise IllegalMove(
                "a declaration names the game and two cards, like G.H7.HQ",
                code="declaration-form",
            )
        self._commit(game, game.state.play(move))
        self._drive(game)

    def laid_open(self, game: Game, ply: int, seat: int | None) -> State:
        """The game with the visitor's hand laid open, to see whether a claim holds."""
        self._expect(game, ply)
        state = game.state
        if state.phase != Phase.PLAY or seat is None or state.declarer != seat or state.shown:
            raise Conflict(
                "only the declarer can claim, once, while cards are played", code="claim-when"
            )
        return state.show()

    def claim(self, game: Game, ply: int, seat: int | None, *, accepted: bool) -> None:
        """The visitor, as declarer, lays the hand open and claims all that is left."""
        state = self.laid_open(game, ply, seat)
        if accepted:
            for other in range(3):
                if other != seat and not state.is_over:
                    state = state.resign(other)
        self._commit(game, state, note=None if accepted else "claim-refused")
        self._drive(game)

    def resign(self, game: Game, ply: int, seat: int | None) -> None:
        """The visitor gives up; a computer partner agrees, a person is not asked."""
        self._expect(game, ply)
        state = game.state
        alone = game.company is None or state.declarer == seat
        if state.phase != Phase.PLAY or seat is None or not alone:
            raise Conflict(
                "a game can be given up only while cards are played", code="give-up-when"
            )
        declarer = state.declarer
        givers = [declarer] if declarer == seat else [s for s in range(3) if s != declarer]
        for giver in givers:
            assert giver is not None
            if not state.is_over:
                state = state.resign(giver)
        self._commit(game, state)

    def take_back(self, game: Game, ply: int) -> None:
        """Back to before the visitor's last move; from then on the game is for practice."""
        self._expect(game, ply)
        before = game.before_last_own_move()
        if before is None or game.sits_out:
            raise Conflict("there is no move of yours to take back", code="nothing-to-take-back")
        if game.company is not None:
            raise Conflict("among friends no move is taken back", code="friends-take-back")
        if game.list_id is not None:
            raise Conflict("in a list no move is taken back", code="list-take-back")
        self._commit(game, before, mark="take-back")

    def note_hint(self, game: Game) -> None:
        """Notes that the visitor asked for a hint."""
        self._commit(game, mark="hint", note=game.lasting_note)

    # --- what the computers do ---

    def _drive(self, game: Game) -> None:
        state = game.state
        waiting = game.company is not None and game.company.waiting
        if state.is_over or waiting or game.waits_for(state.to_move) or game.thinking is not None:
            return
        game.thinking = asyncio.get_running_loop().create_task(self._think(game))

    async def _think(self, game: Game) -> None:
        first, longest = _RETRY_SECONDS
        pause = first
        state, after = None, game.state
        try:
            while not game.state.is_over and not game.waits_for(game.state.to_move):
                try:
                    if game.state is not state:
                        state = game.state
                        after = _moved(state, (await self._decide(game, state)).move)
                    if game.state is state:  # else the visitor took back a move or gave up
                        self._commit(game, after, note=game.lasting_note)
                        pause = first
                    continue
                except Unsaved as error:
                    _log.warning("a game could not be saved; tried again soon: %s", error)
                except Exception:
                    _log.exception("a computer player cannot go on; tried again soon")
                    state = None
                await asyncio.sleep(pause)
                pause = min(2 * pause, longest)
        finally:
            game.thinking = None

    async def _decide(self, game: Game, state: State) -> Decision:
        strength = game.strength_at(state.to_move)
        view = state.view(state.to_move)
        seed = derive_seed(game.seed, len(state.native.history))
        seconds = self._settings.move_seconds
        standing = game.standing_of(state.to_move)
        return await self._work.run(
            game.visitor,
            lambda ticket: computers.decide(strength, view, seed, seconds, ticket, standing),
            bounded=False,
        )

    # --- keeping ---

    @contextmanager
    def followed(self, game: Game) -> Iterator[None]:
        """Keeps the game in memory as long as somebody follows it."""
        game.followers += 1
        try:
            yield
        finally:
            game.followers -= 1

    def hang_up(self) -> None:
        """Lets go of all who follow a game: the server ends."""
        self.closing = True
        for game in self._open.values():
            self.tell(game)

    @staticmethod
    def _expect(game: Game, ply: int) -> None:
        if ply != game.ply:
            raise Conflict("the game has gone on meanwhile", code="gone-on")

    def _commit(
        self,
        game: Game,
        state: State | None = None,
        *,
        note: str | None = None,
        mark: Practice | None = None,
        also: Sequence[Entry] = (),
    ) -> None:
        """Saves the game as it is to be, and only then lets it be so and shows it."""
        practice = (
            game.practice if mark is None or mark in game.practice else [*game.practice, mark]
        )
        changes = {
            "state": state or game.state,
            "practice": practice,
            "note": note,
            "version": game.version + 1,
        }
        document = replace(game, **changes).to_document()  # type: ignore[arg-type]
        try:
            self._store.put_all([Entry("game", game.id, game.visitor, document), *also])
        except Unsaved:
            if game.note != "not-saved":
                game.note = "not-saved"
                game.version += 1
                self.tell(game)
            raise
        for name, value in changes.items():
            setattr(game, name, value)
        self.tell(game)

    def tell(self, game: Game) -> None:
        """Lets everybody who follows the game know that there is news."""
        self.changed(game)
        event, game.changed = game.changed, asyncio.Event()
        event.set()

    def _remember(self, game: Game) -> None:
        self._open[game.id] = game
        self._open.move_to_end(game.id)
        # One in which somebody thinks, or which somebody follows, would be there twice.
        idle = (one for one in self._open.values() if one.thinking is None and not one.followers)
        for old in [
            one for _, one in zip(range(len(self._open) - _OPEN_GAMES), idle, strict=False)
        ]:
            if old is not game:
                del self._open[old.id]


def _dealt(text: str) -> State:
    """The deal that a text gives: 32 cards, an ISS record or a move list."""
    if text.startswith("("):
        return states_of(parse_record(text).state)[0]
    if text.startswith("w "):
        return State.from_deal(text.split()[1])
    return State.from_deal(text)


def _moved(state: State, move: str) -> State:
    try:
        return state.play(move)
    except KiebitzError:
        _log.exception("a computer player made an illegal move")
        return state.play(state.legal_moves[0])
