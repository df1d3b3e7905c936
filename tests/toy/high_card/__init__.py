"""High card: a small game with luck and secrets that aicore does not have."""
