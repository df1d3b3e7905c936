"""The player that follows a script: a game's own rules of thumb."""

from __future__ import annotations

from aicore.core.decision import Decision, Progress
from aicore.core.game import View
from aicore.core.rng import Rng
from aicore.players.base import Player
from aicore.players.defaults import script_of


class Script(Player):
    """The action that the game's policy advises, without any search.

    It is known by the name that the game gives it, too, such as `courier`.
    """

    NAME = "script"
    SUMMARY = "the game's own rules of thumb, without search; random where it has none"

    @property
    def spec(self) -> str:
        """The name that the game gives its script, if it has one."""
        return script_of(self.game.info) or self.NAME

    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Ask the policy, on a guess at what is hidden."""
        return Decision(action=self.game.text(view.resample(rng).policy(rng)))
