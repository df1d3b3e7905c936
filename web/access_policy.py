"""Checks that a page's requests ask only for cheap games and players, and name no files."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from aicore.core.game import Game
from aicore.core.language import gettext as _
from aicore.core.registry import load_with
from aicore.players import player
from aicore.players.defaults import levels_of
from aicore.players.external_resources import external_resources, external_rule_files
from aicore.players.spec import split
from aicore.web.errors import WebError

PERSON = "human"
PERSON_WORDS = ("me", "friend")  # a page's words for a person
SMALL = sys.maxsize < 1 << 32
"""Whether addresses have 32 bits, as they do in a browser."""
LIMITS = {"threads": 4, "trees": 16, "memory": 64 if SMALL else 1024, "time": 60}
"""Largest values that a page's spec may set for costly parameters; they also cap `threads=auto`."""


def load_game(name: str, seats: int | None, options: dict[str, int | str]) -> Game:
    """Return the rules that a page asks for. Raises UnknownGame, OptionError, WebError."""
    require_no_files(name, options)
    return load_with(name, seats, options)


def read_player(text: str, game: Game, engines: bool = False) -> str:
    """Return the player's spec for a page's choice. Raises SpecError, WebError.

    Args:
        text: a spec, a level such as "level 3", or one of PERSON_WORDS.
        engines: whether external programs may play.
    """
    if text in PERSON_WORDS:
        return PERSON
    ladder = levels_of(game.info)
    word, _space, level = text.partition(" ")
    if word == "level" and level.isdecimal():
        if not 1 <= int(level) <= len(ladder):
            if not ladder:
                raise WebError(_("{game} has no levels", game=game.name))
            raise WebError(_("{game} has levels 1 to {last}", game=game.name, last=len(ladder)))
        return ladder[int(level) - 1]
    name = split(text)[0]
    if name == PERSON:
        raise WebError(_('player human: use "me" or "friend" for a person'))
    for resource in external_resources([text]):
        if not resource.program:
            raise WebError(
                _(
                    "{player}: {key} names a file; a page may not name files",
                    player=resource.owner,
                    key=resource.key,
                )
            )
        if not engines:
            raise WebError(
                _(
                    "{player}: this server does not start programs; `aicore web --engines` does",
                    player=resource.owner,
                )
            )
    chosen = player(text, game, prepared=False)  # the worker prepares the player
    try:
        if not type(chosen).fits(game.info):
            raise WebError(_("player {name} does not play {game}", name=name, game=game.name))
        for key, limit in LIMITS.items():
            value = chosen.values.get(key, 0)
            if not isinstance(value, str) and value > limit:
                raise WebError(
                    _(
                        "player {name}: {key} may be at most {most:g} here",
                        name=name,
                        key=key,
                        most=limit,
                    )
                )
        return chosen.spec
    finally:
        chosen.close()


def require_no_files(name: str, options: Mapping[str, object]) -> None:
    """Refuse options that name files: a page must not make the server read them."""
    for resource in external_rule_files(name, options):
        raise WebError(_("{owner} names a file; a page may not name files", owner=resource.owner))
