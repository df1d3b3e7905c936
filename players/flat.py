"""The player that thinks by flat Monte Carlo."""

from __future__ import annotations

from collections.abc import Mapping

from aicore.core.decision import Decision
from aicore.core.game import Game, View
from aicore.core.rng import Rng
from aicore.players.base import Player, Progress
from aicore.players.spec import Parameter, Value
from aicore.search.flat import Flat


class FlatPlayer(Player):
    """Sequential halving over determinized playouts; see `aicore.search.flat`."""

    NAME = "flat"
    SUMMARY = "playouts shared out over the actions by sequential halving"
    PARAMETERS = (
        Parameter("sims", 5000, "playouts per decision"),
        Parameter("time", 0.0, "seconds per decision"),
        Parameter("cutoff", -1, "plies of a playout before evaluation; -1: to the end", low=-1),
        Parameter("playouts", "uniform", "how playouts choose", choices=("uniform", "guided")),
        Parameter("prune", "on", "look at promising actions only", choices=("on", "off")),
    )

    def __init__(self, game: Game, values: Mapping[str, Value], seed: int = 0) -> None:
        super().__init__(game, values, seed)
        v = self.values
        self.searcher = Flat(
            game,
            sims=int(v["sims"]),
            time=float(v["time"]),
            cutoff=int(v["cutoff"]),
            guided=v["playouts"] == "guided",
            prune=v["prune"] == "on",
        )

    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Search."""
        return self.searcher.search(view, rng, progress)
