"""Text beside the board: things near the piece on turn, and the odds of its draws."""

from __future__ import annotations

from collections import Counter, deque
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from aicore.core.game import Position, State, View
from aicore.core.language import fill, ngettext
from aicore.core.language import gettext as _
from aicore.core.story import Names, listed
from aicore.games.relics.picture.panels import trap
from aicore.games.relics.rules.chart import AIRLOCK_AT, Chart, Square, xy
from aicore.games.relics.rules.names import CENTER, STEPS
from aicore.games.relics.words.nouns import thing
from aicore.games.relics.words.wording import points

FAR = 6  # steps; guns farther away are left out


def nearby(chart: Chart, seat: int) -> str:
    """Return a text about a piece's nearest exit, artifact and gun, as the platforms now lie."""
    start = chart.pieces.get(seat)
    if start is None:
        return ""
    steps = _steps(chart, start)
    exits = [(steps[at], name) for at, name in AIRLOCK_AT.items() if at in steps]
    lines = [_("no way out yet")]
    if exits:
        far, name = min(exits)
        lines = [_away(far, _("exit {airlock}", airlock=name))]
    prizes = [
        (gallery, square)
        for gallery, square in chart.large.items()
        if (
            chart.fields["heart_on"]
            if gallery == CENTER
            else gallery in chart.fields["artifact_on"]
        )
    ]
    near = [(steps[square], gallery) for gallery, square in prizes if square in steps]
    if near:
        far, gallery = min(near)
        lines.append(_away(far, _("artifact in {gallery}", gallery=gallery)))
    elif prizes:
        gallery, square = min(prizes, key=lambda prize: _straight(prize[1], start))
        text = _("no way to an artifact yet; the nearest is in {gallery} ({square})")
        lines.append(fill(text, gallery=gallery, square=xy(square)))
    fired = chart.fields["fired"]
    guns = [
        (steps[square], f"gun{gun}", xy(square))
        for gun, line in chart.lines.items()
        for square in line
        if steps.get(square, FAR) < FAR and gun not in fired
    ]
    if guns:
        far, gun_name, at = min(guns)
        lines.append(_away(far, _("{gun} covers {square}", gun=gun_name, square=at)))
    return "; ".join(lines)


def _away(far: int, what: str) -> str:
    if not far:
        return _("{thing}, here", thing=what)
    return ngettext("{thing}, {n} step", "{thing}, {n} steps", far, thing=what)


def _straight(one: Square, other: Square) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _steps(chart: Chart, start: Square) -> dict[Square, int]:
    """Return the number of moves to each square that a piece can reach."""
    steps = {start: 0}
    queue = deque([start])
    while queue:
        square = queue.popleft()
        for way in STEPS:
            end = chart.step(square, way)
            if end is not None and end not in steps:
                steps[end] = steps[square] + 1
                queue.append(end)
    return steps


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
        lines.append(
            ngettext(
                "{platforms} moved ({mark})",
                "{platforms} moved ({mark})",
                len(laid),
                platforms=listed(laid),
                mark=mark,
            )
        )
    gone = sorted(set(before["platforms"]) - set(after["platforms"]))
    if gone:
        lines.append(_("{things} gone", things=listed(gone)))
    guns = [f"gun{gun}" for gun in sorted(set(before["guns"]) - set(after["guns"]))]
    lines += [_("{things} gone", things=gun) for gun in guns]
    for other, (old, new) in enumerate(zip(before["pos"], after["pos"], strict=True)):
        if other == seat or old is None or old == new:
            continue
        who = names[other]
        if new is None:
            lines.append(_("{who} {who:are|is} out", who=who))
        else:
            here, there = xy((old[0], old[1])), xy((new[0], new[1]))
            lines.append(_("{who} went from {here} to {there}", who=who, here=here, there=there))
    return "; ".join(lines)


def odds(position: State | View) -> RenderableType | None:
    """Return tables of the odds behind `take` and a token; None if nothing lies in the station."""
    data = position.game.info.data
    parts: list[RenderableType] = []
    if position["artifact_on"]:
        parts += [Text(_("The artifact is one of these"), "bold"), _artifacts(position, data)]
    if any(position["tokens"].values()):
        parts += [Text(_("The item is one of these"), "bold"), _items(position["undrawn_items"])]
    return Group(*parts) if parts else None


def _artifacts(fields: Position, data: dict[str, Any]) -> Table:
    """Return a table of artifacts still to be drawn, their points, and what stops their traps."""
    table = Table.grid(padding=(0, 3, 0, 0))
    known = {entry["id"]: entry for entry in data["artifacts"]}
    left = fields["undrawn_artifacts"]
    held = _stoppers(fields)
    for name in left:
        stops = [by for by in known[name]["stopped_by"] if by in held]
        does = trap(name, data)
        if stops:
            does = _("your {item} stops its trap", item=thing(stops[0]))
        worth = points(known[name]["points"])
        table.add_row(_share(1 / len(left)), thing(name), worth, does)
    return table


def _stoppers(fields: Position) -> list[str]:
    """Return the mover's means that are ready against traps; a shield counts only if it is up."""
    seat = fields["seat"]
    held = [name for name, left in fields["charge"][seat].items() if left and name != "shield"]
    return [*held, "shield"] if fields["shield_up"][seat] else held


def _items(left: list[str]) -> Table:
    """Return a table of the items still to be drawn, in two columns."""
    table = Table.grid(padding=(0, 3, 0, 0))
    cells = [(_share(copies / len(left)), thing(name)) for name, copies in Counter(left).items()]
    half = -(-len(cells) // 2)
    for row in range(half):
        other = cells[row + half] if row + half < len(cells) else ("", "")
        table.add_row(*cells[row], *other)
    return table


def _share(share: float) -> str:
    """Return a share in percent, such as "  12.5 %"."""
    return fill("  {percent:4.1f} %", percent=100 * share)
