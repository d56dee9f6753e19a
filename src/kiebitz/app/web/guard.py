"""Before every request: who may come in, how much may be sent, what browsers are told."""

from __future__ import annotations

import hmac
import re
import secrets
import time
from http.cookies import SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kiebitz.app.web.metrics import Meter
from kiebitz.app.web.networks import Networks, Pace, network_of
from kiebitz.app.web.problems import problem_of, refusal, refused
from kiebitz.app.web.settings import Settings
from kiebitz.errors import KiebitzError

VISITOR_COOKIE = "kiebitz_visitor"
TOKEN_COOKIE = "kiebitz_token"
_VISITOR = re.compile(r"[A-Za-z0-9_-]{20,40}\Z")
_YEAR = 365 * 24 * 3600

_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Checks the host, the token and the size of requests; adds the headers; names the visitor.

    A visitor is a random cookie, nothing else is known of them.
    """

    def __init__(self, app: ASGIApp, settings: Settings, meter: Meter) -> None:
        self._app = app
        self._meter = meter
        self._settings = settings
        self._receiving = 0  # bytes of all requests under way
        self._networks = Networks(settings.requests_each, settings.visitors_each)
        rate, burst = settings.requests_a_second, settings.requests_at_once
        self._visitors = Pace(rate, burst)
        self._places = Pace(10 * rate, 10 * burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        cookies: SimpleCookie = SimpleCookie()
        try:
            cookies.load(headers.get("cookie", ""))
        except Exception:
            cookies = SimpleCookie()
        known = cookies.get(VISITOR_COOKIE)
        is_known = known is not None and _VISITOR.match(known.value) is not None
        visitor = known.value if known is not None and is_known else secrets.token_urlsafe(18)
        scope.setdefault("state", {})["visitor"] = visitor

        started = time.perf_counter()

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                taken = time.perf_counter() - started
                self._meter.note(scope["method"], message["status"], taken)
                outgoing = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    outgoing.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    outgoing.setdefault("cache-control", "no-store")
                if not is_known:
                    outgoing.append("set-cookie", _cookie(VISITOR_COOKIE, visitor))
            await send(message)

        refusal = self._refusal(scope, headers, cookies)
        if refusal is not None:
            await refusal(scope, receive, send_guarded)
            return
        network = network_of((scope.get("client") or ("",))[0])
        if not self._in_time(network, visitor if is_known else None):
            sentence = "too many requests in a short time; try again in a moment"
            hasty = KiebitzError(sentence, code="too-fast")
            await refused(429, hasty, {"retry-after": "1"})(scope, receive, send_guarded)
            return
        is_new = not is_known and scope["method"] == "POST"
        if not self._networks.admits(network, is_new=is_new):
            sentence = "too many requests from your network at once; try again in a minute"
            busy = KiebitzError(sentence, code="network-busy")
            await refused(429, busy, {"retry-after": "60"})(scope, receive, send_guarded)
            return
        limit = self._limit(scope["path"])
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > limit:
            await refused(413, _too_large(limit))(scope, receive, send_guarded)
            return
        received = 0

        async def receive_bounded() -> Message:
            nonlocal received
            message = await receive()
            if message["type"] == "http.request":
                received += len(message.get("body", b""))
                self._receiving += len(message.get("body", b""))
                if received > limit:
                    raise HTTPException(413, problem_of(_too_large(limit)))  # type: ignore[arg-type]
                if self._receiving > self._settings.bodies_bytes:
                    busy = KiebitzError("too much is being sent at once", code="busy")
                    raise HTTPException(503, problem_of(busy), {"retry-after": "5"})  # type: ignore[arg-type]
            return message

        with self._networks.counted(network):
            try:
                await self._app(scope, receive_bounded, send_guarded)
            finally:
                self._receiving -= received

    def _in_time(self, network: str | None, visitor: str | None) -> bool:
        """Whether neither visitor nor place sends too fast; this machine speaks for many."""
        if network is not None and not self._places.admits(network):
            return False
        return visitor is None or self._visitors.admits(visitor)

    def _limit(self, path: str) -> int:
        uploads = path in ("/api/uploads", "/api/history")
        return self._settings.upload_bytes if uploads else self._settings.body_bytes

    def _refusal(
        self, scope: Scope, headers: Headers, cookies: SimpleCookie
    ) -> JSONResponse | RedirectResponse | None:
        host = headers.get("host", "")
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        if self._settings.hosts and name not in self._settings.hosts:
            return refusal(421, f"this server is not {name[:60]!r}", code="other-host", text=name)
        origin = headers.get("origin")
        if origin not in (None, f"http://{host}", f"https://{host}"):
            return refusal(403, "requests of other sites are not answered", code="other-site")
        token = self._settings.token
        if token is None or scope["path"] in ("/healthz", "/api/health"):
            return None
        cookie = cookies.get(TOKEN_COOKIE)
        if cookie is not None and hmac.compare_digest(cookie.value.encode(), token.encode()):
            return None
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and hmac.compare_digest(given.encode(), token.encode()):
            return None
        query = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if hmac.compare_digest(query.encode(), token.encode()):
            response = RedirectResponse("/", status_code=303)
            response.headers.append("set-cookie", _cookie(TOKEN_COOKIE, token))
            return response
        return refusal(
            401,
            "this server asks for a token: open the address that it printed",
            code="token-missing",
        )


def _cookie(name: str, value: str) -> str:
    return f"{name}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={_YEAR}"


def _too_large(limit: int) -> KiebitzError:
    sentence = f"a request of this kind may have {limit} bytes"
    return KiebitzError(sentence, code="too-large", most=limit)
