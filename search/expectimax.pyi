from typing import Self, final

from aicore.core.decision import Decision
from aicore.core.game import Game, View
from aicore.core.rng import Rng
from aicore.players.base import Progress

@final
class Expectimax:
    def __new__(
        cls,
        game: Game,
        depth: int = 0,
        time: float = 0.0,
        nodes: int = 0,
        branch: int = 8,
        samples: int = 4,
        worlds: int = 16,
        star: int = 2,
        table: bool = True,
        killers: bool = True,
        order: bool = False,
        prune: bool = True,
        playout: int = 0,
        rivals: str = "maxn",
        memory: int = 16,
    ) -> Self: ...
    @property
    def game(self) -> Game: ...
    def search(self, view: View, rng: Rng, progress: Progress | None = None) -> Decision: ...
