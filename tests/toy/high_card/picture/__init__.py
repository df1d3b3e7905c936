"""The game in pictures."""
