"""Advice, reviews, lessons and puzzles, to help people play better. Nothing here prints."""
