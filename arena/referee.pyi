from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from aicore.arena.luck import Meter
from aicore.core.chance import Chance
from aicore.core.game import Game, State
from aicore.players import Player

IDLE: Final = -1

@dataclass(frozen=True)
class Forfeit:
    seat: int
    kind: str
    reason: str

@dataclass(frozen=True)
class Outcome:
    events: str
    plies: int
    scores: list[Any]
    returns: list[float] | None
    end: str | None
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    forfeit: Forfeit | None
    state: State
    luck: tuple[float, ...] | None = None

class Referee:
    def __init__(
        self, game: Game, limit: float = 0.0, slot: Any = None, meter: Meter | None = None
    ) -> None: ...
    @property
    def game(self) -> Game: ...
    @property
    def limit(self) -> float: ...
    @property
    def meter(self) -> Meter | None: ...
    def play(
        self,
        players: Sequence[Player],
        seeds: Sequence[int],
        luck: Chance,
        block: int = 0,
        number: int = 0,
        verdict: Forfeit | None = None,
        samples: int = 0,
    ) -> Outcome: ...
