"""Monte Carlo tree search: `Mcts` searches; the modules here contain the tree and its parts."""

from aicore.search.mcts.evaluator import Evaluator
from aicore.search.mcts.many import Searched, search_batch, search_many
from aicore.search.mcts.searcher import Mcts

__all__ = ["Evaluator", "Mcts", "Searched", "search_batch", "search_many"]
