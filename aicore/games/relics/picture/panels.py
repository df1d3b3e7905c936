"""Text beside the board about the turn and each seat."""

from __future__ import annotations

from collections import Counter
from typing import Any

from aicore.core.game import Position
from aicore.core.story import Names, numbered
from aicore.games.relics.rules.chart import Chart

LAID = {
    "galleries": "laying out the galleries",
    "platforms": "laying out the platforms",
    "weapons": "dealing the weapons",
}
DOING = {  # a verb of the seat, and the words after it
    "airlocks": ("choose", "an airlock"),
    "act": ("have", "{ap} AP"),
    "at": ("place", "{lifting}"),
    "turn": ("turn", "{lifting} at {spot}"),
    "guns": ("face", "gun{gun}, about to fire"),
    "item": ("find", "an item"),
    "artifact": ("take", "an artifact"),
    "keycard": ("take", "an artifact with a keycard"),
    "spare": ("draw", "a platform"),
    "trap": ("face", "the trap of the {drawn}"),
    "lose": ("lose", "an item to the acid"),
    "defense": ("remove", "a platform (Last Defense)"),
}
TRAPS = {
    "mercurial-salamander": "the gallery burns",
    "venusian-dragonfly": "a hole, an item lost",
    "lunar-sickle": "double costs on this gallery",
    "cererian-flower": "a hole, {flower} AP less next turn",
    "martian-spearhead": "two holes",
    "jovian-scepter": "no #2 until {scepter} others moved",
    "saturnian-hourglass": "{hourglass} AP lost",
    "uranium-gem": "a net on this gallery",
    "neptunian-shell": "{shell} slow moves",
}
ENDINGS = {
    "all-out": "everyone is out",
    "rounds": "time is up",
    "last-defense": "the station is gone",
}


def heading(
    fields: Position, chart: Chart, rounds: int | str, names: Names | None = None
) -> list[str]:
    """Return the round, the current activity, and facts that matter for it."""
    names = names or Names.numbered(len(fields["pos"]))
    lines = [f"Round {fields['round']} of {rounds}"]
    if fields["end"]:
        return [*lines, ENDINGS[fields["end"]]]
    lines.append(LAID.get(fields["phase"]) or _doing(fields, names))
    if fields["phase"] == "trap":
        lines.append(trap(fields["drawn"], chart.data))
    if fields["adrenaline"]:
        lines.append("on adrenaline")
    if fields["holes"]:
        lines.append(f"{fields['holes']} hole{'s' if fields['holes'] > 1 else ''} to mend!")
    here = chart.pieces.get(fields["seat"])
    if here is not None and fields["phase"] in ("act", "at", "turn"):
        guns = [gun for gun in chart.covering(here) if gun not in fields["fired"]]
        if guns:
            lines.append(f"in the line of {', '.join(f'gun{gun}' for gun in guns)}")
    if fields["final"]:
        lines.append("last turns!")
    return lines


def _doing(fields: Position, names: Names) -> str:
    """Return a description of what the seat on turn does."""
    verb, rest = DOING[fields["phase"]]
    seat = fields["turn"] if fields["phase"] in ("airlocks", "defense") else fields["seat"]
    about = rest.format(
        ap=f"{fields['ap']}{' 1/2' if fields['credit'] else ''}",
        lifting=fields["lifting"],
        spot=",".join(map(str, fields["spot"] or ())),
        gun=(fields["queue"] or [""])[0],
        drawn=fields["drawn"],
    )
    return names.does(seat, verb, about)


def trap(artifact: str, data: dict[str, Any]) -> str:
    """Return the effect of an artifact's trap in a few words."""
    return TRAPS[artifact].format(**data["figures"])


def holdings(fields: Position, data: dict[str, Any], seat: int) -> list[str]:
    """Return a seat's weapon, artifacts with their points, and items with their charges."""
    charge = fields["charge"][seat]
    points = {entry["id"]: entry["points"] for entry in data["artifacts"]}
    lines = []
    weapon = fields["weapon"][seat]
    if weapon:
        up = "shield is up" if fields["shield_up"][seat] else weapon
        lines.append(f"{up} ({charge.get(weapon, 0)} left)")
    if fields["heart"] == seat:
        lines.append(f"heart-of-sol: {data['figures']['heart_points']}")
    lines += [f"{name}: {points[name]}" for name in fields["artifacts"][seat]]
    items = []
    for name, copies in Counter(fields["items"][seat]).items():
        number = f" x{copies}" if copies > 1 else ""
        items.append(f"{name}{number}{f' ({charge[name]})' if name in charge else ''}")
    return [*lines, ", ".join(items)] if items else lines


def burdens(fields: Position, seat: int) -> list[str]:
    """Return the handicaps of a seat."""
    lines = []
    if fields["carried"][seat]:
        lines.append(f"{fields['carried'][seat]} AP less next turn")
    if fields["heart"] == seat and seat not in fields["escaped"]:
        lines.append("the Heart: 1 AP less")
    if fields["sickle"][seat]:
        lines.append(f"pays double on {fields['sickle'][seat]}")
    if fields["net"][seat]:
        lines.append(f"netted on {fields['net'][seat]}")
    if fields["shell"][seat]:
        left = fields["shell"][seat]
        lines.append(f"slow for {numbered(left, 'move')}")
    if fields["scepter"][seat]:
        left = fields["scepter"][seat]
        lines.append(f"no #2 until {numbered(left, 'other')} moved")
    return lines
