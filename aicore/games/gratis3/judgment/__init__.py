"""Judgment: what a quick player would do, and what a position is worth."""
