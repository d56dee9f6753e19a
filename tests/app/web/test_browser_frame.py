"""The frame of the page in a browser: old links, settings, labels, the Bridge builder."""

from __future__ import annotations

import re
import time

from playwright.sync_api import BrowserContext, Page, expect

from .playing import choose
from .test_browser import tab_to
from .tour import HIDDEN


def test_an_address_that_leads_nowhere_says_so(page: Page) -> None:
    for path in ("/#/game/gone-for-good", "/#/list/gone-for-good", "/#/nowhere"):
        page.goto("/#/suit")
        page.wait_for_selector("main[data-page=suit]")
        page.goto(path)
        expect(page.locator("#nothing")).to_have_text("There is nothing here.")
        page.get_by_role("link", name="To the start").click()
        page.wait_for_selector("#deal")


def test_the_settings_are_worded_again_when_the_language_changes(page: Page) -> None:
    page.goto("/#/")
    page.wait_for_selector("#deal")
    page.click("[aria-label=Settings]")
    page.focus("#set-language")
    page.select_option("#set-language", "de")
    box = page.locator("dialog[open]")
    expect(box).to_have_attribute("aria-label", "Einstellungen")
    expect(box.locator("label[for=set-language]")).to_have_text("Sprache")
    expect(box.get_by_role("button", name="Schließen")).to_be_visible()
    expect(page.locator("#set-language")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_a_suit_plan_says_where_its_rare_cases_are(page: Page) -> None:
    page.goto("/#/suit?north=AJ92&south=K843")
    expect(page.locator("#plans")).to_contain_text("they stand in the tree")
    expect(page.locator("#plans")).not_to_contain_text("…")


def test_the_builder_counts_the_cards_of_the_deal_that_is_there(page: Page) -> None:
    page.goto("/#/bridge")
    page.click("#build")
    page.click("#example")
    counts = page.locator("#builder .chip small")
    expect(counts).to_have_text(["13"] * 4)
    page.fill("#pbn", '[Board "1"]\n[Deal "E:AK.Q.2. 3.4.5. 6.7.8. 9.T.J."]\n')
    expect(counts).to_have_text(["3", "4", "3", "3"])


def test_a_contract_is_played_with_keys_alone(page: Page) -> None:
    page.goto(f"/#/bridge/play?{HIDDEN}")
    page.wait_for_selector(".holding button.card")
    tab_to(page, ".holding button.card")
    while page.locator("#ask-advice").count():
        expect(page.locator(".holding button.card:focus")).to_have_count(1)
        before = page.url
        page.keyboard.press("Enter")
        page.wait_for_function("url => location.href !== url", arg=before)
        page.wait_for_selector(".holding button.card, #ask-review")
    expect(page.locator("#spoken")).to_contain_text("tricks.")


def test_puzzles_are_answered_with_keys_alone(page: Page) -> None:
    page.goto("/#/train")
    page.wait_for_selector("[data-answer]")
    tab_to(page, "[data-answer]")
    for _ in range(2):
        page.keyboard.press("Enter")
        expect(page.locator("#next-puzzle")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("[data-answer]:focus")).to_have_count(1)


def test_numbers_and_contracts_are_written_as_the_language_writes_them(page: Page) -> None:
    page.goto("/#/")
    page.wait_for_selector("#deal")
    page.evaluate("localStorage.setItem('kiebitz', JSON.stringify({language: 'de'}))")
    page.goto(f"/#/bridge/play?{HIDDEN}")
    page.reload()
    expect(page.locator("#hidden-contract option").first).to_have_text("3 SA")
    page.click("#ask-advice")
    expect(page.locator("[data-advice] td").last).to_contain_text(",")


def test_every_number_of_a_sheet_has_a_heading(page: Page, context: BrowserContext) -> None:
    wanted = {"strengths": ["rules", "rules"], "deals": 3, "seed": 5}
    sheet = context.request.post("/api/lists", data=wanted).json()
    table = context.request.post(f"/api/lists/{sheet['id']}/next").json()
    path, deadline = f"/api/games/{table['id']}", time.monotonic() + 60
    while table["phase"] != "over":
        assert time.monotonic() < deadline
        table = context.request.get(path).json()
        if table["legal"]:
            move = {"move": choose(table), "ply": table["ply"]}
            context.request.post(f"{path}/moves", data=move)
    sheet = context.request.get(f"/api/lists/{sheet['id']}").json()
    page.goto(f"/#/list/{sheet['id']}")
    heads = page.locator("#sheet thead th[scope=col]")
    expect(heads).to_have_count(7)
    names = [name or "you" for name in sheet["names"]]
    expect(heads.filter(has_text=re.compile("|".join(names), re.IGNORECASE))).to_have_count(3)
    rows = page.locator("#sheet tfoot tr")
    for row in rows.all():
        expect(row.locator("th[scope=row]")).not_to_be_empty()
    totals = rows.filter(has=page.get_by_role("rowheader", name="Total", exact=True))
    shown = [
        text.replace("−", "-").replace("+", "")
        for text in totals.locator("strong").all_inner_texts()
    ]
    assert [int(text) for text in shown] == sheet["totals"]
