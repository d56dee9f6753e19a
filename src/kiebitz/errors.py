"""Errors that a caller can make. Each message shows the offending token and what would be right."""

from __future__ import annotations

from collections.abc import Sequence


class KiebitzError(ValueError):
    """The base of all errors that Kiebitz raises for bad input.

    The message is an English sentence. `code` names the sentence and `parameters` hold what is
    filled in, so that it can be worded again in another language, as the page does. A parameter
    is a text, a number, a list of texts, or another error: the reason.

    >>> error = InvalidNotation("card CJ stands twice", code="card-twice", card="CJ")
    >>> str(error), error.code, error.parameters
    ('card CJ stands twice', 'card-twice', {'card': 'CJ'})
    """

    def __init__(
        self,
        message: str = "",
        *,
        code: str = "",
        **parameters: str | int | Sequence[str] | KiebitzError,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.parameters = parameters


class InvalidNotation(KiebitzError):  # noqa: N818
    """A text that is not in the notation it should be in."""


class IllegalMove(KiebitzError):  # noqa: N818
    """A move that the rules do not allow in this position."""


class InvalidPosition(KiebitzError):  # noqa: N818
    """A position that cannot arise: a card twice, unequal hands, a seat that does not exist."""


def placed(error: KiebitzError, place: str, *, code: str, **parameters: str | int) -> KiebitzError:
    """An error of the same kind that says where it happened; the error itself is its reason.

    >>> placed(IllegalMove("not legal"), "move 3", code="at-move", number=3)
    IllegalMove('move 3: not legal')
    """
    return type(error)(f"{place}: {error}", code=code, reason=error, **parameters)
