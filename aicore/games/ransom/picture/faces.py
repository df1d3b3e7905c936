"""Faces of Space Ransom's cards: targets, ammo like tiles of a periodic table, merchants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aicore.core.picture import mark
from aicore.core.svg import add, write
from aicore.core.tabletop import card, centered, icon

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from aicore.core.tabletop import Box

SHIPS = {
    "alpha": (
        "M12 3c3 0 5 2.5 5.5 6c4 1 6 2.5 6 4c0 2.8-5 5-11.5 5S.5 15.8.5 13c0-1.5 2-3 6-4"
        "C7 5.5 9 3 12 3zM8.5 9.5c2 .7 5 .7 7 0C15.2 7 14 5 12 5S8.8 7 8.5 9.5z"
        "M5 12.5a1.3 1.3 0 1 0 0 2.6a1.3 1.3 0 1 0 0-2.6z"
        "M12 13.5a1.3 1.3 0 1 0 0 2.6a1.3 1.3 0 1 0 0-2.6z"
        "M19 12.5a1.3 1.3 0 1 0 0 2.6a1.3 1.3 0 1 0 0-2.6z"
    ),
    "beta": "M12 1l3 8l8 9l-7-1.5l-1.5 5h-5L8 16.5L1 18l8-9zM12 7l-1.5 5h3z",
    "gamma": "M2 8h5V5h10v3h5v8h-5v3H7v-3H2zM9 7v10h6V7zM4 10v4h3v-4zM17 10v4h3v-4z",
    "delta": (
        "M12 3a8 8 0 0 1 8 9l3 7l-6-2a9 9 0 0 1-10 0l-6 2l3-7a8 8 0 0 1 8-9z"
        "M12 7a3 3 0 1 0 0 6a3 3 0 1 0 0-6z"
    ),
}
"""Outlines of the targets by kind, in a square of 24 by 24 units."""

COINS = (
    "M9 3a7 3 0 1 1 0 6a7 3 0 1 1 0-6zM2 8c2 3.5 12 3.5 14 0v3c-2 3-12 3-14 0zM2 12.5"
    "c2 3.5 12 3.5 14 0v3c-2 3-12 3-14 0zM15 12a7 3 0 0 1 7 3c0 4-12 4-14 1c4 .5 8-1 7-4z"
    "M8 18c3 2.5 12 2 14-1v3c-2 3-12 3-14 0z"
)
FACTIONS = {"sr": 1, "ba": 2, "k": 3, "ca": 4}
"""Mark and color of each faction."""


def target(
    parent: Element, name: str, box: Box, points: int, fuel: int, about: str, new: bool
) -> Element:
    """Draw a target's card.

    Args:
        fuel: the reward for capturing it.
        about: the description of the target in words.
        new: whether the target was revealed this turn.
    """
    x, y, width, height = box
    kind, faction = name.split(".")
    style = f"seat{FACTIONS[faction]}"
    group = card(parent, box, about)
    add(group, "rect", f"{style} wash", x=x, y=y, width=width, height=height, rx=8)
    write(group, x + 8, y + 22, str(points), "bold", font_size=18)
    mark(group, FACTIONS[faction], x + width - 16, y + 16, 16)
    size = height - 58
    icon(group, SHIPS[kind], (x + (width - size) / 2, y + 22, size, size), style)
    bottom = y + height - 22
    centered(group, x + width / 2, bottom, [name], 12, "bold")
    brings = f"+{fuel} fuel" if fuel else "no fuel"
    centered(group, x + width / 2, bottom + 14, [brings], 11, "muted")
    if new:
        add(group, "rect", "accent", x=x + width / 2 - 19, y=y - 9, width=38, height=16, rx=8)
        centered(group, x + width / 2, y + 3, ["new"], 11, "paper bold")
    return group


def ammo(parent: Element, name: str, box: Box, points: int, about: str, new: bool) -> Element:
    """Draw a card of the hand.

    Args:
        new: whether it was just drawn.
    """
    x, y, width, height = box
    group = card(parent, box, about)
    middle = x + width / 2
    if points:
        kind, faction = name.split(".")
        style = f"seat{FACTIONS[faction]}"
        add(group, "rect", f"{style} wash", x=x, y=y, width=width, height=height, rx=8)
        write(group, x + 9, y + 24, str(points), "bold", font_size=20)
        mark(group, FACTIONS[faction], x + width - 18, y + 18, 18)
        symbol = kind.capitalize()
        centered(group, middle, y + height * 0.62, [symbol], 42 if height > 120 else 34, style)
        centered(group, middle, y + height - 12, [name], 13, "muted")
    else:
        size = height * 0.42
        icon(group, COINS, (middle - size / 2, y + 14, size, size), "seat5")
        centered(group, middle, y + height - 30, ["merchant"], 13, "bold")
        centered(group, middle, y + height - 14, ["allows boosts"], 11, "muted")
    if new:
        add(group, "circle", "accent", cx=x + width - 4, cy=y + 3, r=9)
        centered(group, x + width - 4, y + 8, ["+"], 14, "paper bold")
    return group
