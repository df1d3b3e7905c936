"""Icons of artifacts, items and weapons, and the tiles that show what a seat holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aicore.core.outlines import (
    BOLT,
    FLAME,
    PISTOL,
    ROCKET,
    SHIELD,
    SICKLE,
    SNOWFLAKE,
    SUN,
    WRENCH,
)
from aicore.core.svg import write
from aicore.core.tabletop import icon, named, slab

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

TILE = 30.0
STEP = TILE + 4
"""Width of a tile, and the distance from one to the next."""

ARTIFACTS = {
    "mercurial-salamander": (
        "M12 0c2 0 3 1.5 3 3.5l4-1.5l1 2.5l-5 2V11l5 1.5l-1 2.5l-4-1c0 3 1 5 4 6.5"
        "c-6 3-10-.5-10-6.5l-4 1l-1-2.5L9 11V6.5l-5-2L5 2l4 1.5C9 1.5 10 0 12 0z"
    ),
    "venusian-dragonfly": (
        "M12 1a2 2 0 0 1 2 2v3l8-3c2 3-2 6.5-8 7c6 0 8.5 4 6.5 6.5L14 13v8l-2 3l-2-3v-8"
        "l-6.5 3.5C1.5 14 4 10 10 10C4 9.5 0 6 2 3l8 3V3a2 2 0 0 1 2-2z"
    ),
    "lunar-sickle": SICKLE,
    "cererian-flower": (
        "M12 0a4.5 4.5 0 0 1 4.3 6a4.5 4.5 0 0 1 1.8 8.7a4.5 4.5 0 1 1-6.1 5.5"
        "a4.5 4.5 0 1 1-6.1-5.5A4.5 4.5 0 0 1 7.7 6A4.5 4.5 0 0 1 12 0z"
        "M12 8.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7z"
    ),
    "martian-spearhead": "M12 0l7 11l-4.5 3.5V24h-5v-9.5L5 11zM12 5l-3.5 6L12 13l3.5-2z",
    "jovian-scepter": (
        "M17 0a7 7 0 1 1-3.5 13L5 23.5L1.5 20L11 11.5A7 7 0 0 1 17 0zM17 3.5a3.5 3.5 0 1 0 0 7"
        "a3.5 3.5 0 1 0 0-7z"
    ),
    "saturnian-hourglass": (
        "M3 0h18v3.5h-1.5c0 4-3.5 6-5.5 8.5c2 2.5 5.5 4.5 5.5 8.5H21V24H3v-3.5h1.5"
        "c0-4 3.5-6 5.5-8.5C8 9.5 4.5 7.5 4.5 3.5H3z"
    ),
    "uranium-gem": "M6 2h12l6 7.5L12 23L0 9.5zM8 4.5L4.5 9h4.5zM12 5l-2 4h4zM16 4.5L15 9h4.5z",
    "neptunian-shell": (
        "M12 1.5c6.5 0 11 4 11 9.5c0 6.5-5.5 11.5-13 11.5c-5 0-9-2-9-5.5h8c4.5 0 8-2 8-6"
        "c0-3-2-4.5-4.5-4.5S9 8 9 10.5c0 1.5 1 2.5 2.5 2.5l-1 3C7 16 5 13.5 5 10.5c0-5 3-9 7-9z"
    ),
    "heart-of-sol": SUN,
}
"""Outline of each artifact, and of the Heart of Sol."""

ITEMS = {
    "power-pack": "M8 0h8v3h3v21H5V3h3zM13 6l-5 8h3.5l-1 6l5.5-8.5h-3.5z",
    "tape": "M12 1a11 11 0 0 1 11 11v11H12A11 11 0 1 1 12 1zM12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8z",
    "vitality": (
        "M12 22C5 16 1 12 1 7.5A5.5 5.5 0 0 1 12 5a5.5 5.5 0 0 1 11 2.5C23 12 19 16 12 22z"
        "M10.5 7.5v3h-3v3h3v3h3v-3h3v-3h-3v-3z"
    ),
    "adrenaline": BOLT,
    "o2": "M9 0h6v3h2v3c2 1 3 3 3 5v13H4V11c0-2 1-4 3-5V3h2zM8 12v4h8v-4z",
    "keycard": "M1 4h22v16H1zM4 7.5v4h6v-4zM4 14v2.5h16V14z",
    "security-hack": (
        "M5 10h2V7a5 5 0 0 1 9.5-2l-2.7 1.2A2 2 0 0 0 10 7v3h9v13H5zM12 13a2 2 0 0 0-1 3.7V20h2"
        "v-3.3a2 2 0 0 0-1-3.7z"
    ),
    "grapple-gun": (
        "M10.5 24V8H7V5h3.5V0h3v5H17v3h-3.5v12c3.5-.5 5.5-2.5 6-5l-2 1l1-6l4.5 4l-1.5.5"
        "c-.5 5-4.5 9-10 9.5z"
    ),
    "rocketpack": ROCKET,
    "doorway": "M3 24V9a9 9 0 0 1 18 0v15h-4V9a5 5 0 0 0-10 0v15zM10 12h4v5h-4z",
    "foam-gun": "M2 6h14v5h-3v12H6V11H2zM19 3a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5zM20 11h3v3h-3z",
    "heat-ray": FLAME,
    "freeze-ray": SNOWFLAKE,
    "platform-hack-1": "M1 1h10v10H1zM13 13h10v10H13zM16 1h3v4h4v3h-4v4h-3V8h-4V5h4z",
    "platform-hack-2": (
        "M12 1a11 11 0 0 1 8.5 4L23 2.5V10h-7.5l2.8-2.8A8 8 0 1 0 20 12h3A11 11 0 1 1 12 1z"
        "M8 8h8v8H8z"
    ),
    "blaster": PISTOL,
    "shield": SHIELD,
}
"""Outline of each item and weapon."""

UNKNOWN = WRENCH


def tile(
    parent: Element, thing: str, x: float, y: float, number: int | None, about: str, worn: bool
) -> Element:
    """Draw a thing that a seat holds. Return its group.

    Args:
        number: a number to show on it, such as its charges; None for none.
        about: the thing and its effect, in words.
        worn: whether it is in use, like a raised shield.
    """
    group = named(parent, about)
    slab(group, (x, y, TILE, TILE), "good" if worn else "face", 6)
    relic = ARTIFACTS.get(thing)
    style = "gem" if relic else "muted faint" if number == 0 else "ink"
    if worn:
        style = "paper"
    size = 20 if number is None else 17
    left = x + (5 if number is None else 2)
    icon(group, relic or ITEMS.get(thing, UNKNOWN), (left, y + 5, size, 0), style)
    if number is not None:
        write(group, x + TILE - 3, y + TILE - 4, str(number), "bold end", font_size=13)
    return group
