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
"""Result of `__reduce__`: a function, its arguments, and attributes to set afterwards."""


class Player(ABC):
    """Player of one game.

    A decision depends only on the spec, the seed, the number of earlier decisions and the view. The
    player has no other memory, so it can decide any position of a game again.

    Args:
        game: rules of the game to play.
        values: value of each of PARAMETERS, by name.
        seed: any integer.

    A player thinks about one position at a time: each thread needs its own player.
    """

    NAME: ClassVar[str]
    """Name in specs."""
    TITLE: ClassVar[str] = ""
    """Name at a table and in menus; "": the name in specs."""
    SUMMARY: ClassVar[str]
    """Description in a few words."""
    PARAMETERS: ClassVar[tuple[Parameter, ...]] = ()
    """Parameters that a spec can set."""
    restore: ClassVar[Callable[..., Player]]
    """Function that restores a pickled player; `aicore.players` sets it."""
    is_named: ClassVar[Callable[[type[Player]], bool]]
    """Function that returns whether a spec can name a class; `aicore.players` sets it."""

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
        """Return the defaults for a game: by default, the values from its data file.

        Args:
            given: values that a spec sets, by key.
            own: values from the game's data file, by key.

        Raises SpecError.
        """
        return own

    @property
    def spec(self) -> str:
        """Complete spec, which gives the same player even if the defaults change."""
        keys = ",".join(f"{key}={written(value)}" for key, value in self.values.items())
        return f"{self.NAME}:{keys}" if keys else self.NAME

    @property
    def name(self) -> str:
        """Name of the player: the spec without its keys."""
        return self.spec.partition(":")[0]

    def decide(self, view: View, progress: Progress | None = None) -> Decision:
        """Return the decision: the chosen action, and the results of the search.

        Args:
            view: view of the player's seat, which must be to move.
            progress: function that the player calls now and then with its current choice.

        Raises AicoreError if the view is of another game, if its seat is not to move, or if the
        player is already thinking.
        """
        self.game.check_view(view)
        decision = self.think(view, self._stream(), progress)
        self.decisions += 1
        return decision

    def policy(self, view: View) -> dict[str, float]:
        """Return the probability of each action that the player may choose in a position.

        By default, the action that the player chooses with its seed has probability 1. The call
        does not count as a decision. Raises AicoreError like `decide`.
        """
        self.game.check_view(view)
        return self.mix(view, self._stream())

    def mix(self, view: View, rng: Rng) -> dict[str, float]:
        """Return the probability of each action for `policy`, with all randomness from `rng`."""
        return {self.think(view, rng, None).action: 1.0}

    def prepare(self) -> None:  # noqa: B027
        """Do long computations that every decision needs. Raises OptionError."""

    def give_time(self, move: float, limit: float) -> None:  # noqa: B027
        """Set the time limits of a decision. Only players in other programs need them.

        Args:
            move: seconds that a decision should take; 0 for no limit.
            limit: seconds after which the player forfeits the game; 0 for no limit.
        """

    def ready(self, seat: int) -> None:  # noqa: B027
        """Prepare a new game at this seat, off the clock, and forget the last game.

        Raises EngineError.
        """

    def close(self) -> None:  # noqa: B027
        """Release the player's resources outside this process, if any."""

    def _stream(self) -> Rng:
        """Return the random generator for the next decision."""
        return Rng(index(self.seed) ^ Rng(self.decisions).next())  # callers may set any integer

    @abstractmethod
    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Return the decision for a view, with all randomness from `rng`."""

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
        """Return the decision for the view's seat, with all randomness from `rng`."""
        ...


class Searching(Player):
    """Player that uses a searcher."""

    searcher: Searcher

    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Return the searcher's decision."""
        return self.searcher.search(view, rng, progress)
