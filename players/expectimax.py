"""Player that searches by expectimax."""

from __future__ import annotations

from collections.abc import Mapping

from aicore.core.game import Game
from aicore.core.language import N_
from aicore.core.parameter import Value
from aicore.players.base import Searching
from aicore.search.expectimax import Expectimax
from aicore.search.expectimax.look_ahead import PARAMETERS as SEARCH_PARAMETERS


class ExpectimaxPlayer(Searching):
    """Player that looks ever further ahead at decisions and chance: see `Expectimax`."""

    NAME = "expectimax"
    TITLE = N_("Expectimax")
    SUMMARY = N_("full-width search over decisions and chance")
    PARAMETERS = SEARCH_PARAMETERS

    def __init__(self, game: Game, values: Mapping[str, Value], seed: int = 0) -> None:
        super().__init__(game, values, seed)
        self.searcher = Expectimax(game, **self.values)
