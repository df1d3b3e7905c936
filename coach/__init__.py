"""Advice, reviews, lessons and puzzles: what helps people to play better. Prints nothing."""
