"""Pictures of the game, for a page and for a terminal."""
