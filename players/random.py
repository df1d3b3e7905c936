"""The player that plays anything: the zero of every scale."""

from __future__ import annotations

from aicore.core.decision import Decision, Progress
from aicore.core.game import View
from aicore.core.rng import Rng
from aicore.players.base import Player


class Random(Player):
    """Every legal action with equal probability."""

    NAME = "random"
    SUMMARY = "any legal action, each equally likely"

    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Draw one of the legal actions."""
        legal = view.legal()
        return Decision(action=legal[rng.below(len(legal))])

    def choose(self, view: View) -> int:
        """The same draw, without texts."""
        self.game.check_view(view)
        legal = view.legal_actions()
        action = legal[self._stream().below(len(legal))]
        self.decisions += 1
        return action
