"""Monte Carlo tree search: the searcher `Mcts`, and modules with the tree and its parts."""

from aicore.search.mcts.evaluator import Evaluator
from aicore.search.mcts.many import Searched, search_batch, search_many
from aicore.search.mcts.searcher import Mcts

__all__ = ["Evaluator", "Mcts", "Searched", "search_batch", "search_many"]
