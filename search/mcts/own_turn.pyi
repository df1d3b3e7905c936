from typing import Self, final

from aicore.core.decision import Decision
from aicore.core.game import Game, View
from aicore.core.policy_net import PolicyNet
from aicore.core.rng import Rng

MAX_POSITIONS: int

@final
class OwnTurn:
    def __new__(cls, game: Game, net: PolicyNet, most: int = ..., steps: int = ...) -> Self: ...
    def search(self, view: View, rng: Rng, samples: int = 1) -> Decision: ...
    @property
    def game(self) -> Game: ...
    @property
    def net(self) -> PolicyNet: ...
    @property
    def judged(self) -> int: ...
