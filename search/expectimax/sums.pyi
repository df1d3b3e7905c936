from typing import Self, final

from aicore.core.game import Game

@final
class Sums:
    def __new__(cls, game: Game) -> Self: ...
