"""Booster: hands of mission parts, melds of five types, a race to the target."""
