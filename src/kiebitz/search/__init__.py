"""Search algorithms over any game, built in or written in Python."""
