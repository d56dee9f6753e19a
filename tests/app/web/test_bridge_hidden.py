"""A Bridge deal of one's own, played with two hidden hands."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Response, expect

from kiebitz.bridge import Deal

PBN = "N:AQT5.K82.A74.975 J98.QT5.QT96.KT8 K43.A76.K82.AJ42 762.J943.J53.Q63"
_CARD = re.compile(r'"([SHDC][AKQJT2-9])"')
_HOLDING = re.compile(r'"hands":\s*(\{[^}]*\})')


def cards_of(deal: str, seats: str) -> set[str]:
    hands = dict(zip("NESW", deal.removeprefix("N:").split(), strict=True))
    return {
        suit + rank
        for seat in seats
        for suit, ranks in zip("SHDC", hands[seat].split("."), strict=True)
        for rank in ranks
    }


class Table:
    """A visitor who plays the deal and notes everything that the server sends."""

    def __init__(self, client: httpx.Client, contract: str, declarer: str) -> None:
        self.client = client
        self.texts: list[str] = []
        self.contract, self.declarer = contract, declarer
        self.key = self.post("deals", {"deal": PBN})["key"]

    def post(self, path: str, asked: dict[str, Any]) -> dict[str, Any]:
        response = self.client.post(f"/api/bridge/hidden/{path}", json=asked, timeout=120)
        assert response.status_code == 200, response.text
        self.texts.append(f"{response.headers} {response.text}")
        found: dict[str, Any] = response.json()
        return found

    def ask(self, path: str, played: list[str]) -> dict[str, Any]:
        asked = {"deal": self.key, "contract": self.contract, "declarer": self.declarer}
        return self.post(path, {**asked, "played": " ".join(played)})


@pytest.mark.parametrize(("contract", "declarer"), [("2NT", "S"), ("1H", "E")])
def test_an_own_deal_is_played_and_no_hidden_card_is_told_before_the_end(
    client: httpx.Client, contract: str, declarer: str
) -> None:
    table = Table(client, contract, declarer)
    own = "NS" if declarer in "NS" else "EW"
    hidden = cards_of(PBN, "EW" if own == "NS" else "NS")
    assert len(hidden) == 26
    seen = table.ask("play", [])
    while seen["to_move"]:
        assert seen["to_move"] in own
        assert {seat for seat, hand in seen["hands"].items() if hand} == set(own)
        if len(seen["played"]) in (1, 30):
            advice = table.ask("advice", seen["played"])
            assert advice["card"] in seen["legal"]
        # Every card named in any message is one that declarer sees, or that was played.
        for text in table.texts:
            named = set(_CARD.findall(_HOLDING.sub("", text)))
            reasons = set(re.findall(r'"(?:card|other)":\s*"([SHDC].)"', text))
            assert (named - reasons) & hidden <= set(seen["played"])
        seen = table.ask("play", [*seen["played"], seen["legal"][-1]])
    assert sum(seen["won"]) == 13
    assert seen["hands"]["N"] == PBN[2:].split()[0].split(".")
    review = table.ask("review", seen["played"])
    assert Deal.parse(review["deal"]) == Deal.parse(PBN)
    assert {one["seat"] for one in review["cards"]} <= set(own)
    assert all(one["best_chance"] >= one["chance"] for one in review["cards"])


def test_an_own_deal_is_its_owners_and_must_be_whole(client: httpx.Client, address: str) -> None:
    table = Table(client, "3NT", "S")
    asked = {"deal": table.key, "contract": "3NT", "declarer": "S", "played": ""}
    with httpx.Client(base_url=address) as stranger:
        refused = stranger.post("/api/bridge/hidden/play", json=asked)
    assert refused.status_code == 404
    assert refused.json()["code"] == "bridge-deal-gone"
    for deal, code in (
        ("N:AJ5... Q98... KT4... 762...", "bridge-whole-deal"),
        ("nonsense", None),
    ):
        answer = client.post("/api/bridge/hidden/deals", json={"deal": deal})
        assert answer.status_code == 400
        assert code in (None, answer.json()["code"])
    # A record says what was played, but not by whom the cards are held.
    record = f'[Deal "{PBN}"]\n[Declarer "W"]\n[Contract "4SX"]\n'
    kept = client.post("/api/bridge/hidden/deals", json={"deal": record}).json()
    assert (kept["contract"], kept["declarer"]) == ("4S", "W")


@pytest.fixture
def sent(page: Page) -> list[str]:
    """Everything about the hidden game that the browser has been sent."""
    texts: list[str] = []

    def note(response: Response) -> None:
        if "/api/bridge/hidden/" in response.url:
            texts.append(response.text())

    page.on("response", note)
    return texts


def test_the_page_takes_an_own_deal_and_answers_how_often(page: Page, sent: list[str]) -> None:
    page.goto("/#/bridge/play?deal=3&contract=3NT")
    page.wait_for_selector(".holding button.card")
    page.click("#own-deal summary")
    page.fill("#own-pbn", PBN)
    page.select_option("#own-level", "4")
    page.select_option("#own-strain", "S")
    page.select_option("#own-declarer", "N")
    page.focus("#own-start")
    page.keyboard.press("Enter")
    expect(page.locator("#own-name")).to_have_text("Your deal: 4 ♠ by North")
    # East leads, dummy plays; the defenders' hands are backs.
    expect(page.locator(".holding.s button.card")).not_to_have_count(0)
    assert page.locator(".holding.e [data-card], .holding.w [data-card]").count() == 0
    page.click("#ask-advice")
    page.wait_for_selector("[data-advice]", timeout=90_000)  # a busy machine
    expect(page.locator("#advice h2")).to_contain_text("it makes in")
    hidden = cards_of(PBN, "EW")
    led = {page.url.split("played=")[1][:2]}
    _, kept, dealt, advice = sent
    assert set(_CARD.findall(kept)) == set()
    assert '"E":null' in dealt
    assert '"W":null' in dealt
    for text in (dealt, re.sub(r'"reasons":\s*\[.*?\]', "", advice)):
        assert set(_CARD.findall(text)) & hidden == led & set(_CARD.findall(text))
