"""Measurements for a review: the values of decisions, and the luck of chance events.

A turn is a series of one seat's decisions without a chance event between them. The seat learns
nothing new during its turn, so an action is worth as much as the best known continuation of the
turn. A search at the first step of a plan may overlook the plan's last step. A search at the last
step does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from typing import TYPE_CHECKING

import aicore
from aicore.coach.judge import ActionComparison
from aicore.coach.luck import Value, estimated, full_information_value, measured
from aicore.coach.solved import TOLERANCE, Endgame
from aicore.core.record import CHANCE_ACTOR

if TYPE_CHECKING:
    from aicore.coach.effort import Effort
    from aicore.coach.judge import Judge, Values
    from aicore.core.game import Game, State, View
    from aicore.core.record import Ply

UNSOLVED = 0.12
"""Error of a search, as a share, in a game that can be solved but was not solved in time.

In Connect Four, searches of any length rate some lost positions above others. Leads of less than
twice this error were mostly wrong there, by `bench.study.reviews connect_four --exact`.
"""
LOOKS = (1, 4, 5)  # factors on the simulations in the first, second and third look at a turn
LONGER = 4  # factor on the simulations where a game stopped early


@dataclass
class Move:
    """Measured decision, in shares (0 to 1) of the range of returns.

    Args:
        ply: number of events before it.
        view: the view of its seat.
        played: the text of the action that was played.
        best: the text of the action that the judge considers best.
        line: the expected continuation, `best` first.
        value: each seat's share if the seat plays its best action.
        after_best: each seat's share after the best action; None if it was played.
        error: the standard error of `after_best`, for the seat; for the last decision of a turn, of
            the lead over the turn's end. It includes the change by the latest look.
        agreed: the lead over the turn's end that the last two of all looks agree on, which is the
            smaller one; 0 after fewer looks.
        search_error: `error` without the change by the latest look.
        limit: the largest loss by the played action that rollouts allow; None without rollouts.
        rolled: the number of games that rollouts played after each action.
    """

    ply: int
    view: View
    played: str
    best: str = ""
    line: tuple[str, ...] = ()
    value: Values = ()
    after_best: Values | None = None
    error: float = 0.0
    agreed: float = 0.0
    search_error: float = 0.0
    limit: float | None = None
    rolled: int = 0


@dataclass
class Turn:
    """Measured turn of a seat, in shares (0 to 1) of the range of returns.

    Args:
        seat: the seat.
        moves: the decisions.
        after: the position after the last decision.
        next_knows_more: whether the next seat to move knows more, from chance events or another
            hand.
        shared: whether all seats always know the same.
        end: each seat's share after the last action, given the knowledge of the turn's seat.
        error: standard error of `end`, for the seat.
        exact: whether all figures are exact.
        looks: the number of times that the turn was measured.
    """

    seat: int
    moves: list[Move]
    after: State
    next_knows_more: bool
    shared: bool = False
    end: Values = ()
    error: float = 0.0
    exact: bool = False
    looks: int = 0


@dataclass(frozen=True)
class ChanceEvents:
    """Chance events with no decision between them, in shares (0 to 1) of the range of returns.

    Args:
        ply: number of events before them.
        events: texts of the events.
        expected: each seat's share before the events, in hindsight.
        luck: the luck of each seat, in hindsight.
        error: the standard error of seat 0's luck; 0 if all outcomes were examined.
    """

    ply: int
    events: tuple[str, ...]
    expected: Values
    luck: Values
    error: float


class Measurements:
    """Measurements of a game's turns and chance events.

    Args:
        game: the game.
        judge: the judge of decisions.
        effort: the amount of search.
        plies: the plies of the whole game.
    """

    def __init__(self, game: Game, judge: Judge, effort: Effort, plies: Sequence[Ply]) -> None:
        self.game = game
        self.judge = judge
        self.items: list[Turn | ChanceEvents] = []
        """Turns and chance events, in the game's order."""
        self._effort = effort
        self._plies = plies
        self._estimated = estimated(game, [ply.state for ply in plies])
        self._endgame = Endgame(game) if not judge.exact and Endgame.fits(game) else None

    @property
    def turns(self) -> list[Turn]:
        """All turns."""
        return [item for item in self.items if isinstance(item, Turn)]

    @property
    def events(self) -> int:
        """Number of events."""
        return len(self._plies) - 1

    @cached_property
    def result(self) -> Values:
        """Each seat's share at the end; a longer search's estimate if the game stopped early."""
        last, effort = self._plies[-1], self._effort
        value = full_information_value(
            self.judge,
            LONGER * effort.simulations,
            LONGER * effort.playouts,
            last.number,
            self._estimated,
        )
        return self.game.shares(value(last.state))

    def steps(self) -> Iterator[int]:
        """Measure turns and chance events in order, and yield the number of plies done."""
        if self._endgame is not None:
            states = [ply.state for ply in self._plies if ply.event is not None]
            self._endgame.solve(states, self._effort.positions)
        for together in _segments(self._plies, apart=self.judge.exact or self._endgame is not None):
            first, last = together[0], together[-1]
            if first.turn == CHANCE_ACTOR:
                if any(len(ply.state.outcome_actions()) > 1 for ply in together):
                    self.items.append(self._chance(together))
            else:
                moves = [
                    Move(ply.number, ply.state.view(ply.state.turn), str(ply.event))
                    for ply in together
                    if len(ply.state.legal_actions()) > 1
                ]
                if moves:
                    shared = not self.game.has_hidden
                    knows_more = last.after.turn == aicore.CHANCE or not shared
                    turn = Turn(first.state.turn, moves, last.after, knows_more, shared)
                    self.look(turn)
                    self.items.append(turn)
            yield last.number + 1

    def look(self, turn: Turn) -> None:
        """Measure a turn again; later looks use more simulations and other random numbers.

        A turn has at most as many looks as LOOKS has factors.
        """
        before = [_lead(turn, move) for move in turn.moves] if turn.looks else []
        self._measure(turn, LOOKS[turn.looks])
        turn.looks += 1
        for move, lead in zip(turn.moves, before, strict=False):
            if move.error:  # without an error, the value is exact
                found = _lead(turn, move)
                move.agreed = min(lead, found) if turn.looks == len(LOOKS) else 0.0
                move.search_error = move.error
                move.error = hypot(move.error, found - lead)
        if self._endgame is not None and turn.moves[-1].error:
            turn.moves[-1].error = hypot(turn.moves[-1].error, UNSOLVED)

    def _chance(self, chain: Sequence[Ply]) -> ChanceEvents:
        first, events = chain[0], tuple(str(ply.event) for ply in chain)
        luck = measured(first.state, events, self._value(first.number), first.number)
        expected, stake = self.game.shares(luck.expected), self.game.stake
        values = tuple(value / stake for value in luck.values)
        return ChanceEvents(first.number, events, expected, values, luck.error / stake)

    def _value(self, seed: int) -> Value:
        """Return a function for the full-information values of positions."""
        effort = self._effort
        return full_information_value(
            self.judge, effort.light, effort.playouts, seed, self._estimated
        )

    def _measure(self, turn: Turn, times: int) -> None:
        """Measure a turn with a multiple of the usual simulations."""
        share, stake = self.game.shares, self.game.stake
        *others, last = turn.moves
        for move in others:
            advice = self.judge.advise(move.view, times)
            move.best, move.line = advice.action, advice.line
            move.value, move.after_best, move.error = share(advice.values), None, 0.0
            if move.best != move.played:
                estimate = self.judge.after(move.view, move.best, times)
                move.after_best, move.error = share(estimate.values), estimate.error / stake
        turn.exact = self.judge.exact
        weighed = self._solved(last) if self._endgame is not None else None
        if weighed is not None:
            turn.exact = True
        else:
            weighed = self.judge.weigh(last.view, last.played, times)
        last.best, last.line = weighed.best, weighed.line
        last.value = share(weighed.best_values)
        last.after_best = None if last.best == last.played else last.value
        turn.end = share(weighed.played_values)
        last.error = turn.error = weighed.error / stake
        if turn.after.turn == aicore.END and not turn.next_knows_more:
            turn.end, turn.error = share(turn.after.returns()), 0.0

    def _solved(self, move: Move) -> ActionComparison | None:
        """Return the exact comparison of a decision, if both positions are solved."""
        assert self._endgame is not None
        state = move.view.resample(aicore.Rng(0))  # nothing is hidden
        after = state.clone()
        after.apply(move.played)
        value_before, value_after = self._endgame.known(state), self._endgame.known(after)
        if value_before is None or value_after is None:
            return None
        if value_after.values[state.turn] > value_before.values[state.turn] - TOLERANCE:
            return ActionComparison(
                move.played, (move.played,), value_before.values, value_before.values
            )
        best = move.played if value_before.best is None else self.game.text(value_before.best)
        return ActionComparison(best, (best,), value_before.values, value_after.values)


def _lead(turn: Turn, move: Move) -> float:
    """Return the lead of a move's best action over the end of its turn, for the seat."""
    return (move.after_best or turn.end)[turn.seat] - turn.end[turn.seat]


def _segments(plies: Sequence[Ply], apart: bool) -> Iterator[list[Ply]]:
    """Yield the plies of each turn, and of each series of chance events.

    Args:
        plies: the plies of the game.
        apart: whether every decision is a separate turn.
    """
    together: list[Ply] = []
    for ply in plies:
        alone = apart and ply.turn != CHANCE_ACTOR
        if together and (alone or ply.turn != together[0].turn or ply.event is None):
            yield together
            together = []
        if ply.event is not None:
            together.append(ply)
