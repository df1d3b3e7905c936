"""Expectimax: `Expectimax` searches; what it looks ahead with is in modules here."""

from aicore.search.expectimax.searcher import Expectimax

__all__ = ["Expectimax"]
