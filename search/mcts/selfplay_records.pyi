from enum import IntEnum
from typing import Self, final

from aicore.core.game import Game

NAMES: tuple[str, ...]

class Lesson(IntEnum):
    NOTHING = 0
    TARGET = 1
    DRAWN = 2

@final
class Records:
    def __new__(cls, game: Game) -> Self: ...
