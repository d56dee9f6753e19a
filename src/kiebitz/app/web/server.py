"""The server: routes, page and guard put together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from kiebitz import __version__
from kiebitz.app.web import board_routes, bridge_routes, play_routes, review_routes
from kiebitz.app.web.context import Context
from kiebitz.app.web.guard import Guard
from kiebitz.app.web.lists import Lists
from kiebitz.app.web.settings import Settings
from kiebitz.app.web.store import Store
from kiebitz.app.web.tables import Conflict, NotFound, Tables
from kiebitz.app.web.work import Cancelled, QueueFull, Work
from kiebitz.errors import KiebitzError

STATIC = Path(__file__).parent / "static"
_log = logging.getLogger("kiebitz.web")


def create_app(settings: Settings | None = None) -> FastAPI:
    """The web application.

    >>> create_app().title
    'Kiebitz'
    """
    settings = settings or Settings()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings.data)
        work = Work(settings.workers, settings.waiting, settings.waiting_each)
        # Moves have threads of their own: nobody at a table waits for the hints of others.
        moves = Work(settings.workers, settings.waiting, settings.waiting_each)
        tables = Tables(settings, store, moves)
        loop = asyncio.get_running_loop()
        app.state.hang_up = lambda: loop.call_soon_threadsafe(tables.hang_up)
        app.state.context = Context(settings, store, work, tables, Lists(settings, store, tables))
        yield
        work.close()
        moves.close()
        store.close()

    app = FastAPI(
        title="Kiebitz",
        version=__version__,
        description="Play Skat, review games, analyse positions, and look things up in Bridge.",
        lifespan=life,
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    for routes in (play_routes, review_routes, board_routes, bridge_routes):
        app.include_router(routes.router)
    _add_page(app)
    _add_refusals(app)
    app.add_middleware(Guard, settings=settings)
    return app


def _add_page(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})

    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> dict[str, str]:
        return {"status": "ok"}

    app.mount("/static", _Static(directory=STATIC), name="static")


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
        return _problem(422, sentence)

    @app.exception_handler(NotFound)
    async def not_found(request: Request, error: NotFound) -> Response:
        return _problem(404, str(error))

    @app.exception_handler(Conflict)
    async def conflict(request: Request, error: Conflict) -> Response:
        return _problem(409, str(error))

    @app.exception_handler(KiebitzError)
    async def wrong(request: Request, error: KiebitzError) -> Response:
        return _problem(400, str(error))

    @app.exception_handler(QueueFull)
    async def full(request: Request, error: QueueFull) -> Response:
        response = _problem(429, "too many computations are waiting; try again in a few seconds")
        response.headers["retry-after"] = "3"
        return response

    @app.exception_handler(Cancelled)
    async def cancelled(request: Request, error: Cancelled) -> Response:
        return _problem(400, "the request was cancelled")

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        return JSONResponse(
            {"error": str(error.detail)}, status_code=error.status_code, headers=error.headers
        )

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        _log.exception("request %s failed", request.url.path, exc_info=error)
        return _problem(500, "something went wrong on the server; it has been noted")


def _problem(status: int, sentence: str) -> JSONResponse:
    return JSONResponse({"error": sentence[:600]}, status_code=status)
