"""High card: a small game with chance and secrets that is not part of aicore."""
