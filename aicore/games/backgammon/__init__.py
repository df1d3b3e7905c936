"""Backgammon: two seats race fifteen men each around the board, by the roll of two dice."""
