"""Title, seats, options and other data of a game, for code that shows or plays games."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aicore.core.language import gettext as _
from aicore.core.language import language, pgettext
from aicore.core.parameter import Parameter

ACCENTS = ("slate", "amber", "teal", "blue", "plum", "rose", "green")
"""Names of colors of games on the page, the default first. The style sheet defines the colors."""


LAST = 1000  # rank of games whose data file gives none


@dataclass(frozen=True, eq=False)
class GameData:
    """Content of a game's data file.

    Instances compare by identity, so that caches can use them as keys.

    Args:
        name: name by which `aicore.load` finds the game.
        folder: folder of the game's files.
        data: content of the data file.
    """

    name: str
    folder: Path
    data: dict[str, Any] = field(repr=False)
    _options: dict[str, dict[str, Parameter]] = field(default_factory=dict, init=False, repr=False)

    def translated(self, text: str) -> str:
        """Return a text of the data file in the language spoken here."""
        return _(text)

    @property
    def title(self) -> str:
        """Printed name of the game."""
        return self.translated(str(self.data["game"]["title"]))

    @property
    def summary(self) -> str:
        """Summary of the game, in one line."""
        return self.translated(str(self.data["game"]["summary"]))

    @property
    def pitch(self) -> str:
        """Sentence that makes people want to play; the summary if there is none."""
        pitch = self.data["game"].get("pitch")
        return self.translated(str(pitch)) if pitch else self.summary

    @property
    def accent(self) -> str:
        """Name of the game's color on the page, one of `ACCENTS`."""
        return str(self.data["game"].get("accent", ACCENTS[0]))

    @property
    def minutes(self) -> int:
        """Typical length of a game against computers, in minutes; 0 if unknown."""
        return int(self.data["game"].get("minutes", 0))

    @property
    def rank(self) -> int:
        """Place among the games in the lobby, from 1; games without one come last."""
        return int(self.data["game"].get("rank", LAST))

    @property
    def cover(self) -> str:
        """Picture of the game in the lobby, as SVG; empty if the game has none."""
        file = self.folder / "picture" / "cover.svg"
        return file.read_text(encoding="utf-8") if file.exists() else ""

    @property
    def seats(self) -> tuple[int, int]:
        """Minimum and maximum number of seats."""
        low, high = self.data["game"]["seats"]
        return int(low), int(high)

    @property
    def default_seats(self) -> int:
        """Default number of seats."""
        return int(self.data["game"]["default_seats"])

    @property
    def stakes(self) -> str:
        """Unit of the returns, such as "chips", if they count winnings; empty otherwise."""
        stakes = str(self.data["game"].get("stakes", ""))
        return self.translated(stakes) if stakes else ""

    @property
    def options(self) -> dict[str, Parameter]:
        """Rule options by name."""
        spoken = language()
        if spoken not in self._options:
            self._options[spoken] = self.parameters()
        return self._options[spoken]

    def choice(self, word: str) -> str:
        """Return an option's choice as people read it; they type the word itself."""
        return pgettext("choice", word.replace("_", " "))

    def parameters(self) -> dict[str, Parameter]:
        """Return the rule options by name, made for this call."""
        return {
            name: Parameter(
                name=name,
                default=entry["default"],
                help=self.translated(entry["help"]),
                low=entry.get("low", 0),
                high=entry.get("high", 0),
                choices=tuple(entry.get("choices", ())),
                file=_("a TOML file") if entry.get("file") else "",
            )
            for name, entry in self.data.get("options", {}).items()
        }


KNOWN: dict[str, GameData] = {}
"""Games that the registry has described in this process, by name."""
