"""Tables with friends: links, seats, spectators, leaving; no hidden card on anybody else's wire."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from kiebitz.app.web.friends import Friends
from kiebitz.app.web.store import Store
from kiebitz.app.web.tables import Tables
from kiebitz.app.web.work import Work

from .playing import Table, choose
from .serving import QUICK
from .test_hiding import cards_in


class Wire:
    """One visitor with everything that the server ever sent them."""

    def __init__(self, address: str, stack: ExitStack) -> None:
        self.client = stack.enter_context(httpx.Client(base_url=address, timeout=30))
        self.address = address
        self.texts: list[str] = []
        self.events: list[str] = []
        self.done = threading.Event()

    def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        answer = self.client.request(method, path, json=body)
        self.texts.append(answer.text)
        return answer

    def post(self, path: str, body: Any = None) -> Table:
        answer = self.ask("POST", path, body)
        assert answer.status_code in (200, 201), answer.text
        told: Table = answer.json()
        return told

    def listen(self, game: str) -> None:
        thread = threading.Thread(target=self._listen, args=(game,), daemon=True)
        thread.start()

    def _listen(self, game: str) -> None:
        cookies = dict(self.client.cookies)
        with (
            httpx.Client(base_url=self.address, cookies=cookies, timeout=30) as client,
            client.stream("GET", f"/api/games/{game}/events") as response,
        ):
            for line in response.iter_lines():
                if line.startswith("data: "):
                    self.events.append(line[6:])
                if self.done.is_set() or '"phase":"over"' in line:
                    return


@pytest.fixture
def visit(address: str) -> Iterator[Callable[[], Wire]]:
    with ExitStack() as stack:
        yield lambda: Wire(address, stack)


def test_no_hidden_card_is_on_anybody_elses_wire(visit: Callable[[], Wire]) -> None:
    ann, bob, eve, nobody = visit(), visit(), visit(), visit()
    table = ann.post("/api/tables", {"strengths": ["rules", "rules"], "name": "Ann"})
    path, links = f"/api/games/{table['id']}", table["friends"]
    assert nobody.ask("GET", path).status_code == 404
    wrong = {"secret": "x" * 24, "name": "Mallory"}
    assert nobody.ask("POST", f"{path}/join", wrong).status_code == 404
    seated = bob.post(f"{path}/join", {"secret": links["invite"], "name": "Bob"})
    looking = eve.post(f"{path}/join", {"secret": links["watch"], "name": "Eve"})
    assert (seated["seat"], seated["names"]) == (1, ["Ann", "", table["names"][2]])
    assert seated["friends"]["invite"] is None
    assert (looking["watching"], looking["hand"], looking["view"]) == (True, [], "")
    assert looking["friends"]["host"] is False
    assert bob.ask("POST", f"{path}/begin").status_code == 409
    for wire in (ann, bob, eve):
        wire.listen(table["id"])
    ann.post(f"{path}/begin")
    known: dict[Wire, set[str]] = {ann: set(), bob: set(), eve: set(), nobody: set()}
    over: Table | None = None
    deadline = time.monotonic() + 60
    while over is None:
        assert time.monotonic() < deadline
        for wire in (ann, bob, eve):
            told = wire.ask("GET", path).json()
            if told["phase"] == "over":
                over = told
                wire.texts.pop()
                break
            known[wire] |= set(told["hand"]) | set(told["skat"]) | set(told["shown"])
            for other in (ann, bob, eve):
                known[other] |= {card for trick in told["tricks"] for card in trick["cards"]}
            assert wire is not eve or told["hand"] == told["legal"] == told["skat"] == []
            if told["to_move"] == told["seat"] and not told["watching"] and told["legal"]:
                body = {"move": choose(told), "ply": told["ply"]}
                after = wire.ask("POST", f"{path}/moves", body).json()
                known[wire] |= set(after["hand"]) | set(after["skat"])
                for other in (ann, bob, eve):
                    known[other] |= {card for trick in after["tricks"] for card in trick["cards"]}
            assert eve.ask("POST", f"{path}/moves", {"move": "p", "ply": told["ply"]}).status_code
            nobody.ask("GET", path)
            nobody.ask("GET", f"{path}/record")
    for wire in (ann, bob, eve):
        wire.done.set()
    for wire, cards in known.items():
        running = [text for text in (*wire.texts, *wire.events) if '"phase":"over"' not in text]
        assert running
        for text in running:
            assert cards_in(text) <= cards
    for wire in (bob, eve, nobody):  # a link to look on is no way to a seat
        for secret in (links["invite"], links["watch"]):
            assert not any(secret in text for text in (*wire.texts, *wire.events))
    assert len(known[ann]) < 32
    hands = [set(hand) for hand in over["result"]["deal"][:3]]
    played = {card for trick in over["tricks"] for card in trick["cards"]}
    assert not (known[eve] - played - set(over["shown"]))
    assert hands[2] - played <= set().union(*hands) - known[eve]


def test_a_link_seats_people_and_a_computer_takes_over(visit: Callable[[], Wire]) -> None:
    ann, bob, cid, dan = visit(), visit(), visit(), visit()
    table = ann.post("/api/tables", {"strengths": ["rules", "rules"], "name": "Ann"})
    path, secret = f"/api/games/{table['id']}", table["friends"]["invite"]
    bob.post(f"{path}/join", {"secret": secret, "name": "Bob"})
    full = cid.post(f"{path}/join", {"secret": secret, "name": "Cid"})
    assert full["friends"]["waiting"] is False, "three people need not wait"
    refused = dan.ask("POST", f"{path}/join", {"secret": secret, "name": "Dan"})
    assert (refused.status_code, refused.json()["code"]) == (409, "table-full")
    left = bob.post(f"{path}/leave")
    assert left["friends"]["away"] == [False, True, False]
    deadline = time.monotonic() + 30
    while (now := ann.ask("GET", path).json())["ply"] == 0:
        assert time.monotonic() < deadline, "the computer bids for who has left"
    assert bob.ask("POST", f"{path}/moves", {"move": "p", "ply": now["ply"]}).status_code == 409
    assert bob.post(f"{path}/back")["friends"]["away"] == [False, False, False]
    for help_ in ("hint", "places"):
        ply = ann.ask("GET", path).json()["ply"]
        answers = [one.ask("POST", f"{path}/{help_}", {"ply": ply}) for one in (ann, bob)]
        assert {one.json()["code"] for one in answers} <= {"friends-hint", "gone-on"}


def test_a_computer_plays_for_who_left_and_the_next_deal_takes_all_along(
    visit: Callable[[], Wire],
) -> None:
    ann, bob = visit(), visit()
    wanted = {"strengths": ["rules", "rules"], "name": "Ann", "clock": 60}
    table = ann.post("/api/tables", wanted)
    path, secret = f"/api/games/{table['id']}", table["friends"]["invite"]
    ann.post(f"{path}/leave")  # a table of computers plays to its end
    ann.post(f"{path}/begin")
    queued = bob.post(f"{path}/join", {"secret": secret, "name": "Bob"})
    assert queued["watching"] or queued["phase"] == "over"
    deadline = time.monotonic() + 60
    while (now := ann.ask("GET", path).json())["phase"] != "over":
        assert time.monotonic() < deadline
        time.sleep(0.02)
    ann.post(f"{path}/back")
    after = ann.post(f"{path}/next")
    assert after["seat"] == 2
    assert ann.ask("GET", path).json()["friends"]["following"] == after["id"]
    joined = bob.ask("GET", f"/api/games/{after['id']}").json()
    assert (joined["watching"], joined["seat"]) == (False, 0)
    assert now["result"] is not None
    record = bob.ask("GET", f"{path}/record").text
    assert "Ann" in record, "everybody can review the game afterwards"


def test_who_does_not_move_in_time_is_replaced() -> None:
    async def play() -> tuple[bool, bool]:
        work = Work(1, 8, 8)
        tables = Tables(QUICK, Store(None), work)
        friends = Friends(QUICK, tables)
        game = friends.open("ann" * 8, ("rules", "rules"), "Ann", 1)
        assert game.company is not None
        game.company.clock = 0  # at once
        friends.begin(game, game.visitor)
        for _ in range(3000):
            if game.company.guests[0].away:
                break
            await asyncio.sleep(0.01)
        away = game.company.guests[0].away
        friends.back(game, game.visitor)
        work.close()
        return away, game.waits_for(0)

    with ThreadPoolExecutor(1) as pool:  # this thread may have a browser's loop
        assert pool.submit(asyncio.run, play()).result() == (True, True)


def test_who_comes_and_goes_gives_nobody_more_time() -> None:
    async def play() -> tuple[float | None, float | None, float | None]:
        work = Work(1, 8, 8)
        tables = Tables(QUICK, Store(None), work)
        friends = Friends(QUICK, tables)
        game = friends.open("ann" * 8, ("rules", "rules"), "Ann", 600)
        company = game.company
        assert company is not None
        friends.join("bob" * 8, game.id, company.invite, "Bob")
        assert company.seconds_left is None, "a table that waits has no clock"
        friends.begin(game, game.visitor)  # Bob, in middlehand, is to bid
        began = company.deadline
        friends.join("eve" * 8, game.id, company.watch, "Eve")
        friends.leave(game, game.visitor)
        then = company.deadline
        friends.leave(game, "bob" * 8)
        left = company.deadline
        assert "deadline" not in company.to_document()
        work.close()
        return began, then, left

    with ThreadPoolExecutor(1) as pool:
        began, then, left = pool.submit(asyncio.run, play()).result()
    assert began is not None
    assert began == then
    assert left is None, "a computer has no clock"


def three_browsers(browser: Browser, address: str) -> list[BrowserContext]:
    """Browsers of Ann, Bob and Eve."""
    script = (
        "localStorage.setItem('kiebitz', JSON.stringify({language: 'en', speed: 'instant', "
        "left: 'rules', right: 'rules', name: 'NAME'}))"
    )
    contexts = [browser.new_context(base_url=address, reduced_motion="reduce") for _ in range(3)]
    for context, name in zip(contexts, ("Ann", "Bob", "Eve"), strict=True):
        context.add_init_script(script.replace("NAME", name))
    return contexts


def test_two_browsers_and_one_who_looks_on(browser: Browser, address: str) -> None:
    contexts = three_browsers(browser, address)
    ann, bob, eve = [context.new_page() for context in contexts]
    ann.goto("/#/")
    ann.fill("#clock", "600")
    ann.click("#open-table")
    ann.wait_for_selector("#invite-link")
    for page, link in ((bob, "#invite-link"), (eve, "#watch-link")):
        page.goto(ann.input_value(link))
        page.click("#join")
        page.wait_for_selector("#people")
    expect(ann.locator("#people")).to_contain_text("Bob")
    expect(ann.locator("#people")).to_contain_text("1 looking on")
    expect(eve.locator("#hand .card")).to_have_count(0)
    expect(eve.locator("#invite-link, #watch-link")).to_have_count(0)
    ann.click("#begin")
    bob.wait_for_selector("#bid")
    for page in (ann, bob, eve):  # everybody sees Bob's time run
        expect(page.locator(".seat.turn .clock")).to_have_text(re.compile("^5[0-9][0-9] s$"))
    bob.click("#pass")
    expect(eve.locator(".log")).to_contain_text("Bob: pass")
    bob.click("#leave")
    expect(ann.locator("#people")).to_contain_text("Bob (away, computer plays)")
    bob.reload()  # who comes back by a reload finds everything
    bob.click("#back")
    expect(ann.locator("#people")).not_to_contain_text("away")
    for context in contexts:
        context.close()


def test_a_game_is_reviewed_together(browser: Browser, address: str) -> None:
    contexts = three_browsers(browser, address)
    ann, bob, eve = contexts
    game = ann.request.post("/api/games", data={"strengths": ["rules", "rules"]}).json()
    point = f"/api/games/{game['id']}/point"
    assert ann.request.post(point, data={"decision": 1}).json()["code"] == "no-company"
    table = play_a_contract(ann, bob, eve)
    point = f"/api/games/{table['id']}/point"
    assert eve.request.post(point, data={"decision": 1}).json()["code"] == "not-a-player"
    pages = [context.new_page() for context in contexts]
    for page in pages:
        page.goto(f"/#/review/game/{table['id']}")
        page.wait_for_selector("#review-done", timeout=60_000)
    first, second, looking = pages
    expect(looking.locator("h1")).not_to_contain_text("Eve")
    first.click("#card-3")
    for page in (second, looking):
        expect(page.locator("#card-3")).to_have_attribute("aria-current", "true")
        expect(page.locator("#who-shows")).to_have_text("Ann shows this.")
    second.keyboard.press("ArrowRight")
    expect(first.locator("#card-4")).to_have_attribute("aria-current", "true")
    second.uncheck("#together")  # from now on Bob looks around alone
    first.click("#card-0")
    expect(looking.locator("#card-0")).to_have_attribute("aria-current", "true")
    second.keyboard.press("ArrowRight")
    expect(second.locator("#card-5")).to_have_attribute("aria-current", "true")
    expect(first.locator("#card-0")).to_have_attribute("aria-current", "true")
    second.check("#together")
    expect(second.locator("#card-0")).to_have_attribute("aria-current", "true")
    for context in contexts:
        context.close()


def play_a_contract(ann: BrowserContext, bob: BrowserContext, eve: BrowserContext) -> Table:
    """Ann and Bob play until somebody has declared a game and it is over; Eve looks on."""
    table: Table = ann.request.post(
        "/api/tables", data={"strengths": ["rules", "rules"], "name": "Ann"}
    ).json()
    for guest, link, name in ((bob, "invite", "Bob"), (eve, "watch", "")):
        secret = table["friends"][link]
        guest.request.post(f"/api/games/{table['id']}/join", data={"secret": secret, "name": name})
    ann.request.post(f"/api/games/{table['id']}/begin")
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        path = f"/api/games/{table['id']}"
        for player in (ann, bob):
            told = player.request.get(path).json()
            if told["phase"] == "over":
                if told["result"]["contract"]:
                    return table
                table = ann.request.post(f"{path}/next").json()
                break
            if told["legal"] and told["to_move"] == told["seat"]:
                player.request.post(
                    f"{path}/moves", data={"move": choose(told), "ply": told["ply"]}
                )
    raise AssertionError("no game came to its end")
