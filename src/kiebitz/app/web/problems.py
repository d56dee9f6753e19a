"""Refusals on their way to the browser: an English sentence, its code, and what is filled in.

The page words a code in its reader's language; the sentence is for those who call the API.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.responses import JSONResponse

from kiebitz.errors import KiebitzError

_MOST = 300  # characters of one text


def problem_of(error: KiebitzError) -> dict[str, Any]:
    """An error as it is sent; the reason of an error is sent in the same form.

    >>> problem_of(KiebitzError("card CJ stands twice", code="card-twice", card="CJ"))
    {'error': 'card CJ stands twice', 'code': 'card-twice', 'parameters': {'card': 'CJ'}}
    """
    parameters = {name: _sent(value) for name, value in error.parameters.items()}
    return {"error": str(error)[: 2 * _MOST], "code": error.code, "parameters": parameters}


def refusal(
    status: int,
    sentence: str,
    *,
    code: str,
    headers: Mapping[str, str] | None = None,
    **parameters: str | int,
) -> JSONResponse:
    """A refusal that no rule of a game gave."""
    return refused(status, KiebitzError(sentence, code=code, **parameters), headers)


def refused(
    status: int, error: KiebitzError, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """The answer to a request that went wrong with this error."""
    return JSONResponse(problem_of(error), status_code=status, headers=headers)


def _sent(value: object) -> object:
    if isinstance(value, KiebitzError):
        return problem_of(value)
    if isinstance(value, str):
        return value[:_MOST]
    return value if isinstance(value, int) else [str(one)[:_MOST] for one in value]  # type: ignore[attr-defined]
