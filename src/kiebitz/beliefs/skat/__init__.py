"""Beliefs about the cards of a Skat game."""

from kiebitz.beliefs.skat.belief import (
    SkatBelief,
    SkatWorld,
    UniformSkatBelief,
    WeighingBelief,
    make_belief,
)
from kiebitz.beliefs.skat.tables import TableBelief

__all__ = [
    "SkatBelief",
    "SkatWorld",
    "TableBelief",
    "UniformSkatBelief",
    "WeighingBelief",
    "make_belief",
]
