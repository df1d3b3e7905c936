"""Errors of aicore. The text of each error is a single line."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import PurePath

_gettext: Callable[..., str] | None = None
_ngettext: Callable[..., str] | None = None


def translate_with(gettext: Callable[..., str], ngettext: Callable[..., str]) -> None:
    """Set the functions that translate the texts of errors.

    `aicore.core.language` calls this function. It imports this module, so this one cannot import
    it.
    """
    global _gettext, _ngettext
    _gettext, _ngettext = gettext, ngettext


def _(message: str, /, **slots: object) -> str:
    """Return a text in the language spoken here."""
    if _gettext:
        return _gettext(message, **slots)
    return message.format(**slots) if slots else message


def ngettext(one: str, many: str, n: int, /, **slots: object) -> str:
    """Return the text for a number of things, in the language spoken here."""
    if _ngettext:
        return _ngettext(one, many, n, **slots)
    return (one if n == 1 else many).format(n=n, **slots)


def N_(message: str) -> str:
    """Mark a constant for the catalogs."""
    return message


MAX_MEANINGS = 4  # maximum number of moves that the error for an ambiguous move lists
MAX_LENGTH = 300
"""Maximum number of characters in an error's text."""
PLAIN = (type(None), int, float, str, bytes, list, tuple, dict)
"""Types whose values an error shows; the repr of other types may be anything."""
REASONS = {
    errno.EACCES: N_("Permission denied"),
    errno.EADDRINUSE: N_("Address already in use"),
    errno.EADDRNOTAVAIL: N_("Cannot assign requested address"),
    errno.EAGAIN: N_("Resource temporarily unavailable"),
    errno.EBUSY: N_("Device or resource busy"),
    errno.ECONNREFUSED: N_("Connection refused"),
    errno.ECONNRESET: N_("Connection reset by peer"),
    errno.EEXIST: N_("File exists"),
    errno.EFBIG: N_("File too large"),
    errno.EHOSTUNREACH: N_("No route to host"),
    errno.EINVAL: N_("Invalid argument"),
    errno.EIO: N_("Input/output error"),
    errno.EISDIR: N_("Is a directory"),
    errno.ELOOP: N_("Too many levels of symbolic links"),
    errno.EMFILE: N_("Too many open files"),
    errno.ENAMETOOLONG: N_("File name too long"),
    errno.ENETUNREACH: N_("Network is unreachable"),
    errno.ENFILE: N_("Too many open files in system"),
    errno.ENOENT: N_("No such file or directory"),
    errno.ENOEXEC: N_("Exec format error"),
    errno.ENOMEM: N_("Cannot allocate memory"),
    errno.ENOSPC: N_("No space left on device"),
    errno.ENOTDIR: N_("Not a directory"),
    errno.ENOTEMPTY: N_("Directory not empty"),
    errno.EPERM: N_("Operation not permitted"),
    errno.EPIPE: N_("Broken pipe"),
    errno.EROFS: N_("Read-only file system"),
    errno.ETIMEDOUT: N_("Connection timed out"),
}
"""Reasons that operating systems give, which catalogs translate, by their numbers."""


def one_line(text: object, limit: int = MAX_LENGTH) -> str:
    """Return a text as one line without characters that control a terminal.

    Line breaks and other whitespace become a space. Other unprintable characters (escape sequences,
    marks that change the writing direction, lone surrogates) become their Python escapes.

    Args:
        text: any object; an error of the operating system becomes "FILE: reason".
        limit: maximum length; a longer text is cut and ends in "...".
    """
    if isinstance(text, OSError) and text.strerror:
        file, reason = text.filename, reason_of(text)
        text = f"{short(PurePath(file))}: {reason}" if isinstance(file, str) else reason
    try:
        whole = str(text)
    except (ValueError, RecursionError):  # thousands of digits, deeply nested lists
        whole = _("{kind} too large to show", kind=type(text).__name__)
    start = whole[: 2 * limit]  # never process 100 MB for one line
    line = " ".join(start.split())
    if not line.isprintable():
        line = "".join(map(_visible, line))
    if len(line) <= limit and len(start) == len(whole):
        return line
    return line[: limit - 3] + "..."


def reason_of(error: BaseException) -> str:
    """Return the reason of an error without its file, in the language spoken here.

    Args:
        error: an error of the operating system, or another error, whose text is the reason.
    """
    if not isinstance(error, OSError) or not error.strerror:
        return one_line(error, 80)
    number = error.errno or 0
    # Windows gives its reasons in its own language; code may raise an error with its own reason.
    usual = error.strerror == os.strerror(number) or getattr(error, "winerror", None) is not None
    return _(REASONS[number]) if usual and number in REASONS else one_line(error.strerror, 80)


def short(value: object) -> str:
    """Return a user's value as one line, short enough to leave an error room for its reason."""
    return one_line(value, 180 if isinstance(value, PurePath) else 80)


def quoted(value: object) -> str:
    """Return the repr of a value of any type and size as one short line."""
    if isinstance(value, int) and not -(1 << 64) < value < 1 << 64:
        return _("a huge number")
    if not isinstance(value, PLAIN):
        return _("an object of type {kind}", kind=short(type(value).__name__))
    try:
        return short(repr(value[:MAX_LENGTH] if isinstance(value, str | bytes) else value))
    except Exception:  # nested too deeply, too many digits, or a failing repr inside
        return _("a {kind} that cannot be printed", kind=type(value).__name__)


def sentence(text: str) -> str:
    """Return a text with a period at its end, unless it already ends like a sentence."""
    return text if text.endswith((".", "?", "!", "...")) else f"{text}."


def meant(typed: object, known: Iterable[str], cutoff: float = 0.6) -> str:
    """Return the known name most similar to the typed text; "" if none is similar.

    Args:
        cutoff: minimum similarity, from 0 (nothing in common) to 1 (equal).
    """
    import difflib  # imported late: only errors need it

    by_name = {name.casefold(): name for name in known}
    text = str(typed)[:MAX_LENGTH].casefold()
    close = difflib.get_close_matches(text, by_name, n=1, cutoff=cutoff)
    return by_name[close[0]] if close else ""


def unknown(what: str, typed: object, known: Iterable[str], others: str = "") -> str:
    """Return the message for an unknown name. It suggests a similar name or lists all names.

    Args:
        what: kind of thing that has the name, such as "game", in the language spoken here. German
            has it in the accusative, with an article: "Ein Spiel".
        typed: the unknown name.
        known: all names of this kind.
        others: text to add if no name is similar; "" adds a list of all names.
    """
    names = list(known)
    close = meant(typed, names)
    hint = did_you_mean(close) if close else others
    if not hint:
        there = _("There are {names}.", names=", ".join(names))
        hint = there if names else _("There are none.")
    return _('There is no {what} "{name}".', what=what, name=short(typed)) + f" {hint}"


def did_you_mean(close: str) -> str:
    """Return the question that suggests a similar name."""
    return _('Did you mean "{name}"?', name=close)


def _visible(character: str) -> str:
    """Return a character, or its Python escape if it is unprintable."""
    return character if character.isprintable() else repr(character)[1:-1]


class AicoreError(ValueError):
    """Base class of all errors of aicore. The text is one line: the problem and its solution."""

    def __init__(self, message: object = "") -> None:
        super().__init__(one_line(message))


class UnknownGame(AicoreError):
    """Name of a game that does not exist."""


class OptionError(AicoreError):
    """Option of a game that is unknown or has a wrong value, or a wrong number of seats."""


class NoExactResponse(OptionError):
    """Game in which no exact best response can be computed."""


class DataError(AicoreError):
    """Mistake in a game's data; the text begins with the wrong key."""


class NotationError(AicoreError):
    """Text that is not an action or outcome of the game.

    Args:
        message: the reason.
        close: a similar word, which the message suggests; "" for none.
    """

    def __init__(self, message: object = "", close: str = "") -> None:
        super().__init__(message)
        self.close = close


class UnknownMove(NotationError):
    """Text whose first word begins no action of the game."""


class UnknownWord(NotationError):
    """Word that fills no blank of a form of the game's notation."""


class AmbiguousMove(NotationError):
    """Typed text that may mean any of several moves.

    Args:
        typed: the typed text.
        moves: its possible meanings.
    """

    def __init__(self, typed: str, moves: Sequence[str]) -> None:
        shown = ", ".join(moves[:MAX_MEANINGS]) + (", ..." if len(moves) > MAX_MEANINGS else "")
        message = ngettext(
            "{typed!r} matches {n} move: {moves}",
            "{typed!r} matches {n} moves: {moves}",
            len(moves),
            typed=typed,
            moves=shown,
        )
        super().__init__(message)
        self.typed, self.moves = typed, tuple(moves)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.typed, self.moves)


class MistakeError(AicoreError):
    """Mistake in the code of a game in plain Python; the text names the author's file and line.

    Args:
        sentence: description of the mistake and its place.
        file, line: file and line of the author's code; None if no line is to blame.
        state: fields of the position in which the mistake happened, if they could be read. Fields
            that the line names come first.
        event: action or chance event that the game was playing, if any.
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
    """Action or outcome that is not possible in this state."""


class SpecError(AicoreError):
    """Wrong setting of a player or a searcher."""


class FileNeeded(SpecError, UnknownGame):
    """Spec of a game or player from a file, without the file's name."""


class StateError(AicoreError):
    """Dictionary or bytes that hold no valid state or batch of the game."""


class RecordError(AicoreError):
    """Record that is damaged or breaks the rules."""
