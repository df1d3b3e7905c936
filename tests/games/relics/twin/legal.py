"""Legal actions of a seat, and chance outcomes, as texts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from .board import xy
from .data import (
    AIRLOCKS,
    ARTIFACTS,
    CENTER,
    DIRECTIONS,
    GAINS,
    KEYCARD_COST,
    LANES,
    LARGE,
    NET_COST,
    RAYS,
    ROCKET_COST,
    SQUARES_OF,
    TAKE_COST,
    TILES,
    WALLED,
    WEAPON_COPIES,
    WEAPONS,
)
from .position import Position, in_order


def legal(p: Position) -> list[str]:
    """Return the texts of the actions open to the seat to decide."""
    if p.phase == "airlocks":
        return [f"airlock {name}" for name, square in AIRLOCKS.items() if square not in p.pos]
    if p.phase == "act":
        return list(act(p))
    if p.phase == "at":
        assert p.lifting is not None
        return [f"at {xy(square)}" for square in p.board.anchors(p.lifting)]
    if p.phase == "turn":
        assert p.lifting is not None
        assert p.spot is not None
        lies = p.board.platforms.get(p.lifting)
        return [f"turn {r}" for r in range(4) if (*p.spot, r) != lies]
    if p.phase == "guns":
        gun = p.queue[0]
        shots = [f"shoot gun{gun} with {name}" for name in p.charged("blaster", "heat-ray")]
        return [*shots, f"hit gun{gun}"]
    if p.phase == "trap":
        assert p.drawn is not None
        helpful = p.charged(*(name for name in ARTIFACTS[p.drawn].stopped_by if name in RAYS))
        return [*(f"respond {name}" for name in helpful), "suffer"]
    if p.phase == "lose":
        return [f"lose {name}" for name in in_order(set(p.items[p.seat]))]
    if p.phase == "defense":
        return [f"remove {platform}" for platform in p.empty_platforms()]
    return []


def outcomes(p: Position) -> list[tuple[str, Fraction]]:
    """Return the texts of the possible chance outcomes with their probabilities."""
    if p.turn != "chance":
        return []
    if p.phase == "galleries":
        gallery = WALLED[len(p.board.galleries)]
        tiles = [tile for tile in TILES if tile not in p.board.galleries.values()]
        return _shares([f"gallery {gallery} {tile}" for tile in tiles])
    if p.phase == "platforms":
        lane = xy(LANES[len(p.board.platforms)])
        return _shares([f"platform {lane} {platform}" for platform in p.spare])
    if p.phase == "weapons":
        seat = p.weapon.index(None)
        left = [name for name in WEAPONS for _ in range(WEAPON_COPIES - p.weapon.count(name))]
        return _shares([f"weapon {seat} {name}" for name in left])
    if p.phase == "item":
        return _shares([f"item {name}" for name in p.undrawn_items])
    if p.phase == "spare":
        return _shares([f"spare {platform}" for platform in p.spare])
    return _shares([f"artifact {name}" for name in p.undrawn_artifacts])


def _shares(texts: list[str]) -> list[tuple[str, Fraction]]:
    """Return each text once, with its share of the list."""
    return [(text, Fraction(texts.count(text), len(texts))) for text in dict.fromkeys(texts)]


def act(p: Position) -> Iterator[str]:
    """Yield every action of a turn."""
    if p.holes:
        yield from _mending(p)
        yield from _gaining(p)
        return
    moves = [f"move {way}" for way in DIRECTIONS if _leads(p, way)]
    yield from moves
    if p.here in AIRLOCKS.values():
        yield "escape"
    if p.occupied(p.here):
        if not moves:
            yield "end"
        return
    yield "end"
    yield from _gaining(p)
    yield from _lifts(p)
    yield from _takes(p)
    yield from _equipment(p)
    yield from _leaps(p)
    yield from _hacks(p)


def _leads(p: Position, way: str) -> bool:
    """Whether the seat on turn may move in a direction."""
    square = p.board.step(p.here, way)
    return square is not None and p.may_step(square)


def _mending(p: Position) -> Iterator[str]:
    yield "patch"
    if p.holds("tape"):
        yield "use tape"
    if p.charged("foam-gun"):
        yield "use foam-gun hole"


def _gaining(p: Position) -> Iterator[str]:
    """Yield the actions that bring AP."""
    if p.holds("power-pack"):
        yield "use power-pack suit"
    for item in GAINS:
        if p.holds(item):
            yield f"use {item}"
    for ray in p.charged(*RAYS):
        yield f"overload {ray}"


def _lifts(p: Position) -> Iterator[str]:
    """Yield every platform that can be paid for; turning it in place is always possible."""
    for platform in p.empty_platforms():
        if SQUARES_OF[platform] == 2 and p.scepter[p.seat]:
            continue
        if p.affords(SQUARES_OF[platform]):
            yield f"lift {platform}"


def _takes(p: Position) -> Iterator[str]:
    gallery = p.gallery
    if gallery is None or p.here != LARGE[gallery]:
        return
    if p.heart_on if gallery == CENTER else gallery in p.artifact_on:
        if p.affords(TAKE_COST):
            yield "take"
        if gallery != CENTER and p.holds("keycard") and p.affords(KEYCARD_COST):
            yield "take keycard"


def _equipment(p: Position) -> Iterator[str]:
    """Yield the actions of the shield, adrenaline, a ray's power pack, fires and the net."""
    if p.charged("shield") and not p.shield_up[p.seat]:
        yield "raise"
    if p.holds("adrenaline") and not p.adrenaline:
        yield "use adrenaline"
    if p.holds("power-pack"):
        for ray in RAYS:
            if p.holds(ray):
                yield f"use power-pack {ray}"
    if p.burning:
        for name in p.charged("foam-gun", "freeze-ray"):
            yield f"use {name} fires"
    if p.net[p.seat] is not None:
        for name in p.charged("blaster", *RAYS):
            yield f"net {name}"
        if p.affords(NET_COST):
            yield "net pay"


def _leaps(p: Position) -> Iterator[str]:
    """Yield the leaps by rocketpack and grapple gun."""
    leaps = []
    if p.holds("rocketpack") and p.affords(ROCKET_COST):
        leaps.append(("rocketpack", p.board.rocket_landings(p.here)))
    if p.charged("grapple-gun"):
        leaps.append(("grapple-gun", p.board.grapple_landings(p.here)))
    for item, landings in leaps:
        for square in landings:
            if p.may_land(square) and not p.occupied(square):
                yield f"use {item} {xy(square)}"


def _hacks(p: Position) -> Iterator[str]:
    """Yield security hacks, doorways and platform hacks."""
    tile = p.board.tile.get(p.here)
    if p.holds("security-hack"):
        for gun in p.board.guns:
            yield f"use security-hack gun{gun}"
    if p.holds("doorway") and tile is not None:
        sites = p.board.doorway_sites()
        ends = [xy(end) for other, squares in sites.items() if other != tile for end in squares]
        for start in sites.get(tile, []):
            for end in ends:
                yield f"use doorway {xy(start)} {end}"
    if p.holds("platform-hack-1") and p.spare and p.board.anchors(""):
        yield "use platform-hack-1"
    if p.holds("platform-hack-2"):
        own = [tile] if tile in p.board.platforms else []
        for platform in sorted([*own, *p.empty_platforms()]):
            for r in range(4):
                if r != p.board.platforms[platform][2]:
                    yield f"use platform-hack-2 {platform} {r}"
