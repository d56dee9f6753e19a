"""Solvers for one game each, where speed or explanation needs more than a general search."""
