"""The player that thinks by Monte Carlo tree search."""

from __future__ import annotations

from collections.abc import Mapping

from aicore.core.decision import Decision
from aicore.core.game import Game, View
from aicore.core.rng import Rng
from aicore.players.base import Player, Progress
from aicore.players.spec import Parameter, Value
from aicore.search.mcts import Mcts


class MctsPlayer(Player):
    """Information-set Monte Carlo tree search; see `aicore.search.mcts`."""

    NAME = "mcts"
    SUMMARY = "Monte Carlo tree search over information sets"
    PARAMETERS = (
        Parameter("sims", 5000, "simulations per decision"),
        Parameter("time", 0.0, "seconds per decision"),
        Parameter("c", 0.7, "exploration: how much little-tried actions attract"),
        Parameter("fpu", 0.0, "how far untried actions rate below the mean", low=-1, high=1),
        Parameter("cutoff", -1, "plies of a playout before evaluation; -1: to the end", low=-1),
        Parameter("playouts", "uniform", "how playouts choose", choices=("uniform", "guided")),
        Parameter("graph", 0.0, "end at positions met so many times as often as the action; 0: no"),
        Parameter("prior", 0, "simulations that a look one step ahead counts for", high=1 << 20),
        Parameter("prune", "on", "look at promising actions only", choices=("on", "off")),
        Parameter("widen", 0.0, "choose among the first widen * visits ** alpha actions; 0: all"),
        Parameter("alpha", 0.5, "how fast the choice widens", high=1),
        Parameter(
            "trust",
            0.0,
            "standard errors by which others must be better than the game's most promising action",
        ),
        Parameter(
            "root", "ucb", "how simulations are shared at the root", choices=("ucb", "halving")
        ),
        Parameter(
            "opponents",
            "informed",
            "blind: they do not plan with this seat's hand; random: they do not plan",
            choices=("informed", "blind", "random"),
        ),
        Parameter("slips", 0.0, "share of decisions made at random, for weaker levels", high=1),
        Parameter("trees", 1, "trees that are searched and merged", low=1, high=256),
        Parameter("threads", 1, "trees searched at once; changes no decision", low=1, high=256),
        Parameter("memory", 512, "MiB for the trees", low=1, high=1 << 20),
    )

    def __init__(self, game: Game, values: Mapping[str, Value], seed: int = 0) -> None:
        super().__init__(game, values, seed)
        v = self.values
        self.searcher = Mcts(
            game,
            sims=int(v["sims"]),
            time=float(v["time"]),
            c=float(v["c"]),
            fpu=float(v["fpu"]),
            cutoff=int(v["cutoff"]),
            guided=v["playouts"] == "guided",
            graph=float(v["graph"]),
            prior=int(v["prior"]),
            prune=v["prune"] == "on",
            widen=float(v["widen"]),
            alpha=float(v["alpha"]),
            halving=v["root"] == "halving",
            blind=v["opponents"] == "blind",
            aimless=v["opponents"] == "random",
            trees=int(v["trees"]),
            threads=int(v["threads"]),
            memory=int(v["memory"]),
            trust=float(v["trust"]),
        )

    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Search."""
        if self.values["slips"] and rng.uniform() < float(self.values["slips"]):
            legal = view.legal()
            return Decision(action=legal[rng.below(len(legal))])
        return self.searcher.search(view, rng, progress)
