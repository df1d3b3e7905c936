"""Texts in the language of the person who reads them.

Sources hold English. `gettext` and its relatives look a text up in the catalog of the language that
is spoken now, and fill its slots. Catalogs are gettext's: `de.po` in a folder translates the texts
of its modules and data files. The build compiles all of them into `aicore/languages/de.mo`.

    with speaking("de"):
        _("{who} {who:take|takes} {count} points", who=names[seat], count=3)

A text that is a constant of a module is marked by `N_`, and looked up when it is used.

A game in its own file may have catalogs beside it, such as `liars.de.mo` beside `liars.py`.
Inside `beside`, they come before all other catalogs.
"""

from __future__ import annotations

import inspect
import os
import re
import struct
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Any

from aicore.core.errors import AicoreError, translate_with

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""Names of the languages, each in its own language, by code."""
SOURCE = "en"
"""Language of the sources."""
VARIABLES = ("AICORE_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that may name a language; the first that is set decides."""
BUILT = Path(__file__).parents[1] / "languages"
"""Folder of the compiled catalogs. `importlib.resources` would find it, too, but starts slowly."""
COMMA = frozenset({"de"})
"""Languages that write numbers with a comma before the decimals."""

_default = SOURCE
_spoken: ContextVar[str | None] = ContextVar("language", default=None)
_file: ContextVar[str] = ContextVar("file", default="")


def language() -> str:
    """Return the code of the language that is spoken here."""
    return _spoken.get() or _default


def set_language(code: str) -> None:
    """Speak a language in this process wherever `speaking` chooses no other.

    Raises AicoreError if the language is unknown.
    """
    global _default
    _default = checked(code)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak a language inside a `with` block, and in the tasks that begin there."""
    token = _spoken.set(checked(code))
    try:
        yield
    finally:
        _spoken.reset(token)


@contextmanager
def beside(file: str) -> Iterator[None]:
    """Use the catalogs beside a file before all others inside a `with` block.

    Args:
        file: path of the file, such as "liars.py"; "" for none.
    """
    token = _file.set(file)
    try:
        yield
    finally:
        _file.reset(token)


def speak(code: str) -> None:
    """Speak a language from here on, in this task and those that it begins."""
    _spoken.set(checked(code))


def checked(code: str) -> str:
    """Return the code of a language after checking it. Raises AicoreError if it is unknown."""
    if code not in LANGUAGES:
        raise AicoreError(f"no language {code!r}; there are {', '.join(LANGUAGES)}")
    return code


def preferred(environment: dict[str, str] | None = None) -> str:
    """Return the language that the environment asks for, or English.

    Args:
        environment: environment variables; None takes this process's variables.
    """
    variables = os.environ if environment is None else environment
    locales = next((variables[name] for name in VARIABLES if variables.get(name)), "")
    return best_of(part.partition(".")[0].replace("_", "-") for part in locales.split(":"))


def best_of(tags: Iterable[str]) -> str:
    """Return the first language of some tags, such as "de-AT", that is known; else English.

    Worker processes use it, too: the language of their parent may be one that a test invented.
    """
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
    # The text of "" would be the catalog's header.
    return _filled(_current_catalog().gettext(message) if message else "", slots)


def own(message: str) -> str:
    """Return a text from the catalog beside the current file, or unchanged: see `beside`.

    No other catalog translates the words that a game's author chose, because it may use a word in
    another meaning.
    """
    catalog = _own_catalog(_file.get(), language())
    return message if catalog is None or not message else catalog.gettext(message)


def ngettext(one: str, many: str, n: int, /, **slots: Any) -> str:
    """Return the text for a number of things, in the language spoken here; `{n}` is the number."""
    return _filled(_current_catalog().ngettext(one, many, n), {"n": n} | slots)


def pgettext(context: str, message: str, /, **slots: Any) -> str:
    """Return a text with a meaning or a grammatical case that the context names."""
    return _filled(_current_catalog().pgettext(context, message), slots)


def npgettext(context: str, one: str, many: str, n: int, /, **slots: Any) -> str:
    """Return the text for a number of things, in a meaning that the context names."""
    return _filled(_current_catalog().npgettext(context, one, many, n), {"n": n} | slots)


def paragraphs(docstring: str | None) -> list[str]:
    """Return the paragraphs of a docstring or help text, without its indentation.

    Each paragraph is one message of the catalogs, with its lines joined.
    """
    return re.split(r"\n\s*\n", inspect.cleandoc(docstring or ""))


def fill(message: str, /, **slots: Any) -> str:
    """Fill the slots of a translated text, with numbers as the language writes them."""
    return _filled(message, slots)


def _current_catalog() -> NullTranslations:
    """Return the catalog to use here."""
    file, code = _file.get(), language()
    return _joined(file, code) if file else _catalog(code)


def read_again() -> None:
    """Read the catalogs beside files again when they are needed, because they may have changed."""
    _own_catalog.cache_clear()
    _joined.cache_clear()


@lru_cache(256)
def _joined(file: str, code: str) -> NullTranslations:
    """Return the catalog beside a file, with the package's catalog for the texts that it lacks."""
    catalog = _own_catalog(file, code)
    if catalog is None:
        return _catalog(code)
    joined = copy(catalog)  # `own` uses the catalog without the fallback
    joined.add_fallback(_catalog(code))
    return joined


@lru_cache(256)
def _own_catalog(file: str, code: str) -> NullTranslations | None:
    """Return the catalog beside a file; None if there is none."""
    if not file:
        return None
    try:
        return _read(Path(file).with_suffix(f".{code}.mo"))
    except FileNotFoundError:
        return None


def _read(path: Path) -> GNUTranslations | None:
    """Return the catalog in a file; None with a warning if the file is damaged.

    Raises FileNotFoundError if there is no file.
    """
    try:
        with path.open("rb") as stream:
            return GNUTranslations(stream)
    except FileNotFoundError:
        raise
    except (OSError, ValueError, struct.error) as error:
        _warn(f"{path} is not read: {error}")
        return None


def _warn(text: str) -> None:
    """Warn in English: the catalog that would translate the warning is not there yet."""
    with speaking(SOURCE), beside(""):
        warnings.warn(text, stacklevel=4)


def _filled(message: str, slots: dict[str, Any]) -> str:
    if not slots:
        return message
    return message.format(**{name: _as_read(value) for name, value in slots.items()})


class Person(str):
    """Name of one or several players in a sentence.

    A slot may choose words by the person: "{who} {who:draw|draws} a card" has "draw" for the
    listener and "draws" for somebody else. A third choice is for several players; without it, they
    get the first. A fourth is for several players with the listener among them; without it, they
    get the choice for several. A star stands for the name: "{who:your|*'s} cards".

    Args:
        name: the name, or names.
        you: whether the listener has this name, or is among several.
        several: whether these are several players.
    """

    def __new__(cls, name: str, you: bool = False, several: bool = False) -> Person:
        """Return a name."""
        self = super().__new__(cls, name)
        self.you, self.several = you, several
        return self

    def __format__(self, form: str) -> str:
        """Return the choice among words, or the name."""
        if "|" not in form:
            return super().__format__(form)
        words = form.split("|")
        if not self.several:
            return words[0 if self.you else 1].replace("*", self)
        if self.you and len(words) > 3:
            return words[3].replace("*", self)
        return words[2 if len(words) > 2 else 0].replace("*", self)

    you: bool
    several: bool


class Word(str):
    """Noun phrase for the slot of a text; its translation may have several forms.

    "der Schild|acc=den Schild" is "der Schild" in a slot {what}, and "den Schild" in a slot
    {what:acc}. The first form stands in for those that are missing.
    """

    forms: dict[str, str]

    def __new__(cls, text: str) -> Word:
        """Return a word."""
        first, *others = text.split("|")
        self = super().__new__(cls, first)
        self.forms = dict(other.split("=", 1) for other in others)
        return self

    def __format__(self, form: str) -> str:
        """Return one of the forms."""
        return self.forms.get(form, str(self))


def capital(text: str) -> str:
    """Return a text with a capital at its start; the rest stays as it is."""
    return text[:1].upper() + text[1:]


class Clause(str):
    """Clause for the slot of a text: {result:cap} begins with a capital letter."""

    def __format__(self, form: str) -> str:
        """Return the clause as it is, or with a capital letter."""
        return capital(self) if form == "cap" else str(self)


class _Number(float):
    """Number with decimals; it formats itself as the language spoken here writes it."""

    def __format__(self, form: str) -> str:
        if form == "g" and self.is_integer() and abs(self) < MAX_WHOLE:
            form = ".0f"
        return _written(format(float(self), form))


class _WholeNumber(int):
    """Whole number; it formats itself as the language spoken here writes it: 12,345 or 12.345."""

    def __format__(self, form: str) -> str:
        return _written(format(int(self), "d" if form == "g" else form))


MAX_WHOLE = 1e15
"""Limit of whole numbers that the format "g" writes with all digits, not as 1.2e+06."""

_SWAPPED = str.maketrans(".,", ",.")


def _written(number: str) -> str:
    """Return a number with the signs for decimals and thousands of the language spoken here."""
    return number.translate(_SWAPPED) if language() in COMMA else number


def _as_read(value: Any) -> Any:
    """Return a slot's value so that it formats itself as people read it."""
    if type(value) is float:
        return _Number(value)
    if type(value) is int:
        return _WholeNumber(value)
    return Person(value) if type(value) is str else value


@cache
def _catalog(code: str) -> NullTranslations:
    """Return the catalog of a language; English with a warning if it is missing or damaged."""
    if code == SOURCE:
        return NullTranslations()
    path = BUILT / f"{code}.mo"
    try:
        return _read(path) or NullTranslations()
    except FileNotFoundError:
        _warn(f"{path} is missing, so texts are in English")
        return NullTranslations()


translate_with(gettext, ngettext)  # in the errors of this package
