from typing import Self, final

from aicore.core.game import Game

NAMES: tuple[str, ...]

@final
class Records:
    def __new__(cls, game: Game) -> Self: ...
