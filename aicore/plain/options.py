"""The rules of a plain game that whoever plays may choose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aicore.core.errors import AicoreError, short


@dataclass(frozen=True)
class Option:
    """A rule that whoever plays may choose: a whole number, or one of several words.

    Args:
        default: its value unless somebody says otherwise.
        help: what it is, in a few words.
        low, high: the range of a number.
        choices: the words there are.
    """

    default: int | str
    help: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()


def options_of(given: dict[str, Option]) -> dict[str, dict[str, Any]]:
    """The options that an author declared, as a game's data has them. Raises AicoreError."""
    found: dict[str, dict[str, Any]] = {}
    for name, option in given.items():
        if not isinstance(option, Option) or not isinstance(name, str):
            raise AicoreError(f"options: {short(repr(name))} is no Option(default, help, ...)")
        found[name] = {"default": option.default, "help": option.help}
        if option.choices:
            found[name]["choices"] = list(option.choices)
        else:
            found[name] |= {"low": option.low, "high": option.high}
    return found
