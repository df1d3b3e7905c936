from typing import Self, final

from aicore.core.game import Game

@final
class Root:
    def __new__(cls, game: Game) -> Self: ...
