"""Learn Skat in a browser: the guided first game at the real table, tooltips, primer, words."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect


def test_the_guided_game_leads_through_a_whole_game(page: Page) -> None:
    page.goto("/#/")
    page.click("#learn-skat")
    page.click("#start-lesson")
    coach = page.locator("#coach-text")
    expect(coach).to_contain_text("ten cards")
    page.click("#coach-on")
    page.click("[data-card=DA]")  # not a trump
    expect(page.locator("#coach .bad")).to_contain_text("only jacks and clubs")
    for card in ("CJ", "SJ", "CA", "CT", "C9", "C8", "C7"):
        page.click(f"[data-card={card}]")
    expect(coach).to_contain_text("game three, times 12")
    while True:
        page.wait_for_selector("#bid, #pick-up")
        if page.locator("#pick-up").count():
            break
        ply = page.locator(".log li").count()
        page.click("#bid")
        page.wait_for_function("n => document.querySelectorAll('.log li').length > n", arg=ply)
    expect(coach).to_contain_text("you are the declarer")
    page.click("#pick-up")
    expect(coach).to_contain_text("twelve cards")
    page.click("[data-card=SK]")
    page.click("[data-card=SQ]")
    page.locator("#game-C").check(force=True)
    page.click("#declare")
    expect(coach).to_contain_text("first trick")
    page.wait_for_selector(".seat.mine.turn")
    page.click("[data-card=CJ]")
    expect(coach).to_contain_text("Count this trick")
    expect(page.locator("[data-count]")).to_have_count(4)
    right = page.evaluate(
        "() => fetch('/api/games/' + location.hash.match(/game.([^?]+)/)[1])"
        ".then((answer) => answer.json()).then((table) => table.tricks[0].points)"
    )
    page.click(f"[data-count='{right}']")
    while not page.locator("#result").count():
        page.wait_for_selector("#result, .seat.mine.turn")
        if page.locator("#result").count():
            break
        before = page.locator("#hand .card").count()
        page.locator("#hand .card:not([aria-disabled])").first.click()
        page.wait_for_function(
            "n => document.querySelectorAll('#hand .card').length < n", arg=before
        )
    expect(coach).to_contain_text(re.compile("more than 60 points|Not 61 this time"))


def test_words_explain_themselves_to_the_mouse_to_keys_and_to_screen_readers(page: Page) -> None:
    page.goto("/#/learn")
    word = page.locator(".term").first
    word.hover()
    expect(page.locator("[role=tooltip]")).to_contain_text("two cards that nobody is dealt")
    page.mouse.move(0, 0)
    expect(page.locator("[role=tooltip]")).to_have_count(0)
    word.focus()
    expect(page.locator("[role=tooltip]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[role=tooltip]")).to_have_count(0)
    assert "two cards that nobody" in (word.get_attribute("aria-label") or "")
    page.keyboard.press("?")
    page.get_by_role("link", name="Learn Skat").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".words dt")).to_have_count(25)
