"""The server: routes, page and guard put together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from kiebitz import __version__
from kiebitz.app.web import (
    board_routes,
    bridge_play_routes,
    bridge_review_routes,
    bridge_routes,
    friends_routes,
    history_routes,
    places_routes,
    play_routes,
    report_routes,
    review_routes,
    train_routes,
)
from kiebitz.app.web.context import PROBLEMS, Context
from kiebitz.app.web.friends import Friends
from kiebitz.app.web.games import Conflict, NotFound
from kiebitz.app.web.guard import Guard
from kiebitz.app.web.history import History
from kiebitz.app.web.lists import Lists
from kiebitz.app.web.memory import give_back_memory
from kiebitz.app.web.metrics import Meter
from kiebitz.app.web.problems import refusal, refused
from kiebitz.app.web.settings import Settings
from kiebitz.app.web.store import Store, Unsaved
from kiebitz.app.web.tables import Tables
from kiebitz.app.web.training import Training
from kiebitz.app.web.uploads import Uploads
from kiebitz.app.web.work import Cancelled, QueueFull, Work
from kiebitz.errors import KiebitzError, placed

STATIC = Path(__file__).parent / "static"
ROUTES = (
    play_routes,
    friends_routes,
    review_routes,
    board_routes,
    bridge_routes,
    train_routes,
)
_HOUSE_SECONDS = 30.0
_log = logging.getLogger("kiebitz.web")


def create_app(settings: Settings | None = None, store: Store | None = None) -> FastAPI:
    """The web application; it opens the store of the settings unless one is given.

    >>> create_app().title
    'Kiebitz'
    """
    settings = settings or Settings()
    meter = Meter()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        kept = store or Store(settings.data, settings.disk_bytes)
        work = Work(settings.workers, settings.waiting, settings.waiting_each)
        # Moves have threads of their own: nobody at a table waits for the hints of others.
        moves = Work(settings.workers, settings.waiting, settings.waiting_each)
        reading = Work(2, 4 * settings.waiting, 4 * settings.waiting_each)
        tables = Tables(settings, kept, moves)
        loop = asyncio.get_running_loop()
        app.state.hang_up = lambda: loop.call_soon_threadsafe(tables.hang_up)
        lists, uploads = Lists(settings, kept, tables), Uploads(settings, kept)
        training, friends = Training(kept), Friends(settings, tables)
        history = History(settings, kept)
        app.state.context = Context(
            settings, kept, work, tables, lists, uploads, training, friends, history, reading
        )
        house = loop.create_task(_keep_house(kept, settings.backup_seconds))
        yield
        house.cancel()
        for threads in (work, moves, reading):
            threads.close()
        kept.close()

    app = FastAPI(
        title="Kiebitz",
        version=__version__,
        description="Play Skat, review games, analyse positions, and look things up in Bridge.",
        lifespan=life,
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    for routes in (
        play_routes,
        friends_routes,
        review_routes,
        report_routes,
        board_routes,
        bridge_routes,
        bridge_review_routes,
        bridge_play_routes,
        places_routes,
        train_routes,
        history_routes,
    ):
        app.include_router(routes.router)
    _add_page(app)
    _add_watch(app, meter)
    _add_refusals(app)
    app.add_middleware(Guard, settings=settings, meter=meter)
    return app


async def _keep_house(store: Store, backup_seconds: float) -> None:
    """Gives back what is not needed, and copies the database, now and then."""
    pause = min(_HOUSE_SECONDS, backup_seconds)
    since = backup_seconds  # there is a copy from the beginning
    while True:
        if since >= backup_seconds:
            since = 0.0
            try:
                await asyncio.to_thread(store.back_up)
            except Unsaved as error:
                _log.warning("no copy of the database: %s", error)
        await asyncio.sleep(pause)
        since += pause
        with suppress(Unsaved):
            await asyncio.to_thread(store.give_back)
        await asyncio.to_thread(give_back_memory)


def _add_page(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})

    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> dict[str, str]:
        return {"status": "ok"}

    @app.get("/sw.js", include_in_schema=False)
    async def service_worker() -> FileResponse:
        # From the root, so that it may answer for the whole page when the server is away.
        return FileResponse(STATIC / "sw.js", headers={"cache-control": "no-cache"})

    app.mount("/static", _Static(directory=STATIC), name="static")


def _add_watch(app: FastAPI, meter: Meter) -> None:
    @app.get("/api/health", responses=PROBLEMS)
    async def health(request: Request) -> dict[str, str | int]:
        """Whether the server is well, without a token."""
        context: Context = request.app.state.context
        return {"status": "ok", "version": __version__, "waiting": context.work.waiting}

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> PlainTextResponse:
        context: Context = request.app.state.context
        gauges = {
            "games_open": context.tables.open_games,
            "streams_open": context.streams.total(),
            "computations_running": context.work.running,
            "computations_waiting": context.work.waiting,
            "games_kept": context.store.total("game")[0],
            "uploads_bytes": context.store.total("upload")[1],
        }
        return PlainTextResponse(meter.text(gauges))


class _Static(StaticFiles):
    """Files of the page; browsers ask each time whether they have changed."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["cache-control"] = "no-cache"
        return response


def _add_refusals(app: FastAPI) -> None:
    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"] if part not in ("body", "query"))
        sentence = f"{place}: {first['msg']}" if place else str(first["msg"])
        limits = {name: value for name, value in first.get("ctx", {}).items() if type(value) is int}
        most = limits.get("max_length", limits.get("le", limits.get("lt")))
        least = limits.get("min_length", limits.get("ge"))
        if most is not None:
            return refusal(422, sentence, code="field-over", field=place, most=most)
        if least is not None:
            return refusal(422, sentence, code="field-under", field=place, least=least)
        return refusal(422, sentence, code="field-wrong", field=place)

    @app.exception_handler(NotFound)
    async def not_found(request: Request, error: NotFound) -> Response:
        return refused(404, error)

    @app.exception_handler(Conflict)
    async def conflict(request: Request, error: Conflict) -> Response:
        return refused(409, error)

    @app.exception_handler(KiebitzError)
    async def wrong(request: Request, error: KiebitzError) -> Response:
        return refused(400, error)

    @app.exception_handler(QueueFull)
    async def full(request: Request, error: QueueFull) -> Response:
        sentence = "too many computations are waiting; try again in a few seconds"
        return refusal(429, sentence, code="busy", headers={"retry-after": "3"})

    @app.exception_handler(Unsaved)
    async def unsaved(request: Request, error: Unsaved) -> Response:
        _log.warning("%s: %s", request.url.path, error)
        wrapped = placed(error, "nothing was changed, it could not be saved", code="not-saved")
        return refused(503, wrapped, {"retry-after": "5"})

    @app.exception_handler(Cancelled)
    async def cancelled(request: Request, error: Cancelled) -> Response:
        return refusal(400, "the request was cancelled", code="cancelled")

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        if isinstance(error.detail, dict):  # a problem already
            return JSONResponse(error.detail, error.status_code, error.headers)
        status = error.status_code
        return refusal(
            status,
            str(error.detail),
            code="not-found" if status == 404 else "http",
            headers=error.headers,
            number=status,
        )

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        _log.exception("request %s failed", request.url.path, exc_info=error)
        return refusal(500, "something went wrong on the server; it has been noted", code="failed")
