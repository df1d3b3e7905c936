from typing import Self, final

from aicore.core.game import Game

@final
class ActionTokens:
    def __new__(cls, game: Game, facts: bool) -> Self: ...
