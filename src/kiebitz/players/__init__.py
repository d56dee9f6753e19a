"""Who decides: a player answers a View with a move."""
