"""Plots as inline SVG: a few hundred bytes each, readable on light and dark backgrounds.

The CSS variables of the page give the colors. The unit of length is 1 / WIDTH of the view box.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from aicore.arena.figures import Spread
from aicore.arena.report import written
from aicore.core.language import gettext as _

WIDTH = 720
LABELS = 210  # room for names on the left
RIGHT = 70  # room for figures on the right
MAX_NAME = 26  # maximum number of characters; the tooltip has the whole name
ROW = 30  # height of a row
AXIS = 44  # height below the plot, for the ticks and the name of the axis
SMALL = 10  # if all values are below this, they have one decimal; if all are below 1, three


@dataclass(frozen=True)
class Axis:
    """Linear scale from values to positions.

    Args:
        low, high: the values at the ends of the scale.
        start, end: the positions of these ends.
    """

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Return the position of a value."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Return round values within the scale, evenly spaced."""
        step = nice_step((self.high - self.low) / 8)
        first = math.ceil(self.low / step)
        last = math.floor(self.high / step + 1e-9)
        return [k * step for k in range(first, last + 1)]


def nice_step(least: float) -> float:
    """Return the smallest 1, 2 or 5 times a power of ten that is at least `least`."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * 0.999)


def scale(values: Iterable[float], whole: bool = False) -> Axis:
    """Return a scale for all values across the plot, with some room unless `whole`."""
    seen = list(values)
    low, high = min(seen), max(seen)
    if high <= low:
        low, high = low - 1.0, high + 1.0
    room = 0.0 if whole else 0.04 * (high - low)
    return Axis(low - room, high + room, LABELS, WIDTH - RIGHT)


def ladder(
    rows: Sequence[tuple[str, float, float, float]], middle: float = 0.0, anchor: str | None = None
) -> str:
    """Return a plot of Elo with 95 % intervals.

    Args:
        rows: name, value, and the interval's low and high end for each player, best first.
        middle: Elo of the reference line.
        anchor: name of that line; None for the mean of all players.
    """
    zero = anchor or _("0 = mean of all players")
    return intervals(rows, middle, f"Elo ({zero})", sign="z" if anchor else "+z")


def intervals(
    rows: Sequence[tuple[str, float, float, float]], middle: float, axis: str, sign: str = "z"
) -> str:
    """Return a plot of values with 95 % intervals.

    Args:
        rows: name, value, and the interval's low and high end for each row.
        middle: value of the reference line.
        axis: name of the axis.
        sign: the sign in the format of the figures, such as "+z".
    """
    values = [value for row in rows for value in row[1:]]
    x = scale([middle, *values])
    most = max(map(abs, values), default=0.0)
    digits = 0 if most >= SMALL else 1 if most >= 1.0 else 3
    height = ROW * len(rows) + AXIS
    parts = [*_axis(x, height - AXIS, axis)]
    parts.append(_line(x(middle), 0, x(middle), height - AXIS, "zero"))
    for k, (name, value, low, high) in enumerate(rows):
        y = ROW * k + ROW / 2
        figures = [written(figure, f"{sign}.{digits}f") for figure in (value, low, high)]
        tip = _(
            "{name}: {value}, 95 % interval {low} to {high}",
            name=name,
            value=figures[0],
            low=figures[1],
            high=figures[2],
        )
        parts += [
            f"<g><title>{escape(tip)}</title>",
            _name(name, y),
            _line(x(low), y, x(high), y, "interval"),
            _line(x(low), y - 5, x(low), y + 5, "interval"),
            _line(x(high), y - 5, x(high), y + 5, "interval"),
            f'<circle cx="{x(value):.1f}" cy="{y}" r="5" class="dot"/>',
            _text(WIDTH, y + 4, figures[0], "end", "strong"),
            "</g>",
        ]
    return _svg(height, parts, _("{axis}, with 95 % intervals", axis=axis))


def distributions(rows: Sequence[tuple[str, Spread]], axis: str) -> str:
    """Return a plot with a histogram for each name, all on one axis, with their means."""
    rows = [(name, spread) for name, spread in rows if spread.counts]
    if not rows:
        return ""
    x = scale(
        (edge for _row_name, spread in rows for edge in (spread.edges[0], spread.edges[-1])), True
    )
    row = 56 if len(rows) > 1 else 120
    height = row * len(rows) + AXIS
    parts = [*_axis(x, height - AXIS, axis)]
    for k, (name, spread) in enumerate(rows):
        base = row * (k + 1)
        densities = [
            count / (b - a)
            for count, a, b in zip(spread.counts, spread.edges, spread.edges[1:], strict=False)
        ]
        unit = (row - 12) / max(densities)
        parts.append(_name(name, base - row / 2))
        for count, density, a, b in zip(
            spread.counts, densities, spread.edges, spread.edges[1:], strict=False
        ):
            if count:
                tall = max(1.0, density * unit)
                width = max(0.8, x(b) - x(a) - 0.6)
                inside = (
                    _value(math.ceil(a))
                    if b - a == 1
                    else _("{low} to {high}", low=_value(a), high=_value(b))
                )
                parts.append(
                    f'<rect x="{x(a):.1f}" y="{base - tall:.1f}" width="{width:.1f}" '
                    f'height="{tall:.1f}" class="bar">'
                    f"<title>{inside}: {_value(count)}</title></rect>"
                )
        parts.append(_line(LABELS, base, WIDTH - RIGHT, base, "axis"))
        if spread.mean is not None:
            mean = x(spread.mean)
            parts.append(_line(mean, base - row + 8, mean, base, "mean"))
            middle = written(spread.mean, "z.4g")
            parts.append(_text(WIDTH, base - row / 2 + 4, middle, "end", "strong"))
    return _svg(height, parts, _("distribution: {axis}", axis=axis))


def curve(points: Sequence[tuple[float, float]], name: str, axis: str, digits: int = 3) -> str:
    """Return a plot of one figure as a curve.

    Args:
        points: position on the axis, and the figure there.
        name: name of the figure.
        axis: label of the axis.
        digits: number of significant digits of the figure at the end.
    """
    height = 120.0
    x = scale((place for place, _value_there in points), whole=True)
    low, high = min(value for _place, value in points), max(value for _place, value in points)
    span = (high - low) or 1.0
    top, bottom = 10.0, height
    line = " ".join(
        f"{x(place):.1f},{bottom - (value - low) / span * (bottom - top):.1f}"
        for place, value in points
    )
    return _svg(
        height + AXIS,
        [
            *_axis(x, height + 6, axis),
            _name(name, 0.5 * height),
            f'<polyline class="curve" points="{line}"/>',
            _text(
                x(points[-1][0]) + 6,
                bottom - (points[-1][1] - low) / span * (bottom - top) + 4,
                written(points[-1][1], f".{digits}g"),
                "start",
                "strong",
            ),
        ],
        name,
    )


CURVES = 380  # height of a plot of several curves
START = 56  # horizontal position where they begin
END = 500  # horizontal position where they end; the names follow on the right
LINE = 15  # height of a name


def curves(rows: Sequence[tuple[str, Sequence[tuple[float, float]]]], axis: str) -> str:
    """Return a plot of several figures as curves, with names at their ends.

    Args:
        rows: name of each curve, and its points as position and figure; the curve that ends highest
            comes first.
        axis: label of the axis.
    """
    places = [place for _row_name, points in rows for place, _value_there in points]
    values = [value for _row_name, points in rows for _place, value in points]
    x = Axis(0.0, max(places), START, END)
    low, high = min(values), max(values)
    room = 0.04 * ((high - low) or 1.0)
    y = Axis(low - room, high + room, CURVES, 8)
    parts = [*_axis(x, CURVES, axis)]
    for tick in y.ticks():
        parts.append(_line(START, y(tick), END, y(tick), "grid"))
        parts.append(_text(START - 8, y(tick) + 4, _value(tick), "end", "tick"))
    below = 0.0
    for k, (name, points) in enumerate(rows):
        color = f"hsl({(k * 137) % 360} 62% 48%)"  # steps by the golden angle stay distinct
        line = " ".join(f"{x(place):.1f},{y(value):.1f}" for place, value in points)
        label = below = max(below + LINE, y(points[-1][1]))
        end = (x(points[-1][0]), y(points[-1][1]))
        parts += [
            f"<g><title>{escape(name)}: {points[-1][1]:z.0f}</title>",
            f'<polyline class="line" style="stroke:{color}" points="{line}"/>',
            f'<circle cx="{end[0]:.1f}" cy="{end[1]:.1f}" r="3" style="fill:{color}"/>',
            f'<line x1="{end[0]:.1f}" y1="{end[1]:.1f}" x2="{END + 14}" y2="{label:.1f}" '
            f'style="stroke:{color};stroke-opacity:.4"/>',
            _text(END + 18, label + 4, f"{points[-1][1]:z.0f}  {_short(name)}", "start", "ends"),
            "</g>",
        ]
    return _svg(max(CURVES + AXIS, below + LINE), parts, _("ratings over time"))


def _axis(x: Axis, y: float, name: str) -> Iterator[str]:
    for tick in x.ticks():
        yield _line(x(tick), 0, x(tick), y, "grid")
        yield _text(x(tick), y + 17, _value(tick), "middle", "tick")
    yield _text((x.start + x.end) / 2, y + 36, name, "middle", "tick")


def _value(value: float) -> str:
    return written(value, ",.0f" if float(value).is_integer() else "z.4g")


def _name(name: str, y: float) -> str:
    return _text(LABELS - 12, y + 4, _short(name), "end", "name")


def _short(name: str) -> str:
    """Return a name that fits beside a plot."""
    return name if len(name) <= MAX_NAME else f"{name[: MAX_NAME - 1]}…"


def _text(x: float, y: float, text: str, anchor: str, kind: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">{escape(text)}</text>'
    )


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def _svg(height: float, parts: Iterable[str], title: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(title)}">'
        + "".join(parts)
        + "</svg>"
    )
