"""Player that follows an equilibrium: it solves a small game with hidden cards before it plays."""

from __future__ import annotations

from functools import cached_property, lru_cache

from aicore.core.decision import Candidate, Decision, Progress
from aicore.core.game import Game, View
from aicore.core.language import N_
from aicore.core.registry import GameInfo
from aicore.core.rng import Rng
from aicore.players.base import Player
from aicore.players.defaults import defaults_of
from aicore.search.cfr import ITERATIONS, Table


@lru_cache(maxsize=4)
def table_of(game: Game, iterations: int) -> Table:
    """Return a game's table, cached for this process. Raises OptionError."""
    return Table(game, iterations)


class Cfr(Player):
    """Player that draws every action with its equilibrium probability; see `aicore.search.cfr`."""

    NAME = "cfr"
    TITLE = N_("Equilibrium")
    SUMMARY = N_("plays a (mixed) equilibrium; only for small games with hidden cards")
    PARAMETERS = (ITERATIONS,)

    @cached_property
    def table(self) -> Table:
        """Table of the equilibrium. Raises OptionError if the game is too large or not for two."""
        return table_of(self.game, int(self.values["iterations"]))

    def prepare(self) -> None:
        """Compute the equilibrium. Raises OptionError like `table`."""
        _ = self.table

    @classmethod
    def fits(cls, about: GameInfo) -> bool:
        """Whether the game's data file offers this player."""
        return bool(defaults_of(about, cls.NAME))

    def think(self, view: View, rng: Rng, progress: Progress | None) -> Decision:
        """Return a drawn action. The visits of a candidate are its share of the iterations."""
        policy, worths = self.table.policy(view), self.table.worths(view)
        left, chosen = rng.uniform(), policy[0][0]
        for action, probability in policy:
            if probability > 0.0:
                chosen = action
            left -= probability
            if left < 0.0:
                break
        total = self.game.low + self.game.high
        candidates = []
        for (action, probability), mine in zip(policy, worths, strict=True):
            values = (mine, total - mine) if view.seat == 0 else (total - mine, mine)
            visits = round(probability * self.table.iterations)
            candidates.append(Candidate(self.game.text(action), visits, values, exact=True))
        candidates.sort(key=lambda one: -one.visits)
        return Decision(
            action=self.game.text(chosen),
            candidates=tuple(candidates),
            simulations=self.table.iterations,
            nodes=self.table.information_sets,
            depth=1,
        )

    def mix(self, view: View, rng: Rng) -> dict[str, float]:
        """Return the table's probabilities."""
        return {self.game.text(action): share for action, share in self.table.policy(view)}
