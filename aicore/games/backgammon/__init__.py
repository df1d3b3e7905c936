"""Backgammon: a race of fifteen men with two dice."""
