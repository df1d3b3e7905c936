"""The player that thinks by Monte Carlo tree search."""

from __future__ import annotations

from collections.abc import Mapping

from aicore.core.data_files import split_digest
from aicore.core.decision import Decision, Progress
from aicore.core.game import Game, View
from aicore.core.net_file import read_net
from aicore.core.parameter import Parameter, Value
from aicore.core.rng import Rng
from aicore.players.base import Restoring, Searching
from aicore.players.onnx import Network
from aicore.search.mcts import Evaluator, Mcts
from aicore.search.mcts.searcher import PARAMETERS as SEARCH_PARAMETERS

NO_NET = "none"
NET = Parameter(
    "net",
    NO_NET,
    "a network that judges positions in place of playouts: NAME.net or an ONNX file",
    file="a network's file",
)
BLUNDER_RATE = Parameter(
    "blunder_rate", 0.0, "share of decisions made at random, for weaker levels", high=1
)


class MctsPlayer(Searching):
    """Information-set Monte Carlo tree search; see `aicore.search.mcts`."""

    NAME = "mcts"
    SUMMARY = "Monte Carlo tree search over information sets"
    PARAMETERS = (*SEARCH_PARAMETERS, NET, BLUNDER_RATE)

    searcher: Mcts

    def __init__(
        self,
        game: Game,
        values: Mapping[str, Value],
        seed: int = 0,
        evaluator: Evaluator | None = None,
    ) -> None:
        super().__init__(game, values, seed)
        parameters = dict(self.values)
        self.blunder_rate = float(parameters.pop("blunder_rate"))
        net = str(parameters.pop("net"))
        if evaluator is None and net != NO_NET:
            if split_digest(net)[0].endswith(".net"):
                evaluator, self.values["net"] = read_net(net, game)
            else:
                evaluator = network = Network(net, game)
                self.values["net"] = network.name
        self.searcher = Mcts(game, evaluator, **parameters)

    def __reduce__(self) -> Restoring:
        if self.searcher.evaluator is None or self.values["net"] != NO_NET:
            return super().__reduce__()
        restore, given, *_ = super().__reduce__()
        return restore, (*given, self.searcher.evaluator)

    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Search, or slip."""
        if self.blunder_rate and rng.uniform() < self.blunder_rate:
            legal = view.legal_actions()
            return Decision(action=self.game.text(legal[rng.below(len(legal))]))
        return super().think(view, rng, progress)

    def mix(self, view: View, rng: Rng) -> dict[str, float]:
        """Search, and say what would be drawn, slips included."""
        if self.blunder_rate:
            rng.uniform()  # as where it does not slip
        found = self.searcher.policy(view, rng)
        if not self.blunder_rate:
            return found
        legal = [self.game.text(action) for action in view.legal_actions()]
        slip = self.blunder_rate / len(legal)
        return {one: (1.0 - self.blunder_rate) * found.get(one, 0.0) + slip for one in legal}
