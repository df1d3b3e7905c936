"""Figures in a game's rules: drawings of positions from `figures.toml` in the game's folder.

The file has a table for each figure, named as in RULES.md's `![caption](figure:NAME)`:

- `moves`: moves that lead to the position, in order,
- `seed`: seed of the chance events between the moves; by default 0,
- `seats`: number of seats; by default the game's default,
- `fields`: changed fields of the position, as in `State.to_dict`,
- `seat`: seat of the viewer; by default the figure shows everything,
- `box`: x, y, width and height of the part of the drawing to show; by default the whole drawing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from aicore.core.chance import Chance
from aicore.core.language import Person, pgettext
from aicore.core.language import gettext as _
from aicore.core.picture import Scene
from aicore.core.registry import GameInfo, load_again
from aicore.core.svg import serialized

if TYPE_CHECKING:
    from aicore.core.game import Game, State


def _names(seats: int) -> tuple[str, ...]:
    """Return the names of the seats in figures."""
    others = [
        pgettext("name of a seat", "rival"), pgettext("name of a seat", "third"),
        pgettext("name of a seat", "fourth"), pgettext("name of a seat", "fifth"),
        pgettext("name of a seat", "sixth"),
    ]  # fmt: skip
    return (Person(_("you"), True), *others)[:seats]


def figures(about: GameInfo) -> Iterator[tuple[str, str]]:
    """Yield the name and the SVG of each figure in a game's rules. Raises AicoreError."""
    file = about.folder / "figures.toml"
    if file.exists():
        for name, table in tomllib.loads(file.read_text(encoding="utf-8")).items():
            yield name, _drawn(about, table)


def _drawn(about: GameInfo, table: dict[str, Any]) -> str:
    """Return the SVG of the figure that a table of `figures.toml` describes."""
    game = load_again(about.name, table.get("seats", about.default_seats), {})
    state = _position(game, table)
    seat = table.get("seat")
    position = state if seat is None else state.view(seat)
    picture = about.picture.draw(Scene(position, _names(game.seats)))
    if "box" in table:
        picture.set("viewBox", " ".join(map(str, table["box"])))
    return serialized(picture)


def _position(game: Game, table: dict[str, Any]) -> State:
    """Return the position of the figure that a table of `figures.toml` describes."""
    state, chance = game.start(), Chance(seed=table.get("seed", 0))
    chance.settle(state)
    for move in table.get("moves", ()):
        state.apply(move)
        chance.settle(state)
    if "fields" in table:
        state = game.from_dict(state.to_dict() | table["fields"])
    return state
