"""Judgment: a quick player's policy and the evaluation of positions."""
