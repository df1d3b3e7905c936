"""Findings about the things of a game: their use, and their worth to the players who use them."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import fmean

from aicore.arena.config import Stakes
from aicore.arena.figures import FEWEST, Mean
from aicore.arena.intervals import Bounded
from aicore.core.language import fill, pgettext
from aicore.core.language import gettext as _
from aicore.study.finding import (
    ERROR_RATE,
    Figure,
    Finding,
    Question,
    finding_of,
    format_mean,
    mean,
)
from aicore.study.naming import score_called, things_called
from aicore.study.played_game import Design, PlayedGame

NEEDED = 0.75  # share of the games that have a needed thing, and of the points its owner wins
RARE = 0.1  # share of the games that offer a thing, below which its choice is rare
MORE = (-1.0, 1.0)  # bounds of the difference between two players' shares of the points


def thing_findings(design: Design, played: Sequence[PlayedGame]) -> Iterator[Finding]:
    """Yield the findings about the use of things, and then about their worth."""
    called = things_called(design)
    actions = {thing.split()[0] for each in played for thing in each.offered | each.done}
    used = Counter(thing for each in played for thing in {t for mine in each.used for t in mine})
    for thing in sorted(used):
        done = thing.split()[0] in actions  # if not, a seat had the thing
        yield finding_of(
            "Use", f"use {thing}", "%",
            [float(any(thing in mine for mine in each.used)) for each in played],
            partial(_used, called(thing), done),
        )  # fmt: skip
        if design.seats > 1:
            yield finding_of(
                "Seats", f"seats {thing}", "%",
                [fmean(thing in mine for mine in each.used) for each in played],
                partial(_shared, called(thing), done),
            )  # fmt: skip
    known = {word for thing in used for word in thing.split()}
    offered = Counter(thing for each in played for thing in each.offered)
    for thing, games in sorted(offered.items()):
        unseen = (1 - RARE) ** games  # probability of no choice at all if RARE were the true share
        if unseen < ERROR_RATE and thing.split()[-1] not in known:
            yield Finding(
                "Use", f"use {thing}", 0.0, None, None, "%",
                _("{thing}: offered in {games} games and never chosen.",
                  thing=called(thing), games=games),
                "", [0.0] * len(played),
                Question("use", _("never chosen"), unseen, len(offered)),
            )  # fmt: skip
    specific = [thing for thing in used if thing not in actions]  # more than an action's first word
    if design.seats == 1:
        yield from _alone(played, specific, called, score_called(design))
    elif not (game := design.load()).cooperative:  # there, all seats of a table win alike
        yield from _together(played, specific, called, Stakes.of(game))


def _used(thing: str, done: bool, figure: Figure) -> str:
    """Return the sentence about the share of the games in which a thing is used."""
    text = _("{thing}: chosen in {games}.") if done else _("{thing}: somebody had it in {games}.")
    return fill(text, thing=thing, games=figure.in_games)


def _shared(thing: str, done: bool, figure: Figure) -> str:
    """Return the sentence about the share of the players that use a thing."""
    if done:
        who = figure.share(
            pgettext("by", "no players"),
            pgettext("by", "{share} of the players"),
            pgettext("by", "all players"),
        )
        return _("{thing}: chosen by {who}.", thing=thing, who=who)
    who = figure.share(_("no players"), _("{share} of the players"), _("all players"))
    return _("{thing}: {who} had it.", thing=thing, who=who)


def _together(
    played: Sequence[PlayedGame],
    things: Sequence[str],
    called: Callable[[str], str],
    stakes: Stakes | None,
) -> Iterator[Finding]:
    """Yield the extra wins of players that use a thing more often than the others at their table.

    In games for stakes, these findings get no marks, because no limit is known.
    """
    results = [each.points if stakes is None else each.returns for each in played]
    gains = {
        thing: [_gain(each, result, thing) for each, result in zip(played, results, strict=True)]
        for thing in things
    }
    by_thing = {
        thing: values
        for thing, values in sorted(gains.items())
        if sum(value is not None for value in values) >= FEWEST
    }
    least = 2 * NEEDED - 1  # lead over the others that corresponds to the share NEEDED
    had = {
        thing
        for thing in by_thing
        if " " not in thing
        and fmean(any(thing in mine for mine in each.used) for each in played) >= NEEDED
    }

    def needed(gain: Bounded) -> Question:
        return Question("needed", _("the game depends on it"), gain.above(least), len(had))

    for thing, values in by_thing.items():
        tables = sum(value is not None for value in values)
        if stakes is None:
            unit, bounds, ask = "%", MORE, needed if thing in had else None
        else:
            unit, bounds, ask = (
                stakes.unit,
                (stakes.low - stakes.high, stakes.high - stakes.low),
                None,
            )
        gain = _more_or_less(mean(values, bounds), unit, _wins(unit))
        who = _("players who do it more") if " " in thing else _("players with more of it")
        text = _(
            "{thing}: {who} {gain} ({tables} games).",
            thing=called(thing),
            who=who,
            gain=gain,
            tables=tables,
        )
        yield finding_of("Worth", f"worth {thing}", unit, values, partial(_told, text), ask, bounds)


def _told(text: str, _figure: Figure) -> str:
    """Return a sentence that already contains its figure."""
    return text


def _wins(unit: str) -> tuple[str, str, str]:
    """Return clauses with slots, for somebody who wins more, less, or as much."""
    if unit == "%":
        return _("win {size} more often"), _("win {size} less often"), _("win as often ({size})")
    return (
        _("win {size} {unit} more"),
        _("win {size} {unit} less"),
        _("win as much ({size} {unit})"),
    )


def _gain(game: PlayedGame, results: Sequence[float], thing: str) -> float | None:
    """Return the lead of the seats that used a thing more than average; None if none did."""
    amounts = [mine.get(thing, 0) for mine in game.used]
    middle = fmean(amounts)
    more = [result for result, own in zip(results, amounts, strict=True) if own > middle]
    less = [result for result, own in zip(results, amounts, strict=True) if own <= middle]
    return fmean(more) - fmean(less) if more else None


def _alone(
    played: Sequence[PlayedGame], things: Sequence[str], called: Callable[[str], str], counts: str
) -> Iterator[Finding]:
    """Yield the extra score in solo games that use a thing more often than average."""
    for thing in sorted(things):
        amounts = [each.used[0].get(thing, 0) for each in played]
        middle = fmean(amounts)
        scores = [each.scores[0] for each in played]
        more = [score for score, own in zip(scores, amounts, strict=True) if own > middle]
        less = [score for score, own in zip(scores, amounts, strict=True) if own <= middle]
        if min(len(more), len(less)) < FEWEST:
            continue
        gain = _apart(mean(list(more)), mean(list(less)))
        clauses = (
            _("score {size} {unit} more"),
            _("score {size} {unit} less"),
            _("score as much ({size} {unit})"),
        )
        score = _more_or_less(gain, "points", clauses, counts)
        text = _("{thing}: games with more of it {score}.", thing=called(thing), score=score)
        yield Finding(
            "Worth", f"worth {thing}", gain.value or 0.0, gain.low, gain.high, "points", text
        )


def _more_or_less(gain: Mean, unit: str, clauses: tuple[str, str, str], called: str = "") -> str:
    """Return a difference in words.

    Args:
        gain: the difference.
        unit: its unit.
        clauses: translated clauses for more, for less, and for a difference that rounds to 0.
        called: the unit as people read it; "" for the translated unit.
    """
    low, high, (more, less, equal) = gain.low, gain.high, clauses
    differs = more
    if gain.value is not None and gain.value < 0:
        low, high = None if high is None else -high, None if low is None else -low
        gain, differs = Mean(-gain.value, low, high), less
    size = format_mean(gain, unit)
    text = equal if re.match(r"0([.,]0+)?\b(?![.,])", size) else differs
    return fill(text, size=size, unit=called or _(unit))


def _apart(one: Mean, two: Mean) -> Mean:
    """Return the difference of two independent means."""
    value = (one.value or 0.0) - (two.value or 0.0)
    if one.high is None or one.value is None or two.high is None or two.value is None:
        return Mean(value, None, None)
    half = math.hypot(one.high - one.value, two.high - two.value)
    return Mean(value, value - half, value + half)
