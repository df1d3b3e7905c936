"""Drawing of a position for the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from aicore.core.game import State, View
from aicore.games.relics.text import GALLERIES, SIZE, TILES

QUARTERS = ("NW", "NE", "SE", "SW")  # clockwise
QUARTER_AT = {(0, 0): "NW", (1, 0): "NE", (1, 1): "SE", (0, 1): "SW"}
ARROWS = "^>v<"
GUN_MARKS = "123456789abc"
AIRLOCK_AT = {(15, -1): "N", (31, 15): "E", (15, 31): "S", (-1, 15): "W"}
SEAT_STYLES = ("bold white on blue", "bold white on red", "bold black on green", "bold on magenta")
LEGEND = (
    "## wall, 07 wall of p07, .. floor; @1 seat 1; A2 artifact, two items; H Heart\n"
    "^4 gun4 firing north (a b c: 10 11 12); ** fire; [] doorway; <> airlock"
)
DOING = {
    "galleries": "the galleries are laid",
    "platforms": "the platforms are laid",
    "weapons": "weapons are dealt",
    "airlocks": "seat {turn} chooses an airlock",
    "act": "seat {seat} has {ap} AP",
    "at": "seat {seat} places {lifting}",
    "turn": "seat {seat} turns {lifting} at {spot}",
    "guns": "gun{gun} is about to fire at seat {seat}",
    "item": "seat {seat} finds an item",
    "artifact": "seat {seat} takes an artifact",
    "keycard": "seat {seat} takes an artifact by keycard",
    "spare": "seat {seat} draws a platform",
    "trap": "seat {seat}: the trap of the {drawn}",
    "lose": "seat {seat} loses an item",
    "defense": "Last Defense, seat {turn} removes a platform",
}
ENDS = {"all-out": "all are out", "rounds": "time is up", "last-defense": "the station is gone"}
Square = tuple[int, int]


def draw(position: State | View, seat: int | None = None) -> Panel:
    """The board with all that lies on it, and a line or two for each seat; nothing is hidden."""
    fields = position.to_dict()
    parts: list[Any] = [
        _board(fields, position.game.info.data),
        Text(LEGEND, "dim"),
        Text(),
        _seats(fields, position.scores(), position.game.info.data),
    ]
    return Panel(Group(*parts), title=_title(fields), width=78, padding=(0, 2))


def _title(fields: dict[str, Any]) -> str:
    if fields["end"]:
        return f"Relics - round {fields['round']}: {ENDS[fields['end']]}"
    spot = ",".join(map(str, fields["spot"] or ()))
    gun = (fields["queue"] or [""])[0]
    doing = DOING[fields["phase"]].format(**{**fields, "spot": spot, "gun": gun})
    extras = []
    if fields["credit"]:
        extras.append("and a half")
    if fields["adrenaline"]:
        extras.append("on adrenaline")
    if fields["holes"]:
        extras.append(f"{fields['holes']} hole{'s' if fields['holes'] > 1 else ''}!")
    if fields["final"]:
        extras.append("last turns")
    return f"Relics - round {fields['round']}, {', '.join([doing, *extras])}"


def _board(fields: dict[str, Any], data: dict[str, Any]) -> Text:
    """31 by 31 squares of two characters, the airlocks outside."""
    cells = _tiles(fields, data)
    _lay_things(cells, fields, data)
    heads = "".join(f"{x:>2}" if x % 5 == 0 else "  " for x in range(SIZE))
    text = Text(f"     {heads}\n", "dim")
    for y in range(-1, SIZE + 1):
        text.append(f"{y:>2} " if 0 <= y < SIZE else "   ", "dim")
        for x in range(-1, SIZE + 1):
            text.append(*cells.get((x, y), ("  ", "")))
        text.append("\n")
    text.rstrip()
    return text


def _tiles(fields: dict[str, Any], data: dict[str, Any]) -> dict[Square, tuple[str, str]]:
    """Two characters and a style for each covered square and airlock."""
    cells: dict[Square, tuple[str, str]] = dict.fromkeys(AIRLOCK_AT, ("<>", "bold cyan"))
    guns = 0
    for gallery, (left, top) in zip(GALLERIES, data["board"]["galleries"], strict=True):
        tile = fields["galleries"].get(gallery)
        turns = TILES.index(tile) // 2 if tile else 0
        if not tile and gallery != "g5":
            continue
        for y, row in enumerate(data["gallery"]["north"]):
            for x, kind in enumerate(row):
                dx, dy = _turned(x, y, turns)
                floor = kind == "." or gallery == "g5"
                cells[left + dx, top + dy] = ("..", "") if floor else ("##", "yellow")
        for x, y, way in data["gallery"]["guns"][: int(tile[1]) if tile else 0]:
            guns += 1
            if guns in fields["guns"]:
                dx, dy = _turned(x, y, turns)
                mark = ARROWS[("nesw".index(way) + turns) % 4] + GUN_MARKS[guns - 1]
                cells[left + dx, top + dy] = (mark, "bold red")
    for platform, (left, top, turns) in fields["platforms"].items():
        drawn = data["platforms"]["floors"][int(platform[1:]) - 1].split()
        floors = {QUARTERS[(QUARTERS.index(quarter) + turns) % 4] for quarter in drawn}
        style = "reverse" if platform == fields["lifting"] else "green"
        for (dx, dy), quarter in QUARTER_AT.items():
            floor = quarter in floors
            cells[left + dx, top + dy] = ("..", "") if floor else (platform[1:], style)
    return cells


def _turned(x: int, y: int, turns: int) -> Square:
    """Where a square of a gallery comes to lie by clockwise quarter turns."""
    for _ in range(turns):
        x, y = 4 - y, x
    return x, y


def _lay_things(
    cells: dict[Square, tuple[str, str]], fields: dict[str, Any], data: dict[str, Any]
) -> None:
    """Fires, doorways, artifacts and items, then the pieces on top."""
    for x, y in fields["fires"]:
        cells[x, y] = ("**", "bold red")
    for x, y in fields["doorways"]:
        cells[x, y] = ("[]", "bold cyan")
    for gallery, (left, top) in zip(GALLERIES, data["board"]["galleries"], strict=True):
        lies = "A" if gallery in fields["artifact_on"] else "."
        if gallery == "g5":
            lies = "H" if fields["heart_on"] else "."
        tokens = fields["tokens"].get(gallery, 0) if gallery in fields["galleries"] else 0
        if lies != "." or tokens:
            cells[left + 2, top + 2] = (f"{lies}{tokens or '.'}", "bold magenta")
    for seat, square in enumerate(fields["pos"]):
        if square is not None:
            at = (square[0], square[1])
            crowd = fields["pos"].count(square) > 1
            cells[at] = ("@@", "bold reverse") if crowd else (f"@{seat}", SEAT_STYLES[seat])


def _seats(fields: dict[str, Any], scores: Sequence[float], data: dict[str, Any]) -> Table:
    """What each seat holds and what hinders it."""
    table = Table.grid(padding=(0, 2))
    for seat, square in enumerate(fields["pos"]):
        active = seat == fields["turn"]
        if seat in fields["escaped"]:
            where = f"out, {scores[seat]} points"
        elif square is None:
            where = "not there yet"
        else:
            at = (square[0], square[1])
            where = f"at {AIRLOCK_AT[at]}" if at in AIRLOCK_AT else f"at {at[0]},{at[1]}"
        table.add_row(
            Text(f"{'>' if active else ' '} @{seat}", "bold" if active else ""),
            Text(where, "bold"),
            Text(_belongings(fields, seat, data)),
        )
    return table


def _belongings(fields: dict[str, Any], seat: int, data: dict[str, Any]) -> str:
    """Weapon, artifacts with points, items with charges; then the troubles."""
    charge = fields["charge"][seat]
    points = {entry["id"]: entry["points"] for entry in data["artifacts"]}
    parts = []
    if fields["weapon"][seat]:
        up = " raised," if fields["shield_up"][seat] else ""
        weapon = fields["weapon"][seat]
        parts.append(f"{weapon}{up} {charge.get(weapon, 0)} left")
    if fields["heart"] == seat:
        parts.append(f"heart-of-sol ({data['figures']['heart_points']} points)")
    parts += [f"{name} ({points[name]} points)" for name in fields["artifacts"][seat]]
    for name, copies in Counter(fields["items"][seat]).items():
        number = f" x {copies}" if copies > 1 else ""
        left = f" ({charge[name]} left)" if name in charge else ""
        parts.append(name + number + left)
    if fields["carried"][seat]:
        parts.append(f"-{fields['carried'][seat]} AP next turn")
    if fields["sickle"][seat]:
        parts.append(f"pays double on {fields['sickle'][seat]}")
    if fields["net"][seat]:
        parts.append(f"netted on {fields['net'][seat]}")
    if fields["shell"][seat]:
        parts.append(f"{fields['shell'][seat]} slow moves")
    if fields["scepter"][seat]:
        parts.append(f"no #2 before {fields['scepter'][seat]} other platforms")
    return "; ".join(parts)
