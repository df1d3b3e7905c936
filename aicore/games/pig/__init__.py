"""Pig: a reference game of chance and risk, whose value is known to nine digits."""
