"""Fit of a game's measurements to its result, so that the figures of a review add up.

A search's value of a position is uncertain, but the difference that a turn or a chance event makes
is much less so. Therefore each position gets two values: one from a search there, and one from the
rest of the game. The second value is the result less all later losses, gains and luck. The fitted
value lies between them, and HINDSIGHT is the weight of the second. The remaining difference is the
rest.

The part of the difference that the fit removes is either luck or a loss. It is luck if the next
turn knows more, from chance events or another hand, because the seat could not foresee it.
Otherwise the seat could have foreseen it, and the part counts as a loss of the turn.

Where nothing is hidden, two searches see the position after a turn: the turn's own, and the next
turn's, less the luck between them. Their mean counts. Between two chance events, only a decision
can change a value there, so the later search replaces the earlier one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import hypot
from typing import TYPE_CHECKING

from aicore.coach.measuring import ChanceEvents, Turn

if TYPE_CHECKING:
    from aicore.coach.judge import Values
    from aicore.coach.measuring import Move
    from aicore.coach.verdict import Scale

HINDSIGHT = 0.8  # weight of the rest of the game against a search, if neither is exact
DIFFERENCE = 0.037  # of losses from those of four times the simulations, root mean square (080)


@dataclass(frozen=True)
class Choice:
    """Decision and its loss, given the knowledge of its seat.

    Args:
        ply: number of events before it.
        seat: the seat that decided.
        played, best: texts of the played and the best action.
        line: expected continuation, `best` first.
        played_shares, best_shares: each seat's expected share (0 to 1) of the range of returns
            after the played and the best action.
        error: standard error of `loss`; 0 if exact.
        word: "fine", "inaccuracy", "mistake" or "blunder".
        rolled: the number of games played after both actions; 0 without a rollout.
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
        """Loss of the seat, as a share; never below 0."""
        return self.best_shares[self.seat] - self.played_shares[self.seat]

    @property
    def marked(self) -> bool:
        """Whether the word is not "fine"."""
        return self.word != "fine"


@dataclass(frozen=True)
class LuckEvent:
    """Chance events with no decision between them, and their luck in hindsight.

    Args:
        ply: number of events before them.
        events: texts of the events; () for luck that only hindsight shows, such as the value of a
            hidden hand.
        expected: each seat's expected share (0 to 1) of the range of returns, before them.
        shares: each seat's luck: its share after the events minus the expected one.
        error: standard error of seat 0's luck; 0 if all outcomes were examined.
    """

    ply: int
    events: tuple[str, ...]
    expected: Values
    shares: Values
    error: float


@dataclass(frozen=True)
class CoursePoint:
    """Value of a position in the course of a game.

    Args:
        ply: number of events before it.
        shares: each seat's expected share (0 to 1) of the range of returns, as fitted.
        searched: the shares that a search found; the review cannot explain the difference.
    """

    ply: int
    shares: Values
    searched: Values


@dataclass
class Fit:
    """Fitted figures, each list in the game's order.

    Args:
        expectation: each seat's expected share (0 to 1) at the start.
        choices: the decisions.
        luck_events: the luck.
        course: the values of the positions.
        jumps: each seat's unexplained differences between neighboring values. Their sum is the
            rest.
        gaps: the largest difference between the search and the rest of the game, for each turn.
    """

    expectation: Values = ()
    choices: list[Choice] = field(default_factory=list)
    luck_events: list[LuckEvent] = field(default_factory=list)
    course: list[CoursePoint] = field(default_factory=list)
    jumps: list[Values] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)


def fit(items: Sequence[Turn | ChanceEvents], end: int, result: Values, scale: Scale) -> Fit:
    """Return figures that fit a game's measurements to its result, from its end to its start.

    Args:
        items: turns and chance events, in the game's order.
        end: the number of events in all.
        result: each seat's share (0 to 1) of the range of returns.
        scale: the words for losses.
    """
    figures = Fit(course=[CoursePoint(end, result, result)])
    later = result
    following: Turn | None = None
    lucky = any(isinstance(item, ChanceEvents) for item in items)
    chances: list[ChanceEvents] = []  # the events after the turn to fit next
    for item in reversed(items):
        if isinstance(item, ChanceEvents):
            chances.insert(0, item)
            later = _minus(later, item.luck)
        else:
            seen = _seen(item, following, chances) if lucky else item.end
            weight = HINDSIGHT if item.next_knows_more or not lucky else 1.0
            later = _fit_turn(figures, item, seen, later, weight, chances, scale)
            chances, following = [], item
    figures.expectation = _fit_start(figures, items, later, chances)
    for parts in (
        figures.choices,
        figures.luck_events,
        figures.course,
        figures.jumps,
        figures.gaps,
    ):
        parts.reverse()
    return figures


def _fit_start(
    figures: Fit,
    items: Sequence[Turn | ChanceEvents],
    later: Values,
    chances: Sequence[ChanceEvents],
) -> Values:
    """Add the luck before the first turn. Return the value at the start."""
    first = next((item for item in items if isinstance(item, Turn)), None)
    if first is None or first.exact:
        start = chances[0].expected if chances else later
    else:
        searched = first.moves[0].value
        for each in chances:
            searched = _minus(searched, each.luck)
        start = _between(searched, later, HINDSIGHT)
    figures.jumps.append(_minus(later, start))
    _add_luck(figures, chances, start, 0, ())
    return start


def _seen(turn: Turn, following: Turn | None, chances: Sequence[ChanceEvents]) -> Values:
    """Return each seat's share after a turn, from all searches of that position.

    If the last action was not the best, its value comes from equal searches after both actions.
    That value stays, because the difference between both actions is known best.
    """
    if following is None or turn.exact or not turn.shared or turn.moves[-1].after_best is not None:
        return turn.end
    ahead = following.moves[0].value
    for each in chances:
        ahead = _minus(ahead, each.luck)
    return _between(turn.end, ahead, 0.5)


def _fit_turn(
    figures: Fit,
    turn: Turn,
    end: Values,
    later: Values,
    weight: float,
    chances: Sequence[ChanceEvents],
    scale: Scale,
) -> Values:
    """Add a turn and the luck that follows it. Return the value before the turn.

    Args:
        end: the value after the turn's last action, from searches.
        later: the same, from the rest of the game.
        weight: the weight of `later`.
    """
    seat, last = turn.seat, turn.moves[-1]
    fitted = end if turn.exact else _between(end, later, weight)
    figures.jumps.append(_minus(later, fitted))
    figures.gaps.append(max(abs(a - b) for a, b in zip(later, end, strict=True)))
    seen = end if turn.next_knows_more else fitted
    _add_luck(figures, chances, seen, last.ply + 1, _minus(fitted, seen))
    value, searched, error = seen, end, turn.error
    for move in reversed(turn.moves):
        best, lead = _best(move, value, seat)
        searched, searched_lead = _best(move, searched, seat)
        if lead > 0:  # for the last move, `error` is already the error of the lead
            error = move.error if move is last else hypot(move.error, error)
        figures.choices.append(
            Choice(
                ply=move.ply,
                seat=seat,
                played=move.played,
                best=move.best if lead > 0 else move.played,
                line=move.line if lead > 0 or move.best == move.played else (move.played,),
                played_shares=value,
                best_shares=best,
                error=error if lead > 0 else 0.0,
                word=_word(turn, move, min(lead, searched_lead), error, scale),
                rolled=move.rolled,
            )
        )
        figures.course.append(CoursePoint(move.ply, best, move.value))
        value, error = best, move.error if lead > 0 else error
    return value


def _word(turn: Turn, move: Move, loss: float, error: float, scale: Scale) -> str:
    """Return the word for a loss.

    If the last look finds a much greater loss than the one before, the change is part of the error.
    But both of them find at least the smaller loss, so that one needs no doubt about the change,
    only the usual doubt about searches.
    """
    agreed_error = hypot(move.search_error, DIFFERENCE)
    if move is not turn.moves[-1]:
        agreed_error = hypot(agreed_error, turn.error)
    words = scale.word(loss, error), scale.word(min(loss, move.agreed), agreed_error)
    return max(words, key=scale.words.index)


def _best(move: Move, played: Values, seat: int) -> tuple[Values, float]:
    """Return the value of the best action, and its lead for a seat over the action played.

    Args:
        played: the value after the action played.
    """
    if move.after_best is None:
        return played, 0.0
    whole = move.after_best[seat] - played[seat]
    lead = whole if move.limit is None else min(whole, move.limit)
    if lead <= 0:
        return played, 0.0
    return _between(played, move.after_best, lead / whole), lead


def _add_luck(
    figures: Fit, chances: Sequence[ChanceEvents], before: Values, ply: int, moved: Values
) -> None:
    """Add the luck between two turns.

    Args:
        before: the value before the luck.
        ply: the number of events before the luck.
        moved: the part of the luck that only hindsight shows.
    """
    events = []
    if any(moved):
        events.append(LuckEvent(ply, (), before, moved, 0.0))
        before = _plus(before, moved)
    for each in chances:
        events.append(LuckEvent(each.ply, each.events, before, each.luck, each.error))
        before = _plus(before, each.luck)
    figures.luck_events += reversed(events)


def _plus(one: Values, other: Values) -> Values:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _minus(one: Values, other: Values) -> Values:
    return tuple(a - b for a, b in zip(one, other, strict=True))


def _between(one: Values, other: Values, weight: float) -> Values:
    """Return a weighted mean, in which `other` has the weight `weight`, 0 to 1."""
    return tuple(a + weight * (b - a) for a, b in zip(one, other, strict=True))
