from typing import final

from aicore.core.game import Game, View

@final
class OverlookingGame(Game):
    @property
    def inner(self) -> Game: ...
    def __init__(
        self,
        inner: Game,
        overlook: float = 0.0,
        replies: float = 0.0,
        instinct: bool = False,
    ) -> None: ...
    def look(self, view: View, salt: int, alert: bool = False) -> list[int]: ...
