"""Player that searches by flat Monte Carlo."""

from __future__ import annotations

from collections.abc import Mapping

from aicore.core.game import Game
from aicore.core.language import N_
from aicore.core.parameter import Value
from aicore.players.base import Searching
from aicore.search.flat import PARAMETERS as SEARCH_PARAMETERS
from aicore.search.flat import Flat


class FlatPlayer(Searching):
    """Player that compares actions by playouts, round by round; see `aicore.search.flat`."""

    NAME = "flat"
    TITLE = N_("Playouts")
    SUMMARY = N_("playouts, divided among the actions by sequential halving")
    PARAMETERS = SEARCH_PARAMETERS

    def __init__(self, game: Game, values: Mapping[str, Value], seed: int = 0) -> None:
        super().__init__(game, values, seed)
        self.searcher = Flat(game, **self.values)
