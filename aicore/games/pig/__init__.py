"""Pig: a reference game of pure chance and risk, with its value known to nine digits."""
