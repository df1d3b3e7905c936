"""What the seats may expect of a position, by a short search of what one of them knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aicore

if TYPE_CHECKING:
    from aicore.core.game import Game, State, View

SIMULATIONS = 2000
WORLDS = 8  # asked where the seat has nothing to choose


class Judge:
    """Judges positions of a game, the same position always alike.

    Args:
        simulations: of a search.
    """

    def __init__(self, game: Game, simulations: int = SIMULATIONS) -> None:
        self.game = game
        self.alone = aicore.player(f"mcts:sims={simulations}", game)
        self.shared = aicore.player(f"mcts:sims={-(-simulations // WORLDS)}", game)

    def shares(self, state: State, viewer: int | None = None) -> tuple[float, ...]:
        """`values` as shares (0 to 1) of what can be won."""
        low, high = self.game.low, self.game.high
        shares = ((value - low) / (high - low) for value in self.values(state, viewer))
        return tuple(min(1.0, max(0.0, share)) for share in shares)  # a search's can lie beyond

    def values(self, state: State, viewer: int | None = None) -> tuple[float, ...]:
        """What each seat may expect, in units of returns.

        Args:
            viewer: the seat whose knowledge it hangs on; None: who is to move.
        """
        if state.turn == aicore.END:
            return tuple(state.returns())
        mover = max(state.turn, 0)
        view = state.view(mover if viewer is None else viewer)
        if state.turn == view.seat:
            self.alone.decisions = 0  # the luck of a search hangs on how many came before
            candidates = self.alone.decide(view).candidates
            if candidates:
                return tuple(candidates[0].values)
        return self._mean(view)

    def _mean(self, view: View) -> tuple[float, ...]:
        """The mean of what comes next in worlds that are possible for a seat."""
        rng = aicore.Rng(view.key())
        self.shared.decisions = 0
        found = [self._next(view.resample(rng), rng.next()) for _ in range(WORLDS)]
        return tuple(sum(each) / WORLDS for each in zip(*found, strict=True))

    def _next(self, world: State, seed: int) -> tuple[float, ...]:
        """What the seats may expect at the next choice in a world."""
        chance = aicore.Chance(seed=seed)
        while True:
            if world.turn == aicore.CHANCE:
                chance.settle(world)
            if world.turn == aicore.END:
                return tuple(world.returns())
            legal = world.legal()
            if len(legal) > 1:
                break
            world.apply(legal[0])
        candidates = self.shared.decide(world.view(world.turn)).candidates
        return tuple(candidates[0].values) if candidates else tuple(world.evaluate())
