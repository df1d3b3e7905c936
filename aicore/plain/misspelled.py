"""Methods that nobody calls, with names like those that the engine calls."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from functools import cached_property
from types import CodeType, FunctionType

from aicore.core.language import gettext as _
from aicore.plain.forms import PlainForm
from aicore.plain.game import OFFERED
from aicore.plain.game import Game as Author
from aicore.plain.info import PlainInfo


def misspelled(about: PlainInfo) -> Iterator[str]:
    """Yield a sentence for each method that nobody calls, named like one that the engine calls."""
    known = {*names_in(about.kind), *dir(Author), *OFFERED}
    for name, value in vars(about.kind).items():
        if not callable(value) or name.startswith("_") or name in known:
            continue
        close = difflib.get_close_matches(name, OFFERED, n=1, cutoff=0.8)
        if close and not any(close[0] in vars(own) for own in own_classes(about.kind)):
            line = value.__code__.co_firstlineno if hasattr(value, "__code__") else None
            place = place_of(about, line, name)
            yield _(
                "{place}: aicore never calls it; did you mean {close}?", place=place, close=close[0]
            )


def own_classes(kind: type) -> list[type]:
    """Return an author's class and its base classes, but not those that every game has."""
    return [each for each in kind.__mro__ if each not in Author.__mro__]


def names_in(kind: type) -> set[str]:
    """Return the names of attributes and functions that the methods of a class use.

    Methods include those of base classes, properties, and functions behind decorators.
    """
    codes = [
        part.__code__
        for each in own_classes(kind)
        for value in vars(each).values()
        for part in _functions(value)
        if isinstance(part, FunctionType)
    ]
    found: set[str] = set()
    while codes:
        code = codes.pop()
        found.update(code.co_names)
        codes += [each for each in code.co_consts if isinstance(each, CodeType)]
    return found


def _functions(value: object) -> tuple[object, ...]:
    """Return the functions of a class's attribute."""
    if isinstance(value, PlainForm):
        return value.play, value.lister
    if isinstance(value, property):
        return value.fget, value.fset
    if isinstance(value, cached_property):
        return (value.func,)
    return (getattr(value, "__wrapped__", value),)  # of a cache, a static or a class method


def place_of(about: PlainInfo, line: int | None, name: str) -> str:
    """Return a function's place in an author's file, as text."""
    if not line:
        return f"{about.label}, {name}"
    return _("{file}, line {number}, {name}", file=about.label, number=line, name=name)
