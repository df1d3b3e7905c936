"""Puzzles: positions from games in which one action is clearly the best."""
