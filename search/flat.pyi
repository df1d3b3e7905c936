from typing import Self, final

from aicore.core.decision import Decision
from aicore.core.game import Game, View
from aicore.core.rng import Rng
from aicore.players.base import Progress

@final
class Flat:
    def __new__(
        cls,
        game: Game,
        sims: int = 0,
        time: float = 0.0,
        cutoff: int = -1,
        guided: bool = False,
        each: int = 0,
        prune: bool = False,
    ) -> Self: ...
    @property
    def game(self) -> Game: ...
    def search(self, view: View, rng: Rng, progress: Progress | None = None) -> Decision: ...
