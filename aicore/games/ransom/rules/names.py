"""Names of Space Ransom's cards."""

from functools import lru_cache
from typing import Any

from aicore.core.registry import info


def card_names(data: dict[str, Any], part: str) -> tuple[str, ...]:
    """Return the ids of all cards of a part ("targets", "ammo"), by kind, then faction."""
    factions = data["factions"]["ids"]
    return tuple(f"{kind}.{faction}" for kind in data[part]["ids"] for faction in factions)


@lru_cache(maxsize=1)
def target_names() -> tuple[str, ...]:
    """Return the ids of the sixteen targets."""
    return card_names(info("ransom").data, "targets")


@lru_cache(maxsize=1)
def ammo_names() -> tuple[str, ...]:
    """Return the ids of the ammo deck: 36 ammo cards, then the merchants."""
    data = info("ransom").data
    return (*card_names(data, "ammo"), *data["merchants"]["ids"])
