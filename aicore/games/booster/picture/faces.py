"""Faces of Booster's cards, large in a hand, or as a chip in a line."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from aicore.core.language import capital
from aicore.core.language import gettext as _
from aicore.core.outlines import CRATE
from aicore.core.picture import width_of, wrap
from aicore.core.svg import add, write
from aicore.core.tabletop import card, centered, globe, icon, named, slab
from aicore.games.booster.picture.art import ART, WORLDS
from aicore.games.booster.rules.names import TYPES
from aicore.games.booster.words.cards import (
    level_name,
    name,
    resource,
    titled,
    type_name,
)

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from aicore.core.registry import GameInfo
    from aicore.core.tabletop import Box

ICONS = {
    "crew": "M12 2a5 5 0 1 1 0 10a5 5 0 1 1 0-10zM3 23c0-6 3.5-9 9-9s9 3 9 9z",
    "propulsion": (
        "M8 1h8l3 9H5zM7 12h10c1 5-2 8-5 11c-3-3-6-6-5-11z"
        "m3 1c-.5 3 .7 5 2 6.5c1.3-1.5 2.5-3.5 2-6.5z"
    ),
    "destination": (
        "M12 5a7 7 0 0 1 7 6c2-1.5 3.5-3 3-4c-.3-.6-1.5-.7-3-.4l-.8-1.6c3-.7 5-.3 5.6 1.2"
        "c1 2.5-3.5 6.3-9.5 9c-6.5 3-12.5 3.7-13.5 1.4c-.6-1.5.5-3.3 3-5.4l.7 1.7"
        "c-1.5 1.3-2.2 2.4-1.9 3c.3.6 1.7.7 3.7.4A7 7 0 0 1 12 5z"
        "M8.5 18.3c3-.5 7-2 9.8-3.6A7 7 0 0 1 8.5 18.3z"
    ),
    "transport": (
        "M12 .5c4 4 5.5 8.5 5 15l4 4v3.5l-5-2h-8l-5 2v-3.5l4-4c-.5-6.5 1-11 5-15z"
        "M12 7a2 2 0 1 0 0 4a2 2 0 1 0 0-4z"
    ),
    "payload": CRATE,
}
"""Icon of each card type, in a square of 24 by 24 units."""

STYLES: dict[str, str] = dict(
    zip(TYPES, ("seat0", "seat1", "seat2", "seat3", "seat4"), strict=True)
)
BAND = 24  # height of the colored head of a card
TEXTS = 118  # height of a card without its art: the head, and up to four lines below the art
CHIP = 24  # height of a chip


@dataclass(frozen=True)
class Card:
    """Card with all that is printed on it."""

    id: str
    kind: str
    level: int
    offers: tuple[str, ...] = ()
    needs: str = ""

    @property
    def name(self) -> str:
        """Name in words."""
        return name(self.id)

    @property
    def titled(self) -> str:
        """Name as a title."""
        return titled(self.id)

    @property
    def reach(self) -> str:
        """Level as a word."""
        return level_name(self.kind, self.level)

    @property
    def offered(self) -> list[str]:
        """Resources that it offers, in words."""
        return [resource(one) for one in self.offers]

    @property
    def needed(self) -> str:
        """Clause that says what it needs; "" if it needs nothing."""
        return _("needs {resource}", resource=resource(self.needs)) if self.needs else ""

    @property
    def about(self) -> str:
        """Everything printed on the card."""
        kind, name = type_name(self.kind), self.name
        text = _(
            "{name}: {kind}, {reach} ({level})",
            name=name,
            kind=kind,
            reach=self.reach,
            level=self.level,
        )
        if self.offers:
            text = _("{card}, offers {resources}", card=text, resources=", ".join(self.offered))
        return f"{text}, {self.needed}" if self.needs else text

    @property
    def printed(self) -> str:
        """Everything printed on the card, in printed order: its label for control by voice."""
        wants = [*self.offered, *([self.needed] if self.needs else [])]
        read = ", ".join([self.reach, *wants])
        return f"{type_name(self.kind)} {self.name}, {read} ({self.level})"


@cache
def cards(info: GameInfo) -> dict[str, Card]:
    """Return the fifty cards by id, in component order."""
    return {
        entry["id"]: Card(
            entry["id"],
            kind,
            entry["level"],
            tuple(entry.get("offers", ())),
            entry.get("needs", ""),
        )
        for kind in TYPES
        for entry in info.data["cards"][kind]
    }


def face(parent: Element, shown: Card, box: Box, new: bool = False) -> Element:
    """Draw a card of a hand: its type, its art, its name, its level and what it needs or offers.

    Args:
        box: place and size; what the texts leave of the height is for the art.
        new: whether the card was just drawn.
    """
    x, y, width, height = box
    middle, style = x + width / 2, STYLES[shown.kind]
    group = card(parent, box, shown.about)
    head = (
        f"M{x:.4g} {y + BAND}v-{BAND - 8}a8 8 0 0 1 8-8h{width - 16:.4g}a8 8 0 0 1 8 8v{BAND - 8}z"
    )
    add(group, "path", style, d=head)
    write(group, x + 8, y + 17, capital(type_name(shown.kind)), "paper bold", font_size=13)
    y += BAND
    tall = height - TEXTS
    slab(group, (x, y, width, tall), f"{style} wash", 0)
    _art(group, shown, middle, y + tall / 2, tall / 84)
    y = centered(group, middle, y + tall + 18, _lines(shown.titled, width - 6), 13, "bold")
    _pips(group, shown, middle, y + 1)
    if shown.offers or shown.needs:
        lines = wrap(shown.needed or ", ".join(shown.offered), width - 6, 12.5)[:3]
        centered(group, middle, y + 19, lines, 13, "bold" if shown.needs else "muted")
    if new:
        add(group, "circle", "accent", cx=x + width - 4, cy=box[1] + 3, r=10)
        write(group, x + width - 4, box[1] + 8, "+", "paper bold middle", font_size=14)
        group[0].text = _("{card}; just drawn", card=shown.about)
    return group


def _lines(title: str, width: float) -> list[str]:
    """Return a card's title in lines; a word that is too wide breaks after its hyphen."""
    words = (
        word.replace("-", "- ") if width_of(word, 13) > width else word for word in title.split()
    )
    return wrap(" ".join(words), width, 13)


def _art(group: Element, shown: Card, x: float, y: float, scale: float) -> None:
    """Draw the art of a card: the destination as a globe, or an outline."""
    if shown.id in WORLDS:
        color, looks = WORLDS[shown.id]
        globe(group, color, looks, (x, y), scale * (17 + 4.0 * shown.level))
    else:
        size = scale * (48.0 + 4 * shown.level)
        outline = ART.get(shown.id.rstrip("-1234"), ICONS[shown.kind])
        icon(group, outline, (x - size / 2, y - size / 2, size, size), STYLES[shown.kind])


def _pips(group: Element, shown: Card, middle: float, y: float) -> None:
    """Draw the level as one to three of three dots, with a word."""
    left = middle - (44 + width_of(shown.reach, 13)) / 2
    pips(group, shown, left, y - 3)
    write(group, left + 44, y + 2, shown.reach, font_size=13)


def pips(group: Element, shown: Card, left: float, y: float) -> None:
    """Draw a card's level as one to three of three dots.

    Args:
        left: the x of the left end.
        y: the y of the dots' centers.
    """
    for place in range(3):
        look = STYLES[shown.kind] if place < shown.level else "none edge"
        add(group, "circle", look, cx=left + 5 + 13 * place, cy=y, r=4.5)


def chip_width(shown: Card, brief: bool) -> float:
    """Return the width of a card's chip; a brief one has no name."""
    return 42 if brief else 46 + width_of(shown.titled, 13)


def chip(parent: Element, shown: Card, x: float, y: float, brief: bool) -> None:
    """Draw a card within a line: icon, name and level; a brief one has no name."""
    width, style = chip_width(shown, brief), STYLES[shown.kind]
    group = named(parent, shown.about)
    add(group, "rect", "face", x=x, y=y, width=width, height=CHIP, rx=6)
    add(group, "rect", f"{style} wash", x=x, y=y, width=width, height=CHIP, rx=6)
    icon(group, ICONS[shown.kind], (x + 5, y + 5, 14, 14), style)
    if not brief:
        write(group, x + 23, y + 17, shown.titled, font_size=13)
    write(group, x + width - 7, y + 17, str(shown.level), "end bold muted", font_size=13)
