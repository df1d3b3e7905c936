"""Review of a finished game: the loss of every decision, and the effect of luck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import fsum, hypot, sqrt
from typing import TYPE_CHECKING

from aicore.coach.effort import Effort, effort_for
from aicore.coach.fitting import HINDSIGHT, Choice, CoursePoint, Fit, LuckEvent, fit
from aicore.coach.judge import Judge, RolloutJudge, Values
from aicore.coach.measuring import LOOKS, Measurements, Turn
from aicore.coach.solved import EXACT, equilibrium, solved
from aicore.coach.verdict import Scale, scale_of
from aicore.core.errors import RecordError
from aicore.core.language import N_, fill
from aicore.core.language import gettext as _
from aicore.core.record import replay
from aicore.players.cfr import Cfr
from aicore.players.spec import split

if TYPE_CHECKING:
    from aicore.core.game import Game
    from aicore.core.record import Ply, Record

TOGETHER = 4  # consecutive jumps with dependent errors, because neighbors share a judgment
MARGIN = 2.0  # standard errors in the margin; `bench.study.reviews` counts the rests within it
SECOND = 4  # one in this many turns gets a second look

UNINFORMED = N_("All hidden possibilities count as equally likely, whatever the others played.")
"""Assumption about hidden information in a game without a belief of its own."""

Advance = Callable[[int, int], None]
"""Callback with the number of events reviewed, and their total."""


@dataclass(frozen=True)
class Account:
    """Parts of a seat's result, in shares of the range of returns.

    result = expectation + luck - losses + gifts + rest.

    Args:
        expectation: the expected result at the start.
        luck: the seat's gain by luck.
        losses: the loss by the seat's own decisions.
        gifts: the gain by the other seats' decisions.
        rest: the unexplained remainder: the search's error, and facts that no seat could know.
        result: the seat's result; an estimate of the last position if the game stopped early.
        error: the standard error of the rest, which is a sum of jumps.
        margin: a bound on the rest that holds in at least 95 of 100 games.
        decisions: the number of decisions.
        words: the number of decisions with each word.
    """

    expectation: float
    luck: float
    losses: float
    gifts: float
    rest: float
    result: float
    error: float
    margin: float
    decisions: int
    words: dict[str, int]


@dataclass
class Review:
    """Review of a game.

    Args:
        judge: the judge of the decisions, as a spec or `EXACT`.
        course: the value of the position at each decision and at the end. With hidden hands, the
            value is in hindsight.
        jumps: each seat's unexplained differences, whose sum is the rest.
    """

    record: Record
    game: Game
    scale: Scale
    plies: list[Ply]
    judge: str
    expectation: Values
    choices: list[Choice]
    luck_events: list[LuckEvent]
    course: list[CoursePoint]
    jumps: list[Values]

    @property
    def assumes(self) -> str:
        """Assumption of the judge about hidden information, as a sentence; "" without any."""
        if not self.game.has_hidden:
            return ""
        if split(self.judge)[0] == Cfr.NAME:
            return _(
                "Hidden possibilities are weighted by their probability under equilibrium play."
            )
        belief = self.game.info.data.get("belief", {})
        return _(str(belief.get("assumption", UNINFORMED)))

    @property
    def over(self) -> bool:
        """Whether the game ended by its rules; people may resign or stop before."""
        return self.plies[-1].turn == "end"

    @property
    def result(self) -> Values:
        """Result of each seat, as a share; the judge's estimate if the game is not `over`."""
        return self.course[-1].shares

    @property
    def adds_up(self) -> bool:
        """Whether every seat's rest has a small margin: at most a third of the stake."""
        limit = self.scale.stake / 3
        return all(self.account(seat).margin <= limit for seat in range(self.game.seats))

    def account(self, seat: int) -> Account:
        """Return the parts of a seat's result."""
        own = [choice for choice in self.choices if choice.seat == seat]
        losses = sum(choice.loss for choice in own)
        gifts = sum(
            choice.played_shares[seat] - choice.best_shares[seat]
            for choice in self.choices
            if choice.seat != seat
        )
        luck = sum(luck_event.shares[seat] for luck_event in self.luck_events)
        start, end = self.expectation[seat], self.result[seat]
        errors = [choice.error for choice in self.choices]
        unsure = hypot(*errors, *(luck_event.error for luck_event in self.luck_events))
        error = _error_of_sum([jump[seat] for jump in self.jumps])
        error = max(error, (1 - HINDSIGHT) * unsure)
        return Account(
            expectation=start,
            luck=luck,
            losses=losses,
            gifts=gifts,
            rest=end - (start + luck - losses + gifts),
            result=end,
            error=error,
            margin=MARGIN * error,
            decisions=len(own),
            words={word: sum(choice.word == word for choice in own) for word in self.scale.words},
        )


def _error_of_sum(jumps: Sequence[float]) -> float:
    """Return the standard error of the sum of jumps whose mean is 0.

    A later jump often cancels an earlier one. So the sums of groups of TOGETHER neighbors count as
    independent. The result averages over all ways to divide the jumps into such groups.
    """
    groups = [jumps[max(0, end - TOGETHER) : end] for end in range(1, len(jumps) + TOGETHER)]
    return sqrt(fsum(fsum(group) ** 2 for group in groups) / TOGETHER)


def review(
    record: Record,
    effort: Effort | None = None,
    by: str | None = None,
    advance: Advance | None = None,
    rollout_judge: RolloutJudge | None = None,
    unfinished: bool = False,
) -> Review:
    """Return the review of a finished game.

    Args:
        record: the record of the game.
        effort: the amount of search; None for an amount that takes a few seconds.
        by: the spec of the player that judges the decisions. `EXACT` solves the game, even if it is
            large. None stands for an exact judge if it is quick, else for mcts.
        advance: a progress callback; an exception that it raises ends the review.
        rollout_judge: the judge that rolls out marked losses; None for no rollouts.
        unfinished: whether the game may have been abandoned before its end.

    Raises RecordError, SpecError.
    """
    game = record.load()
    plies = list(replay(record, unfinished=unfinished))
    effort, scale = effort or effort_for(game, plies), scale_of(game)
    judge = _judge(game, effort, by)
    measurements = Measurements(game, judge, effort, plies)
    try:
        fitted = fit_with_looks(measurements, scale, advance or (lambda *_: None))
        if rollout_judge is not None:
            fitted = _rolled_out(measurements, fitted, scale, rollout_judge)
    finally:
        judge.close()
    return Review(
        record,
        game,
        scale,
        plies,
        judge.name,
        fitted.expectation,
        fitted.choices,
        fitted.luck_events,
        fitted.course,
        fitted.jumps,
    )


def _judge(game: Game, effort: Effort, by: str | None) -> Judge:
    if by is None:
        return solved(game) or equilibrium(game) or Judge(game, effort.simulations)
    if by == EXACT:
        exact = solved(game, None)
        if exact is None:
            text = _("{game} has no exact judge, which needs NumPy, two seats and nothing hidden")
            raise RecordError(fill(text, game=game.name))
        return exact
    return equilibrium(game, by) or Judge(game, effort.simulations, by)


def fit_with_looks(measurements: Measurements, scale: Scale, advance: Advance) -> Fit:
    """Return the fit of a game, with further looks at turns that matter or may be marked."""
    for done in measurements.steps():
        advance(done, 2 * measurements.events)
    fitted, looks = _fitted(measurements, scale), -(-len(measurements.turns) // SECOND)
    done = 0
    while turn := _next_look(measurements.turns, fitted, scale, only_losses=done >= looks):
        measurements.look(turn)
        fitted = _fitted(measurements, scale)
        done += 1
        advance(measurements.events * (looks + min(done, looks)) // looks, 2 * measurements.events)
    return fitted


def _fitted(measurements: Measurements, scale: Scale) -> Fit:
    return fit(measurements.items, measurements.events, measurements.result, scale)


def _next_look(turns: Sequence[Turn], fitted: Fit, scale: Scale, only_losses: bool) -> Turn | None:
    """Return the turn that matters most and needs another look; None if there is none.

    A turn with a loss that may be marked gets two looks. It gets a third look if the second one
    left the mark in doubt.

    Args:
        turns: the turns.
        fitted: the fit so far.
        scale: the words for losses.
        only_losses: whether only turns with a loss that may be marked count.
    """
    choices = {choice.ply: choice for choice in fitted.choices}
    matters, next_turn = 0.0, None
    for turn, gap in zip(turns, fitted.gaps, strict=True):
        own = [choices[move.ply] for move in turn.moves]
        loss = max(choice.loss for choice in own)
        doubtful = any(choice.loss >= scale.least and not choice.marked for choice in own)
        if turn.exact or turn.looks == len(LOOKS) or (turn.looks == 2 and not doubtful):
            continue
        if max(gap, loss) > matters and (not only_losses or loss >= scale.least):
            matters, next_turn = max(gap, loss), turn
    return next_turn


def _rolled_out(measurements: Measurements, fitted: Fit, scale: Scale, by: RolloutJudge) -> Fit:
    """Return the fit after rollouts of all inexact marked losses; the smaller loss counts."""
    stake = measurements.game.stake
    while True:
        marked = {choice.ply: choice for choice in fitted.choices if choice.marked}
        doubtful = [
            (turn, move)
            for turn in measurements.turns
            for move in turn.moves
            if move.ply in marked and marked[move.ply].error and not move.rolled
        ]
        if not doubtful:
            return fitted
        for turn, move in doubtful:
            loss, move.rolled = by.loss(move.view, move.best, move.played)
            move.limit = loss.values[turn.seat] / stake
            if move.limit < marked[move.ply].loss:
                move.error = loss.error / stake
        fitted = _fitted(measurements, scale)
