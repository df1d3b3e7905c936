"""Report of a tournament as one HTML page, without scripts or files from the network."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape

from aicore.arena import plots, report
from aicore.arena.figures import Summary
from aicore.arena.report import Meeting, Section, whole
from aicore.core.language import fill, language, pgettext
from aicore.core.language import gettext as _

MAX_TROUBLES = 100  # maximum number of forfeits, and of other problems, to list
NONE = "\u2013"  # a dash for a missing figure

POLICY = "default-src 'none'; style-src 'unsafe-inline'"

STYLE = """
:root { color-scheme: light dark; --ground: #ffffff; --ink: #1c2024; --soft: #5d6670;
  --rule: #dde1e6; --accent: #1f6fb2; --bar: #7fb0dc; --win: #2f7fc1; --loss: #d9822b; }
@media (prefers-color-scheme: dark) { :root { --ground: #14171a; --ink: #e6e9ec; --soft: #9aa4ae;
  --rule: #333a41; --accent: #6cb4f0; --bar: #3d6f9c; --win: #3d8fd6; --loss: #c9772a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 4rem; background: var(--ground);
  color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; margin: 0 0 .25rem; line-height: 1.2; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem; border-bottom: 1px solid var(--rule); }
p { margin: .25rem 0 .75rem; max-width: 46rem; }
.soft { color: var(--soft); }
.warn { border-left: 4px solid var(--loss); padding: .25rem .75rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; text-align: right; white-space: nowrap; }
th { font-weight: 600; color: var(--soft); border-bottom: 1px solid var(--rule); }
th.left, td.left { text-align: left; }
td.left { white-space: normal; overflow-wrap: break-word; min-width: 9rem; max-width: 24rem;
  unicode-bidi: isolate; }
th.mid { text-align: center; }
tbody tr:nth-child(even) { background: color-mix(in srgb, var(--ink) 4%, transparent); }
td.heat { text-align: center; border: 2px solid var(--ground); min-width: 4.6rem; }
td.heat small { display: block; color: inherit; opacity: .75; }
svg { width: 100%; height: auto; display: block; margin: .5rem 0; }
svg text { font: 13px system-ui, sans-serif; fill: var(--ink); }
svg .tick { font-size: 12px; fill: var(--soft); }
svg .strong { font-weight: 600; }
svg .grid { stroke: var(--rule); }
svg .axis, svg .zero { stroke: var(--soft); }
svg .zero { stroke-dasharray: 3 3; }
svg .interval { stroke: var(--accent); stroke-width: 2; }
svg .curve { fill: none; stroke: var(--accent); stroke-width: 2; }
svg .dot { fill: var(--accent); }
svg .bar { fill: var(--bar); }
svg .mean { stroke: var(--loss); stroke-width: 2; }
pre { overflow-x: auto; background: color-mix(in srgb, var(--ink) 6%, transparent);
  padding: .75rem; font-size: .85rem; }
"""


def page(figures: Summary, refresh: float | None = None) -> str:
    """Return the whole page.

    Args:
        refresh: seconds after which a browser reloads the page; None for never.
    """
    body = "\n".join(_sections(figures))
    return document(_("Tournament: {game}", game=figures.config["game"]), body, refresh=refresh)


def document(
    title: str, body: str, policy: str = POLICY, style: str = "", refresh: float | None = None
) -> str:
    """Return a page in the reports' style around a body of HTML.

    Args:
        policy: the content security policy for browsers.
        style: additional CSS.
        refresh: seconds after which a browser reloads the page; None for never.
    """
    again = "" if refresh is None else f'<meta http-equiv="refresh" content="{refresh:g}">\n'
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n'
        f"{again}<title>{escape(title)}</title>\n<style>{STYLE}{style}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n{body}\n</body>\n</html>\n"
    )


def _sections(figures: Summary) -> Iterator[str]:
    config = figures.config
    solo = config["seats"] == 1
    parts = [
        config["format"],
        _("solo, everyone on the same deals")
        if solo
        else _("{count} teams", count=config["seats"])
        if config.get("partners")
        else _("{count} seats", count=config["seats"]),
        _(
            "{games} games in {blocks} blocks",
            games=whole(figures.games),
            blocks=whole(figures.blocks),
        ),
        *([_("seed {seed}", seed=config["seed"])] if "seed" in config else []),
    ]
    yield f'<p class="soft">{escape(", ".join(parts))}</p>'
    if not figures.finished:
        text = (
            _("Unfinished: {games} games of {planned} so far.")
            if figures.planned
            else _("Unfinished: {games} games so far.")
        )
        text = fill(text, games=whole(figures.games), planned=whole(figures.planned or 0))
        yield f'<p class="warn">{escape(text)}</p>'
    if figures.games == 0:
        return
    yield from _shown(report.test(figures))
    yield from _shown(report.standings(figures))
    yield from _shown(report.ladder(figures), intervals_plot(figures))
    if len(figures.players) > 1:
        yield from cross_table(figures)
    yield from _shown(report.matches(figures))
    spreads = [(figures.players[k].name, figures.players[k].score) for k in figures.ladder()]
    yield from _shown(
        report.scores(figures), plots.distributions(spreads, pgettext("axis", "score"))
    )
    yield from _shown(report.differences(figures))
    yield from _shown(report.less_luck(figures))
    lengths = plots.distributions(
        [(pgettext("axis", "length"), figures.length)], _("events in a game")
    )
    yield from _shown(report.games(figures), lengths)
    for section in report.troubles(figures, MAX_TROUBLES):
        yield from _shown(section)
    yield heading(_("Configuration"))
    yield f"<pre>{escape(json.dumps(config, indent=2))}</pre>"


def heading(text: str, level: int = 2) -> str:
    """Return the HTML of a heading."""
    return f"<h{level}>{escape(text)}</h{level}>"


def intervals_plot(figures: Summary) -> str:
    """Return a plot of the players' Elo, or of their returns; "" without intervals."""
    players = [figures.players[k] for k in figures.ladder()]
    rows = [
        (one.name, value, low, high)
        for one in players
        for value, low, high in (
            (one.elo, one.low, one.high)
            if one.returns is None
            else (one.returns.value, one.returns.low, one.returns.high),
        )
        if value is not None and low is not None and high is not None
    ]
    if not rows:
        return ""
    if figures.stakes:
        return plots.intervals(rows, 0.0, report.per_game(figures), sign="+z")
    zero = f"{figures.anchor[0]} = {figures.anchor[1]:g}" if figures.anchor else None
    return plots.ladder(rows, figures.anchor[1] if figures.anchor else 0.0, zero)


def _shown(section: Section | None, plot: str = "") -> Iterator[str]:
    """Yield the HTML of a section, with a plot between its sentences and its table."""
    if section is None:
        return
    yield heading(section.title)
    yield from (f"<p>{escape(line)}</p>" for line in section.lines)
    yield plot
    if section.columns:
        lines = [
            [NONE if cell is None else name_cell(cell) for cell in row] for row in section.rows
        ]
        yield table(section.columns, lines, left=section.texts)


def cross_table(figures: Summary) -> Iterator[str]:
    """Yield the HTML of a colored table with the results of each player against every other."""
    meetings = report.meetings(figures)
    yield heading(meetings.title)
    text = _(
        "Result of the row's player against the column's player ({unit}). "
        "Below: the probability that the row's player is stronger.",
        unit=meetings.unit,
    )
    yield f"<p>{escape(text, quote=False)}</p>"
    heads = "".join(
        f'<th class="mid" title="{escape(name)}">{place}</th>'
        for place, name in enumerate(meetings.names, 1)
    )
    player = escape(pgettext("column", "player"))
    lines = [f'<tr><th></th><th class="left">{player}</th>{heads}</tr>']
    for place, (name, row) in enumerate(zip(meetings.names, meetings.rows, strict=True), 1):
        cells = "".join(
            _heat(meeting, _("{one} against {two}", one=name, two=other))
            for meeting, other in zip(row, meetings.names, strict=True)
        )
        lines.append(f'<tr><td>{place}</td><td class="left">{name_cell(name)}</td>{cells}</tr>')
    yield f'<div class="wide"><table>{"".join(lines)}</table></div>'


def _heat(meeting: Meeting | None, pair: str) -> str:
    """Return a colored cell with a result; `pair` names the two players."""
    if meeting is None:
        return '<td class="heat soft">·</td>'
    part = meeting.share if meeting.gain is None else meeting.stronger
    strength = round(100 * abs(part - 0.5) * 1.1)
    color = "win" if part >= 0.5 else "loss"
    return (
        f'<td class="heat" style="background:color-mix(in srgb,var(--{color}) {strength}%,'
        f'transparent)" title="{escape(pair)}: {meeting.words}">{meeting.figure}'
        f"<small>{100 * meeting.stronger:.0f} %</small></td>"
    )


def name_cell(name: str) -> str:
    """Return a player's name as HTML; lines may break after its commas."""
    return escape(name).replace(",", ",<wbr>")


def table(heads: Sequence[str], lines: Sequence[Sequence[str]], left: int = 0) -> str:
    """Return an HTML table, from cells in HTML; the first `left` columns hold texts."""

    def row(cells: Sequence[str], tag: str) -> str:
        marked = (
            f"<{tag}{' class=left' if k < left else ''}>{cell}</{tag}>"
            for k, cell in enumerate(cells)
        )
        return f"<tr>{''.join(marked)}</tr>"

    body = "".join(row(line, "td") for line in lines)
    head = row(heads, "th")
    return f'<div class="wide"><table><thead>{head}</thead><tbody>{body}</tbody></table></div>'
