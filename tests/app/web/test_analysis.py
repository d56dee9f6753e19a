"""Reviews, the analysis board and Bridge over HTTP."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import httpx
import pytest

from kiebitz.app.web.hints import hint_for
from kiebitz.app.web.work import Ticket
from kiebitz.games.skat import State, View
from kiebitz.games.skat.records import parse_record
from kiebitz.players.skat.review import judge, played_positions

from .playing import choose, send, wait_for_turn

DATA = Path(__file__).parents[2] / "data"
BLUNDER = (DATA / "skat_blunder.sgf").read_text().strip()
BLUNDER_NUMBER = 22
STRAINS = ("S", "H", "D", "C", "NT")


def reviewed(client: httpx.Client, record: str) -> list[dict[str, Any]]:
    response = client.post("/api/review", json={"record": record}, timeout=120)
    assert response.status_code == 200, response.text
    return [json.loads(line) for line in response.text.splitlines()]


def test_a_known_mistake_is_found_and_the_better_card_named(client: httpx.Client) -> None:
    game, *decisions, end = reviewed(client, BLUNDER)
    assert game["decisions"] == len(decisions)
    (blunder,) = (one for one in decisions if one["number"] == BLUNDER_NUMBER)
    assert (blunder["verdict"], blunder["grade"]) == ("blunder", "blunder")
    assert blunder["loss"] - 2 * blunder["error"] >= 60
    assert blunder["open"]["cost_game"]
    assert blunder["best"] != blunder["move"]
    assert blunder["open"]["line"][0] in blunder["open"]["values"]
    # Headline and list are one judgement.
    assert end["moment"] == blunder["ply"]
    assert end["verdict"]["code"] == "lost-in"
    assert end["verdict"]["parameters"]["trick"] == blunder["trick"]
    # Asked again it is the same: judgements are kept.
    assert reviewed(client, BLUNDER)[1:] == [*decisions, end]


def test_hint_board_and_review_show_the_same_numbers(client: httpx.Client) -> None:
    _, *decisions, _ = reviewed(client, BLUNDER)
    one = next(one for one in decisions if one["number"] == BLUNDER_NUMBER)
    board = client.post("/api/board/view", json={"view": one["view"]}).json()
    assert board["candidates"] == one["options"]
    hint = hint_for(View.parse(one["view"]), 0, 60, Ticket())
    assert [candidate.model_dump() for candidate in hint.candidates] == one["options"]


def test_open_values_are_those_of_the_game_when_nobody_errs() -> None:
    state = parse_record(BLUNDER).state
    positions = played_positions(state)
    before, card = positions[-1]
    last = judge(before, card, worlds=4, open_cards=True)
    assert last.verdict == "forced"
    assert last.open is not None
    assert last.open.values[card] == state.result.points  # type: ignore[union-attr]


def test_an_upload_of_many_games(client: httpx.Client) -> None:
    content = (DATA / "iss_games.sgf").read_bytes()
    found = client.post("/api/uploads?name=iss", content=content + b"rubbish\n").json()
    assert found["count"] == len(content.splitlines())
    assert len(found["bad"]) == 1
    one = client.get(f"/api/uploads/{found['id']}/0").json()
    assert parse_record(one["record"]).id == found["games"][0]["id"]
    assert client.get(f"/api/uploads/{found['id']}/99999").status_code == 404
    assert client.post("/api/uploads", content=b"nothing").status_code == 400
    assert client.post("/api/uploads", content=b"\x00\xff" * 1000).status_code == 400


def test_a_running_game_cannot_be_reviewed(client: httpx.Client) -> None:
    table = client.post("/api/games", json={"strengths": ["rules", "rules"]}).json()
    assert client.get(f"/api/games/{table['id']}/record").status_code == 409


def test_the_board_gives_every_card_its_value(client: httpx.Client) -> None:
    body = {
        "game": "C",
        "declarer": 0,
        "leader": 0,
        "hands": ["CJ.CA.D7", "SJ.CT.DA", "HJ.CK.DT"],
        "skat": "H7.H8",
    }
    answer = client.post("/api/board/solve", json=body).json()
    assert answer["value"] == 14
    assert answer["moves"] == {"CJ": 8, "CA": 8, "D7": 14}
    twice = client.post("/api/board/solve", json={**body, "skat": "CJ.H8"})
    assert twice.status_code == 400
    assert "CJ" in twice.json()["error"] or "twice" in twice.json()["error"]


def test_the_belief_adds_up_and_knows_what_is_known(client: httpx.Client) -> None:
    state = State.deal(seed=7).play("18").play("p").play("p").play("GH")
    view = state.view(0)
    answer = client.post("/api/board/view", json={"view": str(view), "worlds": 4}).json()
    assert set(answer["hand"]) == set(view.hand)
    assert len(answer["places"]) == 22
    for card, chances in answer["places"].items():
        assert card not in view.hand
        assert sum(chances) == pytest.approx(1, abs=0.01)
        assert chances[0] == 0
    assert {one["move"] for one in answer["candidates"]} == set(view.legal_moves)


def test_a_view_set_up_is_the_view_as_text(client: httpx.Client) -> None:
    board = {
        "seat": 1,
        "hand": "CJ.SJ.CA.CT.CK.SA.ST.HA.DA",
        "declarer": 1,
        "contract": "G",
        "skat": "S7.H7",
        "played": "HT.H9.HK.DT",
    }
    answer = client.post("/api/board/view", json={"set_up": board, "worlds": 4}).json()
    assert (answer["to_move"], answer["played"]) == (1, ["HT", "H9", "HK", "DT"])
    assert [one["move"] for one in answer["candidates"]] == ["DA"]
    assert {one["move"] for one in answer["players"]} == {"DA"}
    same = client.post("/api/board/view", json={"view": answer["view"], "worlds": 4}).json()
    assert {**same, "seconds": 0} == {**answer, "seconds": 0}
    # While another plays, there is nothing to decide, but the unseen cards are somewhere.
    board.update(hand="CJ.SJ.CA.CT.CK.SA.ST.HA.DA", played="HT.H9.HK")
    other = client.post("/api/board/view", json={"set_up": board}).json()
    assert (other["to_move"], other["candidates"], other["players"]) == (0, [], [])
    assert len(other["places"]) == 18
    for chances in other["places"].values():
        assert sum(chances) == pytest.approx(1, abs=0.01)
        assert chances[1] == chances[3] == 0
    board["hand"] = "CJ"
    wrong = client.post("/api/board/view", json={"set_up": board})
    assert wrong.status_code == 400
    assert "together they must be ten" in wrong.json()["error"]
    assert client.post("/api/board/view", json={}).status_code == 400


def test_hints_come_for_bid_declaration_and_card(client: httpx.Client) -> None:
    body = {"strengths": ["rules", "rules"], "seed": 7, "seat": 1}
    table = wait_for_turn(client, client.post("/api/games", json=body).json())
    phases: set[str] = set()
    while table["phase"] != "over" and not {"bid", "declare", "play"} <= phases:
        hint = client.post(f"/api/games/{table['id']}/hint", json={"ply": table["ply"]}).json()
        phases.add(table["phase"])
        legal = table["legal"]
        if table["phase"] == "declare":
            assert hint["move"].count(".") == 2
        else:
            assert hint["move"] in legal
        for one in hint["candidates"]:
            if one["move"] == "p" or len(hint["candidates"]) == 1:
                assert one["chance"] is None  # others play, or there is no choice
            else:
                assert 0 <= one["chance"] <= 1
        if table["phase"] in ("bid", "answer"):
            assert "p" in {one["move"] for one in hint["candidates"]}
            assert hint["carried"]["limit"] >= 18
        bids = {"bid": str(table["next_bid"]), "answer": "y"}
        move = bids.get(table["phase"]) or choose(table)
        table = wait_for_turn(client, send(client, table, move))
    assert {"bid", "declare", "play"} <= phases


def dd_list() -> list[tuple[str, dict[str, dict[str, int]]]]:
    """Deals and tables of dd_list10.txt, whose strains go spades, hearts, diamonds, clubs, NT."""
    deals, deal = [], ""
    for line in (DATA / "bridge" / "dd_list10.txt").read_text().splitlines():
        if line.startswith("PBN"):
            deal = line.split('"')[1]
        elif line.startswith("TABLE"):
            numbers = [int(word) for word in line.split()[1:21]]
            table = {
                seat: {strain: numbers[4 * s + d] for s, strain in enumerate(STRAINS)}
                for d, seat in enumerate("NESW")
            }
            deals.append((deal, table))
    return deals


def test_the_double_dummy_table_of_a_published_deal(client: httpx.Client) -> None:
    for deal, table in dd_list()[:2]:
        answer = client.post("/api/bridge/table", json={"deal": deal}, timeout=60).json()
        assert answer["table"] == table
        assert answer["par"]["contracts"]


def test_cards_and_costs_of_a_bridge_ending(client: httpx.Client) -> None:
    ending = {"deal": "N:AQ.2.. 53.3.. 42.4.. K7.5..", "trump": "NT", "leader": "S"}
    cards = client.post("/api/bridge/cards", json={**ending, "played": "S2 S7"}).json()
    assert (cards["to_move"], cards["cards"]) == ("N", {"SQ": 2, "SA": 1})
    costs = client.post("/api/bridge/costs", json={**ending, "played": "S2 S7 SA S3"}).json()
    assert costs["costs"] == [0, 0, 1, 0]
    wrong = client.post("/api/bridge/cards", json={**ending, "played": "SA"})
    assert wrong.status_code == 400
    assert "illegal" in wrong.json()["error"]


def test_a_pbn_game_brings_its_contract_and_its_play(client: httpx.Client) -> None:
    game = """[Board "3"]
[Dealer "W"]
[Vulnerable "All"]
[Deal "N:AQ.2.. 53.3.. 42.4.. K7.5.."]
[Declarer "E"]
[Contract "1NT"]
[Play "S"]
S2 S7 SA S3
"""
    text = game + "\n" + game.replace('"3"', '"4"')
    answer = client.post("/api/bridge/table", json={"deal": text, "board": 1}).json()
    assert answer["boards"] == ["3", "4"]
    assert (answer["dealer"], answer["vulnerable"]) == ("W", "Both")
    assert (answer["trump"], answer["leader"]) == ("NT", "S")
    assert answer["played"] == ["S2", "S7", "SA", "S3"]
    none = client.post("/api/bridge/table", json={"deal": text, "board": 2})
    assert none.status_code == 400


def test_the_suit_expert(client: httpx.Client) -> None:
    answer = client.post("/api/bridge/suit", json={"north": "AQ", "south": "32"}).json()
    two = answer["plans"][-1]
    assert two["tricks"] == 2
    assert two["chance"] == pytest.approx(0.5, abs=0.001)
    assert "queen" in two["line"]
    assert two["works"]
    assert client.post("/api/bridge/suit", json={"north": "AA", "south": ""}).status_code == 400


@pytest.mark.parametrize("seed", range(4))
def test_every_seat_may_ask_at_every_moment_of_a_game(client: httpx.Client, seed: int) -> None:
    chance = random.Random(seed)
    state = State.deal(seed)
    moments = [state]
    while not state.is_over:
        legal = [move for move in state.legal_moves if move != "p"] or list(state.legal_moves)
        state = state.play(chance.choice(legal[:3]))
        moments.append(state)
    for moment in chance.sample(moments[:-1], 4):
        for seat in range(3):
            body = {"view": str(moment.view(seat)), "worlds": 1}
            answer = client.post("/api/board/view", json=body)
            assert answer.status_code == 200, answer.text
    over = client.post("/api/board/view", json={"view": str(state.view(0))})
    assert over.status_code == 400
    unfinished = client.post("/api/review", json={"record": str(moments[0])})
    assert unfinished.status_code == 200


def test_an_upload_gives_a_report_over_all_its_games(client: httpx.Client) -> None:
    content = (DATA / "iss_games.sgf").read_bytes().splitlines()[:3]
    found = client.post("/api/uploads?name=iss", content=b"\n".join(content)).json()
    path = f"/api/uploads/{found['id']}/report"
    *games, report = (json.loads(line) for line in client.post(path, timeout=120).text.splitlines())
    assert [game["index"] for game in games] == [0, 1, 2]
    assert (report["kind"], report["games"]) == ("report", 3)
    lost = sum(game["loss"] for game in games)
    for part in ("roles", "contracts", "phases", "habits"):
        assert sum(one["loss"] for one in report[part]) == pytest.approx(lost, abs=1)
    for habit in report["habits"]:
        assert set(habit["games"]) <= {0, 1, 2}
    player = found["games"][0]["players"][0]
    *own, report = (
        json.loads(line)
        for line in client.post(path, params={"player": player}, timeout=120).text.splitlines()
    )
    assert report["games"] == len(own) >= 1
    assert client.post("/api/uploads/nothing-here/report").status_code == 404


def test_a_contract_with_two_hidden_hands_is_played_advised_and_reviewed(
    client: httpx.Client,
) -> None:
    def ask(path: str, played: list[str]) -> dict[str, Any]:
        asked = {"deal": 7, "contract": "3NT", "played": " ".join(played)}
        response = client.post(f"/api/bridge/hidden/{path}", json=asked, timeout=120)
        assert response.status_code == 200, response.text
        found: dict[str, Any] = response.json()
        return found

    seen = ask("play", [])
    # The computer has led; East and West stay with the server.
    assert len(seen["played"]) == 1
    assert seen["hands"]["E"] is None
    assert seen["hands"]["W"] is None
    assert seen["to_move"] == "N"
    advice = ask("advice", seen["played"])
    assert {one["card"] for one in advice["cards"]} == set(seen["legal"])
    assert advice["card"] == advice["cards"][0]["card"]
    after = ask("play", [*seen["played"], advice["card"]])
    assert after["played"][:2] == [*seen["played"], advice["card"]]
    assert after["to_move"] in ("N", "S")
    assert after["own"] == [1]
    # Nothing is told of hidden hands: no advice for a defender, no review before the end.
    for path, played in (("advice", ""), ("review", " ".join(after["played"]))):
        asked = {"deal": 7, "contract": "3NT", "played": played}
        assert client.post(f"/api/bridge/hidden/{path}", json=asked).status_code == 400
    # To the end with whatever comes first.
    while after["to_move"]:
        after = ask("play", [*after["played"], after["legal"][0]])
    assert sum(after["won"]) == 13
    assert after["hands"]["E"] is not None
    review = ask("review", after["played"])
    assert all(one["best_chance"] >= one["chance"] for one in review["cards"])
    assert review["cards"][0]["number"] == 1


def test_a_played_board_is_judged_by_what_could_be_known(client: httpx.Client) -> None:
    text = (
        '[Deal "N:AQ.2.. 53.3.. 42.4.. K7.5.."]\n[Declarer "E"]\n[Contract "1NT"]\n'
        '[Play "S"]\nS2 S7 SA S3\n*\n'
    )
    response = client.post("/api/bridge/review", json={"deal": text}, timeout=60)
    lines = [json.loads(line) for line in response.text.splitlines()]
    assert [line["cost"] for line in lines] == [0, 0, 1, 0]
    refused = client.post("/api/bridge/review", json={"deal": text.split("[Play")[0]})
    assert refused.json()["code"] == "bridge-no-play"


def test_a_lin_board_is_read_on_the_page(client: httpx.Client) -> None:
    hands = "3SAKQ2HAKQDAKQCAKQ,S3456H234D234C234,SJT98HJT9DJT9CJT9,"
    lin = f"md|{hands}|sv|o|mb|7N|mb|p|mb|p|mb|p|pc|S7|"
    found = client.post("/api/bridge/table", json={"deal": lin}).json()
    assert found.get("trump") == "NT", found
    assert found["played"] == ["S7"]
