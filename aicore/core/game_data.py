"""A game's data file: its title, its seats and its options, below all that shows or plays it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from aicore.core.parameter import Parameter


@dataclass(frozen=True, eq=False)
class GameData:
    """Content of a game's data file.

    Each is equal to itself alone, so that what is worked out from one can be kept by it.
    """

    name: str
    folder: Path
    data: dict[str, Any] = field(repr=False)

    @property
    def title(self) -> str:
        """The game's printed name."""
        return str(self.data["game"]["title"])

    @property
    def summary(self) -> str:
        """Summary of the game, in one line."""
        return str(self.data["game"]["summary"])

    @property
    def seats(self) -> tuple[int, int]:
        """The fewest and the most seats."""
        low, high = self.data["game"]["seats"]
        return int(low), int(high)

    @property
    def default_seats(self) -> int:
        """The default number of seats."""
        return int(self.data["game"]["default_seats"])

    @property
    def stakes(self) -> str:
        """The unit of the returns, such as "chips", where it counts how much is won.

        Empty where only placing counts.
        """
        return str(self.data["game"].get("stakes", ""))

    @cached_property
    def options(self) -> dict[str, Parameter]:
        """The rule options by name."""
        return {
            name: Parameter(
                name=name,
                default=entry["default"],
                help=entry["help"],
                low=entry.get("low", 0),
                high=entry.get("high", 0),
                choices=tuple(entry.get("choices", ())),
                file="a TOML file" if entry.get("file") else "",
            )
            for name, entry in self.data.get("options", {}).items()
        }


KNOWN: dict[str, GameData] = {}
"""The games that the registry has described in this process, by name."""
