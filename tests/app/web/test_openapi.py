"""Hostile input to every endpoint of the OpenAPI description gets a 4xx with a sentence."""

from __future__ import annotations

from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error

from kiebitz.app.web.server import create_app

from .serving import QUICK

schema = schemathesis.openapi.from_asgi("/api/openapi.json", create_app(QUICK))


@schema.exclude(path_regex="events$").parametrize()
@settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_no_input_makes_the_server_fail(case: schemathesis.Case[Any]) -> None:
    response = case.call()
    case.validate_response(response, checks=[not_a_server_error])
    assert response.status_code < 500
    if response.status_code >= 400:
        body = response.json()
        assert isinstance(body["error"], str)
        assert len(body["error"]) > 5


def test_the_description_names_every_route() -> None:
    paths = create_app(QUICK).openapi()["paths"]
    assert "/api/games/{game_id}/moves" in paths
    for path in paths.values():
        for operation in path.values():
            assert "422" in operation["responses"] or "400" in operation["responses"], operation
