"""Picture of a game of Kuhn poker: two cards, the chips, the betting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aicore.core.poker_picture import Hand, draw_table
from aicore.core.poker_words import actions_text

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from aicore.core.picture import Scene


def draw(scene: Scene) -> Element:
    """Return a drawing of the table with both seats."""
    fields = scene.position
    hands = []
    for seat, card in enumerate(fields["cards"]):
        actions = fields["betting"][seat::2]
        chips = 1 + ("bet" in actions or "call" in actions)
        hands.append(Hand(card, chips, [actions_text(actions)] if actions else []))
    return draw_table(scene, hands)
