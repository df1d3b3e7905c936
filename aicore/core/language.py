"""Texts in the language of the person who reads them.

Sources hold English. `gettext` and its relatives look a text up in the catalog of the language that
is spoken now, and fill its slots. Catalogs are gettext's: `de.po` in a folder translates what its
modules and data files say; the build compiles all of them into `aicore/languages/de.mo`.

    with speaking("de"):
        _("{who} {who:take|takes} {count} points", who=names[seat], count=3)

A text that is a constant of a module is marked by `N_`, and looked up when it is used.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from typing import Any

from aicore.core.errors import AicoreError

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""Names of the languages, each in its own language, by code."""
SOURCE = "en"
"""Language of the sources."""
VARIABLES = ("AICORE_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that may name a language, the first that is set decides."""
COMMA = frozenset({"de"})
"""Languages that write numbers with a comma before the decimals."""

_default = SOURCE
_spoken: ContextVar[str | None] = ContextVar("language", default=None)


def language() -> str:
    """Return the code of the language that is spoken here."""
    return _spoken.get() or _default


def set_language(code: str) -> None:
    """Speak a language in this process wherever `speaking` chooses no other one.

    Raises AicoreError if the language is unknown.
    """
    global _default
    _default = known(code)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak a language inside a `with` block, and in the tasks that begin there."""
    token = _spoken.set(known(code))
    try:
        yield
    finally:
        _spoken.reset(token)


def speak(code: str) -> None:
    """Speak a language from here on, in this task and those that it begins."""
    _spoken.set(known(code))


def known(code: str) -> str:
    """Return the code of a language. Raises AicoreError if it is unknown."""
    if code not in LANGUAGES:
        raise AicoreError(f"no language {code!r}; there are {', '.join(LANGUAGES)}")
    return code


def preferred(environment: dict[str, str] | None = None) -> str:
    """Return the language that the environment asks for, or English.

    Args:
        environment: environment variables; None: those of this process.
    """
    found = os.environ if environment is None else environment
    wish = next((found[name] for name in VARIABLES if found.get(name)), "")
    return best_of(part.partition(".")[0].replace("_", "-") for part in wish.split(":"))


def best_of(tags: Iterable[str]) -> str:
    """Return the first language of some tags, such as "de-AT", that is known; else English."""
    codes = (tag.strip().lower().partition("-")[0] for tag in tags)
    return next((code for code in codes if code in LANGUAGES), SOURCE)


def accepted(header: str) -> str:
    """Return the first language of an Accept-Language header that is known; else English."""
    return best_of(part.partition(";")[0] for part in header.split(","))


def N_(message: str) -> str:
    """Mark a constant for the catalogs; `gettext` translates it when it is used."""
    return message


def gettext(message: str, /, **slots: Any) -> str:
    """Return a text in the language spoken here, with its slots filled."""
    return _filled(_catalog(language()).gettext(message), slots)


def ngettext(one: str, many: str, n: int, /, **slots: Any) -> str:
    """Return the text for a number of things, in the language spoken here; `{n}` is the number."""
    return _filled(_catalog(language()).ngettext(one, many, n), {"n": n} | slots)


def pgettext(context: str, message: str, /, **slots: Any) -> str:
    """Return a text with a meaning or a grammatical case that the context names."""
    return _filled(_catalog(language()).pgettext(context, message), slots)


def npgettext(context: str, one: str, many: str, n: int, /, **slots: Any) -> str:
    """Return the text for a number of things, in a meaning that the context names."""
    return _filled(_catalog(language()).npgettext(context, one, many, n), {"n": n} | slots)


def fill(message: str, /, **slots: Any) -> str:
    """Fill the slots of a text that is translated already; numbers as the language writes them."""
    return _filled(message, slots)


def _filled(message: str, slots: dict[str, Any]) -> str:
    if not slots:
        return message
    return message.format(**{name: _as_read(value) for name, value in slots.items()})


class _Number(float):
    """Number with decimals; it formats itself as the language spoken here writes it."""

    def __format__(self, form: str) -> str:
        text = format(float(self), form)
        return text.translate(_SWAPPED) if language() in COMMA else text


_SWAPPED = str.maketrans(".,", ",.")


def _as_read(value: Any) -> Any:
    return _Number(value) if type(value) is float else value


@cache
def _catalog(code: str) -> NullTranslations:
    """Return the catalog of a language. Raises AicoreError if it was not built."""
    if code == SOURCE:
        return NullTranslations()
    file = files("aicore").joinpath(f"languages/{code}.mo")
    try:
        with file.open("rb") as stream:
            return GNUTranslations(stream)
    except FileNotFoundError:
        raise AicoreError(f"the catalog of {LANGUAGES[code]} is missing; build it again") from None
