"""The pictures in a game's rules, cut from its own: `figures.toml` in its folder.

A table for each figure, whose name RULES.md has in `![caption](figure:NAME)`:

- `moves`: the decisions that lead to the position, in order; chance between them comes by `seed`,
- `seats`: of the game; its default if there is none,
- `fields`: what is otherwise in the position, as `State.to_dict` has it,
- `seat`: who looks; if there is none, all is shown,
- `box`: x, y, width and height of the part of the wide picture; if there is none, all of it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import tostring

from aicore.core.chance import Chance
from aicore.core.picture import Scene
from aicore.core.registry import GameInfo, load_again

if TYPE_CHECKING:
    from aicore.core.game import Game, State

NAMES = ("you", "rival", "third", "fourth", "fifth", "sixth")


def figures(about: GameInfo) -> Iterator[tuple[str, str]]:
    """The pictures in a game's rules: names and SVG. Raises AicoreError where one is wrong."""
    file = about.folder / "figures.toml"
    if file.exists():
        asked = tomllib.loads(file.read_text(encoding="utf-8"))
        for name, one in asked.items():
            yield name, _drawn(about, one)


def _drawn(about: GameInfo, asked: dict[str, Any]) -> str:
    game = load_again(about.name, asked.get("seats", about.default_seats), {})
    state = _position(game, asked)
    seat = asked.get("seat")
    position = state if seat is None else state.view(seat)
    picture = about.picture.draw(Scene(position, NAMES[: game.seats]))
    if "box" in asked:
        picture.set("viewBox", " ".join(map(str, asked["box"])))
    return tostring(picture, encoding="unicode")


def _position(game: Game, asked: dict[str, Any]) -> State:
    state, chance = game.start(), Chance(seed=asked.get("seed", 0))
    chance.settle(state)
    for move in asked.get("moves", ()):
        state.apply(move)
        chance.settle(state)
    if "fields" in asked:
        state = game.from_dict(state.to_dict() | asked["fields"])
    return state
