"""Rules, notation and records of the games, one folder a game."""
