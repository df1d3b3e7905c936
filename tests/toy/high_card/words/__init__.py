"""Words of the game."""
