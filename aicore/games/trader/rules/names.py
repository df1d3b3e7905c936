"""Names of Free Trader's cards and goods, and coordinates of its map."""

from typing import Any, cast

from aicore.core.game import Game
from aicore.games.trader.rules.state import CENTER, EAST, NORTH


def names_of(data: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    """Return ids in the order of their numbers: planets, events, goods, modules, ship's parts."""
    modules, goods = data["modules"]["ids"], data["goods"]["ids"]
    return {
        "planets": tuple(planet["name"] for planet in data["cards"]["planets"]),
        "events": tuple(event[0] for event in data["cards"]["events"]),
        "goods": tuple(goods),
        "modules": tuple(modules),
        "parts": (*modules, *(f"{modules[-1]} {good}" for good in goods)),
    }


def names(game: Game, kind: str) -> tuple[str, ...]:
    """Return the ids of one kind in this game, whose data may be a player's own."""
    listed: tuple[str, ...] = cast(Any, game).names[kind]
    return listed


def coordinates(cell: int) -> tuple[int, int]:
    """Return the coordinates of a cell of the map."""
    return cell // EAST - CENTER, cell % EAST // NORTH - CENTER


def cell_at(x: int, y: int) -> int:
    """Return the number of the cell at these coordinates."""
    return EAST * (x + CENTER) + NORTH * (y + CENTER)
