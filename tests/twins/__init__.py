"""Slow, readable models of the games, written from the rules alone and played in lock-step."""
