"""Lists over HTTP: the sheet as clubs write it; of four at the table the dealer sits out."""

from __future__ import annotations

import time

import httpx
import pytest

from .playing import Table, play_out
from .test_hiding import cards_in

RULES = {"strengths": ["rules", "rules"]}


def look_on(client: httpx.Client, table: Table) -> Table:
    """Follows a game of others to its end; no card that lies hidden may come."""
    deadline = time.monotonic() + 120
    while table["phase"] != "over":
        assert time.monotonic() < deadline, "the computer players do not move"
        assert table["watching"]
        assert (table["hand"], table["legal"], table["skat"], table["view"]) == ([], [], [], "")
        played = {card for trick in table["tricks"] for card in trick["cards"]}
        assert cards_in(str(table)) <= played | set(table["shown"])
        path = f"/api/games/{table['id']}"
        for what in ("hint", "places", "take-back", "claim", "resign"):
            refused = client.post(f"{path}/{what}", json={"ply": table["ply"]})
            assert refused.status_code == 409, what
        assert client.post(
            f"{path}/moves", json={"move": "p", "ply": table["ply"]}
        ).status_code in (
            400,
            409,
        )
        table = client.get(path).json()
    return table


def test_of_four_the_dealer_sits_out_and_everybody_plays_three_of_four(
    client: httpx.Client,
) -> None:
    wanted = {**RULES, "deals": 4, "chairs": 4, "seed": 5}
    sheet = client.post("/api/lists", json=wanted).json()
    assert (sheet["chairs"], len(sheet["names"])) == (4, 4)
    # The first game is dealt: all four are to come.
    assert sheet["chances"] == pytest.approx([0.25] * 4, abs=1e-3)
    names = sheet["names"]
    seats, out = [], []
    for _ in range(4):
        table = client.post(f"/api/lists/{sheet['id']}/next").json()
        seats.append(None if table["watching"] else table["seat"])
        out.append(table["sits_out"])
        table = look_on(client, table) if table["watching"] else play_out(client, table)
        assert set(table["names"]) | {table["sits_out"]} == set(names)
    assert seats == [0, None, 2, 1]
    assert out == [names[3], "", names[1], names[2]]
    sheet = client.get(f"/api/lists/{sheet['id']}").json()
    assert sheet["complete"]
    best = max(sheet["totals"])
    shares = [(total == best) / sheet["totals"].count(best) for total in sheet["totals"]]
    assert sheet["chances"] == shares
    for row in sheet["rows"]:
        assert row["chair"] != row["dealer"], "who deals does not play"
    assert [row["dealer"] for row in sheet["rows"]] == [3, 0, 1, 2]
    for chair, column in enumerate(sheet["columns"]):
        rows = [row for row in sheet["rows"] if row["contract"]]
        lost = sum(row["chair"] != chair and not row["won"] for row in rows)
        assert column["others_bonus"] == 30 * lost
        assert column["total"] == sum(row["points"][chair] for row in rows)
        parts = column["game_points"] + column["own_bonus"] + column["others_bonus"]
        assert column["total"] == parts == sheet["totals"][chair]
    mine = [one for one in client.get("/api/games").json() if one["list_id"] == sheet["id"]]
    assert sorted(one["seat"] is None for one in mine) == [False, False, False, True]


def test_a_list_has_three_or_four_and_up_to_48_deals(client: httpx.Client) -> None:
    for wrong in ({"chairs": 5}, {"chairs": 2}, {"deals": 49}, {"deals": 2}):
        assert client.post("/api/lists", json={**RULES, **wrong}).status_code == 422
