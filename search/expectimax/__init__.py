"""Expectimax: `Expectimax` searches; the modules here contain its parts."""

from aicore.search.expectimax.searcher import Expectimax

__all__ = ["Expectimax"]
