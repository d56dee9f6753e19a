"""One's own history: statistics with intervals, all games as a file, games from elsewhere."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from kiebitz.app.web.report_routes import BriefModel
from kiebitz.app.web.statistics import Played, statistics
from kiebitz.games.skat import State
from kiebitz.games.skat.records import Record, parse_record, read_records

from .playing import play_out
from .test_analysis import BLUNDER
from .test_browser import violations

DATA = Path(__file__).parents[2] / "data"
GAMES = (DATA / "iss_games.sgf").read_bytes()
RULES = {"strengths": ["rules", "rules"]}


def records() -> list[Record]:
    return [one for one in read_records(GAMES) if isinstance(one, Record)]


def test_games_go_out_with_date_and_names_and_come_in_again(
    address: str, client: httpx.Client
) -> None:
    table = play_out(client, client.post("/api/games", json=RULES).json())
    out = client.get("/api/history", params={"name": "An[n]a"})
    assert "attachment" in out.headers["content-disposition"]
    [line] = out.text.splitlines()
    record = parse_record(line)
    assert record.id == table["id"]
    assert record.tags["DT"].endswith("/UTC")
    assert record.players[table["seat"]] == "Anna", "a bracket would end the tag"
    assert "" not in record.players
    again = client.post("/api/history", params={"name": "Anna"}, content=out.content).json()
    assert (again["read"], again["added"], again["known"]) == (1, 0, 1)
    with httpx.Client(base_url=address, timeout=30) as elsewhere:
        taken = elsewhere.post("/api/history", params={"name": "Anna"}, content=out.content).json()
        assert (taken["added"], taken["known"]) == (1, 0)
        assert elsewhere.get("/api/history").text == out.text
        [game] = elsewhere.get("/api/games").json()
        assert (game["imported"], game["over"], game["seat"]) == (True, True, table["seat"])
        same = elsewhere.get(f"/api/games/{game['id']}").json()
        assert same["result"] == table["result"]
        assert elsewhere.get(f"/api/games/{game['id']}/record").text == out.text


def test_without_a_name_the_file_tells_who_plays_in_it(client: httpx.Client) -> None:
    told = client.post("/api/history", content=GAMES).json()
    assert (told["added"], told["name"]) == (0, "")
    names = {name for one in records() for name in one.players}
    assert {one["name"] for one in told["players"]} <= names
    who = records()[0].players[0]
    mine = [one for one in records() if who in one.players]
    taken = client.post("/api/history", params={"name": who}, content=GAMES + b"rubbish\n").json()
    assert taken["added"] == len(mine)
    assert [bad["code"] for bad in taken["bad"]] == ["record-begin"]
    counted = client.get("/api/statistics").json()
    points = [one.result.seeger_fabian[one.players.index(who)] for one in mine]
    assert counted["games"] == len(mine)
    assert counted["all"]["points"]["mean"] == pytest.approx(sum(points) / len(points), abs=0.01)
    assert client.get("/api/statistics", params={"which": "here"}).json()["games"] == 0
    assert client.get("/api/statistics", params={"days": 30}).json()["games"] == 0
    bad = client.post("/api/history", content=b"rubbish")
    assert (bad.status_code, bad.json()["code"]) == (400, "no-game-read")


def test_practice_counts_only_when_it_is_asked_for(client: httpx.Client) -> None:
    play_out(client, client.post("/api/games", json={**RULES, "seed": 4}).json())
    assert client.get("/api/statistics").json()["games"] == 0
    assert client.get("/api/statistics", params={"practice": True}).json()["games"] == 1


def game(number: int, **changes: object) -> Played:
    told: dict[str, object] = {
        "began": 1000.0 * number,
        "seat": number % 3,
        "role": "declarer",
        "game": "G",
        "points": 98,
        "won": True,
        "moves": str(number),
    }
    return Played(**{**told, **changes})  # type: ignore[arg-type]


def test_groups_have_means_with_students_interval() -> None:
    games = [game(n, points=p, won=p > 0) for n, p in enumerate((98, 98, -146, 98))]
    games.append(game(9, role="defender", game="C", points=40))
    games.append(game(10, role="passed", game="", points=0))
    told = statistics(games, lambda one: None)
    assert [(one.name, one.games) for one in told.roles] == [
        ("declarer", 4),
        ("defender", 1),
        ("passed", 1),
    ]
    grand = told.contracts[0]
    assert (grand.name, grand.points.mean, grand.points.count) == ("G", 37.0, 4)
    # Student's quantile for three degrees of freedom is 3.1824; the standard error is 61.
    assert grand.points.high == pytest.approx(37 + 3.18245 * 61, abs=0.06)
    assert grand.won is not None
    assert grand.won.mean == 0.75
    assert told.roles[1].points.low is None, "one game has no interval"
    assert [sum_ for _, sum_ in told.sums] == [98, 196, 50, 148, 188, 188]
    assert [one.points.count for one in told.steps] == [6]


def test_steps_over_time_have_as_many_games_each() -> None:
    told = statistics([game(n, points=n) for n in range(100)], lambda one: None)
    assert len(told.steps) == 12
    assert sum(one.points.count for one in told.steps) == 100
    assert [one.first for one in told.steps] == sorted(one.first for one in told.steps)
    assert max(one.points.count for one in told.steps) <= 9


def test_phases_add_up_what_reviews_called_a_mistake() -> None:
    def brief(seat: int, phase: str, grade: str | None, loss: float) -> BriefModel:
        return BriefModel(
            ply=0, seat=seat, phase=phase, trick=None, grade=grade, loss=loss,
            before=None, after=None, habit="",
        )  # fmt: skip

    found = {
        "0": [
            brief(0, "bid", None, 3),
            brief(0, "card", "mistake", 30),
            brief(1, "card", "blunder", 99),
        ],
        "1": [brief(1, "card", "inaccuracy", 10)],
    }
    told = statistics([game(n) for n in range(3)], lambda one: found.get(one.moves))
    assert told.reviewed == 2
    bid, card = told.phases
    assert (bid.name, bid.loss.mean) == ("bid", 0.0), "what no name is given costs nothing"
    assert (card.name, card.loss.mean, card.decisions) == ("card", 20.0, 2)
    assert card.grades == {"mistake": 1, "inaccuracy": 1}


def some_games(count: int) -> str:
    """Games of Anna's from different days, in which everybody plays some card."""
    lines = []
    for seed in range(count):
        draw = random.Random(seed)
        contract = draw.choice(["GH", "CH", "NH", "DH"])
        state = State.deal(seed).play("18").play("p").play("p").play(contract)
        while not state.is_over:
            state = state.play(draw.choice(state.legal_moves))
        names = ["Anna", "Bert", "Carla"]
        seats = {f"P{seat}": names[(seat + seed) % 3] for seat in range(3)}
        day = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=seed)
        lines.append(str(Record.of(state, DT=f"{day:%Y-%m-%d/%H:%M:%S/UTC}", **seats)))
    return "\n".join(lines)


def test_statistics_in_the_browser(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "games.sgf"
    file.write_text(some_games(40))
    page.goto("/#/")
    page.get_by_role("link", name="Statistics").click()
    expect(page.locator("#stats-none")).to_be_visible()
    assert violations(page) == []
    page.click("#history-import")
    expect(page.locator("#history-told")).to_have_text("Choose a file first.")
    page.set_input_files("#history-file", file)
    page.click("#history-import")
    page.click("#history-told [data-name=Anna]")
    expect(page.locator("#history-told")).to_contain_text("40 games added")
    expect(page.locator("#stats .figures")).to_contain_text("points a game")
    expect(page.locator("#stats-roles tbody tr")).to_have_count(2)
    expect(page.locator("#stats-seats tbody tr")).to_have_count(3)
    expect(page.locator("#stats .chart")).to_have_count(2)
    expect(page.locator("#stats .chart .dot")).to_have_count(8)
    expect(page.locator("#stats .whisker").first).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Tab")
    with page.expect_download() as download:
        page.click("#history-export")
    assert len(Path(download.value.path()).read_text().splitlines()) == 40
    page.focus("#stats-days")
    page.select_option("#stats-days", "7")
    expect(page.locator("#stats-none")).to_be_visible()
    page.goto("/#/")
    expect(page.locator("main[data-page=home]")).to_contain_text("played elsewhere")


def test_own_games_are_reviewed_by_phase(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(BLUNDER)
    page.goto("/#/statistics")
    page.set_input_files("#history-file", file)
    page.fill("#history-name", "Carla")
    page.click("#history-import")
    page.click("#stats-review")
    expect(page.locator("#stats-phases tbody tr")).to_have_count(5, timeout=120_000)
    cards = page.locator("#stats-phases tr", has_text="Cards")
    expect(cards).to_contain_text("−")
    expect(page.locator("#stats-review")).to_have_count(0)
