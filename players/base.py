"""What every player is: something that looks at a view and decides."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import ClassVar

from aicore.core.decision import Decision
from aicore.core.game import Game, View
from aicore.core.rng import Rng
from aicore.players.spec import Parameter, Value

Progress = Callable[[str, float], None]
"""Called while a player thinks: its current choice (text) and that choice's value, 0 to 1."""


def _again(game: Game, spec: str, seed: int, decisions: int) -> Player:
    """The player that was pickled."""
    from aicore.players import player

    again = player(spec, game, seed)
    again.decisions = decisions
    return again


class Player(ABC):
    """One player at one game.

    A decision is a function of the spec, the seed, how many decisions came before and the view:
    nothing else is remembered, so any position of a game can be decided again.

    Args:
        game: the rules that it plays by.
        values: a value for each of PARAMETERS.
        seed: any integer.
    """

    NAME: ClassVar[str]
    SUMMARY: ClassVar[str]
    PARAMETERS: ClassVar[tuple[Parameter, ...]] = ()

    def __init__(self, game: Game, values: Mapping[str, Value], seed: int = 0) -> None:
        self.game = game
        self.values = dict(values)
        self.seed = seed
        self.decisions = 0
        """How many decisions were made; set it to go back to an earlier point of a game."""

    @property
    def spec(self) -> str:
        """The complete spec: this player again, whatever the defaults become."""
        keys = ",".join(f"{key}={value}" for key, value in self.values.items())
        return f"{self.NAME}:{keys}" if keys else self.NAME

    def decide(self, view: View, progress: Progress | None = None) -> Decision:
        """Choose an action.

        Args:
            view: what the player's seat knows, with that seat to move.
            progress: is told now and then what the player would choose.

        Raises ValueError when the seat is not to move.
        """
        if view.turn != view.seat:
            raise ValueError(f"seat {view.seat} is not to move")
        stream = Rng(self.seed ^ Rng(self.decisions).next())
        decision = self.think(view, stream, progress)
        self.decisions += 1
        return decision

    @abstractmethod
    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Choose an action, with all randomness from `rng`."""

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.game, self.spec, self.seed, self.decisions)

    def __repr__(self) -> str:
        return f"<player {self.spec}>"
