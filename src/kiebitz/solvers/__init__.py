<<<<<<< HEAD
"""Solvers for one game each, where speed or explanation needs more than a general search."""
=======
"""The fast open-hand solvers, one module a game."""
>>>>>>> b840249 (Bridge for Python and the command line: PBN, LIN, scoring, par, double dummy)
