"""User settings: options of games, and parameters of players and searchers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import index

from aicore.core.errors import AicoreError, SpecError, did_you_mean, meant, short
from aicore.core.language import fill
from aicore.core.language import gettext as _
from aicore.core.schema import as_written

Value = bool | int | float | str
"""Value of a setting."""

MAX_COUNT = 2**31 - 1  # limit of whole numbers without their own maximum: a C int
MAX_TOTAL = 2**53  # limit of counts over a whole search, which JSON must hold exactly
MAX_NUMBER = 1e6  # limit of other numbers; as seconds, this is 11 days

SWITCH = {"on": True, "off": False}
"""Values of a setting that is on or off, by word."""


@dataclass(frozen=True)
class Parameter:
    """Setting of a game, a player or a searcher.

    Args:
        name: name of the setting.
        default: default value; all values except `words` have its type.
        help: meaning of the setting, in a few words.
        low, high: least and greatest number; `most` limits it further.
        choices: allowed words, if the default is a text; without choices, any text is allowed.
        words: words allowed in place of a number or a file's name.
        bound: whether the setting limits the length of a search; see `fill_defaults`.
        file: kind of file that the value names, such as "a TOML file"; "" if it names none.
        program: whether the value is a program to start, with its arguments.
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
        """Greatest allowed number."""
        if isinstance(self.default, float):
            return min(self.high, MAX_NUMBER)
        return MAX_COUNT if self.high == math.inf else self.high

    @property
    def allowed(self) -> str:
        """Allowed values, in words."""
        if self.file:
            return " | ".join([*self.words, self.file])
        if isinstance(self.default, bool):
            return " | ".join(SWITCH)
        if self.choices:
            return " | ".join(self.choices)
        if isinstance(self.default, str):
            return _("any string")
        if self.high in (math.inf, MAX_TOTAL):
            text = (
                _("a whole number of at least {low}")
                if isinstance(self.default, int)
                else _("a number of at least {low}")
            )
            return fill(text, low=f"{self.low:.15g}")
        return self._range

    @property
    def _range(self) -> str:
        """Range of numbers and the allowed words."""
        if isinstance(self.default, int):
            low, high = as_written(int(self.low)), as_written(int(self.most))
            text = _("a whole number from {low} to {high}")
            numbers = fill(text, low=low, high=high) if self.low < self.most else low
        else:
            low, high = f"{self.low:.15g}", f"{self.most:.15g}"
            numbers = _("a number from {low} to {high}", low=low, high=high)
        return " | ".join([*self.words, numbers])

    def read(self, value: object, error: type[AicoreError] = SpecError) -> Value:
        """Return the setting's value that a user's text or value denotes. Raises `error`."""
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
        text = _(
            "{name}={value}: it must be {allowed}",
            name=self.name, value=short(value), allowed=allowed,
        )  # fmt: skip
        raise error(f"{text}. {did_you_mean(close)}" if close else text)

    def _number(self, value: object) -> int | float:
        """Return the number that a user's text or value denotes; NaN if it denotes none."""
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
    """Return the text of a value in specs."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def fill_defaults(
    owner: str,
    parameters: Sequence[Parameter],
    given: Mapping[str, object],
    defaults: Mapping[str, object] | None = None,
    word: str = "parameter",
    error: type[AicoreError] = SpecError,
) -> dict[str, Value]:
    """Return every parameter's value: the one in `given`, else in `defaults`, else its default.

    If one bound of a search (``sims``, ``time``, ``depth``, ``nodes``) is in `given`, the bounds
    that are not in `given` are off.

    Args:
        owner: name of the game, player or searcher that has the parameters, for errors.
        parameters: all known parameters.
        given: values that the user gave, by name.
        defaults: defaults that replace the parameters' own, by name.
        word: "option" or "parameter", for errors.
        error: class of the errors.

    Raises `error`, which lists the known names.
    """
    defaults = defaults or {}
    by_name = {parameter.name: parameter for parameter in parameters}
    for name in [*defaults, *given]:
        if name not in by_name:
            close = meant(name, by_name)
            listed = ", ".join(by_name)
            hint = _("It has {names}.", names=listed) if listed else ""
            text = (
                _('{owner} has no option "{name}".')
                if word == "option"
                else _('{owner} has no parameter "{name}".')
            )
            text = fill(text, owner=owner, name=short(name))
            raise error(f"{text} {did_you_mean(close) if close else hint}".rstrip())
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
        names = ", ".join(bounds)
        raise error(_("{owner}: one of {names} must be above 0", owner=owner, names=names))
    return values
