"""Every page in four sizes, two languages, light and dark: nothing sticks out or covers another."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page

from .test_browser import set_up, violations
from .test_play import GRAND
from .tour import SIZES, prepare, walk

#: What is wrong with the page: wider than the window, controls that lie on each other, cards
#: that leave the place they lie in, tables to be moved sideways, words of the program.
LOOK = """() => {
  const wrong = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) wrong.push(`${wide} wide`);
  const held = ".fanned, .hand, .spread, .fan, .trick, .open-hand";
  const looked = "button, a, input:not(.chip input), select, h1, h2, .seat, .holding";
  const box = (one) => one.getBoundingClientRect();
  const dialog = document.querySelector("dialog[open]");
  const seen = [...(dialog ?? document).querySelectorAll(looked)]
    .filter((one) => !one.closest(held) && one.checkVisibility() && !one.closest(".unseen, .skip"))
    .map((one) => [one, box(one)])
    .filter(([, its]) => its.width > 1 && its.height > 1);
  const name = (one) => `${one.tagName} ${one.id || one.textContent.trim().slice(0, 20)}`;
  const clipped = (one) => one.closest(".scroll, .side, nav, .log");
  seen.forEach(([one, mine], n) => {
    if (mine.right > innerWidth + 1 && !clipped(one)) wrong.push(`${name(one)} sticks out`);
    for (const [other, its] of seen.slice(n + 1)) {
      if (one.contains(other) || other.contains(one) || clipped(one) !== clipped(other)) continue;
      const across = Math.min(mine.right, its.right) - Math.max(mine.left, its.left);
      const down = Math.min(mine.bottom, its.bottom) - Math.max(mine.top, its.top);
      if (across > 3 && down > 3) wrong.push(`${name(one)} lies on ${name(other)}`);
    }
  });
  const last = ".fanned .card:last-child svg, .hand li:last-child svg";
  for (const card of document.querySelectorAll(last)) {
    const place = card.closest(".holding, .panel, .felt");
    if (!place || !card.checkVisibility()) continue;
    if (box(card).right > box(place).right + 1) wrong.push(`a card leaves ${name(place)}`);
  }
  for (const card of document.querySelectorAll(".trick .card")) {
    const its = box(card);
    const place = box(card.closest(".felt, .panel"));
    if (its.top < place.top || its.bottom > place.bottom) wrong.push("a trick leaves its place");
  }
  for (const wide of document.querySelectorAll(".scroll")) {
    if (wide.scrollWidth > wide.clientWidth + 1) wrong.push(`${name(wide)} is to be scrolled`);
  }
  const words = document.body.innerText.match(/undefined|NaN|\\[object/g);
  if (words) wrong.push(`says ${words}`);
  return wrong;
}"""
#: What a phone on its side must show without scrolling: all buttons that carry the game on.
OUT_OF_SIGHT = """() => [...document.querySelectorAll("#bid, #pass, #declare, #begin, #next")]
  .filter((one) => one.getBoundingClientRect().bottom > innerHeight).map((one) => one.id)"""
#: Where a phone on its side shows all of the table at once.
AT_THE_TABLE = ("lesson", "sits-out", "friends", "bidding", "declaring", "playing", "result")


def look(page: Page, place: str) -> dict[str, list[str]]:
    found = {}
    for name, size in SIZES.items():
        page.set_viewport_size(size)
        wrong = page.evaluate(LOOK)
        if name == "side" and place in AT_THE_TABLE:
            tall = page.evaluate("document.documentElement.scrollHeight")
            if tall > size["height"]:
                wrong.append(f"{tall} high")
            wrong += [f"{button} is out of sight" for button in page.evaluate(OUT_OF_SIGHT)]
        if wrong:
            found[name] = wrong
    return found


@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("de", "dark")])
def test_nothing_overflows_overlaps_or_bars_anybody(page: Page, language: str, theme: str) -> None:
    prepare(page, language, theme)
    found: dict[str, object] = {}
    for place in walk(page):
        wrong = look(page, place)
        page.set_viewport_size(SIZES["desktop"])
        if bars := violations(page):
            wrong["barriers"] = bars
        if wrong:
            found[place] = wrong
    assert found == {}


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
