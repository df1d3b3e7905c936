"""What there is to play, for a lobby: games, players, rules, words."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from aicore.core.chance import Chance
from aicore.core.errors import MistakeError
from aicore.core.figures import figures
from aicore.core.parameter import Parameter
from aicore.core.picture import Scene, to_svg
from aicore.core.registry import GameInfo, info, load, offered
from aicore.core.rng import Rng
from aicore.players import PLAYERS, player_class
from aicore.players.defaults import levels_of
from aicore.study.lesson.lesson import has_lesson
from aicore.study.puzzles.puzzle import has_puzzles, load_puzzles

SHOWN = 14  # decisions before the position that a lobby shows


def games(engines: bool) -> dict[str, Any]:
    """All games and players, as a lobby lists them.

    Args:
        engines: whether external programs may play.
    """
    kept = [name for name in PLAYERS if name != "human" and (engines or not _runs(name))]
    return {
        "games": list(_games()),
        "players": [_player(name) for name in kept],
        "engines": engines,
    }


def _runs(name: str) -> bool:
    """Whether a player is a program."""
    return any(one.program for one in player_class(name).PARAMETERS)


def _games() -> Iterator[dict[str, Any]]:
    """All games that can be played: one whose own code fails keeps no other from the list."""
    for name in offered():
        with contextlib.suppress(MistakeError):
            yield _game(info(name))


def _player(name: str) -> dict[str, Any]:
    kind = player_class(name)
    fitting = [game for game in offered() if kind.fits(info(game))]
    only = {} if fitting == list(offered()) else {"only": fitting}
    return {"name": name, "about": kind.SUMMARY, **only}


def _game(about: GameInfo) -> dict[str, Any]:
    rules = load(about.name)
    return {
        "name": about.name,
        "title": about.title,
        "brief": about.summary,
        "kind": about.data["game"]["kind"],
        "seats": list(about.seats),
        "hidden": rules.has_hidden,
        "options": [_option(one) for one in about.options.values() if not one.file],
        "levels": len(levels_of(about)),
        "lesson": has_lesson(about.name),
        "puzzles": len(load_puzzles(about.name)) if has_puzzles(about.name) else 0,
        "picture": _picture(about.name),
    }


def _option(option: Parameter) -> dict[str, Any]:
    found: dict[str, Any] = {"name": option.name, "default": option.default, "help": option.help}
    if option.choices:
        found["values"] = list(option.choices)
    elif isinstance(option.default, bool):
        found["values"] = ["on", "off"]
    elif isinstance(option.default, int | float):
        found["bounds"] = [option.low, option.most]
    return found


def _picture(name: str) -> str:
    """A position early in a game, the same each time."""
    state, chance, rng = load(name).start(), Chance(7), Rng(7)
    for _ in range(SHOWN):
        chance.settle(state)
        legal = state.legal_actions() if state.turn >= 0 else []
        if not legal:
            break
        after = state.clone()
        after.apply(legal[rng.below(len(legal))])
        chance.settle(after)
        if after.turn < 0:
            break
        state = after
    names = tuple(f"player {seat}" for seat in range(1, state.game.seats + 1))
    return to_svg(Scene(state, names, narrow=True), alone=False)


@lru_cache(maxsize=2)
def lobby(engines: bool) -> bytes:
    """`games` as JSON: whoever asks is sent the same bytes."""
    return json.dumps(games(engines), separators=(",", ":")).encode()


@lru_cache(maxsize=64)
def manual(name: str) -> bytes:
    """What a person needs to play, as JSON. Raises UnknownGame."""
    about = info(name)
    game = load(name)
    found = {
        "rules": about.page_rules,
        "figures": figures(about),
        "glossary": about.story.glossary(game),
        "aim": list(about.story.aim(game)),
    }
    return json.dumps(found, separators=(",", ":")).encode()
