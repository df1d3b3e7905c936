from collections.abc import Sequence
from typing import Self, final

from aicore.core.rng import Rng
from aicore.search.mcts.tree import Tree

MAX_THREADS: int
MAX_TOTAL: int

@final
class ParallelTrees:
    def __new__(cls, trees: list[Tree], threads: int = 1, helpers: int = 1) -> Self: ...
    @property
    def trees(self) -> tuple[Tree, ...]: ...
    def begin(self, rng: Rng) -> None: ...
    def restrict(self, actions: list[int]) -> None: ...
    def run(self, quotas: Sequence[int], until: float) -> bool: ...
