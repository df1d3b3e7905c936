"""Points, AP, places, names and traps in the words of sentences about relics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aicore.core.game import Game, Position
from aicore.core.story import Names, counted, listed
from aicore.games.relics.rules.chart import AIRLOCK_AT
from aicore.games.relics.rules.names import EDGE, GALLERY_IDS, PLATFORM_IDS, QUARTERS

SIDES = {
    ("NE", "NW"): "north",
    ("NE", "SE"): "east",
    ("SE", "SW"): "south",
    ("NW", "SW"): "west",
    ("NW",): "northwest",
    ("NE",): "northeast",
    ("SE",): "southeast",
    ("SW",): "southwest",
}

GALLERIES = dict(zip(
    GALLERY_IDS,
    ("northwest", "north", "northeast", "west", "center", "east", "southwest", "south",
     "southeast"),
    strict=True,
))  # fmt: skip
"""Side of the station on which each gallery lies."""
FAR = 6  # squares, from where on only the direction is told


def points(number: int) -> str:
    """Return "no points", "1 point", "14 points"."""
    return f"{number or 'no'} point{'' if number == 1 else 's'}"


def worth(position: Position, seat: int) -> int:
    """Return the points that a seat carries."""
    carried: list[int] = position.game.carried(position)  # type: ignore[attr-defined]
    return carried[seat]


def place(game: Game, fields: Position, square: Sequence[int]) -> str:
    """Return a square's place: "the middle of the north gallery", "a platform", "airlock N"."""
    x, y = square
    airlock = AIRLOCK_AT.get((x, y))
    if airlock:
        return f"airlock {airlock}"
    if list(square) in fields["doorways"]:
        return "a doorway"
    gallery = gallery_at(game, square)
    if gallery is None:
        return "a platform"
    left, top = game.info.data["board"]["galleries"][GALLERY_IDS.index(gallery)]
    middle = (x - left, y - top) == (EDGE // 2, EDGE // 2)
    return f"the middle of {called(gallery)}" if middle else called(gallery)


def called(gallery: str) -> str:
    """Return a gallery in words: "the north gallery"."""
    return f"the {GALLERIES[gallery]} gallery"


def platform(data: dict[str, Any], name: str) -> str:
    """Return a platform by its squares of floor: "two-square platform"."""
    floors = len(data["platforms"]["floors"][PLATFORM_IDS.index(name)].split())
    return f"{('one', 'two', 'three')[floors - 1]}-square platform"


def offset(start: Sequence[int], end: Sequence[int]) -> str:
    """Return the way between two squares: "3 squares north", "1 square south and 2 east"."""
    (x, y), (to_x, to_y) = start, end
    steps = [
        (abs(to_y - y), "north" if to_y < y else "south"),
        (abs(to_x - x), "west" if to_x < x else "east"),
    ]
    first, *more = [(size, way) for size, way in steps if size] or [(0, "away")]
    squares = f"{first[0]} square{'s' * (first[0] != 1)} {first[1]}"
    return " and ".join([squares, *(f"{size} {way}" for size, way in more)])


def near(fields: Position, spot: Sequence[int], seat: int, names: Names, size: int = 2) -> str:
    """Return where something lies from a seat's piece: "just north of you".

    Args:
        spot: the top left square of the thing.
        size: the number of its squares in a row.
    """
    here = fields["pos"][seat]
    closest = [
        min(max(at, corner), corner + size - 1) for at, corner in zip(here, spot, strict=True)
    ]
    whom = "you" if seat == names.you else "their piece"
    if closest == list(here):
        return f"where {'you' if seat == names.you else 'they'} stand"
    east, south = (at - own for at, own in zip(closest, here, strict=True))
    if max(abs(east), abs(south)) > FAR:
        side = ("north" if south < 0 else "south") if 2 * abs(south) >= abs(east) else ""
        side += ("west" if east < 0 else "east") if 2 * abs(east) >= abs(south) else ""
        return f"far {side} of {whom}"
    away = offset(here, closest)
    return f"{away.replace('1 square ', 'just ') if ' and ' not in away else away} of {whom}"


def gallery_at(game: Game, square: Sequence[int]) -> str | None:
    """Return the gallery that a square belongs to; None if it belongs to none."""
    x, y = square
    corners = zip(GALLERY_IDS, game.info.data["board"]["galleries"], strict=True)
    inside = (
        name for name, (left, top) in corners if left <= x < left + EDGE and top <= y < top + EDGE
    )
    return next(inside, None)


def bare(name: str) -> str:
    """Return an item's name without its article."""
    return {"blaster": "Blaster", "o2": "O2", "shield": "shield"}.get(name) or name.replace(
        "-", " "
    )


def some_holes(number: int) -> str:
    """Return "a hole in the suit", "two holes in the suit"."""
    return f"{'a hole' if number == 1 else counted(number, 'hole')} in the suit"


def half_ap(fields: Position) -> int:
    """Return the AP left, in half AP."""
    return 2 * int(fields["ap"]) + int(fields["credit"])


def ap_text(halves: int) -> str:
    """Return half AP as AP in words: "3", "2 1/2", "1/2"."""
    whole, half = divmod(halves, 2)
    return " ".join([*([str(whole)] if whole or not half else []), *(["1/2"] if half else [])])


def shape(data: dict[str, Any], platform: str, turns: int) -> str:
    """Return a platform's shape after quarter turns: "floor west", "wall northeast"."""
    drawn = data["platforms"]["floors"][PLATFORM_IDS.index(platform)].split()
    floor = {QUARTERS[(QUARTERS.index(quarter) + turns) % 4] for quarter in drawn}
    kind, quarters = "floor", tuple(sorted(floor))
    if len(floor) == 3:
        kind, quarters = "wall", tuple(set(QUARTERS) - floor)
    return f"{kind} {SIDES.get(quarters) or listed(quarters)}"


def sprung(
    game: Game, name: str, seat: int, before: Position, after: Position, eaten: str = ""
) -> str:
    """Return what an artifact's trap did to a seat between two positions.

    Args:
        eaten: the item that the acid ate, if that is known.
    """
    gallery = gallery_at(game, after["pos"][seat])
    where = "" if gallery is None else called(gallery)
    holes = some_holes(after["holes"] - before["holes"])
    carried = after["carried"][seat] - before["carried"][seat]
    shielded = before["shield_up"][seat] and not after["shield_up"][seat]
    if shielded and name != "martian-spearhead":
        return "the shield stops its trap and drops"
    match name:
        case "mercurial-salamander":
            return f"its trap sets {where} on fire"
        case "venusian-dragonfly":
            if eaten:
                return f"acid eats the {bare(eaten)} and makes {holes}"
            more = " and will eat an item" if after["phase"] == "lose" else ""
            return f"acid makes {holes}{more}"
        case "lunar-sickle":
            return f"its trap doubles every cost on {where}"
        case "cererian-flower":
            return f"its trap makes {holes} and takes {carried} AP from the next turn"
        case "martian-spearhead":
            kept = "the shield takes one hit and drops, the other makes" if shielded else ""
            return f"{kept or 'its trap makes'} {holes}"
        case "jovian-scepter":
            others = counted(after["scepter"][seat], "other")
            have = "has" if after["scepter"][seat] == 1 else "have"
            return f"its trap locks #2 platforms until {others} {have} been moved"
        case "saturnian-hourglass":
            parts = [f"{taken} AP"] if (taken := before["ap"] - after["ap"]) else []
            parts += [f"{carried} AP from the next turn"] if carried else []
            return f"its trap takes {listed(parts)}"
        case "uranium-gem":
            return f"its trap drops a net over {where}"
    moves = after["shell"][seat]
    return f"its trap makes the next {f'{moves} moves' if moves > 1 else 'move'} cost double"
