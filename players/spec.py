"""Player specs: ``mcts``, ``mcts:sims=2000,c=0.7``, ``greedy:samples=8``."""

from __future__ import annotations

from aicore.core.errors import SpecError, short
from aicore.core.language import gettext as _
from aicore.core.sources import file_of
from aicore.players.files import split_name

SINGLE_TEXT = {"engine": "command"}
"""Players with a single text after the colon, and the key that this text sets."""
LEVEL = "level"
"""Name in the specs of a game's levels, such as ``level:3``."""
AUTO = "level:auto"
"""Spec of an opponent that adapts to a person's strength in earlier games."""


def split(spec: str) -> tuple[str, dict[str, str]]:
    """Return the player's name and the keys that a spec sets. Raises SpecError."""
    name, colon, rest = spec.strip().partition(":")
    if file_of(name):  # a file may hold several players: NAME:CLASS
        name, rest = split_name(spec.strip())
        colon = ":" if rest else ""
    if name in SINGLE_TEXT:
        return name, {SINGLE_TEXT[name]: rest.strip()}
    if name == LEVEL and "=" not in rest:
        if not rest.strip():
            raise SpecError(_("player {name}: write {name}:1 (a beginner) to {name}:9", name=name))
        return name, {LEVEL: rest.strip()}
    given: dict[str, str] = {}
    for item in rest.split(",") if colon else ():
        key, equals, value = (part.strip() for part in item.partition("="))
        if not (key and equals and value):
            raise SpecError(
                _("player {spec}: write {name}:key=value,key=value",
                  spec=short(repr(spec)), name=short(name) or "name")
            )  # fmt: skip
        if key in given:
            raise SpecError(
                _("player {spec}: {key} is set twice", spec=short(repr(spec)), key=short(key))
            )
        given[key] = value
    return name, given
