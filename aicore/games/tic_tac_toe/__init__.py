"""Tic-tac-toe: a reference game whose every game can be counted."""
