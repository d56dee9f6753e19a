"""Servers and browsers for the tests of the page."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from .serving import running

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """A server for all tests that do not restart it."""
    with running() as where:
        yield where


@pytest.fixture
def client(address: str) -> Iterator[httpx.Client]:
    """A new visitor."""
    with httpx.Client(base_url=address, timeout=30) as visitor:
        yield visitor


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium; without it the tests are skipped, except in continuous integration."""
    chromium = shutil.which("chromium")
    if chromium is None:
        if os.environ.get("CI"):
            pytest.fail("the tests of the page need Chromium: apt-get install chromium")
        pytest.skip("there is no Chromium")
    expect.set_options(timeout=60_000)  # a machine may be busy
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def context(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """A browser of a new visitor who is in a hurry."""
    opened = browser.new_context(
        viewport={"width": 1180, "height": 860}, base_url=address, reduced_motion="reduce"
    )
    opened.add_init_script(
        "localStorage.getItem('kiebitz') ?? localStorage.setItem('kiebitz', "
        "JSON.stringify({language: 'en', speed: 'instant', left: 'rules', right: 'rules'}))"
    )
    opened.set_default_timeout(60_000)
    yield opened
    opened.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page on which no script may fail and nothing may be asked of other hosts."""
    opened = context.new_page()
    problems: list[str] = []
    opened.on("pageerror", lambda error: problems.append(str(error)))
    opened.on(
        "console",
        lambda message: (
            problems.append(message.text)
            if message.type == "error" and "Failed to load resource" not in message.text
            else None
        ),
    )
    opened.on(
        "request",
        lambda request: (
            None
            if request.url.startswith(("http://127.0.0.1:", "data:", "blob:"))
            else problems.append(f"asked {request.url}")
        ),
    )
    yield opened
    assert problems == []
