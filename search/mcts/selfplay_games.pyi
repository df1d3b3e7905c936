from collections.abc import Sequence
from typing import Any, Self, final

from aicore.core.game import Game
from aicore.core.policy_net import PolicyNet
from aicore.search.mcts.tree import Tree

MAX_TOTAL: int

@final
class SelfPlayGames:
    def __new__(
        cls,
        game: Game,
        tree: Tree | None,
        scripted: bool,
        plan: Any,
        seed: int,
        rivals: Sequence[Any] | PolicyNet | None = None,
    ) -> Self: ...
    @property
    def game(self) -> Game: ...
    @property
    def decisions(self) -> int: ...
    @property
    def simulations(self) -> int: ...
    def run(self, first: int, count: int) -> None: ...
    def take(self) -> dict[str, bytes]: ...
