"""Tic-tac-toe: a reference game small enough to count every game of it."""
