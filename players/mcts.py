"""Player that searches by Monte Carlo tree search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aicore.core.data_files import split_digest
from aicore.core.decision import Decision, Progress
from aicore.core.errors import SpecError
from aicore.core.game import Game, View
from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.core.parameter import Parameter, Value, fill_defaults
from aicore.core.rng import Rng
from aicore.players.base import Restoring, Searching
from aicore.players.networks import NONE, OWN, chosen, is_own, own_net
from aicore.players.onnx import Network
from aicore.search.mcts import Evaluator, Mcts
from aicore.search.mcts.searcher import PARAMETERS as SEARCH_PARAMETERS

NET = Parameter(
    "net",
    NONE,
    "evaluates positions instead of playouts: the game's own network, NAME.net or an ONNX file",
    file=N_("a network file"),
    words=(NONE, OWN),
)
BLUNDER_RATE = Parameter(
    "blunder_rate", 0.0, "share of decisions made at random, for weaker levels", high=1
)


class MctsPlayer(Searching):
    """Player that searches trees of information sets; see `aicore.search.mcts`."""

    NAME = "mcts"
    TITLE = N_("Computer")
    SUMMARY = N_("Monte Carlo tree search over information sets")
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
        if evaluator is None and net != NONE:
            if _is_ours(net):
                evaluator, self.values["net"] = chosen(net, game)
            else:
                evaluator = network = Network(net, game)
                self.values["net"] = network.name
        self.searcher = Mcts(game, evaluator, **parameters)

    @classmethod
    def usual(
        cls, game: Game, given: Mapping[str, str], own: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """Return the defaults, with the parameters from the network's card if there is one."""
        asked = given.get("net")
        if asked is not None:
            return _with_network(asked, game, own) if _is_ours(asked) else own
        network = own_net(game)
        if network is None or not network.is_default(game):
            return own
        try:
            return _with_network(network.name, game, own)
        except SpecError as error:
            network.warn(str(error))
            return own

    def __reduce__(self) -> Restoring:
        if self.searcher.evaluator is None or self.values["net"] != NONE:
            return super().__reduce__()
        restore, given, *_state = super().__reduce__()
        return restore, (*given, self.searcher.evaluator)

    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Return the decision of the search or, as a blunder, a random action."""
        if self.blunder_rate and rng.uniform() < self.blunder_rate:
            legal = view.legal_actions()
            return Decision(action=self.game.text(legal[rng.below(len(legal))]))
        return super().think(view, rng, progress)

    def mix(self, view: View, rng: Rng) -> dict[str, float]:
        """Return the probabilities of a search, with blunders included."""
        if self.blunder_rate:
            rng.uniform()  # `think` draws a number here, too
        searched = self.searcher.policy(view, rng)
        if not self.blunder_rate:
            return searched
        legal = [self.game.text(action) for action in view.legal_actions()]
        blunder = self.blunder_rate / len(legal)
        return {
            action: (1.0 - self.blunder_rate) * searched.get(action, 0.0) + blunder
            for action in legal
        }


def _is_ours(net: str) -> bool:
    """Whether a value of `net` is the game's own network or a file NAME.net."""
    return is_own(net) or split_digest(net)[0].endswith(".net")


def _with_network(value: str, game: Game, own: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a game's parameters, changed by those in a network's card. Raises SpecError."""
    net, name = chosen(value, game)
    about = net.card.get("about")
    player = about.get("player", {}) if isinstance(about, dict) else {}
    searched = {one.name for one in SEARCH_PARAMETERS}
    usual = {key: entry for key, entry in own.items() if key in searched}
    try:
        if not isinstance(player, dict):
            raise SpecError(_("it is not a table of parameters"))
        both = fill_defaults(_("the search"), SEARCH_PARAMETERS, player, usual)
    except SpecError as error:
        wrong = _("net={net}: player in its card: {error}", net=value, error=error)
        raise SpecError(wrong) from error
    return {**own, **both, "net": name}
