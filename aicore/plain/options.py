"""Rule options of plain games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aicore.core.errors import AicoreError, short
from aicore.core.parameter import Parameter
from aicore.core.schema import is_whole


@dataclass(frozen=True)
class Option:
    """Rule option of a game: a whole number, or one of several words.

    Args:
        default: default value.
        help: meaning of the option, in a few words.
        low, high: least and greatest value of a number.
        choices: allowed words; () for a number.
    """

    default: int | str
    help: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()


def options_of(given: dict[str, Option]) -> dict[str, dict[str, Any]]:
    """Return an author's options in the format of a game's data. Raises AicoreError."""
    options: dict[str, dict[str, Any]] = {}
    for name, option in given.items():
        if not isinstance(option, Option) or not isinstance(name, str):
            raise AicoreError(f"options: {short(repr(name))} is not an Option(default, help, ...)")
        if not (isinstance(option.default, str) if option.choices else is_whole(option.default)):
            raise AicoreError(
                f"options: the default {name}={short(repr(option.default))} must be a whole "
                'number, or a word with choices=(...), such as "on" with choices=("on", "off")'
            )
        options[name] = {"default": option.default, "help": option.help}
        if option.choices:
            options[name]["choices"] = list(option.choices)
        else:
            options[name] |= {"low": option.low, "high": option.high}
        parameter = Parameter(
            name, option.default, option.help, option.low, option.high, tuple(option.choices)
        )
        try:
            parameter.read(option.default)
        except AicoreError as error:
            raise AicoreError(f"options: the default {error}") from error
    return options
