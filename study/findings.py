"""Findings about a design from its games, each with its interval and a plain sentence."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from statistics import fmean
from typing import Any

from aicore.arena.config import Stakes
from aicore.arena.intervals import Bounded
from aicore.core.language import capital, fill, ngettext
from aicore.core.language import gettext as _
from aicore.core.registry import info
from aicore.study.finding import Figure, Finding, Question, finding_of
from aicore.study.naming import contents_called, rounds_called, score_called
from aicore.study.played_game import Design, PlayedGame
from aicore.study.worth import thing_findings

# A finding beyond one of these limits gets a mark, unless luck alone may explain it.
UNFAIR = 0.08  # maximum deviation of a seat from its fair share of the wins
SHARED = 0.25  # maximum share of the games without a sole winner
EARLY = 0.5  # minimum share of the decisions after which the winner is known
IDLE = 0.05  # minimum share of the decisions that matter
BRIEF = 100.0  # seconds; shorter games have their duration in seconds, not minutes
PACE = 6.0  # default seconds that people take for a decision
UNFAIR_STAKES = 0.02  # UNFAIR in games for stakes, as a share of the range of stakes


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
        *thing_findings(design, played),
    ]


def _fairness(design: Design, played: Sequence[PlayedGame]) -> Iterator[Finding]:
    seats = design.seats
    if seats == 1:
        yield finding_of(
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
        yield finding_of(
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
    yield finding_of(
        "Fairness", "shared", "%", list(shared),
        (lambda figure: capital(_("{games} end in a tie.", games=figure.of_games)))
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
        yield finding_of(
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

        yield finding_of(
            "Fairness", f"{'team' if teams else 'seat'} {seat}", "%",
            [game[seat] for game in points], say, unfair,
        )  # fmt: skip


def _length(design: Design, played: Sequence[PlayedGame], pace: float) -> Iterator[Finding]:
    yield finding_of(
        "Length", "rounds", "rounds", [each.rounds for each in played],
        lambda figure: _(
            "A game lasts {figure} {rounds}.",
            figure=figure.text,
            rounds=rounds_called(design, figure.n),
        ),
    )  # fmt: skip
    yield finding_of(
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

    yield finding_of(
        "Length", "minutes", "minutes", [each.choices * pace / 60 for each in played], say
    )


def _tension(design: Design, played: Sequence[PlayedGame]) -> Iterator[Finding]:
    if design.load().sides == 1:
        return
    yield finding_of(
        "Tension", "settled", "%", [each.settled for each in played],
        lambda figure: _("The winner is clear after {decisions}.", decisions=figure.of_decisions),
        lambda share: Question("settled", _("settled early"), share.below(EARLY)),
    )  # fmt: skip
    leads = any(each.leads for each in played)
    yield finding_of(
        "Tension", "lead changes", "times", [float(each.leads) for each in played],
        (lambda figure: ngettext(
            "The lead changes {figure} time.", "The lead changes {figure} times.",
            figure.n, figure=figure.text,
        ))
        if leads else lambda _figure: _("The lead never changes."),
    )  # fmt: skip


def _choices(played: Sequence[PlayedGame]) -> Iterator[Finding]:
    yield finding_of(
        "Choices", "legal", "actions", [each.legal for each in played],
        _choose,
    )  # fmt: skip
    if any(each.promising != each.legal for each in played):
        yield finding_of(
            "Choices", "promising", "actions", [each.promising for each in played],
            lambda figure: _("About {figure} of them are worth considering.", figure=figure.text),
        )  # fmt: skip
    if all(each.mattered is None for each in played):  # without a search
        return
    yield finding_of(
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
            return capital(_("{games} end {how}.", games=figure.of_games, how=_(names[end])))

        yield finding_of(
            "Ends", f"end {end}", "%", [float(each.end == end) for each in played], say
        )


def _held(design: Design, played: Sequence[PlayedGame]) -> Iterator[Finding]:
    """Yield the mean number of things at the end, for all seats and for winners."""
    for name in sorted({name for each in played for name in each.held}):
        amounts = [each.held.get(name, ()) for each in played]
        if not any(map(any, amounts)):
            continue  # nobody ever keeps one to the end
        yield finding_of(
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
        yield finding_of(
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
    return fill(text, figure=figure.text, things=contents_called(name, figure.n))
