from collections.abc import Iterable
from typing import final

@final
class Fits:
    def __init__(
        self,
        players: int,
        kinds: Iterable[tuple[float, Iterable[tuple[int, int, float]]]],
        seed: int = 0,
    ) -> None: ...
    @property
    def players(self) -> int: ...
    def estimate(self) -> list[float]: ...
    def draw(self) -> list[float]: ...
