"""Every page in four sizes and both languages: nothing sticks out, nothing covers another thing."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import BrowserContext, FilePayload, Page, ViewportSize

from .test_analysis import BLUNDER
from .test_browser import bid_to_the_end, set_up
from .test_history import some_games
from .test_play import GRAND

SIZES = {
    "desktop": ViewportSize(width=1180, height=860),
    "wide": ViewportSize(width=1920, height=1080),
    "phone": ViewportSize(width=390, height=780),
    "phone on its side": ViewportSize(width=844, height=390),
}
DEAL = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
PAGES = {
    "/#/": "#deal",
    "/#/learn": "#start-lesson",
    "/#/train": "#puzzle",
    "/#/review": "#drop",
    "/#/board": "main[data-page=board]",
    f"/#/bridge?deal={DEAL}": ".holding .best",
    "/#/suit?north=AJ92&south=K843": "#plans h2",
}
#: What is wrong with the page: wider than the window, or controls that lie on each other.
LOOK = """() => {
  const wrong = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) wrong.push(`${wide} wide`);
  const held = ".fanned, .hand, .spread, .fan, .trick, .open-hand, dialog";
  const looked = "button, a, input:not(.chip input), select, h1, h2, .seat";
  const seen = [...document.querySelectorAll(looked)]
    .filter((one) => !one.closest(held) && one.checkVisibility() && !one.closest(".unseen, .skip"))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && box.height > 1);
  const name = (one) => `${one.tagName} ${one.id || one.textContent.trim().slice(0, 20)}`;
  const clipped = (one) => one.closest(".scroll, .side, nav, .log");
  seen.forEach(([one, box], n) => {
    if (box.right > innerWidth + 1 && !clipped(one)) wrong.push(`${name(one)} sticks out`);
    for (const [other, its] of seen.slice(n + 1)) {
      if (one.contains(other) || other.contains(one) || clipped(one) !== clipped(other)) continue;
      const across = Math.min(box.right, its.right) - Math.max(box.left, its.left);
      const down = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      if (across > 3 && down > 3) wrong.push(`${name(one)} lies on ${name(other)}`);
    }
  });
  return wrong;
}"""


def look(page: Page) -> dict[str, list[str]]:
    found = {}
    for name, size in SIZES.items():
        page.set_viewport_size(size)
        if wrong := page.evaluate(LOOK):
            found[name] = wrong
    page.set_viewport_size(SIZES["desktop"])
    return found


@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("de", "dark")])
def test_no_page_overflows_and_nothing_overlaps(
    context: BrowserContext, page: Page, language: str, theme: str
) -> None:
    wanted = {"language": language, "theme": theme, "speed": "instant"}
    wanted |= {"left": "rules", "right": "rules"}
    page.add_init_script(f"localStorage.setItem('kiebitz', JSON.stringify({json.dumps(wanted)}))")
    found = {}
    for path, ready in PAGES.items():
        page.goto(path)
        page.wait_for_selector(ready)
        found[path] = look(page)
    found |= look_at_the_rest(page)
    set_up(page, GRAND, 0)
    page.wait_for_selector("#bid, #pick-up")
    found["bidding"] = look(page)
    bid_to_the_end(page)
    page.click("#pick-up")
    page.wait_for_selector("#game-G")
    found["declaring"] = look(page)
    page.set_viewport_size(SIZES["phone on its side"])
    tall = page.evaluate("document.documentElement.scrollHeight")
    assert tall <= 390, "a phone on its side shows the table without scrolling"
    assert {place: wrong for place, wrong in found.items() if wrong} == {}


def look_at_the_rest(page: Page) -> dict[str, dict[str, list[str]]]:
    """Pages that need something first: games, a list of four, a review, a table of friends."""
    found = {}
    page.goto("/#/statistics")
    page.wait_for_selector("#history-file")
    content = some_games(40).encode()
    file = FilePayload(name="games.sgf", mimeType="text/plain", buffer=content)
    page.set_input_files("#history-file", files=[file])
    page.fill("#history-name", "Anna")
    page.click("#history-import")
    page.wait_for_selector("#stats-roles")
    found["statistics"] = look(page)
    page.goto("/#/")
    page.select_option("#list-chairs", "4")
    page.click("#start-list")
    page.wait_for_selector("#sits-out")
    page.locator("a[href^='#/list/']").click()
    page.wait_for_selector("#sheet")
    found["list"] = look(page)
    page.goto("/#/")
    page.click("#open-table")
    page.wait_for_selector("#invite-link")
    found["friends"] = look(page)
    link = page.input_value("#watch-link")
    page.goto("/#/")
    page.wait_for_selector("#deal")
    page.goto(link)
    page.wait_for_selector("#join")
    found["join"] = look(page)
    page.goto("/#/review")
    page.fill("#record-text", BLUNDER)
    page.click("#read-record")
    page.wait_for_selector("#review-done", timeout=120_000)
    found["review"] = look(page)
    return found


def test_a_finger_sees_no_keys_and_a_wide_window_is_used(
    context: BrowserContext, page: Page
) -> None:
    set_up(page, GRAND, 0)
    page.wait_for_selector("#bid kbd")
    page.set_viewport_size(SIZES["wide"])
    felt = page.locator(".felt").bounding_box()
    assert felt is not None
    assert felt["width"] > 1300
    browser = context.browser
    assert browser is not None
    touch = browser.new_context(viewport=SIZES["phone"], has_touch=True, is_mobile=True)
    finger = touch.new_page()
    finger.goto(page.url.split("#")[0])
    finger.wait_for_selector("#deal")
    finger.tap("#deal")
    finger.wait_for_selector("#hint")
    assert not finger.locator("#hint kbd").is_visible()
    touch.close()
