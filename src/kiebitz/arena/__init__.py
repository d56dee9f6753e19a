"""Matches and tournaments between players, with their statistics."""
