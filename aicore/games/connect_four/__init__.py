"""Connect Four: a reference game for speed and for deep, solved tactics."""
