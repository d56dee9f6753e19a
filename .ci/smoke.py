"""A short walk through an installed Kiebitz, with what running needs and nothing else.

usage: PYTHON .ci/smoke.py  (the Python of the environment under test, in any folder)
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

import kiebitz

KIEBITZ = str(Path(sys.executable).with_name("kiebitz"))


def run(*words: str) -> str:
    done = subprocess.run([KIEBITZ, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"kiebitz {' '.join(words)}: {done.stderr}"
    return done.stdout


def check_package() -> None:
    package = files(kiebitz)
    assert str(package).startswith(sys.prefix), f"{package} is not the installed package"
    assert package.joinpath("app/web/static/index.html").is_file(), "the page is missing"
    assert package.joinpath("py.typed").is_file(), "py.typed is missing"
    stubs = package.joinpath("_core").is_dir() or package.joinpath("_core.pyi").is_file()
    assert stubs, "the stubs are missing"


def check_command_line() -> None:
    assert kiebitz.__version__ in run("--version")
    assert len(json.loads(run("skat", "deal", "--seed", "1", "--json"))["hands"]) == 3
    for words in (("skat", "solve"), ("bridge", "dd"), ("arena", "run"), ("lab", "run"), ("play",)):
        assert "--json" in run(*words, "-h")
    assert "Grand" in run("skat", "show", "--sample")
    wrong = subprocess.run([KIEBITZ, "skat", "solve", "--nodes", "x"], capture_output=True)
    assert (wrong.returncode, wrong.stderr.count(b"\n")) == (2, 1)
    missing = subprocess.run([KIEBITZ, "lab", "run", "recursion-levels"], capture_output=True)
    assert missing.returncode == 2, "what is not installed is said before the work"
    assert b"pip install" in missing.stderr


def check_page() -> None:
    with tempfile.TemporaryDirectory() as data:
        server = subprocess.Popen(
            [KIEBITZ, "serve", "--port", "0", "--json", "--data", data],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            assert server.stdout is not None
            address = json.loads(server.stdout.readline())["address"]
            visitor = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
            assert b"Kiebitz" in ask(visitor, urllib.request.Request(address))
            game = json.loads(ask(visitor, post(address + "api/games", {"seed": 1, "seat": 0})))
            again = ask(visitor, urllib.request.Request(f"{address}api/games/{game['id']}"))
            assert json.loads(again)["id"] == game["id"]
        finally:
            server.terminate()
            server.wait(timeout=30)


def post(address: str, body: dict[str, object]) -> urllib.request.Request:
    return urllib.request.Request(
        address, json.dumps(body).encode(), {"content-type": "application/json"}
    )


def ask(visitor: urllib.request.OpenerDirector, request: urllib.request.Request) -> bytes:
    deadline = time.monotonic() + 60
    while True:
        try:
            with visitor.open(request, timeout=30) as answer:
                content: bytes = answer.read()
                return content
        except urllib.error.HTTPError:
            raise
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


check_package()
check_command_line()
check_page()
names = ("typer", "rich", "fastapi", "uvicorn")
print("runs with " + ", ".join(f"{name} {version(name)}" for name in names))
