"""Text beside the board: things near the piece on turn, and the odds of its draws."""

from __future__ import annotations

from collections import Counter, deque
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from aicore.core.game import Position, State, View
from aicore.core.story import Names, listed
from aicore.games.relics.picture.panels import trap
from aicore.games.relics.rules.chart import AIRLOCK_AT, Chart, Square, xy
from aicore.games.relics.rules.names import CENTER, STEPS

FAR = 6  # steps; guns farther away are left out


def nearby(chart: Chart, seat: int) -> str:
    """Return a text about a piece's nearest exit, artifact and gun, as the platforms now lie."""
    start = chart.pieces.get(seat)
    if start is None:
        return ""
    steps = _steps(chart, start)
    exits = [(steps[at], f"exit {name}") for at, name in AIRLOCK_AT.items() if at in steps]
    lines = [_away(min(exits)) if exits else "no way out yet"]
    prizes = [
        (gallery, square)
        for gallery, square in chart.large.items()
        if (
            chart.fields["heart_on"]
            if gallery == CENTER
            else gallery in chart.fields["artifact_on"]
        )
    ]
    near = [
        (steps[square], f"artifact in {gallery}") for gallery, square in prizes if square in steps
    ]
    if near:
        lines.append(_away(min(near)))
    elif prizes:
        gallery, square = min(prizes, key=lambda one: _straight(one[1], start))
        lines.append(f"no way to an artifact yet; the nearest is in {gallery} ({xy(square)})")
    fired = chart.fields["fired"]
    guns = [
        (steps[square], f"gun{gun} covers {xy(square)}")
        for gun, line in chart.lines.items()
        for square in line
        if steps.get(square, FAR) < FAR and gun not in fired
    ]
    if guns:
        lines.append(_away(min(guns)))
    return "; ".join(lines)


def _away(found: tuple[int, str]) -> str:
    far, what = found
    return f"{what}, {far} step{'s' if far != 1 else ''}" if far else f"{what}, here"


def _straight(one: Square, other: Square) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _steps(chart: Chart, start: Square) -> dict[Square, int]:
    """Return the number of moves to each square that a piece can reach."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        square = queue.popleft()
        for way in STEPS:
            end = chart.step(square, way)
            if end is not None and end not in found:
                found[end] = found[square] + 1
                queue.append(end)
    return found


def moved(before: Position, after: Position) -> set[str]:
    """Return the platforms whose place or rotation has changed."""
    return {
        name for name, place in after["platforms"].items() if before["platforms"].get(name) != place
    }


def changes(before: Position, after: Position, seat: int, names: Names, mark: str) -> str:
    """Return a line about the changes that other seats made on the board.

    Args:
        mark: the sign of moved platforms.
    """
    lines = []
    laid = sorted(moved(before, after))
    if laid:
        lines.append(f"{listed(laid)} moved ({mark})")
    gone = sorted(set(before["platforms"]) - set(after["platforms"]))
    if gone:
        lines.append(f"{listed(gone)} gone")
    lines += [f"gun{gun} gone" for gun in sorted(set(before["guns"]) - set(after["guns"]))]
    for other, (old, new) in enumerate(zip(before["pos"], after["pos"], strict=True)):
        if other == seat or old is None or old == new:
            continue
        name = names[other]
        if new is None:
            lines.append(f"{name} is out")
        else:
            lines.append(f"{name} went from {xy((old[0], old[1]))} to {xy((new[0], new[1]))}")
    return "; ".join(lines)


def odds(position: State | View) -> RenderableType | None:
    """Return tables of the odds behind `take` and a token; None if nothing is left to draw."""
    data = position.game.info.data
    parts: list[RenderableType] = []
    if position["undrawn_artifacts"]:
        parts += [Text("The artifact is one of these", "bold"), _artifacts(position, data)]
    if position["undrawn_items"]:
        parts += [Text("The item is one of these", "bold"), _items(position["undrawn_items"])]
    return Group(*parts) if parts else None


def _artifacts(fields: Position, data: dict[str, Any]) -> Table:
    """Return a table of artifacts still to be drawn, their points, and what stops their traps."""
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
    """Return the mover's means that are ready against traps; a shield counts only if it is up."""
    seat = fields["seat"]
    held = [name for name, left in fields["charge"][seat].items() if left and name != "shield"]
    return [*held, "shield"] if fields["shield_up"][seat] else held


def _items(left: list[str]) -> Table:
    """Return a table of the items still to be drawn, in two columns."""
    table = Table.grid(padding=(0, 3, 0, 0))
    cells = [
        (f"  {100 * copies / len(left):4.1f} %", name) for name, copies in Counter(left).items()
    ]
    half = -(-len(cells) // 2)
    for row in range(half):
        other = cells[row + half] if row + half < len(cells) else ("", "")
        table.add_row(*cells[row], *other)
    return table
