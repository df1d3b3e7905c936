"""Names of a tournament's players: an engine reports its name, others are named by their specs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from aicore.core.errors import one_line
from aicore.core.sources import called
from aicore.players import Player
from aicore.players.errors import EngineError
from aicore.players.external import Engine

MAX_NAME = 80  # maximum characters of an engine's name


def name_of(player: Player, spec: str) -> tuple[str, str]:
    """Return a player's name, and its version or "" if it reports no version.

    This starts an engine to ask for its name. An engine that does not answer is named by its spec.
    """
    if isinstance(player, Engine):
        try:
            player.ready(0)
            about = {key: one_line(text, MAX_NAME).strip() for key, text in player.about.items()}
        except EngineError:
            about = {}
        player.close()
        if about.get("name"):
            return about["name"], about.get("version", "")
    return called(spec.strip()), ""


def distinct(players: Sequence[tuple[str, str]]) -> list[str]:
    """Return distinct names: equal names get the version, and if still equal, a number.

    Args:
        players: name and version of each player.
    """
    counts = Counter(name for name, _ in players)
    return numbered(
        f"{name} {version}" if version and counts[name] > 1 else name for name, version in players
    )


def numbered(names: Iterable[str]) -> list[str]:
    """Return the names; a repeated name gets a number."""
    taken: list[str] = []
    for name in names:
        number = 1
        while (candidate := name if number == 1 else f"{name} #{number}") in taken:
            number += 1
        taken.append(candidate)
    return taken
