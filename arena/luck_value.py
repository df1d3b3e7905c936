"""Position values from a game's own network, by which luck is measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from aicore import END
from aicore.core.game import Game, State
from aicore.core.rng import Rng
from aicore.players.networks import own_net
from aicore.search.mcts.own_turn import OwnTurn


def network_value(game: Game) -> Callable[[State], Sequence[float]] | None:
    """Return a function from a State to the returns that the game's own network expects, by seat.

    The network judges the best end of the mover's turn, because there it knows what a roll is
    worth. Return None if luck should be measured by the game's own evaluation:

    - The game has no network.
    - It hides information: a network sees one seat's view, and luck is measured in whole positions.
    - It is for one seat. A network expects strong play, which says little about other players'
      results. In Free Trader, luck by the network saved no games, and luck by the evaluation was
      worth 1.9 times the games (`aicore tournament trader greedy script --games 60 --seed 1`).
    """
    suits = game.has_chance and not game.has_hidden and game.seats > 1
    own = own_net(game) if suits else None
    if own is None or own.net is None:
        return None
    turn, rng = OwnTurn(game, own.net), Rng(0)

    def value(state: State) -> Sequence[float]:
        if state.turn == END:
            return state.returns()
        return turn.search(state.view(state.turn), rng).candidates[0].values

    return value
