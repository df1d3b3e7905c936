from aicore.core.game import Game, View

class Blinkers(Game):
    @property
    def inner(self) -> Game: ...
    def __init__(
        self,
        inner: Game,
        overlook: float = 0.0,
        replies: float = 0.0,
        wins: bool = True,
        threats: bool = False,
    ) -> None: ...
    def look(self, view: View, salt: int) -> list[int]: ...
