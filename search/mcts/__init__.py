"""Monte Carlo tree search: `Mcts` searches; a tree, its nodes and its rules are in modules here."""

from aicore.search.mcts.evaluator import Evaluator
from aicore.search.mcts.many import Searched, search_batch, search_many
from aicore.search.mcts.searcher import Mcts

__all__ = ["Evaluator", "Mcts", "Searched", "search_batch", "search_many"]
