"""Tic-tac-toe: a yardstick whose every game can be counted."""
