"""Random player: the weakest player, for comparison with other players."""

from __future__ import annotations

from aicore.core.decision import Decision, Progress
from aicore.core.game import View
from aicore.core.language import N_
from aicore.core.rng import Rng
from aicore.players.base import Player


class Random(Player):
    """Player that takes every legal action with equal probability."""

    NAME = "random"
    TITLE = N_("Random")
    SUMMARY = N_("any legal action, all equally likely")

    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Return one of the legal actions, drawn at random."""
        legal = view.legal_actions()
        return Decision(action=self.game.text(legal[rng.below(len(legal))]))

    def mix(self, view: View, rng: Rng) -> dict[str, float]:
        """Return the same probability for each legal action."""
        legal = view.legal_actions()
        return {self.game.text(action): 1.0 / len(legal) for action in legal}
