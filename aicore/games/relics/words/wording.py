"""Points, AP, places, names and traps in the words of sentences about relics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aicore.core.game import Game, Position
from aicore.core.story import counted, listed
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


def points(number: int) -> str:
    """Return "no points", "1 point", "14 points"."""
    return f"{number or 'no'} point{'' if number == 1 else 's'}"


def worth(position: Position, seat: int) -> int:
    """Return the points that a seat carries."""
    carried: list[int] = position.game.carried(position)  # type: ignore[attr-defined]
    return carried[seat]


def place(game: Game, fields: Position, square: Sequence[int]) -> str:
    """Return a square and its tile in words: "the middle of g2", "15,1 on p07", "airlock N"."""
    x, y = square
    airlock = AIRLOCK_AT.get((x, y))
    if airlock:
        return f"airlock {airlock}"
    if list(square) in fields["doorways"]:
        return f"the doorway at {x},{y}"
    gallery = gallery_at(game, square)
    if gallery is None:
        on = next(
            (
                f" on {name}"
                for name, (left, top, _) in fields["platforms"].items()
                if left <= x <= left + 1 and top <= y <= top + 1
            ),
            "",
        )
        return f"{x},{y}{on}"
    left, top = game.info.data["board"]["galleries"][GALLERY_IDS.index(gallery)]
    middle = (x - left, y - top) == (EDGE // 2, EDGE // 2)
    return f"the middle of {gallery}" if middle else f"{x},{y} on {gallery}"


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
    where = gallery_at(game, after["pos"][seat])
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
