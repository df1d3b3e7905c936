"""Expectimax: the searcher `Expectimax`, and modules with its parts."""

from aicore.search.expectimax.searcher import Expectimax

__all__ = ["Expectimax"]
