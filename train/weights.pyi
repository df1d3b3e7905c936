from typing import Any, Self, final

from aicore.core.game import Game
from aicore.core.policy_net import PolicyNet
from aicore.search.mcts.selfplay import Positions

@final
class Examples:
    def __new__(cls, positions: Positions, values: Any, leads: Any, judged: Any) -> Self: ...
    @property
    def size(self) -> int: ...

@final
class Weights:
    def __new__(
        cls,
        game: Game,
        widths: tuple[int, ...],
        numbers: bytes,
        batch: int = 256,
        master: Weights | None = None,
    ) -> Self: ...
    @property
    def shape(self) -> PolicyNet: ...
    @property
    def widths(self) -> tuple[int, ...]: ...
    @property
    def batch(self) -> int: ...
    @property
    def steps(self) -> int: ...
    def numbers(self) -> bytes: ...
    def net(self, card: Any = None) -> PolicyNet: ...
    def state(self) -> tuple[int, bytes]: ...
    def restore(self, steps: int, kept: bytes) -> None: ...
    def gauge(self, observations: Any, new: bool) -> None: ...
    def study(
        self,
        parts: list[Examples],
        chosen: Any,
        others: int,
        lead: float,
        policy: float = 1.0,
    ) -> tuple[float, ...]: ...
    def descend(self, rate: float, others: tuple[Weights, ...] = ()) -> None: ...
    def step(
        self,
        parts: list[Examples],
        chosen: Any,
        others: int,
        rate: float,
        lead: float,
        policy: float = 1.0,
    ) -> tuple[float, ...]: ...
