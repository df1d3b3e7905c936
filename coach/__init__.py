"""Advice, reviews, lessons and puzzles that help people play better. Nothing here prints."""
