"""Whether the defenders accept a claim: they see all cards but two, and so does the solver."""

from __future__ import annotations

from kiebitz.games.skat import State


def accepts_claim(state: State) -> bool | None:
    """Whether the declarer makes every trick that is left; None if that is not known."""
    return None
