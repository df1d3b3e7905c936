"""The player that thinks by Monte Carlo tree search."""

from __future__ import annotations

from collections.abc import Mapping

from aicore.core.decision import Decision, Progress
from aicore.core.game import Game, View
from aicore.core.parameter import Parameter, Value
from aicore.core.rng import Rng
from aicore.players.base import Searching
from aicore.search.mcts import KNOBS, Mcts

BLUNDER_RATE = Parameter(
    "blunder_rate", 0.0, "share of decisions made at random, for weaker levels", high=1
)


class MctsPlayer(Searching):
    """Information-set Monte Carlo tree search; see `aicore.search.mcts`."""

    NAME = "mcts"
    SUMMARY = "Monte Carlo tree search over information sets"
    PARAMETERS = (*KNOBS, BLUNDER_RATE)

    searcher: Mcts

    def __init__(self, game: Game, values: Mapping[str, Value], seed: int = 0) -> None:
        super().__init__(game, values, seed)
        knobs = dict(self.values)
        self.blunder_rate = float(knobs.pop("blunder_rate"))
        self.searcher = Mcts(game, **knobs)

    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Search, or slip."""
        if self.blunder_rate and rng.uniform() < self.blunder_rate:
            legal = view.legal_actions()
            return Decision(action=self.game.text(legal[rng.below(len(legal))]))
        return super().think(view, rng, progress)
