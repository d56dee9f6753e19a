"""Bridge with hidden hands: deals of one's own, declarer's line, and defending."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Response, expect

from kiebitz.bridge import Deal

from .test_browser import tab_to
from .tour import LINE

PBN = "N:AQT5.K82.A74.975 J98.QT5.QT96.KT8 K43.A76.K82.AJ42 762.J943.J53.Q63"
_CARD = re.compile(r'"([SHDC][AKQJT2-9])"')
_HOLDING = re.compile(r'"hands":\s*(\{[^}]*\})')
#: What is said of cards wherever they are: why a card is better, and the conditions of a line. They
#: come from what the visitor sees alone, as another test here shows.
_SUPPOSED = re.compile(r'"reasons":\s*\[.*?\]|"when":\s*\{[^}]*\}')
#: Seats after declarer's.
_PLACES = {"declarer": 0, "leader": 1, "third-hand": 3}


def cards_of(deal: str, seats: str) -> set[str]:
    hands = dict(zip("NESW", deal.removeprefix("N:").split(), strict=True))
    return {
        suit + rank
        for seat in seats
        for suit, ranks in zip("SHDC", hands[seat].split("."), strict=True)
        for rank in ranks
    }


def after(seat: str, places: int) -> str:
    return "NESW"[("NESW".index(seat) + places) % 4]


def lying_otherwise(deal: str, seats: str, played: list[str]) -> str:
    """The deal with cards swapped that nobody has seen: of each suit the highest of two hands."""
    hands = [hand.split(".") for hand in deal.removeprefix("N:").split()]
    one, other = (hands["NESW".index(seat)] for seat in seats)
    for number, suit in enumerate("SHDC"):
        left = [
            [rank for rank in hand[number] if suit + rank not in played] for hand in (one, other)
        ]
        if all(left):
            mine, theirs = left[0][0], left[1][0]
            one[number] = one[number].replace(mine, theirs)
            other[number] = other[number].replace(theirs, mine)
    return "N:" + " ".join(".".join(hand) for hand in hands)


class Table:
    """A visitor who plays the deal and notes everything that the server sends."""

    def __init__(
        self,
        client: httpx.Client,
        contract: str,
        declarer: str,
        role: str = "declarer",
        deal: str = PBN,
    ) -> None:
        self.client = client
        self.texts: list[str] = []
        self.contract, self.declarer, self.role = contract, declarer, role
        self.seat = after(declarer, _PLACES[role])
        self.dummy = after(declarer, 2)
        self.key = self.post("deals", {"deal": deal})["key"]

    def post(self, path: str, asked: dict[str, Any]) -> dict[str, Any]:
        response = self.client.post(f"/api/bridge/hidden/{path}", json=asked, timeout=120)
        assert response.status_code == 200, response.text
        self.texts.append(f"{response.headers} {response.text}")
        found: dict[str, Any] = response.json()
        return found

    def ask(self, path: str, played: list[str]) -> dict[str, Any]:
        asked = {"deal": self.key, "contract": self.contract, "declarer": self.declarer}
        asked["role"] = self.role
        return self.post(path, {**asked, "played": " ".join(played)})


@pytest.mark.parametrize(
    ("contract", "declarer", "role"),
    [
        ("2NT", "S", "declarer"),
        ("1H", "E", "declarer"),
        ("3NT", "S", "leader"),
        ("4S", "N", "third-hand"),
    ],
)
def test_an_own_deal_is_played_and_no_hidden_card_is_told_before_the_end(
    client: httpx.Client, contract: str, declarer: str, role: str
) -> None:
    table = Table(client, contract, declarer, role)
    chosen = {table.seat, table.dummy} if role == "declarer" else {table.seat}
    hidden = cards_of(PBN, "".join({*"NESW"} - {table.seat, table.dummy}))
    assert len(hidden) == 26
    seen = table.ask("play", [])
    assert seen["seat"] == table.seat
    while seen["to_move"]:
        assert seen["to_move"] in chosen
        open_hands = {table.seat, table.dummy} if seen["played"] else {table.seat}
        assert {seat for seat, hand in seen["hands"].items() if hand} == open_hands
        assert seen["made"] is None
        if len(seen["played"]) // 4 in (0, 7):
            advice = table.ask("advice", seen["played"])
            assert advice["card"] in seen["legal"]
            assert advice["line"] == [] or role == "declarer"
        # Every card named in any message is one that the visitor sees, or that was played.
        unseen = hidden if seen["played"] else hidden | cards_of(PBN, table.dummy)
        for text in table.texts:
            named = set(_CARD.findall(_SUPPOSED.sub("", _HOLDING.sub("", text))))
            assert named & unseen <= set(seen["played"])
        seen = table.ask("play", [*seen["played"], seen["legal"][-1]])
    assert sum(seen["won"]) == 13
    assert (seen["won"][0] >= seen["target"]) == (seen["made"] is (role == "declarer"))
    assert seen["hands"]["N"] == PBN[2:].split()[0].split(".")
    review = table.ask("review", seen["played"])
    assert Deal.parse(review["deal"]) == Deal.parse(PBN)
    assert {one["seat"] for one in review["cards"]} <= chosen
    assert all(one["best_chance"] >= one["chance"] for one in review["cards"])


@pytest.mark.parametrize("role", ["declarer", "leader", "third-hand"])
def test_hidden_cards_that_lie_otherwise_change_nothing_that_is_sent(
    client: httpx.Client, role: str
) -> None:
    table = Table(client, "3NT", "S", role)
    hidden = "".join({*"NESW"} - {table.seat, table.dummy})
    seen = table.ask("play", [])
    while seen["to_move"] and len(seen["played"]) < 20:
        played = seen["played"]
        deal = lying_otherwise(PBN, hidden, played)
        if not played:  # the leader does not see dummy either
            deal = lying_otherwise(deal, hidden[0] + table.dummy, played)
        assert deal != PBN
        other = Table(client, "3NT", "S", role, deal)
        assert other.ask("play", played) == seen
        if len(played) in (0, 1, 2) or len(played) > 12:
            told, same = (one.ask("advice", played) for one in (table, other))
            assert {**told, "seconds": 0} == {**same, "seconds": 0}
        seen = table.ask("play", [*played, seen["legal"][0]])


def test_a_wrong_card_of_a_hidden_hand_does_not_tell_what_else_it_holds(
    client: httpx.Client,
) -> None:
    table = Table(client, "3NT", "S", "third-hand")
    asked = {"deal": table.key, "contract": "3NT", "declarer": "S", "role": "third-hand"}
    # North's ace is not West's to lead; East's own mistake is explained.
    refused = client.post("/api/bridge/hidden/play", json={**asked, "played": "SA"})
    assert refused.status_code == 400
    assert refused.json()["code"] == "bridge-not-theirs"
    assert set(_CARD.findall(refused.text)) == {"SA"}
    own = client.post("/api/bridge/hidden/play", json={**asked, "played": "S2 S5 HQ"})
    assert own.json()["code"] == "bridge-illegal-card"
    assert own.json()["parameters"]["bridge_cards"] == ["SJ", "S9", "S8"]
    waits = client.post("/api/bridge/hidden/advice", json={**asked, "played": "S2"})
    assert waits.json()["code"] == "bridge-not-your-turn"


def test_a_defender_wants_the_tricks_that_beat_the_contract(client: httpx.Client) -> None:
    target = Table(client, "3NT", "S", "leader").ask("play", [])["target"]
    assert target == 5
    advice = Table(client, "7NT", "S", "leader").ask("advice", [])
    # Declarer and dummy have 28 points: one trick is found nearly always, and not many more.
    assert advice["cards"][0]["double_dummy"] > 0.9
    assert 1 < advice["cards"][0]["tricks"] < 5


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
    expect(page.locator("[data-seat=S] button.card")).not_to_have_count(0)
    # Who plays sits below.
    expect(page.locator(".holding.s")).to_contain_text("NorthYou")
    assert page.locator("[data-seat=E] [data-card], [data-seat=W] [data-card]").count() == 0
    page.click("#ask-advice")
    page.wait_for_selector("[data-advice]", timeout=90_000)  # a busy machine
    expect(page.locator("#advice h2")).to_contain_text("it makes in")
    hidden = cards_of(PBN, "EW")
    led = {page.url.split("played=")[1][:2]}
    _, kept, dealt, advice = sent
    assert set(_CARD.findall(kept)) == set()
    assert '"E":null' in dealt
    assert '"W":null' in dealt
    for text in (dealt, _SUPPOSED.sub("", advice)):
        assert set(_CARD.findall(text)) & hidden == led & set(_CARD.findall(text))


@pytest.mark.parametrize(
    ("language", "told", "reply"),
    [("en", "If East plays", "Otherwise"), ("de", "Spielt Ost", "Sonst")],
)
def test_declarers_line_is_told_and_unfolded_with_keys(
    page: Page, language: str, told: str, reply: str
) -> None:
    page.add_init_script(
        f"localStorage.setItem('kiebitz', JSON.stringify({{language: '{language}'}}))"
    )
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/#/bridge/play?{LINE}")
    page.wait_for_selector(".holding button.card")
    tab_to(page, "#ask-advice")
    page.keyboard.press("Enter")
    line = page.locator("#advice-line")
    line.wait_for()
    expect(line.locator("h3")).to_contain_text("60")
    folded = line.locator("details:not([open])")
    before = folded.count()
    assert before > 1
    tab_to(page, "#advice-line summary")
    page.keyboard.press("Enter")
    expect(folded).to_have_count(before - 1)
    expect(line).to_contain_text(told)
    expect(line).to_contain_text(reply)
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_defender_sees_dummy_after_the_lead_and_is_advised_and_reviewed(
    page: Page, sent: list[str]
) -> None:
    page.goto("/#/bridge/play?deal=3&contract=3NT")
    page.wait_for_selector(".holding button.card")
    page.focus("#hidden-role")
    page.select_option("#hidden-role", "leader")
    page.wait_for_function("() => location.href.includes('role=leader')")
    # Who changes sides gets another deal, and may go on choosing.
    assert "deal=3&" not in page.url
    expect(page.locator("#hidden-role")).to_be_focused()
    expect(page.locator("[data-seat=W] button.card")).to_have_count(13)
    assert page.locator("[data-card]:not([data-seat=W] *)").count() == 0
    page.locator("[data-seat=W] button.card").first.click()
    expect(page.locator("[data-seat=N] .fanned .card")).not_to_have_count(0)
    expect(page.locator("[data-seat=E] .backs, [data-seat=S] .backs")).to_have_count(2)
    page.goto("/#/nowhere")
    page.goto(f"/#/bridge/play?{LINE}.DJ.DT&role=leader")
    page.click("#ask-advice")
    page.wait_for_selector("[data-advice]", timeout=90_000)
    expect(page.locator("#advice h2")).to_contain_text("it beats the contract in")
    assert page.locator("#advice-line").count() == 0
    while page.locator("#ask-advice").count():
        before = page.url
        page.locator(".holding button.card").first.click()
        page.wait_for_function("url => location.href !== url", arg=before)
        page.wait_for_selector(".holding button.card, #ask-review")
    ended = [text for text in sent if '"to_move":null' in text]
    assert len(ended) == 1
    page.click("#ask-review")
    expect(page.locator("#truths tbody tr")).not_to_have_count(0)
    expect(page.locator("#advice")).to_contain_text("beats the contract as far as you could see")


def test_an_own_deal_is_defended_from_either_side(page: Page) -> None:
    page.goto("/#/bridge/play?deal=3&contract=3NT&role=leader")
    page.wait_for_selector(".holding button.card")
    page.click("#own-deal summary")
    page.fill("#own-pbn", PBN)
    page.select_option("#own-declarer", "N")
    page.select_option("#own-role", "third-hand")
    page.click("#own-start")
    # East leads against North, South is dummy; West is the third hand.
    expect(page.locator("[data-seat=W] button.card")).not_to_have_count(0)
    expect(page.locator(".holding.s")).to_contain_text("WestYou")
    expect(page.locator("[data-seat=S] .fanned .card")).to_have_count(12)
    expect(page.locator("[data-seat=N] .backs, [data-seat=E] .backs")).to_have_count(2)
    key = page.url.split("deal=")[1].split("&")[0]
    page.select_option("#hidden-role", "leader")
    expect(page.locator("[data-seat=E] button.card")).to_have_count(13)
    assert f"deal={key}&" in page.url
