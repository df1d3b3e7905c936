"""Faces of Booster's cards, large in a hand, or as a chip in a line."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from aicore.core.picture import width_of, wrap
from aicore.core.svg import add, write
from aicore.core.tabletop import card, centered, globe, icon, named
from aicore.games.booster.rules.names import TYPES
from aicore.games.booster.words.story import CARGOES, RANGES

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
    "payload": ("M12 1l10 5v12l-10 5l-10-5V6zM12 3.6L5.6 6.8L12 10l6.4-3.2zM4 8.6v8.2l7 3.5v-8.2z"),
}
"""Icon of each type of cards, on 24 by 24 units."""

WORLDS = {
    "near-earth-orbit": ("world0", "band"),
    "luna": ("pale", "craters"),
    "mercury": ("world4", "craters"),
    "venus": ("world4", "band"),
    "mars": ("world1", "craters"),
    "asteroid-field": ("pale", "craters"),
    "jupiter": ("world1", "band"),
    "saturn": ("world4", "ring"),
    "outer-planet": ("world5", "ring"),
}
"""Color and look of the destinations that are drawn as globes."""

STYLES: dict[str, str] = dict(
    zip(TYPES, ("seat0", "seat1", "seat2", "seat3", "seat4"), strict=True)
)
BAND = 24  # height of the colored head of a card
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
        return self.id.replace("-", " ")

    @property
    def reach(self) -> str:
        """Level as a word."""
        return (CARGOES if self.kind in ("transport", "payload") else RANGES)[self.level]

    @property
    def about(self) -> str:
        """Everything printed on the card."""
        text = f"{self.name}: {self.kind}, {self.reach} ({self.level})"
        if self.offers:
            text += f", offers {', '.join(self.offers)}"
        return text + (f", needs {self.needs}" if self.needs else "")

    @property
    def printed(self) -> str:
        """Everything printed on the card, in printed order, for players who speak its words."""
        wants = [*self.offers, *([f"needs {self.needs}"] if self.needs else [])]
        return f"{self.kind} {self.name}, {', '.join([self.reach, *wants])} ({self.level})"


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


def face(parent: Element, one: Card, box: Box, new: bool = False) -> Element:
    """Draw a card of a hand.

    Args:
        new: whether the card was just drawn.
    """
    x, y, width, height = box
    middle, style = x + width / 2, STYLES[one.kind]
    group = card(parent, box, one.about)
    head = (
        f"M{x:.4g} {y + BAND}v-{BAND - 8}a8 8 0 0 1 8-8h{width - 16:.4g}a8 8 0 0 1 8 8v{BAND - 8}z"
    )
    add(group, "path", style, d=head)
    write(group, x + 8, y + 16, one.kind, "paper bold", font_size=12)
    y += BAND
    if height > 150:
        icon(group, ICONS[one.kind], (x + width - 22, y + 4 - BAND, 16, 16), "paper")
        _art(group, one, middle, y + 37)
        y += 68
    else:
        icon(
            group,
            ICONS[one.kind],
            (x + width - 38, y + height - BAND - 36, 32, 32),
            f"{style} wash",
        )
    size, bold = (13, 14.6) if height > 150 else (12, 13)  # bold type takes more room
    y = centered(group, middle, y + 18, wrap(one.name, width - 8, bold), size, "bold")
    _pips(group, one, middle, y)
    if one.offers or one.needs:
        lines = wrap(f"needs {one.needs}" if one.needs else ", ".join(one.offers), width - 8, 11)
        centered(group, middle, y + 18, lines, 11, "bold" if one.needs else "muted")
    if new:
        add(group, "circle", "accent", cx=box[0] + width - 4, cy=box[1] + 3, r=9)
        write(group, box[0] + width - 4, box[1] + 7, "+", "paper bold middle")
        group[0].text = f"{one.about}; just drawn"
    return group


def _art(group: Element, one: Card, x: float, y: float) -> None:
    """Draw the art of a large card: the destination as a globe, or the icon of its type."""
    add(group, "circle", f"{STYLES[one.kind]} wash", cx=x, cy=y, r=31)
    if one.id in WORLDS:
        color, looks = WORLDS[one.id]
        globe(group, color, looks, (x, y), 13 + 3.0 * one.level)
    else:
        size = 28.0 + 6 * one.level
        icon(group, ICONS[one.kind], (x - size / 2, y - size / 2, size, size), STYLES[one.kind])


def _pips(group: Element, one: Card, middle: float, y: float) -> None:
    """Draw the level as one to three of three dots, with a word."""
    word = one.reach
    left = middle - (46 + width_of(word, 12)) / 2
    for place in range(3):
        look = STYLES[one.kind] if place < one.level else "none edge"
        add(group, "circle", look, cx=left + 5 + 13 * place, cy=y - 2, r=4.5)
    write(group, left + 44, y + 2, word, font_size=12)


def chip_width(one: Card) -> float:
    """Return the width of a card's chip."""
    return 46 + width_of(one.name, 12)


def chip(parent: Element, one: Card, x: float, y: float) -> None:
    """Draw a card within a line: icon, name and level."""
    width, style = chip_width(one), STYLES[one.kind]
    group = named(parent, one.about)
    add(group, "rect", "face", x=x, y=y, width=width, height=CHIP, rx=6)
    add(group, "rect", f"{style} wash", x=x, y=y, width=width, height=CHIP, rx=6)
    icon(group, ICONS[one.kind], (x + 5, y + 5, 14, 14), style)
    write(group, x + 23, y + 16, one.name, font_size=12)
    write(group, x + width - 7, y + 16, str(one.level), "end bold muted", font_size=12)
