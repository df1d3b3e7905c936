from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from aicore.arena.adjudication import Adjudicator
from aicore.arena.luck import Meter
from aicore.core.chance import Chance
from aicore.core.game import Game, State
from aicore.players import Player

IDLE: Final = -1
ADJUDICATED: Final = "adjudicated"
EXPECTED: Final = 30.0

def advised(left: float, increment: float) -> float: ...

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
        self,
        game: Game,
        limit: float = 0.0,
        slot: Any = None,
        meter: Meter | None = None,
        clock: tuple[float, float] | None = None,
        adjudicator: Adjudicator | None = None,
    ) -> None: ...
    @property
    def game(self) -> Game: ...
    @property
    def limit(self) -> float: ...
    @property
    def meter(self) -> Meter | None: ...
    @property
    def clock(self) -> tuple[float, float] | None: ...
    @property
    def adjudicator(self) -> Adjudicator | None: ...
    def play(
        self,
        players: Sequence[Player],
        seeds: Sequence[int],
        luck: Chance,
        block: int = 0,
        number: int = 0,
        verdict: Forfeit | None = None,
        samples: int = 0,
        opening: Sequence[int] = (),
    ) -> Outcome: ...
