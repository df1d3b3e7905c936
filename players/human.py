"""Player that asks a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from aicore.core.decision import Decision, Progress
from aicore.core.errors import SpecError
from aicore.core.game import Game, View
from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.core.parameter import Value
from aicore.core.rng import Rng
from aicore.players.base import Player, Restoring

Ask = Callable[[View], str]
"""Function that shows a view to a person and returns the text of a legal action."""


class Human(Player):
    """Person who plays through the function `ask`; the program that runs the game sets it."""

    NAME = "human"
    TITLE = N_("Player")
    SUMMARY = N_("a person at the keyboard, in `aicore play`")

    def __init__(self, game: Game, values: Mapping[str, Value], seed: int = 0) -> None:
        super().__init__(game, values, seed)
        self.ask: Ask | None = None

    def __reduce__(self) -> Restoring:
        return (*super().__reduce__()[:2], {"ask": self.ask})

    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Return the person's action. Raises SpecError if `ask` is not set."""
        if self.ask is None:
            raise SpecError(
                _("player human: there is no one to ask here; people play with `aicore play`")
            )
        return Decision(action=self.ask(view))
