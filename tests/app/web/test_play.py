"""A game over HTTP: from the auction to the score, taken back, played again, restarted."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from kiebitz.games.skat.history import states_of
from kiebitz.games.skat.records import parse_record

from .playing import choose, play_out, send, wait_for_turn
from .serving import running

# Forehand holds a grand that cannot be lost; middlehand and rearhand have nothing to bid on.
GRAND = (
    "CJ.SJ.HJ.DJ.CA.CT.CK.SA.ST.HA.C7.C8.C9.CQ.S7.S8.S9.SQ.SK.H7."
    "H8.H9.HQ.HK.HT.D7.D8.D9.DQ.DK.DT.DA"
)
RULES = {"strengths": ["rules", "rules"]}


def test_a_game_goes_from_the_auction_to_the_score(client: httpx.Client) -> None:
    table = client.post("/api/games", json={**RULES, "deal": GRAND, "seat": 0}).json()
    table = wait_for_turn(client, table)
    assert table["hand"][:4] == ["CJ", "SJ", "HJ", "DJ"]
    while table["phase"] in ("bid", "answer"):
        move = "y" if table["phase"] == "answer" else str(table["next_bid"])
        table = wait_for_turn(client, send(client, table, move))
    assert (table["phase"], table["declarer"]) == ("pick_up", 0)
    assert {offer["move"] for offer in table["offers"]} >= {"GH", "GHS", "GO", "NOH"}
    table = send(client, table, "s")
    assert sorted(table["skat"]) == ["DA", "DT"]
    grand = next(offer for offer in table["offers"] if offer["move"] == "G")
    assert (grand["low"], grand["high"], grand["enough"]) == (120, 120, "yes")
    assert (grand["won"], grand["lost"]) == ([170], [-290])
    table = play_out(client, send(client, table, "G.DT.DA"))
    result = table["result"]
    assert result["won"]
    assert result["points"] + result["defenders_points"] == 120
    assert [len(cards) for cards in result["deal"]] == [10, 10, 10, 2]
    record = client.get(f"/api/games/{table['id']}/record").text
    assert parse_record(record).result.value == result["value"]


def test_only_the_visitor_whose_turn_it_is_moves(client: httpx.Client) -> None:
    table = client.post("/api/games", json={**RULES, "seed": 7, "seat": 1}).json()
    path = f"/api/games/{table['id']}/moves"
    twice = [client.post(path, json={"move": "p", "ply": 0}) for _ in range(2)]
    assert [answer.status_code for answer in twice] == [200, 409]
    wrong = client.post("/api/games", json={**RULES, "seed": 7, "seat": 1}).json()
    refused = client.post(f"/api/games/{wrong['id']}/moves", json={"move": "19", "ply": 0})
    assert refused.status_code == 400
    assert "legal" in refused.json()["error"]


def test_a_game_belongs_to_its_visitor(address: str, client: httpx.Client) -> None:
    table = client.post("/api/games", json=RULES).json()
    with httpx.Client(base_url=address) as stranger:
        for path in ("", "/record", "/events"):
            assert stranger.get(f"/api/games/{table['id']}{path}").status_code == 404
        assert stranger.get("/api/games").json() == []


def test_a_move_is_taken_back_and_the_game_marked(client: httpx.Client) -> None:
    table = client.post("/api/games", json={**RULES, "deal": GRAND, "seat": 0}).json()
    table = wait_for_turn(client, table)
    hand, ply = table["hand"], table["ply"]
    after = wait_for_turn(client, send(client, table, str(table["next_bid"] or "y")))
    back = client.post(f"/api/games/{table['id']}/take-back", json={"ply": after["ply"]}).json()
    assert (back["ply"], back["hand"]) == (ply, hand)
    assert "take-back" in back["practice"]


def test_the_same_deal_is_played_again(client: httpx.Client) -> None:
    table = client.post("/api/games", json={**RULES, "seed": 5, "seat": 2}).json()
    again = client.post(f"/api/games/{table['id']}/again").json()
    assert (again["hand"], again["seat"]) == (table["hand"], 2)
    assert again["id"] != table["id"]
    assert again["practice"] == ["again"]


def test_the_deal_of_an_iss_record_is_set_up(client: httpx.Client) -> None:
    record = (Path(__file__).parents[2] / "data" / "skat_blunder.sgf").read_text()
    hand = set(states_of(parse_record(record.strip()).state)[0].hands[2])
    table = client.post("/api/games", json={**RULES, "deal": record, "seat": 2}).json()
    assert set(table["hand"]) == hand
    assert table["practice"] == ["set-up"]


def test_an_open_game_of_a_list_is_not_played_again(client: httpx.Client) -> None:
    sheet = client.post("/api/lists", json={**RULES, "deals": 3}).json()
    assert client.post(f"/api/games/{sheet['current']}/again").status_code == 409


def test_giving_up_ends_the_game(client: httpx.Client) -> None:
    table = client.post("/api/games", json={**RULES, "deal": GRAND, "seat": 0}).json()
    table = wait_for_turn(client, table)
    while table["phase"] != "play" or table["to_move"] != 0:
        move = {"bid": str(table["next_bid"]), "answer": "y"}.get(table["phase"]) or choose(table)
        table = wait_for_turn(client, send(client, table, move))
    over = client.post(f"/api/games/{table['id']}/resign", json={"ply": table["ply"]}).json()
    assert over["phase"] == "over"
    assert over["result"]["resigned"]
    assert not over["result"]["won"]


def test_a_list_adds_up_and_the_deal_goes_round(client: httpx.Client) -> None:
    sheet = client.post("/api/lists", json={**RULES, "deals": 3, "seed": 11}).json()
    seats, mine = [], 0
    for _ in range(3):
        table = client.post(f"/api/lists/{sheet['id']}/next").json()
        seats.append(table["seat"])
        table = play_out(client, table)
        mine += table["result"]["seeger_fabian"][table["seat"]]
    sheet = client.get(f"/api/lists/{sheet['id']}").json()
    assert seats == [0, 2, 1]
    assert sheet["complete"]
    assert sheet["totals"][0] == mine
    assert client.post(f"/api/lists/{sheet['id']}/next").status_code == 409


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_restart_loses_nothing(tmp_path: Path, seat: int) -> None:
    with running(data=tmp_path) as address, httpx.Client(base_url=address) as visitor:
        table = visitor.post("/api/games", json={**RULES, "seed": 3, "seat": seat}).json()
        table = wait_for_turn(visitor, table)
        table = wait_for_turn(visitor, send(visitor, table, choose(table)))
        cookies = visitor.cookies
    with running(data=tmp_path) as address, httpx.Client(base_url=address) as visitor:
        visitor.cookies.update(dict(cookies.items()))
        same = visitor.get(f"/api/games/{table['id']}").json()
        assert same["hand"] == table["hand"]
        assert same["moves"][: table["ply"]] == table["moves"]
        assert play_out(visitor, same)["phase"] == "over"
