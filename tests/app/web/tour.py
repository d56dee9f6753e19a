"""A walk through all that the page can show, for those who look at it: tests, and people.

usage: python -m tests.app.web.tour FOLDER   (pictures: four sizes, two languages, light and dark)
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import FilePayload, Page, ViewportSize, sync_playwright

from .serving import running
from .test_analysis import BLUNDER, DATA
from .test_browser import bid_to_the_end, set_up
from .test_history import some_games
from .test_play import GRAND

SIZES = {
    "desktop": ViewportSize(width=1180, height=860),
    "wide": ViewportSize(width=1920, height=1080),
    "phone": ViewportSize(width=390, height=844),
    "side": ViewportSize(width=844, height=390),
}
DEAL = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
PLAYED = """[Deal "N:AQ.2.. 53.3.. 42.4.. K7.5.."]
[Declarer "E"]
[Contract "1NT"]
[Play "S"]
S2 S7 SA S3
"""
#: A contract with four tricks to go.
HIDDEN = (
    "deal=3&contract=3NT&played=S4.SK.SA.S6.C4.CK.C3.CA.ST.SQ.S2.S8.D4.DK.DA.DJ.SJ.S5.S7.HA."
    "DQ.D9.DT.D7.D6.D2.H3.D5.D8.S3.C7.D3.CQ.C6.S9.CJ.H4"
)
#: One in which declarer's line depends on the defenders' cards.
LINE = "deal=3&contract=3NT&played=S4.ST.SQ.S2.C4.CT.CQ.CA.C6.C7.CJ.C3.CK.C8.D2.H3.C2.C9.D9.D4.DA"
#: The view of a declarer after a trick and a half.
VIEW = (
    "seen=1&game=G&declarer=1&hands=|CJ.HJ.CA.CT.CQ.SA.SK.HA.H9|&skat=S7.H7&played=DT.D9.DA.HK.HQ"
)
OPEN = "game=C&declarer=0&leader=0&hands=CJ.CA.D7|SJ.CT.DA|HJ.CK.DT&skat=H7.H8"
#: A review that has come half of the way, and stays there.
STOPPED = """() => {
  const fetched = window.fetch;
  window.fetch = async (path, ...rest) => {
    const answer = await fetched(path, ...rest);
    if (!String(path).endsWith("/api/review") || !answer.body) return answer;
    let lines = 0;
    const body = answer.body.pipeThrough(new TransformStream({transform(chunk, to) {
      let end = 0;
      while (lines < 16 && (end = chunk.indexOf(10) + 1)) {
        to.enqueue(chunk.slice(0, end));
        chunk = chunk.slice(end);
        lines += 1;
      }
      if (lines < 16) to.enqueue(chunk);
    }, flush: () => new Promise(() => {})}));
    return new Response(body, {status: answer.status, headers: answer.headers});
  };
}"""


def prepare(page: Page, language: str, theme: str) -> None:
    """A visitor with these settings, in a hurry."""
    wanted = {"language": language, "theme": theme, "speed": "instant", "name": "Ann"}
    wanted |= {"left": "rules", "right": "rules"}
    page.add_init_script(f"localStorage.setItem('kiebitz', JSON.stringify({json.dumps(wanted)}))")


def at(path: str, ready: str) -> Callable[[Page], None]:
    """A page that needs nothing but its address."""

    def visit(page: Page) -> None:
        page.goto("/#/nowhere")
        page.goto(f"/#/{path}")
        page.wait_for_selector(ready)

    return visit


def _lesson(page: Page) -> None:
    at("learn", "#start-lesson")(page)
    page.click("#start-lesson")
    page.click("#coach-on")


def _solved(page: Page) -> None:
    at("train", "#puzzle")(page)
    page.locator("[data-answer]").first.click()
    page.wait_for_selector("#next-puzzle")


def _import_games(page: Page) -> None:
    at("statistics", "#history-file")(page)
    content = some_games(40).encode()
    file = FilePayload(name="games.sgf", mimeType="text/plain", buffer=content)
    page.set_input_files("#history-file", files=[file])
    page.fill("#history-name", "Anna")
    page.click("#history-import")
    page.wait_for_selector("#stats-roles")


def _sits_out(page: Page) -> None:
    at("", "#deal")(page)
    page.select_option("#list-chairs", "4")
    page.click("#start-list")
    page.wait_for_selector("#sits-out")


def _sheet(page: Page) -> None:
    page.locator("a[href^='#/list/']").first.click()
    page.wait_for_selector("#sheet")


def _friends(page: Page) -> None:
    at("", "#deal")(page)
    page.fill("#clock", "60")
    page.click("#open-table")
    page.wait_for_selector("#invite-link")


def _join(page: Page) -> None:
    link = page.input_value("#watch-link")
    page.goto("/#/nowhere")
    page.goto(link)
    page.wait_for_selector("#join")


def _upload(page: Page) -> None:
    at("review", "#file")(page)
    page.set_input_files("#file", files=[DATA / "iss_games.sgf"])
    page.wait_for_selector("#records")


def _review(page: Page) -> None:
    at("review", "#record-text")(page)
    page.fill("#record-text", BLUNDER)
    page.click("#read-record")


def _running(page: Page) -> None:
    page.reload()
    page.evaluate(STOPPED)
    _review(page)
    page.wait_for_selector(".progress")
    page.wait_for_selector("#card-0")


def _reviewed(page: Page) -> None:
    page.goto("/#/nowhere")
    page.reload()
    _review(page)
    page.wait_for_selector("#review-done", timeout=120_000)


def _learned(page: Page) -> None:
    page.click("#learn")
    page.wait_for_selector("[data-try]")


def _bidding(page: Page) -> None:
    set_up(page, GRAND, 0)
    page.wait_for_selector("#bid, #pick-up")


def _declaring(page: Page) -> None:
    bid_to_the_end(page)
    page.click("#pick-up")
    page.wait_for_selector("#game-G")


def _playing(page: Page) -> None:
    page.click("[data-card=DT]")
    page.click("[data-card=DA]")
    page.locator("#game-G").check(force=True)
    page.click("#declare")
    page.wait_for_selector("#claim")
    page.click("[data-card=CA]")
    page.wait_for_function("() => document.querySelectorAll('#hand .card').length === 9")
    page.wait_for_selector(".seat.mine.turn")
    page.click("#hint")
    page.wait_for_selector("#hint-box")
    page.click("#places")
    page.wait_for_selector(".places")


def _over(page: Page) -> None:
    page.click("#claim")
    page.locator("dialog button.main").click()
    page.wait_for_selector("#result")


def _opinion(page: Page) -> None:
    at(f"board?{VIEW}", "#ask")(page)
    page.click("#ask")
    page.wait_for_selector("#opinion", timeout=60_000)


def _builder(page: Page) -> None:
    at("bridge", "#build")(page)
    page.click("#build")
    for card in ("SA", "SK", "HA"):
        page.click(f"[data-give={card}]")


def _judged(page: Page) -> None:
    at("bridge", "#pbn")(page)
    page.fill("#pbn", PLAYED)
    page.click("#analyse")
    page.wait_for_selector("#costs .judged")
    page.click("#ask-known")
    page.wait_for_selector("#known ul", state="attached")
    page.wait_for_load_state("networkidle")


def _advised(page: Page) -> None:
    at(f"bridge/play?{HIDDEN}", "#ask-advice")(page)
    page.click("#ask-advice")
    page.wait_for_selector("[data-advice]", timeout=60_000)


def _line(page: Page) -> None:
    at(f"bridge/play?{LINE}", "#ask-advice")(page)
    page.click("#ask-advice")
    page.wait_for_selector("#advice-line", timeout=60_000)
    page.locator("#advice-line details").evaluate_all("all => all.map((one) => one.open = true)")


def _defended(page: Page) -> None:
    at(f"bridge/play?{LINE}.DJ&role=leader", "#ask-advice")(page)
    page.click("#ask-advice")
    page.wait_for_selector("[data-advice]", timeout=60_000)


def _settings(page: Page) -> None:
    at("", "#deal")(page)
    page.locator(".bar button.icon").last.click()
    page.wait_for_selector("dialog[open]")


def _keys(page: Page) -> None:
    page.keyboard.press("Escape")
    page.locator(".bar button.icon").first.click()
    page.wait_for_selector("dialog[open]")


#: In this order: some begin where the one before ended.
STOPS: dict[str, Callable[[Page], None]] = {
    "home": at("", "#deal"),
    "learn": at("learn", "#start-lesson"),
    "lesson": _lesson,
    "train": at("train", "#puzzle"),
    "train-answer": _solved,
    "statistics": _import_games,
    "sits-out": _sits_out,
    "list": _sheet,
    "friends": _friends,
    "join": _join,
    "review": at("review", "#drop"),
    "upload": _upload,
    "review-running": _running,
    "review-done": _reviewed,
    "review-lesson": _learned,
    "bidding": _bidding,
    "declaring": _declaring,
    "playing": _playing,
    "result": _over,
    "home-later": at("", "#to-statistics"),
    "board": at("board", "#solve"),
    "board-solved": at(f"board?{OPEN}", "#board-answer"),
    "board-view": _opinion,
    "bridge": at(f"bridge?deal={DEAL}", ".holding .best"),
    "bridge-builder": _builder,
    "bridge-judged": _judged,
    "bridge-play": _advised,
    "bridge-line": _line,
    "bridge-defended": _defended,
    "suit": at("suit?north=AJ92&south=K843", "#plans h2"),
    "nothing": at("game/gone-for-good", "#nothing"),
    "settings": _settings,
    "keys": _keys,
}


def walk(page: Page, names: list[str] | None = None) -> Iterator[str]:
    """Goes from stop to stop and names each."""
    for name, visit in STOPS.items():
        if names and name not in names:
            continue
        visit(page)
        yield name
        page.set_viewport_size(SIZES["desktop"])


def main() -> None:
    """Takes all pictures."""
    folder, *names = sys.argv[1:]
    into = Path(folder)
    into.mkdir(parents=True, exist_ok=True)
    with running() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for language in ("en", "de"):
            for theme in ("light", "dark"):
                context = browser.new_context(
                    base_url=address, viewport=SIZES["desktop"], reduced_motion="reduce"
                )
                page = context.new_page()
                prepare(page, language, theme)
                for name in walk(page, names):
                    for size, viewport in SIZES.items():
                        page.set_viewport_size(viewport)
                        page.wait_for_timeout(60)
                        page.screenshot(
                            path=into / f"{name}.{size}.{language}.{theme}.png", full_page=True
                        )
                    print(name, language, theme, flush=True)
                context.close()


if __name__ == "__main__":
    main()
