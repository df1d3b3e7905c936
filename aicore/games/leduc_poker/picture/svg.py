"""Picture of a game of Leduc poker: the hands, the public card, the chips, the betting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aicore.core.poker_picture import Hand, draw_table
from aicore.core.poker_words import actions_text

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from aicore.core.picture import Scene


def draw(scene: Scene) -> Element:
    """Return a drawing of the table with both seats and the public card."""
    fields = scene.position
    hands = []
    for seat, card in enumerate(fields["cards"]):
        actions = [actions_text(part[seat::2]) for part in fields["betting"]]  # the seats alternate
        hands.append(Hand(card, fields["chips"][seat], [line for line in actions if line]))
    return draw_table(scene, hands, fields["public"])
