"""Study as one HTML page, without scripts or files from the network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from aicore.arena import plots
from aicore.arena.figures import Mean, spread
from aicore.arena.page import document, heading, table
from aicore.arena.report import whole
from aicore.core.language import gettext as _
from aicore.core.language import pgettext
from aicore.core.registry import info
from aicore.study.finding import Finding, format_mean
from aicore.study.naming import rounds_called, score_called, titled
from aicore.study.report import Report, variant

MAX_WORTH = 20  # maximum number of things in the plot of their worth


def page(reports: Sequence[Report]) -> str:
    """Return the whole page, as HTML."""
    body = "\n".join([*_first(reports), *(part for report in reports for part in _report(report))])
    return document(_("Study: {game}", game=reports[0].design.game), body)


def _first(reports: Sequence[Report]) -> Iterator[str]:
    """Yield the marked findings of all studies, the most certain first, under one heading."""
    marked = sorted(
        ((report, each) for report in reports for each in report.marked),
        key=lambda pair: pair[1].question.chance if pair[1].question else 1.0,
    )
    if marked:
        rows = [
            [escape(each.mark), escape(each.sentence), escape(report.title)]
            for report, each in marked
        ]
        yield heading(_("What to change first"))
        text = _("Out of line, the surest first.")
        yield f'<p class="soft">{escape(text)}</p>'
        yield table(["", "", pgettext("column", "study")], rows, left=3)


def _report(report: Report) -> Iterator[str]:
    yield heading(report.title)
    text = _("{games} games between {by} players", games=whole(report.games), by=report.design.by)
    yield f'<p class="soft">{escape(text)}</p>'
    for finding in report.marked:
        yield f'<p class="warn"><b>{escape(finding.mark)}</b>: {escape(finding.sentence)}</p>'
    for name, findings in report.sections(whole=True):
        yield heading(name, 3)
        yield _plot(findings[0].section, report, findings)
        rows = [[escape(each.sentence), escape(each.mark)] for each in findings]
        listing = table(["", ""], rows, left=2)
        if len(rows) > 12:
            show = escape(_("Show all {count}", count=len(rows)))
            listing = f"<details><summary>{show}</summary>{listing}</details>"
        yield listing
    if report.against is not None:
        text = _("Compared with {variant}, on the same deals", variant=variant(report))
        yield heading(text, 3)
        named = titled(report.design)
        rows = [
            [
                escape(named(each.name)),
                *(
                    format_mean(Mean(value, None, None), each.unit)
                    for value in (each.one, each.two)
                ),
                each.figure,
                _("differs") if each.sure else "",
            ]
            for each in report.changes(whole=True)
        ]
        heads = [
            pgettext("column", "here"),
            pgettext("column", "there"),
            pgettext("column", "difference"),
        ]
        yield table(["", *heads, ""], rows, left=1)


def _plot(name: str, report: Report, findings: Sequence[Finding]) -> str:
    """Return a plot for a section if a plot helps, else ""."""
    stakes = info(report.design.game).stakes
    if name == "Fairness":
        named = titled(report.design)
        places = [each for each in findings if each.name.startswith(("seat ", "team "))]
        seats = [(named(each.name), each) for each in places]
        if stakes:
            axis = _("{stakes} a game above the mean of the table", stakes=stakes)
            return _intervals(seats, 0.0, axis)
        return _intervals(seats, 100 / max(1, len(seats)), _("% of the wins"))
    if name == "Length":
        rounds = rounds_called(report.design)
        lengths = spread([game.rounds for game in report.played])
        return plots.distributions([(rounds, lengths)], _("{rounds} of a game", rounds=rounds))
    if name == "Tension":
        known = spread([100 * game.settled for game in report.played])
        return plots.distributions([(_("winner known"), known)], _("% of the decisions"))
    if name == "Result" and report.design.seats > 1:
        success = spread([100 * value for value in findings[0].values if value is not None])
        return plots.distributions([(_("success"), success)], _("% of the best result"))
    if name == "Result":
        scores = spread([game.scores[0] for game in report.played])
        return plots.distributions(
            [(pgettext("axis", "score"), scores)], score_called(report.design)
        )
    if name == "Worth":
        sure = [each for each in findings if each.half]
        best = sorted(sure, key=lambda each: -abs(each.value) / (each.half or 1))
        shown = sorted(best[:MAX_WORTH], key=lambda each: -each.value)
        things = [(each.name.removeprefix("worth "), each) for each in shown]
        if report.design.seats > 1:
            axis = (
                _("{stakes} more than others at the table", stakes=stakes)
                if stakes
                else _("% more wins than others at the table")
            )
            return _intervals(things, 0.0, axis)
        points = score_called(report.design)
        return _intervals(things, 0.0, _("{points} more in games with more of it", points=points))
    return ""


def _intervals(named: Sequence[tuple[str, Finding]], middle: float, axis: str) -> str:
    rows = []
    for name, each in named:
        scale = 100 if each.unit == "%" else 1
        low, high = (each.value if end is None else end for end in (each.low, each.high))
        rows.append((name, scale * each.value, scale * low, scale * high))
    return plots.intervals(rows, middle, axis) if rows else ""
