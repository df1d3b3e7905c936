from typing import Self, final

from aicore.core.game import Game
from aicore.core.parameter import Value

@final
class LookAhead:
    def __new__(cls, game: Game, v: dict[str, Value]) -> Self: ...
