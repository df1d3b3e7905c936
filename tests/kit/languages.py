"""Language without letters: words that remain in a text come from no catalog."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from contextlib import contextmanager
from gettext import NullTranslations

import pytest

from aicore.core import language

MASK = "◦"
WORD = re.compile(r"[A-Za-z]{2,}")
_LETTER = re.compile(r"[^\W\d_]")


def masked(message: str) -> str:
    """Return a message with a mask for each letter outside its slots."""
    found = []
    try:
        parts = list(string.Formatter().parse(message))
    except ValueError:  # not a format string, so without slots
        return _LETTER.sub(MASK, message)
    for text, name, form, conversion in parts:
        found.append(_LETTER.sub(MASK, text).replace("{", "{{").replace("}", "}}"))
        if name is not None:
            choices = _LETTER.sub(MASK, form or "") if "|" in (form or "") else form
            shown = f"{name}!{conversion}" if conversion else name
            found.append(f"{{{shown}{f':{choices}' if choices else ''}}}")
    return "".join(found)


class Masked(NullTranslations):
    """Catalog that translates messages into masks.

    Args:
        known: catalog whose messages are masked; None masks every message.
    """

    def __init__(self, known: NullTranslations | None = None) -> None:
        super().__init__()
        self.known = known

    def gettext(self, message: str) -> str:
        there = self.known is None or self.known.gettext(message) is not message
        return masked(message) if there else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        text = msgid1 if n == 1 else msgid2
        there = self.known is None or self.known.ngettext(msgid1, msgid2, n) is not text
        return masked(text) if there else text

    def pgettext(self, context: str, message: str) -> str:
        there = self.known is None or self.known.pgettext(context, message) is not message
        return masked(message) if there else message

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        text = msgid1 if n == 1 else msgid2
        there = self.known is None or self.known.npgettext(context, msgid1, msgid2, n) is not text
        return masked(text) if there else text


@contextmanager
def masking(strict: bool = False) -> Iterator[None]:
    """Speak the language without letters inside a `with` block.

    Args:
        strict: whether only messages of the German catalog are masked. This finds constants that
            code translates although nothing marks them for the catalogs.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(language.LANGUAGES, "mask", MASK)
        catalog = language._catalog
        known = Masked(catalog("de") if strict else None)
        patch.setattr(language, "_catalog", lambda code: known if code == "mask" else catalog(code))
        with language.speaking("mask"):
            yield


def words_left(text: str, *allowed: str) -> list[str]:
    """Return the words of a text that come from no catalog.

    Args:
        allowed: patterns of what is the same in all languages, such as notation.
    """
    for pattern in allowed:
        text = re.sub(pattern, "", text)
    return WORD.findall(text)
