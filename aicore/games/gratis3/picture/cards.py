"""Command cards: in a hand with their effect, or small, as in a queue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.core.outlines import ARROW, FIGHTER, MISSILE, SHIELD, SIGHT, WRENCH
from aicore.core.picture import wrap
from aicore.core.svg import add, write
from aicore.core.tabletop import centered, icon, named, slab
from aicore.games.gratis3.words.phrases import titled

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from aicore.core.tabletop import Box

HEIGHT = 104  # height of a card in a hand
SMALL = 24.0, 30.0  # width and height of a small card
STEP = 26.0  # distance between small cards
LOOKS = {
    "launch-move": ((FIGHTER, ARROW), "seat2"),
    "move-launch": ((ARROW, FIGHTER), "seat5"),
    "shields-guns": ((SHIELD,), "seat0"),
    "short-range": ((SIGHT,), "seat1"),
    "missile": ((MISSILE,), "seat3"),
    "override": ((WRENCH,), "seat4"),
}
"""Icons and color of each card."""

ABOUT = {
    "launch-move": N_("two craft, then one step"),
    "move-launch": N_("one step, then two craft"),
    "shields-guns": N_("shields and a step, or guns"),
    "short-range": N_("shoot a Carrier near you"),
    "missile": N_("shoot a Carrier elsewhere"),
    "override": N_("repair or use a Down system"),
}
"""Effect of each card, in a few words."""


def draw_card(group: Element, card: str, copies: int, box: Box, style: str, about: str) -> None:
    """Draw a card of the hand.

    Args:
        copies: number of copies in the hand.
        style: CSS classes of the card's background.
        about: the effect of the card, or the reason why it would do nothing now.
    """
    x, y, width, height = box
    outlines, color = LOOKS[card]
    if copies > 1:
        slab(group, (x + 4, y - 4, width, height), "face")
    slab(group, box, style)
    slab(group, (x, y, width, 40), f"{color} wash")
    size = 28
    left = x + width / 2 - (size + 34 * (len(outlines) - 1)) / 2
    for place, outline in enumerate(outlines):
        icon(group, outline, (left + 34 * place, y + 6, size, size), color)
    if copies > 1:
        write(group, x + width - 8, y + 18, f"x{copies}", "bold end", font_size=14)
    centered(group, x + width / 2, y + 58, [titled(card)], 14 if width > 115 else 13, "bold")
    lines = wrap(about, width - 8, 13)[:2]
    centered(group, x + width / 2, y + 77, lines, 13, "muted")


def small_card(
    parent: Element, card: str | None, x: float, y: float, about: str, new: bool
) -> None:
    """Draw a card of `SMALL` size, face down if it is not known.

    Args:
        about: name of the card for a tooltip.
        new: whether the card was just played.
    """
    width, height = SMALL
    group = named(parent, about)
    slab(group, (x, y, width, height), "face last" if new else "face", 4)
    if card is None:
        slab(group, (x + 3, y + 3, width - 6, height - 6), "back", 3)
        return
    outlines, color = LOOKS[card]
    slab(group, (x, y, width, height), f"{color} wash", 4)
    if len(outlines) == 1:
        icon(group, outlines[0], (x + 3.5, y + 6, 17, 0), color)
        return
    for place, outline in enumerate(outlines):
        icon(group, outline, (x + 6, y + 2 + 13.5 * place, 12, 0), color)


def small_cards(parent: Element, cards: list[str | None], x: float, y: float) -> float:
    """Draw a hand in a row that ends at x, copies as one card. Return the left end."""
    kinds = dict.fromkeys(cards)
    left = x - sum(STEP + 8 * (cards.count(card) > 1) for card in kinds)
    x = left
    for card in kinds:
        number = cards.count(card)
        name = titled(card) if card else _("a card that you cannot see")
        about = _("in hand: {number} x {card}", number=number, card=name)
        small_card(parent, card, x, y, about, False)
        if number > 1:
            add(parent, "circle", "ink", cx=x + SMALL[0] - 1, cy=y + 2, r=8)
            centered(parent, x + SMALL[0] - 1, y + 6.5, [str(number)], 13, "paper bold")
        x += STEP + (8 if number > 1 else 0)
    return left
