"""What a user may set: the options of games, the parameters of players and of searchers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import index

from aicore.core.errors import AicoreError, SpecError, meant, short
from aicore.core.schema import Number, Whole

Value = bool | int | float | str

# The most of a number that says no less: what the searchers can count, and some 11 days. Their
# ints have 31 bits; the counts of a whole search have 64, and 53 of them are exact in JSON, too.
MAX_COUNT = 2**31 - 1
MAX_TOTAL = 2**53
MAX_NUMBER = 1e6

SWITCH = {"on": True, "off": False}
"""How truth is written."""


@dataclass(frozen=True)
class Parameter:
    """One thing that can be set.

    Args:
        default: its value unless somebody says otherwise; its type is the type of all its values
            but `words`.
        help: what it is, in a few words.
        low, high: the inclusive range of a number; `most` may be less.
        choices: the allowed words when the default is one of them; without, a text may be any.
        words: what a number may be instead, or a file's name.
        bound: whether it bounds how long is searched; see `complete`.
        file: the kind of file that the value names, as "a TOML file"; "" where it names none.
        program: whether the value is a program that is started, with its arguments.
    """

    name: str
    default: Value
    help: str
    low: float = 0
    high: float = math.inf
    choices: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    bound: bool = False
    file: str = ""
    program: bool = False

    @property
    def most(self) -> float:
        """The greatest number that it takes."""
        if isinstance(self.default, float):
            return min(self.high, MAX_NUMBER)
        return MAX_COUNT if self.high == math.inf else self.high

    @property
    def allowed(self) -> str:
        """The values that it takes, in words."""
        if self.file:
            return " | ".join([*self.words, self.file])
        if isinstance(self.default, bool):
            return " | ".join(SWITCH)
        if self.choices:
            return " | ".join(self.choices)
        if isinstance(self.default, str):
            return "any text"
        if self.high in (math.inf, MAX_TOTAL):
            return f"{self._kind}, at least {self.low:.15g}"
        return self._range

    @property
    def _kind(self) -> str:
        return "a whole number" if isinstance(self.default, int) else "a number"

    @property
    def _range(self) -> str:
        if isinstance(self.default, int):
            numbers = Whole(int(self.low), int(self.most)).words
        else:
            numbers = Number(self.low, self.most).words
        return " | ".join([*self.words, numbers])

    def read(self, value: object, error: type[AicoreError] = SpecError) -> Value:
        """The value that a text or a value means. Raises `error`."""
        allowed = self.allowed
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
            if isinstance(value, str) and value in SWITCH:
                return SWITCH[value]
        elif self.choices:
            if isinstance(value, str) and value in self.choices:
                return value
        elif isinstance(self.default, str):
            return str(value)
        elif isinstance(value, str) and value in self.words:
            return value
        else:
            number = self._number(value)
            if self.low <= number <= self.most:
                return number
            if number > self.most:
                allowed = self._range
        close = meant(value, self.choices or self.words) if isinstance(value, str) else ""
        hint = f'. Did you mean "{close}"?' if close else ""
        raise error(f"{self.name}={short(value)}: it takes {allowed}{hint}")

    def _number(self, value: object) -> int | float:
        """The number that a text or a value means; NaN: none."""
        whole = isinstance(self.default, int)
        try:
            if isinstance(value, str):
                return int(value) if whole else float(value)
            if isinstance(value, bool):
                return math.nan
            if whole:
                return index(value)  # type: ignore[arg-type]
            return float(value)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            return math.nan
        except OverflowError:
            return math.inf


def written(value: Value) -> str:
    """A value as it is written in specs."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def complete(
    owner: str,
    parameters: Sequence[Parameter],
    given: Mapping[str, object],
    defaults: Mapping[str, object] | None = None,
    word: str = "parameter",
    error: type[AicoreError] = SpecError,
) -> dict[str, Value]:
    """Every parameter's value: what is given, else the default given here, else its own.

    Who sets one bound of a search (``sims``, ``time``, ``depth``, ``nodes``) replaces the default
    bounds: the others then do not count.

    Args:
        owner, word: what the parameters are of, and what one is called, for errors.

    Raises `error`, listing the names that there are.
    """
    defaults = defaults or {}
    by_name = {parameter.name: parameter for parameter in parameters}
    for name in [*defaults, *given]:
        if name not in by_name:
            close = meant(name, by_name)
            listed = ", ".join(by_name)
            hint = f'Did you mean "{close}"?' if close else f"It has {listed}." if listed else ""
            raise error(f'{owner} has no {word} "{short(name)}". {hint}'.rstrip())
    bounds = [parameter.name for parameter in parameters if parameter.bound]
    bounded = any(name in given for name in bounds)
    values: dict[str, Value] = {}
    for name, parameter in by_name.items():
        if name in given:
            values[name] = parameter.read(given[name], error)
        elif parameter.bound and bounded:
            values[name] = type(parameter.default)(0)
        else:
            values[name] = parameter.read(defaults.get(name, parameter.default), error)
    if bounds and not any(values[name] for name in bounds):
        raise error(f"{owner}: one of {', '.join(bounds)} must be above 0")
    return values
