"""Short names of the players at a table, and their strength."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from aicore.core.errors import SpecError
from aicore.core.language import N_, Person, fill, language
from aicore.core.language import gettext as _
from aicore.core.parameter import fill_defaults
from aicore.core.sources import called
from aicore.players import player_class
from aicore.players.defaults import LEVEL_NAMES, defaults_of, levels_of
from aicore.players.networks import OWN, is_own, networks_of
from aicore.players.spec import LEVEL, split

if TYPE_CHECKING:
    from aicore.core.parameter import Value
    from aicore.core.registry import GameInfo

BUDGETS = {"sims": N_("{n} simulations per move"), "time": N_("{n} s per move")}
"""Words for the budgets of a search, by parameter."""


def seat_names(
    specs: Sequence[str], about: GameInfo | None, viewer: int | None = None
) -> list[str]:
    """Return short names of the seats: the player's title, numbered if it repeats, or "you"."""
    return numbered([player_title(spec, about) for spec in specs], viewer)


def numbered(names: Sequence[str], viewer: int | None = None) -> list[str]:
    """Return distinct names: the seat's number follows a repeated one. The viewer is "you"."""
    return [
        Person(_("you"), True)
        if seat == viewer
        else f"{name} {seat}"
        if names.count(name) > 1
        else name
        for seat, name in enumerate(names)
    ]


SCRIPTS = (N_("Captain"), N_("Courier"), N_("Merchant"))
"""Titles of the games' own scripts, for the catalogs."""


def player_title(spec: str, about: GameInfo | None) -> str:
    """Return a player's name for people: of its level ("Expert"), else of its kind ("Computer").

    A player in a file has the name of its class, else of its file.
    """
    return _title(spec, about, language())


@lru_cache(1024)
def _title(spec: str, about: GameInfo | None, spoken: str) -> str:
    """Return `player_title` in the current language; `spoken`, its code, is for the cache."""
    level = None if about is None else known_level(spec, about)
    if level is not None:
        return _(LEVEL_NAMES[level - 1])
    try:
        kind = split(spec)[0]
        player = player_class(kind)
    except SpecError:
        return spec.partition(":")[0]
    if player.NAME == "script" != kind:
        return _(kind.capitalize())  # a game's name for its script
    file, _colon, own = called(kind).partition(":")
    return _(player.TITLE) if player.TITLE else own or file


def strength(spec: str, about: GameInfo, plainly: bool = False) -> str:
    """Return a suffix that distinguishes players of one name: ", level 3", or the parameters given.

    It is empty if the spec has keys that only an earlier version knew.

    Args:
        plainly: whether to leave out parameters that only a spec can set.
    """
    try:
        return _strength(spec, about, plainly, language())
    except SpecError:
        return ""


def level_of(spec: str, about: GameInfo) -> int | None:
    """Return a player's level on a game's ladder; None if the ladder does not have the player.

    Raises SpecError.
    """
    name, given = split(spec)
    if name == LEVEL:
        return int(_values(about, name, given)[LEVEL])
    for level, other in enumerate(levels_of(about), 1):
        other_name, keys = split(other)
        if other_name == name and _values(about, name, keys) == _values(about, name, given):
            return level
    return None


def known_level(spec: str, about: GameInfo) -> int | None:
    """Return a player's level; None for a person or an unreadable spec, too."""
    try:
        return level_of(spec, about)
    except SpecError:
        return None


def _values(about: GameInfo, name: str, keys: Mapping[str, str]) -> dict[str, Value]:
    """Return all parameters of a player."""
    parameters = player_class(name).PARAMETERS
    return dict(fill_defaults(f"player {name}", parameters, keys, defaults_of(about, name)))


def _usual_with(network: str, about: GameInfo, name: str) -> dict[str, Value]:
    """Return the parameters that a player has by default because the game has a network.

    Without a network that is used by default, there are none. With one, the network is among them;
    the others depend on it, so they count only for a player that uses it.

    Args:
        network: the complete name of the player's network.
    """
    usual: dict[str, Value] = {}
    for game, own in networks_of(about):
        if not own.is_default(game):
            continue
        usual["net"] = OWN
        if own.name == network:
            return {**player_class(name).usual(game, {}, defaults_of(about, name)), "net": OWN}
    return usual


@lru_cache(1024)
def _strength(spec: str, about: GameInfo, plainly: bool, spoken: str) -> str:
    """Return `strength`, cached by language like `_title`. Raises SpecError."""
    name, given = split(spec)
    level = level_of(spec, about)
    if level is not None:
        return ", " + _("level {level}", level=level)
    usual = _values(about, name, {})
    values = _values(about, name, given)
    if "net" in values:
        usual |= _usual_with(str(values["net"]), about, name)
        if is_own(str(values["net"])):
            values["net"] = OWN  # its digest means nothing to people
    bounds = [
        parameter.name for parameter in player_class(name).PARAMETERS if parameter.bound
    ]  # a value of 0 means no bound
    changed = [
        fill(_(BUDGETS[key]), n=value) if key in BUDGETS else f"{key}={value}"
        for key, value in values.items()
        if value != usual[key] and (value or key not in bounds)
        if key in BUDGETS or not plainly
    ]
    return "".join(f", {each}" for each in changed)
