from typing import Self, final

from aicore.core.decision import Decision, Progress
from aicore.core.game import Game, View
from aicore.core.policy_net import PolicyNet
from aicore.core.rng import Rng

@final
class OwnTurn:
    def __new__(cls, game: Game, net: PolicyNet, samples: int = 1) -> Self: ...
    def search(self, view: View, rng: Rng, progress: Progress | None = None) -> Decision: ...
    @property
    def game(self) -> Game: ...
    @property
    def net(self) -> PolicyNet: ...
    @property
    def judged(self) -> int: ...
