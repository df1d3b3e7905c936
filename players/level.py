"""Players named by their strength: `level:1` to `level:9`."""

from __future__ import annotations

from collections.abc import Mapping

from aicore.core.decision import Decision, Progress
from aicore.core.errors import SpecError
from aicore.core.game import Game, View
from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.core.parameter import Parameter, Value
from aicore.core.rng import Rng
from aicore.players import player
from aicore.players.base import Player
from aicore.players.defaults import levels_of
from aicore.players.spec import LEVEL


class Level(Player):
    """Player at a level of the game's ladder; its spec is the spec of the player there."""

    NAME = LEVEL
    TITLE = N_("Level")
    SUMMARY = N_("an opponent from level:1, a beginner, to level:9, full strength")
    PARAMETERS = (Parameter(LEVEL, 9, "its rank on the game's ladder", low=1, high=9),)

    def __init__(self, game: Game, values: Mapping[str, Value], seed: int = 0) -> None:
        super().__init__(game, values, seed)
        ladder = levels_of(game.info)
        if not ladder:
            raise SpecError(_("{game} has no levels: name a player, such as mcts", game=game.name))
        self.rung = player(ladder[int(self.values[LEVEL]) - 1], game, seed)

    @property
    def spec(self) -> str:
        """Spec of the player on the ladder, which stays valid if the ladder changes."""
        return self.rung.spec

    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Return the decision of the player on the ladder."""
        return self.rung.think(view, rng, progress)

    def mix(self, view: View, rng: Rng) -> dict[str, float]:
        """Return the probabilities of the player on the ladder."""
        return self.rung.mix(view, rng)
