"""Drawing of a position for the terminal."""
