"""What a position is worth to each seat, by a search: for reviews, where it may take a while."""

from __future__ import annotations

from aicore import CHANCE, END
from aicore.core.game import Game, State
from aicore.core.rng import Rng
from aicore.players import player


class SearchedValue:
    """V by a search from what the seat to move knows: a `value` for `aicore.arena.luck`.

    Every position is searched with the same random numbers, so that what two positions differ by
    tells them apart, and not the search's own luck.

    Args:
        game: the rules.
        spec: of a player that searches.
        seed: of its random numbers.
    """

    def __init__(self, game: Game, spec: str = "mcts:sims=400", seed: int = 0) -> None:
        self.game = game
        self.seed = seed
        self._player = player(spec, game, seed)

    def __call__(self, state: State) -> tuple[float, ...]:
        """Each seat's value, in units of returns; at the end, what it gets.

        What nobody decides goes by: forced moves, and chance by an outcome that the seed settles.
        """
        state = state.clone()
        rng = Rng(self.seed)
        while state.turn != END:
            if state.turn == CHANCE:
                state.apply(state.sample(rng))
                continue
            legal = state.legal_actions()
            if len(legal) > 1:
                return self._searched(state)
            state.apply(legal[0])
        return tuple(state.returns())

    def _searched(self, state: State) -> tuple[float, ...]:
        self._player.decisions = 0
        best = self._player.decide(state.view(state.turn))
        if not best.candidates:  # a player that does not search
            return tuple(state.evaluate())
        return next(c.values for c in best.candidates if c.action == best.action)
