from typing import Self, final

from aicore.core.game import Game, View
from aicore.core.rng import Rng

@final
class Tree:
    def __new__(
        cls,
        game: Game,
        c: float = 1.0,
        fpu: float = 0.0,
        cutoff: int = -1,
        guided: bool = False,
        prior: int = 0,
        prune: bool = True,
        widen: float = 0.0,
        alpha: float = 0.5,
        blind: bool = False,
        aimless: bool = False,
        graph: float = 0.0,
        memory: float = 512.0,
    ) -> Self: ...
    @property
    def game(self) -> Game: ...
    @property
    def deepest(self) -> int: ...
    @property
    def done(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def edges(self) -> int: ...
    @property
    def used(self) -> int: ...
    def plant(self, view: View, rng: Rng) -> int: ...
    def grow(self, sims: int, until: float) -> bool: ...
    def keep(self, actions: set[int]) -> None: ...
    def tally(self) -> list[tuple[int, int, int, tuple[float, ...], float, float, float]]: ...
    def line(self, first: int) -> list[str]: ...
