"""Base classes of all players: a player looks at a view and decides."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from operator import index
from typing import Any, ClassVar, Protocol

from aicore.core.decision import Decision, Progress
from aicore.core.game import Game, View
from aicore.core.parameter import Parameter, Value, written
from aicore.core.registry import GameInfo
from aicore.core.rng import Rng

Restoring = (
    tuple[Callable[..., "Player"], tuple[object, ...]]
    | tuple[Callable[..., "Player"], tuple[object, ...], Mapping[str, object]]
)
"""Pickle's recipe for a player: a function, its arguments, and attributes to set afterwards."""


class Player(ABC):
    """One player at one game.

    A decision is a function of the spec, the seed, the number of earlier decisions and the view.
    There is no other memory, so any position of a game can be decided again.

    Args:
        game: the rules that it plays by.
        values: a value for each of PARAMETERS.
        seed: any integer.

    It thinks about one position at a time: each thread needs its own player.
    """

    NAME: ClassVar[str]
    SUMMARY: ClassVar[str]
    PARAMETERS: ClassVar[tuple[Parameter, ...]] = ()
    restore: ClassVar[Callable[..., Player]]
    """Function that restores a pickled player; `aicore.players` sets it."""
    is_named: ClassVar[Callable[[type[Player]], bool]]
    """Whether a spec can name a class, in any process; `aicore.players` sets it."""

    def __init__(self, game: Game, values: Mapping[str, Value], seed: int = 0) -> None:
        self.game = game
        self.values = dict(values)
        self.seed = index(seed)
        self.decisions = 0
        """Number of decisions made; set it to go back to an earlier point of a game."""

    @classmethod
    def fits(cls, about: GameInfo) -> bool:
        """Whether menus offer this player for a game."""
        return True

    @classmethod
    def usual(
        cls, game: Game, given: Mapping[str, str], own: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """Return the defaults in a game: those of its data file, unless a subclass overrides them.

        Args:
            given: the keys that a spec sets.
            own: the data file's values.

        Raises SpecError.
        """
        return own

    @property
    def spec(self) -> str:
        """Complete spec, which makes this player again even if the defaults change."""
        keys = ",".join(f"{key}={written(value)}" for key, value in self.values.items())
        return f"{self.NAME}:{keys}" if keys else self.NAME

    @property
    def name(self) -> str:
        """Name of the player: the spec without its keys."""
        return self.spec.partition(":")[0]

    def decide(self, view: View, progress: Progress | None = None) -> Decision:
        """Choose an action.

        Args:
            view: what the player's seat knows, with that seat to move.
            progress: called sometimes with the player's current choice.

        Raises AicoreError for a view of another game, for one whose seat is not to move, and while
        the player is already thinking.
        """
        self.game.check_view(view)
        decision = self.think(view, self._stream(), progress)
        self.decisions += 1
        return decision

    def policy(self, view: View) -> dict[str, float]:
        """Return the probability of each action that the player may take at the decision due.

        By default, all probability is on the action that it takes with its seed. The decision is
        not counted. Raises as `decide`.
        """
        self.game.check_view(view)
        return self.mix(view, self._stream())

    def mix(self, view: View, rng: Rng) -> dict[str, float]:
        """Return the probability of each action, with all randomness from `rng`."""
        return {self.think(view, rng, None).action: 1.0}

    def prepare(self) -> None:  # noqa: B027
        """Compute what takes long and is needed by every decision. Raises OptionError."""

    def give_time(self, move: float, limit: float) -> None:  # noqa: B027
        """Set how many seconds a decision should take, and after how many it forfeits the game.

        For players that run elsewhere; 0: no limit.
        """

    def ready(self, seat: int) -> None:  # noqa: B027
        """Get ready for a new game at this seat, off the clock, and forget the last one.

        Raises EngineError.
        """

    def close(self) -> None:  # noqa: B027
        """Release the player's resources outside this process, if any."""

    def _stream(self) -> Rng:
        """Return the random generator for the next decision."""
        return Rng(index(self.seed) ^ Rng(self.decisions).next())  # it may be any integer type

    @abstractmethod
    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Choose an action, with all randomness from `rng`."""

    def __reduce__(self) -> Restoring:
        kind = type(self)
        if kind.is_named(kind):
            return kind.restore, (self.game, self.spec, self.seed, self.decisions)
        return kind, (self.game, self.values, self.seed), {"decisions": self.decisions}

    def __repr__(self) -> str:
        return f"<player {self.spec}>"


class Searcher(Protocol):
    """Interface of the searchers in `aicore.search`."""

    def search(self, view: View, rng: Rng, progress: Progress | None = None) -> Decision:
        """Choose an action for the view's seat, with all randomness from `rng`."""
        ...


class Searching(Player):
    """Player that uses a searcher."""

    searcher: Searcher

    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Search."""
        return self.searcher.search(view, rng, progress)
