"""Player that looks one step ahead or, with a network, to the end of its own turn."""

from __future__ import annotations

from collections.abc import Mapping

from aicore.core.game import Game
from aicore.core.language import N_
from aicore.core.parameter import Parameter, Value
from aicore.players.base import Searcher, Searching
from aicore.players.networks import NONE, OWN, chosen
from aicore.search.flat import PARAMETERS as SEARCH_PARAMETERS
from aicore.search.flat import Flat
from aicore.search.mcts.own_turn import OwnTurn


class Greedy(Searching):
    """Player that takes the action with the best next position on average.

    The average is over chance events and hidden information. The player is a flat search with
    playouts of length 0: see `aicore.search.flat`. With a network, it looks ahead to the end of its
    own turn, and the network judges there: see `aicore.search.mcts.own_turn`.
    """

    NAME = "greedy"
    TITLE = N_("Greedy")
    SUMMARY = N_("looks one step ahead, or over its own turn with a network")
    PARAMETERS = (
        Parameter("samples", 16, "chance events and hidden parts drawn for each action", low=1),
        *(parameter for parameter in SEARCH_PARAMETERS if parameter.name == "prune"),
        Parameter(
            "net",
            NONE,
            "judges the end of its own turn: none, the game's own network, or NAME.net",
            file=N_("a network file"),
            words=(NONE, OWN),
        ),
    )

    def __init__(self, game: Game, values: Mapping[str, Value], seed: int = 0) -> None:
        super().__init__(game, values, seed)
        samples = int(self.values["samples"])
        if self.values["net"] == NONE:
            lucky = game.has_chance or game.has_hidden
            self.searcher: Searcher = Flat(
                game, each=samples if lucky else 1, cutoff=0, prune=self.values["prune"]
            )
        else:
            net, self.values["net"] = chosen(str(self.values["net"]), game)
            self.searcher = OwnTurn(game, net, samples)
