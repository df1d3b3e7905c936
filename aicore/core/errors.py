"""What can go wrong: every error that aicore raises on purpose, each a single clear line."""

from __future__ import annotations


def one_line(text: str, limit: int = 300) -> str:
    r"""The text as one visible line of at most `limit` characters, cut with "...".

    White space becomes a blank; other characters that do not show are written as ``\x1b``.
    """
    line = " ".join(text[: 4 * limit].split())
    line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)
    return line if len(line) <= limit else line[: limit - 3] + "..."


class AicoreError(ValueError):
    """Base of all: its text is one line that says what is wrong and what would be right."""


class UnknownGame(AicoreError):
    """No game has this name."""


class OptionError(AicoreError):
    """A game's option or number of seats is unknown or out of range."""


class DataError(AicoreError):
    """A game's data are wrong; the text begins with the key that is."""


class NotationError(AicoreError):
    """A text is not an action or outcome of the game."""


class IllegalAction(AicoreError):
    """An action or outcome is not possible in this state."""


class SpecError(AicoreError):
    """A player's specification is wrong."""


class StateError(AicoreError):
    """A dictionary is not a state of the game."""


class RecordError(AicoreError):
    """A record is damaged or breaks the rules."""


class EngineError(AicoreError):
    """An external engine broke the protocol, or died.

    Args:
        kind: what it did, one word: "crash", "time", "garbage", "flood" or "refused".
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind

    def __reduce__(self) -> tuple[type[EngineError], tuple[str, str]]:
        return EngineError, (self.kind, str(self))


class StoreError(AicoreError):
    """A tournament's file is damaged, of another kind, or of another configuration."""
