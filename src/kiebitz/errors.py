"""Errors that a caller can make. Each message shows the offending token and what would be right."""


class KiebitzError(ValueError):
    """The base of all errors that Kiebitz raises for bad input."""


class InvalidNotation(KiebitzError):  # noqa: N818
    """A text that is not in the notation it should be in."""


class IllegalMove(KiebitzError):  # noqa: N818
    """A move that the rules do not allow in this position."""


class InvalidPosition(KiebitzError):  # noqa: N818
    """A position that cannot arise: a card twice, unequal hands, a seat that does not exist."""
