"""Monte Carlo tree search: `Mcts` searches; a tree, its nodes and its rules are in modules here."""

from aicore.search.mcts.searcher import KNOBS, Mcts

__all__ = ["KNOBS", "Mcts"]
