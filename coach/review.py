"""Review of a finished game: the loss of every decision, and the effect of luck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import fsum, hypot
from typing import TYPE_CHECKING

from aicore.coach.effort import Effort, effort_for
from aicore.coach.judge import Judge, RolloutJudge, Values
from aicore.coach.luck import Value, measured, standing
from aicore.coach.solved import EXACT, equilibrium, solved
from aicore.coach.verdict import Scale, scale_of
from aicore.core.errors import RecordError
from aicore.core.record import CHANCE_ACTOR, replay
from aicore.players.cfr import Cfr
from aicore.players.spec import split

if TYPE_CHECKING:
    from aicore.core.game import Game
    from aicore.core.record import Ply, Record

BLOCKS = 8  # parts of a game whose errors count as independent
STUDENT = 2.31  # 97.5 % of Student's t distribution with as many degrees of freedom

Advance = Callable[[int, int], None]
"""Callback with the number of events reviewed, and their total."""


@dataclass(frozen=True)
class Choice:
    """A decision, judged by the knowledge of its seat.

    Args:
        ply: number of events before it.
        played, best: texts of actions.
        line: expected continuation, `best` first.
        played_shares, best_shares: each seat's expected share (0 to 1) of the range of returns,
            after either action.
        error: standard error of `loss`; 0 if exact.
        word: fine, inaccuracy, mistake or blunder.
        rolled: games played on after both actions; 0 without a rollout.
    """

    ply: int
    seat: int
    played: str
    best: str
    line: tuple[str, ...]
    played_shares: Values
    best_shares: Values
    error: float
    word: str
    rolled: int = 0

    @property
    def loss(self) -> float:
        """The seat's loss, as a share; below 0 within the search's error."""
        return self.best_shares[self.seat] - self.played_shares[self.seat]

    @property
    def marked(self) -> bool:
        """Whether the word is anything but fine."""
        return self.word != "fine"


@dataclass(frozen=True)
class LuckEvent:
    """Chance events with no decision between them, and their luck by all that is known now.

    Args:
        ply: number of events before them.
        events: their texts.
        expected: each seat's expected share (0 to 1) of the range of returns, before them.
        shares: each seat's luck: its share after the events minus the expected one.
        error: standard error where not all outcomes were examined.
    """

    ply: int
    events: tuple[str, ...]
    expected: Values
    shares: Values
    error: float


@dataclass(frozen=True)
class Account:
    """Parts of a seat's result, in shares of the range of returns.

    result = expectation + luck - losses + gifts + rest.

    Args:
        losses: lost by the seat's decisions.
        gifts: gained by the others' decisions.
        rest: the unexplained remainder: the search's error, and facts that no seat could know.
        error: standard error of the rest, estimated from the judgments of the game: see `_error`.
        margin: bound that the rest stays within in 95 of 100 games.
        words: number of decisions for each word.
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
    """A reviewed game.

    Args:
        judge: the judge of the decisions, as a spec or `EXACT`.
        course: at each decision and at the end: the number of events before it, and each seat's
            expected share. With hidden hands it is based on all that is known now.
    """

    record: Record
    game: Game
    scale: Scale
    plies: list[Ply]
    judge: str
    expectation: Values = ()
    choices: list[Choice] = field(default_factory=list)
    luck_events: list[LuckEvent] = field(default_factory=list)
    course: list[tuple[int, Values]] = field(default_factory=list)

    @property
    def assumes(self) -> str:
        """The judge's assumption about hidden information, as a sentence; "" without any."""
        if not self.game.has_hidden:
            return ""
        if split(self.judge)[0] == Cfr.NAME:
            return (
                "What a player could not see is weighted by how likely equilibrium play makes it."
            )
        belief = self.game.info.data.get("belief", {})
        usual = (
            "All that a player could not see counts as equally likely, whatever the others played."
        )
        return str(belief.get("assumption", usual))

    @property
    def result(self) -> Values:
        """Result of each seat, as a share."""
        return self.course[-1][1]

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
        error = self._error(seat)
        return Account(
            expectation=start,
            luck=luck,
            losses=losses,
            gifts=gifts,
            rest=end - (start + luck - losses + gifts),
            result=end,
            error=error,
            margin=STUDENT * error,
            decisions=len(own),
            words={word: sum(choice.word == word for choice in own) for word in self.scale.words},
        )

    def _error(self, seat: int) -> float:
        """Return the standard error of a seat's unexplained remainder.

        The value after one judgment and the value before the next should be equal; their
        differences show how wrong judgments are. The rest is the sum of these jumps. Errors that
        the next judgment takes back do not count, but a bias that lasts for a while does. So the
        jumps are added up within BLOCKS parts of the game, and these sums count as independent.
        """
        events: list[Choice | LuckEvent] = [*self.choices, *self.luck_events]
        stands, jumps = self.expectation[seat], []
        for each in sorted(events, key=lambda event: event.ply):
            if isinstance(each, Choice):
                before, after = each.best_shares[seat], each.played_shares[seat]
            else:
                before, after = each.expected[seat], each.expected[seat] + each.shares[seat]
            jumps.append(before - stands)
            stands = after
        jumps.append(self.result[seat] - stands)
        ends = [len(jumps) * part // BLOCKS for part in range(BLOCKS + 1)]
        found = hypot(*(fsum(jumps[first:last]) for first, last in pairwise(ends)))
        return max(found, hypot(*(each.error for each in events)))


def review(
    record: Record,
    effort: Effort | None = None,
    by: str | None = None,
    advance: Advance | None = None,
    rollout_judge: RolloutJudge | None = None,
    unfinished: bool = False,
) -> Review:
    """Review a finished game.

    Args:
        effort: amount of search; None: an amount that takes a few seconds.
        by: spec of a player that judges the decisions; `EXACT` solves the game, however large;
            None: an exact judge where it is quick, else mcts.
        advance: progress callback; an exception that it raises ends the review.
        rollout_judge: rolls out losses that would earn a word; None: the search decides.
        unfinished: whether the game may have been abandoned before its end.

    Raises RecordError, SpecError.
    """
    game = record.load()
    plies = list(replay(record, unfinished=unfinished))
    effort = effort or effort_for(game, plies)
    judge = _judge(game, effort, by, rollout_judge)
    found = Review(record, game, scale_of(game), plies, judge.name)
    try:
        for number, _ in enumerate(_walk(found, judge, effort), 1):
            if advance is not None:
                advance(number, len(plies))
    finally:
        judge.close()
    return found


def _judge(game: Game, effort: Effort, by: str | None, rollout_judge: RolloutJudge | None) -> Judge:
    if by is None:
        known = solved(game) or equilibrium(game)
        return known or Judge(game, effort.simulations, rollout_judge=rollout_judge)
    if by == EXACT:
        exact = solved(game, None)
        if exact is None:
            raise RecordError(
                f"{game.name} has no exact judge: that needs NumPy, two seats and nothing hidden"
            )
        return exact
    return equilibrium(game, by) or Judge(game, effort.simulations, by, rollout_judge)


def _walk(found: Review, judge: Judge, effort: Effort) -> Iterator[None]:
    """Judge ply after ply."""
    game = found.game
    stand = standing(judge, effort.light, effort.playouts, 0)
    chain: list[Ply] = []  # pending chance events
    for ply in found.plies:
        state, chance = ply.state, ply.turn == CHANCE_ACTOR
        if chance:
            chain.append(ply)
        elif chain:
            if any(len(each.state.outcome_actions()) > 1 for each in chain):
                value = standing(judge, effort.light, effort.playouts, chain[0].number)
                found.luck_events.append(_luck_event(chain, value, game))
            chain = []
        if ply.event is not None and not chance and len(state.legal_actions()) > 1:
            choice = _choice(ply, judge, found.scale)
            found.choices.append(choice)
            shares = game.shares(stand(state)) if game.has_hidden else choice.best_shares
            found.course.append((ply.number, shares))
        elif ply.event is None:
            found.course.append((ply.number, game.shares(stand(state))))
        yield
    first = found.luck_events[0] if found.luck_events else None
    number, shares = found.course[0]
    found.expectation = first.expected if first and first.ply < number else shares


def _choice(ply: Ply, judge: Judge, scale: Scale) -> Choice:
    state, played = ply.state, str(ply.event)
    game, seat = state.game, state.turn
    weighed = judge.weigh(state.view(seat), played, scale.least * game.stake)
    error = weighed.error / game.stake
    return Choice(
        ply=ply.number,
        seat=seat,
        played=played,
        best=weighed.best,
        line=weighed.line,
        played_shares=game.shares(weighed.played_values),
        best_shares=game.shares(weighed.best_values),
        error=error,
        word=scale.word(weighed.loss(seat) / game.stake, error),
        rolled=weighed.rolled,
    )


def _luck_event(chain: Sequence[Ply], value: Value, game: Game) -> LuckEvent:
    first, events = chain[0], tuple(str(ply.event) for ply in chain)
    luck = measured(first.state, events, value, first.number)
    return LuckEvent(
        first.number,
        events,
        game.shares(luck.expected),
        tuple(value / game.stake for value in luck.values),
        luck.error / game.stake,
    )
