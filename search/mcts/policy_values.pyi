from typing import Self, final

from aicore.core.game import Game, State
from aicore.core.policy_net import PolicyNet

@final
class PolicyValues:
    def __new__(cls, game: Game, net: PolicyNet, most: int = 1000) -> Self: ...
    @property
    def judged(self) -> int: ...
    def values(self, state: State) -> list[list[float]] | None: ...
