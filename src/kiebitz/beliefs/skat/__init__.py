"""Beliefs about the cards of a Skat game."""

from kiebitz.beliefs.skat.belief import (
    CardView,
    SkatBelief,
    SkatWorld,
    UniformSkatBelief,
    WeighingBelief,
    make_belief,
)
from kiebitz.beliefs.skat.tables import TableBelief

__all__ = [
    "CardView",
    "SkatBelief",
    "SkatWorld",
    "TableBelief",
    "UniformSkatBelief",
    "WeighingBelief",
    "make_belief",
]
