"""Players of Bridge who see two hands."""
