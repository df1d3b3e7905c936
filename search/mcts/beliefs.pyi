from typing import Self, final

from aicore.core.game import Game, State, View
from aicore.core.policy_net import PolicyNet
from aicore.core.rng import Rng

@final
class Beliefs:
    def __new__(cls, net: PolicyNet) -> Self: ...
    @property
    def game(self) -> Game: ...
    @property
    def net(self) -> PolicyNet: ...
    def worlds(self, view: View, rng: Rng, count: int) -> list[State]: ...
