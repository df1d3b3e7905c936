"""Drawings of Free Trader's event cards, and the icons of goods, modules and figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aicore.core.language import N_, capital, pgettext
from aicore.core.language import gettext as _
from aicore.core.outlines import CRATE, ENGINE, GEAR, PISTOL, ROCKET, SHIELD, STAR, SWORD
from aicore.core.picture import fit
from aicore.core.svg import add, write
from aicore.core.tabletop import card, icon, slab
from aicore.games.trader.words import vocabulary
from aicore.games.trader.words.labels import title_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from xml.etree.ElementTree import Element

    from aicore.core.tabletop import Box

KINDS = {
    "starport": ("seat2", "M3 21V9l5-4v3l4-3l4 3V5l5 4v12h-6v-5h-6v5zM6 11v3h3v-3zM15 11v3h3v-3z"),
    "police": ("seat0", STAR),
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
    SHIELD,
    ENGINE,
    CRATE,
)
"""Icons of the modules: weapons, defenses, engines, cargo."""

GOODS = (
    PISTOL,
    GEAR,
    "M22 2c1 10-3 16-10 16c-2 0-4-.5-5-1.5L3.5 21L2 19.5L5.5 15.5C4 8 10 2 22 2z"
    "M16 7C12 8.5 9 11 7.5 14.5C11 12.5 14 10 16 7z",
    "M1 8c3-2 6-2 8-1c2 1 4 1 6 0c2-1 5-1 8 1c0 5-2 9-6 9c-3 0-3.5-3-5-3s-2 3-5 3C3 17 1 13 1 8z"
    "M4.5 9.5c2-1 4-.5 4.5 2c-2 1-4 .5-4.5-2zM19.5 9.5c-2-1-4-.5-4.5 2c2 1 4 .5 4.5-2z",
)
"""Icons of the goods: weapons, industrials, agriculturals, illegals."""

TILE_WIDTH = 33.4
TILE = (
    "M1-4.7h22a5.7 5.7 0 0 1 5.7 5.7v22a5.7 5.7 0 0 1-5.7 5.7H1A5.7 5.7 0 0 1-4.7 23V1"
    "A5.7 5.7 0 0 1 1-4.7z"
)
"""Outline of a tile from which an icon is cut out. The icon has 24 units, the tile TILE_WIDTH."""

BAND = 28  # height of the colored head of a card
ROW = 21  # height of a row of a card
CARD = BAND + 4 * ROW + 12
"""Height of an event card."""
HEADINGS = {
    "buy": N_("Prices to buy"),
    "sell": N_("Prices to sell"),
    "attack": N_("Its attack"),
    "fine": N_("Your fine"),
    "flight": N_("Your flight"),
}
"""Titles of the card that was drawn for one of its figures, by the figure."""


def event(
    parent: Element, row: list[Any], goods: Sequence[str], box: Box, used: str, new: bool
) -> Element:
    """Draw an event card: its kind, prices to buy and to sell, and figures for everything else.

    Args:
        goods: names of the four goods.
        used: the figure that counts now: buy, sell, attack, fine or flight; "" for none.
        new: whether the card was just drawn.
    """
    _name, kind, _value, buy, sell, attack, defense, fine, jump = row
    x, y, width, _height = box
    style, sign = KINDS[kind]
    flight = pgettext("flight", "safe") if jump == "safe" else pgettext("flight", "misjump")
    about = _(
        "event card: {title}; buy {buy}; sell {sell}; attack {attack}; defense {defense}; "
        "fine x {fine}; flight {flight}",
        title=title_of(row),
        buy=_listed(buy, goods),
        sell=_listed(sell, goods),
        attack=attack,
        defense=defense,
        fine=fine,
        flight=flight,
    )
    group = card(parent, box, about, "face last" if new else "face")
    side = BAND - 8
    head = f"M{x:.4g} {y + BAND:.4g}v-{side}a8 8 0 0 1 8-8h{width - 16:.4g}a8 8 0 0 1 8 8v{side}z"
    add(group, "path", style, d=head)
    icon(group, sign, (x + 8, y + 5, 18, 18), "paper")
    heading = _(HEADINGS[used]) if used in HEADINGS else capital(title_of(row))
    write(group, x + 32, y + 19, fit(heading, width - 36, 15), "paper bold")
    step = (width - 42) / len(goods)
    for place in range(len(goods)):
        badge(group, place, x + 38 + step * (place + 0.5), y + BAND + 13, 19)
    ways = {"buy": pgettext("prices", "buy"), "sell": pgettext("prices", "sell")}
    for place, (word, prices) in enumerate((("buy", buy), ("sell", sell))):
        base = y + BAND + ROW * (place + 2) - 2
        look = "bold" if word == used else "muted"
        if word == used:
            slab(group, (x + 3, base - 15, width - 6, ROW - 1), f"{style} wash", 4)
        write(group, x + 8, base, ways[word], look, font_size=13)
        for at, price in enumerate(prices):
            middle = x + 38 + step * (at + 0.5)
            write(group, middle, base, str(price or "-"), f"{look} middle", font_size=13)
    figures = (
        ("attack", SWORD, str(attack)),
        ("defense", SHIELD, str(defense)),
        ("fine", STAR, f"x{fine}"),
        ("flight", ROCKET, "✓" if jump == "safe" else "✗"),
    )
    left, base = x + 4, y + BAND + 4 * ROW
    for (word, outline, figure), share in zip(figures, (0.23, 0.23, 0.3, 0.24), strict=True):
        look, step = "ink" if word == used else "muted", share * (width - 8)
        if word == used:
            slab(group, (left, base - 15, step, ROW), f"{style} wash", 4)
        icon(group, outline, (left + 2, base - 11, 13, 13), look)
        write(group, left + 17, base, figure, "bold" if word == used else "muted", font_size=13)
        left += step
    return group


def _listed(prices: Sequence[int], goods: Sequence[str]) -> str:
    """Return the price of each good in words."""
    pairs = zip(goods, prices, strict=True)
    return ", ".join(
        _("{good} {price}", good=vocabulary.good(good), price=price or _("not at all"))
        for good, price in pairs
    )


def badge(parent: Element, place: int, x: float, y: float, size: float, style: str = "") -> None:
    """Draw the badge of a good, centered at (x, y): the good's icon on its color.

    Args:
        place: index of the good among the goods.
        style: further classes, such as "faint".
    """
    scale = 24 / TILE_WIDTH * size  # width of the icon's 24 units
    corner = (x - scale / 2, y - scale / 2, scale, scale)
    icon(parent, TILE + GOODS[place], corner, f"seat{place} {style}".strip())


def coin(parent: Element, x: float, y: float, size: float) -> None:
    """Draw a coin of vectorium, centered at (x, y)."""
    add(parent, "circle", "gem", cx=x, cy=y, r=size / 2)
    cut = f"M{x - 0.22 * size:.4g} {y - 0.22 * size:.4g}l{0.22 * size:.4g} {0.46 * size:.4g}"
    add(parent, "path", "none coin", d=f"{cut}l{0.22 * size:.4g} {-0.46 * size:.4g}")


def change(figure: int) -> str:
    """Return a planet's price modifier as text; a dash if the planet does not sell the good."""
    return f"{figure:+d}" if figure else "-"
