"""The player that looks one step ahead."""

from __future__ import annotations

from collections.abc import Mapping

from aicore.core.decision import Decision
from aicore.core.game import Game, View
from aicore.core.rng import Rng
from aicore.players.base import Player, Progress
from aicore.players.spec import Parameter, Value
from aicore.search.flat import Flat


class Greedy(Player):
    """The action whose next position is rated best, averaged over chance and hidden parts.

    It is a flat search whose playouts have no plies; see `aicore.search.flat`.
    """

    NAME = "greedy"
    SUMMARY = "one step ahead by the game's evaluation"
    PARAMETERS = (
        Parameter("samples", 16, "chance events and hidden parts drawn for each action", low=1),
        Parameter("prune", "on", "look at promising actions only", choices=("on", "off")),
    )

    def __init__(self, game: Game, values: Mapping[str, Value], seed: int = 0) -> None:
        super().__init__(game, values, seed)
        lucky = game.has_chance or game.has_hidden
        self.searcher = Flat(
            game,
            each=int(self.values["samples"]) if lucky else 1,
            cutoff=0,
            prune=self.values["prune"] == "on",
        )

    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Look one step ahead."""
        return self.searcher.search(view, rng, progress)
