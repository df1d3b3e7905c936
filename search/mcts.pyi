from typing import Self, final

from aicore.core.decision import Decision
from aicore.core.game import Game, View
from aicore.core.rng import Rng
from aicore.players.base import Progress

@final
class Mcts:
    def __new__(
        cls,
        game: Game,
        sims: int = 0,
        time: float = 0.0,
        c: float = 1.0,
        fpu: float = 0.0,
        cutoff: int = -1,
        guided: bool = False,
        prior: int = 0,
        prune: bool = True,
        widen: float = 0.0,
        alpha: float = 0.5,
        memory: int = 512,
    ) -> Self: ...
    @property
    def game(self) -> Game: ...
    def search(self, view: View, rng: Rng, progress: Progress | None = None) -> Decision: ...
    @property
    def used(self) -> int: ...
