"""The table in the browser: a thin shell of HTTP over the games, players and solvers."""
