from collections.abc import Callable, Iterable, Sequence
from typing import Final

from aicore.core.game import Game, State

_Value = Callable[[State], Sequence[float]]

SAMPLES: Final = 32

class Meter:
    def __init__(self, game: Game, value: _Value | None = None, samples: int = 32) -> None: ...
    @property
    def game(self) -> Game: ...
    @property
    def samples(self) -> int: ...
    def of_game(
        self, events: Iterable[str] | Iterable[int], seed: int = 0
    ) -> tuple[float, ...]: ...

def luck_of(
    state: State,
    outcomes: Iterable[str] | Iterable[int],
    value: _Value | None = None,
    samples: int = 32,
    seed: int = 0,
) -> tuple[float, ...]: ...
