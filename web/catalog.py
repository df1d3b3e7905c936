"""Catalog for the lobby: games, players, rules and glossaries."""

from __future__ import annotations

import contextlib
import json
from operator import itemgetter
from typing import Any

from aicore.coach.lesson import has_lesson
from aicore.coach.puzzles.puzzle import has_puzzles, puzzle_lines, puzzle_themes
from aicore.core.chance import Chance
from aicore.core.errors import MistakeError
from aicore.core.figures import figures
from aicore.core.game import Game
from aicore.core.language import gettext as _
from aicore.core.parameter import Parameter
from aicore.core.picture import Scene, to_svg
from aicore.core.registry import GameInfo, info, load_again, offered
from aicore.core.rng import Rng
from aicore.core.steps import Steps
from aicore.players import PLAYERS, player_class
from aicore.players.defaults import FIRST_LEVEL, LEVEL_NAMES, levels_of

COVER_DECISIONS = 14  # decisions before the position on the cover of a game without its own


def load_games() -> None:
    """Load all games, so that the first request for one does not keep others waiting."""
    for name in offered():
        with contextlib.suppress(MistakeError):
            load_again(name, info(name).default_seats, {})


def lobby(engines: bool) -> Steps[bytes]:
    """Return all games and players, as JSON.

    Args:
        engines: whether external programs may play.
    """
    games: list[tuple[int, str, dict[str, Any]]] = []
    players = []
    for name in offered():
        with contextlib.suppress(MistakeError):  # a game whose code fails must not hide the others
            load_again(name, info(name).default_seats, {})
            yield
            about = info(name)
            games.append((about.rank, about.title, _game(about)))
            yield
    for name in PLAYERS:
        if name != "human" and (engines or not _runs(name)):
            players.append(_player(name))
            yield
    return _json(
        {
            "games": [game for _, _, game in sorted(games, key=itemgetter(0, 1))],
            "players": players,
            "engines": engines,
            "levels": list(map(_, LEVEL_NAMES)),
            "first": FIRST_LEVEL,
        }
    )


def _runs(name: str) -> bool:
    """Whether a player is an external program."""
    return any(parameter.program for parameter in player_class(name).PARAMETERS)


def manual(name: str) -> Steps[bytes]:
    """Return a game's rules, figures, glossary and goal, as JSON. Raises UnknownGame."""
    about, pictures = info(name), {}
    game = load_again(name, about.default_seats, {})
    for figure, picture in figures(about):
        pictures[figure] = picture
        yield
    return _json(
        {
            "rules": about.page_rules,
            "figures": pictures,
            "glossary": about.story.glossary(game),
            "aim": list(about.story.aim(game)),
        }
    )


def _json(what: object) -> bytes:
    return json.dumps(what, separators=(",", ":")).encode()


def _player(name: str) -> dict[str, Any]:
    kind = player_class(name)
    fitting = [game for game in offered() if kind.fits(info(game))]
    only = {} if fitting == list(offered()) else {"only": fitting}
    title = _(kind.TITLE) if kind.TITLE else name
    return {"name": name, "title": title, "about": _(kind.SUMMARY), **only}


def _game(about: GameInfo) -> dict[str, Any]:
    rules = load_again(about.name, about.default_seats, {})
    return {
        "name": about.name,
        "title": about.title,
        "pitch": about.pitch,
        "accent": about.accent,
        "minutes": about.minutes,
        "kind": about.data["game"]["kind"],
        "seats": list(about.seats),
        "hidden": rules.has_hidden,
        "options": [_option(about, option) for option in about.options.values() if not option.file],
        "levels": len(levels_of(about)),
        "lesson": has_lesson(about.name),
        "puzzles": len(puzzle_lines(about.name)) if has_puzzles(about.name) else 0,
        "themes": {theme: _(theme) for theme in puzzle_themes(about.name)},
        "cover": about.cover or _picture(rules),
    }


def _option(about: GameInfo, option: Parameter) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": option.name, "default": option.default, "help": option.help}
    if option.choices:
        entry["values"] = list(option.choices)
        entry["names"] = list(map(about.choice, option.choices))
    elif isinstance(option.default, bool):
        entry["values"] = ["on", "off"]
    elif isinstance(option.default, int | float):
        entry["bounds"] = [option.low, option.most]
    return entry


def _picture(rules: Game) -> str:
    """Return a picture of an early position, the same each time."""
    state, chance, rng = rules.start(), Chance(7), Rng(7)
    for _step in range(COVER_DECISIONS):
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
    names = tuple(_("player {seat}", seat=seat) for seat in range(1, state.game.seats + 1))
    return to_svg(Scene(state, names, narrow=True), alone=False)
