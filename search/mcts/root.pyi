from typing import Self, final

from aicore.core.game import Game

@final
class RootSums:
    def __new__(cls, game: Game) -> Self: ...
