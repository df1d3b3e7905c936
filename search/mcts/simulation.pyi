from typing import Self, final

from aicore.core.game import Game
from aicore.core.parameter import Parameter, Value

MAX_LEAVES: int
TREE: tuple[Parameter, ...]

@final
class Simulation:
    def __new__(cls, game: Game, memory: int, shared: bool, v: dict[str, Value]) -> Self: ...
