"""Output that works on every terminal: unencodable characters are written in ASCII."""

from __future__ import annotations

import codecs
import os
import re
import shlex
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TextIO

from aicore.core.sources import files_of

# Similar characters or equivalents; any other character loses its accents or becomes "?".
ASCII = {
    "–": "-", "—": "-", "−": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "„": '"', "…": "...",
    "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue",
    "×": "x", "·": ".", "•": "*", "±": "+-", "½": "1/2", "¼": "1/4", "¾": "3/4",
    "→": "->", "←": "<-", "↑": "^", "↓": "v", "≥": ">=", "≤": "<=", "≠": "!=", "≈": "~", "∞": "inf",
    "Σ": "sum", "π": "pi", "σ": "sigma", "ε": "eps", "λ": "lambda", "√": "sqrt",
    "●": "o", "○": "o", "■": "#", "□": "o", "▲": "^", "▼": "v", "▶": ">", "◀": "<", "◆": "*",
    "★": "*", "☆": "*", "✓": "v", "✗": "x", "♠": "S", "♥": "H", "♦": "D", "♣": "C",
    "─": "-", "━": "-", "═": "=", "│": "|", "┃": "|", "║": "|", "█": "#", "▏": "|",
    "░": ".", "▒": ":", "▓": "#", "▀": "#", "▄": "#", "▌": "#", "▐": "#",
}  # fmt: skip

MIN_COLUMNS = 24  # minimum columns of any drawing
NO_BREAK = "\N{NO-BREAK SPACE}"

# Characters that a terminal would obey instead of showing: escape sequences, marks that change the
# direction of writing or take no room, surrogate halves. Tabs and line breaks are harmless.
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)


def visible(text: str) -> str:
    """Return the text with unprintable characters as Python escapes, whatever its origin."""
    return UNSEEN.sub(lambda match: repr(match[0])[1:-1], text)


def approximate(error: UnicodeError) -> tuple[str, int]:
    """Handle codec errors: return ASCII in place of unencodable characters."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join(_ascii(character) for character in text), error.end


def _ascii(character: str) -> str:
    if character in ASCII:
        return ASCII[character]
    if "─" <= character <= "╿":  # other corners and crossings of boxes
        return "+"
    plain = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return plain or "?"


def prepare_streams() -> None:
    """Make the standard streams accept any character, so that none raises UnicodeError.

    In the C locale Python writes UTF-8, because most such terminals show it. An explicit
    ``LC_ALL=C`` means ASCII. A closed input acts as an empty one, and output to a closed stream is
    dropped.
    """
    _open_closed()
    codecs.register_error("approximate", approximate)
    encoding = "ascii" if _plain_locale() else None
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="approximate", **({"encoding": encoding} if encoding else {}))
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")  # undecodable input is a wrong move, not a crash


def _open_closed() -> None:
    """Replace closed streams by the null device; otherwise other files would get their numbers."""
    if None not in (sys.stdin, sys.stdout, sys.stderr):
        return
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)  # inherited by the programs that we start
    os.close(number)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(null, mode, encoding="utf-8"))


_own: TextIO | None = None  # standard output, while `own_stdout` reserves it


@contextmanager
def own_stdout() -> Iterator[None]:
    """Reserve standard output for `stdout` in the block: `print` goes to standard error.

    Games and players in plain Python may print anything, and programs read our output. On a
    terminal a person reads both.
    """
    global _own
    if _own is not None or sys.stdout.isatty():
        yield
        return
    _own = sys.stdout
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _own = None


def stdout() -> TextIO:
    """Return the standard output that commands write to."""
    return _own or sys.stdout


def terminal_size(stream: TextIO) -> tuple[int, int]:
    """Return the current columns and rows of a stream's terminal; a person may resize it.

    COLUMNS and LINES take precedence, as in other programs; without any size, the result is 80 and
    24. A size of 0 counts as none. A terminal narrower than MIN_COLUMNS columns wraps the rows.
    """
    try:
        columns, rows = os.get_terminal_size(stream.fileno())
    except (AttributeError, ValueError, OSError):
        columns, rows = 0, 0
    columns, rows = _set_in("COLUMNS") or columns or 80, _set_in("LINES") or rows or 24
    return max(columns, MIN_COLUMNS), rows


def _set_in(variable: str) -> int:
    """Return the positive number in an environment variable; 0 if there is none."""
    value = os.environ.get(variable, "")
    return int(value) if value.isascii() and value.isdecimal() else 0


def wrapped(text: str, width: int, indent: str = "", hang: int = 0) -> str:
    """Return a text in rows that break only between words, even if a word is longer than a row.

    A percent sign stays with its number.

    Args:
        hang: columns by which all rows but the first are indented further.
    """
    rows = textwrap.fill(
        re.sub(r"(?<=\d) %", f"{NO_BREAK}%", text),
        max(1, width),
        initial_indent=indent,
        subsequent_indent=indent + " " * hang,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return rows.replace(NO_BREAK, " ")


def aicore_command(names: Iterable[str]) -> str:
    """Return the command `aicore`, which loads the files of some games and players."""
    return " ".join(["aicore", *(f"--use {shell_word(file)}" for file in files_of(names))])


def shell_word(word: object, windows: bool = sys.platform == "win32") -> str:
    """Return a word of a command in shell syntax, quoted if necessary."""
    if windows:
        import subprocess  # late: other systems do not need it, and it is slow to load

        return subprocess.list2cmdline([str(word)])
    return shlex.quote(str(word))


def say(text: str, error: bool = False) -> None:
    """Write a line. `click.echo` would write UTF-8 to an ASCII stream."""
    stream = sys.stderr if error else stdout()
    stream.write(visible(text) + "\n")
    stream.flush()


def _plain_locale() -> bool:
    if "PYTHONUTF8" in os.environ or "PYTHONIOENCODING" in os.environ:
        return False
    return os.environ.get("LC_ALL", "") in ("C", "POSIX")


def is_interactive() -> bool:
    """Whether a person is at both standard input and output."""
    return sys.stdin.isatty() and stdout().isatty()
