"""Hostile input to every endpoint of the OpenAPI description gets a 4xx with a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error

from kiebitz.app.web.server import create_app

from .api_types import types
from .serving import QUICK, running

DATA = Path(__file__).parents[2] / "data"
schema = schemathesis.openapi.from_asgi("/api/openapi.json", create_app(QUICK))
described = schemathesis.openapi.from_dict(create_app(QUICK).openapi())  # asked over a real port
strange = settings(
    max_examples=20,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


def check(case: schemathesis.Case[Any], response: Any) -> None:
    case.validate_response(response, checks=[not_a_server_error])
    assert response.status_code < 500
    if response.status_code >= 400:
        body = response.json()
        assert isinstance(body["error"], str)
        assert len(body["error"]) > 5


@schema.exclude(path_regex="events$").parametrize()
@strange
def test_no_input_makes_the_server_fail(case: schemathesis.Case[Any]) -> None:
    check(case, case.call(timeout=120))


class Visit:
    """A visitor with a game, a list and an upload, whose names the hostile requests know."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        rules = {"strengths": ["rules", "rules"]}
        self.ids = {
            "game_id": client.post("/api/games", json={**rules, "seat": 1}).json()["id"],
            "list_id": client.post("/api/lists", json={**rules, "deals": 3}).json()["id"],
            "upload_id": client.post(
                "/api/uploads", content=(DATA / "skat_blunder.sgf").read_bytes()
            ).json()["id"],
        }


@pytest.fixture(scope="module")
def visit() -> Iterator[Visit]:
    with ExitStack() as stack:
        address = stack.enter_context(running())
        yield Visit(stack.enter_context(httpx.Client(base_url=address, timeout=30)))


# Only what the generator makes of bodies and queries is hostile here: the game is a real one.
@(
    described.include(path_regex=r"\{(game|list|upload)_id\}")
    .exclude(path_regex="events$")
    .parametrize()
)
@strange
def test_no_input_spoils_a_game_that_is_there(visit: Visit, case: schemathesis.Case[Any]) -> None:
    for name in case.path_parameters:
        if name in visit.ids:
            case.path_parameters[name] = visit.ids[name]
    cookies = dict(visit.client.cookies)
    response = case.call(base_url=str(visit.client.base_url), cookies=cookies, timeout=120)
    check(case, response)
    expected = "index" in case.path_parameters or case.path.endswith("/join")  # a wrong link
    assert response.status_code != 404 or expected
    game = visit.client.get(f"/api/games/{visit.ids['game_id']}")
    assert game.status_code == 200


def test_false_is_not_seat_0(visit: Visit) -> None:
    for body in ({"seat": False}, {"seed": True}):
        answer = visit.client.post("/api/games", json=body)
        assert answer.status_code == 422
        assert next(iter(body)) in answer.json()["error"]


def test_the_description_names_every_route() -> None:
    paths = create_app(QUICK).openapi()["paths"]
    assert "/api/games/{game_id}/moves" in paths
    for path in paths.values():
        for operation in path.values():
            assert "422" in operation["responses"] or "400" in operation["responses"], operation


def test_the_page_knows_the_types_of_all_answers() -> None:
    told = types()
    assert (
        "P extends `/games/${string}/hint` | `/games/${string}/hint?${string}` ? HintModel" in told
    )
    assert "export interface HintModel {" in told
    for name in re.findall(r"\? (\w+)(?:\[\])? :", told):
        assert name == "any" or f"interface {name} " in told
