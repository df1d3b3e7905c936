"""A tournament's report as one HTML page: no scripts, nothing from the network."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape

from aicore.arena import plots
from aicore.arena.figures import Mean, Summary

NONE = "\u2013"  # a dash where there is no figure

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
td.left { white-space: normal; overflow-wrap: break-word; min-width: 9rem; max-width: 24rem; }
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
svg .dot { fill: var(--accent); }
svg .bar { fill: var(--bar); }
svg .mean { stroke: var(--loss); stroke-width: 2; }
pre { overflow-x: auto; background: color-mix(in srgb, var(--ink) 6%, transparent);
  padding: .75rem; font-size: .85rem; }
"""


def page(figures: Summary) -> str:
    """The whole page."""
    body = "\n".join(_sections(figures))
    return document(f"Tournament: {figures.config['game']}", body)


def document(title: str, body: str) -> str:
    """A page of the reports' style around a body of HTML."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n{body}\n</body>\n</html>\n"
    )


def _sections(figures: Summary) -> Iterator[str]:
    config = figures.config
    solo = config["seats"] == 1
    table = "solo, everyone on the same deals" if solo else f"{config['seats']} seats"
    seed = f", seed {config['seed']}" if "seed" in config else ""
    yield (
        f'<p class="soft">{escape(config["format"])}, {table}, {figures.games:,} games in '
        f"{figures.blocks:,} blocks{escape(seed)}</p>"
    )
    if not figures.finished:
        planned = f" of {figures.planned:,}" if figures.planned else ""
        yield f'<p class="warn">Unfinished: {figures.games:,} games{planned} so far.</p>'
    if figures.games == 0:
        return
    yield from _test(figures)
    yield from _ladder(figures)
    if len(figures.players) > 1:
        yield from _cross(figures)
    yield from _scores(figures, solo)
    yield from _luck(figures, solo)
    yield from _games(figures)
    yield from _forfeits(figures)
    yield "<h2>Configuration</h2>"
    yield f"<pre>{escape(json.dumps(config, indent=2))}</pre>"


def _test(figures: Summary) -> Iterator[str]:
    test = figures.test
    if test is None:
        return
    one, two = (escape(player.name) for player in figures.players)
    words = {
        "elo0": f"no more than {test.elo0:g} Elo",
        "elo1": f"at least {test.elo1:g} Elo",
        "": "undecided",
    }[test.decided]
    yield "<h2>Sequential test</h2>"
    yield (
        f"<p><b>{one}</b> over <b>{two}</b>: <b>{words}</b> ({test.model}; {test.elo0:g} against "
        f"{test.elo1:g}) after {test.blocks:,} blocks. Log-likelihood ratio {test.llr:+.2f}, "
        f"bounds {test.lower:.2f} and {test.upper:.2f}.</p>"
    )
    if test.raw is not None:
        yield (
            "<p>The ratio is of block scores less their luck; of the scores as they are it would "
            f"be {test.raw:+.2f}."
        )
        if test.factor is not None:
            yield f" Without luck each game is worth {test.factor:.1f}."
        yield "</p>"
    if test.pairs is not None:
        heads = ["0", "½", "1", "1½", "2"]
        yield "<p>Pairs of games by the points of the first:</p>"
        yield table(heads, [[f"{count:,}" for count in test.pairs]])


def _ladder(figures: Summary) -> Iterator[str]:
    order = figures.ladder()
    yield "<h2>Ladder</h2>"
    rows = [
        (one.name, one.elo, one.low, one.high)
        for one in (figures.players[k] for k in order)
        if one.elo is not None and one.low is not None and one.high is not None
    ]
    if rows:
        yield plots.ladder(rows)
    heads = ["player", "Elo", "95 %", "games", "wins", "points", "mean rank", "mean score"]
    lines = []
    for k in order:
        one = figures.players[k]
        elo = NONE if one.elo is None else f"{one.elo:+z.0f}"
        interval = (
            NONE if one.low is None or one.high is None else f"{one.low:+z.0f} to {one.high:+z.0f}"
        )
        lines.append([
            _name(one.name), elo, interval, f"{one.games:,}", f"{one.wins:,}", _percent(one.share),
            NONE if one.rank is None else f"{one.rank:.2f}",
            NONE if one.score.mean is None else f"{one.score.mean:z.4g}",
        ])  # fmt: skip
    yield table(heads, lines, left=1)


def _cross(figures: Summary) -> Iterator[str]:
    order = figures.ladder()
    yield "<h2>Who beats whom</h2>"
    yield (
        "<p>What the player of the row takes from the player of the column; below it the "
        "likelihood that it is the stronger one.</p>"
    )
    heads = "".join(
        f'<th class="mid" title="{escape(figures.players[k].name)}">{place}</th>'
        for place, k in enumerate(order, 1)
    )
    lines = [f'<tr><th></th><th class="left">player</th>{heads}</tr>']
    for place, one in enumerate(order, 1):
        cells = "".join(_heat(figures, one, two) for two in order)
        name = _name(figures.players[one].name)
        lines.append(f'<tr><td>{place}</td><td class="left">{name}</td>{cells}</tr>')
    yield f'<div class="wide"><table>{"".join(lines)}</table></div>'


def _heat(figures: Summary, one: int, two: int) -> str:
    games, share = figures.cross[one][two]
    if one == two or share is None:
        return '<td class="heat soft">·</td>'
    strength = round(100 * abs(share - 0.5) * 1.1)
    color = "win" if share >= 0.5 else "loss"
    tip = (
        f"{figures.players[one].name} against {figures.players[two].name}: {games:,.0f} comparisons"
    )
    return (
        f'<td class="heat" style="background:color-mix(in srgb,var(--{color}) {strength}%,'
        f'transparent)" title="{escape(tip)}">{100 * share:.0f} %'
        f"<small>{100 * figures.superior[one][two]:.0f} %</small></td>"
    )


def _scores(figures: Summary, solo: bool) -> Iterator[str]:
    order = figures.ladder()
    yield "<h2>Scores</h2>"
    yield "<p>Scores in games played to the end: how often they came up, a line at the mean.</p>"
    spreads = [(figures.players[k].name, figures.players[k].score) for k in order]
    yield plots.distributions(spreads, "score")
    heads = ["player", "mean", "least", "5 %", "25 %", "50 %", "75 %", "95 %", "most"]
    lines = [
        [
            _name(name),
            f"{spread.mean:z.4g}" + ("" if spread.half is None else f" ± {spread.half:.2g}"),
            *(f"{value:z.4g}" for value in spread.quantiles),
        ]
        for name, spread in spreads
        if spread.mean is not None
    ]
    yield table(heads, lines, left=1)
    if solo and figures.differences is not None and len(order) > 1:
        yield "<h2>Paired differences</h2>"
        yield "<p>Mean difference of the scores on the same deals, with its 95 % interval.</p>"
        pairs = [
            [
                f"{_name(figures.players[one].name)} over {_name(figures.players[two].name)}",
                _mean(figures.differences[one][two]),
            ]
            for place, one in enumerate(order)
            for two in order[place + 1 :]
            if figures.differences[one][two].value is not None
        ]
        yield table(["", "difference"], pairs, left=1)


def _luck(figures: Summary, solo: bool) -> Iterator[str]:
    form = _mean if solo else _share
    lines = [
        [_name(name), form(one.raw), form(one.left),
         NONE if one.factor is None else f"{one.factor:.1f} \u00d7"]
        for name, one in figures.less_luck()
    ]  # fmt: skip
    if lines:
        yield "<h2>Less their luck</h2>"
        yield (
            f"<p>The mean {'score' if solo else 'of the points'} with its 95 % interval, as it is "
            "and less what chance gave; and how many times the games would be needed for the same "
            "interval without that.</p>"
        )
        yield table(["", "as they are", "less luck", "worth"], lines, left=1)


def _share(mean: Mean) -> str:
    return f"{_percent(mean.value)} ({_interval(mean)})"


def _games(figures: Summary) -> Iterator[str]:
    yield "<h2>Games</h2>"
    yield "<p>How long games were, decisions and chance events together:</p>"
    yield plots.distributions([("length", figures.length)], "events in a game")
    if figures.seats:
        yield "<p>Points that each seat takes, whoever sits there; even would be "
        yield f"{100 / len(figures.seats):.0f} %.</p>"
        lines = [
            [str(seat), _percent(mean.value), _interval(mean)]
            for seat, mean in enumerate(figures.seats)
        ]
        yield table(["seat", "points", "95 %"], lines)
    ends = ", ".join(f"{escape(end)} {count:,}" for end, count in figures.ends.items())
    yield f"<p>Ends: {ends}.</p>"
    yield "<p>Speed, on the machine that played:</p>"
    lines = [
        [
            _name(one.name),
            f"{one.decisions:,}",
            NONE if speed.per_second is None else f"{speed.per_second:,.0f}",
            f"{speed.seconds:,.1f}",
        ]
        for one, speed in zip(figures.players, figures.speed, strict=True)
    ]
    yield table(["player", "decisions", "a second", "seconds in all"], lines, left=1)


def _forfeits(figures: Summary) -> Iterator[str]:
    if figures.reasons:
        yield "<h2>Forfeits</h2>"
        lines = [
            [_name(name), escape(kind), escape(reason), f"{count:,}"]
            for name, kind, reason, count in figures.reasons
        ]
        yield table(["player", "kind", "reason", "games"], lines, left=3)
    if figures.notes:
        yield "<h2>Troubles</h2><ul>"
        yield from (f"<li>{escape(note)}</li>" for note in figures.notes[:100])
        yield "</ul>"


def _name(name: str) -> str:
    """A player's name as HTML; it may be broken between its keys."""
    return escape(name).replace(",", ",<wbr>")


def _percent(share: float | None) -> str:
    return NONE if share is None else f"{100 * share:.1f} %"


def _interval(mean: Mean) -> str:
    if mean.low is None or mean.high is None:
        return NONE
    return f"{_percent(mean.low)} to {_percent(mean.high)}"


def _mean(mean: Mean) -> str:
    if mean.value is None:
        return NONE
    if mean.low is None or mean.high is None:
        return f"{mean.value:+z.4g}"
    return f"{mean.value:+z.4g} ({mean.low:+z.4g} to {mean.high:+z.4g})"


def table(heads: Sequence[str], lines: Sequence[Sequence[str]], left: int = 0) -> str:
    """A table whose first columns, `left` of them, are texts; cells are HTML."""

    def row(cells: Sequence[str], tag: str) -> str:
        marked = (
            f"<{tag}{' class=left' if k < left else ''}>{cell}</{tag}>"
            for k, cell in enumerate(cells)
        )
        return f"<tr>{''.join(marked)}</tr>"

    body = "".join(row(line, "td") for line in lines)
    head = row(heads, "th")
    return f'<div class="wide"><table><thead>{head}</thead><tbody>{body}</tbody></table></div>'
