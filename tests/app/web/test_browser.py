"""The page in a real browser: whole games by mouse and by keys, a restart, a phone, axe."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from .serving import running
from .test_analysis import BLUNDER, BLUNDER_NUMBER, DATA, dd_list
from .test_play import GRAND

PHONE = ViewportSize(width=390, height=780)


def set_up(page: Page, deal: str, seat: int) -> None:
    page.goto("/#/")
    page.fill("#deal-text", deal)
    page.select_option("#deal-seat", str(seat))
    page.click("#set-up")
    page.wait_for_selector("#hand")


def bid_to_the_end(page: Page) -> None:
    """Bids and holds until the auction is won."""
    while True:
        page.wait_for_selector("#bid, #pick-up")
        if page.locator("#pick-up").count():
            return
        ply = page.locator(".log li").count()
        page.click("#bid")
        page.wait_for_function("ply => document.querySelectorAll('.log li').length > ply", arg=ply)


def test_a_whole_game_with_the_mouse(page: Page) -> None:
    set_up(page, GRAND, 0)
    bid_to_the_end(page)
    page.click("#pick-up")
    page.click("[data-card=DT]")
    page.click("[data-card=DA]")
    expect(page.locator("[data-card=DA]")).to_have_attribute("aria-pressed", "true")
    page.locator("#game-G").check(force=True)
    expect(page.locator("#declare")).to_contain_text("Grand")
    expect(page.locator("#risk")).to_have_text("In the list: +170 if won, −290 if lost.")
    page.click("#declare")
    while True:
        page.wait_for_selector("#result, #hand .card:not([aria-disabled])")
        page.wait_for_selector("#result, .seat.mine.turn")
        if page.locator("#result").count():
            break
        before = page.locator("#hand .card").count()
        page.locator("#hand .card:not([aria-disabled])").first.click()
        page.wait_for_function(
            "n => document.querySelectorAll('#hand .card').length < n", arg=before
        )
    expect(page.locator("#result h2")).to_have_text("You won Grand")
    expect(page.locator("#result .deal .card")).to_have_count(32)
    assert violations(page) == []
    page.click("#again")
    expect(page.locator(".badge.warn")).to_contain_text("played again")


def tab_to(page: Page, selector: str) -> None:
    """Presses Tab until something has the focus."""
    for _ in range(60):
        if page.locator(f"{selector}:focus").count():
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not lead to {selector}")


def test_a_whole_game_with_keys_alone(page: Page) -> None:
    page.goto("/#/")
    page.wait_for_selector("#deal")
    tab_to(page, "#deal-text")
    page.keyboard.type(GRAND)
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#hand")
    while not page.locator("#pick-up").count():
        page.wait_for_selector("#bid, #pick-up")
        if page.locator("#bid").count():
            ply = page.locator(".log li").count()
            page.keyboard.press("b")
            page.wait_for_function(
                "ply => document.querySelectorAll('.log li').length > ply", arg=ply
            )
    page.keyboard.press("s")
    page.wait_for_selector("#game-G")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    tab_to(page, "#game-C")  # arrows then choose among the games
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#game-G")).to_be_checked()
    page.keyboard.press("Tab")
    page.keyboard.press("d")
    page.wait_for_selector("#claim")
    for _ in range(10):
        page.wait_for_selector("#result, .seat.mine.turn")
        before = page.locator("#hand .card").count()
        # The focus is on a card that may be played: Enter plays it.
        page.wait_for_function("() => document.activeElement?.dataset?.card !== undefined")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "n => document.querySelectorAll('#hand .card').length < n", arg=before
        )
    page.wait_for_selector("#result")
    page.keyboard.press("n")
    page.wait_for_function("() => document.querySelectorAll('#hand .card').length === 10")


def test_a_hint_shows_the_candidates_and_a_move_is_taken_back(page: Page) -> None:
    set_up(page, GRAND, 0)
    page.wait_for_selector("#bid")
    page.keyboard.press("h")
    expect(page.locator("#hint-box")).to_contain_text("%")
    expect(page.locator(".badge.warn")).to_contain_text("with hints")
    bid_to_the_end(page)
    page.click("#pick-up")
    page.wait_for_selector("#game-G")
    page.click("#hint")
    expect(page.locator("#hint-box")).to_contain_text("Grand")
    page.keyboard.press("u")
    page.wait_for_selector("#pick-up")
    expect(page.locator("#hand .card")).to_have_count(10)


def test_the_page_goes_on_after_a_restart(browser: Browser, tmp_path: Path) -> None:
    with running(data=tmp_path) as address:
        port = int(address.rsplit(":", 1)[1])
        context = browser.new_context(base_url=address)
        page = context.new_page()
        set_up(page, GRAND, 0)
        page.wait_for_selector("#bid")
    expect(page.locator(".badge.bad")).to_contain_text("away")
    with running(data=tmp_path, port=port):
        expect(page.locator(".badge.bad")).to_have_count(0, timeout=15_000)
        bid_to_the_end(page)
        page.click("#pick-up")
        expect(page.locator("#hand .card")).to_have_count(12)
        context.close()


def test_a_phone_shows_everything_without_scrolling_sideways(
    context: BrowserContext, page: Page
) -> None:
    page.set_viewport_size(PHONE)
    set_up(page, GRAND, 0)
    page.wait_for_selector("#bid, #pass")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"]
    last = page.locator("#hand .card").last.bounding_box()
    assert last is not None
    assert last["x"] + last["width"] <= PHONE["width"]
    assert last["y"] + last["height"] <= PHONE["height"]


def test_german_words_and_german_suits(page: Page) -> None:
    page.goto("/#/")
    page.click("[aria-label=Settings]")
    page.select_option("#set-language", "de")
    expect(page.locator("h1")).to_have_text("Eine Runde Skat?")
    page.select_option("#set-suits", "german")
    page.keyboard.press("Escape")
    set_up(page, GRAND, 0)
    expect(page.locator("[data-card=CJ]")).to_have_attribute("aria-label", "Eichel-Unter")
    expect(page.locator("[data-card=HA]")).to_have_attribute("aria-label", "Rot-Daus")
    page.goto("/#/suit?north=AQ&south=32")
    expect(page.locator("#plans")).to_contain_text("klein zur Dame")


PLAYED = """[Deal "N:AQ.2.. 53.3.. 42.4.. K7.5.."]
[Declarer "E"]
[Contract "1NT"]
[Play "S"]
S2 S7 SA S3
"""


def violations(page: Page) -> list[str]:
    """What axe finds that bars somebody."""
    results = Axe().run(page)
    return [
        f"{one['id']}: " + "; ".join(re.sub(r"\s+", " ", n["html"])[:150] for n in one["nodes"][:3])
        for one in results.response["violations"]
    ]


def test_a_review_finds_the_known_mistake_and_teaches_it(page: Page) -> None:
    page.goto("/#/review")
    page.fill("#record-text", BLUNDER)
    page.get_by_role("button", name="Read").click()
    page.wait_for_selector("#review-done", timeout=90_000)
    # It opens where the game was decided, and says so first.
    expect(page.locator(f"#card-{BLUNDER_NUMBER}")).to_have_attribute("aria-current", "true")
    expect(page.locator("#verdict")).to_contain_text("Lost in trick 8")
    page.click(f"#card-{BLUNDER_NUMBER}")
    expect(page.locator("#judgement .badge").first).to_contain_text("blunder")
    expect(page.locator(".graph .mistake").first).to_be_attached()
    assert violations(page) == []
    page.click(f"#card-{BLUNDER_NUMBER - 1}")
    page.keyboard.press("m")
    expect(page.locator(f"#card-{BLUNDER_NUMBER}")).to_have_attribute("aria-current", "true")
    expect(page.locator("#could")).to_contain_text(
        "until Carla played the jack of clubs in trick 8"
    )
    page.click("#learn")
    expect(page.locator(".judged.mistake, .judged.blunder")).to_have_count(0)  # no answer in sight
    expect(page.locator("#verdict")).to_have_count(0)
    assert violations(page) == []
    for name in [one.get_attribute("data-try") for one in page.locator("[data-try]").all()]:
        page.click(f"[data-try='{name}']")
        if page.locator("#lesson-text.good").count():
            break
        expect(page.locator("#lesson-text")).to_contain_text("costs")
    expect(page.locator("#lesson-text")).to_contain_text("Right")


def test_a_dropped_file_lists_its_games(page: Page) -> None:
    text = (DATA / "iss_games.sgf").read_text()
    page.goto("/#/review")
    page.wait_for_selector("#drop")
    dropped = page.evaluate_handle(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "iss_games.sgf", {type: "text/plain"}));
            return data;
        }""",
        text,
    )
    page.dispatch_event("#drop", "drop", {"dataTransfer": dropped})
    expect(page.locator("#records tbody tr")).to_have_count(len(text.splitlines()))
    assert violations(page) == []
    page.locator("#records a").first.click()
    expect(page.locator("#review-title")).to_contain_text("Diamonds")
    expect(page.locator(".tricks li")).to_have_count(10)
    page.click("#play-deal")
    expect(page.locator("#hand .card")).to_have_count(10)
    expect(page.locator(".badge.warn")).to_contain_text("set up")


def test_the_board_solves_and_shares(page: Page) -> None:
    page.goto("/#/board?game=C&declarer=0&leader=0&hands=CJ.CA.D7|SJ.CT.DA|HJ.CK.DT&skat=H7.H8")
    expect(page.locator("#board-answer")).to_contain_text("14 card points")
    page.click("[data-place='0'] [data-card=D7]")
    page.click("[data-target=pool]")
    expect(page.locator("[data-place='0'] .mini")).to_have_count(2)
    page.locator("[data-place=pool] [data-card=D7]").drag_to(page.locator("[data-place='0']"))
    expect(page.locator("[data-place='0'] .mini")).to_have_count(3)
    page.click("#solve")
    expect(page.locator("#board-answer")).to_contain_text("14 card points")
    with page.expect_download() as download:
        page.click("#save-svg")
    picture = Path(download.value.path()).read_text()
    assert picture.startswith("<svg")
    assert violations(page) == []


def test_a_view_is_set_up_by_dragging(page: Page) -> None:
    page.goto("/#/board")
    page.select_option("#board-seen", "1")
    page.select_option("#board-declarer", "1")
    places = {"1": "CJ SJ CA CT CK SA ST HA DA", "skat": "S7 H7", "trick": "HT H9 HK D9"}
    for place, cards in places.items():
        for card in cards.split():
            target = page.locator(f"[data-place='{place}']")
            page.locator(f"[data-place=pool] [data-card={card}]").drag_to(target)
    page.click("#ask")
    expect(page.locator("#opinion")).to_contain_text("24,310 distributions are possible")
    expect(page.locator(".places .legend > span")).to_have_count(2)  # the skat is known
    expect(page.locator(".places li")).to_have_count(17)
    expect(page.locator("[data-place='1'] .best")).to_have_attribute("data-card", "DA")
    assert violations(page) == []
    page.click("#copy-link")
    page.wait_for_function("() => location.hash.includes('view=')")
    link = page.url
    page.goto("/#/")
    page.wait_for_selector("#deal")
    page.goto(link)
    expect(page.locator("[data-place=trick] .mini")).to_have_count(4)
    expect(page.locator(".places li")).to_have_count(17)


def test_a_bridge_deal_is_built_card_by_card(page: Page) -> None:
    page.goto("/#/bridge")
    page.click("#build")
    for card in ("SA", "SK", "HA"):
        page.click(f"[data-give={card}]")
    page.click("[data-give=SK]")  # and taken back
    page.locator("#give-S").check(force=True)
    page.click("[data-give=SK]")
    page.click("#rest-random")
    hands = page.locator("#pbn").input_value()[2:].split()
    assert [len(hand) for hand in hands] == [16, 16, 16, 16]  # thirteen cards and three dots
    assert hands[0].startswith("A")
    assert hands[2].startswith("K")
    assert violations(page) == []
    page.click("#analyse")
    expect(page.locator("[data-cell=N-NT]")).to_have_text(re.compile(r"\d+"))


def test_a_bridge_deal_and_the_suit_expert(page: Page) -> None:
    deal, table = dd_list()[0]
    page.goto("/#/bridge")
    page.fill("#pbn", deal)
    page.click("#analyse")
    for seat in "NESW":
        for strain, tricks in table[seat].items():
            expect(page.locator(f"[data-cell={seat}-{strain}]")).to_have_text(str(tricks))
    page.locator(".holding button.best").first.click()
    expect(page.locator(".compass .trick .card")).to_have_count(1)
    expect(page.locator(".compass .holding.n")).to_contain_text("to move")
    assert violations(page) == []
    page.fill("#pbn", PLAYED)
    page.click("#analyse")
    expect(page.locator("#costs [data-cost='1']")).to_have_count(1)
    expect(page.locator("#costs .judged")).to_have_count(4)
    page.goto("/#/suit")
    page.fill("#north", "AJ92")
    page.fill("#south", "K843")
    page.keyboard.press("Enter")
    expect(page.locator("#plans")).to_contain_text("41.5 %")
    assert violations(page) == []
