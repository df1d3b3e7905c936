"""Backgammon: the race of fifteen men by two dice."""
