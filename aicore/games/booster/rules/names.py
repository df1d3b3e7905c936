"""Ids of Booster's cards, and names of their types."""

from functools import cache

from aicore.core.registry import GameInfo

TYPES = ("crew", "propulsion", "destination", "transport", "payload")


@cache
def card_ids(info: GameInfo) -> tuple[str, ...]:
    """Return the ids of the fifty cards in component order."""
    cards = info.data["cards"]
    return tuple(entry["id"] for kind in TYPES for entry in cards[kind])
