"""The player that thinks by expectimax."""

from __future__ import annotations

from collections.abc import Mapping

from aicore.core.decision import Decision
from aicore.core.game import Game, View
from aicore.core.rng import Rng
from aicore.players.base import Player, Progress
from aicore.players.spec import Parameter, Value
from aicore.search.expectimax import Expectimax

SWITCH = ("on", "off")
RIVALS = ("maxn", "paranoid", "random")


class ExpectimaxPlayer(Player):
    """Iterative deepening over decisions and chance; see `aicore.search.expectimax`."""

    NAME = "expectimax"
    SUMMARY = "full-width look-ahead over decisions and chance"
    PARAMETERS = (
        Parameter("depth", 2, "decisions to look ahead", high=64),
        Parameter("time", 0.0, "seconds per decision"),
        Parameter("nodes", 0, "positions visited per decision"),
        Parameter("branch", 8, "chance events with more outcomes than this are sampled", low=1),
        Parameter("samples", 4, "samples of such an event", low=1, high=1024),
        Parameter(
            "worlds", 16, "determinizations where something is hidden; lucks of playouts", low=1
        ),
        Parameter("star", 2, "0: no bounds; 1: alpha-beta and Star1; 2: Star2 too", high=2),
        Parameter("table", "on", "remember positions that are met again", choices=SWITCH),
        Parameter("killers", "on", "try early what refuted other positions", choices=SWITCH),
        Parameter("order", "off", "try actions in the order of their evaluation", choices=SWITCH),
        Parameter("prune", "on", "look at promising actions only", choices=SWITCH),
        Parameter("playout", 0, "plies of the game's policy before evaluation", high=1 << 20),
        Parameter(
            "rivals",
            "maxn",
            "what the others do: each for itself, all against this seat, or anything",
            choices=RIVALS,
        ),
        Parameter("memory", 16, "MiB for the transposition table", low=1, high=1 << 20),
    )

    def __init__(self, game: Game, values: Mapping[str, Value], seed: int = 0) -> None:
        super().__init__(game, values, seed)
        v = self.values
        self.searcher = Expectimax(
            game,
            depth=int(v["depth"]),
            time=float(v["time"]),
            nodes=int(v["nodes"]),
            branch=int(v["branch"]),
            samples=int(v["samples"]),
            worlds=int(v["worlds"]),
            star=int(v["star"]),
            table=v["table"] == "on",
            killers=v["killers"] == "on",
            order=v["order"] == "on",
            prune=v["prune"] == "on",
            playout=int(v["playout"]),
            rivals=str(v["rivals"]),
            memory=int(v["memory"]),
        )

    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Search."""
        return self.searcher.search(view, rng, progress)
