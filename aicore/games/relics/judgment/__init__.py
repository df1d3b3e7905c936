"""Judgment: a quick policy, and the value of a position."""
