"""Player that looks one step ahead."""

from __future__ import annotations

from collections.abc import Mapping

from aicore.core.game import Game
from aicore.core.language import N_
from aicore.core.parameter import Parameter, Value
from aicore.players.base import Searching
from aicore.search.flat import PARAMETERS as SEARCH_PARAMETERS
from aicore.search.flat import Flat


class Greedy(Searching):
    """Player that takes the action with the best next position on average.

    The average is over chance events and hidden information. The player is a flat search with
    playouts of length 0: see `aicore.search.flat`.
    """

    NAME = "greedy"
    TITLE = N_("Greedy")
    SUMMARY = N_("looks one step ahead with the game's evaluation")
    PARAMETERS = (
        Parameter("samples", 16, "chance events and hidden parts drawn for each action", low=1),
        *(parameter for parameter in SEARCH_PARAMETERS if parameter.name == "prune"),
    )

    def __init__(self, game: Game, values: Mapping[str, Value], seed: int = 0) -> None:
        super().__init__(game, values, seed)
        lucky = game.has_chance or game.has_hidden
        self.searcher = Flat(
            game,
            each=int(self.values["samples"]) if lucky else 1,
            cutoff=0,
            prune=self.values["prune"],
        )
