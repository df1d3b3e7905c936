from typing import Self, final

from aicore.core.game import Game
from aicore.core.parameter import Parameter, Value

MAX_TOTAL: int
DEEPEST: int
PARAMETERS: tuple[Parameter, ...]

@final
class LookAhead:
    def __new__(cls, game: Game, v: dict[str, Value]) -> Self: ...
