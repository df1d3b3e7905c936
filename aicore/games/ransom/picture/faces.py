"""Faces of Space Ransom's cards: targets, ammo like tiles of a periodic table, merchants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aicore.core.language import capital, pgettext
from aicore.core.language import gettext as _
from aicore.core.picture import mark
from aicore.core.svg import add, write
from aicore.core.tabletop import card, centered, icon, slab
from aicore.games.ransom.words.wording import kind_name

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
FLASK = "M6 2h10v2h2v4h2a2 2 0 0 1 2 2v6h-2v-5h-2v11H5V4h1zM8 5v5h8V5z"
FACTIONS = {"sr": 1, "ba": 2, "k": 3, "ca": 4}
"""Number of each faction's mark and color."""


def target(
    parent: Element, name: str, box: Box, points: int, fuel: int, about: str, new: bool
) -> Element:
    """Draw a target's card: its ship in space, its points, its faction and its fuel.

    Args:
        fuel: the reward for capturing it.
        about: the description of the target in words.
        new: whether the target was revealed this turn.
    """
    x, y, width, height = box
    kind, faction = name.split(".")
    seat = FACTIONS[faction]
    group = card(parent, box, about, "face")
    size = height - 54
    slab(group, (x + 3, y + 3, width - 6, height - 26), f"seat{seat} wash", 6)
    write(group, x + 9, y + 22, str(points), "bold", font_size=19)
    mark(group, seat, x + width - 16, y + 16, 16)
    icon(group, SHIPS[kind], (x + (width - size) / 2, y + 24, size, size), f"seat{seat}")
    base = y + height - 7
    write(group, x + 8, base, capital(kind_name(kind)), "bold", font_size=13)
    if fuel:
        base -= 0 if width > 85 else 24
        icon(group, FLASK, (x + width - 41, base - 12, 14, 0), "good")
        write(group, x + width - 7, base, f"+{fuel}", "good bold end", font_size=13)
    if new:
        add(group, "rect", "accent", x=x + width / 2 - 22, y=y - 13, width=44, height=18, rx=9)
        centered(group, x + width / 2, y + 0.5, [pgettext("ransom", "new")], 13, "paper bold")
    return group


def ammo(parent: Element, name: str, box: Box, points: int, about: str, new: bool) -> Element:
    """Draw a card of the hand: an element as in the periodic table, or a merchant.

    Args:
        new: whether the card was just drawn.
    """
    x, y, width, height = box
    group = card(parent, box, about, "face last" if new else "face")
    middle, base = x + width / 2, y + height - 12
    if points:
        kind, faction = name.split(".")
        seat = FACTIONS[faction]
        slab(group, (x + 3, y + 3, width - 6, height - 34), f"seat{seat} wash", 6)
        write(group, x + 10, y + 27, str(points), "bold", font_size=22)
        mark(group, seat, x + width - 19, y + 20, 20)
        symbol = kind.capitalize()
        size = 46.0 if height > 120 else 36.0
        centered(group, middle, y + height * 0.58, [symbol], size, f"seat{seat} bold")
        centered(group, middle, base, [capital(kind_name(kind))], 14, "bold")
    else:
        size = height * 0.46
        icon(group, COINS, (middle - size / 2, y + 14, size, size), "seat4")
        centered(group, middle, base - 17, [pgettext("ransom", "Merchant")], 14, "bold")
        centered(group, middle, base, [_("allows boosts")], 13, "muted")
    return group


def cell(group: Element, name: str, box: Box, look: str) -> None:
    """Draw a target's place in the holding cell.

    Args:
        look: "held", "open" if the target lies face up, or "" if it is still to come.
    """
    x, y, width, height = box
    kind, faction = name.split(".")
    seat = FACTIONS[faction]
    size = height - 8
    at = (x + (width - size) / 2, y + 4, size, size)
    if look == "held":
        slab(group, box, f"seat{seat}", 7)
        icon(group, SHIPS[kind], at, "paper")
    elif look == "open":
        slab(group, box, "face", 7)
        icon(group, SHIPS[kind], at, f"seat{seat}")
    else:
        slab(group, box, "none edge", 7, stroke_dasharray="3 4")
        icon(group, SHIPS[kind], at, "muted faint")
