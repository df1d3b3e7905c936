"""Study as one HTML page, without scripts or files from the network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from aicore.arena import plots
from aicore.arena.figures import Mean, spread
from aicore.arena.page import document, table
from aicore.core.registry import info
from aicore.study.findings import Finding, format_mean, rounds_called, score_called, titled
from aicore.study.report import Report, variant

MAX_WORTH = 20  # maximum number of things in the plot of their worth


def page(reports: Sequence[Report]) -> str:
    """Return the whole page, as HTML."""
    body = "\n".join([*_first(reports), *(part for one in reports for part in _report(one))])
    return document(f"Study: {reports[0].design.game}", body)


def _first(reports: Sequence[Report]) -> Iterator[str]:
    """Yield what is out of line in all studies, the surest first: a list of what to change."""
    marked = sorted(
        ((report, each) for report in reports for each in report.marked),
        key=lambda pair: pair[1].question.chance if pair[1].question else 1.0,
    )
    if marked:
        rows = [
            [escape(each.mark), escape(each.sentence), escape(report.title)]
            for report, each in marked
        ]
        yield "<h2>What to change first</h2>"
        yield '<p class="soft">Out of line, the surest first.</p>'
        yield table(["", "", "study"], rows, left=3)


def _report(report: Report) -> Iterator[str]:
    yield f"<h2>{escape(report.title)}</h2>"
    yield f'<p class="soft">{report.games:,} games between {escape(report.design.by)} players</p>'
    for finding in report.marked:
        yield f'<p class="warn"><b>{escape(finding.mark)}</b>: {escape(finding.sentence)}</p>'
    for name, findings in report.sections(whole=True):
        yield f"<h3>{escape(name)}</h3>"
        yield _plot(name, report, findings)
        rows = [[escape(each.sentence), escape(each.mark)] for each in findings]
        listing = table(["", ""], rows, left=2)
        if len(rows) > 12:
            listing = f"<details><summary>Show all {len(rows)}</summary>{listing}</details>"
        yield listing
    if report.against is not None:
        yield f"<h3>Compared with {escape(variant(report))}, on the same deals</h3>"
        named = titled(report.design)
        rows = [
            [
                escape(named(each.name)),
                *(
                    format_mean(Mean(value, None, None), each.unit)
                    for value in (each.one, each.two)
                ),
                each.figure,
                "differs" if each.sure else "",
            ]
            for each in report.changes(whole=True)
        ]
        yield table(["", "here", "there", "difference", ""], rows, left=1)


def _plot(name: str, report: Report, findings: Sequence[Finding]) -> str:
    """Return a plot for a section if a plot helps, else ""."""
    stakes = info(report.design.game).stakes
    if name == "Fairness":
        seats = [(each.name, each) for each in findings if each.name.startswith(("seat ", "team "))]
        if stakes:
            return _intervals(seats, 0.0, f"{stakes} a game above the mean of the table")
        return _intervals(seats, 100 / max(1, len(seats)), "% of the wins")
    if name == "Length":
        rounds = rounds_called(report.design)
        lengths = spread([course.rounds for course in report.courses])
        return plots.distributions([(rounds, lengths)], f"{rounds} of a game")
    if name == "Tension":
        known = spread([100 * course.settled for course in report.courses])
        return plots.distributions([("winner known", known)], "% of the decisions")
    if name == "Result" and report.design.seats > 1:
        success = spread([100 * value for value in findings[0].values if value is not None])
        return plots.distributions([("success", success)], "% of the best result")
    if name == "Result":
        scores = spread([course.scores[0] for course in report.courses])
        return plots.distributions([("score", scores)], score_called(report.design))
    if name == "Worth":
        sure = [each for each in findings if each.half]
        best = sorted(sure, key=lambda each: -abs(each.value) / (each.half or 1))
        shown = sorted(best[:MAX_WORTH], key=lambda each: -each.value)
        things = [(each.name.removeprefix("worth "), each) for each in shown]  # with short names
        if report.design.seats > 1:
            more = f"{stakes} more" if stakes else "% more wins"
            return _intervals(things, 0.0, f"{more} than others at the table")
        return _intervals(
            things, 0.0, f"{score_called(report.design)} more in games with more of it"
        )
    return ""


def _intervals(named: Sequence[tuple[str, Finding]], middle: float, axis: str) -> str:
    rows = []
    for name, each in named:
        scale = 100 if each.unit == "%" else 1
        low, high = (each.value if end is None else end for end in (each.low, each.high))
        rows.append((name, scale * each.value, scale * low, scale * high))
    return plots.intervals(rows, middle, axis) if rows else ""
