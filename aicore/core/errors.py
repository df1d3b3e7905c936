"""What can go wrong: every error that aicore raises on purpose, each a single clear line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath

MEANT = 4  # moves that the error of an ambiguous one names
MAX_LENGTH = 300
"""Characters in an error's text at most."""
PLAIN = (type(None), int, float, str, bytes, list, tuple, dict)
"""Types whose values an error shows; what others say of themselves may be anything."""


def one_line(text: object, limit: int = MAX_LENGTH) -> str:
    """A text as one line that a terminal shows as it is.

    Line breaks and other wide or narrow spaces become a space, whatever else does not print (escape
    sequences, marks that turn the direction of writing, halves of characters) its Python escape.

    Args:
        text: anything; an error of the operating system reads "FILE: what is wrong".
        limit: the most characters; what is longer is cut and ends in "...".
    """
    if isinstance(text, OSError) and text.strerror:
        file = text.filename
        text = (
            f"{short(PurePath(file))}: {text.strerror}" if isinstance(file, str) else text.strerror
        )
    try:
        whole = str(text)
    except (ValueError, RecursionError):  # thousands of digits, lists in lists in lists
        whole = f"{type(text).__name__} of great size"
    start = whole[: 2 * limit]  # never walk through 100 MB for a line of it
    line = "".join(map(_visible, " ".join(start.split())))
    if len(line) <= limit and len(start) == len(whole):
        return line
    return line[: limit - 3] + "..."


def short(value: object) -> str:
    """A value of the user's as an error shows it: one line that leaves room for what is wrong."""
    return one_line(value, 180 if isinstance(value, PurePath) else 80)


def quoted(value: object) -> str:
    """A value of anybody's as Python writes it, of any type and size, in one short line."""
    if isinstance(value, int) and not -(1 << 64) < value < 1 << 64:
        return "a number beyond all bounds"
    if not isinstance(value, PLAIN):
        return f"an object of type {short(type(value).__name__)}"
    try:
        return short(repr(value[:MAX_LENGTH] if isinstance(value, str | bytes) else value))
    except Exception:  # nested too deeply, too many digits, or things in it that fail to say
        return f"a {type(value).__name__} that cannot be shown"


def sentence(text: str) -> str:
    """A text with a full stop at its end, unless it has a stop of some kind."""
    return text if text.endswith((".", "?", "!", "...")) else f"{text}."


def meant(typed: object, known: Iterable[str], like: float = 0.6) -> str:
    """The known name that is most like what somebody typed; "" where none is.

    Args:
        like: how alike they must be, from 0 to 1, equal.
    """
    import difflib  # only for what is wrong

    by_name = {name.casefold(): name for name in known}
    close = difflib.get_close_matches(str(typed)[:MAX_LENGTH].casefold(), by_name, n=1, cutoff=like)
    return by_name[close[0]] if close else ""


def unknown(what: str, typed: object, known: Iterable[str], others: str = "") -> str:
    """What to say of a name that nothing has: the one that may be meant, else all there are.

    Args:
        what: what it should name, such as "game".
        others: what to say where no known name is like it; "" for a list of all.
    """
    names = list(known)
    close = meant(typed, names)
    hint = f'Did you mean "{close}"?' if close else others
    if not hint:
        hint = f"There are {', '.join(names)}." if names else "There are none."
    return f'There is no {what} "{short(typed)}". {hint}'


def _visible(character: str) -> str:
    return character if character.isprintable() else repr(character)[1:-1]


class AicoreError(ValueError):
    """Base of all: its text is one line that says what is wrong and what would be right."""

    def __init__(self, message: object = "") -> None:
        super().__init__(one_line(message))


class UnknownGame(AicoreError):
    """No game has this name."""


class OptionError(AicoreError):
    """A game's option or number of seats is unknown or out of range."""


class DataError(AicoreError):
    """A game's data are wrong; the text begins with the key that is."""


class NotationError(AicoreError):
    """A text is not an action or outcome of the game."""


class AmbiguousMove(NotationError):
    """What was typed may mean any of several moves.

    Args:
        typed: what was typed.
        moves: what it may mean.
    """

    def __init__(self, typed: str, moves: Sequence[str]) -> None:
        shown = ", ".join(moves[:MEANT]) + (", ..." if len(moves) > MEANT else "")
        super().__init__(f"{typed!r} may be any of {len(moves)} moves: {shown}")
        self.moves = tuple(moves)


class MistakeError(AicoreError):
    """The code of a game in plain Python is wrong; the text names the author's file and line.

    Args:
        sentence: what is wrong, and where.
        file, line: of the author's code; None where no line is to blame.
        state: the position it happened in, field by field, as far as it could be read; first the
            fields that the line names.
        event: the action or chance event that was being played, if any.
    """

    def __init__(
        self,
        sentence: object = "",
        file: str | None = None,
        line: int | None = None,
        state: dict[str, object] | None = None,
        event: str | None = None,
    ) -> None:
        super().__init__(sentence)
        self.file, self.line, self.state, self.event = file, line, state, event

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.file, self.line, self.state, self.event)


class IllegalAction(AicoreError):
    """An action or outcome is not possible in this state."""


class SpecError(AicoreError):
    """What was set of a player or a searcher is wrong."""


class FileNeeded(SpecError, UnknownGame):
    """A game or a player stands in a file of its own, which nobody named."""


class StateError(AicoreError):
    """A dictionary is not a state of the game."""


class RecordError(AicoreError):
    """A record is damaged or breaks the rules."""
