"""The page without its server: what was seen once is shown again."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from .serving import running


def test_learning_works_while_the_server_is_away(browser: Browser) -> None:
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(
        "localStorage.setItem('kiebitz', JSON.stringify({language: 'en', speed: 'instant'}))"
    )
    context.set_default_timeout(60_000)
    with running() as address:
        page = context.new_page()
        page.goto(f"{address}/#/learn")
        page.wait_for_selector(".words dt")
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.reload()  # now the worker answers, and keeps what it is asked for
        page.wait_for_selector(".words dt")
        page.goto(f"{address}/#/")
        page.wait_for_selector("#deal")
    page.goto(f"{address}/#/learn")
    page.reload()  # the server is gone
    expect(page.locator(".words dt")).to_have_count(25)
    page.goto(f"{address}/#/")
    expect(page.locator("#nothing")).to_be_visible()  # a game needs the server, and that is said
    context.close()
