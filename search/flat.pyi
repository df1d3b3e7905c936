from typing import Self, final

from aicore.core.decision import Decision, Progress
from aicore.core.game import Game, View
from aicore.core.parameter import Parameter, Value
from aicore.core.rng import Rng

MAX_COUNT: int
MAX_THREADS: int
MAX_TOTAL: int
PARAMETERS: tuple[Parameter, ...]

@final
class Flat:
    def __new__(cls, game: Game, *, each: Value = 0, **parameters: Value) -> Self: ...
    @property
    def game(self) -> Game: ...
    def search(self, view: View, rng: Rng, progress: Progress | None = None) -> Decision: ...
