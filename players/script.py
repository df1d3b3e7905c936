"""Player that follows a script: a game's own rules of thumb."""

from __future__ import annotations

from collections.abc import Mapping

from aicore.core.decision import Decision, Progress
from aicore.core.game import Game, View
from aicore.core.language import N_
from aicore.core.parameter import Parameter, Value, written
from aicore.core.rng import Rng
from aicore.players.base import Player
from aicore.players.defaults import script_of

BLUNDER_RATE = Parameter(
    "blunder_rate",
    0.0,
    "share of decisions drawn from the promising actions, for weaker levels",
    high=1,
)


class Script(Player):
    """Player that takes the action of the game's policy, without any search.

    A game may give this player a name of its own, such as `courier`.
    """

    NAME = "script"
    TITLE = N_("Script")
    SUMMARY = N_("the game's own rules of thumb, without search; random where it has none")
    PARAMETERS = (BLUNDER_RATE,)

    def __init__(self, game: Game, values: Mapping[str, Value], seed: int = 0) -> None:
        super().__init__(game, values, seed)
        self.blunder_rate = float(self.values["blunder_rate"])

    @property
    def spec(self) -> str:
        """Name of the script in the game, if it has one, and the blunder rate if it is above 0."""
        name = script_of(self.game.info) or self.NAME
        return f"{name}:blunder_rate={written(self.blunder_rate)}" if self.blunder_rate else name

    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Return the policy's action in a random determinization or, as a blunder, a random one."""
        state = view.resample(rng)
        if self.blunder_rate and rng.uniform() < self.blunder_rate:
            actions = state.promising()
            return Decision(action=self.game.text(actions[rng.below(len(actions))][0]))
        return Decision(action=self.game.text(state.policy(rng)))
