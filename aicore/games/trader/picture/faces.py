"""Drawings of Free Trader's event cards, and the icons of goods and modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aicore.core.picture import fit
from aicore.core.svg import add, write
from aicore.core.tabletop import card, centered, icon, slab
from aicore.games.trader.words.labels import title_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from xml.etree.ElementTree import Element

    from aicore.core.tabletop import Box

KINDS = {
    "starport": ("seat2", "M3 21V9l5-4v3l4-3l4 3V5l5 4v12h-6v-5h-6v5zM6 11v3h3v-3zM15 11v3h3v-3z"),
    "police": ("seat0", "M12 1l3 6.5l7 .8l-5.2 5l1.4 7.2L12 17l-6.2 3.5L7.2 13.3L2 8.3l7-.8z"),
    "pirate": (
        "seat1",
        "M12 2a8 8 0 0 1 8 8c0 3-1.5 5-3.5 6v4h-9v-4C5.5 15 4 13 4 10a8 8 0 0 1 8-8z"
        "M8.5 8a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5zM15.5 8a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5z",
    ),
    "invader": (
        "seat3",
        "M12 2l3 7l8-3l-3 8l2 6l-7-2l-3 4l-3-4l-7 2l2-6l-3-8l8 3zM12 10l-2 4l2 2l2-2z",
    ),
}
"""Color and icon of each kind of event card."""

MODULES = (
    "M2 10h13V7h3v3h4v4h-4v3h-3v-3H8v5H4v-5H2z",
    "M12 1l9 3.5v7c0 5-3.5 9-9 11.5c-5.5-2.5-9-6.5-9-11.5v-7z",
    "M8 1h8l3 9H5zM7 12h10c1 5-2 8-5 11c-3-3-6-6-5-11z",
    "M12 1l10 5v12l-10 5l-10-5V6zM12 3.5L6 6.5l6 3l6-3zM4 8.5v8l7 3.5v-8z",
)
"""Icons of the modules: weapons, defenses, engines, cargo."""

BAND = 26
ROWS = 6  # number of rows of text on an event card
ROW = 16
CARD = BAND + ROWS * ROW + 8
"""Height of an event card."""


def event(
    parent: Element, row: list[Any], letters: Sequence[str], box: Box, used: str, new: bool
) -> Element:
    """Draw an event card.

    Args:
        letters: a letter for each of the four goods.
        used: the first word of the line that counts now.
        new: whether the card was just drawn.
    """
    name, kind, _, buy, sell, attack, defense, fine, jump = row
    x, y, width, _ = box
    style, sign = KINDS[kind]
    lines = [
        ("buy", _prices(buy, letters)),
        ("sell", _prices(sell, letters)),
        ("attack", str(attack)),
        ("defense", str(defense)),
        ("fine", f"x {fine}"),
        ("flight", jump),
    ]
    about = f"event card {name}: {title_of(row)}; "
    about += "; ".join(f"{word} {figures}" for word, figures in lines)
    group = card(parent, box, about, "face last" if new else "face")
    side = BAND - 8
    head = f"M{x:.4g} {y + BAND:.4g}v-{side}a8 8 0 0 1 8-8h{width - 16:.4g}a8 8 0 0 1 8 8v{side}z"
    add(group, "path", style, d=head)
    icon(group, sign, (x + 8, y + 4, 18, 18), "paper")
    write(group, x + 32, y + 18, title_of(row), "paper bold")
    write(group, x + width - 8, y + 18, name, "paper end", font_size=11)
    for place, (word, figures) in enumerate(lines):
        base = y + BAND + ROW * (place + 1)
        now = word == used
        if now:
            slab(group, (x + 4, base - 13, width - 8, ROW), f"{style} wash", 4)
        look = "bold" if now else "muted"
        write(group, x + 10, base, word, look, font_size=12)
        shown = fit(figures, width - 76, 12)
        write(group, x + 68, base, shown, look, font_size=12)
    return group


def _prices(prices: Sequence[int], letters: Sequence[str]) -> str:
    """Return the price of each good as text; a dash if it is not for sale."""
    pairs = zip(letters, prices, strict=True)
    return " ".join(f"{letter}{price or '-'}" for letter, price in pairs)


def badge(parent: Element, letter: str, place: int, x: float, y: float, size: float) -> None:
    """Draw the badge of a good, centered at (x, y): the good's letter on its color."""
    slab(parent, (x - size / 2, y - size / 2, size, size), f"seat{place}", size / 4)
    centered(parent, x, y + size * 0.24, [letter], max(11, size * 0.66), "paper bold")
