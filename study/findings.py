"""Findings about a design from its games, each with its interval and a plain sentence."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from statistics import fmean
from typing import Any

from aicore.arena.config import Stakes
from aicore.arena.figures import FEWEST, SHARES, Mean, mean_of
from aicore.arena.intervals import Bounded
from aicore.core.language import N_, SOURCE, fill, language, ngettext, pgettext
from aicore.core.language import gettext as _
from aicore.core.registry import info
from aicore.study.played_game import COUNTED, Design, PlayedGame

ERROR_RATE = 0.05  # maximum probability that luck alone marks any finding

# A finding beyond one of these limits gets a mark, unless luck alone may explain it.
UNFAIR = 0.08  # maximum deviation of a seat from its fair share of the wins
SHARED = 0.25  # maximum share of the games without a sole winner
EARLY = 0.5  # minimum share of the decisions after which the winner is known
IDLE = 0.05  # minimum share of the decisions that matter
NEEDED = 0.75  # share of the games with a needed thing, and of the points for its sole owners
RARE = 0.1  # share of the games that offer a thing, below which its choice is rare
BRIEF = 100.0  # seconds; shorter games have their duration in seconds, not minutes
PACE = 6.0  # default seconds that people take for a decision
UNFAIR_STAKES = 0.02  # UNFAIR in games for stakes, as a share of the range of stakes
MORE = (-1.0, 1.0)  # bounds of the difference between two players' shares of the points


@dataclass(frozen=True)
class Question:
    """Question whether a figure is beyond a limit.

    Args:
        kind: the kind of question; ERROR_RATE is divided equally among all kinds.
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

SECTIONS = (
    N_("Fairness"), N_("Result"), N_("Length"), N_("Tension"), N_("Choices"), N_("Ends"),
    N_("At the end"), N_("Use"), N_("Seats"), N_("Worth"), N_("Luck"), N_("Skill"),
)  # fmt: skip
"""Topics of findings; `gettext` translates them."""


@dataclass(frozen=True)
class Figure:
    """Figure in a sentence.

    Args:
        text: the figure with its interval.
        same: whether all games have this value.
    """

    text: str
    same: bool = False

    @property
    def n(self) -> int:
        """Number for `ngettext`: singular if all games have exactly 1, else plural."""
        return 1 if self.text == "1" else 2

    def share(self, none: str, some: str, every: str) -> str:
        """Return one of three phrases; `some` has a slot for the figure, a share in percent."""
        return {"0 %": none, "100 %": every}.get(self.text) or fill(some, share=self.text)

    @property
    def of_games(self) -> str:
        """Share of the games, as a subject or object: "54 % of the games", "all games"."""
        return self.share(_("no games"), _("{share} of the games"), _("all games"))

    @property
    def in_games(self) -> str:
        """Share of the games, to follow "in": "54 % of the games", "all games"."""
        return self.share(
            pgettext("in", "no games"),
            pgettext("in", "{share} of the games"),
            pgettext("in", "all games"),
        )

    @property
    def of_decisions(self) -> str:
        """Share of the decisions, to follow "in" or "after"."""
        return self.share(
            pgettext("in", "no decisions"),
            pgettext("in", "{share} of the decisions"),
            pgettext("in", "all decisions"),
        )


Say = Callable[[Figure], str]
"""Function that returns a sentence with a figure."""


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
        sentence: the finding as a sentence, in the language current when it was made.
        mark: the reason why the finding is unusual, in that language; "" if it is not, or is not
            tested yet.
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
        less, more = (_written(scale * abs(end - value), f".{digits}f") for end in (low, high))
        ends = [_written(scale * end, f"{sign}z.{digits}f") for end in (low, high)]
        between = _("{low} to {high}", low=ends[0], high=ends[1])
        around = f" ± {less}" if less == more else f" ({between})"
    elif low is not None and high is None:
        end = _written(scale * low, f"{sign}z.{digits}f")
        around = " " + _("({low} or more)", low=end)
    elif high is not None and low is None:
        end = _written(scale * high, f"{sign}z.{digits}f")
        around = " " + _("({high} or less)", high=end)
    return f"{_written(scale * value, f'{sign}.{digits}f')}{mark}{around}"


def _written(value: float, form: str) -> str:
    """Return a number as the current language writes it."""
    return fill(f"{{value:{form}}}", value=float(value))


def mean(values: Sequence[float | None], bounds: tuple[float, float] | None = None) -> Mean:
    """Return the mean of the values present, with an interval if there are at least FEWEST."""
    return mean_of([value for value in values if value is not None], bounds)


def findings(design: Design, played: Sequence[PlayedGame], pace: float = PACE) -> list[Finding]:
    """Return all findings from the games of a design.

    Args:
        design: the design.
        played: the data of the games, at least one.
        pace: seconds that people take for a decision.
    """
    return [
        *_fairness(design, played),
        *_length(design, played, pace),
        *_tension(design, played),
        *_choices(played),
        *_ends(design, played),
        *_held(design, played),
        *_things(design, played),
    ]


def _finding(
    section: str,
    name: str,
    unit: str,
    values: Values,
    say: Say,
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
        figure = Figure(_written(there[0], "g"), same=True)
    else:
        figure = Figure(format_mean(found, unit, sign))
    sentence = say(figure)
    value = found.value or 0.0
    return Finding(
        section, name, value, found.low, found.high, unit, sentence, "", values, question
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _fairness(design: Design, played: Sequence[PlayedGame]) -> Iterator[Finding]:
    seats = design.seats
    if seats == 1:
        yield _finding(
            "Result", "score", "points", [each.scores[0] for each in played],
            lambda figure: _(
                "The average score is {figure} {points}.",
                figure=figure.text,
                points=score_called(design, figure.n),
            ),
        )  # fmt: skip
        return
    game = design.load()
    if game.cooperative:
        yield _finding(
            "Result", "success", "%", [game.share(each.returns[0]) for each in played],
            (lambda figure: _("All win together in {games}.", games=figure.in_games))
            if {each.returns[0] for each in played} <= {game.low, game.high}
            else lambda figure: _("Together they reach {share} of the best result.",
                                  share=figure.text),
        )  # fmt: skip
        return
    stakes = Stakes.of(game)
    by_team = [
        [math.fsum(share for share, team in zip(each.points, game.teams, strict=True) if team == k)
         for k in range(game.sides)]
        for each in played
    ]  # fmt: skip
    if stakes is not None:
        yield from _paid(seats, stakes, played)
    else:
        yield from _won(game.sides < seats, by_team)
    shared = [float(max(points) < 1) for points in by_team]
    yield _finding(
        "Fairness", "shared", "%", list(shared),
        (lambda figure: _capital(_("{games} end in a tie.", games=figure.of_games)))
        if any(shared) else lambda _figure: _("No game ended in a tie."),
        lambda share: Question("shared", _("many ties"), share.above(SHARED)),
    )  # fmt: skip


def _paid(seats: int, stakes: Stakes, played: Sequence[PlayedGame]) -> Iterator[Finding]:
    """Yield each seat's gain above the mean of its table, in a game for stakes."""
    line = UNFAIR_STAKES * (stakes.high - stakes.low)
    reach = stakes.reach(seats)

    def unfair(gain: Bounded) -> Question:
        if gain.mean > 0.0:
            return Question("seats", _("favored"), gain.above(line), seats)
        return Question("seats", _("at a disadvantage"), gain.below(-line), seats)

    text = (
        _("Seat {seat} gets {figure} {stakes} a game; a fair share is 0, the mean of the table.")
        if seats > 2
        else _("Seat {seat} gets {figure} {stakes} a game; a fair share is 0.")
    )
    for seat in range(seats):
        yield _finding(
            "Fairness", f"seat {seat}", stakes.unit,
            [each.returns[seat] - fmean(each.returns) for each in played],
            partial(_with_figure, text, seat=seat, stakes=_(stakes.unit)),
            unfair, (-reach, reach), "+",
        )  # fmt: skip


def _with_figure(text: str, figure: Figure, **slots: Any) -> str:
    """Return a translated text with its slots filled, among them the figure."""
    return fill(text, figure=figure.text, **slots)


def _won(teams: bool, points: Sequence[Sequence[float]]) -> Iterator[Finding]:
    """Yield the share of the wins of each seat or team.

    Args:
        teams: whether they are teams.
        points: the share of one point that each of them won, by game.
    """
    number = len(points[0])
    fair = 1 / number

    def unfair(share: Bounded) -> Question:
        if share.mean > fair:
            return Question("seats", _("favored"), share.above(fair + UNFAIR), number)
        return Question("seats", _("at a disadvantage"), share.below(fair - UNFAIR), number)

    text = (
        _("Team {seat} wins {games}; a fair share is {fair:.0f} %.")
        if teams
        else _("Seat {seat} wins {games}; a fair share is {fair:.0f} %.")
    )
    for seat in range(number):

        def say(figure: Figure, seat: int = seat) -> str:
            return fill(text, seat=seat, games=figure.of_games, fair=100 * fair)

        yield _finding(
            "Fairness", f"{'team' if teams else 'seat'} {seat}", "%",
            [game[seat] for game in points], say, unfair,
        )  # fmt: skip


def _length(design: Design, played: Sequence[PlayedGame], pace: float) -> Iterator[Finding]:
    yield _finding(
        "Length", "rounds", "rounds", [each.rounds for each in played],
        lambda figure: _(
            "A game lasts {figure} {rounds}.",
            figure=figure.text,
            rounds=rounds_called(design, figure.n),
        ),
    )  # fmt: skip
    yield _finding(
        "Length", "choices", "decisions", [float(each.choices) for each in played],
        lambda figure: ngettext(
            "Players make {figure} decision in a game, not counting forced moves.",
            "Players make {figure} decisions in a game, not counting forced moves.",
            figure.n,
            figure=figure.text,
        ),
    )  # fmt: skip
    seconds = fmean(each.choices * pace for each in played)

    def say(figure: Figure) -> str:
        if seconds < BRIEF:
            text = _("At {pace:g} seconds per decision, that takes about {seconds:.0f} seconds.")
        else:
            text = ngettext(
                "At {pace:g} seconds per decision, that takes {figure} minute.",
                "At {pace:g} seconds per decision, that takes {figure} minutes.",
                figure.n,
                pace=float(pace),
                figure=figure.text,
            )
        return fill(text, pace=float(pace), seconds=seconds)

    yield _finding(
        "Length", "minutes", "minutes", [each.choices * pace / 60 for each in played], say
    )


def rounds_called(design: Design, n: int = 2) -> str:
    """Return the noun for `n` of a game's rounds; see `aicore.study.played_game.rounds`."""
    fields = design.load().start().to_dict()
    counted = next((name for name in COUNTED if isinstance(fields.get(name), int)), None)
    if counted == "month":
        return ngettext("month", "months", n)
    if counted is None and design.seats == 1:
        return ngettext("turn", "turns", n)
    return ngettext("round", "rounds", n)


def score_called(design: Design, n: int = 2) -> str:
    """Return the unit of the score in a game for one seat."""
    name = info(design.game).story.SCORE
    if n == 1 and language() == SOURCE:
        return name.removesuffix("s")
    return _(name)


def _tension(design: Design, played: Sequence[PlayedGame]) -> Iterator[Finding]:
    if design.load().sides == 1:
        return
    yield _finding(
        "Tension", "settled", "%", [each.settled for each in played],
        lambda figure: _("The winner is clear after {decisions}.", decisions=figure.of_decisions),
        lambda share: Question("settled", _("settled early"), share.below(EARLY)),
    )  # fmt: skip
    leads = any(each.leads for each in played)
    yield _finding(
        "Tension", "lead changes", "times", [float(each.leads) for each in played],
        (lambda figure: ngettext(
            "The lead changes {figure} time.", "The lead changes {figure} times.",
            figure.n, figure=figure.text,
        ))
        if leads else lambda _figure: _("The lead never changes."),
    )  # fmt: skip


def _choices(played: Sequence[PlayedGame]) -> Iterator[Finding]:
    yield _finding(
        "Choices", "legal", "actions", [each.legal for each in played],
        _choose,
    )  # fmt: skip
    if any(each.promising != each.legal for each in played):
        yield _finding(
            "Choices", "promising", "actions", [each.promising for each in played],
            lambda figure: _("About {figure} of them are worth considering.", figure=figure.text),
        )  # fmt: skip
    if all(each.mattered is None for each in played):  # without a search
        return
    yield _finding(
        "Choices", "mattered", "%", [each.mattered for each in played],
        lambda figure: _(
            "One action is clearly best in {decisions}.", decisions=figure.of_decisions
        ),
        lambda share: Question("mattered", _("decisions hardly matter"), share.below(IDLE)),
    )  # fmt: skip


def _choose(figure: Figure) -> str:
    """Return the sentence about the number of legal actions."""
    if figure.same:
        return ngettext(
            "Players choose from {figure} action.",
            "Players choose from {figure} actions.",
            figure.n,
            figure=figure.text,
        )
    return _("Players choose from {figure} actions on average.", figure=figure.text)


def _ends(design: Design, played: Sequence[PlayedGame]) -> Iterator[Finding]:
    names = info(design.game).story.ENDS
    ends = Counter(each.end for each in played)
    if set(ends) == {"end"} and "end" not in names:  # the game has no words for it
        return
    for end, _count in ends.most_common():

        def say(figure: Figure, end: str = end) -> str:
            if end not in names:
                return _("“{end}” ends {games}.", end=end, games=figure.of_games)
            return _capital(_("{games} end {how}.", games=figure.of_games, how=_(names[end])))

        yield _finding("Ends", f"end {end}", "%", [float(each.end == end) for each in played], say)


def _held(design: Design, played: Sequence[PlayedGame]) -> Iterator[Finding]:
    """Yield the mean number of things at the end, for all seats and for winners."""
    for name in sorted({name for each in played for name in each.held}):
        amounts = [each.held.get(name, ()) for each in played]
        if not any(map(any, amounts)):
            continue  # nobody ever keeps one to the end
        yield _finding(
            "At the end", f"{name} of all", "things",
            [fmean(each) if each else None for each in amounts],
            partial(_finish, name),
        )  # fmt: skip
        if design.seats == 1:
            continue
        won = [
            fmean(each[seat] for seat, share in enumerate(game.points) if share == 1)
            if each and max(game.points) == 1 else None
            for each, game in zip(amounts, played, strict=True)
        ]  # fmt: skip
        yield _finding(
            "At the end", f"{name} of winners", "things", won,
            partial(_finish, name, winners=True),
        )  # fmt: skip


def _finish(name: str, figure: Figure, winners: bool = False) -> str:
    """Return the sentence about the contents of a field at the end."""
    if figure.same:
        text = (
            _("Winners finish with {figure} {things}.")
            if winners
            else _("Players finish with {figure} {things}.")
        )
    else:
        text = (
            _("Winners finish with {figure} {things} on average.")
            if winners
            else _("Players finish with {figure} {things} on average.")
        )
    return fill(text, figure=figure.text, things=_called(name, figure.n))


def _called(name: str, n: int) -> str:
    """Return the contents of a field, in words; the field's own name if it is unknown."""
    if name in ("hand", "hands"):
        return ngettext("card in hand", "cards in hand", n)
    if name == "queue":
        return ngettext("card in the queue", "cards in the queue", n)
    return name.removesuffix("s") if n == 1 and language() == SOURCE else name


def titled(design: Design) -> Callable[[str], str]:
    """Return a function that returns a finding's name as people read it."""
    called = things_called(design)
    plain = {
        "score": pgettext("finding", "score"),
        "success": pgettext("finding", "success"),
        "shared": pgettext("finding", "shared"),
        "rounds": pgettext("finding", "rounds"),
        "choices": pgettext("finding", "choices"),
        "minutes": pgettext("finding", "minutes"),
        "settled": pgettext("finding", "settled"),
        "lead changes": pgettext("finding", "lead changes"),
        "legal": pgettext("finding", "legal"),
        "promising": pgettext("finding", "promising"),
        "mattered": pgettext("finding", "mattered"),
    }
    about = {
        "seat": pgettext("finding", "seat {thing}"),
        "team": pgettext("finding", "team {thing}"),
        "end": pgettext("finding", "end {thing}"),
        "use": pgettext("finding", "use {thing}"),
        "seats": pgettext("finding", "seats {thing}"),
        "worth": pgettext("finding", "worth {thing}"),
    }

    def title(name: str) -> str:
        kind, _space, thing = name.partition(" ")
        if name in plain:
            return plain[name]
        if name.endswith(" of all"):
            return pgettext("finding", "{things} of all", things=called(name[: -len(" of all")]))
        if name.endswith(" of winners"):
            things = called(name[: -len(" of winners")])
            return pgettext("finding", "{things} of winners", things=things)
        return fill(about[kind], thing=called(thing)) if kind in about else called(name)

    return title


def things_called(design: Design) -> Callable[[str], str]:
    """Return a function that replaces codes with names in the things of a design."""
    titles = info(design.game).story.titles
    names = titles(design.load()) if titles else {}

    def called(thing: str) -> str:
        return " ".join(names.get(word, word) for word in thing.split())

    return called


def _things(design: Design, played: Sequence[PlayedGame]) -> Iterator[Finding]:
    called = things_called(design)
    actions = {thing.split()[0] for each in played for thing in each.offered | each.done}
    used = Counter(thing for each in played for thing in {t for mine in each.used for t in mine})
    for thing in sorted(used):
        done = thing.split()[0] in actions  # if not, a seat had the thing
        yield _finding(
            "Use", f"use {thing}", "%",
            [float(any(thing in mine for mine in each.used)) for each in played],
            partial(_used, called(thing), done),
        )  # fmt: skip
        if design.seats > 1:
            yield _finding(
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
    found = {
        thing: [_gain(each, result, thing) for each, result in zip(played, results, strict=True)]
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
        yield _finding("Worth", f"worth {thing}", unit, values, partial(_told, text), ask, bounds)


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
