"""Tic-tac-toe: a reference game so small that all its games can be counted."""
