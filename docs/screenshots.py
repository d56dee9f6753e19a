"""Makes the pictures of the page that the README and the documentation show.

usage: python docs/screenshots.py   (needs Chromium; writes docs/_static/web/*.png)
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from datetime import date, timedelta
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, FilePayload, Page, Position, sync_playwright

from kiebitz.games.skat import State
from kiebitz.games.skat.records import Record
from kiebitz.limits import Limit
from kiebitz.players.skat import make_player

HERE = Path(__file__).parent
OUT = HERE / "_static" / "web"
BLUNDER = (HERE.parent / "tests" / "data" / "skat_blunder.sgf").read_text().strip()
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
CORNER = Position(x=8, y=20)  # of a card that lies under the next one
VIEW = (  # forehand leads, the declarer follows, rearhand takes the trick and leads a heart
    "seen=1&game=G&declarer=1&hands=|CJ.HJ.CA.CT.CQ.SA.SK.HA.H9|&skat=S7.H7&played=DT.D9.DA.HK.HQ"
)
CONTRACT = (  # half of the tricks are played; the best line asks what the defenders do
    "deal=13&contract=3NT&played=D2.DA.D3.D6.S8.ST.SK.S2.C4.C9.CJ.CQ.D4.D9.DQ.C2.S4.C3.SQ.SA."
    "CT.H3.CA.C6.HT.H9"
)
DEAL = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"


def page_of(browser: Browser, address: str, settings: str, size: tuple[int, int]) -> Page:
    """A page of a visitor with these settings."""
    context = browser.new_context(
        base_url=address, viewport={"width": size[0], "height": size[1]}, device_scale_factor=1
    )
    context.add_init_script(f"localStorage.setItem('kiebitz', JSON.stringify({settings}))")
    return context.new_page()


def take(page: Page, name: str) -> None:
    """Takes a picture."""
    page.wait_for_timeout(300)
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    # Few colours are enough for flat drawings, and keep the files small.
    picture.quantize(256, dither=Image.Dither.NONE).save(OUT / f"{name}.png", optimize=True)
    print(f"{name}.png")


def play(page: Page, cards: int) -> None:
    """Takes the grand of deal 7 from middlehand and plays a few cards."""
    page.goto("/#/")
    page.fill("#deal-text", "7")
    page.select_option("#deal-seat", "1")
    page.click("#set-up")
    page.wait_for_selector("#bid")
    while page.locator("#bid").count():
        page.click("#bid")
        page.wait_for_selector("#bid, #pick-up")
        page.wait_for_timeout(200)
    page.click("#pick-up")
    page.click("[data-card=H8]", position=CORNER)
    page.click("[data-card=D8]", position=CORNER)
    page.locator("#game-G").check(force=True)
    page.click("#declare")
    for _ in range(cards):
        page.wait_for_selector(".seat.mine.turn")
        held = page.locator("#hand .card").count()
        page.locator("#hand .card:not([aria-disabled])").first.click(position=CORNER)
        page.wait_for_function("n => document.querySelectorAll('#hand .card').length < n", arg=held)
    page.wait_for_selector(".seat.mine.turn")


def games_of_anna() -> FilePayload:
    """A season of rule players, one of whom is called Anna."""
    player = make_player("rules")
    lines = []
    for seed in range(300):
        state = State.deal(seed)
        step = 0
        while not state.is_over:
            step += 1
            view = state.view(state.to_move)
            state = state.play(player.decide(view, limit=Limit(), seed=1000 * seed + step).move)
        names = {f"P{seat}": ("Anna", "Bert", "Carla")[(seat + seed) % 3] for seat in range(3)}
        day = date(2026, 1, 1) + timedelta(days=seed // 3)
        lines.append(str(Record.of(state, DT=f"{day}/20:{seed % 60:02}:00/UTC", **names)))
    content = "\n".join(lines).encode()
    return FilePayload(name="games.sgf", mimeType="text/plain", buffer=content)


#: Plays deals of a list of four with the first legal card, as quickly as the server answers.
LIST_OF_FOUR = """async () => {
  const ask = async (path, body) => (await fetch(`/api${path}`, body === undefined ? {} : {
    method: "POST", headers: {"content-type": "application/json"},
    body: JSON.stringify(body)})).json();
  const sheet = await ask("/lists", {strengths: ["rules", "rules"], deals: 12, chairs: 4, seed: 5});
  for (let deal = 0; deal < 9; deal++) {
    let table = await ask(`/lists/${sheet.id}/next`, {});
    while ((table = await ask(`/games/${table.id}`)).phase !== "over") {
      await new Promise((resolve) => setTimeout(resolve, 25)); // as fast as the server allows
      if (table.watching || table.to_move !== table.seat || !table.legal.length) continue;
      const move = {bid: "p", answer: "p", pick_up: "s"}[table.phase]
        ?? (table.phase === "declare" ? ["G", ...table.hand.slice(-2)].join(".") : table.legal[0]);
      await ask(`/games/${table.id}/moves`, {move, ply: table.ply});
    }
  }
  return sheet.id;
}"""


def list_of_four(page: Page) -> str:
    """A list under way."""
    return str(page.evaluate(LIST_OF_FOUR))


def friends(browser: Browser, address: str, quick: str) -> None:
    """A table with a clock, as somebody sees it who looks on."""
    pages = [
        page_of(browser, address, f"{{{quick}, theme: 'light', name: '{name}'}}", (1180, 800))
        for name in ("Ann", "Bob", "Eve")
    ]
    ann, bob, eve = pages
    ann.goto("/#/")
    ann.fill("#clock", "60")
    ann.click("#open-table")
    ann.wait_for_selector("#invite-link")
    for page, link in ((bob, "#invite-link"), (eve, "#watch-link")):
        page.goto(ann.input_value(link))
        page.click("#join")
        page.wait_for_selector("#people")
    ann.click("#begin")
    bob.click("#bid")
    ann.wait_for_selector("#pass")
    take(eve, "friends")
    for page in pages:
        page.context.close()


def contract(page: Page) -> None:
    """A contract with two hidden hands, what to play next, and how to go on."""
    page.set_viewport_size({"width": 1180, "height": 1500})
    page.goto(f"/#/bridge/play?{CONTRACT}")
    page.wait_for_selector(".holding button.card")
    page.click("#ask-advice")
    page.wait_for_selector("[data-advice]", timeout=60_000)
    take(page, "bridge-play")


def main() -> None:
    """Takes all pictures."""
    OUT.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("there is no Chromium: apt-get install chromium")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = subprocess.Popen(
            [sys.executable, "-m", "kiebitz.app.cli.main", "serve", "--port", "0"],
            env={**os.environ, "KIEBITZ_DATA": data},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            quick = "language: 'en', speed: 'instant', left: 'rules', right: 'rules'"
            page = page_of(browser, address, f"{{{quick}, theme: 'light'}}", (1180, 800))
            page.goto("/#/")
            page.wait_for_selector("#deal")
            take(page, "home")
            play(page, 2)
            page.click("#hint")
            page.wait_for_selector("#hint-box")
            take(page, "play")
            page.goto("/#/review")
            page.fill("#record-text", BLUNDER)
            page.get_by_role("button", name="Read").click()
            page.wait_for_selector("#review-done", timeout=120_000)
            page.keyboard.press("m")
            page.set_viewport_size({"width": 1180, "height": 1000})
            take(page, "review")
            page.set_viewport_size({"width": 1180, "height": 1240})
            page.goto("/#/statistics")
            page.set_input_files("#history-file", files=[games_of_anna()])
            page.fill("#history-name", "Anna")
            page.click("#history-import")
            page.wait_for_selector("#stats-roles")
            take(page, "statistics")
            page.set_viewport_size({"width": 1180, "height": 800})
            page.goto("/#/train")
            page.wait_for_selector("#puzzle")
            take(page, "train")
            page.set_viewport_size({"width": 1180, "height": 700})
            page.goto(f"/#/list/{list_of_four(page)}")
            page.wait_for_selector("#sheet")
            take(page, "list")
            page.set_viewport_size({"width": 1180, "height": 1000})
            page.goto(f"/#/bridge?deal={DEAL}")
            page.wait_for_selector(".holding button.best")
            take(page, "bridge")
            page.goto("/#/suit?north=AJ92&south=K843")
            page.wait_for_selector("#plans h2")
            take(page, "suit")
            page.goto(f"/#/board?{VIEW}")
            page.click("#ask")
            page.wait_for_selector("#opinion", timeout=30_000)
            page.set_viewport_size({"width": 1180, "height": 1130})
            take(page, "board")
            contract(page)
            friends(browser, address, quick)
            german = "language: 'de', speed: 'instant', left: 'rules', right: 'rules'"
            dark = f"{{{german}, theme: 'dark', suits: 'german'}}"
            phone = page_of(browser, address, dark, (390, 800))
            play(phone, 1)
            take(phone, "phone")
        finally:
            server.terminate()
            server.wait(10)


if __name__ == "__main__":
    main()
