"""What an artifact or an item would be: the cards still to be drawn, with their exact chances."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from aicore.core.game import Position, State, View
from aicore.games.relics.picture.belongings import trap


def odds(position: State | View) -> RenderableType | None:
    """The chances behind `take` and behind a token; None when nothing is left to draw."""
    data = position.game.info.data
    parts: list[RenderableType] = []
    if position["undrawn_artifacts"]:
        parts += [Text("An artifact is one of these", "bold"), _artifacts(position, data)]
    if position["undrawn_items"]:
        parts += [Text("An item is one of these", "bold"), _items(position["undrawn_items"])]
    return Group(*parts) if parts else None


def _artifacts(fields: Position, data: dict[str, Any]) -> Table:
    """Each artifact still to be drawn, its points, and what would stop its trap."""
    table = Table.grid(padding=(0, 3, 0, 0))
    known = {entry["id"]: entry for entry in data["artifacts"]}
    left = fields["undrawn_artifacts"]
    held = _stoppers(fields)
    for name in left:
        stops = [by for by in known[name]["stopped_by"] if by in held]
        does = f"your {stops[0]} stops its trap" if stops else trap(name, data)
        table.add_row(f"  {100 / len(left):4.1f} %", name, f"{known[name]['points']} points", does)
    return table


def _stoppers(fields: Position) -> list[str]:
    """What the seat on turn has ready against traps: a shield counts when it is up."""
    seat = fields["seat"]
    held = [name for name, left in fields["charge"][seat].items() if left and name != "shield"]
    return [*held, "shield"] if fields["shield_up"][seat] else held


def _items(left: list[str]) -> Table:
    """Each item still to be drawn, in two columns."""
    table = Table.grid(padding=(0, 3, 0, 0))
    cells = [
        (f"  {100 * copies / len(left):4.1f} %", name) for name, copies in Counter(left).items()
    ]
    half = -(-len(cells) // 2)
    for row in range(half):
        other = cells[row + half] if row + half < len(cells) else ("", "")
        table.add_row(*cells[row], *other)
    return table
