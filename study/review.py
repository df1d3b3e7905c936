"""A finished game looked over: what every decision gave away, and what luck did."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import fsum, hypot
from typing import TYPE_CHECKING

from aicore.core.errors import RecordError
from aicore.core.record import CHANCE_ACTOR, replay
from aicore.players.cfr import Cfr
from aicore.players.spec import split
from aicore.study.effort import Effort, effort_for
from aicore.study.judge import Judge, Roller, Values, shares_of
from aicore.study.luck import Value, measured, standing
from aicore.study.solved import EXACT, equilibrium, solved
from aicore.study.verdict import Scale, scale_of

if TYPE_CHECKING:
    from aicore.core.game import Game
    from aicore.core.record import Ply, Record

BLOCKS = 8  # parts of a game whose errors count as independent
STUDENT = 2.31  # 97.5 % of Student's t distribution with as many degrees of freedom

Advance = Callable[[int, int], None]
"""Called with how many events are looked over, and of how many."""


@dataclass(frozen=True)
class Choice:
    """A decision that was judged by what its seat knew.

    Args:
        ply: how many events came before.
        played, best: texts of actions.
        line: what is expected to follow, `best` first.
        played_shares, best_shares: what each seat may expect after either, as shares (0 to 1) of
            what can be won.
        error: standard error of `loss`; 0 where it is exact.
        word: fine, inaccuracy, mistake or blunder.
        rolled: games that were played on after both actions; 0 where nobody did.
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
        """What the seat gave away, as a share; below 0 within the search's error."""
        return self.best_shares[self.seat] - self.played_shares[self.seat]

    @property
    def marked(self) -> bool:
        """Whether it is worth a word."""
        return self.word != "fine"


@dataclass(frozen=True)
class Fortune:
    """Chance events with no decision between them, and their luck by all that is known now.

    Args:
        ply: how many events came before.
        events: their texts.
        expected: what each seat could expect before it, as shares (0 to 1) of what can be won.
        shares: each seat's luck: what came less what was expected.
        error: standard error where not all that could come was looked at.
    """

    ply: int
    events: tuple[str, ...]
    expected: Values
    shares: Values
    error: float


@dataclass(frozen=True)
class Account:
    """How a seat's result came about, in shares of what can be won.

    result = expectation + luck - losses + gifts + rest.

    Args:
        losses: what the seat's decisions gave away.
        gifts: what the others' decisions gave it.
        rest: what does not add up: the search's error, and what no seat could know.
        error: standard error of the rest, as the judgments of the game show it: see `_error`.
        margin: what the rest stays within in 95 of 100 games.
        words: how many decisions of each word.
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
    """A game looked over.

    Args:
        judge: who judged the decisions, as a spec or `EXACT`.
        course: at decisions and at the end: how many events came before, and what each seat may
            expect there, as shares; with all that is known now where hands were hidden.
    """

    record: Record
    game: Game
    scale: Scale
    plies: list[Ply]
    judge: str
    expectation: Values = ()
    choices: list[Choice] = field(default_factory=list)
    fortunes: list[Fortune] = field(default_factory=list)
    course: list[tuple[int, Values]] = field(default_factory=list)

    @property
    def assumes(self) -> str:
        """What the judge thinks of what a player could not see, as a sentence; "" for nothing."""
        if not self.game.has_hidden:
            return ""
        if split(self.judge)[0] == Cfr.NAME:
            return "What a player could not see counts as likely as an equilibrium's play makes it."
        belief = self.game.info.data.get("belief", {})
        usual = "What a player could not see counts as equally likely, whatever the others played."
        return str(belief.get("assumption", usual))

    @property
    def result(self) -> Values:
        """What each seat got, as shares."""
        return self.course[-1][1]

    def account(self, seat: int) -> Account:
        """How a seat's result came about."""
        own = [choice for choice in self.choices if choice.seat == seat]
        losses = sum(choice.loss for choice in own)
        gifts = sum(
            choice.played_shares[seat] - choice.best_shares[seat]
            for choice in self.choices
            if choice.seat != seat
        )
        luck = sum(fortune.shares[seat] for fortune in self.fortunes)
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
        """The standard error of what does not add up for a seat.

        What a judgment leaves its seat with and what the next one starts from should be the same;
        by how much they are not shows how wrong judgments are. The rest is the sum of these jumps.
        Errors that the next judgment takes back do not count, but a bias that lasts for a while
        does: so the jumps are added up within BLOCKS parts of the game, and these sums count as
        independent.
        """
        events: list[Choice | Fortune] = [*self.choices, *self.fortunes]
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
    roller: Roller | None = None,
    unfinished: bool = False,
) -> Review:
    """Look over a finished game.

    Args:
        effort: how much is searched; None: what takes some seconds.
        by: the spec of a player that judges the decisions; `EXACT` solves the game, however large;
            None: what is exact where that is quick, else mcts.
        advance: called with how far it is; what it raises ends the review.
        roller: rolls out what would earn a word; None: a search has the last word.
        unfinished: whether the game may have been given up before its end.

    Raises RecordError, SpecError.
    """
    game = record.load()
    plies = list(replay(record, unfinished=unfinished))
    effort = effort or effort_for(game, plies)
    judge = _judge(game, effort, by, roller)
    found = Review(record, game, scale_of(game), plies, judge.name)
    try:
        for number, _ in enumerate(_walk(found, judge, effort), 1):
            if advance is not None:
                advance(number, len(plies))
    finally:
        judge.close()
    return found


def _judge(game: Game, effort: Effort, by: str | None, roller: Roller | None) -> Judge:
    if by is None:
        known = solved(game) or equilibrium(game)
        return known or Judge(game, effort.simulations, roller=roller)
    if by == EXACT:
        exact = solved(game, None)
        if exact is None:
            raise RecordError(
                f"{game.name} has no exact judge: it takes NumPy, two seats and nothing hidden"
            )
        return exact
    return equilibrium(game, by) or Judge(game, effort.simulations, by, roller)


def _walk(found: Review, judge: Judge, effort: Effort) -> Iterator[None]:
    """Judge ply after ply."""
    game = found.game
    stand = standing(judge, effort.light, effort.playouts, 0)
    chain: list[Ply] = []  # chance events under way
    for ply in found.plies:
        state, chance = ply.state, ply.turn == CHANCE_ACTOR
        if chance:
            chain.append(ply)
        elif chain:
            if any(len(each.state.outcome_actions()) > 1 for each in chain):
                value = standing(judge, effort.light, effort.playouts, chain[0].number)
                found.fortunes.append(_fortune(chain, value, game))
            chain = []
        if ply.event is not None and not chance and len(state.legal_actions()) > 1:
            choice = _choice(ply, judge, found.scale)
            found.choices.append(choice)
            shares = shares_of(game, stand(state)) if game.has_hidden else choice.best_shares
            found.course.append((ply.number, shares))
        elif ply.event is None:
            found.course.append((ply.number, shares_of(game, stand(state))))
        yield
    first = found.fortunes[0] if found.fortunes else None
    number, shares = found.course[0]
    found.expectation = first.expected if first and first.ply < number else shares


def _choice(ply: Ply, judge: Judge, scale: Scale) -> Choice:
    state, played = ply.state, str(ply.event)
    game, seat = state.game, state.turn
    span = game.high - game.low
    weighed = judge.weigh(state.view(seat), played, scale.least * span)
    error = weighed.error / span
    return Choice(
        ply=ply.number,
        seat=seat,
        played=played,
        best=weighed.best,
        line=weighed.line,
        played_shares=shares_of(game, weighed.played_values),
        best_shares=shares_of(game, weighed.best_values),
        error=error,
        word=scale.word(weighed.loss(seat) / span, error),
        rolled=weighed.rolled,
    )


def _fortune(chain: Sequence[Ply], value: Value, game: Game) -> Fortune:
    first, events = chain[0], tuple(str(ply.event) for ply in chain)
    luck = measured(first.state, events, value, first.number)
    span = game.high - game.low
    return Fortune(
        first.number,
        events,
        shares_of(game, luck.expected),
        tuple(value / span for value in luck.values),
        luck.error / span,
    )
