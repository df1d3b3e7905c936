"""Forms of a plain game's actions and chance events, with their numbers; see core.grammar.

Each way to fill the blanks is a separate event, with the same number in all states.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from aicore.core.errors import AicoreError, NotationError, short
from aicore.core.grammar import BLANKS, Blank, Form, Grammar
from aicore.core.language import gettext as _

MAX_EVENTS = 2**31
MAX_LISTED = 1 << 15
"""Maximum number of events of a form whose texts and arguments are computed at once."""

SEATS = "seats"
"""Value of `ranges` for a blank that names a seat."""

WORD = re.compile(rf"[^\sA-Z][^\s]*|{BLANKS.pattern}")

CONCEALED = "?"
"""Text of a hidden choice of which not even the form may be read."""

Range = Any  # (low, high), range(low, end), a sequence of words, or SEATS


class FormError(AicoreError):
    """Wrong declaration of a form."""


class PlainForm(Form):
    """One kind of action or chance event.

    Args:
        text: words of the form; those in capitals are blanks.
        ranges: allowed values of each blank.
        play: the author's function that carries out the action or event.
        chance: whether it is a chance event.
        secret: for an action: whether its last word is hidden from the other seats.
        otherwise: for an action: whether it is legal only if no other action is.
        together: for an action: whether seats choose at the same time; "secret" if the choices are
            not revealed.
        phase: value of the field `phase` in which the event is possible, or several; () for all.
        seen_by: for an event: blank with the only seat that sees its last word, or "nobody".
        source: for an event: name of the die or deck.
        deck: for an event: blank for the card drawn from a deck whose cards all differ.
        passes: for an event: field that counts the shuffles of that deck.
    """

    def __init__(
        self,
        text: str,
        ranges: Mapping[str, Range],
        play: Callable[..., Any] | None = None,
        *,
        chance: bool = False,
        secret: bool = False,
        otherwise: bool = False,
        together: bool | str = False,
        phase: str | tuple[str, ...] = (),
        seen_by: str = "",
        source: str = "",
        deck: str = "",
        passes: str = "",
    ) -> None:
        self.pattern = text if isinstance(text, str) else repr(text)
        self.parts = self.pattern.split()
        self.ranges = dict(ranges)
        self.play = play
        self.lister: Callable[..., Any] | None = None
        self.run = play  # carries the event out; see aicore.plain.together
        self.chance, self.secret, self.seen_by = chance, secret or bool(together), seen_by
        self.otherwise, self.together = otherwise, together
        self.reveals: PlainForm | None = None
        self.phase = (phase,) if isinstance(phase, str) else tuple(phase)
        self.source, self.deck, self.passes = source, deck, passes
        self.name = getattr(play, "__name__", self.pattern)
        self.blanks: tuple[Blank, ...] = ()
        self.first = 0
        names = self.names
        if together not in (True, False, "secret"):
            raise FormError(
                f'form {self.pattern!r}: together= must be True or "secret", not {short(together)}'
            )
        if not self.parts or not all(map(WORD.fullmatch, self.parts)):
            raise FormError(
                f"form {short(repr(text))}: write words and BLANKS, as in 'bid COUNT FACE'"
            )
        if len(set(names)) < len(names):
            raise FormError(f"form {self.pattern!r}: a blank appears twice")
        for name in names:
            if name not in self.ranges:
                raise FormError(
                    f"form {self.pattern!r}: add the possible values of {name}, as in {name}=(1, 6)"
                )
        for name in self.ranges:
            if name not in names:
                raise FormError(f"form {self.pattern!r} has no blank {short(name)}")
        for name in (*((seen_by,) if seen_by not in ("", "nobody") else ()), *filter(None, [deck])):
            if name not in names:
                raise FormError(f"form {self.pattern!r} has no blank {short(name)}")
        if (self.secret or seen_by) and not BLANKS.fullmatch(self.parts[-1]):
            raise FormError(
                f"form {self.pattern!r}: the hidden part must be its last word, a blank"
            )
        if together and any(map(BLANKS.fullmatch, self.parts[:-1])):
            raise FormError(
                f"form {self.pattern!r}: in choices at the same time, join the blanks with commas, "
                "as in 'play CARD,TARGET', because the last word is hidden"
            )

    def legal(self, lister: Callable[..., Any]) -> Any:
        """Register, as a decorator, the method that lists legal actions or possible outcomes."""
        self.lister = lister
        return self if getattr(lister, "__name__", "") == self.name else lister

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        """Return the author's function, bound, so that methods can call ``self.take(s, 2)``."""
        if instance is None or self.play is None:
            return self
        return self.play.__get__(instance)

    chances = legal

    def may_meet(self, other: PlainForm) -> bool:
        """Whether there may be positions in which this form and another one are possible."""
        return not self.phase or not other.phase or not set(self.phase).isdisjoint(other.phase)

    def bound(self, seats: int, first: int) -> PlainForm:
        """Return this form for a number of seats, with events numbered from `first`."""
        form = PlainForm.__new__(PlainForm)
        form.__dict__.update(self.__dict__)
        form.fill(
            first,
            [Blank(name, _values(self.pattern, name, self.ranges[name], seats))
             for name in self.names],
        )  # fmt: skip
        if form.seen_by not in ("", "nobody"):
            blank = next(one for one in form.blanks if one.name == form.seen_by)
            if list(blank.values) != list(range(seats)):
                raise FormError(
                    f'form {self.pattern!r}: {form.seen_by} must be a seat: {form.seen_by}="seats"'
                )
        return form

    @cached_property
    def codes(self) -> dict[Any, int]:
        """Event numbers by `key`; empty if the form has too many events."""
        if self.size > MAX_LISTED:
            return {}
        return {self.key(number): number for number in range(self.first, self.first + self.size)}

    def key(self, number: int) -> Any:
        """Return the blanks' values as authors list them: one value, or a tuple of several."""
        values = self.args(number)
        return values[0] if len(values) == 1 else values

    def args(self, number: int) -> tuple[Any, ...]:
        """Return the values of an event's blanks."""
        codes = self.codes_of(number) or ()
        return tuple(blank.values[code] for blank, code in zip(self.blanks, codes, strict=True))

    def number(self, key: object) -> int | None:
        """Return the event that an entry of an author's list denotes, or None."""
        values = key if isinstance(key, tuple) else (key,)
        if len(values) != len(self.blanks):
            return None
        number = self.first
        for value, blank, step in zip(values, self.blanks, self.steps, strict=True):
            try:
                place = blank.places.get(value)
            except TypeError:  # unhashable
                return None
            if place is None:
                return None
            number += place * step
        return number

    def wording(self) -> str:
        """Return the form and the allowed values of its blanks, in words."""
        word = _("and")
        blanks = f" {word} ".join(
            _("{blank} is {allowed}", blank=blank.name, allowed=blank.allowed)
            for blank in self.blanks
        )
        if not blanks:
            return repr(self.pattern)
        return _("{form!r}, where {blanks}", form=self.pattern, blanks=blanks)


def _values(form: str, name: str, given: Range, seats: int) -> Sequence[Any]:
    if given == SEATS:
        return range(seats)
    if isinstance(given, range) and given.step == 1 and len(given):
        return given
    if isinstance(given, Sequence) and not isinstance(given, str) and given:
        if len(given) == 2 and all(isinstance(one, int) for one in given) and given[0] <= given[1]:
            return range(given[0], given[1] + 1)
        words = [one for one in given if isinstance(one, str) and one and not re.search(r"\s", one)]
        if len(words) == len(set(words)) == len(given):
            return words
    raise FormError(
        f'form {form!r}: {name} must be (low, high), a list of words, or "seats", '
        f"not {short(given)}"
    )


class PlainGrammar(Grammar[PlainForm]):
    """All forms of a game, numbered consecutively: actions first, then chance events.

    Raises FormError.
    """

    def __init__(self, forms: Sequence[PlainForm], seats: int) -> None:
        bound: list[PlainForm] = []
        first = 0
        for form in sorted(forms, key=lambda one: (one.chance, one.reveals is None)):
            bound.append(form.bound(seats, first))
            first += bound[-1].size
            if first > MAX_EVENTS:
                raise FormError(f"form {form.pattern!r} has more than 2 billion combinations")
        super().__init__(bound)
        self.actions = tuple(form for form in bound if not form.chance)
        self.events = tuple(form for form in bound if form.chance)
        self.num_tokens = sum(form.size for form in self.actions)
        shapes: dict[str, PlainForm] = {}
        for form in self.forms:
            other = shapes.setdefault(form.template, form)
            if other is not form:
                raise FormError(f"forms {other.pattern!r} and {form.pattern!r} look the same")

    def form_of(self, number: int) -> PlainForm:
        """Return the form of an event. Raises NotationError."""
        for form in self.forms:
            if form.first <= number <= form.last:
                return form
        raise NotationError(f"{number} is not an event")

    def conceals_form(self, form: PlainForm) -> bool:
        """Whether a hidden choice could be of another form, so that its form is hidden, too."""
        chosen = form.reveals or form
        return bool(chosen.together) and any(
            other.together and other.pattern != chosen.pattern and other.may_meet(chosen)
            for other in self.actions
        )

    def concealed_text(self, number: int) -> str:
        """Return the notation of a partly hidden event, with `?` for the hidden words."""
        form = self.form_of(number)
        if not self.conceals_form(form):
            return super().concealed_text(number)
        if form.reveals is None:
            return CONCEALED
        return f"{self.to_text(number).rsplit(' ', len(form.reveals.parts))[0]} {CONCEALED}"
