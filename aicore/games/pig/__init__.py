"""Pig: a reference game of pure chance and risk, its value known to nine digits."""
