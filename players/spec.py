"""Players are written as specs: ``mcts``, ``mcts:sims=2000,c=0.7``, ``greedy:samples=8``."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aicore.core.errors import SpecError, short

Value = int | float | str

# The most of a number that says no less: what the searchers can count, and some 11 days. Their
# ints have 31 bits; the counts of a whole search have 64, and 53 of them are exact in JSON, too.
MOST_COUNT = 2**31 - 1
MOST_TOTAL = 2**53
MOST_NUMBER = 1e6
TOTALS = ("sims", "nodes")


@dataclass(frozen=True)
class Parameter:
    """One key of a player's spec.

    Args:
        default: its value unless the spec or the game says otherwise; its type is the key's type.
        low, high: the inclusive range of a number; `most` may be less.
        choices: the allowed words when the default is one of them; without, a text may be any.
    """

    name: str
    default: Value
    help: str
    low: float = 0
    high: float = math.inf
    choices: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """The values that the key takes, in words."""
        if self.choices:
            return " | ".join(self.choices)
        if isinstance(self.default, str):
            return "any text"
        if self.high == math.inf:
            return f"{self._kind}, at least {self.low:.15g}"
        return self._range

    @property
    def most(self) -> float:
        """The greatest number that the key takes."""
        if isinstance(self.default, int):
            return min(self.high, MOST_TOTAL if self.name in TOTALS else MOST_COUNT)
        return min(self.high, MOST_NUMBER)

    @property
    def _kind(self) -> str:
        return "a whole number" if isinstance(self.default, int) else "a number"

    @property
    def _range(self) -> str:
        return f"{self._kind} from {self.low:.15g} to {self.most:.16g}"

    def read(self, value: object) -> Value:
        """The key's value from a text or a value. Raises SpecError."""
        allowed = self.allowed
        if self.choices:
            if value in self.choices:
                return str(value)
        elif isinstance(self.default, str):
            return str(value)
        else:
            try:
                number = type(self.default)(str(value))
            except ValueError:
                number = math.nan
            if isinstance(number, (int, float)):
                if self.low <= number <= self.most:
                    return number
                if number > self.most:
                    allowed = self._range
        raise SpecError(f"{self.name}={short(value)}: it takes {allowed}")


# players whose spec is one text after the colon, and the key that it sets
WHOLE = {"engine": "command"}


def split(spec: str) -> tuple[str, dict[str, str]]:
    """The player's name and the keys that a spec sets. Raises SpecError."""
    name, colon, rest = spec.strip().partition(":")
    if name in WHOLE:
        return name, {WHOLE[name]: rest.strip()}
    given: dict[str, str] = {}
    for item in rest.split(",") if colon else ():
        key, equals, value = (part.strip() for part in item.partition("="))
        if not (key and equals and value):
            raise SpecError(
                f"player {short(repr(spec))}: write {short(name) or 'name'}:key=value,key=value"
            )
        if key in given:
            raise SpecError(f"player {short(repr(spec))}: {short(key)} is set twice")
        given[key] = value
    return name, given


def complete(
    name: str,
    parameters: Sequence[Parameter],
    given: Mapping[str, object],
    defaults: Mapping[str, object],
) -> dict[str, Value]:
    """Every parameter's value: what the spec gives, else the game's default, else the player's.

    A spec that sets one bound of the search (``sims``, ``time``, ``depth``, ``nodes``) replaces the
    default bounds: the others then do not count. Raises SpecError, listing the valid keys.
    """
    by_name = {parameter.name: parameter for parameter in parameters}
    for key in [*defaults, *given]:
        if key not in by_name:
            listed = ", ".join(by_name) or "none"
            raise SpecError(f"player {name} has no key {short(repr(key))}; its keys: {listed}")
    bounds = [key for key in BOUNDS if key in by_name]
    values: dict[str, Value] = {}
    for parameter in parameters:
        key = parameter.name
        if key in given:
            values[key] = parameter.read(given[key])
        elif key in bounds and any(bound in given for bound in bounds):
            values[key] = type(parameter.default)(0)
        else:
            values[key] = parameter.read(defaults.get(key, parameter.default))
    if bounds and not any(values[bound] for bound in bounds):
        raise SpecError(f"player {name}: one of {', '.join(bounds)} must be above 0")
    return values


BOUNDS = ("sims", "time", "depth", "nodes")
