"""Table of the small poker games: two seats, their cards, chips and actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from aicore.core.language import gettext as _
from aicore.core.language import ngettext
from aicore.core.picture import BUTTON, PLATE, plate, width_of, wrap
from aicore.core.poker_words import button_text, card_name, rank
from aicore.core.svg import add, write
from aicore.core.tabletop import (
    GAP,
    MARGIN,
    Box,
    back,
    buttons_around,
    card,
    centered,
    headline,
    icon,
    named,
    settle,
    slab,
    table,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from xml.etree.ElementTree import Element

    from aicore.core.picture import Scene

WIDTH, HEIGHT = 72.0, 100.0  # size of a card
FELT = 380.0  # height of the felt
STACK = 5  # maximum number of chips in a stack
SUITS = {
    "h": (
        "bad",
        "M12 22C5 16 1 12 1 7.5A5.5 5.5 0 0 1 12 5a5.5 5.5 0 0 1 11 2.5C23 12 19 16 12 22z",
    ),
    "s": (
        "ink",
        "M12 1c6 5.5 10 9 10 13a5 5 0 0 1-8.5 3.5c.3 2.5 1 4 2.5 5h-8c1.5-1 2.200-2.5 2.5-5"
        "A5 5 0 0 1 2 14C2 10 6 6.5 12 1z",
    ),
}
"""Color and shape of each suit."""


@dataclass(frozen=True)
class Hand:
    """Card, chips and actions of a seat.

    Args:
        card: the seat's card; None if the viewer does not know it, "-" before the deal.
        chips: number of chips that the seat has put in.
        actions: actions of the seat, a line for each round.
    """

    card: str | None
    chips: int
    actions: list[str]


def draw_table(scene: Scene, hands: Sequence[Hand], public: str | None = None) -> Element:
    """Return the picture of the whole table.

    Args:
        hands: cards, chips and actions of each seat.
        public: the public card; "-" before it is dealt, None in a game without a public card.
    """
    picture = table(scene, scene.position.game.info.title)
    pot = sum(hand.chips for hand in hands)
    note = ngettext("{n} chip in the pot", "{n} chips in the pot", pot)
    y = float(headline(picture, scene, _headline(scene), note))
    middle = scene.width / 2
    room = scene.width - 2 * MARGIN if scene.narrow else 640.0
    felt = {"x": middle - room / 2, "y": y, "width": room, "height": FELT}
    add(picture, "rect", "felt", rx=40 if scene.narrow else FELT / 2, **felt)
    viewer = scene.seat if scene.seat is not None else 0
    for seat, hand in enumerate(hands):
        _seat(picture, scene, seat, hand, y, near=seat == viewer)
    new = any(text.startswith("public ") for _actor, text in scene.last)
    _pot(picture, (middle, y + FELT / 2), pot, public, new)
    y += FELT + 2 * GAP
    wanted = [(button_text(text), [number]) for number, text in enumerate(scene.legal)]
    buttons_around(picture, scene, middle, y, wanted)
    y += BUTTON + GAP
    return settle(picture, y + MARGIN - GAP)


def _headline(scene: Scene) -> str:
    """Return a line that says whose turn it is, or how the game ended."""
    called, position = scene.called, scene.position
    if position.end:
        winners = [seat for seat, score in enumerate(position.scores()) if score > 0]
        if not winners:
            return _("the pot is shared")
        return _("{who} {who:win|wins} the pot", who=called[winners[0]])
    if position.turn < 0:
        return _("dealing cards")
    if scene.legal:
        return _("Check or bet?") if "check" in scene.legal else _("A bet: what now?")
    return _("{who} {who:think|thinks}", who=called[position.turn])


def _seat(picture: Element, scene: Scene, seat: int, hand: Hand, top: float, near: bool) -> None:
    """Draw a seat: its card on the felt, with its name and its chips beside the card.

    Args:
        top: y coordinate of the felt's upper edge.
        near: whether the seat is on the viewer's side of the table.
    """
    middle = scene.width / 2
    y = top + FELT - HEIGHT - 20 if near else top + 20
    if hand.card != "-":
        box = (middle - WIDTH / 2, y, WIDTH, HEIGHT)
        new = any(text.startswith(f"deal {seat} ") for _actor, text in scene.last)
        playing_card(picture, hand.card, box, scene.name(seat), new)
    width = 116.0 if scene.narrow else 200.0
    left = MARGIN + 8 if scene.narrow else middle - WIDTH / 2 - GAP * 2 - width
    plate(picture, scene, seat, left, y + HEIGHT / 2 - PLATE / 2, width, note=" ")
    right = middle + WIDTH / 2 + 2 * GAP
    _chips(picture, seat, hand.chips, right, y + HEIGHT / 2 - 6)
    acted = any(actor == seat for actor, _text in scene.last)
    for number, line in enumerate(hand.actions):
        base = y + HEIGHT / 2 + 12 + 24 * number
        latest = acted and number == len(hand.actions) - 1
        wide = width_of(line, 13) + 16
        left = min(right, scene.width - MARGIN - wide)
        around = (left, base, wide, 20)
        slab(picture, around, "paper last" if latest else "paper edge", 10)
        write(picture, left + 8, base + 15, line, font_size=13)


def _chips(picture: Element, seat: int, number: int, x: float, y: float) -> None:
    """Draw chips in stacks, with their number beside them."""
    group = named(picture, ngettext("{n} chip", "{n} chips", number))
    stacks = -(-number // STACK)
    for chip in range(number):
        cx, cy = x + 14 + chip // STACK * 30, y + 4 - chip % STACK * 6
        add(group, "ellipse", f"seat{seat} mark", cx=cx, cy=cy, rx=13, ry=6)
    write(group, x + 8 + stacks * 30, y + 6, str(number), "star bold", font_size=15)


def _pot(
    picture: Element, middle: tuple[float, float], pot: int, public: str | None, new: bool
) -> None:
    """Draw the public card in the middle, and the pot beside it."""
    x, y = middle
    if public is None:
        centered(picture, x, y + 6, [_("pot {pot}", pot=pot)], 20, "star bold")
        return
    box = (x - WIDTH / 2, y - HEIGHT / 2, WIDTH, HEIGHT)
    if public == "-":
        slab(picture, box, "none aim broken")
        centered(picture, x, y - 2, wrap(_("public card"), WIDTH, 13), 13, "star")
    else:
        playing_card(picture, public, box, _("public card"), new)
    shown = _("pot {pot}", pot=pot)
    write(picture, x + WIDTH / 2 + 2 * GAP, y + 6, shown, "star bold", font_size=18)


def playing_card(
    parent: Element, name: str | None, box: Box, whose: str, new: bool = False
) -> Element:
    """Draw a card.

    Args:
        name: rank and suit, such as "Qs", or a rank alone, such as "K"; None if it is face down.
        box: place and size of the card.
        whose: name of the card's owner, or "public card", for its label.
        new: whether the card was just dealt.
    """
    if name is None:
        return back(parent, box, _("{whose}: a card face down", whose=whose))
    x, y, width, height = box
    word, style = rank(name), "face last" if new else "face"
    group = card(parent, box, f"{whose}: {card_name(name)}", style)
    if len(name) == 1:
        centered(group, x + width / 2, y + height / 2 + 16, [name], 46, "bold")
        centered(group, x + width / 2, y + height - 12, [word], 13, "muted")
        return group
    color, outline = SUITS[name[1]]
    write(group, x + 8, y + 26, name[0], f"bold {color}", font_size=22)
    icon(group, outline, (x + 9, y + 32, 13, 13), color)
    icon(group, outline, (x + width / 2 - 10, y + 36, 38, 38), color)
    centered(group, x + width / 2, y + height - 8, [word], 13, "muted")
    return group
