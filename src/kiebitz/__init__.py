"""Kiebitz plays, solves and explains card games."""

__version__ = "0.1.0"
