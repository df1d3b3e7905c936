"""Small drawings of things on the station, each centered on a point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aicore.core.language import N_
from aicore.core.svg import add
from aicore.games.relics.rules.names import STEPS

if TYPE_CHECKING:
    from collections.abc import Callable
    from xml.etree.ElementTree import Element


def gem(parent: Element, x: float, y: float, size: float) -> Element:
    """Draw the sign of an artifact."""
    half = size / 2
    top, wide = y - 0.8 * half, 1.15 * half
    points = (
        f"{x - 0.6 * wide:.1f},{top:.1f} {x + 0.6 * wide:.1f},{top:.1f} {x + wide:.1f},"
        f"{y - 0.2 * half:.1f} {x:.1f},{y + half:.1f} {x - wide:.1f},{y - 0.2 * half:.1f}"
    )
    return add(parent, "polygon", "gem", points=points)


def heart(parent: Element, x: float, y: float, size: float) -> Element:
    """Draw the sign of the Heart of Sol: a sun."""
    group = add(parent, "g")
    half, slant = size / 2, 0.35 * size
    rays = (
        f"M{x:.1f} {y - half:.1f}v{size:.1f}M{x - half:.1f} {y:.1f}h{size:.1f}"
        f"M{x - slant:.1f} {y - slant:.1f}l{2 * slant:.1f} {2 * slant:.1f}"
        f"M{x + slant:.1f} {y - slant:.1f}l{-2 * slant:.1f} {2 * slant:.1f}"
    )
    add(group, "path", "rays", d=rays)
    add(group, "circle", "gem", cx=x, cy=y, r=0.3 * size)
    return group


def crate(parent: Element, x: float, y: float, size: float) -> Element:
    """Draw the sign of an item."""
    corner = {"x": x - size / 2, "y": y - size / 2}
    return add(parent, "rect", "crate", width=size, height=size, rx=1, **corner)


def flame(parent: Element, x: float, y: float, size: float) -> Element:
    """Draw a fire."""
    path = (
        f"M{x:.1f} {y - 0.45 * size:.1f}q{0.5 * size:.1f} {0.5 * size:.1f} "
        f"{0.25 * size:.1f} {0.85 * size:.1f}h{-0.5 * size:.1f}"
        f"q{-0.25 * size:.1f} {-0.35 * size:.1f} {0.25 * size:.1f} {-0.85 * size:.1f}z"
    )
    return add(parent, "path", "flame", d=path)


def turret(
    parent: Element, x: float, y: float, size: float, way: str, fired: bool = False
) -> Element:
    """Draw a gun that points in a direction; it is pale if it has fired this turn."""
    group = add(parent, "g", "faint" if fired else "")
    dx, dy = STEPS[way]
    ends = {"x1": x, "y1": y, "x2": x + 0.95 * dx * size, "y2": y + 0.95 * dy * size}
    add(group, "line", "barrel", stroke_width=0.4 * size, **ends)
    add(group, "circle", "turret", cx=x, cy=y, r=0.55 * size)
    return group


def _platform(parent: Element, x: float, y: float) -> None:
    add(parent, "rect", "dock", x=x - 8, y=y - 8, width=16, height=16, rx=2)
    add(parent, "rect", "plank", x=x - 7, y=y - 7, width=7, height=14)


def _line_of_fire(parent: Element, x: float, y: float) -> None:
    turret(parent, x - 4, y, 16, "e")
    add(parent, "line", "beam", x1=x + 8, y1=y, x2=x + 18, y2=y)


SIGNS: tuple[tuple[Callable[[Element, float, float], object], str], ...] = (
    (lambda parent, x, y: gem(parent, x, y, 17), N_("artifact")),
    (lambda parent, x, y: heart(parent, x, y, 20), N_("the Heart of Sol")),
    (lambda parent, x, y: crate(parent, x, y, 12), "item"),
    (_platform, "spare platform"),
    (_line_of_fire, N_("a gun and its fire")),
)
"""Drawings with their names."""
