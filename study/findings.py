"""Findings about a design from its games, each with its interval and a plain sentence."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from statistics import fmean
from typing import Any

from aicore.arena.config import Stakes
from aicore.arena.figures import FEWEST, SHARES, Mean, mean_of
from aicore.arena.intervals import Bounded
from aicore.core.registry import info
from aicore.study.played_game import COUNTED, Design, PlayedGame

LIKELY = 0.05  # maximum probability that luck alone marks any finding

# A finding gets a mark if it is beyond one of these limits, and luck alone hardly explains that.
UNFAIR = 0.08  # maximum deviation of a seat from its fair share of the wins
SHARED = 0.25  # maximum share of the games without a sole winner
EARLY = 0.5  # minimum share of the decisions after which the winner is known
IDLE = 0.05  # minimum share of the decisions that matter
NEEDED = 0.75  # share of the games with a needed thing, and of the points for its sole owners
RARE = 0.1  # share of the games that offer a thing, below which its choice is rare
BRIEF = 100.0  # seconds of a game below which its duration is in seconds, not minutes
PACE = 6.0  # default seconds that people take for a decision
UNFAIR_STAKES = 0.02  # the same limit in games for stakes, as a share of the range
MORE = (-1.0, 1.0)  # bounds of the difference between two players' shares of the points


@dataclass(frozen=True)
class Question:
    """Question whether a figure is beyond a limit.

    Args:
        kind: the kind of question; LIKELY is divided equally among all kinds.
        mark: the mark of a finding beyond the limit, in words.
        chance: the p-value, which is the probability of a figure this extreme if the true one is at
            the limit.
        of: the number of questions of this kind.
    """

    kind: str
    mark: str
    chance: float
    of: int = 1


Values = list[float | None]
"""One number per game; None if the game has no value."""
Ask = Callable[[Bounded], Question]
"""Function that returns the question about a mean."""

PILES = {"hand": "cards in hand", "hands": "cards in hand", "queue": "cards in the queue"}
"""Contents of fields with cards, in words; for other fields, the name serves."""


@dataclass(frozen=True)
class Finding:
    """Figure of a design.

    Args:
        section: the topic of the finding.
        name: the finding's name, which is the same in every study.
        value: the mean over the games.
        low, high: the ends of its 95 % interval; None if there are too few games, or for an open
            end.
        unit: "%" for shares from 0 to 1, else the unit of the value.
        sentence: the finding as a sentence.
        mark: the reason why the finding is unusual; "" if it is not, or is not tested yet.
        values: the value of each game.
        question: the question for the finding's test; None without a limit, or if there are too few
            games.
    """

    section: str
    name: str
    value: float
    low: float | None
    high: float | None
    unit: str
    sentence: str
    mark: str = ""
    values: Values = field(default_factory=list, repr=False)
    question: Question | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the fields, without the values of the games and the question."""
        found = asdict(self)
        del found["values"], found["question"]
        return found

    @property
    def figure(self) -> str:
        """Value with its interval, as text."""
        return format_mean(Mean(self.value, self.low, self.high), self.unit)

    @property
    def half(self) -> float | None:
        """Half the width of the interval."""
        return None if self.low is None or self.high is None else 0.5 * (self.high - self.low)


def format_mean(mean: Mean, unit: str, sign: str = "") -> str:
    """Return a mean as text: "54 % ± 7", "8.1 ± 0.3", "97 % (88 to 99)" or "9 (4 or more)"."""
    value, low, high = mean.value or 0.0, mean.low, mean.high
    scale, digits = (100, 0) if unit == "%" else (1, 1 if abs(value) < 100 else 0)
    mark = " %" if unit == "%" else ""
    around = ""
    if low is not None and high is not None and high > low:
        if unit == "%" and high - low < 0.04:
            digits = 1
        elif unit != "%" and scale * (high - low) < 0.1:
            digits = 2  # never "± 0.0"
        less, more = (f"{scale * abs(end - value):.{digits}f}" for end in (low, high))
        ends = [f"{scale * end:{sign}z.{digits}f}" for end in (low, high)]
        around = f" ± {less}" if less == more else f" ({ends[0]} to {ends[1]})"
    elif low is not None and high is None:
        around = f" ({scale * low:{sign}z.{digits}f} or more)"
    elif high is not None and low is None:
        around = f" ({scale * high:{sign}z.{digits}f} or less)"
    return f"{scale * value:{sign}.{digits}f}{mark}{around}"


def mean(values: Sequence[float | None], bounds: tuple[float, float] | None = None) -> Mean:
    """Return the mean of the values present, with an interval if there are at least FEWEST."""
    return mean_of([value for value in values if value is not None], bounds)


def findings(design: Design, courses: Sequence[PlayedGame], pace: float = PACE) -> list[Finding]:
    """Return all findings from the games of a design.

    Args:
        design: the design.
        courses: the data of the games, at least one.
        pace: seconds that people take for a decision.
    """
    return [
        *_fairness(design, courses),
        *_length(design, courses, pace),
        *_tension(design, courses),
        *_choices(courses),
        *_ends(design, courses),
        *_held(design, courses),
        *_things(design, courses),
    ]


def _finding(
    section: str,
    name: str,
    unit: str,
    values: Values,
    sentence: str,
    ask: Ask | None = None,
    bounds: tuple[float, float] = SHARES,
    sign: str = "",
) -> Finding:
    there = [value for value in values if value is not None]
    found = mean(values, bounds if unit == "%" or bounds != SHARES else None)
    question = None
    if ask is not None and len(there) >= FEWEST:
        question = ask(Bounded.of(there, *bounds))
    if len(set(there)) == 1 and float(there[0]).is_integer() and unit != "%":
        text = f"{there[0]:g}"  # all games have the same value
        sentence = sentence.replace(" on average", "")
    else:
        text = format_mean(found, unit, sign)
    sentence = _in_words(sentence, text)
    value = found.value or 0.0
    return Finding(
        section, name, value, found.low, found.high, unit, sentence, "", values, question
    )


def _in_words(sentence: str, figure: str) -> str:
    """Return a sentence with its figure in natural words, such as "all games" or "1 round"."""
    whole = {"100 %": "all", "0 %": "no"}.get(figure)
    if whole is not None and "{} of the " in sentence:
        text = sentence.replace("{} of the", whole)
        return text[:1].upper() + text[1:] if sentence.startswith("{}") else text
    if figure == "1":
        sentence = re.sub(r"\{\} (\w+)s\b", r"{} \1", sentence)
    return sentence.replace("{}", figure)


def _fairness(design: Design, courses: Sequence[PlayedGame]) -> Iterator[Finding]:
    seats = design.seats
    if seats == 1:
        yield _finding(
            "Result", "score", "points", [each.scores[0] for each in courses],
            f"The average score is {{}} {score_called(design)}.",
        )  # fmt: skip
        return
    game = design.load()
    if game.cooperative:
        yield _finding(
            "Result", "success", "%", [game.share(each.returns[0]) for each in courses],
            "All win together in {} of the games."
            if {each.returns[0] for each in courses} <= {game.low, game.high}
            else "Together they reach {} of the best result.",
        )  # fmt: skip
        return
    stakes = Stakes.of(game)
    by_team = [
        [math.fsum(share for share, team in zip(each.points, game.teams, strict=True) if team == k)
         for k in range(game.sides)]
        for each in courses
    ]  # fmt: skip
    if stakes is not None:
        yield from _paid(seats, stakes, courses)
    else:
        yield from _won("Team" if game.sides < seats else "Seat", by_team)
    shared = [float(max(points) < 1) for points in by_team]
    yield _finding(
        "Fairness", "shared", "%", list(shared),
        "{} of the games end in a tie." if any(shared) else "No game ended in a tie.",
        lambda share: Question("shared", "many ties", share.above(SHARED)),
    )  # fmt: skip


def _paid(seats: int, stakes: Stakes, courses: Sequence[PlayedGame]) -> Iterator[Finding]:
    """Yield each seat's gain above the mean of its table, in a game for stakes."""
    line = UNFAIR_STAKES * (stakes.high - stakes.low)
    reach = stakes.reach(seats)

    def unfair(gain: Bounded) -> Question:
        if gain.mean > 0.0:
            return Question("seats", "favored", gain.above(line), seats)
        return Question("seats", "at a disadvantage", gain.below(-line), seats)

    for seat in range(seats):
        yield _finding(
            "Fairness", f"seat {seat}", stakes.unit,
            [each.returns[seat] - fmean(each.returns) for each in courses],
            f"Seat {seat} gets {{}} {stakes.unit} a game; a fair share is 0"
            + (", the mean of the table." if seats > 2 else "."),
            unfair, (-reach, reach), "+",
        )  # fmt: skip


def _won(who: str, points: Sequence[Sequence[float]]) -> Iterator[Finding]:
    """Yield the share of the wins of each seat or team.

    Args:
        who: "Seat" or "Team".
        points: the share of one point that each of them won, by game.
    """
    number = len(points[0])
    fair = 1 / number

    def unfair(share: Bounded) -> Question:
        if share.mean > fair:
            return Question("seats", "favored", share.above(fair + UNFAIR), number)
        return Question("seats", "at a disadvantage", share.below(fair - UNFAIR), number)

    for seat in range(number):
        yield _finding(
            "Fairness", f"{who.lower()} {seat}", "%", [game[seat] for game in points],
            f"{who} {seat} wins {{}} of the games; a fair share is {100 * fair:.0f} %.",
            unfair,
        )  # fmt: skip


def _length(design: Design, courses: Sequence[PlayedGame], pace: float) -> Iterator[Finding]:
    yield _finding(
        "Length", "rounds", "rounds", [each.rounds for each in courses],
        f"A game lasts {{}} {rounds_called(design)}.",
    )  # fmt: skip
    yield _finding(
        "Length", "choices", "decisions", [float(each.choices) for each in courses],
        "Players make {} decisions in a game, not counting forced moves.",
    )  # fmt: skip
    seconds = fmean(each.choices * pace for each in courses)
    long = "{} minutes" if seconds >= BRIEF else f"about {seconds:.0f} seconds"
    yield _finding(
        "Length", "minutes", "minutes", [each.choices * pace / 60 for each in courses],
        f"At {pace:g} seconds per decision, that takes {long}.",
    )  # fmt: skip


def rounds_called(design: Design) -> str:
    """Return the plural noun for a game's rounds; see `aicore.study.played_game.rounds`."""
    fields = design.load().start().to_dict()
    counted = next((name for name in COUNTED if isinstance(fields.get(name), int)), None)
    return f"{counted or ('turn' if design.seats == 1 else 'round')}s"


def score_called(design: Design) -> str:
    """Return the unit of the score in a game for one seat."""
    return info(design.game).story.SCORE


def _tension(design: Design, courses: Sequence[PlayedGame]) -> Iterator[Finding]:
    if design.load().sides == 1:
        return
    yield _finding(
        "Tension", "settled", "%", [each.settled for each in courses],
        "The winner is clear after {} of the decisions.",
        lambda share: Question("settled", "settled early", share.below(EARLY)),
    )  # fmt: skip
    leads = any(each.leads for each in courses)
    yield _finding(
        "Tension", "lead changes", "times", [float(each.leads) for each in courses],
        "The lead changes {} times." if leads else "The lead never changes.",
    )  # fmt: skip


def _choices(courses: Sequence[PlayedGame]) -> Iterator[Finding]:
    yield _finding(
        "Choices", "legal", "actions", [each.legal for each in courses],
        "Players choose from {} actions on average.",
    )  # fmt: skip
    if any(each.promising != each.legal for each in courses):
        yield _finding(
            "Choices", "promising", "actions", [each.promising for each in courses],
            "About {} of them are worth considering.",
        )  # fmt: skip
    if all(each.mattered is None for each in courses):  # without a search
        return
    yield _finding(
        "Choices", "mattered", "%", [each.mattered for each in courses],
        "One action is clearly best in {} of the decisions.",
        lambda share: Question("mattered", "decisions hardly matter", share.below(IDLE)),
    )  # fmt: skip


def _ends(design: Design, courses: Sequence[PlayedGame]) -> Iterator[Finding]:
    names = info(design.game).story.ENDS
    ends = Counter(each.end for each in courses)
    if set(ends) == {"end"} and "end" not in names:  # the game has no words for it
        return
    for end, _ in ends.most_common():
        yield _finding(
            "Ends", f"end {end}", "%", [float(each.end == end) for each in courses],
            f"{{}} of the games end {names[end]}." if end in names
            else f"“{end}” ends {{}} of the games.",
        )  # fmt: skip


def _held(design: Design, courses: Sequence[PlayedGame]) -> Iterator[Finding]:
    """Yield the number of things at the end, for all seats and for winners."""
    for name in sorted({name for each in courses for name in each.held}):
        amounts = [each.held.get(name, ()) for each in courses]
        yield _finding(
            "At the end", f"{name} of all", "things",
            [fmean(each) if each else None for each in amounts],
            f"Players finish with {{}} {_called(name)} on average.",
        )  # fmt: skip
        if design.seats == 1:
            continue
        won = [
            fmean(each[seat] for seat, share in enumerate(course.points) if share == 1)
            if each and max(course.points) == 1 else None
            for each, course in zip(amounts, courses, strict=True)
        ]  # fmt: skip
        yield _finding(
            "At the end", f"{name} of winners", "things", won,
            f"Winners finish with {{}} {_called(name)} on average.",
        )  # fmt: skip


def _called(name: str) -> str:
    """Return the contents of a field, in words."""
    return PILES.get(name, name)


def titled(design: Design) -> Callable[[str], str]:
    """Return a function that replaces codes with names in the things of a design."""
    titles = info(design.game).story.titles
    names = titles(design.load()) if titles else {}

    def called(thing: str) -> str:
        return " ".join(names.get(word, word) for word in thing.split())

    return called


def _things(design: Design, courses: Sequence[PlayedGame]) -> Iterator[Finding]:
    called = titled(design)
    actions = {thing.split()[0] for each in courses for thing in each.offered | each.done}
    used = Counter(thing for each in courses for thing in {t for mine in each.used for t in mine})
    for thing in sorted(used):
        done = thing.split()[0] in actions  # or else a seat had the thing
        yield _finding(
            "Use", f"use {thing}", "%",
            [float(any(thing in mine for mine in each.used)) for each in courses],
            f"{called(thing)}: {'chosen' if done else 'somebody had it'} in {{}} of the games.",
        )  # fmt: skip
        if design.seats > 1:
            yield _finding(
                "Seats", f"seats {thing}", "%",
                [fmean(thing in mine for mine in each.used) for each in courses],
                f"{called(thing)}: "
                + ("chosen by {} of the players." if done else "{} of the players had it."),
            )  # fmt: skip
    known = {word for thing in used for word in thing.split()}
    offered = Counter(thing for each in courses for thing in each.offered)
    for thing, games in sorted(offered.items()):
        unseen = (1 - RARE) ** games  # probability of no choice at all if RARE were the true share
        if unseen < LIKELY and thing.split()[-1] not in known:
            yield Finding(
                "Use", f"use {thing}", 0.0, None, None, "%",
                f"{called(thing)}: offered in {games} games and never chosen.",
                "", [0.0 for _ in courses], Question("use", "never chosen", unseen, len(offered)),
            )  # fmt: skip
    telling = [thing for thing in used if thing not in actions]
    if design.seats == 1:
        yield from _alone(courses, telling, called, score_called(design))
    elif not (game := design.load()).cooperative:  # or else all seats of a table win alike
        yield from _together(courses, telling, called, Stakes.of(game))


def _together(
    courses: Sequence[PlayedGame],
    things: Sequence[str],
    called: Callable[[str], str],
    stakes: Stakes | None,
) -> Iterator[Finding]:
    """Yield the extra wins of players that use a thing more often than the others at their table.

    In games for stakes, these findings get no marks, because no limit is known.
    """
    results = [each.points if stakes is None else each.returns for each in courses]
    found = {
        thing: [_gain(each, result, thing) for each, result in zip(courses, results, strict=True)]
        for thing in things
    }
    by_thing = {
        thing: values
        for thing, values in sorted(found.items())
        if sum(value is not None for value in values) >= FEWEST
    }
    least = 2 * NEEDED - 1  # lead over the others that corresponds to the share NEEDED
    had = {
        thing
        for thing in by_thing
        if " " not in thing
        and fmean(any(thing in mine for mine in each.used) for each in courses) >= NEEDED
    }

    def needed(gain: Bounded) -> Question:
        return Question("needed", "the game depends on it", gain.above(least), len(had))

    for thing, values in by_thing.items():
        tables = sum(value is not None for value in values)
        more = "players who do it more" if " " in thing else "players with more of it"
        if stakes is None:
            unit, bounds, ask = "%", MORE, needed if thing in had else None
            differs, equal = "win {} {} often", "win as often ({})"
        else:
            unit, bounds, ask = (
                stakes.unit,
                (stakes.low - stakes.high, stakes.high - stakes.low),
                None,
            )
            differs, equal = f"win {{}} {unit} {{}}", f"win as much ({{}} {unit})"
        gain = _more_or_less(mean(values, bounds), unit, differs, equal)
        yield _finding(
            "Worth", f"worth {thing}", unit, values,
            f"{called(thing)}: {more} {gain} ({tables} games).",
            ask, bounds,
        )  # fmt: skip


def _gain(course: PlayedGame, results: Sequence[float], thing: str) -> float | None:
    amounts = [mine.get(thing, 0) for mine in course.used]
    middle = fmean(amounts)
    more = [result for result, own in zip(results, amounts, strict=True) if own > middle]
    less = [result for result, own in zip(results, amounts, strict=True) if own <= middle]
    return fmean(more) - fmean(less) if more else None


def _alone(
    courses: Sequence[PlayedGame], things: Sequence[str], called: Callable[[str], str], counts: str
) -> Iterator[Finding]:
    """Yield the extra score in solo games that use a thing more often."""
    for thing in sorted(things):
        amounts = [each.used[0].get(thing, 0) for each in courses]
        middle = fmean(amounts)
        scores = [each.scores[0] for each in courses]
        more = [score for score, own in zip(scores, amounts, strict=True) if own > middle]
        less = [score for score, own in zip(scores, amounts, strict=True) if own <= middle]
        if min(len(more), len(less)) < FEWEST:
            continue
        gain = _apart(mean(list(more)), mean(list(less)))
        differs, equal = f"score {{}} {counts} {{}}", f"score as much ({{}} {counts})"
        score = _more_or_less(gain, "points", differs, equal)
        yield Finding(
            "Worth", f"worth {thing}", gain.value or 0.0, gain.low, gain.high, "points",
            f"{called(thing)}: games with more of it {score}.",
        )  # fmt: skip


def _more_or_less(gain: Mean, unit: str, differs: str, equal: str) -> str:
    """Return a difference in words, by the phrase `differs`, or `equal` if it rounds to 0."""
    low, high, way = gain.low, gain.high, "more"
    if gain.value is not None and gain.value < 0:
        low, high = None if high is None else -high, None if low is None else -low
        gain, way = Mean(-gain.value, low, high), "less"
    size = format_mean(gain, unit)
    return equal.format(size) if re.match(r"0(\.0+)?\b(?!\.)", size) else differs.format(size, way)


def _apart(one: Mean, two: Mean) -> Mean:
    """Return the difference of two independent means."""
    value = (one.value or 0.0) - (two.value or 0.0)
    if one.high is None or one.value is None or two.high is None or two.value is None:
        return Mean(value, None, None)
    half = math.hypot(one.high - one.value, two.high - two.value)
    return Mean(value, value - half, value + half)
