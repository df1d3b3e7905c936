"""Engine data derived from the declarations of an author's class."""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from aicore.core.errors import AicoreError, short
from aicore.core.kinds import Cards, FieldError, Kind
from aicore.core.layout import Layout
from aicore.core.schema import bounded_int
from aicore.core.symmetry import MIRRORS
from aicore.plain.declared import Declared, teams_of
from aicore.plain.forms import PlainForm, PlainGrammar
from aicore.plain.packing import History, Packing
from aicore.plain.state import Struct
from aicore.plain.together import Together, reveal_of

MAX_SEATS = 8
MAX_SOURCES = 4
MAX_TOKENS = 4096
"""Maximum number of actions with one token each; with more, some actions have several tokens."""

MAX_WHOLE = 256
"""Maximum number of a form's actions with one token each, if others have several tokens."""

MAX_LISTED = 1024
"""Default maximum number of actions, and of outcomes, in one position."""

MAX_BUFFER = 1 << 20
"""Upper limit of the maximums that a class can set."""

MAX_HISTORY = 100
"""Maximum number of events in a history."""


class TokenForm(NamedTuple):
    """Tokens of the actions of a form.

    Attributes:
        first, last: numbers of the form's first and last action.
        token: token of the first action if each has one token; otherwise the form's own token.
        blanks: one entry for each blank if actions have several tokens: the token of the blank's
            first value, its step in the number of an action, and its number of values.
    """

    first: int
    last: int
    token: int
    blanks: tuple[tuple[int, int, int], ...]


class GameSpec:
    """Engine data for an author's class with a given number of seats and options.

    Args:
        kind: the author's class.
        seats: number of seats.
        options: values of all options, by name.
        file: the author's file, as tracebacks name it.
        room: number of seats that the game's states have room for; None: `seats`.

    Raises AicoreError, which names the wrong declaration, and any error of the author's code.
    """

    def __init__(
        self, kind: type[Declared], seats: int, options: dict[str, int | str], file: str = "",
        room: int | None = None,
    ) -> None:  # fmt: skip
        self.author = kind(seats, options)
        self.file = file
        self.seats = seats
        self.grammar = PlainGrammar(forms_of(kind), seats)
        length = bounded_int(kind.history, "history", 0, MAX_HISTORY, AicoreError)
        self.history = History(length, self.grammar) if length else None
        fields = {name: one.among(seats) for name, one in fields_of(kind).items()}
        self.author.fields = fields
        forms = self.grammar.forms
        chosen = any(form.together for form in forms)
        self.together = Together(self.author, forms, seats) if chosen else None
        own = (self.together.fields if self.together else {}) | memories(fields, seats)
        for name in own.keys() & fields.keys():
            raise FieldError(f"{name}: the engine keeps a field of this name; choose another one")
        self.packing = Packing(fields | own, seats, room, self.history)
        self.phases = phases_of(forms, fields)
        self.remembers = any(one.remembers for one in fields.values())
        self.layout = self.packing.layout
        if not self.grammar.actions:
            raise AicoreError(f"{kind.__name__} has no actions: write methods under @action(...)")
        slots = {slot.name: slot for slot in self.packing.slots}
        self.kind = type("State", (Struct,), {"__slots__": (), **slots})
        total = self.grammar.num_tokens
        events = sum(form.size for form in self.grammar.events)
        self.max_actions = _bound(kind, "most_actions") or min(total, MAX_LISTED)
        self.max_outcomes = _bound(kind, "most_outcomes") or min(events, MAX_LISTED)
        self.longest = _bound(kind, "longest")
        self.bounds = _bounds(kind)
        self.teams = teams_of(kind.teams, seats)
        sizes = {self.teams.count(team) for team in self.teams}
        constant = len(set(self.teams)) > 1 and len(sizes) == 1
        self.constant_sum = constant if kind.constant_sum is None else bool(kind.constant_sum)
        self.perfect_recall = bool(kind.perfect_recall)
        self.token_forms, self.num_tokens = _token_forms(self.grammar)
        self.mirrors = _mirrors(kind, self.grammar)
        self.sources = _sources(self.grammar, self.layout)

    def method(self, name: str) -> Callable[..., Any] | None:
        """Return an optional method of the author's class, or None."""
        method: Callable[..., Any] | None = getattr(self.author, name, None)
        return method


def fields_of(kind: type[Declared]) -> dict[str, Kind]:
    """Return the fields of a class and its base classes, in order. Raises FieldError."""
    taken = {*dir(Struct), *kind.own_names, "turn"}
    fields: dict[str, Kind] = {}
    for base in reversed(kind.__mro__):
        for name, value in vars(base).items():
            if isinstance(value, type) and issubclass(value, Kind):
                raise FieldError(
                    f"{name} = {value.__name__}: give its possible values, as in Int(0, 9)"
                )
            if isinstance(value, Kind):
                if name in taken or name.startswith(("_", "history_")):
                    raise FieldError(f"{name}: a field cannot have this name; choose another one")
                fields[name] = value
    return fields


def forms_of(kind: type[Declared]) -> list[PlainForm]:
    """Return the forms of a class and its base classes, each once, in order.

    A form replaces the form of the same name in a base class. A form of simultaneous choices is
    followed by the event that reveals a choice.
    """
    forms: dict[str, PlainForm] = {}
    for base in reversed(kind.__mro__):
        for name, value in vars(base).items():
            if isinstance(value, PlainForm):
                forms[name] = value
    return [
        one
        for form in dict.fromkeys(forms.values())
        for one in ((form, reveal_of(form)) if form.together else (form,))
    ]


def phases_of(forms: Sequence[PlainForm], fields: dict[str, Kind]) -> dict[str, int]:
    """Return the phases of each form, as bits, by its text; 0 for all phases. Raises FieldError."""
    phases: dict[str, int] = {}
    kind = fields.get("phase")
    names = kind.names or () if kind is not None else ()
    for form in forms:
        for name in form.phase:
            if kind is None or kind.shape or kind.seats or kind.hidden or name not in names[:64]:
                raise FieldError(
                    f'form {form.pattern!r}: phase={name!r} needs a field phase = Enum("{name}", '
                    "...), with at most 64 words"
                )
        phases[form.pattern] = sum(1 << names.index(name) for name in form.phase)
    return phases


def memories(fields: dict[str, Kind], seats: int) -> dict[str, Kind]:
    """Return, for each field that seats remember, a field with the entries that each seat knows."""
    known_fields: dict[str, Kind] = {}
    for name, kind in fields.items():
        if kind.remembers:
            owners = [f"{seat}:" for seat in range(seats)] if kind.seats else [""]
            entries = kind.keys if kind.cards and kind.keys else range(math.prod(kind.shape))
            keys = [f"{owner}{entry}" for owner in owners for entry in entries]
            known = Cards(
                keys, copies=kind.high if kind.cards else 1, deck="", seats=True, hidden=True,
                shown=False,
            )  # fmt: skip
            known.private = known.added = True
            known_fields[f"{name}_known"] = known
    return known_fields


def _bound(kind: type[Declared], name: str) -> int:
    least = int(name == "longest")
    return bounded_int(getattr(kind, name), name, least, MAX_BUFFER, AicoreError)


def _bounds(kind: type[Declared]) -> tuple[float, float]:
    try:
        low, high = map(float, kind.returns)
    except (TypeError, ValueError):
        low = high = math.nan
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise AicoreError(f"returns = {short(repr(kind.returns))}: it must be (least, greatest)")
    return low, high


def _token_forms(grammar: PlainGrammar) -> tuple[tuple[TokenForm, ...], int]:
    """Return the tokens of each form of actions, in order, and the number of all tokens.

    A token stands for one thing: an action of a small form, a large form, or a value of one of the
    large form's blanks. The number is 0 if there would be too many: the game has no arrays then.
    """
    whole = MAX_TOKENS if grammar.num_tokens <= MAX_TOKENS else MAX_WHOLE
    found = []
    number = 0
    for form in grammar.actions:
        token, blanks = number, []
        number += form.size if form.size <= whole else 1
        if form.size > whole:
            for blank, step in zip(form.blanks, form.steps, strict=True):
                blanks.append((number, step, blank.span))
                number += blank.span
        found.append(TokenForm(form.first, form.first + form.size - 1, token, tuple(blanks)))
    return (tuple(found), number) if number <= 1 << 15 else ((), 0)


def _mirrors(kind: type[Declared], grammar: PlainGrammar) -> tuple[str, ...]:
    """Return the symmetries that a class declares. Raises AicoreError."""
    given: Any = (kind.symmetries,) if isinstance(kind.symmetries, str) else kind.symmetries
    for name in given:
        if name not in MIRRORS:
            raise AicoreError(f"symmetries: {short(repr(name))} is not one of {', '.join(MIRRORS)}")
    if given and grammar.num_tokens > MAX_TOKENS:
        raise AicoreError(f"symmetries work with at most {MAX_TOKENS} actions")
    return tuple(given)


def _sources(
    grammar: PlainGrammar, layout: Layout
) -> tuple[tuple[str, ...], dict[str, tuple[int, str, str]] | None]:
    """Return the names of dice and decks, and the source of each form of chance events.

    A source is an index into the names, the blank for a card, and the field that counts the passes.
    Return None instead of the sources if there is only one die.
    """
    names: list[str] = []
    sources: dict[str, tuple[int, str, str]] = {}
    for form in grammar.events:
        name = form.source or form.parts[0]
        if name not in names:
            names.append(name)
        if form.passes and form.passes not in [part.name for part in layout]:
            raise AicoreError(f"form {form.pattern!r}: passes={form.passes!r} is not a field")
        sources[form.name] = (min(names.index(name), MAX_SOURCES - 1), form.deck, form.passes)
    decks = any(form.deck for form in grammar.events)
    return tuple(names[:MAX_SOURCES]), sources if decks or len(names) > 1 else None


def first_sentence(text: str | None) -> str:
    """Return the first sentence of a docstring, without its period."""
    joined = " ".join(inspect.cleandoc(text or "").partition("\n\n")[0].split())
    return re.split(r"(?<=[.!?])\s", joined)[0].rstrip(".")
