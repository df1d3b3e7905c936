"""Judge of positions and actions, by short searches with the knowledge of one seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot, sqrt
from typing import TYPE_CHECKING

import aicore
from aicore.arena.rollout import roll_out
from aicore.players.mcts import MctsPlayer

if TYPE_CHECKING:
    from aicore.arena.pool import Pool
    from aicore.core.decision import Candidate
    from aicore.core.game import Game, State, View
    from aicore.players import Player

Values = tuple[float, ...]
"""Value of each seat: an expected return, or a share (0 to 1) of the range of returns."""

SIMULATIONS = 2000
WORLDS = 8  # number of sampled worlds if luck or hidden information matters
RIVAL = 100  # maximum simulations for another seat's decision on the way to a choice
SURE = 2.0  # standard errors that a loss must exceed to be believed
ROLLED = 100  # default number of games after each of the two actions


@dataclass(frozen=True)
class Estimate:
    """Expected return of each seat, from a search.

    Args:
        values: expected return of each seat.
        error: standard error of the value for the seat to move; 0 if exact.
    """

    values: Values
    error: float = 0.0


@dataclass(frozen=True)
class BestAction(Estimate):
    """Estimate of a position whose seat plays the action that a judge considers best.

    Args:
        action: text of the action.
        line: expected continuation, `action` first.
    """

    action: str = ""
    line: tuple[str, ...] = ()


@dataclass(frozen=True)
class ActionComparison:
    """Comparison of a played action with the best one.

    Args:
        best: text of the action that the judge considers best.
        line: expected continuation, `best` first.
        best_values, played_values: expected return of each seat after the best and the played
            action.
        error: standard error of the difference between them for the mover; of the value, if they
            are the same action; 0 if exact.
    """

    best: str
    line: tuple[str, ...]
    best_values: Values
    played_values: Values
    error: float = 0.0

    def loss(self, seat: int) -> float:
        """Return a seat's loss by the played action; it may be below 0, as a search has errors."""
        return self.best_values[seat] - self.played_values[seat]


@dataclass(frozen=True)
class RolloutJudge:
    """Rollouts after the played action and after the best one, if a search finds a loss.

    Args:
        by: the spec of the player that continues the games.
        games: the maximum number of games after each of the two actions.
        pool: the workers that play the games; None for this process.
    """

    by: str
    games: int = ROLLED
    pool: Pool | None = None

    def loss(self, view: View, best: str, played: str) -> tuple[Estimate, int]:
        """Return each seat's gain by `best` over `played`, and the number of games after each."""
        seed = aicore.Rng(view.key()).next()
        rollout = roll_out(
            view, self.by, self.games, (best, played), only=True, seed=seed, pool=self.pool
        )  # fmt: skip
        after_best, after_played = rollout.of(best), rollout.of(played)
        gains = tuple(a - b for a, b in zip(after_best.values, after_played.values, strict=True))
        return Estimate(
            gains, max(after_best.behind_error, after_played.behind_error)
        ), after_played.games


class Judge:
    """Judge of a game's positions and actions. The same input always gets the same judgment.

    Args:
        simulations: the number of simulations per search.
        by: the spec of the player that chooses the best action instead of mcts; it has its own
            budget.

    Raises SpecError.
    """

    exact = False
    """Whether all judgments of this judge are exact."""

    def __init__(self, game: Game, simulations: int = SIMULATIONS, by: str | None = None) -> None:
        self.game = game
        self.simulations = simulations
        self.by = by
        self._players: dict[int, Player] = {}

    def shares(self, state: State, viewer: int | None = None) -> Values:
        """Return `values` as shares (0 to 1) of the range of returns."""
        return self.game.shares(self.values(state, viewer))

    def values(self, state: State, viewer: int | None = None) -> Values:
        """Return the expected return of each seat, given the knowledge of one seat.

        Args:
            viewer: the seat whose knowledge counts; None for the seat to move.
        """
        if state.turn == aicore.END:
            return tuple(state.returns())
        view = state.view(max(state.turn, 0) if viewer is None else viewer)
        return self.value_of(view, self.simulations, view.key())

    def value_of(self, view: View, simulations: int, seed: int, worlds: int = WORLDS) -> Values:
        """Return the expected return of each seat in a position before the end, from a view.

        Args:
            view: the view of the seat.
            simulations: the number of simulations in all.
            seed: the seed of the worlds and their chance events, if the seat has no choice.
            worlds: the number of sampled worlds.
        """
        if len(view.legal_actions()) > 1:
            return self._searched(view, simulations)[0]
        return _mean(self._ahead(view, None, simulations, seed, worlds)[0])

    def known_value(self, state: State) -> Values | None:
        """Return the full-information value of each seat, or None if that takes a search.

        Args:
            state: a position before the end.
        """
        return None

    def advise(self, view: View, times: int = 1) -> BestAction:
        """Return the best action of a seat that is to move and has a choice, and its value.

        Args:
            times: a factor on the simulations; each factor uses different random numbers.
        """
        player = self._judge if self.by is not None else self._player(self.simulations * times)
        player.seed, player.decisions = times - 1, 0  # these determine a search's luck
        decision = player.decide(view)
        line = decision.continuation or (decision.action,)
        for candidate in decision.candidates:
            if candidate.action == decision.action and not candidate.bound:
                return BestAction(candidate.values, candidate.error, candidate.action, line)
        estimate = self.after(view, decision.action, times)
        return BestAction(estimate.values, estimate.error, decision.action, line)

    def after(self, view: View, action: str, times: int = 1) -> Estimate:
        """Return the value of an action, from searches of the choices that follow.

        Args:
            times: as in `advise`.
        """
        values, error = self._follow(view, action, times)
        return Estimate(_mean(values), error or _error([each[view.seat] for each in values]))

    def weigh(self, view: View, played: str, times: int = 1) -> ActionComparison:
        """Return a comparison of an action with the best one, from equal searches with equal luck.

        Args:
            view: the view of a seat that is to move and has a choice.
            played: the action that was played.
            times: as in `advise`.
        """
        advice = self.advise(view, times)
        best, line = advice.action, advice.line
        if best == played:
            return ActionComparison(best, line, advice.values, advice.values, advice.error)
        if self.game.has_hidden:
            both = self._side_by_side(view, (best, played), times)
            if both:
                first, second = both
                error = hypot(first.error, second.error)
                return ActionComparison(best, line, first.values, second.values, error)
        one, its_error = self._follow(view, best, times)
        other, error = self._follow(view, played, times)
        differences = [a[view.seat] - b[view.seat] for a, b in zip(one, other, strict=True)]
        error = max(hypot(its_error, error), _error(differences))
        return ActionComparison(best, line, _mean(one), _mean(other), error)

    @property
    def name(self) -> str:
        """Spec of the player that judges decisions."""
        return self.by or self._spec(self.simulations)

    def _spec(self, simulations: int) -> str:
        """Return the spec of the judging search, which samples hidden hands by likelihood."""
        hands = ",hands=likely" if self.game.has_hidden else ""
        return f"mcts:sims={simulations}{hands}"

    @cached_property
    def _judge(self) -> Player:
        """Player that chooses the best action."""
        if self.by is None:
            return self._player(self.simulations)
        player = aicore.player(self.by, self.game)
        player.ready(0)
        return player

    def close(self) -> None:
        """End any process that the judge started."""
        if self.by is not None:
            self._judge.close()

    def _player(self, simulations: int) -> Player:
        """Return a tree search with this many simulations."""
        if simulations not in self._players:
            self._players[simulations] = aicore.player(self._spec(simulations), self.game)
        return self._players[simulations]

    def _follow(self, view: View, action: str, times: int) -> tuple[list[Values], float]:
        """Return the values after an action in each sampled world, and the error; see `_ahead`."""
        seed = aicore.Rng(view.key() ^ times).next()
        return self._ahead(view, action, self.simulations * times, seed, WORLDS * times)

    def _side_by_side(
        self, view: View, actions: Sequence[str], times: int
    ) -> tuple[Candidate, ...]:
        """Return actions with their values from one tree; () if it cannot hold them all."""
        player = self._judge if self.by is not None else self._player(self.simulations * times)
        if not isinstance(player, MctsPlayer):
            return ()
        seed = aicore.Rng(view.key() ^ times).next()
        return player.searcher.compare(view, actions, aicore.Rng(seed))

    def _searched(self, view: View, simulations: int) -> tuple[Values, float]:
        """Return the values of a position whose seat has a choice, and their error."""
        player = self._player(simulations)
        player.seed, player.decisions = 0, 0
        decision = player.decide(view)
        return decision.candidates[0].values, decision.candidates[0].error

    def _ahead(
        self, view: View, action: str | None, simulations: int, seed: int, worlds: int
    ) -> tuple[list[Values], float]:
        """Return the expected returns after an action, in sampled worlds that fit a view.

        The positions that need a search share the simulations. Returns the values of each world,
        and the error of the search if all worlds use the same one, else 0.
        """
        rng, seat = aicore.Rng(seed), view.seat
        sampled = []
        for _ in range(worlds):
            world = view.resample(rng, likely=True)
            if action is not None:
                world.apply(action)
            self._walk(world, seat, rng.next())
            sampled.append(world)
        to_search = {world.key(max(world.turn, 0)): world for world in sampled if world.turn >= 0}
        per_search = -(-simulations // max(1, len(to_search)))
        searched = {
            key: self._searched(world.view(world.turn), per_search)
            for key, world in to_search.items()
        }
        values = [
            tuple(world.returns()) if world.turn < 0 else searched[world.key(world.turn)][0]
            for world in sampled
        ]
        ended = any(world.turn < 0 for world in sampled)
        same = len(searched) == 1 and not ended
        return values, next(iter(searched.values()))[1] if same else 0.0

    def _walk(self, world: State, seat: int, seed: int) -> None:
        """Play a world on until the seat's next choice, or until the end.

        A search is most informative there. If the game hides nothing, any seat's choice will do.
        Otherwise another seat's search would lack this seat's knowledge, so the other seats decide
        by their own knowledge on the way.
        """
        chance = aicore.Chance(seed=seed)
        rival = self._player(min(RIVAL, -(-self.simulations // WORLDS)))
        while chance.settle(world) is not None and world.turn != aicore.END:
            legal = world.legal_actions()
            if len(legal) == 1:
                world.apply(legal[0])
            elif world.turn == seat or not self.game.has_hidden:
                return
            else:
                rival.seed, rival.decisions = 0, 0
                world.apply(rival.decide(world.view(world.turn)).action)


def _mean(values: Sequence[Values]) -> Values:
    return tuple(sum(each) / len(values) for each in zip(*values, strict=True))


def _error(values: Sequence[float]) -> float:
    """Return the standard error of a mean; 0 if all values are equal."""
    from statistics import stdev  # slow to import, so only on demand

    return stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
