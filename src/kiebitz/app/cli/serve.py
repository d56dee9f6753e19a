"""`kiebitz serve`: the table in the browser."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from kiebitz.app.cli.terminal import JsonOption, fail, print_json, warn


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port; 0 takes a free one.", min=0, max=65535)] = 8400,
    name: Annotated[
        list[str] | None,
        typer.Option(help="A name by which a proxy in front may call it; may be given again."),
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(help="What browsers must know to be let in.", envvar="KIEBITZ_TOKEN"),
    ] = None,
    data: Annotated[
        Path | None, typer.Option(help="Folder of the games (default: the user's data folder).")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Computations at the same time.", min=1, max=256)
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    json: JsonOption = False,
) -> None:
    """Play Skat, review games and look things up in Bridge, in the browser.

    Anything but the loopback address asks for a token; without --token one is made up and printed.

    [dim]Examples:[/]

        kiebitz serve --open

        kiebitz serve --host 0.0.0.0 --port 8080 --token "$SECRET"

        kiebitz serve --name skat.example.org --token "$SECRET"
    """
    import contextlib
    import secrets
    import signal
    import socket

    import uvicorn

    from kiebitz.app.web.memory import keep_large_blocks_apart
    from kiebitz.app.web.server import create_app
    from kiebitz.app.web.settings import Settings, user_data_folder
    from kiebitz.app.web.store import Store, Unusable
    from kiebitz.app.web.wire import config_of, fitted, keep_alive

    loopback = _is_loopback(host)
    if not loopback and token is None:
        token = secrets.token_urlsafe(18)
    if token is not None and (len(token) < 12 or not token.isascii() or " " in token):
        fail("a token has at least 12 characters, none of them a space")
    chosen = {} if workers is None else {"workers": workers}
    settings = fitted(
        Settings(
            data=data or user_data_folder(),
            token=token,
            hosts=(host, "127.0.0.1", "localhost", "[::1]", *(name or ())) if loopback else (),
            **chosen,
        )
    )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        fail(f"cannot listen on {host} port {port}: {error.strerror}; try --port 0")
    keep_alive(listener)
    try:
        store = Store(settings.data, settings.disk_bytes)
    except Unusable as error:
        fail(str(error))
    listener.listen()  # who comes as soon as the address is told waits, and is not sent away
    port = listener.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}/" + (f"?token={token}" if token else "")
    if json:
        print_json({"address": address})
    else:
        print(f"Kiebitz is at {address}", flush=True)
    warn("Ctrl-C stops it; games are kept.")
    if open_browser:
        import webbrowser

        webbrowser.open(address)
    keep_large_blocks_apart()
    app = create_app(settings, store)

    class Server(uvicorn.Server):
        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            # Open pages follow their games; without this they would hold the server up.
            if hasattr(app.state, "hang_up"):
                app.state.hang_up()
            if sig == signal.SIGTERM:  # a service is asked to end: that is no failure
                self.should_exit = True
            else:
                super().handle_exit(sig, frame)

    with contextlib.suppress(KeyboardInterrupt):  # that is how it is meant to end
        Server(config_of(app, settings)).run(sockets=[listener])


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
