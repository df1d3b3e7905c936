"""Grammar of a game's events: forms such as ``bid COUNT FACE``, declared once.

A form is a text of words. Words in capitals are blanks, each with its allowed values. Blanks joined
by commas are one word. The forms determine the numbers and texts of events, and parse typed texts.

An event's number is its form's first number plus, for each blank, the blank's code times its step.
If the blanks have bits, the number packs their codes as compiled games do. Otherwise, the events of
a form have consecutive numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product
from math import prod
from typing import Any, Generic, TypeVar

from aicore.core.errors import (
    NotationError,
    UnknownMove,
    UnknownWord,
    did_you_mean,
    meant,
    short,
    unknown,
)
from aicore.core.language import gettext as _
from aicore.core.language import pgettext

MAX_CACHED = 1 << 15
"""Maximum number of events whose texts are cached."""

MAX_LISTED = 12  # maximum number of values that an error lists
NAME = "[A-Z][A-Z0-9_]*"  # name of a blank
BLANKS = re.compile(f"{NAME}(?:,{NAME})*:?")  # a word of blanks

Codes = tuple[int, ...]
"""Codes of a form's blanks, in order."""


class Blank:
    """Place in a form for one of several values.

    Args:
        name: name of the blank in the form.
        values: allowed values: numbers or words.
        bits: number of bits of the blank in an event's number; 0 for consecutive numbers.
        codes: code of each value in an event's number; by default its index.
    """

    def __init__(
        self, name: str, values: Sequence[Any], bits: int = 0, codes: Sequence[int] = ()
    ) -> None:
        self.name = name
        self.values = values
        self.codes = codes or range(len(values))
        self.span = 1 << bits if bits else 1 + max(codes) if codes else len(values)
        self.places = {value: place for place, value in enumerate(values)}
        self._read = {str(value): code for value, code in zip(values, self.codes, strict=True)}
        self._words = {code: word for word, code in self._read.items()}

    def __len__(self) -> int:
        return len(self.values)

    @cached_property
    def commas(self) -> bool:
        """Whether the blank's values may contain commas."""
        return any("," in word for word in self._read)

    @property
    def allowed(self) -> str:
        """Allowed values, in words."""
        if isinstance(self.values[0], int):
            low, high = self.values[0], self.values[-1]
            return _("a number from {low} to {high}", low=low, high=high)
        names = [str(value) for value in self.values]
        more = len(names) > MAX_LISTED
        if more and len({name.rstrip("0123456789") for name in names}) == 1:
            return _("{first} to {last}", first=names[0], last=names[-1])
        return _("one of {names}", names=", ".join(names[:MAX_LISTED]) + (", ..." if more else ""))

    def word(self, code: int, before: Sequence[int]) -> str | None:
        """Return the word for a code, given the codes of earlier blanks; None if there is none."""
        return self._words.get(code)

    def read(self, word: str, before: Sequence[int]) -> int:
        """Return the code of a word, given the codes of earlier blanks. Raises NotationError."""
        code = self._read.get(word)
        if code is None:
            names = [] if isinstance(self.values[0], int) else list(self._read)
            close = meant(word, names)
            hint = did_you_mean(close) if close else _("Write {allowed}.", allowed=self.allowed)
            text = _('There is no {blank} "{word}".', blank=self.name, word=short(word))
            raise UnknownWord(f"{text} {hint}", close)
        return code


class Form:
    """One kind of action or chance event.

    Args:
        pattern: words of the form; those in capitals are blanks.
        first: number of the form's first event.
        known: blanks for the pattern's names; if several have one name, the form uses the last.
        steps: factor of each blank's code; by default derived from the blanks' sizes.
        unit: step of the last blank, if `steps` are not given.
        arrange: function that puts the words in the blanks into canonical order; to reject them, it
            raises NotationError.
    """

    arrange: Callable[[list[str]], list[str]] | None = None

    def __init__(
        self,
        pattern: str,
        first: int = 0,
        known: Iterable[Blank] = (),
        *,
        steps: Codes = (),
        unit: int = 1,
        arrange: Callable[[list[str]], list[str]] | None = None,
    ) -> None:
        self.pattern = pattern
        self.parts = pattern.split()
        self.arrange = arrange
        self.fill(first, known, steps, unit)

    def fill(self, first: int, known: Iterable[Blank], steps: Codes = (), unit: int = 1) -> None:
        """Set the form's blanks and the numbers of its events. See `Form` for the arguments."""
        named = {blank.name: blank for blank in known}
        self.blanks = tuple(named[name] for name in self.names)
        self.first = first
        self.size = prod(map(len, self.blanks))  # number of ways to fill the blanks
        spans = [blank.span for blank in self.blanks]
        self.steps = steps or tuple(unit * prod(spans[at + 1 :]) for at in range(len(spans)))
        self._fields = tuple(zip(self.blanks, self.steps, strict=True))
        most = [(span - 1) * step for span, step in zip(spans, self.steps, strict=True)]
        self.last = first + sum(most)

    @property
    def names(self) -> list[str]:
        """Names of the form's blanks, in order."""
        whole = [part for part in self.parts if BLANKS.fullmatch(part)]
        return [name for part in whole for name in re.findall(NAME, part)]

    @cached_property
    def template(self) -> str:
        """Words of the form, with `{}` for each blank."""
        return " ".join(
            re.sub(NAME, "{}", part)
            if BLANKS.fullmatch(part)
            else part.replace("{", "{{").replace("}", "}}")
            for part in self.parts
        )

    @cached_property
    def shape(self) -> re.Pattern[str]:
        """Pattern that matches texts of this form."""
        places = ("([^ ]+)" if blank.commas else "([^ ,]+)" for blank in self.blanks)
        return re.compile(
            " ".join(
                re.sub(NAME, lambda _name: next(places), part)
                if BLANKS.fullmatch(part)
                else re.escape(part)
                for part in self.parts
            )
        )

    def codes_of(self, number: int) -> Codes | None:
        """Return the codes in an event's blanks; None if the event is of another form."""
        if not self.first <= number <= self.last:
            return None
        rest = number - self.first
        codes = tuple(
            rest // step % blank.span for step, blank in zip(self.steps, self.blanks, strict=True)
        )
        return codes if self.number_of(codes) == number else None

    def number_of(self, codes: Sequence[int]) -> int:
        """Return the number of the event whose blanks hold these codes."""
        return self.first + sum(map(int.__mul__, codes, self.steps))

    def text(self, number: int) -> str | None:
        """Return the notation of an event; None if it is of another form."""
        left = rest = number - self.first
        codes: list[int] = []
        words: list[str] = []
        for blank, step in self._fields:
            code = rest // step % blank.span
            word = blank.word(code, codes)
            if word is None:
                return None
            left -= code * step
            codes.append(code)
            words.append(word)
        return None if left else self.template.format(*words)

    def read(self, words: list[str]) -> tuple[Codes, NotationError | None]:
        """Return the codes of the words before the first wrong one, and the error for that word.

        The error is None if all words are right.

        Args:
            words: the words in the form's blanks.
        """
        codes: Codes = ()
        try:
            for blank, word in zip(
                self.blanks, self.arrange(words) if self.arrange else words, strict=True
            ):
                codes += (blank.read(word, codes),)
        except NotationError as error:
            return codes, error
        return codes, None

    def events(self) -> Iterator[int]:
        """Return the numbers of all events, if the form's blanks do not depend on each other."""
        return map(self.number_of, product(*(blank.codes for blank in self.blanks)))


Kind = TypeVar("Kind", bound=Form)


class Grammar(Generic[Kind]):
    """All forms of a game."""

    def __init__(self, forms: Iterable[Kind]) -> None:
        self.forms = tuple(forms)
        self._texts: dict[int, str] = {}
        self._numbers: dict[str, int] = {}  # by text

    def __iter__(self) -> Iterator[Kind]:
        return iter(self.forms)

    def form_of(self, number: int) -> Kind:
        """Return the form of an event. Raises NotationError."""
        for form in self.forms:
            if form.codes_of(number) is not None:
                return form
        raise NotationError(f"{number} is not an event")

    def to_text(self, number: int) -> str:
        """Return the notation of an event. Raises NotationError."""
        text = self._texts.get(number)
        if text is None:
            for form in self.forms:
                if form.first <= number <= form.last and (text := form.text(number)) is not None:
                    break
            else:
                raise NotationError(f"{number} is not an event")
            if len(self._texts) < MAX_CACHED:
                self._texts[number] = text
                self._numbers[text] = number
        return text

    def concealed_text(self, number: int) -> str:
        """Return the notation of an event that is partly hidden from a seat, with `?` there.

        Raises NotationError.
        """
        return self.to_text(number).rpartition(" ")[0] + " ?"

    def from_text(self, text: str) -> int:
        """Return the number of the event that a text denotes. Raises NotationError."""
        number = self._numbers.get(text)
        if number is not None:
            return number
        plain = re.sub(r" ?, ?", ",", re.sub(r"\s+", " ", text))
        furthest: tuple[int, NotationError] | None = None  # number of right words, first error
        for form in self.forms:
            match = form.shape.fullmatch(plain)
            if match is None:
                continue
            codes, error = form.read(list(match.groups()))
            if error is None:
                return form.number_of(codes)
            if furthest is None or len(codes) > furthest[0]:
                furthest = len(codes), error
        if furthest is not None:
            wrong = furthest[1]
            if isinstance(wrong, UnknownWord):  # it quotes the wrong word
                raise wrong
            raise NotationError(_('"{text}": {reason}', text=short(text), reason=wrong))
        verb = plain.partition(" ")[0]
        close = [form.pattern for form in self.forms if form.parts[0] == verb]
        if close:
            raise NotationError(
                _(
                    '"{text}" is not complete. Write it as {forms}.',
                    text=short(text),
                    forms=_either(close),
                )
            )
        verbs = dict.fromkeys(form.parts[0] for form in self.forms)
        begun = [each for each in verbs if verb and each.startswith(verb)]
        if begun:
            raise NotationError(
                _(
                    '"{word}" is not a whole word. Write {words}.',
                    word=short(verb),
                    words=_either(begun),
                )
            )
        others = _("Moves begin with {verbs}.", verbs=", ".join(verbs))
        message = unknown(pgettext("there is no", "move"), verb, verbs, others)
        raise UnknownMove(message, meant(verb, verbs))


def _either(words: Sequence[str]) -> str:
    """Return words as alternatives: "a or b or c"."""
    word = _("or")
    return f" {word} ".join(words)
