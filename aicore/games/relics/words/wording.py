"""Words for points, AP, places, names and traps in sentences about relics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aicore.core.game import Game, Position
from aicore.core.language import Word, fill, ngettext, npgettext, pgettext
from aicore.core.language import gettext as _
from aicore.core.story import Names, in_words, listed
from aicore.games.relics.rules.chart import AIRLOCK_AT
from aicore.games.relics.rules.names import (
    DIRECTIONS,
    EDGE,
    GALLERY_IDS,
    PLATFORM_IDS,
    QUARTERS,
    QUARTERS_OF,
    quarters,
)
from aicore.games.relics.words.nouns import called, direction, the

FAR = 6  # squares; beyond them, only the direction is named


def points(number: int) -> Word:
    """Return "no points", "1 point", "14 points"."""
    if not number:
        return Word(pgettext("relics", "no points"))
    return Word(npgettext("relics", "{n} point", "{n} points", number))


def worth(position: Position, seat: int) -> int:
    """Return the points that a seat carries."""
    carried: list[int] = position.game.carried(position)  # type: ignore[attr-defined]
    return carried[seat]


def goal(game: Game, fields: Position, square: Sequence[int]) -> str:
    """Return where a way to a square leads: "to the north gallery", "onto a platform"."""
    x, y = square
    airlock = AIRLOCK_AT.get((x, y))
    if airlock:
        return _("to airlock {airlock}", airlock=airlock)
    if list(square) in fields["doorways"]:
        return _("to a doorway")
    gallery = gallery_at(game, square)
    if gallery is None:
        return _("onto a platform")
    left, top = game.info.data["board"]["galleries"][GALLERY_IDS.index(gallery)]
    middle = (x - left, y - top) == (EDGE // 2, EDGE // 2)
    if middle:
        return _("to the middle of {gallery}", gallery=called(gallery))
    return _("to {gallery}", gallery=called(gallery))


def platform(data: dict[str, Any], name: str) -> str:
    """Return a platform by its squares of floor: "two-square platform"."""
    floors = len(data["platforms"]["floors"][PLATFORM_IDS.index(name)].split())
    return (
        _("one-square platform"),
        _("two-square platform"),
        _("three-square platform"),
    )[floors - 1]


def offset(start: Sequence[int], end: Sequence[int]) -> str:
    """Return the way between two squares: "3 squares north", "1 square south and 2 east"."""
    (n, way), *more = _steps(start, end)
    if more:
        m, other = more[0]
        return ngettext(
            "{n} square {way} and {m} {other}",
            "{n} squares {way} and {m} {other}",
            n,
            way=direction(way),
            m=m,
            other=direction(other),
        )
    return ngettext("{n} square {way}", "{n} squares {way}", n, way=direction(way))


def step(start: Sequence[int], end: Sequence[int]) -> str:
    """Return the way of a single step: "north"; like `offset` if it is longer."""
    (n, way), *more = _steps(start, end)
    if n != 1:
        return offset(start, end)
    if more:
        m, other = more[0]
        slots = {"way": direction(way), "m": m, "other": direction(other)}
        return pgettext("step", "{way} and {m} {other}", **slots)
    return pgettext("step", "{way}", way=direction(way))


def _steps(start: Sequence[int], end: Sequence[int]) -> list[tuple[int, str]]:
    """Return the distances between two squares and their directions, without zeros."""
    (x, y), (to_x, to_y) = start, end
    distances = [
        (abs(to_y - y), "north" if to_y < y else "south"),
        (abs(to_x - x), "west" if to_x < x else "east"),
    ]
    return [(size, way) for size, way in distances if size] or [distances[0]]


def near(fields: Position, spot: Sequence[int], seat: int, names: Names, size: int = 2) -> str:
    """Return where something lies from a seat's piece: "just north of you".

    Args:
        spot: the top left square of the thing.
        seat: the seat whose action the sentence describes.
        size: the number of squares along each of its edges.
    """
    here, who = fields["pos"][seat], names[seat]
    closest = [
        min(max(at, corner), corner + size - 1) for at, corner in zip(here, spot, strict=True)
    ]
    if closest == list(here):
        return _("where {who:you|they} stand", who=who)
    east, south = (at - own for at, own in zip(closest, here, strict=True))
    if max(abs(east), abs(south)) > FAR:
        side = ("north" if south < 0 else "south") if 2 * abs(south) >= abs(east) else ""
        side += ("west" if east < 0 else "east") if 2 * abs(east) >= abs(south) else ""
        return _("far {way} of {who:you|their piece}", way=direction(side), who=who)
    (n, way), *more = _steps(here, closest)
    if more:
        m, other = more[0]
        return ngettext(
            "{n} square {way} and {m} {other} of {who:you|their piece}",
            "{n} squares {way} and {m} {other} of {who:you|their piece}",
            n,
            way=direction(way),
            m=m,
            other=direction(other),
            who=who,
        )
    if n == 1:
        return _("just {way} of {who:you|their piece}", way=direction(way), who=who)
    return _("{n} squares {way} of {who:you|their piece}", n=n, way=direction(way), who=who)


def gallery_at(game: Game, square: Sequence[int]) -> str | None:
    """Return the gallery that a square belongs to; None if it belongs to none."""
    x, y = square
    corners = zip(GALLERY_IDS, game.info.data["board"]["galleries"], strict=True)
    inside = (
        name for name, (left, top) in corners if left <= x < left + EDGE and top <= y < top + EDGE
    )
    return next(inside, None)


def gun_name(number: int | str) -> str:
    """Return a gun by the number on the board: "gun 3"."""
    return _("gun {number}", number=number)


def some_holes(number: int) -> str:
    """Return "a hole in the suit", "two holes in the suit"."""
    return in_words(number, "a hole in the suit", "{n} holes in the suit")


def charges_left(number: int) -> str:
    """Return "no charges left", "one charge left"."""
    if not number:
        return _("no charges left")
    return in_words(number, "one charge left", "{n} charges left")


def half_ap(fields: Position) -> int:
    """Return the AP left, in half AP."""
    return 2 * int(fields["ap"]) + int(fields["credit"])


def owed(game: Game, fields: Position) -> int:
    """Return the AP that `patch` takes from the next turn; 0 if the turn's AP pay for a hole."""
    price: int = game.price(fields, game.parse("patch"))[1] // 2  # type: ignore[attr-defined]
    left = int(fields["ap"])
    return price * int(fields["holes"]) - left if price > left else 0


def ap_text(halves: int) -> str:
    """Return half AP as AP in words: "3", "2 1/2", "1/2"."""
    whole, half = divmod(halves, 2)
    return " ".join([*([str(whole)] if whole or not half else []), *(["1/2"] if half else [])])


def shape(data: dict[str, Any], platform: str, turns: int) -> str:
    """Return a platform's shape after quarter turns: "floor west", "wall northeast"."""
    floor = set(quarters(data, platform, turns))
    if len(floor) == 3:
        (quarter,) = set(QUARTERS) - floor
        return _("wall {side}", side=direction(DIRECTIONS[quarter]))
    for way, side in QUARTERS_OF.items():
        if side == floor:
            return _("floor {side}", side=direction(DIRECTIONS[way]))
    return _("floor {quarters}", quarters=listed(sorted(floor)))


def trap_effects(
    game: Game, name: str, seat: int, before: Position, after: Position, eaten: str = ""
) -> str:
    """Return what an artifact's trap did to a seat between two positions.

    Args:
        eaten: the item that the acid ate, if that is known.
    """
    gallery = gallery_at(game, after["pos"][seat])
    where = Word("") if gallery is None else called(gallery)
    holes = some_holes(after["holes"] - before["holes"])
    carried = after["carried"][seat] - before["carried"][seat]
    shielded = before["shield_up"][seat] and not after["shield_up"][seat]
    if shielded and name != "martian-spearhead":
        return _("the shield stops its trap and drops")
    match name:
        case "mercurial-salamander":
            return _("its trap sets {gallery} on fire", gallery=where)
        case "venusian-dragonfly":
            if eaten:
                return _("acid eats {item} and makes {holes}", item=the(eaten), holes=holes)
            if after["phase"] == "lose":
                return _("acid makes {holes} and will eat an item", holes=holes)
            return _("acid makes {holes}", holes=holes)
        case "lunar-sickle":
            return _("its trap doubles every cost on {gallery}", gallery=where)
        case "cererian-flower":
            text = _("its trap makes {holes} and takes {ap} AP from the next turn")
            return fill(text, holes=holes, ap=carried)
        case "martian-spearhead":
            if shielded:
                text = _("the shield takes one hit and drops, the other makes {holes}")
                return fill(text, holes=holes)
            return _("its trap makes {holes}", holes=holes)
        case "jovian-scepter":
            return in_words(
                after["scepter"][seat],
                "its trap locks #2 platforms until one other has been moved",
                "its trap locks #2 platforms until {n} others have been moved",
            )
        case "saturnian-hourglass":
            taken = before["ap"] - after["ap"]
            if taken and carried:
                text = _("its trap takes {taken} AP and {ap} AP from the next turn")
                return fill(text, taken=taken, ap=carried)
            if carried:
                return _("its trap takes {ap} AP from the next turn", ap=carried)
            return _("its trap takes {ap} AP", ap=taken)
        case "uranium-gem":
            return _("its trap drops a net over {gallery}", gallery=where)
    return ngettext(
        "its trap makes the next move cost double",
        "its trap makes the next {n} moves cost double",
        after["shell"][seat],
    )
